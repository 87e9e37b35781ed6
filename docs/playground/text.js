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
