// A board that knows the rules: only legal moves can be made on it, and they can be taken back.

import { pieceIcon, pieceName, piecesOf, turnOf } from './board.js';
import { questions } from './client.js';
import { Squares } from './squares.js';
import { text } from './text.js';

export class PlayBoard {
  held = null;
  isFlipped = false;
  /** The position it began with, null before; the moves made since, and those taken back. */
  start = null;
  moves = [];
  undone = [];
  /** The legal moves of the position: `{uci, san, fen}`. */
  legal = [];

  /** `changed` is called after every move; `choices` is the box for the pieces of a promotion. */
  constructor(box, choices, { changed, told }) {
    Object.assign(this, { choices, changed, told });
    this.squares = new Squares(box, { label: 'playLabel', press: (square) => this.press(square), drag: (from, to) => this.play(from, to) });
  }

  /** Begins with a position, after these moves: `{san, uci, fen}`. */
  async begin(fen, moves = []) {
    Object.assign(this, { start: fen, moves: [...moves], undone: [] });
    await this.look();
  }

  get fen() { return this.moves.at(-1)?.fen ?? this.start; }

  /** Asks for the legal moves of the position, and shows it. */
  async look() {
    const { fen } = this;
    Object.assign(this, { held: null, legal: [] });
    this.choices.replaceChildren();
    this.draw();
    this.changed();
    const legal = JSON.parse(await questions.ask('legal_moves', fen));
    if (this.fen === fen) this.legal = legal;
  }

  draw() {
    const last = this.moves.at(-1)?.uci;
    const targets = this.held ? this.legal.filter(({ uci }) => uci.startsWith(this.held)).map(({ uci }) => uci.slice(2, 4)) : [];
    this.squares.draw(this.fen, last ? { last: [last.slice(0, 2), last.slice(2, 4)] } : {}, { isFlipped: this.isFlipped, held: this.held, targets });
  }

  async make(move) {
    this.moves.push(move);
    this.undone = [];
    this.told(move.san);
    await this.look();
  }

  async back() {
    if (this.moves.length > 0) { this.undone.push(this.moves.pop()); await this.look(); }
  }

  async forward() {
    if (this.undone.length > 0) { this.moves.push(this.undone.pop()); await this.look(); }
  }

  flip() {
    this.isFlipped = !this.isFlipped;
    this.draw();
  }

  press(square) {
    if (this.held && this.held !== square && this.legal.some(({ uci }) => uci.startsWith(this.held + square))) { this.play(this.held, square); return; }
    const letter = piecesOf(this.fen)?.[square];
    this.held = letter && this.held !== square && this.legal.some(({ uci }) => uci.startsWith(square)) ? square : null;
    this.draw();
    if (this.held) this.told(`${pieceName(letter)} ${square} ${text('pickedUp')}`);
    else if (letter) this.told(text('cannotMove', { piece: pieceName(letter), square }));
  }

  play(from, to) {
    const moves = this.legal.filter(({ uci }) => to && uci.startsWith(from + to));
    this.held = null;
    if (moves.length === 1) { this.make(moves[0]); return; }
    this.draw();
    if (moves.length > 1) this.choosePiece(moves);
    else if (to && from !== to) this.told(text('notLegal', { move: `${from}–${to}` }));
  }

  /** Asks which piece a pawn becomes. */
  choosePiece(moves) {
    this.choices.replaceChildren(...moves.map((move) => {
      const letter = turnOf(this.fen) === 'w' ? move.uci[4].toUpperCase() : move.uci[4];
      const made = document.createElement('button');
      made.type = 'button';
      made.setAttribute('aria-label', pieceName(letter));
      made.append(pieceIcon(letter));
      made.addEventListener('click', () => this.make(move));
      return made;
    }));
    this.choices.querySelector('button').focus();
  }
}
