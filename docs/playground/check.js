// *Check a file*: findings of a text or a file, the game with marks, the board of a finding, and what `adjust` changes.

import { currentPlace, fragmentOf, go } from './address.js';
import { drawBoard } from './board.js';
import { checks, questions, stopped, textInput } from './client.js';
import { inUtf8, inWindows1252, positionFormat, refusalOf, textOf } from './files.js';
import { coded, diffLines, EXAMPLE, shapesOf } from './home.js';
import { packed, share } from './link.js';
import { onLanguage, say, sayInEnglish, text } from './text.js';

const $ = (id) => document.getElementById(id);

/** How many findings are shown at a time. */
const SHOWN = 200;
/** How much of a game or of the changes is shown, in characters. */
const LONGEST_TEXT = 100000;
const SEVERITIES = ['error', 'warning', 'style', 'info'];
/** What was checked: its input, findings as JSON lines, counts, and how many of the findings are on the page. */
const state = { input: null, lines: [], kinds: [], counts: {}, summary: null, shown: SHOWN, current: -1, output: null, isRunning: false, format: null };

const parsed = (index) => JSON.parse(state.lines[index]);
const number = (value) => value.toLocaleString(document.documentElement.lang);

/** Shows the name of what is checked instead of the box for texts; null shows the box. */
function showSource(name) {
  $('source').hidden = name === null;
  $('drop').hidden = name !== null;
  $('source-name').textContent = name ?? '';
}

/** Checks an input; `selected` is the finding to show at the end: its code and which of them. */
export async function check(input, selected = null) {
  checks.stop();
  // The address may name a finding of what was checked before.
  if (currentPlace()?.values.finding) history.replaceState(null, '', fragmentOf('check'));
  Object.assign(state, { input, lines: [], kinds: [], counts: {}, summary: null, shown: SHOWN, current: -1, output: null, isRunning: true });
  for (const id of ['detail', 'changes', 'more', 'check-headline', 'download-adjusted']) $(id).hidden = true;
  $('report-of-check').hidden = true;
  for (const id of ['check-error', 'check-note', 'check-status']) say($(id), '');
  const refusal = await refusalOf(input).catch(() => undefined);
  if (state.input !== input) return;
  if (refusal) {
    Object.assign(state, { input: null, isRunning: false });
    showSource(null);
    say($('check-note'), text(refusal, { name: input.name }));
    $('check-note').scrollIntoView({ block: 'nearest' });
    return;
  }
  showSource(input.name);
  window.scrollTo(0, 0);
  for (const id of ['report-of-check', 'list']) $(id).hidden = false;
  $('findings').replaceChildren();
  $('progress-row').hidden = false;
  $('progress').value = 0;
  $('check-status').textContent = text('checking');
  const size = input.blob.size || 1;
  const progress = ({ read, findings }) => {
    $('progress').value = Math.min(1, read / size);
    add(findings);
  };
  try {
    state.format = await positionFormat(input);
    const args = ['validate', '--format', 'jsonl', '--threads', '1', '--profile', $('profile').value, ...ofFormat()];
    const end = await checks.run(args, [input], { wants: 'findings', progress });
    Object.assign(state, { counts: end.counts, output: end.output, summary: end.summary && JSON.parse(end.summary) });
    sayInEnglish($('check-error'), end.messages.map((message) => message.message).join('\n'));
  } catch (error) {
    if (error === stopped && state.input !== input) return;
    sayInEnglish($('check-error'), error === stopped ? '' : error.message);
    $('check-status').textContent = error === stopped ? text('cancelled') : '';
  }
  state.isRunning = false;
  $('progress-row').hidden = true;
  finish();
  if (selected) select(indexOf(selected));
}

/** The arguments for a text of positions whose name does not say that it is one. */
const ofFormat = () => (state.format ? ['--input-format', state.format] : []);

