// *Ask the arbiter*: a position or a game, what happened, and the verdict of `adjudicate` with its proof on the board.

import { BoardEditor, LETTERS, drawBoard, pieceIcon, pieceName, piecesOf, turnOf } from './board.js';
import { runText, stopped, textInput } from './client.js';
import { isPosition } from './files.js';
import { share } from './link.js';
import { onLanguage, say, sayInEnglish, text } from './text.js';

const $ = (id) => document.getElementById(id);

export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
/** The events, with the fields that each needs. */
const EVENTS = {
  none: [], flag: ['side', 'supervision'], resign: ['side'], agree: [], 'draw-offer': ['side'], threefold: ['side', 'intended', 'at'],
  fifty: ['side', 'intended', 'at'], touched: ['touched', 'side', 'at'], illegal: ['side', 'number', 'supervision'],
  'illegal-stood': ['side', 'supervision'], late: ['side'], 'both-flags': ['supervision'],
};
/** The editions with other rules for rapid and blitz without an arbiter at every game. */
const WITH_SUPERVISION = ['auto', 'fide-2023', 'fide-2018', 'fide-2014'];
const EDITIONS = ['auto', 'fide-2023', 'fide-2018', 'fide-2014', 'fide-2001', 'uscf', 'lichess', 'chesscom', 'iccf'];

/** The piece letters that the program reads. */
const ENGLISH = 'KQRBN';

let editor;
let brush = null;
/** The piece letters of the intended move, which change with the language. */
let letters = ENGLISH;
/** The plies of the pasted game: `{san, fen, uci}` from the start on; null without a game. */
let game = null;
let ply = 0;
/** Ends when the pasted game is read. */
let reading = Promise.resolve();
/** What the side to move does. */
const ON_MOVE = ['touched', 'threefold', 'fifty'];

/** What the buttons of a line of positions do: back, forward, start, end. */
function stepper(box, count, at, show) {
  const button = (label, target) => {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = label[0];
    made.setAttribute('aria-label', text(label[1]));
    made.disabled = target < 0 || target >= count || target === at;
    made.dataset.step = label[1];
    made.addEventListener('click', () => {
      show(target);
      // The buttons were made anew.
      const again = box.querySelector(`[data-step="${label[1]}"]`);
      (again.disabled ? box.querySelector('button:not(:disabled)') : again)?.focus();
    });
    return made;
  };
  box.replaceChildren(button(['|◀', 'first'], 0), button(['◀', 'back'], at - 1), button(['▶', 'forward'], at + 1), button(['▶|', 'last'], count - 1));
}

/** The number and side of a ply, as they are printed: `12...`. */
function numbered(plies, index) {
  const before = plies[index - 1].fen.split(' ');
  return `${before[5]}${before[1] === 'w' ? '.' : '...'} ${plies[index].san}`;
}

function parse(lines) {
  return lines.split('\n').filter(Boolean).map((line) => JSON.parse(line));
}

async function readGame() {
  const pgn = $('ask-game').value;
  game = null;
  $('game-steps').hidden = true;
  if (pgn.trim() === '') { showFields(); return; }
  if (isPosition(pgn)) { askAbout(pgn.trim()); return; }
  const input = textInput('game.pgn', pgn);
  const args = ['replay', '--format', 'jsonl', '--threads', '1', '--head', '1', '--fields', 'game,ply,san,uci,fen'];
  const start = await runText([...args, '--at', '0'], [input]);
  const moves = await runText(args, [input]);
  if ($('ask-game').value !== pgn) return;
  const [first] = parse(start.text);
  const messages = first?.fen ? moves.messages : [...start.messages, ...moves.messages];
  sayInEnglish($('ask-error'), messages.map(({ message }) => message).join('\n'));
  if (!first?.fen) return;
  game = [{ fen: first.fen }, ...parse(moves.text).filter((record) => record.type === 'ply' && record.uci)];
  $('game-steps').hidden = false;
  showPly(game.length - 1);
  showFields();
}

function showPly(target) {
  ply = target;
  stepper($('game-steps'), game.length, ply, showPly);
  const { fen, uci } = game[ply];
  setPosition(fen, uci ? { last: [uci.slice(0, 2), uci.slice(2, 4)] } : {});
  $('ask-board-status').textContent = ply === 0 ? text('atStart') : numbered(game, ply);
}

