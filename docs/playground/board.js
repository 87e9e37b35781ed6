// Boards as SVG, with the pieces and colors of `adoube replay --as svg`, and positions as texts.

import { text } from './text.js';

const SVG = 'http://www.w3.org/2000/svg';
const SQUARE = 45;
const SIZE = 8 * SQUARE;

/** The colors of `src/report/pictures`: squares, and the shapes on them. */
const COLORS = {
  light: '#f0d9b5', dark: '#b58863', movedLight: '#cdd26a', movedDark: '#aaa23a', ink: '#404040', paper: '#ffffff',
  check: '#e02020', green: '#158020', red: '#c02020', yellow: '#f0b400', blue: '#2050c0',
};

export const LETTERS = 'KQRBNPkqrbnp';
const KINDS = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' };
const isWhite = (letter) => letter === letter.toUpperCase();
const drawingOf = (letter) => `${isWhite(letter) ? 'white' : 'black'}-${KINDS[letter.toLowerCase()]}`;

/** The name of a piece in the language of the page. */
export function pieceName(letter) {
  return text(`piece${letter}`);
}

/** The pieces of a FEN by square, `{e1: 'K', …}`; null if the first field is not eight ranks. */
export function piecesOf(fen) {
  const rows = fen.trim().split(/\s+/)[0].split('/');
  if (rows.length !== 8) return null;
  const pieces = {};
  for (const [row, letters] of rows.entries()) {
    let file = 0;
    for (const letter of letters) {
      if (letter === '~') continue;
      if (letter >= '1' && letter <= '8') { file += Number(letter); continue; }
      if (!LETTERS.includes(letter) || file > 7) return null;
      pieces['abcdefgh'[file] + (8 - row)] = letter;
      file++;
    }
    if (file !== 8) return null;
  }
  return pieces;
}

/** The first field of a FEN for these pieces. */
export function placement(pieces) {
  const rows = [];
  for (let rank = 8; rank >= 1; rank--) {
    let row = '';
    for (const file of 'abcdefgh') row += pieces[file + rank] ?? '1';
    rows.push(row.replace(/1+/g, (ones) => ones.length));
  }
  return rows.join('/');
}

export const turnOf = (fen) => (fen.trim().split(/\s+/)[1] === 'b' ? 'b' : 'w');

