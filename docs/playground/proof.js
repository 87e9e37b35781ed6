// What proves a verdict, on a board: a mate to step through, a wall of pawns, or the occurrences of a position.

import { drawBoard } from './board.js';
import { lastMove, numbered, positionsOf } from './line.js';
import { text } from './text.js';

const $ = (id) => document.getElementById(id);

/** The buttons of a line of positions: start, back, forward, end. */
function stepper(box, count, at, show) {
  const button = (label, name, target) => {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = label;
    made.setAttribute('aria-label', text(name));
    made.disabled = target < 0 || target >= count || target === at;
    made.dataset.step = name;
    made.addEventListener('click', () => {
      show(target);
      // The buttons were made anew.
      const again = box.querySelector(`[data-step="${name}"]`);
      (again.disabled ? box.querySelector('button:not(:disabled)') : again)?.focus();
    });
    return made;
  };
  box.replaceChildren(button('|◀', 'first', 0), button('◀', 'back', at - 1), button('▶', 'forward', at + 1), button('▶|', 'last', count - 1));
}

/** Shows the proof of a verdict about the user's own position; returns whether it has one to show. */
export async function showProof({ certificate, fen }, answers) {
  const show = { helpmate: showMate, closed: showWall, repetition: showRepetition }[certificate.kind];
  $('proof').hidden = !show;
  if (!show) return false;
  $('proof-steps').replaceChildren();
  for (const id of ['proof-status', 'proof-key']) $(id).textContent = '';
  await show(certificate, fen, answers);
  return true;
}

async function showMate({ line }, fen) {
  $('proof-title').textContent = text('mateTitle');
  showLine(await positionsOf(fen, line.join(' ')), 0);
}

function showLine(plies, at) {
  stepper($('proof-steps'), plies.length, at, (target) => showLine(plies, target));
  drawBoard($('proof-board'), plies[at].fen, lastMove(plies[at]));
  const count = plies.length - 1;
  $('proof-status').textContent = at === 0 ? text('mateStart', { count }) : `${numbered(plies, at)} (${text('moveOf', { at, count })})`;
}

function showWall({ pieces }, fen) {
  $('proof-title').textContent = text('wallTitle');
  const squares = [];
  for (const { piece, home, reach } of pieces) {
    if (reach.length === 1) squares.push([home, 'red']);
    else for (const square of reach) squares.push([square, piece === piece.toUpperCase() ? 'blue' : 'green']);
  }
  // A square that several pieces reach has one mark of each color.
  const unique = [...new Map(squares.map((mark) => [mark.join(), mark])).values()];
  drawBoard($('proof-board'), fen, { squares: unique });
  $('proof-key').textContent = text('wallKey');
}

async function showRepetition({ plies }, fen, answers) {
  $('proof-title').textContent = text('repetitionTitle');
  const positions = await positionsOf(answers.fen, answers.moves.replaceAll('_', ' '));
  const show = (index) => {
    stepper($('proof-steps'), plies.length, index, show);
    const at = plies[index];
    drawBoard($('proof-board'), positions[at]?.fen ?? fen, positions[at] ? lastMove(positions[at]) : {});
    const after = at === 0 ? text('atStart') : positions[at] ? numbered(positions, at) : text('intendedMove');
    $('proof-status').textContent = text('occurrence', { number: index + 1, count: plies.length, after });
  };
  show(0);
}