function indexOf({ code, which }) {
  let left = which;
  return state.kinds.findIndex((kind) => kind.code === code && left-- === 0);
}

/** Says what was found, and offers what can be done about it. */
async function finish() {
  const { summary, input } = state;
  const total = Object.values(state.counts).reduce((sum, count) => sum + count, 0);
  $('check-headline').hidden = !summary;
  if (summary) {
    const { games, valid, invalid, unchecked, fixable } = summary;
    const parts = [`${input.name}:`, text('summary', { games: number(games), valid: number(valid), invalid: number(invalid), unchecked: number(unchecked) })];
    parts.push(total === 0 ? text('noFindings') : text('findingCount', { count: number(total) }));
    if (total > state.lines.length) parts.push(text('onlyFirst', { count: number(state.lines.length) }));
    $('check-status').textContent = parts.join(' ');
    $('check-headline').className = total === 0 && games > 0 ? 'good' : '';
    $('check-headline').textContent = total === 0 ? text(games > 0 ? 'allGood' : 'noGames') : text('headline', { mended: number(fixable.safe), left: number(total - fixable.safe) });
  }
  $('list').hidden = total === 0;
  $('download-findings').disabled = !state.output;
  $('show-changes').disabled = !state.output;
  fillFilters();
  draw();
  const isMended = summary && (summary.fixable.safe > 0 || await inUtf8(input) !== null);
  if (state.input === input) $('download-adjusted').hidden = !isMended;
}

function option(value, label, language) {
  const made = document.createElement('option');
  made.value = value;
  if (language) made.lang = language;
  made.textContent = label;
  return made;
}

function fillFilters() {
  const rules = new Map();
  const severities = new Map();
  for (const [key, count] of Object.entries(state.counts)) {
    const [severity, code, rule] = key.split(' ');
    const known = rules.get(code) ?? { rule, count: 0 };
    rules.set(code, { rule, count: known.count + count });
    severities.set(severity, (severities.get(severity) ?? 0) + count);
  }
  const codes = [...rules.keys()].sort();
  $('by-rule').replaceChildren(option('', text('allRulesFilter')), ...codes.map((code) => option(code, `${code} ${rules.get(code).rule} (${number(rules.get(code).count)})`, 'en')));
  const present = SEVERITIES.filter((severity) => severities.has(severity));
  $('by-severity').replaceChildren(option('', text('allSeverities')), ...present.map((severity) => option(severity, `${text(severity)} (${number(severities.get(severity))})`)));
}

const isChosen = ({ code, severity }) => [code, ''].includes($('by-rule').value) && [severity, ''].includes($('by-severity').value);

/** Adds findings that have just arrived. Only the first ones become rows. */
function add(lines) {
  for (const line of lines) {
    const finding = JSON.parse(line);
    state.lines.push(line);
    state.kinds.push({ code: finding.code, severity: finding.severity });
    if ($('findings').childElementCount < SHOWN) $('findings').append(row(state.lines.length - 1, finding));
  }
}

function row(index, finding) {
  const button = document.createElement('button');
  button.dataset.index = index;
  const severity = document.createElement('span');
  severity.className = `severity ${finding.severity}`;
  severity.textContent = `${text(finding.severity)} ${finding.code}`;
  const message = document.createElement('span');
  message.lang = 'en';
  message.append(...coded(finding.message));
  const place = document.createElement('div');
  place.className = 'place';
  const players = finding.white || finding.black ? `: ${finding.white ?? '?'} – ${finding.black ?? '?'}` : '';
  place.textContent = text('place', { game: number(finding.game), line: number(finding.line), column: finding.column }) + players;
  button.append(severity, ' ', message, place);
  const item = document.createElement('li');
  item.append(button);
  return item;
}

function draw() {
  const rows = [];
  let matching = 0;
  for (const [index, kind] of state.kinds.entries()) {
    if (!isChosen(kind)) continue;
    matching++;
    if (rows.length < state.shown) rows.push(row(index, parsed(index)));
  }
  $('findings').replaceChildren(...rows);
  $('more').hidden = matching <= rows.length;
  markCurrent();
}

