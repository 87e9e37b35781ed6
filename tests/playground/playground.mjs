// Tests of the playground in headless Chromium, through what a user sees:
//
//     node playground.mjs SITE PROGRAM [--large FILE] [--shots FOLDER]
//
// SITE is the folder that `.ci/playground` builds, PROGRAM the program `adoube`, whose findings are the expected ones. FILE is
// checked while the main thread and the memory are watched; screenshots go to FOLDER.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createReadStream, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

// The packages are where the script that runs this has installed them.
const require = createRequire(join(process.cwd(), 'package.json'));
const { chromium } = require('playwright-core');
const axe = require.resolve('axe-core/axe.min.js');

const [site, program, ...rest] = process.argv.slice(2).map((word, index) => (index < 2 ? resolve(word) : word));
const after = (name) => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : null);
const [large, shots] = [after('--large'), after('--shots')];
const project = join(dirname(fileURLToPath(import.meta.url)), '../..');
const scratch = mkdtempSync(join(tmpdir(), 'playground-'));

const server = createServer((request, response) => {
  const path = join(site, decodeURIComponent(new URL(request.url, 'http://localhost').pathname).replace(/\/$/, '/index.html'));
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  createReadStream(path).on('error', () => { response.statusCode = 404; response.end(); }).pipe(response);
});
await new Promise((ready) => { server.listen(0, '127.0.0.1', ready); });
const address = `http://127.0.0.1:${server.address().port}/`;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });

/** A page that fails the test if it makes a request, logs an error, or throws. */
async function open(url = address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 1000 }, locale: 'en-US', ...options });
  const page = await context.newPage();
  page.on('pageerror', (error) => { page.fault ??= error; });
  page.on('console', (message) => { if (message.type() === 'error') page.fault ??= new Error(message.text()); });
  page.on('request', (request) => {
    if (!/^(blob|data):/.test(request.url()) && request.url().split('#')[0] !== url.split('#')[0]) page.fault ??= new Error(`a request for ${request.url()}`);
  });
  await page.goto(url);
  await page.waitForSelector('body[data-ready]');
  page.end = async () => {
    await context.close();
    if (page.fault) throw page.fault;
  };
  return page;
}

const idle = (page) => page.waitForFunction(() => document.getElementById('progress-row').hidden && !document.getElementById('report').hidden);

/** The answer of the arbiter to the question on the page. */
async function ask(page) {
  await page.click('#ask-button');
  await page.waitForFunction(() => document.querySelector('#verdict h3') || document.getElementById('ask-error').textContent);
  return `${await page.textContent('#verdict')} ${await page.textContent('#ask-error')}`;
}

/** The report of the page on a file, as it is downloaded. */
async function reportOf(page, path) {
  // The report of another file may still be there.
  await page.evaluate(() => { document.getElementById('report').hidden = true; });
  await page.setInputFiles('#file', path);
  await idle(page);
  assert.equal(await page.textContent('#check-error'), '', path);
  // What would be downloaded: the browser holds back downloads that follow one another fast.
  return page.evaluate(async () => {
    const { createObjectURL } = URL;
    const { click } = HTMLAnchorElement.prototype;
    let report;
    URL.createObjectURL = (blob) => { report = blob; return 'about:blank'; };
    HTMLAnchorElement.prototype.click = () => {};
    document.getElementById('download-findings').click();
    URL.createObjectURL = createObjectURL;
    HTMLAnchorElement.prototype.click = click;
    return report.text();
  });
}

function expectedReport(path) {
  const { stdout, status } = spawnSync(program, ['validate', '--format', 'jsonl', '--profile', 'archive', basename(path)], { cwd: dirname(path), encoding: 'utf8', maxBuffer: 1 << 28 });
  assert.ok(status < 2, path);
  return stdout;
}

