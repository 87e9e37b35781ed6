// Puts the page together: one file without anything to load, so that it works from any server, from a disk, and offline.
//
//     node build.mjs BINDINGS PROGRAM SITE
//
// BINDINGS is the folder with `adoube.js` and `adoube_bg.wasm`, PROGRAM the program `adoube`, which explains the rules, and
// SITE the folder that is written: `index.html`, and `rules/` with a page for each rule.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const here = dirname(fileURLToPath(import.meta.url));
const [bindings, program, site] = process.argv.slice(2);
const source = (name) => readFileSync(join(here, name), 'utf8');

/** The modules of the page, each after those that it imports. */
const MODULES = ['words-en.js', 'words-fr.js', 'text.js', 'board.js', 'client.js', 'files.js', 'link.js', 'check.js', 'arbiter.js', 'count.js', 'main.js'];

/** One module as a function that returns its exports, so that names of different modules cannot meet. */
function wrapped(name) {
  const exported = [];
  let body = source(name);
  body = body.replace(/^import \{([^}]*)\} from '\.\/([^']+)';$/gm, (_, names, from) =>
    `const {${names.replace(/ as /g, ': ')}} = modules['${from}'];`);
  body = body.replace(/^export (async function|function|class|const) (\w+)/gm, (_, kind, what) => {
    exported.push(what);
    return `${kind} ${what}`;
  });
  if (/^(import|export)\b/m.test(body)) throw new Error(`${name}: an import or export that the build does not know`);
  return `modules['${name}'] = (() => {\n${body}\nreturn { ${exported.join(', ')} };\n})();\n`;
}

/** The drawings of the pieces, as `adoube replay --as svg` has them. */
function pieces() {
  const folder = join(here, '../../src/report/pictures/pieces');
  const drawings = readdirSync(folder).filter((name) => name.endsWith('.svg')).sort().map((name) => {
    const file = readFileSync(join(folder, name), 'utf8');
    const drawing = file.slice(file.indexOf('>', file.indexOf('<svg')) + 1, file.lastIndexOf('</svg>')).trim();
    return `<g id="${name.replace('.svg', '')}">${drawing}</g>`;
  });
  if (drawings.length !== 12) throw new Error(`${drawings.length} pieces instead of 12`);
  return `<svg width="0" height="0" aria-hidden="true" focusable="false"><defs>${drawings.join('\n')}</defs></svg>`;
}

const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The policy of a page: its own style and script, a worker made by it, and no connection. */
function policy({ style, script }) {
  const parts = ["default-src 'none'", `style-src ${hash(style)}`, 'img-src data:', "base-uri 'none'", "form-action 'none'"];
  if (script) parts.push(`script-src ${hash(script)} 'wasm-unsafe-eval'`, 'worker-src blob:');
  return `<meta http-equiv="Content-Security-Policy" content="${parts.join('; ')}">`;
}

function inert(id, content) {
  if (content.includes('</script')) throw new Error(`${id} would end its element`);
  return `<script type="text/plain" id="${id}">${content}</script>`;
}

/** Replaces a text that must occur once. */
function put(page, from, to) {
  if (page.split(from).length !== 2) throw new Error(`\`${from}\` does not occur once`);
  return page.replace(from, () => to);
}

function page() {
  const style = source('style.css');
  const script = `'use strict';\nconst modules = {};\n${MODULES.map(wrapped).join('')}`;
  const worker = `${readFileSync(join(bindings, 'adoube.js'), 'utf8')}\n${source('worker.js')}`;
  const module = gzipSync(readFileSync(join(bindings, 'adoube_bg.wasm')), { level: 9 }).toString('base64');
  let html = source('index.html');
  html = put(html, '<!-- policy -->', policy({ style, script }));
  html = put(html, '<link rel="stylesheet" href="style.css">', `<style>${style}</style>`);
  html = put(html, '<!-- pieces -->', pieces());
  html = put(html, '<!-- module -->', inert('worker-source', worker) + inert('module-data', module));
  return put(html, '<script type="module" src="main.js"></script>', `<script>${script}</script>`);
}

const escaped = (text) => text.replace(/[&<>"]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter]);

/** A page of the rules in the look of the playground. */
function rulePage(title, body) {
  const style = source('style.css');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${policy({ style })}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<header><h1>${escaped(title)}</h1><p><a href="index.html">All rules</a> · <a href="../index.html">Check a file</a></p></header>
<main>
${body}
</main>
</body>
</html>
`;
}

/** The text of `explain` as HTML: indented lines are examples. */
function ruleBody(lines) {
  const blocks = lines.join('\n').trim().split(/\n\n(?=\S)/).flatMap((block) => block.split(/\n\n(?=    )|(?<=^\S.*)\n(?=    )/));
  return blocks.map((block) => {
    if (block.startsWith('    ')) return `<pre class="game" tabindex="0">${escaped(block.replace(/^ {4}/gm, ''))}</pre>`;
    if (/^\w+:$/.test(block)) return `<h2>${escaped(block.slice(0, -1))}</h2>`;
    return `<p>${escaped(block)}</p>`;
  }).join('\n');
}

const adoube = (...args) => execFileSync(program, args, { encoding: 'utf8', maxBuffer: 64 << 20 });

function rules() {
  const list = adoube('explain', '--list', '--format', 'jsonl').trim().split('\n').map((line) => JSON.parse(line));
  mkdirSync(join(site, 'rules'), { recursive: true });
  for (const { code, rule } of list) {
    const [, ...lines] = adoube('explain', code).split('\n');
    writeFileSync(join(site, 'rules', `${code}.html`), rulePage(`${code} ${rule}`, ruleBody(lines)));
  }
  // The roles, because narrow windows show the cells in lines, and then browsers no longer count them as a table.
  const cell = (content, more = '') => `<td role="cell"${more}>${escaped(content).replace(/`([^`]+)`/g, '<code>$1</code>')}</td>`;
  const rows = list.map(({ code, rule, severity, source: from, summary }) =>
    `<tr role="row"><th scope="row" role="rowheader"><a href="${code}.html">${code}</a></th>${cell(rule)}${cell(severity)}${cell(from)}${cell(summary, ' class="words"')}</tr>`);
  const head = ['Code', 'Name', 'Severity', 'Source', 'What is found'].map((name) => `<th scope="col" role="columnheader">${name}</th>`).join('');
  const table = `<div class="rules"><table role="table" aria-label="Rules"><thead role="rowgroup"><tr role="row">${head}</tr></thead><tbody role="rowgroup">\n${rows.join('\n')}\n</tbody></table></div>`;
  writeFileSync(join(site, 'rules', 'index.html'), rulePage('The rules of adoube validate', table));
  return list.length;
}

mkdirSync(site, { recursive: true });
const html = page();
writeFileSync(join(site, 'index.html'), html);
const packed = gzipSync(html, { level: 9 }).length;
console.log(`index.html: ${html.length} bytes, ${packed} compressed; ${rules()} pages of rules`);
if (packed >= 2_000_000) throw new Error('the page has 2 MB or more');