function markCurrent() {
  for (const button of $('findings').querySelectorAll('button')) {
    const isCurrent = Number(button.dataset.index) === state.current;
    if (isCurrent) button.setAttribute('aria-current', 'true'); else button.removeAttribute('aria-current');
  }
}

/** Which of the findings of the same rule in its game this is. */
function whichInGame(index) {
  const { game, code } = parsed(index);
  let which = 0;
  for (let at = index - 1; at >= 0; at--) {
    const other = parsed(at);
    if (other.game !== game) break;
    which += other.code === code;
  }
  return which;
}

/** Shows the finding that the address names, or the list of all. */
export function showFinding(name) {
  if (name !== undefined && name in state.lines) { select(Number(name)); return; }
  const button = $('findings').querySelector('[aria-current=true]');
  $('detail').hidden = true;
  state.current = -1;
  markCurrent();
  button?.focus({ preventScroll: true });
  button?.scrollIntoView({ block: 'nearest' });
}

/** Shows a finding: its board at once, then the text of its game. */
async function select(index) {
  if (index < 0 || index >= state.lines.length) return;
  state.current = index;
  markCurrent();
  const finding = parsed(index);
  $('detail').hidden = false;
  $('detail-title').textContent = `${finding.code} ${finding.rule}`;
  $('detail-message').replaceChildren(...coded(finding.message), finding.article ? ` (Laws ${finding.article})` : '');
  $('explanation').hidden = true;
  $('rule-link').hidden = true;
  $('finding-status').textContent = '';
  $('detail-key').textContent = '';
  $('ask-here').hidden = !finding.fen;
  $('detail-board').hidden = !finding.fen;
  say($('game-text'), text('reading'));
  if (finding.fen) drawBoard($('detail-board'), finding.fen);
  $('detail-title').focus({ preventScroll: true });
  if (matchMedia('(max-width: 56rem)').matches) $('detail').scrollIntoView({ block: 'start' });
  await showGame(index, finding).catch((error) => {
    if (error !== stopped) sayInEnglish($('game-text'), error.message);
  });
}

async function showGame(index, finding) {
  const game = await gameOf(finding);
  const { text: lines } = await questions.runText(['validate', '--format', 'jsonl', '--threads', '1', '--profile', $('profile').value, ...ofFormat()], [game]);
  if (state.current !== index) return;
  const bytes = new Uint8Array(await game.blob.arrayBuffer());
  const all = lines.split('\n').filter((line) => line.startsWith('{"type":"finding"')).map((line) => JSON.parse(line));
  const current = all.filter((other) => other.code === finding.code)[whichInGame(index)];
  $('game-text').lang = 'en';
  $('game-text').replaceChildren(...marked(bytes, all, current));
  $('game-text').querySelector('mark.current')?.scrollIntoView({ block: 'nearest' });
  if (!finding.fen || !current) return;
  const move = textOf(bytes.subarray(current.offset, current.offset + current.length));
  const marks = await questions.ask('move_marks', finding.fen, move).then(JSON.parse).catch(() => null);
  if (!marks || state.current !== index) return;
  drawBoard($('detail-board'), finding.fen, shapesOf(marks));
  $('detail-key').textContent = keyOf(marks);
}

function keyOf({ moves, attacks, squares }) {
  const parts = [moves.length && text('keyMove'), attacks.length && text('keyAttack'), squares.length && text('keySquares')];
  return parts.filter(Boolean).join(' ');
}

/** The game of a finding as an input of its own. */
async function gameOf({ game }) {
  const { input } = state;
  const { output } = await questions.run(['filter', '--game', String(game), '--threads', '1', ...ofFormat()], [input]);
  return { name: input.name.replace(/\.(gz|zst)$/i, ''), blob: output };
}