function setPosition(fen, shapes = {}) {
  editor.show(fen, shapes);
  $('ask-fen').value = fen;
  $('turn').value = turnOf(fen);
  chooseSide();
  forget();
}

/** Who touches a piece or claims is the player to move, unless the user says otherwise. */
function chooseSide() {
  if (ON_MOVE.includes($('event').value)) $('side').value = turnOf($('ask-fen').value) === 'b' ? 'black' : 'white';
}

/** Takes the verdict away: it answered another question. */
function forget() {
  $('verdict').replaceChildren();
  $('proof').hidden = true;
}

/** A position of the user's own: the game no longer is the question. */
function leaveGame() {
  game = null;
  $('game-steps').hidden = true;
  $('ask-game').value = '';
  $('ask-board-status').textContent = '';
  showFields();
}

/** A click on a square when a piece was touched: the square is the next one. Returns whether that is the question. */
function touch(square) {
  if ($('event').value !== 'touched' || brush !== null) return false;
  forget();
  $('touched').value = [...$('touched').value.split(',').map((word) => word.trim()).filter(Boolean), square].join(',');
  $('ask-board-status').textContent = `${text('touched')}: ${$('touched').value}`;
  return true;
}

function showFields() {
  const fields = EVENTS[$('event').value];
  const applies = { at: () => game, supervision: mayBeUnsupervised };
  for (const row of document.querySelectorAll('#question [data-for]')) {
    const name = row.dataset.for;
    row.hidden = !fields.includes(name) || (name in applies && !applies[name]());
  }
}

