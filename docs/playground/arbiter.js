// *At the board*: what happened, one question at a time, and the verdict. Every state has an address.

import { currentPlace, fragmentOf, go } from './address.js';
import { stopped } from './client.js';
import { answersBefore, CHOICES, nextQuestion, opponentOf, playerOf, questionsOf } from './incidents.js';
import { share } from './link.js';
import { askForPosition, beginPositions, knownPosition, ownPosition } from './position.js';
import { beginRules, rulesFor } from './rules.js';
import { onLanguage, optional, sayInEnglish, text } from './text.js';
import { askForMove, askForTouches, beginTouches, reportTouch } from './touch.js';
import { showOtherRules, showVerdict } from './verdict.js';

const $ = (id) => document.getElementById(id);
/** The parts of the screen: the choices of a question, those with a screen of their own, and the verdict. */
const SCREENS = ['choices', 'set-position', 'touch', 'intended', 'verdict'];

const answersNow = () => currentPlace().values;

/** The names of the players in an incident, for its questions. */
function names(answers) {
  const player = playerOf(answers);
  return player ? { player: text(`name-${player}`), opponent: text(`name-${opponentOf(player)}`) } : {};
}

/** The words of a choice: those of the question in this incident, if it has its own. */
const wordOf = (question, choice, answers) => text(`choice-${question}-${choice}`, names(answers));
const titleOf = (question, answers) => optional(`ask-${answers.incident}-${question}`, names(answers)) || text(`ask-${question}`, names(answers));

/** An answer that was given, in a few words. */
function givenAnswer(question, answers) {
  if (question in CHOICES) return wordOf(question, answers[question], answers);
  if (answers[question] === 'none') return text('noMoves');
  return text(`trail-${question}`, { value: answers[question] });
}

/** The answers so far as links back to their questions. */
function showTrail(answers) {
  const asked = questionsOf(answers);
  const next = nextQuestion(answers);
  const given = next ? asked.slice(0, asked.indexOf(next)) : asked;
  $('trail').replaceChildren(...given.map((question) => {
    const item = document.createElement('li');
    const link = document.createElement('a');
    link.href = fragmentOf('board', answersBefore(answers, question));
    link.textContent = givenAnswer(question, answers);
    item.append(link);
    return item;
  }));
  $('trail').parentNode.hidden = given.length === 0;
}

function choiceLink(question, choice, answers) {
  const link = document.createElement('a');
  link.className = 'tile';
  // The next screen shows the board, so a position that is known already need not be given again.
  const known = question === 'touched' && choice !== 'claim' ? knownPosition(choice) : {};
  link.href = fragmentOf('board', { ...answers, [question]: choice, ...known });
  link.dataset.choice = choice;
  const label = document.createElement('strong');
  label.textContent = wordOf(question, choice, answers);
  link.append(label);
  const hint = optional(`hint-${question}-${choice}`, names(answers));
  if (hint) link.append(Object.assign(document.createElement('span'), { textContent: hint }));
  return link;
}

function showChoices(question, answers) {
  $('tiles').replaceChildren(...CHOICES[question].map((choice) => choiceLink(question, choice, answers)));
  $('tiles').dataset.question = question;
}

/** Goes on with more answers. */
const answerWith = (answers) => (more) => go('board', { ...answers, ...more });

const SCREEN_OF = { position: 'set-position', moves: 'set-position', squares: 'touch', intended: 'intended' };

function showQuestion(question, answers) {
  const screen = SCREEN_OF[question] ?? 'choices';
  for (const other of SCREENS) $(other).hidden = other !== screen;
  $('ask-title').hidden = false;
  $('ask-title').textContent = titleOf(question, answers);
  const answer = answerWith(answers);
  if (question === 'position') askForPosition({ turn: playerOf(answers), isAnyAllowed: answers.illegal === 'position', answer });
  else if (question === 'moves') askForPosition({ needsMoves: true, answer });
  else if (question === 'squares') askForTouches(answers, answer).catch(reportTouch);
  else if (question === 'intended') askForMove(answers, (intended) => answer({ intended })).catch(reportTouch);
  else showChoices(question, answers);
}

/** Shows the state of the address. */
export function showIncident() {
  const answers = answersNow();
  const question = nextQuestion(answers);
  showTrail(answers);
  $('again').hidden = Boolean(question);
  if (question) { showQuestion(question, answers); return; }
  for (const other of SCREENS) $(other).hidden = other !== 'verdict';
  $('ask-title').hidden = true;
  showVerdict(answers, rulesFor(answers));
}

/** Moves the focus to the heading of what is shown, so that it is in view and read aloud. */
export function focusIncident() {
  (nextQuestion(answersNow()) ? $('ask-title') : $('verdict-title')).focus({ preventScroll: true });
  window.scrollTo(0, 0);
}

/** Opens the questions with a position that is the user's own. */
export function askAbout(fen) {
  ownPosition(fen);
  go('board', {});
}

function printReport() {
  $('report-time').textContent = new Date().toLocaleString(document.documentElement.lang, { dateStyle: 'long', timeStyle: 'short' });
  window.print();
}

/** Connects the elements. */
export function begin() {
  beginPositions();
  beginTouches();
  const redraw = () => { if (currentPlace()?.tool === 'board') showIncident(); };
  beginRules(redraw);
  onLanguage(redraw);
  $('what-if').addEventListener('toggle', () => {
    if ($('what-if').open) showOtherRules(answersNow(), rulesFor(answersNow())).catch((error) => { if (error !== stopped) sayInEnglish($('verdict-error'), error.message); });
  });
  $('share-verdict').addEventListener('click', () => {
    const answers = answersNow();
    share(fragmentOf('board', { ...answers, ...rulesFor(answers) }), $('share-status'), text);
  });
  $('print-report').addEventListener('click', printReport);
}
