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
const all = { ...checkTests, ...boardTests, ...pageTests };
const tests = Object.fromEntries(Object.entries(all).filter(([name]) => !only || name.includes(only)));

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
  if (large) await measure(large);
  if (shots) await takeShots(shots);
} catch (error) {
  failures++;
  console.log(error.stack);
}
await browser.close();
server.close();
console.log(`${Object.keys(tests).length} tests, ${failures} failures`);
process.exit(failures === 0 ? 0 : 1);
