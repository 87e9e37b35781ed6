// What the tests of the playground share: a server of the site, pages in headless Chromium, and the program to compare with.

import { execFileSync, spawnSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

// The packages are where the script that runs this has installed them.
const require = createRequire(join(process.cwd(), 'package.json'));
const { chromium } = require('playwright-core');
export const axe = require.resolve('axe-core/axe.min.js');

export const [site, program, ...options] = process.argv.slice(2).map((word, index) => (index < 2 ? resolve(word) : word));
export const project = join(dirname(fileURLToPath(import.meta.url)), '../..');

const TYPES = { '.html': 'text/html; charset=utf-8', '.wasm': 'application/wasm', '.js': 'text/javascript', '.svg': 'image/svg+xml', '.webmanifest': 'application/manifest+json' };

/** A web server of the site. Where the browser takes it, the module is the file that is packed with Brotli. */
export const server = createServer((request, response) => {
  const name = decodeURIComponent(new URL(request.url, 'http://localhost').pathname).replace(/\/$/, '/index.html');
  const isPacked = name.endsWith('.wasm') && /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
  response.setHeader('Content-Type', TYPES[extname(name)] ?? 'application/octet-stream');
  if (isPacked) response.setHeader('Content-Encoding', 'br');
  createReadStream(join(site, isPacked ? `${name}.br` : name)).on('error', () => { response.statusCode = 404; response.end(); }).pipe(response);
});
await new Promise((ready) => { server.listen(0, '127.0.0.1', ready); });
export const address = `http://127.0.0.1:${server.address().port}/`;
export const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });

/** What the page may load from its site. */
const OWN_FILES = /\/(adoube-\w+\.wasm|icon\.svg|manifest\.webmanifest|service-worker\.js)$/;

/** A page that fails the test if it loads anything but its own files, logs an error, or throws. */
export async function open(url = address, settings = {}) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 1000 }, locale: 'en-US', serviceWorkers: 'block', ...settings });
  const page = await context.newPage();
  page.on('pageerror', (error) => { page.fault ??= error; });
  page.on('console', (message) => { if (message.type() === 'error') page.fault ??= new Error(message.text()); });
  page.on('request', (request) => {
    const asked = request.url().split('#')[0];
    if (!/^(blob|data):/.test(asked) && asked !== url.split('#')[0] && !(asked.startsWith(address) && OWN_FILES.test(asked))) page.fault ??= new Error(`a request for ${asked}`);
  });
  await page.goto(url);
  await page.waitForSelector('body[data-ready]');
  page.end = async () => {
    await context.close();
    if (page.fault) throw page.fault;
  };
  return page;
}

/** Waits for the end of a check. */
export const idle = (page) => page.waitForFunction(() => document.getElementById('progress-row').hidden && !document.getElementById('report-of-check').hidden);

/** Opens the tool and checks a file. */
export async function checkFile(page, file) {
  await page.setInputFiles('#file', file);
  await idle(page);
}

/** Opens a state of *At the board* by its address and waits for the verdict; returns its text. */
export async function verdictOn(page, answers) {
  await page.evaluate((query) => { document.getElementById('verdict').dataset.state = 'thinking'; location.hash = `#board?${query}`; }, new URLSearchParams(answers).toString());
  return verdict(page);
}

/** The verdict on the page, when it is there. */
export async function verdict(page) {
  await page.waitForFunction(() => !document.getElementById('verdict').hidden && document.getElementById('verdict').dataset.state !== 'thinking');
  return page.textContent('#verdict');
}

/** What the program writes with these arguments. */
export const adoube = (...args) => execFileSync(program, args, { encoding: 'utf8', stdio: 'pipe', maxBuffer: 64 << 20 });

/** The report of the program on a file. */
export function expectedReport(path) {
  const { stdout, status } = spawnSync(program, ['validate', '--format', 'jsonl', '--profile', 'archive', basename(path)], { cwd: dirname(path), encoding: 'utf8', maxBuffer: 1 << 28 });
  if (status >= 2) throw new Error(`${path}: ${status}`);
  return stdout;
}
