// Tests of the playground in headless Chromium, through what a user sees:
//
//     node playground.mjs SITE PROGRAM [--only WORDS] [--large FILE] [--shots FOLDER]
//
// SITE is the folder that `.ci/playground` builds, PROGRAM the program `adoube`, whose findings are the expected ones. FILE is
// checked while the main thread and the memory are watched; screenshots go to FOLDER. WORDS selects tests by their names.

import { boardTests } from './board.mjs';
import { browser, options, server } from './browser.mjs';
import { checkTests } from './check.mjs';
import { measure, takeShots } from './measure.mjs';
import { pageTests } from './page.mjs';

const after = (name) => (options.includes(name) ? options[options.indexOf(name) + 1] : null);
const [large, shots, only] = [after('--large'), after('--shots'), after('--only')];

let count = 0;
let failures = 0;

/** Runs tests one after the other. */
async function run(tests) {
  for (const [name, test] of Object.entries(tests)) {
    if (only && !name.includes(only)) continue;
    count++;
    const began = performance.now();
    try {
      const note = await test();
      console.log(`ok      ${name} (${((performance.now() - began) / 1000).toFixed(1)} s${note ? `; ${note}` : ''})`);
    } catch (error) {
      failures++;
      console.log(`FAILED  ${name}\n${error.stack}`);
    }
  }
}

await Promise.all([run(checkTests), run(boardTests)]);
// One of them measures time.
await run(pageTests);
try {
  if (large) await measure(large);
  if (shots) await takeShots(shots);
} catch (error) {
  failures++;
  console.log(error.stack);
}
await browser.close();
server.close();
console.log(`${count} tests, ${failures} failures`);
process.exit(failures === 0 ? 0 : 1);