const tests = {
  async 'the findings of every example are those of the program, byte for byte'() {
    const folder = join(project, 'fixtures/rules');
    const files = readdirSync(folder).flatMap((rule) => readdirSync(join(folder, rule)).map((name) => join(folder, rule, name))).filter((path) => /\.(pgn|epd)$/.test(path));
    const page = await open();
    let findings = 0;
    for (const path of files) {
      const report = await reportOf(page, path);
      assert.equal(report, expectedReport(path), path);
      findings += report.split('\n').length - 2;
    }
    await page.end();
    assert.ok(files.length > 280, `${files.length} files`);
    return `${files.length} files, ${findings} findings`;
  },

  async 'compressed files have the same findings'() {
    const path = join(project, 'fixtures/rules/M101-illegal-move/bad.pgn');
    const text = readFileSync(path);
    const members = join(scratch, 'members.pgn.gz');
    writeFileSync(members, Buffer.concat([gzipSync(text.subarray(0, 100)), gzipSync(text.subarray(100))]));
    const expected = expectedReport(path);
    const page = await open();
    const withName = (name) => expected.replaceAll('"file":"bad.pgn"', `"file":"${name}"`);
    assert.equal(await reportOf(page, members), withName('members.pgn.gz'));
    const packed = join(scratch, 'frame.pgn.zst');
    const isPacked = spawnSync('zstd', ['-q', '-o', packed, path]).status === 0;
    if (isPacked) assert.equal(await reportOf(page, packed), withName('frame.pgn.zst'));
    writeFileSync(packed, gzipSync(text).subarray(0, 200));
    await page.setInputFiles('#file', packed);
    await idle(page);
    assert.match(await page.textContent('#check-error'), /damaged gzip data/);
    await page.end();
    return isPacked ? 'gzip, zstd' : 'gzip; skipped: zstd (there is no program of that name)';
  },

  async 'a dropped file, its board, explanation, repairs, and a link to a finding'() {
    const path = join(project, 'fixtures/rules/M101-illegal-move/bad.pgn');
    const page = await open();
    const data = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], 'bad.pgn'));
      return transfer;
    }, readFileSync(path, 'utf8'));
    await page.dispatchEvent('#main', 'drop', { dataTransfer: data });
    await idle(page);
    const pinned = page.locator('#findings button', { hasText: 'is pinned' }).first();
    await pinned.click();
    await page.waitForSelector('#game-text mark.current');
    await page.waitForSelector('#detail-board .arrow.blue');
    assert.equal(await page.locator('#detail-board .arrow.red').count(), 1);
    assert.match(await page.textContent('#game-text mark.current'), /^[NBRQ]/);
    await page.click('#explain');
    await page.waitForSelector('#explanation:not([hidden])');
    assert.match(await page.textContent('#explanation'), /No piece of the side to move can make it/);
    await page.click('#share');
    await page.waitForFunction(() => document.getElementById('share-status').textContent !== '');
    const link = page.url();
    const message = await page.textContent('#detail-message');
    assert.match(link, /#[\w-]{50,}/);
    await page.end();
    const friend = await open(link);
    await friend.waitForSelector('#game-text mark.current');
    assert.equal(await friend.textContent('#detail-message'), message);
    await friend.end();
  },

  async 'adjust shows its changes and the result of the program'() {
    const path = join(project, 'fixtures/rules/N106-wrong-check-suffix/bad.pgn');
    const page = await open();
    await page.setInputFiles('#file', path);
    await idle(page);
    await page.click('#show-changes');
    await page.waitForSelector('#download-adjusted:not(:disabled)');
    assert.ok(await page.locator('#diff .add').count() > 0);
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#download-adjusted')]);
    assert.deepEqual(readFileSync(await download.path()), execFileSync(program, ['adjust', path], { stdio: 'pipe' }));
    await page.end();
  },

  async 'the flag falls: Black can still mate, and the page shows how'() {
    const page = await open();
    await page.click('#tab-ask');
    await page.fill('#ask-fen', '5k1K/8/8/7P/8/5n2/8/8 w - - 0 1');
    await page.dispatchEvent('#ask-fen', 'change');
    await page.selectOption('#event', 'flag');
    await page.selectOption('#side', 'white');
    await page.click('#ask-button');
    await page.waitForSelector('#proof:not([hidden])');
    assert.match(await page.textContent('#verdict'), /Black wins.*on time.*Article 6\.9/s);
    for (let step = 0; step < 4; step++) await page.click('#proof-steps [data-step=forward]');
    assert.match(await page.textContent('#proof-status'), /Ng6#/);
    assert.match(await page.getAttribute('#proof-board svg', 'data-fen'), /^5k1K\/7P\/6n1/);
    await page.end();
  },

  async 'a wall, a touched piece, and a claim by an intended move'() {
    const page = await open();
    await page.click('#tab-ask');
    await page.fill('#ask-fen', '8/8/3k4/1p1p1p1p/1P1P1P1P/8/3K4/8 w - - 0 1');
    await page.dispatchEvent('#ask-fen', 'change');
    assert.match(await ask(page), /drawn.*dead.*5\.2\.2/s);
    await page.waitForSelector('#proof-board .mark.red');
    assert.equal(await page.locator('#proof-board .mark.red').count(), 8);
    assert.equal(await page.locator('#proof-board .mark.blue').count(), 24);
    await page.fill('#ask-fen', 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2');
    await page.dispatchEvent('#ask-fen', 'change');
    await page.selectOption('#event', 'touched');
    assert.equal(await page.textContent('#verdict'), '', 'it answered another question');
    assert.equal(await page.inputValue('#side'), 'black', 'the player to move touches');
    for (const square of ['f7', 'g8']) await page.click(`#ask-board [data-square=${square}]`);
    assert.equal(await page.inputValue('#touched'), 'f7,g8');
    assert.match(await ask(page), /pawn on f7 must move.*4\.3\.1/s);
    await page.click('#ask-game-box summary');
    await page.fill('#ask-game', '1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 *');
    // The verdict waits until the game is read.
    await page.selectOption('#event', 'threefold');
    await page.fill('#intended', 'Ng8');
    await page.selectOption('#side', 'black');
    assert.match(await ask(page), /drawn.*threefold.*9\.2\.1/s);
    await page.fill('#intended', 'Rg8');
    assert.match(await ask(page), /claim/i);
    await page.end();
  },

  async 'who supervises a fast game decides about an illegal move'() {
    const page = await open();
    await page.click('#tab-ask');
    await page.fill('#ask-fen', '4k3/8/8/8/8/8/3R4/4K3 b - - 0 1');
    await page.dispatchEvent('#ask-fen', 'change');
    await page.selectOption('#event', 'illegal-stood');
    await page.selectOption('#side', 'white');
    assert.ok(await page.isHidden('#supervision'), 'standard games are always supervised');
    await page.selectOption('#time-class', 'blitz');
    await page.selectOption('#edition', 'fide-2001');
    assert.ok(await page.isHidden('#supervision'), 'the Laws of 2001 do not ask');
    await page.selectOption('#edition', 'fide-2023');
    assert.match(await ask(page), /restored|reinstated/);
    assert.doesNotMatch(await page.textContent('#verdict'), /--/);
    await page.selectOption('#supervision', 'limited');
    assert.equal(await page.textContent('#verdict'), '', 'it answered another question');
    assert.match(await ask(page), /it stands.*Article A\.5\.2/s);
    await page.click('#share-ask');
    await page.waitForFunction(() => location.hash.length > 20);
    const link = page.url();
    await page.end();
    const friend = await open(link);
    await friend.waitForSelector('#verdict h3');
    assert.match(await friend.textContent('#verdict'), /it stands/);
    await friend.end();
  },

  async 'a draw is agreed in a position from an editor'() {
    const page = await open();
    await page.click('#tab-ask');
    await page.selectOption('#event', 'agree');
    assert.match(await ask(page), /both players must have made a move.*5\.2\.3/s);
    await page.fill('#ask-fen', 'r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 1');
    await page.dispatchEvent('#ask-fen', 'change');
    assert.match(await ask(page), /The game is drawnby agreement.*5\.2\.3/s);
    await page.end();
  },

  async 'rule books are cited for what they say'() {
    const page = await open();
    await page.click('#tab-ask');
    const under = async (edition, fen, event = 'none') => {
      await page.fill('#ask-fen', fen);
      await page.dispatchEvent('#ask-fen', 'change');
      await page.selectOption('#event', event);
      if (event === 'flag') await page.selectOption('#side', 'white');
      await page.selectOption('#edition', edition);
      return ask(page);
    };
    const knights = await under('chesscom', '8/8/4k3/8/8/2NN4/8/K7 w - - 0 1');
    assert.match(knights, /drawnby insufficient material under these rulesUnder the rules of: chess\.comIt follows from the material/);
    assert.doesNotMatch(knights, /dead|Proved/);
    assert.match(await under('iccf', '8/8/3k4/8/8/8/3K4/8 w - - 0 1'), /position is dead.*Article 5\.2\.2, ICCF/s);
    const minor = '5k1K/8/8/7P/8/5n2/8/8 w - - 0 1';
    assert.match(await under('uscf', minor, 'flag'), /material is insufficient under these rulesRule 14E, US Chess/);
    assert.match(await under('lichess', minor, 'flag'), /Black wins.*Under the rules of: lichess/s);
    await page.end();
  },

  async 'a file without games is named, with what to do instead'() {
    const page = await open();
    const said = async (name, bytes) => {
      await page.setInputFiles('#file', { name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes, 'latin1') });
      await page.waitForFunction((file) => document.getElementById('check-note').textContent.startsWith(file), name);
      assert.ok(await page.isHidden('#report'), name);
      return page.textContent('#check-note');
    };
    assert.match(await said('club.zip', 'PK\x03\x04\x14\0\0\0'), /zip archive.*Unpack it/);
    assert.match(await said('club.rar', 'Rar!\x1a\x07\0'), /cannot open.*Unpack it/);
    assert.match(await said('sheet.jpg', '\xff\xd8\xff\xe0\0\x10JFIF\0'), /a picture/);
    assert.match(await said('sheet.heic', '\0\0\0\x18ftypheic'), /a picture/);
    assert.match(await said('bulletin.pdf', '%PDF-1.7\n'), /a PDF/);
    assert.match(await said('games.docx', 'PK\x03\x04\x14\0\0\0'), /office program/);
    assert.match(await said('mega.cbh', '\0\0$'), /Export the games/);
    assert.match(await said('noise.bin', '\x01\x02\x03games\0\0\x05'), /not a text/);
    await page.setInputFiles('#file', { name: 'after.pgn', mimeType: 'text/plain', buffer: Buffer.from('1. e4 *') });
    await idle(page);
    assert.equal(await page.textContent('#check-note'), '');
    await page.end();
  },

  async 'positions are recognized, pasted or in a file of another name'() {
    const page = await open();
    const fen = '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1';
    await page.fill('#games', `${fen}\n8/8/8/8/8/8/8/8 w - - 0 1\n`);
    await page.click('#check-text');
    await idle(page);
    assert.match(await page.textContent('#check-status'), /positions\.fen: Games: 2\. Valid: 1/);
    await page.setInputFiles('#file', { name: 'suite.txt', mimeType: 'text/plain', buffer: Buffer.from('4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n') });
    await page.waitForFunction(() => document.getElementById('check-status').textContent.startsWith('suite.txt: Games: 1. Valid: 1'));
    await page.click('#tab-ask');
    await page.click('#ask-game-box summary');
    await page.fill('#ask-game', fen);
    await page.waitForFunction((text) => document.getElementById('ask-fen').value === text, fen);
    await page.end();
  },

  async 'a file in UTF-16 is repaired as UTF-8'() {
    const path = join(project, 'fixtures/rules/N106-wrong-check-suffix/bad.pgn');
    const [plain, wide] = ['plain.pgn', 'wide.pgn'].map((name) => join(scratch, name));
    writeFileSync(plain, readFileSync(path));
    writeFileSync(wide, Buffer.from(`\ufeff${readFileSync(path, 'utf8')}`, 'utf16le'));
    const page = await open();
    await page.setInputFiles('#file', wide);
    await idle(page);
    await page.click('#show-changes');
    await page.waitForSelector('#download-adjusted:not([hidden])');
    assert.match(await page.textContent('#changes-status'), /UTF-16; the repaired file is in UTF-8/);
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#download-adjusted')]);
    assert.deepEqual(readFileSync(await download.path()), execFileSync(program, ['adjust', plain], { stdio: 'pipe' }));
    await page.end();
  },

  async 'in French, moves have French letters, and what is English is marked'() {
    const page = await open(address, { locale: 'fr-FR' });
    await page.click('#tab-ask');
    await page.click('#ask-game-box summary');
    await page.fill('#ask-game', '1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 *');
    await page.selectOption('#event', 'threefold');
    assert.match(await page.textContent('#question [data-for=intended]'), /R D T F C/);
    await page.fill('#intended', 'Cg8');
    await page.selectOption('#side', 'black');
    assert.match(await ask(page), /partie est nulle.*triple répétition/s);
    assert.deepEqual(await page.locator('#verdict [lang=en]').allTextContents().then((all) => all.filter((words) => /[éèà]/.test(words))), []);
    assert.ok(await page.locator('#verdict p[lang=en]').count() > 0);
    await page.selectOption('#language', 'en');
    assert.equal(await page.inputValue('#intended'), 'Ng8');
    await page.selectOption('#language', 'fr');
    assert.equal(await page.inputValue('#intended'), 'Cg8');
    await page.fill('#ask-fen', 'not a position');
    await page.dispatchEvent('#ask-fen', 'change');
    assert.equal(await page.getAttribute('#ask-error', 'lang'), null, 'a sentence of the page');
    await page.click('#tab-check');
    await page.setInputFiles('#file', { name: 'cut.pgn.gz', mimeType: 'application/gzip', buffer: gzipSync('1. e4 *').subarray(0, 12) });
    await page.waitForFunction(() => document.getElementById('check-error').textContent !== '');
    assert.equal(await page.getAttribute('#check-error', 'lang'), 'en');
    await page.end();
  },

  async 'a piece is dragged, and the keyboard does the same'() {
    const page = await open();
    await page.click('#tab-ask');
    const middle = async (square) => {
      const box = await page.locator(`#ask-board [data-square=${square}]`).boundingBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    await page.mouse.move(...await middle('e2'));
    await page.mouse.down();
    await page.mouse.move(...await middle('e3'), { steps: 4 });
    await page.mouse.move(...await middle('e4'), { steps: 4 });
    await page.mouse.up();
    assert.match(await page.inputValue('#ask-fen'), /^rnbqkbnr\/pppppppp\/8\/8\/4P3\/8\/PPPP1PPP\/RNBQKBNR/);
    await page.locator('#ask-board [data-square=e4]').focus();
    for (const key of ['ArrowUp', 'q', 'ArrowRight', 'Enter', 'ArrowDown', 'Delete']) await page.keyboard.press(key);
    assert.match(await page.inputValue('#ask-fen'), /^rnbqkbnr\/pppppppp\/8\/4q3\/4P3\/8/);
    await page.locator('#ask-board [data-square=e5]').focus();
    for (const key of ['Enter', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
    assert.match(await page.inputValue('#ask-fen'), /^rnbqkbnr\/pppppppp\/8\/3q4\/4P3\/8/);
    await page.end();
  },

  async 'move paths are counted'() {
    const page = await open();
    await page.click('#tab-count');
    await page.fill('#count-fen', 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1');
    await page.fill('#depth', '3');
    await page.click('#count-form button.main');
    await page.waitForFunction(() => document.getElementById('count-status').textContent.includes('97,862'));
    assert.equal(await page.locator('#divide tbody tr').count(), 48);
    await page.end();
  },

  async 'it works from a disk, and in French'() {
    const page = await open(pathToFileURL(join(site, 'index.html')).href, { locale: 'fr-FR', offline: true });
    await page.click('#example');
    await idle(page);
    assert.match(await page.textContent('#check-status'), /Parties : 1\. Valides : 0/);
    assert.ok(await page.locator('#findings button').count() > 0);
    await page.end();
  },

  async 'the words of every language have the same keys'() {
    const page = await open();
    const { en, fr, used } = await page.evaluate(() => ({
      en: Object.keys(modules['words-en.js'].english), fr: Object.keys(modules['words-fr.js'].french),
      used: [...document.querySelectorAll('[data-text], [data-label]')].map((element) => element.dataset.text ?? element.dataset.label),
    }));
    assert.deepEqual(fr, en);
    assert.deepEqual(used.filter((key) => !en.includes(key)), []);
    await page.end();
    return `${en.length} keys`;
  },

  async 'the colors are those of replay --as svg'() {
    const svg = execFileSync(program, ['replay', '--fen', '4k3/8/8/8/8/8/8/4K3 w - - 0 1', '--as', 'svg'], { encoding: 'utf8' });
    const source = readFileSync(join(project, 'docs/playground/board.js'), 'utf8');
    for (const name of ['light', 'dark', 'paper', 'ink']) {
      const color = source.match(new RegExp(`\\b${name}: '(#\\w{6})'`))[1];
      assert.ok(svg.includes(color), `${name} ${color}`);
    }
  },

  async 'axe finds nothing serious, in light and dark, wide and narrow'() {
    let checked = 0;
    for (const colorScheme of ['light', 'dark']) {
      for (const viewport of [{ width: 1400, height: 1000 }, { width: 390, height: 800 }]) {
        const page = await open(address, { colorScheme, viewport, bypassCSP: true });
        await page.click('#example');
        await idle(page);
        await page.locator('#findings button').first().click();
        await page.waitForSelector('#game-text mark.current');
        await page.addScriptTag({ path: axe });
        for (const tool of ['check', 'ask', 'count']) {
          await page.click(`#tab-${tool}`);
          const { violations } = await page.evaluate(() => axe.run());
          const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
          assert.deepEqual(serious.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map((node) => node.html.slice(0, 160))]), [], `${tool} ${colorScheme} ${viewport.width}`);
          const width = await page.evaluate(() => document.documentElement.scrollWidth);
          assert.ok(width <= viewport.width, `${tool} is ${width} wide at ${viewport.width}`);
          checked++;
        }
        await page.end();
      }
    }
    return `${checked} states`;
  },

  async 'every rule has a page'() {
    const list = execFileSync(program, ['explain', '--list', '--format', 'jsonl'], { encoding: 'utf8' }).trim().split('\n').map((line) => JSON.parse(line));
    for (const { code, explanation } of list) {
      const html = readFileSync(join(site, 'rules', `${code}.html`), 'utf8');
      const plain = (text) => text.replace(/<[^>]*>/g, '').replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&').replace(/\s+/g, ' ');
      assert.ok(plain(html).includes(plain(explanation).trim().slice(0, 60)), code);
      assert.match(html, /default-src 'none'/, code);
    }
    const page = await browser.newPage({ viewport: { width: 390, height: 800 } });
    await page.goto(`${address}rules/index.html`);
    const { width, cut } = await page.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      cut: [...document.querySelectorAll('.rules td, .rules th')].filter((cell) => cell.getBoundingClientRect().right > innerWidth).map((cell) => cell.textContent),
    }));
    assert.ok(width <= 390, `the list of rules is ${width} wide`);
    assert.deepEqual(cut, []);
    assert.equal(await page.getByRole('cell').count(), 4 * list.length, 'narrow, it is still a table');
    await page.close();
    return `${list.length} rules`;
  },
};