/** Whether the game is a fast one, or may be by its time control, under rules that ask how it is supervised. */
function mayBeUnsupervised() {
  const kind = $('time-class').value;
  const isFast = kind ? kind !== 'standard' : game && /^\[TimeControl\b/m.test($('ask-game').value);
  return isFast && WITH_SUPERVISION.includes($('edition').value);
}

/** A move with the piece letters of one language in those of another. */
function relettered(move, from, to) {
  return move.replace(/[A-Z]/g, (letter) => to[from.indexOf(letter)] ?? letter);
}

/** The intended move as the program reads it. */
const intendedMove = () => relettered($('intended').value.trim(), letters, ENGLISH);

function fillIntended(move) {
  letters = text('pieceLetters');
  $('intended').value = relettered(move, ENGLISH, letters);
  $('intended').placeholder = relettered('Nf6', ENGLISH, letters);
}

/** The arguments of `adjudicate` for the question in the form. */
function question() {
  const [event, side] = [$('event').value, $('side').value];
  const args = ['--laws', $('edition').value];
  if ($('time-class').value) args.push('--time-class', $('time-class').value);
  if (EVENTS[event].includes('supervision') && mayBeUnsupervised()) args.push('--supervision', $('supervision').value);
  switch (event) {
    case 'none': break;
    case 'agree': args.push('--event', 'agree'); break;
    case 'both-flags': args.push('--event', 'flag:both'); break;
    case 'threefold': case 'fifty': {
      args.push('--claim', event, '--by', side);
      if (intendedMove()) args.push('--intended', intendedMove());
      break;
    }
    case 'touched': {
      args.push(`--touched=${$('touched').value.trim()}`, '--by', side);
      if ($('adjusted').checked) args.push('--adjusted');
      break;
    }
    case 'illegal': args.push('--event', `illegal:${side}:${Number($('number').value) || 1}`); break;
    default: args.push('--event', `${event}:${side}`);
  }
  return args;
}

async function answer(event) {
  event?.preventDefault();
  $('ask-error').textContent = '';
  forget();
  if ($('event').value === 'touched' && $('touched').value.trim() === '') {
    say($('ask-error'), text('noTouched'));
    return;
  }
  $('verdict').textContent = text('thinking');
  await reading;
  const args = ['adjudicate', '--threads', '1', ...question()];
  const inputs = game ? [textInput('game.pgn', $('ask-game').value)] : [];
  const at = $('at').value.trim() && EVENTS[$('event').value].includes('at') ? $('at').value.trim() : null;
  if (game) args.push('--game', '1');
  else args.push('--fen', $('ask-fen').value.trim());
  if (game && (at || ply < game.length - 1)) args.push('--at', at ?? String(ply));
  try {
    const data = await runText([...args, '--format', 'jsonl'], inputs);
    const words = await runText(args, inputs);
    const [verdict] = parse(data.text).filter((record) => record.type === 'verdict');
    $('verdict').replaceChildren();
    if (!verdict) {
      const messages = data.messages.map(({ message }) => message).join('\n');
      if (messages) sayInEnglish($('ask-error'), messages); else say($('ask-error'), text('noAnswer'));
      return;
    }
    showVerdict(verdict, words.text);
    await showProof(verdict);
  } catch (error) {
    $('verdict').textContent = '';
    if (error !== stopped) sayInEnglish($('ask-error'), error.message);
  }
}

function paragraph(words, set = say) {
  const made = document.createElement('p');
  set(made, words);
  return made;
}

function showVerdict(verdict, words) {
  const title = document.createElement('h3');
  const isAboutGame = verdict.answer === `${verdict.verdict}: ${verdict.reason}` || verdict.answer === verdict.verdict;
  title.textContent = text(`verdict-${verdict.verdict}`);
  const rows = [title];
  // A rule about material decides even if mate is possible.
  const isByMaterial = verdict.certificate.kind.startsWith('insufficient-material');
  const reason = isByMaterial && verdict.reason === 'flag-unwinnable' ? 'flag-insufficient' : verdict.reason;
  if (isAboutGame) rows.push(paragraph(text(`reason-${reason}`)));
  else { title.textContent = verdict.answer[0].toUpperCase() + verdict.answer.slice(1); title.lang = 'en'; }
  const article = verdict.article ?? verdict.touched?.article ?? verdict.complaint?.article;
  const edition = verdict.article_edition ?? verdict.edition;
  const numbered = edition === 'uscf' ? 'rule' : 'article';
  const book = text(`edition-${edition}`);
  rows.push(paragraph(article ? text(numbered, { article, edition: book }) : text('underRules', { edition: book })));
  rows.push(paragraph(text(isByMaterial && verdict.certainty === 'proved' ? 'certainty-material' : `certainty-${verdict.certainty}`)));
  // The sentences of the program: all lines but the first, which the title repeats.
  for (const line of words.trimEnd().split('\n').slice(1)) rows.push(paragraph(line.trim(), sayInEnglish));
  $('verdict').append(...rows);
}

/** Shows what proves a verdict on a board: a mate to step through, or the wall. */
async function showProof({ certificate, fen }) {
  const show = { helpmate: showMate, closed: showWall, repetition: showRepetition }[certificate.kind];
  if (!show) return;
  $('proof-steps').replaceChildren();
  $('proof-status').textContent = '';
  $('proof-key').textContent = '';
  $('proof').hidden = false;
  await show(certificate, fen);
}

async function showMate({ line }, fen) {
  $('proof-title').textContent = text('mateTitle');
  const { text: lines } = await runText(['replay', '--fen', fen, '--moves', line.join(' '), '--format', 'jsonl', '--fields', 'san,uci,fen']);
  showLine([{ fen }, ...parse(lines).filter((record) => record.uci)], 0);
}

function showLine(plies, at) {
  stepper($('proof-steps'), plies.length, at, (target) => showLine(plies, target));
  const { fen, uci } = plies[at];
  drawBoard($('proof-board'), fen, uci ? { last: [uci.slice(0, 2), uci.slice(2, 4)] } : {}, editor.isFlipped);
  const where = text('moveOf', { at, count: plies.length - 1 });
  $('proof-status').textContent = at === 0 ? text('mateStart', { count: plies.length - 1 }) : `${numbered(plies, at)} (${where})`;
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
  drawBoard($('proof-board'), fen, { squares: unique }, editor.isFlipped);
  $('proof-key').textContent = text('wallKey');
}

function showRepetition({ plies }, fen) {
  if (!game) { $('proof').hidden = true; return; }
  $('proof-title').textContent = text('repetitionTitle');
  const occurrences = plies.map((at) => game[at] ? { at, ...game[at] } : { at, fen });
  const show = (index) => {
    stepper($('proof-steps'), occurrences.length, index, show);
    const { at, uci } = occurrences[index];
    drawBoard($('proof-board'), game[at]?.fen ?? occurrences[0].fen, uci ? { last: [uci.slice(0, 2), uci.slice(2, 4)] } : {}, editor.isFlipped);
    $('proof-status').textContent = text('occurrence', { number: index + 1, count: occurrences.length, after: at === 0 ? text('atStart') : game[at] ? numbered(game, at) : text('intendedMove') });
  };
  show(0);
}

function fillLists() {
  const fill = (id, values, prefix) => {
    const chosen = $(id).value;
    $(id).replaceChildren(...values.map((value) => {
      const made = document.createElement('option');
      made.value = value;
      made.textContent = text(prefix + value);
      return made;
    }));
    if (values.includes(chosen)) $(id).value = chosen;
  };
  fill('event', Object.keys(EVENTS), 'event-');
  fill('edition', EDITIONS, 'edition-');
  fillPalette();
}

function fillPalette() {
  const tools = [...LETTERS, ''];
  $('palette').replaceChildren(...tools.map((letter) => {
    const made = document.createElement('button');
    made.type = 'button';
    made.setAttribute('aria-pressed', String(brush === letter));
    made.setAttribute('aria-label', letter ? pieceName(letter) : text('eraser'));
    made.append(letter ? pieceIcon(letter) : '✕');
    made.addEventListener('click', () => {
      brush = brush === letter ? null : letter;
      fillPalette();
      $('palette').children[tools.indexOf(letter)].focus();
      $('ask-board-status').textContent = brush === null ? text('brushOff') : text('brushOn', { piece: letter ? pieceName(letter) : text('eraser') });
    });
    return made;
  }));
}

/** Shows a position as the question. */
export function askAbout(fen) {
  leaveGame();
  setPosition(fen);
}

/** Follows a link. */
export async function follow({ fen, pgn, event, side, edition, intended, touched, timeClass, supervision }) {
  const choose = (id, value) => { if ([...$(id).options].some((option) => option.value === value)) $(id).value = value; };
  choose('event', event);
  choose('edition', edition);
  choose('time-class', timeClass ?? '');
  choose('supervision', supervision);
  fillIntended(String(intended ?? ''));
  $('touched').value = String(touched ?? '');
  askAbout(String(fen ?? START));
  if (pgn) {
    $('ask-game-box').open = true;
    $('ask-game').value = String(pgn);
    await readGame();
  }
  choose('side', side);
  showFields();
  await answer();
}

/** Connects the elements. */
export function begin() {
  editor = new BoardEditor($('ask-board'), {
    changed: (fen) => { leaveGame(); forget(); $('ask-fen').value = fen; },
    told: (words) => { $('ask-board-status').textContent = words; },
    brush: () => brush,
    pick: touch,
  });
  onLanguage(() => { fillLists(); showFields(); fillIntended(intendedMove()); });
  setPosition(START);
  $('event').addEventListener('change', chooseSide);
  for (const id of ['event', 'edition', 'time-class']) $(id).addEventListener('change', showFields);
  $('question').addEventListener('input', forget);
  $('question').addEventListener('submit', answer);
  $('ask-fen').addEventListener('change', () => {
    const fen = $('ask-fen').value.trim();
    if (fen === editor.fen) return;
    say($('ask-error'), piecesOf(fen) ? '' : text('badFen'));
    if (piecesOf(fen)) { leaveGame(); setPosition(fen); }
  });
  $('turn').addEventListener('change', () => {
    const fields = $('ask-fen').value.trim().split(/\s+/);
    fields[1] = $('turn').value;
    fields[3] = '-';
    leaveGame();
    setPosition([...fields.slice(0, 4), fields[4] ?? '0', fields[5] ?? '1'].map((field) => field ?? '-').join(' '));
  });
  $('start-position').addEventListener('click', () => askAbout(START));
  $('clear-board').addEventListener('click', () => askAbout('8/8/8/8/8/8/8/8 w - - 0 1'));
  $('flip').addEventListener('click', () => editor.flip());
  $('ask-game').addEventListener('input', () => {
    forget();
    reading = readGame().catch((error) => { if (error !== stopped) sayInEnglish($('ask-error'), error.message); });
  });
  $('share-ask').addEventListener('click', () => {
    const common = {
      tool: 'ask', event: $('event').value, side: $('side').value, edition: $('edition').value, timeClass: $('time-class').value,
      supervision: $('supervision').value, intended: intendedMove(), touched: $('touched').value,
    };
    share(game ? { ...common, pgn: $('ask-game').value } : { ...common, fen: $('ask-fen').value }, $('share-ask-status'), text);
  });
}
