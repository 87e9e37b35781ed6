// Tests of *Check games*.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { adoube, checkFile, expectedReport, idle, open, project } from './browser.mjs';

const scratch = mkdtempSync(join(tmpdir(), 'playground-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

/** The report of the page on a file, as it is downloaded. */
async function reportOf(page, path) {
  // The report of another file may still be there.
  await page.evaluate(() => { document.getElementById('report-of-check').hidden = true; });
  await checkFile(page, path);
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

export const checkTests = {
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
    await checkFile(page, packed);
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
    await page.goBack();
    assert.ok(await page.isHidden('#detail'), 'Back leads to the list');
    assert.ok(await pinned.evaluate((button) => button === document.activeElement));
    await page.goForward();
    await page.waitForSelector('#game-text mark.current');
    assert.match(await page.textContent('#game-text mark.current'), /^[NBRQ]/);
    await page.click('#explain');
    await page.waitForSelector('#explanation:not([hidden])');
    assert.match(await page.textContent('#explanation'), /No piece of the side to move can make it/);
    await page.click('#share');
    await page.waitForFunction(() => document.getElementById('finding-status').textContent !== '');
    const link = page.url();
    const message = await page.textContent('#detail-message');
    assert.match(link, /#check\?game=[\w-]{50,}/);
    await page.end();
    const friend = await open(link);
    await friend.waitForSelector('#game-text mark.current');
    assert.equal(await friend.textContent('#detail-message'), message);
    await friend.end();
  },

  async 'adjust shows its changes and the result of the program'() {
    const path = join(project, 'fixtures/rules/N106-wrong-check-suffix/bad.pgn');
    const page = await open();
    await checkFile(page, path);
    await page.click('#show-changes');
    await page.waitForSelector('#diff:not([hidden])');
    assert.ok(await page.locator('#diff .add').count() > 0);
    assert.equal(await page.locator('#diff .add').count(), await page.locator('#diff .cut').count(), 'the heads are no changes');
    assert.match(await page.textContent('#check-headline'), /Can be mended: \d+\. For you: \d+\./);
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#download-adjusted')]);
    assert.deepEqual(readFileSync(await download.path()), Buffer.from(adoube('adjust', path)));
    await page.end();
  },

  async 'a file without games is named, with what to do instead'() {
    const page = await open();
    const said = async (name, bytes) => {
      await page.setInputFiles('#file', { name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes, 'latin1') });
      await page.waitForFunction((file) => document.getElementById('check-note').textContent.startsWith(file), name);
      assert.ok(await page.isHidden('#report-of-check'), name);
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

  async 'a file in UTF-16 is repaired as UTF-8'() {
    const path = join(project, 'fixtures/rules/N106-wrong-check-suffix/bad.pgn');
    const [plain, wide] = ['plain.pgn', 'wide.pgn'].map((name) => join(scratch, name));
    writeFileSync(plain, readFileSync(path));
    writeFileSync(wide, Buffer.from(`\ufeff${readFileSync(path, 'utf8')}`, 'utf16le'));
    const page = await open();
    await checkFile(page, wide);
    await page.click('#show-changes');
    await page.waitForFunction(() => /UTF-16/.test(document.getElementById('changes-status').textContent));
    assert.match(await page.textContent('#changes-status'), /UTF-16; the repaired file is in UTF-8/);
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#download-adjusted')]);
    assert.deepEqual(readFileSync(await download.path()), Buffer.from(adoube('adjust', plain)));
    await page.end();
  },

  async 'positions are recognized, pasted or in a file of another name'() {
    const page = await open();
    const fen = '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1';
    await page.click('#to-check');
    await page.fill('#games', `${fen}\n8/8/8/8/8/8/8/8 w - - 0 1\n`);
    await page.click('#check-text');
    await idle(page);
    assert.match(await page.textContent('#check-status'), /positions\.fen: Games: 2\. Valid: 1/);
    await page.setInputFiles('#file', { name: 'suite.txt', mimeType: 'text/plain', buffer: Buffer.from('4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n') });
    await page.waitForFunction(() => document.getElementById('check-status').textContent.startsWith('suite.txt: Games: 1. Valid: 1'));
    await page.end();
  },

  async 'a file in Windows-1252 is shown, repaired and shared with its own letters'() {
    const path = join(scratch, 'old.pgn');
    writeFileSync(path, Buffer.from('[Event "El R\xe1pido"]\n[White "Ju\xe1rez"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3+ d6 3. Bb5+ Nc6 4. O-O Nb4 1-0\n', 'latin1'));
    const page = await open();
    await checkFile(page, path);
    await page.locator('#findings button', { hasText: 'pinned' }).click();
    await page.waitForSelector('#game-text mark.current');
    assert.match(await page.textContent('#game-text'), /El Rápido.*Juárez/s);
    assert.equal(await page.textContent('#game-text mark.current'), 'Nb4');
    await page.click('#show-changes');
    await page.waitForSelector('#diff:not([hidden])');
    assert.match(await page.textContent('#diff'), /El Rápido|Nf3 d6/);
    assert.doesNotMatch(await page.textContent('#diff'), /\ufffd/);
    await page.click('#share');
    await page.waitForFunction(() => document.getElementById('finding-status').textContent !== '');
    const link = page.url();
    const lines = await page.locator('#findings button').allTextContents();
    await page.end();
    const friend = await open(link);
    await friend.waitForSelector('#game-text mark.current');
    assert.match(await friend.textContent('#game-text'), /El Rápido/);
    assert.deepEqual(await friend.locator('#findings button').allTextContents(), lines);
    await friend.end();
  },

  async 'a count, a question and an opened finding leave a check alone'() {
    const games = readFileSync(join(project, 'fixtures/rules/M101-illegal-move/bad.pgn'), 'utf8').repeat(3000);
    const page = await open();
    await page.setInputFiles('#file', { name: 'many.pgn', mimeType: 'text/plain', buffer: Buffer.from(games) });
    await page.locator('#findings button').first().click();
    await page.waitForSelector('#detail-board .arrow');
    assert.ok(await page.isVisible('#progress-row'), 'the check goes on');
    await page.click('#to-perft');
    await page.fill('#depth', '2');
    await page.click('#count-form button.main');
    await page.waitForFunction(() => document.getElementById('count-status').textContent.includes('400'));
    await page.click('#to-check');
    await idle(page);
    assert.doesNotMatch(await page.textContent('#check-status'), /Stopped/);
    await page.end();
  },

  async 'an example and a file leave the text in the box alone'() {
    const page = await open();
    await page.click('#to-check');
    await page.fill('#games', '1. d4 d5 *');
    await page.click('#example');
    await idle(page);
    assert.ok(await page.isHidden('#games'), 'the box gives way to the name of what is checked');
    assert.equal(await page.textContent('#source-name'), 'example.pgn');
    await page.click('#change');
    assert.equal(await page.inputValue('#games'), '1. d4 d5 *');
    await page.end();
  },
};