/** The memory of all processes of the browser that run pages, in megabytes; shared memory counts in part (PSS). */
function memoryOfPages() {
  const parents = new Map();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
      parents.set(pid, parent);
    } catch { /* The process has ended. */ }
  }
  const isOurs = (pid) => { for (let at = pid; at; at = parents.get(at)) if (at === String(process.pid)) return true; return false; };
  let sum = 0;
  for (const pid of [...parents.keys()].filter(isOurs)) {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer')) continue;
      sum += Number(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').match(/^Pss: +(\d+) kB$/m)[1]) / 1000;
    } catch { /* The process has ended. */ }
  }
  return Math.round(sum);
}

/** Checks a large file while the main thread and the memory are watched. */
async function measure() {
  const page = await open();
  await page.evaluate(() => {
    window.longest = 0;
    window.firstFinding = null;
    new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration); }).observe({ type: 'longtask', buffered: false });
    new MutationObserver(() => { window.firstFinding ??= performance.now(); }).observe(document.getElementById('findings'), { childList: true });
  });
  const before = await page.evaluate(() => performance.now());
  const hasMemory = existsSync('/proc/self/smaps_rollup');
  const idleMemory = hasMemory ? memoryOfPages() : 0;
  let mostMemory = idleMemory;
  const watch = hasMemory && setInterval(() => { mostMemory = Math.max(mostMemory, memoryOfPages()); }, 200);
  await page.setInputFiles('#file', large);
  await page.waitForFunction(() => !document.getElementById('progress-row').hidden);
  await page.waitForFunction(() => document.getElementById('progress-row').hidden, null, { timeout: 600000 });
  const { longest, firstFinding, now, status } = await page.evaluate(() => ({ longest: window.longest, firstFinding: window.firstFinding, now: performance.now(), status: document.getElementById('check-status').textContent }));
  const seconds = (time) => `${((time - before) / 1000).toFixed(1)} s`;
  console.log(`${statSync(large).size} bytes in ${seconds(now)}, first finding after ${firstFinding === null ? 'none' : seconds(firstFinding)}, longest task ${longest} ms: ${status}`);
  clearInterval(watch);
  console.log(hasMemory ? `memory of the page: ${idleMemory} MB before, at most ${mostMemory} MB` : 'skipped: the memory of the page (this system has no /proc/self/smaps_rollup)');
  assert.ok(longest <= 50, `a task of ${longest} ms on the main thread`);
  await page.end();
}

