// The position of a question: set up on a board, played move by move, or pasted.

import { turnOf } from './board.js';
import { questions, stopped } from './client.js';
import { PositionEditor, possibleRights } from './editor.js';
import { isPosition } from './files.js';
import { INITIAL } from './incidents.js';
import { joined, readGame } from './line.js';
import { PlayBoard } from './play.js';
import { say, sayInEnglish, text } from './text.js';

const $ = (id) => document.getElementById(id);
const KINGS = '4k3/8/8/8/8/8/8/4K3 w - - 0 1';

let editor;
let board;
/** `setup`, `play` or `paste`. */
let mode = 'setup';
/** What was asked: whether the moves are needed, any position will do, and what takes the answer. */
let asked = { needsMoves: false, isAnyAllowed: false, answer: () => {} };
/** Whether the user has made the position that is on the board. */
let isOwn = false;
/** Whether the pasted text is a game or a position. */
let isPasted = false;

const told = (words) => { $('position-status').textContent = words; };

/** Allows the answer, or says beside the board why there is none. */
function allow(isAllowed, problem = '') {
  $('use-position').disabled = !isAllowed;
  if (problem) sayInEnglish($('position-error'), problem); else $('position-error').textContent = '';
}

async function checkSetup(fen) {
  showFen(fen);
  if (!isOwn || asked.isAnyAllowed) { allow(isOwn); return; }
  try {
    await questions.ask('legal_moves', fen);
    if (fen === editor.fen && mode === 'setup') allow(true);
  } catch (error) {
    if (error !== stopped && fen === editor.fen && mode === 'setup') allow(false, error.message);
  }
}

function showFen(fen) {
  $('position-fen').value = fen;
  for (const input of document.querySelectorAll('[name=turn]')) input.checked = input.value === turnOf(fen);
  const possible = possibleRights(fen);
  const rights = fen.split(' ')[2] ?? '-';
  $('rights').hidden = possible.length === 0;
  for (const input of document.querySelectorAll('#rights input')) {
    input.parentNode.hidden = !possible.includes(input.value);
    input.checked = rights.includes(input.value);
  }
}

/** The position with other fields after the first one. */
function withFields(fen, { turn, rights }) {
  const [placed, oldTurn, oldRights] = fen.split(' ');
  return [placed, turn ?? oldTurn, rights ?? oldRights, '-', '0', '1'].join(' ');
}

function edited(fen) {
  isOwn ||= fen !== KINGS;
  checkSetup(fen);
  showMoves();
}

function showMoves() {
  const words = board.moves.map(({ san }, index) => `${index % 2 === 0 && turnOf(board.start) === 'w' ? `${index / 2 + 1}. ` : ''}${san}`);
  $('played').textContent = words.join(' ');
  $('undo').disabled = mode === 'setup' ? editor.past.length === 0 : board.moves.length === 0;
  $('redo').disabled = mode === 'setup' ? editor.future.length === 0 : board.undone.length === 0;
  if (mode !== 'setup') allow(mode === 'paste' ? isPasted : board.moves.length > 0, '');
}

/** Shows one of the three ways. */
function choose(name) {
  mode = name;
  for (const input of document.querySelectorAll('[name=way]')) input.checked = input.value === name;
  for (const part of document.querySelectorAll('#set-position [data-way]')) part.hidden = !part.dataset.way.split(' ').includes(name);
  told('');
  $('position-error').textContent = '';
  if (name === 'setup') { editor.draw(); checkSetup(editor.fen); showMoves(); return; }
  if (!board.start) board.begin(INITIAL).catch(report); else { board.draw(); showMoves(); }
  if (name === 'paste') { $('paste').focus(); readPaste(); }
}

function report(error) {
  if (error !== stopped) allow(false, error.message);
}

