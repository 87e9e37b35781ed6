// *Count moves*: perft with the counts of each move, as engine authors compare them.

import { drawBoard, piecesOf } from './board.js';
import { counts, stopped } from './client.js';
import { INITIAL } from './incidents.js';
import { onLanguage, text } from './text.js';

const $ = (id) => document.getElementById(id);

const show = (fen, shapes) => { if (piecesOf(fen)) drawBoard($('count-board'), fen, shapes); };

async function count(event) {
  event.preventDefault();
  counts.stop();
  const fen = $('count-fen').value.trim();
  const depth = Math.max(1, Math.min(9, Number($('depth').value) || 1));
  $('count-error').textContent = '';
  $('divide').tBodies[0].replaceChildren();
  $('count-status').textContent = text('counting');
  $('stop-count').hidden = false;
  show(fen);
  try {
    const moves = JSON.parse(await counts.ask('legal_moves', fen)).sort((a, b) => (a.uci < b.uci ? -1 : 1));
    const began = performance.now();
    let total = 0n;
    for (const [index, move] of moves.entries()) {
      const paths = await counts.ask('count_after', fen, move.uci, depth - 1);
      total += paths;
      add(move, paths, fen);
      if (index % 5 === 4) $('count-status').textContent = text('countingMove', { number: index + 1, count: moves.length });
    }
    const seconds = (performance.now() - began) / 1000;
    const locale = document.documentElement.lang;
    const speed = Number(total) / Math.max(seconds, 0.001) / 1e6;
    $('count-status').textContent = text('total', {
      total: total.toLocaleString(locale), depth, seconds: seconds.toLocaleString(locale, { maximumFractionDigits: 2 }),
      speed: speed.toLocaleString(locale, { maximumFractionDigits: 1 }),
    });
  } catch (error) {
    $('count-status').textContent = error === stopped ? text('cancelled') : '';
    if (error !== stopped) $('count-error').textContent = error.message;
  }
  $('stop-count').hidden = true;
}

function add(move, paths, fen) {
  const row = $('divide').tBodies[0].insertRow();
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = move.san;
  button.addEventListener('click', () => {
    for (const other of row.parentNode.rows) other.classList.toggle('chosen', other === row);
    show(fen, { arrows: [[[move.uci.slice(0, 2), move.uci.slice(2, 4)], 'blue']] });
  });
  button.addEventListener('dblclick', () => { $('count-fen').value = move.fen; show(move.fen); });
  row.insertCell().append(button);
  row.insertCell().textContent = move.uci;
  row.insertCell().textContent = paths.toLocaleString(document.documentElement.lang);
}

/** Connects the elements. */
export function begin() {
  $('count-fen').value = INITIAL;
  onLanguage(() => show($('count-fen').value));
  $('count-fen').addEventListener('change', () => show($('count-fen').value));
  $('count-form').addEventListener('submit', count);
  $('stop-count').addEventListener('click', () => counts.stop());
}
