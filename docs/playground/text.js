// The words of the page in each language. To add a language, add a column with the same keys and an option in `index.html`.
// Findings, rules and the sentences of verdicts come from the program, which writes English.

import { english } from './words-en.js';
import { french } from './words-fr.js';

export const LANGUAGES = { en: english, fr: french };

let language = 'en';
const listeners = [];

/** The words for a key, with the values put in for `{name}`. A key that no table has stands for itself. */
export function text(key, values = {}) {
  const words = LANGUAGES[language][key] ?? english[key] ?? key.replace(/^[a-z]+-/, '');
  return words.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
}

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

/** Begins with the language of the browser, if there is a table for it. */
export function beginLanguage() {
  const select = document.getElementById('language');
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in LANGUAGES) ?? 'en';
  select.value = wanted;
  setLanguage(wanted);
  select.addEventListener('change', () => setLanguage(select.value));
}