/** The text of a game with marks, its beginning and end cut off if it is very long. */
function marked(bytes, findings, current) {
  // The text as a whole has one encoding.
  const isWindows1252 = textOf(bytes) !== new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const decoder = new TextDecoder(isWindows1252 ? 'windows-1252' : 'utf-8');
  const middle = current?.offset ?? 0;
  const start = Math.max(0, middle - LONGEST_TEXT / 2);
  const end = Math.min(bytes.length, start + LONGEST_TEXT);
  const nodes = start > 0 ? ['…'] : [];
  let at = start;
  const spans = findings.filter(({ offset }) => offset >= start && offset < end).sort((a, b) => a.offset - b.offset);
  for (const finding of spans) {
    if (finding.offset < at) continue;
    const stop = Math.min(end, finding.offset + Math.max(1, finding.length));
    nodes.push(decoder.decode(bytes.subarray(at, finding.offset)));
    const mark = document.createElement('mark');
    mark.title = `${finding.code}: ${finding.message}`;
    if (finding === current) mark.className = 'current';
    mark.textContent = decoder.decode(bytes.subarray(finding.offset, stop));
    nodes.push(mark);
    at = stop;
  }
  nodes.push(decoder.decode(bytes.subarray(at, end)), end < bytes.length ? '…' : '');
  return nodes;
}

async function explain() {
  const { code } = parsed(state.current);
  const { text: page } = await questions.runText(['explain', code]);
  $('explanation').hidden = false;
  $('explanation').textContent = page;
  // A copy of the page alone has no pages of rules beside it.
  $('rule-link').hidden = location.protocol === 'file:';
  $('rule-link').firstChild.href = `rules/${code}.html`;
  $('explanation').focus();
}

async function shareFinding() {
  const finding = parsed(state.current);
  const { name, blob } = await gameOf(finding);
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const words = textOf(bytes);
  const isUtf8 = new TextEncoder().encode(words).length === bytes.length;
  const game = await packed({ name, text: words, profile: $('profile').value, code: finding.code, which: whichInGame(state.current), encoding: isUtf8 ? undefined : 'windows-1252' });
  if (game) await share(fragmentOf('check', { game }), $('finding-status'), text); else say($('finding-status'), text('linkTooLong'));
}

/** Runs `adjust` on the file; one in UTF-16 is repaired as UTF-8. */
async function repair(...more) {
  const recoded = await inUtf8(state.input);
  const args = ['adjust', ...more, '--profile', $('profile').value, '--threads', '1'];
  return { ...await checks.run(args, [recoded ?? state.input]), isRecoded: recoded !== null };
}

/** Downloads the file with its repairs. */
async function downloadMended() {
  $('download-adjusted').disabled = true;
  try {
    const { output } = await repair();
    download(output, `${baseName()}.adjusted.pgn`);
  } catch (error) {
    if (error !== stopped) sayInEnglish($('check-error'), error.message);
  }
  $('download-adjusted').disabled = false;
}

/** Shows what `adjust` changes. */
async function showChanges() {
  $('changes').hidden = false;
  $('changes-title').focus();
  say($('changes-status'), text('adjusting'));
  $('diff').hidden = true;
  try {
    const { output, messages, isRecoded } = await repair('--diff');
    const diff = textOf(new Uint8Array(await output.slice(0, LONGEST_TEXT).arrayBuffer()));
    $('diff').replaceChildren(...diffLines(diff), output.size > LONGEST_TEXT ? '…' : '');
    $('diff').hidden = output.size === 0;
    const faults = messages.filter(({ severity }) => severity === 'error').map(({ message }) => message);
    if (faults.length > 0) { sayInEnglish($('changes-status'), faults.join('\n')); return; }
    const isMoreInExport = output.size === 0 && $('profile').value !== 'export';
    const parts = [output.size === 0 ? 'noChanges' : 'changesMade', isMoreInExport && 'moreChanges', isRecoded && 'recoded'];
    say($('changes-status'), parts.filter(Boolean).map((key) => text(key)).join(' '));
  } catch (error) {
    if (error === stopped) say($('changes-status'), text('cancelled')); else sayInEnglish($('changes-status'), error.message);
  }
}

