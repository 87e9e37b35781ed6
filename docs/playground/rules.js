// The rules of the event: the edition, the time class and the supervision. They are set once, and kept.

import { RULES } from './incidents.js';
import { keep, kept } from './store.js';
import { onLanguage, text } from './text.js';

const $ = (id) => document.getElementById(id);
const DEFAULTS = { laws: 'fide-2023', time: 'standard', supervision: 'full' };

let rules = DEFAULTS;
let changed = () => {};

/** The known values of an object, with those of another one for the rest. */
const known = (values, otherwise) => Object.fromEntries(Object.keys(RULES).map((name) => [name, RULES[name].includes(values?.[name]) ? values[name] : otherwise[name]]));

/** The rules of the event; those in a shared address come first. */
export const rulesFor = (answers) => known(answers, rules);

/** The rules in a few words. */
export function rulesInWords({ laws, time, supervision }) {
  const words = [text(`edition-${laws}`), text(`time-${time}`)];
  if (time !== 'standard') words.push(text(`supervision-${supervision}`));
  return words.join(' · ');
}

function show() {
  $('rules-summary').textContent = rulesInWords(rules);
  $('rules-laws').replaceChildren(...RULES.laws.map((name) => new Option(text(`edition-${name}`), name, false, name === rules.laws)));
  for (const name of ['time', 'supervision']) {
    for (const input of document.querySelectorAll(`[name=rules-${name}]`)) input.checked = input.value === rules[name];
  }
  $('rules-supervision').hidden = rules.time === 'standard';
}

function set(change) {
  rules = { ...rules, ...change };
  keep('rules', rules);
  show();
  changed();
}

/** Shows the chip; `changedTo` is called when the rules change. */
export function beginRules(changedTo) {
  changed = changedTo;
  rules = known(kept('rules', {}), DEFAULTS);
  onLanguage(show);
  $('rules-laws').addEventListener('change', () => set({ laws: $('rules-laws').value }));
  for (const name of ['time', 'supervision']) {
    for (const input of document.querySelectorAll(`[name=rules-${name}]`)) input.addEventListener('change', () => set({ [name]: input.value }));
  }
}
