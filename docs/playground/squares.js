// The 64 squares of a board as buttons above its drawing, for mouse, touch and keyboard. What a press means is up to the board.

import { drawBoard, pieceName, piecesOf } from './board.js';
import { text } from './text.js';

/** How far the mouse moves before a press becomes a drag, in pixels. */
const DRAG_FROM = 8;

export class Squares {
  cursor = 'e1';

  /**
   * `press` takes the square of a click or of Enter, `drag` the square where a piece was taken, and the one where it was dropped
   * or null outside, and `key` any other key with its square; it returns whether the key meant something.
   */
  constructor(box, { label, press, drag, key = () => false }) {
    Object.assign(this, { box, label, press, drag, key });
    this.grid = document.createElement('div');
    this.grid.className = 'squares';
    this.grid.setAttribute('role', 'grid');
    this.listen();
  }

  /** Draws the board. `held` is the square of the piece in hand, `targets` are squares where it may go. */
  draw(fen, shapes, { isFlipped = false, held = null, targets = [] } = {}) {
    const board = drawBoard(this.box, fen, shapes, isFlipped);
    this.isFlipped = isFlipped;
    this.pieces = piecesOf(fen) ?? {};
    const hadFocus = this.grid.contains(document.activeElement);
    const rows = [];
    for (let row = 0; row < 8; row++) {
      const line = document.createElement('div');
      line.setAttribute('role', 'row');
      for (let column = 0; column < 8; column++) {
        const square = 'abcdefgh'[isFlipped ? 7 - column : column] + (isFlipped ? row + 1 : 8 - row);
        line.append(this.button(square, square === held, targets.includes(square)));
      }
      rows.push(line);
    }
    this.grid.replaceChildren(...rows);
    this.grid.setAttribute('aria-label', text(this.label));
    if (this.grid.parentNode !== board) board.append(this.grid);
    if (hadFocus) this.focus(this.cursor);
  }

  button(square, isHeld, isTarget) {
    const made = document.createElement('button');
    made.type = 'button';
    made.dataset.square = square;
    made.setAttribute('role', 'gridcell');
    const words = [square, this.pieces[square] ? pieceName(this.pieces[square]) : text('emptySquare')];
    if (isTarget) words.push(text('mayGoHere'));
    made.setAttribute('aria-label', words.join(', '));
    made.tabIndex = square === this.cursor ? 0 : -1;
    made.classList.toggle('held', isHeld);
    made.classList.toggle('target', isTarget);
    return made;
  }

  focus(square) {
    for (const button of this.grid.querySelectorAll('button')) button.tabIndex = button.dataset.square === square ? 0 : -1;
    this.cursor = square;
    this.grid.querySelector(`[data-square="${square}"]`).focus();
  }

  listen() {
    let from = null;
    let isAfterDrag = false;
    this.grid.addEventListener('pointerdown', (event) => {
      const square = event.target.dataset.square;
      // A finger scrolls the page: with touch, pieces are moved by two taps.
      if (square && event.button === 0 && event.pointerType !== 'touch') from = { square, isDragged: false, x: event.clientX, y: event.clientY };
    });
    window.addEventListener('pointermove', (event) => {
      if (!from || !this.pieces[from.square]) return;
      const [right, down] = [event.clientX - from.x, event.clientY - from.y];
      if (!from.isDragged && Math.hypot(right, down) < DRAG_FROM) return;
      from.isDragged = true;
      this.follow(from.square, right, down);
    });
    window.addEventListener('pointerup', (event) => {
      if (!from) return;
      const { square, isDragged } = from;
      from = null;
      if (!isDragged) return;
      const target = document.elementsFromPoint(event.clientX, event.clientY).find((at) => this.grid.contains(at) && at.dataset.square);
      isAfterDrag = true;
      setTimeout(() => { isAfterDrag = false; });
      this.drag(square, target?.dataset.square ?? null);
    });
    this.grid.addEventListener('click', (event) => {
      const { square } = event.target.dataset;
      if (square && !isAfterDrag) { this.cursor = square; this.press(square); }
    });
    this.grid.addEventListener('keydown', (event) => {
      const { square } = event.target.dataset;
      if (square && !event.ctrlKey && !event.metaKey && !event.altKey && (this.arrow(square, event.key) || this.key(square, event.key))) event.preventDefault();
    });
  }

  /** Moves the drawing of a piece along with the mouse. */
  follow(square, right, down) {
    const svg = this.box.querySelector('svg');
    const scale = svg.viewBox.baseVal.width / svg.getBoundingClientRect().width;
    const file = square.charCodeAt(0) - 97;
    const x = 45 * (this.isFlipped ? 7 - file : file);
    const y = 45 * (this.isFlipped ? Number(square[1]) - 1 : 8 - Number(square[1]));
    const piece = [...svg.querySelectorAll('use')].find((use) => Number(use.dataset.x ?? use.getAttribute('x')) === x && Number(use.dataset.y ?? use.getAttribute('y')) === y);
    if (!piece) return;
    Object.assign(piece.dataset, { x, y });
    piece.setAttribute('x', x + right * scale);
    piece.setAttribute('y', y + down * scale);
    svg.append(piece);
  }

  /** An arrow key moves the cursor. */
  arrow(square, key) {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key];
    if (!way) return false;
    const turn = this.isFlipped ? -1 : 1;
    const file = square.charCodeAt(0) - 97 + turn * way[0];
    const rank = Number(square[1]) - 1 + turn * way[1];
    if (file >= 0 && file < 8 && rank >= 0 && rank < 8) this.focus('abcdefgh'[file] + (rank + 1));
    return true;
  }
}
