// Tests of *At the board*.

import assert from 'node:assert/strict';

import { adoube, open, verdict, verdictOn } from './browser.mjs';

const MINOR = '5k1K/8/8/7P/8/5n2/8/8 w - - 0 1';

/** Opens *At the board* and answers by tapping the tiles with these names. */
async function tap(page, ...choices) {
  for (const choice of choices) {
    const before = page.url();
    await page.click(`#tiles [data-choice="${choice}"]`);
    await page.waitForFunction((url) => location.href !== url, before);
  }
}

const openBoard = async (settings) => {
  const page = await open(undefined, settings);
  await page.click('#to-board');
  return page;
};

/** Sets up a position by its FEN and uses it. */
async function usePosition(page, fen) {
  await page.fill('#position-fen', fen);
  await page.dispatchEvent('#position-fen', 'change');
  await page.waitForSelector('#use-position:not(:disabled)');
  await page.click('#use-position');
}

const square = (board, name) => `#${board} [data-square=${name}]`;

export const boardTests = {
  async 'a flag falls: six taps at most, and the proof is on a board'() {
    const page = await openBoard();
    await tap(page, 'flag', 'white', 'enough');
    assert.match(await verdict(page), /0–1.*Black wins on time.*Article 6\.9.*By what you described/s);
    assert.ok(await page.isHidden('#proof'), 'nothing is proved without a position');
    await page.click('#again');
    await tap(page, 'flag', 'white', 'king');
    assert.match(await verdict(page), /½–½.*flag fell, but the opponent cannot checkmate/s);
    await page.click('#again');
    await tap(page, 'flag', 'white', 'position');
    await usePosition(page, MINOR);
    assert.match(await verdict(page), /Black wins on time.*Proved/s);
    await page.waitForSelector('#proof-steps [data-step=forward]');
    for (let step = 0; step < 4; step++) await page.click('#proof-steps [data-step=forward]');
    assert.match(await page.textContent('#proof-status'), /Ng6#/);
    assert.match(await page.getAttribute('#proof-board svg', 'data-fen'), /^5k1K\/7P\/6n1/);
    await page.end();
  },

  async 'a second illegal move, the clock without a move, two hands, no promotion'() {
    const page = await openBoard();
    await tap(page, 'illegal', 'move', 'white-2', 'enough');
    assert.match(await verdict(page), /Black wins by illegal moves.*7\.5\.5/s);
    await page.click('#again');
    await tap(page, 'illegal', 'move', 'black-1');
    assert.match(await verdict(page), /taken back.*Add 2 minutes to the clock of White.*Start the clock of Black/s);
    await page.click('#again');
    await tap(page, 'illegal', 'no-move', 'white-1');
    assert.match(await verdict(page), /counts as an illegal move.*Add 2 minutes to the clock of Black.*7\.5\.3/s);
    await page.click('#again');
    await tap(page, 'illegal', 'two-hands', 'white-1');
    assert.match(await verdict(page), /Two hands.*7\.5\.4/s);
    await page.click('#again');
    await tap(page, 'illegal', 'unpromoted', 'white-1');
    assert.match(await verdict(page), /becomes a queen.*7\.5\.2/s);
    assert.doesNotMatch(await page.textContent('#verdict'), /in this position|--/, 'there is no position');
    await page.end();
  },

  async 'a claim without its moves is not decided'() {
    const page = await openBoard();
    for (const claim of ['threefold', 'fifty']) {
      await tap(page, 'claim', claim, 'white', 'board');
      assert.ok(await page.isHidden('#way-setup'), 'a position alone decides no claim');
      assert.ok(await page.isDisabled('#use-position'), 'no move has been played');
      await page.click('#no-moves');
      assert.match(await verdict(page), /cannot be decided without the moves.*play the game over/s);
      assert.doesNotMatch(await page.textContent('#verdict'), /reject|minutes/);
      assert.match(await page.textContent('#trail'), /no record of the moves/);
      await page.click('#again');
    }
    await tap(page, 'claim', 'threefold', 'black', 'intended');
    await page.click('label:has([name=way][value=paste])');
    await page.fill('#paste', MINOR);
    assert.match(await page.textContent('#position-error'), /paste the game/);
    await page.fill('#paste', '1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 *');
    await page.waitForSelector('#use-position:not(:disabled)');
    await page.click('#use-position');
    await page.waitForSelector('#intended-board svg');
    await page.click(square('intended-board', 'f6'));
    await page.waitForSelector(`${square('intended-board', 'g8')}.target`);
    await page.click(square('intended-board', 'g8'));
    assert.match(await verdict(page), /drawn by threefold repetition.*9\.2\.1/s);
    await page.waitForFunction(() => /after the start/.test(document.getElementById('proof-status').textContent));
    await page.end();
  },

  async 'moves are played by the rules, taken back, and a rejected claim costs time'() {
    const page = await openBoard();
    await tap(page, 'claim', 'threefold', 'white', 'board');
    const play = async (from, to) => {
      await page.waitForFunction(() => document.querySelector('#play-board svg'));
      await page.click(square('play-board', from));
      await page.waitForSelector(`${square('play-board', to)}.target`);
      await page.click(square('play-board', to));
    };
    await page.click(square('play-board', 'e7'));
    assert.equal(await page.locator('#play-board .held').count(), 0, 'Black does not have the move');
    for (const [from, to] of [['g1', 'f3'], ['g8', 'f6'], ['f3', 'g1'], ['f6', 'g8']]) {
      const played = await page.textContent('#played');
      await play(from, to);
      await page.waitForFunction((before) => document.getElementById('played').textContent !== before, played);
    }
    assert.equal(await page.textContent('#played'), '1. Nf3 Nf6 2. Ng1 Ng8');
    await page.click('#undo');
    assert.equal(await page.textContent('#played'), '1. Nf3 Nf6 2. Ng1');
    await page.click('#redo');
    await page.waitForSelector('#use-position:not(:disabled)');
    await page.click('#use-position');
    assert.match(await verdict(page), /claim is rejected.*2, not three.*Black gets 2 minutes more.*9\.5\.3/s);
    await page.end();
  },

  async 'a pasted game that breaks off, a second game, and a text without a game are named'() {
    const page = await openBoard();
    await tap(page, 'other', 'result');
    await page.click('label:has([name=way][value=paste])');
    const paste = async (text, pattern) => {
      await page.fill('#paste', text);
      await page.waitForFunction((source) => new RegExp(source).test(document.getElementById('position-error').textContent), pattern);
    };
    await paste('1. e4 e5 2. Ke3 Nc6 *', 'Ke3');
    assert.match(await page.textContent('#position-status'), /2 plies/);
    await paste('1. e4 e5 *\n\n[Event "Second"]\n\n1. d4 *', 'another game');
    await paste('hello', '.');
    assert.ok(await page.isDisabled('#use-position'), 'the position before it is not the question');
    await paste('[Variant "Atomic"]\n\n1. e4 *', 'variant');
    assert.ok(await page.isDisabled('#use-position'));
    await page.end();
  },

  async 'a touched piece is marked, and the brush of the editor cannot change the position'() {
    const page = await openBoard();
    await tap(page, 'touched', 'black');
    assert.ok(await page.isDisabled('#use-position'), 'nobody has set up a position');
    await page.fill('#position-fen', 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2');
    await page.dispatchEvent('#position-fen', 'change');
    await page.click('#palette [data-tool=n]');
    await page.waitForSelector('#use-position:not(:disabled)');
    await page.click('#use-position');
    const fen = await page.getAttribute('#touch-board svg', 'data-fen');
    for (const name of ['f7', 'g8']) await page.click(square('touch-board', name));
    assert.equal(await page.locator('#touch-board .mark.yellow').count(), 2);
    assert.equal(await page.getAttribute('#touch-board svg', 'data-fen'), fen, 'touching changes nothing');
    await page.click('#touch-done');
    assert.match(await verdict(page), /The black pawn on f7 must move.*Legal moves: f5, f6.*4\.3\.1/s);
    await page.click('#again');
    await tap(page, 'touched', 'black');
    await page.click(square('touch-board', 'd8'));
    await page.click('#touch-done');
    assert.match(await verdict(page), /black queen on d8 must move/s, 'the position is known: five taps');
    await page.click('#again');
    await tap(page, 'touched', 'white');
    assert.ok(await page.isVisible('#set-position'), 'it is not White who has the move in that position');
    await page.end();
  },

  async 'touch-move: castling, adjusting, releasing, and a claim'() {
    const page = await openBoard();
    const fen = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';
    const touch = (squares, more = {}) => verdictOn(page, { incident: 'touched', touched: 'white', fen, squares, ...more });
    assert.match(await touch('e1,h1'), /The king must castle.*O-O.*4\.4\.1/s);
    assert.match(await touch('h1,e1'), /rook on h1 must move, without castling.*4\.4\.2/s);
    assert.match(await touch('h1', { adjusted: '1' }), /Any legal move.*4\.2\.1/s);
    assert.match(await touch('h1', { released: 'h5' }), /The move is made.*Rh5.*4\.7/s);
    const claim = (since) => verdictOn(page, { incident: 'touched', touched: 'claim', side: 'white', since });
    assert.match(await claim('no'), /White may claim it/);
    assert.match(await claim('yes'), /too late to claim.*4\.8/s);
    await page.end();
  },

  async 'a brush ends with one use, two presses keep it, and every change can be undone'() {
    const page = await openBoard();
    await tap(page, 'other', 'result');
    const fen = () => page.inputValue('#position-fen');
    const start = await fen();
    await page.click('#palette [data-tool=Q]');
    await page.click(square('set-board', 'd1'));
    const queen = await fen();
    assert.match(queen, /3QK3/);
    await page.click(square('set-board', 'a5'));
    assert.equal(await fen(), queen, 'the brush was used');
    for (let press = 0; press < 2; press++) await page.click('#palette [data-tool=P]');
    for (const name of ['a2', 'b2']) await page.click(square('set-board', name));
    const pawns = await fen();
    assert.match(pawns, /\/PP6\//);
    await page.click('#undo');
    await page.click('#undo');
    assert.equal(await fen(), queen);
    await page.click('#redo');
    await page.click('#redo');
    assert.equal(await fen(), pawns);
    await page.locator(square('set-board', 'a2')).focus();
    for (let undo = 0; undo < 3; undo++) await page.keyboard.press('Control+z');
    assert.equal(await fen(), start);
    await page.keyboard.press('Control+Shift+z');
    assert.equal(await fen(), queen);
    await page.click(square('set-board', 'e8'));
    await page.keyboard.press('Delete');
    await page.waitForFunction(() => /king/.test(document.getElementById('position-error').textContent));
    assert.ok(await page.isDisabled('#use-position'), 'a position without a king');
    await page.end();
  },

  async 'a piece is dragged, and the keyboard does the same; a finger scrolls'() {
    const page = await openBoard();
    await tap(page, 'other', 'result');
    await page.click('#start-position');
    const middle = async (name) => {
      const box = await page.locator(square('set-board', name)).boundingBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    await page.mouse.move(...await middle('e2'));
    await page.mouse.down();
    await page.mouse.move(...await middle('e3'), { steps: 4 });
    await page.mouse.move(...await middle('e4'), { steps: 4 });
    await page.mouse.up();
    assert.match(await page.inputValue('#position-fen'), /^rnbqkbnr\/pppppppp\/8\/8\/4P3\/8\/PPPP1PPP\/RNBQKBNR/);
    await page.locator(square('set-board', 'e4')).focus();
    for (const key of ['ArrowUp', 'q', 'ArrowRight', 'Enter', 'ArrowDown', 'Delete']) await page.keyboard.press(key);
    assert.match(await page.inputValue('#position-fen'), /^rnbqkbnr\/pppppppp\/8\/4q3\/4P3\/8/);
    await page.locator(square('set-board', 'e5')).focus();
    for (const key of ['Enter', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
    assert.match(await page.inputValue('#position-fen'), /^rnbqkbnr\/pppppppp\/8\/3q4\/4P3\/8/);
    assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector('.squares button')).touchAction), 'manipulation');
    await page.end();
  },

  async 'the rules of the event are kept, and decide'() {
    const page = await openBoard();
    const stood = { incident: 'illegal', illegal: 'stood', count: 'white-1' };
    assert.match(await verdictOn(page, stood), /taken back/);
    await page.click('#rules-chip summary');
    assert.ok(await page.isHidden('#rules-supervision'), 'standard games are always supervised');
    await page.click('label:has([name=rules-time][value=blitz])');
    await page.click('label:has([name=rules-supervision][value=limited])');
    assert.match(await verdict(page), /illegal move stands.*Article A\.5\.2/s);
    assert.doesNotMatch(await page.textContent('#verdict'), /--/);
    await page.click('#share-verdict');
    await page.waitForFunction(() => document.getElementById('share-status').textContent !== '');
    const link = page.url();
    await page.reload();
    await page.waitForSelector('body[data-ready]');
    assert.match(await page.textContent('#rules-summary'), /Blitz.*fewer arbiters/);
    await page.end();
    const friend = await open(link);
    assert.match(await verdict(friend), /illegal move stands/);
    assert.match(await friend.textContent('#rules-summary'), /Standard/, 'a link leaves the rules of its reader alone');
    await friend.end();
  },

  async 'offers, set-up, absence, refusal, and both flags'() {
    const page = await openBoard();
    const on = (answers) => verdictOn(page, answers);
    assert.match(await on({ incident: 'offer', offer: 'agreed', moved: 'no' }), /No draw yet.*5\.2\.3/s);
    assert.match(await on({ incident: 'offer', offer: 'agreed', moved: 'yes' }), /drawn by agreement.*5\.2\.3/s);
    assert.match(await on({ incident: 'offer', offer: 'after', side: 'white' }), /Black may accept or decline/);
    assert.doesNotMatch(await page.textContent('#verdict'), /distract/, 'it was offered at the right time');
    assert.match(await on({ incident: 'offer', offer: 'before', side: 'black' }), /White may accept or decline.*distract/s);
    assert.match(await on({ incident: 'offer', offer: 'declined', side: 'black' }), /offer is declined/);
    assert.match(await on({ incident: 'setup', setup: 'colors-reversed', ten: 'more' }), /Play goes on with these colors.*7\.3/s);
    assert.match(await on({ incident: 'setup', setup: 'wrong-array', ten: 'fewer' }), /new game is played.*7\.2\.1/s);
    assert.match(await on({ incident: 'late', sides: 'both' }), /Both players lose.*6\.7\.1/s);
    assert.match(await on({ incident: 'other', other: 'refuse', sides: 'white' }), /Black wins because.*refuses.*11\.7/s);
    assert.match(await on({ incident: 'other', other: 'resign', side: 'white', left: 'enough' }), /Black wins by resignation/);
    assert.match(await on({ incident: 'flag', sides: 'both', period: 'earlier' }), /Play goes on/);
    assert.match(await on({ incident: 'flag', sides: 'both', period: 'last', announced: 'no' }), /No known article decides this/);
    assert.match(await on({ incident: 'flag', sides: 'both', period: 'last', announced: 'yes', time: 'blitz' }), /No known article decides this/);
    assert.match(await on({ incident: 'flag', sides: 'both', period: 'last', announced: 'no', laws: 'uscf' }), /drawn because both flags fell.*14G/s);
    assert.match(await on({ incident: 'illegal', illegal: 'unpromoted', count: 'white-1', laws: 'fide-2001' }), /illegal move is taken back/);
    assert.match(await on({ incident: 'illegal', illegal: 'two-hands', count: 'white-1', laws: 'fide-2014' }), /arbiter decides whether to penalize/);
    assert.match(await on({ incident: 'flag', sides: 'white', left: 'enough', time: 'blitz', supervision: 'limited' }), /opponent has to claim the win on time/);
    assert.ok(await page.isVisible('#notes'), 'a condition of the verdict is in view');
    assert.match(await on({ incident: 'flag', sides: 'both', period: 'last', announced: 'yes' }), /drawn because both flags fell/);
    await page.end();
  },

  async 'rule books are cited for what they say, and compared'() {
    const page = await openBoard();
    const under = (laws, fen, more = { incident: 'other', other: 'result' }) => verdictOn(page, { ...more, fen, laws });
    const flag = { incident: 'flag', sides: 'white', left: 'position' };
    const knights = await under('chesscom', '8/8/4k3/8/8/2NN4/8/K7 w - - 0 1');
    assert.match(knights, /drawn by insufficient material under these rules.*Under the rules of: chess\.com.*It follows from the material/s);
    assert.doesNotMatch(knights, /dead|Proved/);
    assert.match(await under('iccf', '8/8/3k4/8/8/8/3K4/8 w - - 0 1'), /position is dead.*Article 5\.2\.2, ICCF/s);
    assert.match(await under('uscf', MINOR, flag), /material is insufficient under these rules.*Rule 14E, US Chess/s);
    assert.match(await under('lichess', MINOR, flag), /Black wins.*Under the rules of: lichess/s);
    assert.match(await under('fide-2023', '8/8/3k4/1p1p1p1p/1P1P1P1P/8/3K4/8 w - - 0 1'), /drawn because the position is dead.*5\.2\.2/s);
    await page.waitForSelector('#proof-board .mark.red');
    assert.equal(await page.locator('#proof-board .mark.red').count(), 8);
    assert.equal(await page.locator('#proof-board .mark.blue').count(), 24);
    await under('fide-2023', MINOR, flag);
    await page.click('#what-if summary');
    await page.waitForFunction(() => document.querySelectorAll('#other-rules tr').length === 9);
    const rows = await page.locator('#other-rules tr').allTextContents();
    assert.match(rows.find((row) => row.startsWith('US Chess')), /insufficient/);
    assert.match(rows.find((row) => row.startsWith('lichess')), /Black wins on time/);
    await page.end();
  },

  async 'the article of a verdict is explained in the words of the program'() {
    const page = await openBoard();
    await verdictOn(page, { incident: 'flag', sides: 'black', left: 'king' });
    await page.waitForFunction(() => document.getElementById('article-text').textContent !== '');
    const sense = (await page.textContent('#article-text')).replace(/\s+/g, ' ');
    assert.match(sense, /^A player.*draw\.$/);
    assert.ok(adoube('explain', '6.9').replace(/\s+/g, ' ').includes(sense), sense);
    await page.end();
  },

  async 'in French, sentences and moves are French, and what is English is marked'() {
    const page = await openBoard({ locale: 'fr-FR' });
    await verdictOn(page, { incident: 'claim', claim: 'threefold', side: 'black', how: 'intended', fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', moves: 'g1f3_g8f6_f3g1_f6g8_g1f3_g8f6_f3g1', intended: 'Ng8' });
    assert.match(await page.textContent('#verdict-title'), /La partie est nulle par triple répétition/);
    await page.waitForFunction(() => document.querySelector('#proof-steps [data-step=forward]'));
    await page.click('#proof-steps [data-step=forward]');
    assert.match(await page.textContent('#proof-status'), /2\.\.\. Cg8/);
    assert.deepEqual(await page.locator('#verdict [lang=en]').allTextContents().then((all) => all.filter((words) => /[éèà]/.test(words))), []);
    assert.match(await verdictOn(page, { incident: 'illegal', illegal: 'move', count: 'white-1' }), /repris.*Ajoutez 2 minutes à la pendule : les Noirs/s);
    assert.ok(await page.locator('#notes [lang=en]').count() > 0);
    await page.end();
  },
};
