// The words of the page in each language. A language is two tables, of the page and of the rulings at the board, with the same
// keys as those of English, and an option in `index.html`. Findings, rules, and the reasons below a verdict come from the program,
// which writes English.

import { englishRulings } from './rulings-en.js';
import { frenchRulings } from './rulings-fr.js';
import { keep, kept } from './store.js';
import { english } from './words-en.js';
import { french } from './words-fr.js';

export const LANGUAGES = { en: { ...english, ...englishRulings }, fr: { ...french, ...frenchRulings } };

let language = 'en';
const listeners = [];

const filled = (words, values) => words.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));

/** The words for a key, with the values put in for `{name}`. A key that no table has stands for itself. */
export function text(key, values = {}) {
  return filled(LANGUAGES[language][key] ?? key.replace(/^[a-z]+-/, ''), values);
}

/** The same; empty if no table has the key. */
export const optional = (key, values) => (key in LANGUAGES[language] ? text(key, values) : '');

/** The lines of a key, without those that need a value that is unknown. */
export function lines(key, values = {}) {
  const isKnown = (line) => [...line.matchAll(/\{(\w+)\}/g)].every(([, name]) => values[name] !== undefined && values[name] !== null);
  return (LANGUAGES[language][key] ?? '').split('\n').filter((line) => line && isKnown(line)).map((line) => capital(filled(line, values)));
}

/** Words as the beginning of a sentence. */
export const capital = (words) => words[0].toUpperCase() + words.slice(1);

/** Sets the words of an element, in the language of the page. */
export function say(element, words) {
  element.textContent = words;
  element.removeAttribute('lang');
}

/** Sets words of the program, which are English in every language, without what belongs to a command line. */
export function sayInEnglish(element, words) {
  element.textContent = words.replace(/\n\n(Usage|For more)[\s\S]*/, '').replace(/^error: /gm, '').replace(/(<fen>|game\.pgn):1: /g, '')
    .replace(/; for positions use --input-format epd/g, '').replace(/, and this build has no feature `compression`/g, ', which this page does not open: unpack it first')
    .replace(/; (if not, )?(use )?--[a-z-]+( limited| overrides it| raises it)/g, '');
  element.lang = 'en';
}

/** Calls a function now and whenever the language changes. */
export function onLanguage(draw) {
  listeners.push(draw);
  draw();
}

function setLanguage(name) {
  language = name;
  document.documentElement.lang = name;
  for (const element of document.querySelectorAll('[data-text]')) element.textContent = text(element.dataset.text);
  for (const element of document.querySelectorAll('[data-label]')) element.setAttribute('aria-label', text(element.dataset.label));
  for (const draw of listeners) draw();
}

/** Begins with the language that was chosen here before; otherwise with that of the browser, if there is a table for it. */
export function beginLanguage() {
  const select = document.getElementById('language');
  const wanted = [kept('language', ''), ...navigator.languages.map((tag) => tag.slice(0, 2))].find((tag) => tag in LANGUAGES) ?? 'en';
  select.value = wanted;
  setLanguage(wanted);
  select.addEventListener('change', () => { keep('language', select.value); setLanguage(select.value); });
}