async function takeShots() {
  mkdirSync(shots, { recursive: true });
  for (const colorScheme of ['light', 'dark']) {
    for (const width of [390, 1400]) {
      const page = await open(address, { colorScheme, viewport: { width, height: 900 } });
      const shot = (name) => page.screenshot({ path: join(shots, `${name}-${width}-${colorScheme}.png`), fullPage: true });
      await page.click('#example');
      await idle(page);
      await page.locator('#findings button').first().click();
      await page.waitForSelector('#game-text mark.current');
      await page.waitForTimeout(200);
      await shot('check');
      await page.click('#show-changes');
      await page.waitForFunction(() => !document.getElementById('changes-status').textContent.endsWith('…'));
      await shot('changes');
      await page.click('#tab-ask');
      await page.fill('#ask-fen', '8/8/3k4/1p1p1p1p/1P1P1P1P/8/3K4/8 w - - 0 1');
      await page.dispatchEvent('#ask-fen', 'change');
      await page.click('#ask-button');
      await page.waitForSelector('#proof-board .mark.red');
      await shot('wall');
      await page.fill('#ask-fen', '5k1K/8/8/7P/8/5n2/8/8 w - - 0 1');
      await page.dispatchEvent('#ask-fen', 'change');
      await page.selectOption('#event', 'flag');
      await page.click('#ask-button');
      await page.waitForSelector('#proof-steps [data-step=forward]');
      await page.click('#proof-steps [data-step=forward]');
      await shot('flag');
      await page.selectOption('#event', 'illegal-stood');
      await page.selectOption('#time-class', 'blitz');
      await page.selectOption('#supervision', 'limited');
      await ask(page);
      await shot('supervision');
      await page.click('#tab-count');
      await page.click('#count-form button.main');
      await page.waitForFunction(() => document.getElementById('count-status').textContent.includes('197,281'));
      await shot('count');
      await page.end();
      const rules = await browser.newPage({ colorScheme, viewport: { width, height: 900 } });
      await rules.goto(`${address}rules/index.html`);
      await rules.screenshot({ path: join(shots, `rules-${width}-${colorScheme}.png`) });
      await rules.close();
    }
  }
}

let failures = 0;
for (const [name, test] of Object.entries(tests)) {
  const began = performance.now();
  try {
    const note = await test();
    console.log(`ok      ${name} (${((performance.now() - began) / 1000).toFixed(1)} s${note ? `; ${note}` : ''})`);
  } catch (error) {
    failures++;
    console.log(`FAILED  ${name}\n${error.stack}`);
  }
}
try {
  if (large) await measure();
  if (shots) await takeShots();
} catch (error) {
  failures++;
  console.log(error.stack);
}
await browser.close();
server.close();
rmSync(scratch, { recursive: true });
console.log(`${Object.keys(tests).length} tests, ${failures} failures`);
process.exit(failures === 0 ? 0 : 1);