function download(blob, name) {
  const anchor = document.createElement('a');
  anchor.href = URL.createObjectURL(blob);
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 60000);
}

const baseName = () => state.input.name.replace(/\.(gz|zst)$/i, '').replace(/\.[a-z]+$/i, '');

/** Follows a link to a finding. */
export function follow({ name, text: games, profile, code, which, encoding }) {
  const words = String(games ?? '');
  const bytes = encoding === 'windows-1252' && inWindows1252(words);
  if ([...$('profile').options].some(({ value }) => value === profile)) $('profile').value = profile;
  const input = { name: String(name ?? 'games.pgn'), blob: new Blob([bytes || words]) };
  return check(input, { code, which: Number(which) || 0 });
}

/** Checks a text that was typed or pasted. */
async function checkText(words) {
  const format = await positionFormat(textInput('', words));
  await check(textInput(format ? `positions.${format}` : 'games.pgn', words));
}

/** Takes files that are dropped anywhere on the page, and texts that are pasted outside of a field. */
function takeFromAnywhere(open, take) {
  for (const kind of ['dragover', 'dragleave', 'drop']) {
    window.addEventListener(kind, (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      for (const box of document.querySelectorAll('[data-drop]')) box.classList.toggle('over', kind === 'dragover');
      if (kind === 'drop') { open(); take(event.dataTransfer.files); }
    });
  }
  document.addEventListener('paste', (event) => {
    const words = event.clipboardData?.getData('text/plain') ?? '';
    if (event.target.closest?.('input, textarea') || words.trim() === '' || !$('board').hidden) return;
    open();
    $('games').value = words;
    checkText(words);
  });
}

/** Connects the elements; `askAbout` opens a position *at the board*, and `open` shows this tool. */
export function begin(askAbout, open) {
  const take = async ([file, ...others]) => {
    if (!file) return;
    await check({ name: file.name, blob: file });
    if (others.length > 0 && state.input) say($('check-note'), text('oneFile', { name: file.name }));
  };
  takeFromAnywhere(open, take);
  $('check-text').addEventListener('click', () => checkText($('games').value));
  for (const id of ['example', 'home-example']) $(id).addEventListener('click', () => { open(); check(textInput('example.pgn', EXAMPLE.text)); });
  for (const id of ['choose', 'home-choose']) $(id).addEventListener('click', () => $('file').click());
  $('file').addEventListener('change', () => { open(); take([...$('file').files]); $('file').value = ''; });
  $('change').addEventListener('click', () => { showSource(null); $('games').focus(); });
  $('cancel').addEventListener('click', () => checks.stop());
  $('profile').addEventListener('change', () => state.input && check(state.input));
  for (const id of ['by-rule', 'by-severity']) $(id).addEventListener('change', () => { state.shown = SHOWN; draw(); });
  $('more').addEventListener('click', () => { state.shown += SHOWN; draw(); });
  $('findings').addEventListener('click', (event) => {
    const button = event.target.closest('button');
    if (button) go('check', { finding: button.dataset.index });
  });
  $('to-list').addEventListener('click', () => go('check'));
  $('explain').addEventListener('click', explain);
  $('share').addEventListener('click', shareFinding);
  $('ask-here').addEventListener('click', () => askAbout(parsed(state.current).fen));
  $('show-changes').addEventListener('click', showChanges);
  $('download-findings').addEventListener('click', () => download(state.output, `${baseName()}.findings.jsonl`));
  $('download-adjusted').addEventListener('click', downloadMended);
  onLanguage(() => { if (state.input && !state.isRunning) finish(); });
}
