// The first screen: what the page does, a door for each use, and an example that the program has checked.

import { drawBoard } from './board.js';
import { questions } from './client.js';
import { fragmentOf } from './address.js';
import { CHOICES } from './incidents.js';
import { isLoaded } from './module.js';
import { onLanguage, optional, text } from './text.js';

const $ = (id) => document.getElementById(id);

/** The text of the example, its findings and its repairs, which the build has asked the program for. */
export const EXAMPLE = JSON.parse($('example-data').textContent);

/** What is drawn for a finding: arrows for moves and attacks, and tinted squares. */
export function shapesOf({ moves, attacks, squares }) {
  const arrows = [...attacks.map((move) => [move, 'red']), ...moves.map((move) => [move, 'blue'])];
  return { arrows, squares: squares.map((square) => [square, 'yellow']) };
}

/** A message of the program, whose code is marked as such. */
export function coded(message) {
  return message.split('`').map((part, index) => (index % 2 === 0 ? part : Object.assign(document.createElement('code'), { textContent: part })));
}

function tile(incident) {
  const made = document.createElement('a');
  made.className = 'tile';
  made.href = fragmentOf('board', { incident });
  made.append(Object.assign(document.createElement('strong'), { textContent: text(`choice-incident-${incident}`) }));
  made.append(Object.assign(document.createElement('span'), { textContent: optional(`hint-incident-${incident}`) }));
  return made;
}

/** The lines of a diff, without its heads, each with its class. */
export function diffLines(diff) {
  return diff.split('\n').map((line) => {
    const isHead = /^(--- |\+\+\+ |@@)/.test(line);
    const made = document.createElement('span');
    made.className = isHead ? 'head' : line.startsWith('+') ? 'add' : line.startsWith('-') ? 'cut' : '';
    made.textContent = `${line}\n`;
    return made;
  });
}

const finding = EXAMPLE.findings.find(({ code }) => code === 'M101');

function showSample(shapes = {}) {
  drawBoard($('sample-board'), finding.fen, shapes);
}

/** Draws the arrows of the example, when the module is there to ask. */
export async function enliven() {
  const bytes = new TextEncoder().encode(EXAMPLE.text).subarray(finding.offset, finding.offset + finding.length);
  const marks = JSON.parse(await questions.ask('move_marks', finding.fen, new TextDecoder().decode(bytes)));
  onLanguage(() => showSample(shapesOf(marks)));
}

/** Fills the first screen. */
export function begin() {
  onLanguage(() => {
    $('home-tiles').replaceChildren(...CHOICES.incident.map(tile));
    if (!isLoaded()) showSample();
  });
  $('sample-message').replaceChildren(...coded(finding.message));
  $('sample-diff').replaceChildren(...diffLines(EXAMPLE.diff).filter(({ className }) => className === 'add' || className === 'cut'));
}