function element(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function corner(square, isFlipped) {
  const file = square.charCodeAt(0) - 97;
  const rank = Number(square[1]) - 1;
  return [SQUARE * (isFlipped ? 7 - file : file), SQUARE * (isFlipped ? rank : 7 - rank)];
}

const isLight = (square) => (square.charCodeAt(0) + Number(square[1])) % 2 === 1;

/** An arrow with the shape of those in `svg.rs`. */
function arrow([from, to], color, isFlipped) {
  const [x0, y0, x1, y1] = [...corner(from, isFlipped), ...corner(to, isFlipped)].map((at) => at + SQUARE / 2);
  const length = Math.hypot(x1 - x0, y1 - y0);
  if (length === 0) return '';
  const [alongX, alongY] = [(x1 - x0) / length, (y1 - y0) / length];
  const point = (along, aside) => `${(x0 + along * alongX - aside * alongY).toFixed(1)} ${(y0 + along * alongY + aside * alongX).toFixed(1)}`;
  const [tip, neck] = [length - 2, length - 22];
  const points = [point(12, 4.5), point(neck, 4.5), point(neck, 12), point(tip, 0), point(neck, -12), point(neck, -4.5), point(12, -4.5)];
  return element('path', { fill: COLORS[color], 'fill-opacity': '.75', d: `M${points.join('L')}z`, class: `arrow ${color}`, 'data-move': from + to });
}

/** The position in words, for those who do not see it. */
function description(pieces, fen, shapes) {
  const side = (test) => Object.entries(pieces).filter(([, letter]) => test(letter))
    .sort((a, b) => LETTERS.indexOf(a[1]) - LETTERS.indexOf(b[1]))
    .map(([square, letter]) => `${pieceName(letter)} ${square}`).join(', ');
  const words = [side(isWhite), side((letter) => !isWhite(letter)), text(turnOf(fen) === 'w' ? 'whiteToMove' : 'blackToMove')];
  for (const [move, color] of shapes.arrows ?? []) words.push(`${text(color === 'red' ? 'attackArrow' : 'moveArrow')} ${move.join('–')}`);
  if (shapes.squares?.length) words.push(`${text('markedSquares')} ${shapes.squares.map(([square]) => square).join(', ')}`);
  return words.filter(Boolean).join('; ');
}

/** A mark on a square: a ring around a piece, a dot for a square that a piece reaches, or a tint. */
function mark(square, color, isFlipped) {
  const [x, y] = corner(square, isFlipped);
  const common = { class: `mark ${color}`, 'data-square': square };
  if (color === 'red') return element('rect', { ...common, x: x + 2, y: y + 2, width: SQUARE - 4, height: SQUARE - 4, fill: 'none', stroke: COLORS.red, 'stroke-width': 4 });
  if (color === 'yellow') return element('rect', { ...common, x, y, width: SQUARE, height: SQUARE, fill: COLORS.yellow, 'fill-opacity': '.6' });
  const aside = color === 'blue' ? -9 : 9;
  return element('circle', { ...common, cx: x + SQUARE / 2 + aside, cy: y + SQUARE / 2 + aside, r: 6, fill: COLORS[color], stroke: '#fff', 'stroke-width': 1.5 });
}

function tiles(lastMove, isFlipped) {
  const group = element('g', { class: 'tiles' });
  for (const file of 'abcdefgh') {
    for (let rank = 1; rank <= 8; rank++) {
      const square = file + rank;
      const [x, y] = corner(square, isFlipped);
      const isMoved = lastMove?.includes(square);
      const fill = isLight(square) ? (isMoved ? COLORS.movedLight : COLORS.light) : (isMoved ? COLORS.movedDark : COLORS.dark);
      group.append(element('path', { fill, d: `M${x} ${y}h${SQUARE}v${SQUARE}h-${SQUARE}z` }));
    }
  }
  return group;
}

/** Files along the lower edge, ranks along the left one, inside the squares. */
function coordinates(isFlipped) {
  const group = element('g', { 'font-size': 10, 'font-family': 'system-ui, sans-serif', 'font-weight': 600, fill: COLORS.ink });
  for (let index = 0; index < 8; index++) {
    group.append(element('text', { x: SQUARE * (index + 1) - 3, y: SIZE - 4, 'text-anchor': 'end' }, 'abcdefgh'[isFlipped ? 7 - index : index]));
    group.append(element('text', { x: 3, y: SQUARE * index + 12 }, String(isFlipped ? index + 1 : 8 - index)));
  }
  return group;
}

/** The part of a box that is exactly the board, and the line below it that says who has the move. */
function parts(box) {
  let board = box.querySelector('.board');
  if (!board) {
    board = document.createElement('div');
    board.className = 'board';
    const turn = document.createElement('p');
    turn.className = 'turn';
    turn.setAttribute('aria-hidden', 'true');
    box.append(board, turn);
  }
  return [board, box.querySelector('.turn')];
}

/**
 * Draws a position into a box, and returns the element that is exactly the board. `shapes`: `arrows` are pairs of a move and a
 * color, `squares` of a square and a color, `last` is the last move.
 */
export function drawBoard(box, fen, shapes = {}, isFlipped = false) {
  const pieces = piecesOf(fen) ?? {};
  const svg = element('svg', { viewBox: `0 0 ${SIZE} ${SIZE}`, role: 'img', 'aria-label': description(pieces, fen, shapes), 'data-fen': fen });
  svg.append(tiles(shapes.last, isFlipped), coordinates(isFlipped));
  for (const [square, color] of shapes.squares ?? []) svg.append(mark(square, color, isFlipped));
  for (const [square, letter] of Object.entries(pieces)) {
    const [x, y] = corner(square, isFlipped);
    svg.append(element('use', { href: `#${drawingOf(letter)}`, x, y }));
  }
  for (const [move, color] of shapes.arrows ?? []) svg.append(arrow(move, color, isFlipped));
  const [board, turn] = parts(box);
  board.querySelector('svg')?.remove();
  board.prepend(svg);
  turn.textContent = text(turnOf(fen) === 'w' ? 'whiteToMove' : 'blackToMove');
  turn.dataset.turn = turnOf(fen);
  return board;
}

/** A drawing of one piece, for buttons. */
export function pieceIcon(letter) {
  return element('svg', { viewBox: `0 0 ${SQUARE} ${SQUARE}`, 'aria-hidden': 'true' }, element('use', { href: `#${drawingOf(letter)}` }));
}
