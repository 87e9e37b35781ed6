// A board on which a position is set up: pieces are placed, moved and removed, and every change can be undone.

import { LETTERS, pieceIcon, pieceName, piecesOf, placement } from './board.js';
import { Squares } from './squares.js';
import { text } from './text.js';

export const EMPTY = '8/8/8/8/8/8/8/8 w - - 0 1';
/** What the palette has: the white pieces, `''`, which removes a piece, and the black ones. */
const TOOLS = [...LETTERS.slice(0, 6), '', ...LETTERS.slice(6)];

export class PositionEditor {
  fen = EMPTY;
  isFlipped = false;
  held = null;
  /** The tool in hand: null moves pieces. It ends with one use, unless it was pressed twice. */
  tool = null;
  isToolKept = false;
  past = [];
  future = [];

  /** `changed` takes the new FEN, `told` what was done, in words. `palette` is the box for the tools. */
  constructor(box, palette, { changed, told }) {
    Object.assign(this, { palette, changed, told });
    this.squares = new Squares(box, {
      label: 'boardLabel',
      press: (square) => this.press(square),
      drag: (from, to) => this.move(from, to),
      key: (square, key) => this.key(square, key),
    });
  }

  /** Shows another position, as a change that can be undone. */
  set(fen) {
    if (fen === this.fen) return;
    this.past.push(this.fen);
    this.future = [];
    this.show(fen);
  }

  show(fen) {
    Object.assign(this, { fen, held: null });
    this.draw();
    this.changed(fen);
  }

  undo() {
    if (this.past.length === 0) return;
    this.future.push(this.fen);
    this.show(this.past.pop());
  }

  redo() {
    if (this.future.length === 0) return;
    this.past.push(this.fen);
    this.show(this.future.pop());
  }

  flip() {
    this.isFlipped = !this.isFlipped;
    this.draw();
  }

  draw() {
    this.squares.draw(this.fen, {}, { isFlipped: this.isFlipped, held: this.held });
    this.palette.replaceChildren(...TOOLS.map((tool) => this.toolButton(tool)));
  }

  toolButton(tool) {
    const made = document.createElement('button');
    made.type = 'button';
    made.dataset.tool = tool;
    made.setAttribute('aria-pressed', String(this.tool === tool));
    made.classList.toggle('kept', this.tool === tool && this.isToolKept);
    made.setAttribute('aria-label', tool ? pieceName(tool) : text('eraser'));
    made.append(tool ? pieceIcon(tool) : '✕');
    made.addEventListener('click', () => {
      this.take(tool);
      this.palette.querySelector(`[data-tool="${tool}"]`).focus();
    });
    return made;
  }

  /** The first press takes a tool for one square, the second for many, the third puts it down. */
  take(tool) {
    if (this.tool !== tool) Object.assign(this, { tool, isToolKept: false });
    else if (!this.isToolKept) this.isToolKept = true;
    else Object.assign(this, { tool: null, isToolKept: false });
    this.held = null;
    this.draw();
    const piece = tool ? pieceName(tool) : text('eraser');
    this.told(this.tool === null ? text('toolOff') : text(this.isToolKept ? 'toolKept' : 'toolOnce', { piece }));
  }

  edit(change, words) {
    const pieces = piecesOf(this.fen) ?? {};
    change(pieces);
    const [, turn = 'w', rights = '-'] = this.fen.trim().split(/\s+/);
    const before = possibleRights(this.fen);
    const placed = placement(pieces);
    // A king and a rook that come to their first squares may castle, unless the user says otherwise.
    const kept = possibleRights(placed).filter((right) => rights.includes(right) || !before.includes(right)).join('') || '-';
    this.set([placed, turn, kept, '-', '0', '1'].join(' '));
    this.told(words);
  }

  move(from, to) {
    const letter = piecesOf(this.fen)?.[from];
    if (!letter || from === to) { this.held = null; this.draw(); return; }
    this.edit((pieces) => { delete pieces[from]; if (to) pieces[to] = letter; }, `${pieceName(letter)} ${from} ${to ? `→ ${to}` : text('removed')}`);
  }

  put(square, letter) {
    this.edit((pieces) => { if (letter) pieces[square] = letter; else delete pieces[square]; }, `${square}: ${letter ? pieceName(letter) : text('emptySquare')}`);
  }

  press(square) {
    if (this.tool !== null) {
      const { tool } = this;
      if (!this.isToolKept) this.tool = null;
      this.put(square, tool);
      return;
    }
    if (this.held) { this.move(this.held, square); return; }
    const letter = piecesOf(this.fen)?.[square];
    if (!letter) return;
    this.held = square;
    this.draw();
    this.told(`${pieceName(letter)} ${square} ${text('pickedUp')}`);
  }

  key(square, key) {
    if (key === 'Delete' || key === 'Backspace') this.put(square, '');
    else if (key === 'Escape' && (this.held || this.tool !== null)) { Object.assign(this, { held: null, tool: null }); this.draw(); }
    else if (LETTERS.includes(key)) this.put(square, key);
    else return false;
    return true;
  }
}

/** The rights to castle that kings and rooks on their first squares may have, as letters of a FEN. */
export function possibleRights(fen) {
  const pieces = piecesOf(fen) ?? {};
  const needs = { K: ['e1', 'K', 'h1', 'R'], Q: ['e1', 'K', 'a1', 'R'], k: ['e8', 'k', 'h8', 'r'], q: ['e8', 'k', 'a8', 'r'] };
  return Object.keys(needs).filter((right) => {
    const [king, kingLetter, rook, rookLetter] = needs[right];
    return pieces[king] === kingLetter && pieces[rook] === rookLetter;
  });
}