/** Reads the pasted text: a position goes to the editor, a game to the board. */
async function readPaste() {
  const pasted = $('paste').value;
  isPasted = false;
  allow(false);
  if (pasted.trim() === '') { await board.begin(INITIAL); return; }
  if (isPosition(pasted)) {
    if (!asked.needsMoves) { isOwn = true; editor.set(pasted.trim()); choose('setup'); return; }
    say($('position-error'), text('needsMoves'));
    return;
  }
  const game = await readGame(pasted);
  if ($('paste').value !== pasted || mode !== 'paste') return;
  isPasted = game.fen !== null;
  await board.begin(game.fen ?? INITIAL, game.fen ? game.moves : []);
  allow(isPasted, [...game.problems, ...(game.isFollowed ? [text('secondGame')] : [])].join('\n'));
  if (isPasted && game.problems.length > 0) told(text('gameBreaksOff', { count: game.moves.length }));
}

function use() {
  if (mode === 'setup') asked.answer({ fen: editor.fen });
  else asked.answer({ fen: board.start, moves: joined(board.moves) || undefined });
}

/** Asks for a position, and gives the answer to a function. `turn` is the side to move at first. */
export function askForPosition({ needsMoves = false, isAnyAllowed = false, turn, answer }) {
  asked = { needsMoves, isAnyAllowed, answer };
  if (!isOwn) { editor.fen = withFields(KINGS, { turn: turn?.[0] ?? 'w' }); }
  $('way-setup').hidden = needsMoves;
  $('no-moves').hidden = !needsMoves;
  choose(needsMoves && mode === 'setup' ? 'play' : !needsMoves && !isOwn && mode !== 'setup' && board.moves.length === 0 ? 'setup' : mode);
}

/** The position that the user has set up or played to before, if this side has the move in it. */
export function knownPosition(side) {
  const known = mode === 'setup' ? isOwn && { fen: editor.fen } : board.moves.length > 0 && { fen: board.start, moves: joined(board.moves) };
  return known && turnOf(mode === 'setup' ? editor.fen : board.fen) === side[0] ? known : {};
}

/** Makes a position the user's own. */
export function ownPosition(fen) {
  isOwn = true;
  editor.set(fen);
  mode = 'setup';
}

/** Connects the elements. */
export function beginPositions() {
  editor = new PositionEditor($('set-board'), $('palette'), { changed: (fen) => { if (mode === 'setup') edited(fen); }, told });
  board = new PlayBoard($('play-board'), $('promotion'), { changed: showMoves, told });
  editor.fen = KINGS;
  for (const input of document.querySelectorAll('[name=way]')) input.addEventListener('change', () => choose(input.value));
  for (const input of document.querySelectorAll('[name=turn]')) input.addEventListener('change', () => { isOwn = true; editor.set(withFields(editor.fen, { turn: input.value })); });
  $('rights').addEventListener('change', () => {
    const rights = [...document.querySelectorAll('#rights input:checked')].map(({ value }) => value).join('') || '-';
    editor.set(withFields(editor.fen, { rights }));
  });
  $('start-position').addEventListener('click', () => { isOwn = true; editor.set(INITIAL); });
  $('clear-board').addEventListener('click', () => { isOwn = true; editor.set(KINGS); });
  $('undo').addEventListener('click', () => { if (mode === 'setup') editor.undo(); else board.back().catch(report); });
  $('redo').addEventListener('click', () => { if (mode === 'setup') editor.redo(); else board.forward().catch(report); });
  $('flip').addEventListener('click', () => { if (mode === 'setup') editor.flip(); else board.flip(); });
  $('set-position').addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.target.matches('input, textarea')) return;
    const isUndo = event.key === 'z' && !event.shiftKey;
    const isRedo = event.key === 'y' || (event.key.toLowerCase() === 'z' && event.shiftKey);
    if (!isUndo && !isRedo) return;
    event.preventDefault();
    $(isUndo ? 'undo' : 'redo').click();
  });
  $('position-fen').addEventListener('change', () => {
    const fen = $('position-fen').value.trim();
    isOwn = true;
    if (isPosition(fen)) editor.set(fen); else { $('use-position').disabled = true; say($('position-error'), text('badFen')); }
  });
  $('paste').addEventListener('input', () => readPaste().catch(report));
  $('use-position').addEventListener('click', use);
  $('no-moves').addEventListener('click', () => asked.answer({ moves: 'none' }));
}
