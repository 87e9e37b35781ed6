// A line of moves as the program replays it, and pasted games.

import { questions, textInput } from './client.js';
import { inWords } from './outcome.js';

const parse = (lines) => lines.split('\n').filter(Boolean).map((line) => JSON.parse(line));

/** The positions of a line: `{fen, san, uci}`, the first one without a move. */
export async function positionsOf(fen, moves) {
  const { text: output } = await questions.runText(['replay', '--fen', fen, '--moves', moves, '--format', 'jsonl', '--fields', 'san,uci,fen']);
  return [{ fen }, ...parse(output).filter((record) => record.uci)];
}

/** The number and side of a ply, as they are printed: `12...`. */
export function numbered(plies, index) {
  const before = plies[index - 1].fen.split(' ');
  return `${before[5]}${before[1] === 'w' ? '.' : '...'} ${inWords(plies[index].san)}`;
}

/** The shapes of a board that show how its position arose. */
export const lastMove = ({ uci }) => (uci ? { last: [uci.slice(0, 2), uci.slice(2, 4)] } : {});

/** Moves as an address has them. */
export const joined = (moves) => moves.map(({ uci }) => uci).join('_');

/** The position that an answer leads to: its FEN after its moves. */
export async function finalFen({ fen, moves }) {
  return moves ? (await positionsOf(fen, moves.replaceAll('_', ' '))).at(-1).fen : fen;
}

/**
 * Reads a pasted game: its starting position `fen`, its `moves`, the `problems` that the program reports, and whether another
 * game follows. `fen` is null if there is no game to play through.
 */
export async function readGame(pgn) {
  const input = textInput('game.pgn', pgn);
  const args = ['replay', '--format', 'jsonl', '--threads', '1', '--head', '2', '--fields', 'game,ply,san,uci,fen'];
  const start = await questions.runText([...args, '--at', '0'], [input]);
  const [first, second] = parse(start.text).filter(({ type }) => type === 'ply');
  const { text: output, messages } = await questions.runText(args, [input]);
  const records = parse(output);
  const moves = records.filter(({ game, uci }) => game === first?.game && uci);
  // Without a game, whatever was found says why.
  const isWhy = ({ type, game, severity }) => type === 'finding' && (!first || (game === first.game && severity === 'error'));
  const problems = [...records.filter(isWhy), ...messages].map(({ message }) => message);
  return { fen: first?.fen ?? null, moves, problems: first ? problems : problems.slice(0, 1), isFollowed: Boolean(second) };
}
