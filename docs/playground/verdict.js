// The verdict sheet: the result, what to do now, what to say, the article, why, and what would be under other rules.

import { drawBoard } from './board.js';
import { questions, stopped } from './client.js';
import { argumentsFor, hasPosition, RULES } from './incidents.js';
import { certaintyOf, outcomeOf } from './outcome.js';
import { showProof } from './proof.js';
import { rulesInWords } from './rules.js';
import { say, sayInEnglish, text } from './text.js';

const $ = (id) => document.getElementById(id);

/** The question whose verdict is shown, so that a late answer to another one is not. */
let current = null;

const verdictsOf = (output) => output.split('\n').filter((line) => line.startsWith('{"type":"verdict"')).map((line) => JSON.parse(line));

/** Shows the verdict on an incident. Resolves when it is there. */
export async function showVerdict(answers, rules) {
  current = answers;
  $('verdict').dataset.state = 'thinking';
  for (const id of ['verdict-detail', 'verdict-say', 'verdict-error', 'article-text', 'share-status']) $(id).textContent = '';
  for (const id of ['verdict-body', 'proof']) $(id).hidden = true;
  for (const id of ['why', 'what-if', 'report']) $(id).open = false;
  say($('verdict-title'), text('thinking'));
  try {
    const args = ['adjudicate', '--threads', '1', '--format', 'jsonl', ...argumentsFor(answers, rules)];
    const { text: output, messages } = await questions.runText(args);
    const [verdict] = verdictsOf(output);
    const legal = verdict?.touched ? JSON.parse(await questions.ask('legal_moves', verdict.fen)) : [];
    if (current !== answers) return;
    if (!verdict) { refuse(messages.map(({ message }) => message).join('\n')); return; }
    fill(verdict, answers, rules, legal);
    await showArticle(verdict, answers);
    if (current === answers && hasPosition(answers)) $('verdict-board').hidden ||= await showProof(verdict, answers);
  } catch (error) {
    if (error !== stopped && current === answers) refuse(error.message);
  }
}

function refuse(message) {
  say($('verdict-title'), text('noAnswer'));
  sayInEnglish($('verdict-error'), message);
  $('verdict').dataset.state = 'refused';
}

function fill(verdict, answers, rules, legal) {
  const { title, detail, say: spoken, steps, result } = outcomeOf(verdict, answers, legal);
  const isOwn = hasPosition(answers);
  say($('verdict-title'), title);
  $('verdict-result').textContent = result ?? '';
  $('verdict-result').hidden = !result;
  $('verdict-detail').textContent = detail;
  $('verdict-say').textContent = spoken;
  $('say-box').hidden = !spoken;
  $('verdict-steps').replaceChildren(...steps.map((step) => Object.assign(document.createElement('li'), { textContent: step })));
  $('verdict-certainty').textContent = certaintyOf(verdict, isOwn);
  $('verdict-condition').textContent = conditionOf(answers);
  $('verdict-rules').textContent = rulesInWords(rules);
  fillWhy(verdict, answers, isOwn);
  fillBoard(verdict, answers, legal, isOwn);
  $('verdict-body').hidden = false;
  $('verdict').dataset.state = verdict.verdict;
}

/** What the user has said instead of a position. */
function conditionOf({ left }) {
  return left === 'enough' ? text('condition-enough') : left === 'king' ? text('condition-king') : '';
}

function fillWhy(verdict, answers, isOwn) {
  // A note about a pawn is about the position that stands for the user's.
  const notes = !isOwn && answers.illegal === 'unpromoted' ? [] : verdict.notes;
  const problems = isOwn && verdict.errors ? [verdict.errors.message] : [];
  // The answer in words, unless it is the verdict and its reason, which are shown.
  const answer = verdict.answer.startsWith(`${verdict.verdict}: `) ? [] : [verdict.answer];
  const reasons = [...answer, ...notes, ...problems];
  $('why').hidden = reasons.length === 0;
  // A note may be what the verdict depends on.
  $('why').open = notes.length + problems.length > 0;
  $('notes').replaceChildren(...reasons.map((note) => {
    const item = document.createElement('li');
    sayInEnglish(item, note[0].toUpperCase() + note.slice(1));
    return item;
  }));
}

function fillBoard(verdict, answers, legal, isOwn) {
  $('verdict-board').hidden = !isOwn || !verdict.fen;
  if (!isOwn || !verdict.fen) return;
  const moves = verdict.touched ? legal.filter(({ san }) => verdict.touched.moves.includes(san)).slice(0, 8) : [];
  const arrows = moves.map(({ uci }) => [[uci.slice(0, 2), uci.slice(2, 4)], 'blue']);
  drawBoard($('verdict-board'), verdict.fen, { arrows, squares: (answers.squares ?? '').split(',').filter(Boolean).map((square) => [square, 'yellow']) });
}

/** Shows the number of the article and, in the program's words, its sense. */
async function showArticle(verdict, answers) {
  const article = verdict.article ?? verdict.touched?.article ?? verdict.complaint?.article;
  const edition = verdict.edition;
  $('article-name').textContent = article ? text(edition === 'uscf' ? 'rule' : 'article', { article, edition: text(`edition-${edition}`) }) : text('underRules', { edition: text(`edition-${edition}`) });
  if (!article) return;
  const { text: page, status } = await questions.runText(['explain', article]);
  if (current !== answers || status !== 0) return;
  // The first article of the page: its heading, its sense in indented lines, then where else it is found.
  const [, ...rest] = page.split('\n');
  const end = rest.findIndex((line) => /^ {2}(Numbers|Rules|Endings[^:]*): /.test(line) || line.trim() === '');
  sayInEnglish($('article-text'), rest.slice(0, end < 0 ? rest.length : end).map((line) => line.trim()).join(' '));
}

/** Shows the verdicts under other rules. */
export async function showOtherRules(answers, rules) {
  const others = [...RULES.laws.map((laws) => ({ ...rules, laws })), ...RULES.time.map((time) => ({ ...rules, time }))];
  const asked = current;
  $('other-rules').replaceChildren();
  for (const other of others) {
    if (Object.keys(rules).every((name) => other[name] === rules[name])) continue;
    const { text: output } = await questions.runText(['adjudicate', '--threads', '1', '--format', 'jsonl', ...argumentsFor(answers, other)]);
    const [verdict] = verdictsOf(output);
    const legal = verdict?.touched ? JSON.parse(await questions.ask('legal_moves', verdict.fen)) : [];
    if (current !== asked || !$('what-if').open) return;
    const outcome = verdict ? outcomeOf(verdict, answers, legal) : { title: text('noAnswer'), detail: '' };
    const minutes = verdict?.penalty ? ` (${text(verdict.penalty.minutes === 1 ? 'oneMinute' : 'minutes', verdict.penalty)})` : '';
    const row = document.createElement('tr');
    const name = other.laws === rules.laws ? text(`time-${other.time}`) : text(`edition-${other.laws}`);
    row.append(Object.assign(document.createElement('th'), { scope: 'row', textContent: name }), Object.assign(document.createElement('td'), { textContent: `${outcome.title}${minutes}` }));
    $('other-rules').append(row);
  }
}
