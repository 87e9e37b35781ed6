// Puts the site together, for any web server:
//
//     node build.mjs BINDINGS PROGRAM SITE
//
// BINDINGS is the folder with `adoube.js` and `adoube_bg.wasm`, PROGRAM the program `adoube`, which explains the rules and checks
// the example, and SITE the folder that is written. `index.html` has all words, styles and scripts, so that it shows at once;
// the module is a file beside it, also packed for servers that hand out packed files. `adoube.html` is the same page with the
// module inside: one file for a disk. `rules/` has a page for each rule.

import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const here = dirname(fileURLToPath(import.meta.url));
const [bindings, program, site] = process.argv.slice(2);
const source = (name) => readFileSync(join(here, name), 'utf8');

const imports = (name) => [...source(name).matchAll(/^import .* from '\.\/([^']+)';$/gm)].map((found) => found[1]);

/** The modules of the page, each after those that it imports. */
function modules() {
  const order = [];
  const visit = (name) => {
    if (order.includes(name)) return;
    imports(name).forEach(visit);
    order.push(name);
  };
  visit('main.js');
  return order;
}

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

/** The policy of a page: its own style and script, a worker made by it, and connections at most to its own site. */
function policy({ style, script, isOneFile = true }) {
  const site = isOneFile ? '' : "'self'";
  const parts = ["default-src 'none'", `style-src ${hash(style)}`, `img-src data: ${site}`.trim(), "base-uri 'none'", "form-action 'none'"];
  if (script) parts.push(`script-src ${hash(script)} 'wasm-unsafe-eval'`, `worker-src blob: ${site}`.trim());
  if (!isOneFile) parts.push("connect-src 'self'", "manifest-src 'self'");
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

/** The page with the words of a language in it, so that it can be read before its script runs. */
function worded(page, words) {
  const word = (key) => {
    if (!(key in words)) throw new Error(`${key} has no words`);
    return escaped(words[key]);
  };
  return page.replace(/(<[^>]*\bdata-text="(\w+)"[^>]*>)(?=<\/)/g, (_, tag, key) => tag + word(key))
    .replace(/\bdata-label="(\w+)"/g, (attribute, key) => `${attribute} aria-label="${word(key)}"`);
}

/** The findings and repairs of the example on the first screen, as the program has them. */
function example() {
  const path = join(here, 'example.pgn');
  const run = (...args) => spawnSync(program, [...args, path], { encoding: 'utf8' }).stdout;
  const findings = run('validate', '--format', 'jsonl').trim().split('\n').map((line) => JSON.parse(line)).filter(({ type }) => type === 'finding');
  return JSON.stringify({ text: readFileSync(path, 'utf8'), findings, diff: run('adjust', '--diff') });
}

const module = readFileSync(join(bindings, 'adoube_bg.wasm'));
const moduleName = `adoube-${createHash('sha256').update(module).digest('hex').slice(0, 12)}.wasm`;

async function page(isOneFile) {
  const { english } = await import(`data:text/javascript,${encodeURIComponent(source('words-en.js'))}`);
  const style = source('style.css');
  const script = `'use strict';\nconst modules = {};\n${modules().map(wrapped).join('')}`;
  const worker = `${readFileSync(join(bindings, 'adoube.js'), 'utf8')}\n${source('worker.js')}`;
  let html = worded(source('index.html'), english);
  html = put(html, '<!-- policy -->', policy({ style, script, isOneFile }));
  html = put(html, 'data-module=""', isOneFile ? '' : `data-module="${moduleName}"`);
  html = put(html, '<link rel="stylesheet" href="style.css">', `<style>${style}</style>`);
  if (isOneFile) html = put(html, '<link rel="manifest" href="manifest.webmanifest">', '').replace('href="icon.svg"', 'href="data:,"');
  html = put(html, '<!-- pieces -->', pieces());
  // The script before the module, which is most of the page: it shows what it can without it.
  html = put(html, '<script type="module" src="main.js"></script>', `${inert('example-data', example())}${inert('worker-source', worker)}<!-- module -->\n<script>${script}</script>`);
  return put(html, '<!-- module -->', isOneFile ? inert('module-data', gzipSync(module, { level: 9 }).toString('base64')) : '');
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

/** A file packed as small as it can be. That takes long, so the result is kept until the file changes. */
function brotli(name, bytes) {
  const kept = join(bindings, `${name}.br`);
  if (existsSync(kept)) return readFileSync(kept);
  for (const old of readdirSync(bindings).filter((file) => file.endsWith('.br'))) rmSync(join(bindings, old));
  writeFileSync(kept, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length, [constants.BROTLI_PARAM_LGWIN]: 24 } }));
  return readFileSync(kept);
}

mkdirSync(site, { recursive: true });
const write = (name, content) => writeFileSync(join(site, name), content);
const index = await page(false);
write('index.html', index);
write('adoube.html', await page(true));
write(moduleName, module);
write(`${moduleName}.gz`, gzipSync(module, { level: 9 }));
write(`${moduleName}.br`, brotli(moduleName, module));
for (const name of ['icon.svg', 'manifest.webmanifest']) copyFileSync(join(here, name), join(site, name));
const offline = ['./', moduleName, 'icon.svg', 'manifest.webmanifest'];
const version = createHash('sha256').update(index).update(moduleName).digest('hex').slice(0, 12);
write('service-worker.js', put(put(source('service-worker.js'), '/* version */', version), '/* files */', offline.map((name) => `'${name}'`).join(', ')));

const sizes = { page: gzipSync(index, { level: 9 }).length, module: brotli(moduleName, module).length };
console.log(`page: ${sizes.page} bytes with gzip; module: ${sizes.module} bytes with Brotli; ${rules()} pages of rules`);
if (sizes.page > 80_000) throw new Error('the page has more than 80 kB: it no longer shows within a second on a slow line');
if (sizes.module > 1_300_000) throw new Error('the module has more than 1.3 MB');
