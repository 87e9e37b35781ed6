// A verdict of `adjudicate` in the words of the page: which sentences it needs, and the values in them.

import { piecesOf } from './board.js';
import { opponentOf, playerOf } from './incidents.js';
import { capital, lines, text } from './text.js';

const RESULTS = { 'white-wins': '1–0', 'black-wins': '0–1', draw: '½–½', 'both-lose': '0–0' };

/** Whether the verdict ends the game. */
const isOver = ({ verdict }) => verdict in RESULTS;

/** Which sentences a verdict needs that does not end the game. */
function kindOf(verdict) {
  const { claim, complaint, touched, reason } = verdict;
  if (touched) return `touch-${touched.duty}`;
  if (complaint) return complaint.in_time ? 'touch-claim' : 'touch-claim-late';
  if (claim?.accepted === null) return 'claim-open';
  if (claim) return 'claim-rejected';
  if (verdict.verdict === 'undetermined') return verdict.certificate.kind === 'undecided' ? 'undecided' : 'no-rule';
  if (verdict.verdict === 'not-a-game') return reason === 'wrong-array' || reason === 'colors-reversed' ? `${reason}-new` : 'no-game';
  // Before July 2017, the arbiter decides about a clock without a move and about two hands.
  if ((reason === 'clock-without-move' || reason === 'two-hands') && !verdict.penalty) return `${reason}-open`;
  // In 2001, a pawn that was not promoted was taken back.
  return reason === 'unpromoted-pawn' && verdict.edition === 'fide-2001' ? 'illegal-move' : reason;
}

/** Whether an article decides about two fallen flags. Guideline III is one only if it was announced. */
const isRuled = ({ article }, { announced }) => article !== null && !(article.startsWith('III') && announced === 'no');

/** The one piece, and its square, that all of the moves begin from or end at. */
function pieceAt(squares, fen) {
  if (squares.size !== 1) return undefined;
  const [square] = squares;
  const letter = piecesOf(fen)?.[square];
  return letter && text('pieceOn', { piece: text(`piece${letter}`), square });
}

/** What a player who touched a piece must do: the piece, what it captures, and the moves. */
function duty({ touched, fen }, legal) {
  if (!touched) return {};
  const moves = legal.filter(({ san }) => touched.moves.includes(san));
  return {
    piece: pieceAt(new Set(moves.map(({ uci }) => uci.slice(0, 2))), fen),
    captured: pieceAt(new Set(moves.map(({ uci }) => uci.slice(2, 4))), fen),
    // All legal moves need no list.
    moves: touched.duty === 'any-move' || touched.duty === 'adjusted' || touched.moves.length === 0 ? undefined : touched.moves.map(inWords).join(', '),
  };
}

/** A move in SAN with the piece letters of the page's language. */
export const inWords = (san) => san.replace(/[KQRBN]/g, (letter) => text('pieceLetters')['KQRBN'.indexOf(letter)]);

function valuesOf(verdict, answers, legal) {
  const player = verdict.by ?? verdict.complaint?.by ?? playerOf(answers);
  const minutes = verdict.penalty?.minutes;
  const values = {
    result: RESULTS[verdict.verdict],
    minutes: minutes && text(minutes === 1 ? 'oneMinute' : 'minutes', { minutes }),
    must: verdict.claim?.must_play && inWords(verdict.claim.must_play),
    times: verdict.claim?.why === 'too-few' ? verdict.claim.at_most : undefined,
    ...duty(verdict, legal),
  };
  // Who declines an offer is the opponent of the player who made it.
  const actor = verdict.reason === 'draw-offer-declined' ? opponentOf(player) : player;
  if (actor) {
    Object.assign(values, { player: text(`name-${actor}`), opponent: text(`name-${opponentOf(actor)}`) });
    Object.assign(values, { Player: capital(values.player), Opponent: capital(values.opponent) });
  }
  return values;
}

/**
 * The sentences for a verdict: its `title`, a `detail` below it, what to `say` to the players, and the `steps` to take now. `legal`
 * are the legal moves of its position.
 */
export function outcomeOf(verdict, answers, legal) {
  const values = valuesOf(verdict, answers, legal);
  if (verdict.reason === 'both-flags' && !isRuled(verdict, answers)) return sentences('both-flags-no-rule', values);
  if (isOver(verdict)) {
    const isByMaterial = verdict.certificate.kind.startsWith('insufficient-material');
    const reason = isByMaterial && verdict.reason === 'flag-unwinnable' ? 'flag-insufficient' : verdict.reason;
    const title = text(`verdict-${verdict.verdict}`);
    const detail = text(`reason-${reason}`);
    const steps = lines(verdict.reason.startsWith('flag') ? 'do-flag' : 'do-over', values);
    return { title: `${title} ${detail}`, detail: '', say: `${title} ${detail}.`, steps, result: values.result };
  }
  const kind = kindOf(verdict);
  const outcome = sentences(kind, values);
  if (kind === 'claim-rejected') outcome.detail = text(`claim-${verdict.claim.why}`, values);
  return outcome;
}

function sentences(kind, values) {
  return { title: lines(`title-${kind}`, values).at(-1) ?? '', detail: lines(`detail-${kind}`, values).join(' '), say: lines(`say-${kind}`, values).join(' '), steps: lines(`do-${kind}`, values), result: values.result };
}

/** How certain a verdict is, in a sentence. */
export function certaintyOf(verdict, isOwnPosition) {
  const { certainty, certificate } = verdict;
  if (!isOwnPosition) return text('certainty-described');
  return text(certificate.kind.startsWith('insufficient-material') && certainty === 'proved' ? 'certainty-material' : `certainty-${certainty}`);
}
