// Boards as SVG, drawn as `adoube replay --as svg` draws them, and a board that can be edited by mouse, touch and keyboard.

import { text, onLanguage } from './text.js';

const SVG = 'http://www.w3.org/2000/svg';
const SQUARE = 45;
const LEFT = 18;
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
  return [LEFT + SQUARE * (isFlipped ? 7 - file : file), SQUARE * (isFlipped ? rank : 7 - rank)];
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

/**
 * Draws a position into a box. `shapes`: `arrows` are pairs of a move and a color, `squares` of a square and a color, `last`
 * is the last move.
 */
export function drawBoard(box, fen, shapes = {}, isFlipped = false) {
  const pieces = piecesOf(fen) ?? {};
  const svg = element('svg', { viewBox: `0 0 ${LEFT + SIZE + 18} ${SIZE + 18}`, role: 'img', 'aria-label': description(pieces, fen, shapes), 'data-fen': fen });
  svg.append(element('path', { fill: COLORS.paper, d: `M0 0h${LEFT + SIZE + 18}v${SIZE + 18}H0z` }));
  const tile = (square, fill, more = {}) => {
    const [x, y] = corner(square, isFlipped);
    return element('path', { fill, d: `M${x} ${y}h${SQUARE}v${SQUARE}h-${SQUARE}z`, ...more });
  };
  for (const file of 'abcdefgh') {
    for (let rank = 1; rank <= 8; rank++) {
      const square = file + rank;
      const isMoved = shapes.last?.includes(square);
      svg.append(tile(square, isLight(square) ? (isMoved ? COLORS.movedLight : COLORS.light) : (isMoved ? COLORS.movedDark : COLORS.dark)));
    }
  }
  for (const [square, color] of shapes.squares ?? []) svg.append(tile(square, COLORS[color], { 'fill-opacity': '.65', class: `mark ${color}`, 'data-square': square }));
  for (const [square, letter] of Object.entries(pieces)) {
    const [x, y] = corner(square, isFlipped);
    svg.append(element('use', { href: `#${drawingOf(letter)}`, x, y }));
  }
  for (const [move, color] of shapes.arrows ?? []) svg.append(arrow(move, color, isFlipped));
  const label = (x, y, word) => element('text', { x, y, 'font-size': 13, 'text-anchor': 'middle', fill: COLORS.ink, 'font-family': 'system-ui, sans-serif' }, word);
  for (let index = 0; index < 8; index++) {
    svg.append(label(LEFT + SQUARE * (index + 0.5), SIZE + 14, 'abcdefgh'[isFlipped ? 7 - index : index]));
    svg.append(label(9, SQUARE * (index + 0.5) + 5, String(isFlipped ? index + 1 : 8 - index)));
  }
  const isTurnBelow = (turnOf(fen) === 'w') !== isFlipped;
  svg.append(element('circle', { cx: LEFT + SIZE + 9, cy: SQUARE * (isTurnBelow ? 7.5 : 0.5), r: 6, fill: turnOf(fen) === 'w' ? COLORS.paper : '#000', stroke: COLORS.ink, 'stroke-width': 1.5 }));
  box.querySelector('svg')?.remove();
  box.prepend(svg);
}

/** A drawing of one piece, for buttons. */
export function pieceIcon(letter) {
  return element('svg', { viewBox: `0 0 ${SQUARE} ${SQUARE}`, 'aria-hidden': 'true' }, element('use', { href: `#${drawingOf(letter)}` }));
}

/**
 * A board whose pieces can be moved, placed and removed. Above the drawing lies a grid of 64 buttons: they can be dragged
 * and clicked, and the keyboard moves among them.
 */
export class BoardEditor {
  /**
   * `changed` takes the new FEN, `told` what was done, `brush` returns the piece that a click puts on a square (`''` removes,
   * `null` moves), and `pick` takes a click and returns whether it was meant for something else.
   */
  constructor(box, { changed, told, brush, pick }) {
    Object.assign(this, { box, changed, told, brush, pick, fen: '8/8/8/8/8/8/8/8 w - - 0 1', isFlipped: false, shapes: {}, held: null });
    this.grid = document.createElement('div');
    this.grid.className = 'squares';
    this.grid.setAttribute('role', 'grid');
    box.append(this.grid);
    this.cursor = 'e1';
    this.listen();
    onLanguage(() => this.draw());
  }

  show(fen, shapes = {}) {
    Object.assign(this, { fen, shapes, held: null });
    this.draw();
  }

  flip() {
    this.isFlipped = !this.isFlipped;
    this.draw();
  }

