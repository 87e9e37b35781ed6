// Which pieces were touched, in order, on the board of the question; and the move that a claim announces.

import { stopped } from './client.js';
import { finalFen } from './line.js';
import { PlayBoard } from './play.js';
import { Squares } from './squares.js';
import { sayInEnglish, text } from './text.js';

const $ = (id) => document.getElementById(id);

let squares;
let board;
let state = { fen: null, touched: [], released: null, isReleasing: false, answer: () => {} };
let answerMove = () => {};

function draw() {
  const { fen, touched, released, isReleasing } = state;
  const marks = touched.map((square) => [square, 'yellow']);
  squares.draw(fen, { squares: released ? [...marks, [released, 'red']] : marks });
  $('touch-list').replaceChildren(...touched.map((square, index) => {
    const made = document.createElement('button');
    made.type = 'button';
    made.className = 'chip';
    made.textContent = `${index + 1}. ${square} ✕`;
    made.setAttribute('aria-label', text('forgetTouch', { square }));
    made.addEventListener('click', () => { state.touched.splice(index, 1); draw(); });
    return made;
  }));
  $('touch-release').setAttribute('aria-pressed', String(isReleasing || Boolean(released)));
  $('touch-release').textContent = released ? text('releasedOn', { square: released }) : text('released');
  $('touch-status').textContent = isReleasing ? text('tapRelease') : touched.length === 0 ? text('tapTouched') : '';
  $('touch-unclear').parentNode.hidden = touched.length < 2;
  $('touch-done').disabled = touched.length === 0;
}

function press(square) {
  if (state.isReleasing) Object.assign(state, { released: square, isReleasing: false });
  else if (state.touched.includes(square)) state.touched.splice(state.touched.indexOf(square), 1);
  else state.touched.push(square);
  draw();
}

/** Asks which pieces were touched, and gives the answers to a function. */
export async function askForTouches(answers, answer) {
  const fen = await finalFen(answers);
  state = { fen, touched: [], released: null, isReleasing: false, answer };
  for (const id of ['touch-adjusted', 'touch-unclear']) $(id).checked = false;
  draw();
}

/** Asks for the move that a claim announces, and gives its SAN to a function. */
export async function askForMove(answers, answer) {
  answerMove = answer;
  await board.begin(await finalFen(answers));
}

/** Connects the elements. */
export function beginTouches() {
  squares = new Squares($('touch-board'), { label: 'touchLabel', press, drag: (from) => press(from) });
  $('touch-release').addEventListener('click', () => { Object.assign(state, state.released ? { released: null } : { isReleasing: !state.isReleasing }); draw(); });
  $('touch-done').addEventListener('click', () => {
    const { touched, released, answer } = state;
    const isAdjusted = $('touch-adjusted').checked;
    answer({
      squares: touched.join(','), adjusted: isAdjusted ? '1' : undefined, released: isAdjusted ? undefined : released ?? undefined,
      unclear: $('touch-unclear').checked && touched.length > 1 ? '1' : undefined,
    });
  });
  board = new PlayBoard($('intended-board'), $('intended-promotion'), {
    changed: () => { if (board.moves.length > 0) answerMove(board.moves[0].san); },
    told: (words) => { $('intended-status').textContent = words; },
  });
}

/** Shows an error of one of these questions. */
export function reportTouch(error) {
  if (error !== stopped) sayInEnglish($('touch-status'), error.message);
}
