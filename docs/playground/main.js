// The start of the page: the three tools as tabs, the language, and links.

import { askAbout, begin as beginAsking, follow as followQuestion } from './arbiter.js';
import { begin as beginChecking, follow as followGame } from './check.js';
import { version } from './client.js';
import { begin as beginCounting } from './count.js';
import { stateOfLink } from './link.js';
import { beginLanguage, say, text } from './text.js';

const TOOLS = ['check', 'ask', 'count'];
const tab = (tool) => document.getElementById(`tab-${tool}`);

function open(tool) {
  for (const other of TOOLS) {
    document.getElementById(other).hidden = other !== tool;
    tab(other).setAttribute('aria-selected', String(other === tool));
    tab(other).tabIndex = other === tool ? 0 : -1;
  }
}

for (const [index, tool] of TOOLS.entries()) {
  tab(tool).addEventListener('click', () => open(tool));
  tab(tool).addEventListener('keydown', ({ key }) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (!step) return;
    const next = TOOLS[(index + step + TOOLS.length) % TOOLS.length];
    open(next);
    tab(next).focus();
  });
}

async function followLink() {
  const state = await stateOfLink();
  // Shorter fragments are places on the page.
  if (state === null && location.hash.length > 20) say(document.getElementById('check-note'), text('badLink'));
  if (state?.tool === 'check') { open('check'); await followGame(state); }
  if (state?.tool === 'ask') { open('ask'); await followQuestion(state); }
}

beginLanguage();
beginChecking((fen) => { open('ask'); askAbout(fen); tab('ask').focus(); });
beginAsking();
beginCounting();
open('check');
window.addEventListener('hashchange', followLink);
document.getElementById('rules-link').hidden = location.protocol === 'file:';
version.then((words) => { document.getElementById('version').textContent = words; });
followLink().finally(() => { document.body.dataset.ready = 'true'; });
