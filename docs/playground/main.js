// The start of the page: the language, the places that its addresses name, and the module.

import { currentPlace, go, TOOLS } from './address.js';
import { askAbout, begin as beginAsking, focusIncident, showIncident } from './arbiter.js';
import { begin as beginChecking, follow as followGame, showFinding } from './check.js';
import { questions, version } from './client.js';
import { begin as beginCounting } from './count.js';
import { begin as beginHome, enliven } from './home.js';
import { unpacked } from './link.js';
import { loadWhenIdle } from './module.js';
import { keepForOffline } from './offline.js';
import { beginLanguage, say, text } from './text.js';

const $ = (id) => document.getElementById(id);

/** Shows a tool, or the first screen for ''. */
function open(tool) {
  for (const other of ['', ...TOOLS]) $(other || 'home').hidden = other !== tool;
  for (const other of TOOLS) {
    if (other === tool) $(`to-${other}`).setAttribute('aria-current', 'page'); else $(`to-${other}`).removeAttribute('aria-current');
  }
}

const isOpen = (tool) => !$(tool).hidden;

/** Shows what the address names. `isMove` tells whether the user has come here from another place of the page. */
async function show(isMove) {
  const place = currentPlace();
  if (!place) {
    // Other short fragments are places on the page, such as that of the link to its content.
    if (location.hash.length > 20) { open(''); say($('link-note'), text('badLink')); }
    return;
  }
  say($('link-note'), '');
  if (place.tool === 'board') { open('board'); showIncident(); if (isMove) focusIncident(); return; }
  if (place.tool === 'check' && !place.values.game && isOpen('check')) { showFinding(place.values.finding); return; }
  open(place.tool);
  if (isMove) { $(`${place.tool || 'home'}-title`).focus({ preventScroll: true }); window.scrollTo(0, 0); }
  if (place.tool === 'check' && place.values.game) {
    const game = await unpacked(place.values.game);
    if (game) await followGame(game); else say($('check-note'), text('badLink'));
  }
}

// From a disk, only the page with the module inside can work.
if (location.protocol === 'file:' && !$('module-data')) location.replace(`adoube.html${location.hash}`);
beginLanguage();
beginHome();
beginChecking(askAbout, () => go('check'));
beginAsking();
beginCounting();
window.addEventListener('hashchange', () => show(true));
for (const id of ['rules-link', 'one-file']) $(id).hidden = location.protocol === 'file:' || Boolean($('module-data'));
version.then((words) => { $('version').textContent = words; });
const loaded = loadWhenIdle();
loaded.then(enliven);
keepForOffline(loaded);
show(false).finally(() => { document.body.dataset.ready = 'true'; });