  draw() {
    drawBoard(this.box, this.fen, this.shapes, this.isFlipped);
    const hasFocus = this.grid.contains(document.activeElement);
    const pieces = piecesOf(this.fen) ?? {};
    const rows = [];
    for (let row = 0; row < 8; row++) {
      const line = document.createElement('div');
      line.setAttribute('role', 'row');
      for (let column = 0; column < 8; column++) {
        const square = 'abcdefgh'[this.isFlipped ? 7 - column : column] + (this.isFlipped ? row + 1 : 8 - row);
        const button = document.createElement('button');
        button.type = 'button';
        button.dataset.square = square;
        button.setAttribute('role', 'gridcell');
        button.setAttribute('aria-label', `${square}, ${pieces[square] ? pieceName(pieces[square]) : text('emptySquare')}`);
        button.tabIndex = square === this.cursor ? 0 : -1;
        if (square === this.held) button.className = 'held';
        line.append(button);
      }
      rows.push(line);
    }
    this.grid.replaceChildren(...rows);
    this.grid.setAttribute('aria-label', text('boardLabel'));
    // The grid covers the squares, not the labels beside them.
    Object.assign(this.grid.style, { left: `${100 * LEFT / (LEFT + SIZE + 18)}%`, right: `${100 * 18 / (LEFT + SIZE + 18)}%`, bottom: `${100 * 18 / (SIZE + 18)}%` });
    if (hasFocus) this.focus(this.cursor);
  }

  focus(square) {
    for (const button of this.grid.querySelectorAll('button')) button.tabIndex = button.dataset.square === square ? 0 : -1;
    this.cursor = square;
    this.grid.querySelector(`[data-square="${square}"]`).focus();
  }

  edit(change, words) {
    const pieces = piecesOf(this.fen) ?? {};
    change(pieces);
    const fields = this.fen.trim().split(/\s+/);
    const rights = [...(fields[2] ?? '-')].filter((right) => rightHolds(right, pieces)).join('') || '-';
    // What was true of the old position need not be true of this one.
    this.fen = [placement(pieces), fields[1] ?? 'w', rights, '-', '0', '1'].join(' ');
    this.held = null;
    this.shapes = {};
    this.draw();
    this.told(words);
    this.changed(this.fen);
  }

  move(from, to) {
    const letter = piecesOf(this.fen)?.[from];
    if (!letter || from === to) { this.held = null; this.draw(); return; }
    this.edit((pieces) => { delete pieces[from]; if (to) pieces[to] = letter; }, `${pieceName(letter)} ${from} ${to ? `→ ${to}` : text('removed')}`);
  }

  put(square, letter) {
    this.edit((pieces) => { if (letter) pieces[square] = letter; else delete pieces[square]; }, `${square}: ${letter ? pieceName(letter) : text('emptySquare')}`);
  }

  /** A click or Enter on a square: puts the chosen piece there, or picks a piece up and puts it down. */
  press(square) {
    if (this.pick(square)) return;
    const brush = this.brush();
    if (brush !== null) { this.put(square, brush); return; }
    if (this.held) { this.move(this.held, square); return; }
    const letter = piecesOf(this.fen)?.[square];
    if (!letter) return;
    this.held = square;
    this.draw();
    this.told(`${pieceName(letter)} ${square} ${text('pickedUp')}`);
  }

  listen() {
    let from = null;
    this.grid.addEventListener('pointerdown', (event) => {
      const square = event.target.dataset.square;
      if (!square || event.button > 0) return;
      from = { square, isDragged: false, x: event.clientX, y: event.clientY };
      this.cursor = square;
    });
    this.grid.addEventListener('pointermove', (event) => {
      if (!from || from.isDragged || Math.hypot(event.clientX - from.x, event.clientY - from.y) < 8) return;
      if (!piecesOf(this.fen)?.[from.square]) return;
      from.isDragged = true;
      this.held = from.square;
      this.grid.querySelector(`[data-square="${from.square}"]`).classList.add('held');
      this.grid.style.cursor = 'grabbing';
    });
    window.addEventListener('pointerup', (event) => {
      if (!from) return;
      const { square, isDragged } = from;
      from = null;
      this.grid.style.cursor = '';
      if (!isDragged) return;
      const target = document.elementsFromPoint(event.clientX, event.clientY).find((at) => this.grid.contains(at) && at.dataset.square);
      this.suppressClick = true;
      setTimeout(() => { this.suppressClick = false; });
      this.move(square, target?.dataset.square ?? null);
    });
    this.grid.addEventListener('click', (event) => {
      if (event.target.dataset.square && !this.suppressClick) { this.cursor = event.target.dataset.square; this.press(this.cursor); }
    });
    this.grid.addEventListener('keydown', (event) => this.key(event));
  }

  key(event) {
    const square = event.target.dataset.square;
    if (!square || event.ctrlKey || event.metaKey || event.altKey) return;
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (way) {
      const turn = this.isFlipped ? -1 : 1;
      const file = square.charCodeAt(0) - 97 + turn * way[0];
      const rank = Number(square[1]) - 1 + turn * way[1];
      if (file >= 0 && file < 8 && rank >= 0 && rank < 8) this.focus('abcdefgh'[file] + (rank + 1));
    } else if (event.key === 'Delete' || event.key === 'Backspace') this.put(square, '');
    else if (event.key === 'Escape' && this.held) { this.held = null; this.draw(); }
    else if (LETTERS.includes(event.key)) this.put(square, event.key);
    else return;
    event.preventDefault();
  }
}

/** Whether king and rook of a right to castle stand on their squares of standard chess. */
function rightHolds(right, pieces) {
  const squares = { K: ['e1', 'K', 'h1', 'R'], Q: ['e1', 'K', 'a1', 'R'], k: ['e8', 'k', 'h8', 'r'], q: ['e8', 'k', 'a8', 'r'] }[right];
  return squares !== undefined && pieces[squares[0]] === squares[1] && pieces[squares[2]] === squares[3];
}
