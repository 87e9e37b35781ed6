// Measurements of the playground: a large file while the main thread and the memory are watched, and screenshots.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { address, idle, open } from './browser.mjs';

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
export async function measure(large) {
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
  await page.waitForSelector('#sample-board .arrow');
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

/** The states of the page on screenshots, by the fragments of their addresses. */
const STATES = {
  home: '#', incidents: '#board', material: '#board?incident=flag&sides=white', position: '#board?incident=other&other=result',
  moves: '#board?incident=claim&claim=threefold&side=white&how=board',
  touch: `#board?${new URLSearchParams({ incident: 'touched', touched: 'white', fen: 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' })}`,
  castle: `#board?${new URLSearchParams({ incident: 'touched', touched: 'white', fen: 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', squares: 'e1,h1' })}`,
  illegal: '#board?incident=illegal&illegal=move&count=white-1',
  flag: `#board?${new URLSearchParams({ incident: 'flag', sides: 'white', left: 'position', fen: '5k1K/8/8/7P/8/5n2/8/8 w - - 0 1' })}`,
  wall: `#board?${new URLSearchParams({ incident: 'other', other: 'result', fen: '8/8/3k4/1p1p1p1p/1P1P1P1P/8/3K4/8 w - - 0 1' })}`,
  claim: '#board?incident=claim&claim=threefold&side=white&how=board&moves=none', perft: '#perft',
};

/** Waits for what a state asks the program, and for the animation of what appears. */
async function settle(page) {
  await page.waitForFunction(() => document.getElementById('board').hidden || document.getElementById('verdict').hidden || document.getElementById('article-text').textContent || document.getElementById('verdict').dataset.state === 'undetermined');
  await page.waitForTimeout(400);
}

/** Takes screenshots of every state, in light and dark, at three widths. */
export async function takeShots(shots) {
  mkdirSync(shots, { recursive: true });
  for (const colorScheme of ['light', 'dark']) {
    for (const width of [390, 768, 1400]) {
      const page = await open(address, { colorScheme, viewport: { width, height: width < 500 ? 844 : 900 } });
      const shot = (name) => page.screenshot({ path: join(shots, `${name}-${width}-${colorScheme}.png`), fullPage: true });
      await page.waitForSelector('#sample-board .arrow');
      for (const [name, fragment] of Object.entries(STATES)) {
        await page.evaluate((where) => { location.hash = where; }, fragment);
        await settle(page);
        await shot(name);
      }
      await page.click('#count-form button.main');
      await page.waitForFunction(() => document.getElementById('count-status').textContent.includes('197,281'));
      await shot('perft-done');
      await page.click('#to-check');
      await shot('check-empty');
      await page.click('#example');
      await idle(page);
      await page.locator('#findings button').last().click();
      await page.waitForSelector('#game-text mark.current');
      await page.waitForTimeout(300);
      await shot('check');
      await page.click('#show-changes');
      await page.waitForSelector('#diff:not([hidden])');
      await shot('changes');
      await page.end();
    }
  }
}
