// What can happen at a board, as data: the questions that each incident needs, and the arguments of `adjudicate` for the answers.

/** The choices of each question. A question without any has a screen of its own. */
export const CHOICES = {
  incident: ['flag', 'illegal', 'touched', 'claim', 'offer', 'setup', 'late', 'other'],
  side: ['white', 'black'], sides: ['white', 'black', 'both'],
  period: ['last', 'earlier'], announced: ['yes', 'no'],
  left: ['enough', 'king', 'position'],
  illegal: ['move', 'unpromoted', 'no-move', 'two-hands', 'stood', 'position'], count: ['white-1', 'white-2', 'black-1', 'black-2'],
  touched: ['white', 'black', 'claim'], since: ['no', 'yes'],
  claim: ['threefold', 'fifty'], how: ['board', 'intended'],
  offer: ['after', 'before', 'accepted', 'declined', 'agreed'], moved: ['yes', 'no'],
  setup: ['wrong-array', 'colors-reversed'], ten: ['fewer', 'more'],
  other: ['resign', 'refuse', 'result'],
};

const material = ({ left }) => ['left', left === 'position' && 'position'];

/** The questions of each incident in order, by the answers so far. */
const QUESTIONS = {
  flag: (answers) => ['sides', ...(answers.sides === 'both' ? ['period', answers.period === 'last' && 'announced'] : material(answers))],
  illegal: (answers) => ['illegal', ...(answers.illegal === 'position' ? ['position'] : ['count', ...(answers.count?.endsWith('2') ? material(answers) : [])])],
  touched: ({ touched }) => ['touched', ...(touched === 'claim' ? ['side', 'since'] : ['position', 'squares'])],
  claim: ({ how, moves }) => ['claim', 'side', 'how', 'moves', how === 'intended' && moves !== 'none' && 'intended'],
  offer: ({ offer }) => ['offer', offer === 'agreed' ? 'moved' : 'side'],
  setup: () => ['setup', 'ten'],
  late: () => ['sides'],
  other: (answers) => ['other', ...{ resign: ['side', ...material(answers)], refuse: ['sides'], result: ['position'] }[answers.other] ?? []],
};

const isAnswered = (name, answers) => (name === 'position' ? Boolean(answers.fen) : name in CHOICES ? CHOICES[name].includes(answers[name]) : Boolean(answers[name]));

/** The questions that lead to the verdict, as far as the answers tell. */
export function questionsOf(answers) {
  if (!isAnswered('incident', answers)) return ['incident'];
  return ['incident', ...QUESTIONS[answers.incident](answers).filter(Boolean)];
}

/** The first question without an answer; undefined if all are answered. */
export const nextQuestion = (answers) => questionsOf(answers).find((name) => !isAnswered(name, answers));

/** The answers that come before a question, for the way back to it. */
export function answersBefore(answers, name) {
  const kept = questionsOf(answers).slice(0, questionsOf(answers).indexOf(name));
  const keys = kept.flatMap((question) => (question === 'position' ? ['fen', 'moves'] : question === 'moves' ? ['moves', 'fen'] : [question]));
  return Object.fromEntries(Object.entries(answers).filter(([key]) => keys.includes(key) || key in RULES));
}

/** The rules of an event, which addresses may carry. */
export const RULES = {
  laws: ['fide-2023', 'fide-2018', 'fide-2014', 'fide-2001', 'uscf', 'lichess', 'chesscom', 'iccf'],
  time: ['standard', 'rapid', 'blitz'],
  supervision: ['full', 'limited'],
};

/** The player whom an incident is about. */
export const playerOf = ({ side, sides, count, touched }) => [side, sides, touched, count?.split('-')[0]].find((name) => CHOICES.side.includes(name));

export const opponentOf = (player) => (player === 'white' ? 'black' : 'white');

export const INITIAL = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/**
 * A position for a question whose answer hardly depends on one: a middlegame, after fewer or more than ten moves, or with a
 * bare king. The page says that the verdict is by the description then.
 */
function standIn(answers) {
  const player = playerOf(answers);
  if (answers.left === 'king') return player === 'white' ? '4k3/8/8/8/8/8/8/3QK3 w - - 0 40' : '3qk3/8/8/8/8/8/8/4K3 b - - 0 40';
  if (answers.incident === 'late' || answers.moved === 'no') return INITIAL;
  // A player should offer a draw after moving, so the opponent has the move.
  const turn = answers.offer === 'before' ? player : opponentOf(player);
  return `r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R ${turn[0]} KQkq - 0 ${answers.ten === 'more' ? 15 : 5}`;
}

/** Whether the verdict is about the user's own position or game. */
export const hasPosition = ({ fen }) => Boolean(fen);

/** A middlegame without its history, by which no claim can be decided. */
const WITHOUT_HISTORY = (player) => `r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R ${player[0]} KQkq -`;

function positionArguments(answers) {
  if (answers.incident === 'claim' && answers.moves === 'none') return ['--fen', WITHOUT_HISTORY(answers.side)];
  const args = ['--fen', answers.fen ?? standIn(answers)];
  return answers.moves ? [...args, '--moves', answers.moves.replaceAll('_', ' ')] : args;
}

const EVENTS = {
  flag: ({ sides, period }) => ['--event', `flag:${sides}${period === 'earlier' ? ':earlier' : ''}`],
  illegal: ({ illegal, count }) => {
    if (illegal === 'position') return ['--event', 'illegal-position'];
    const [player, number] = count.split('-');
    return ['--event', `${{ move: 'illegal', stood: 'illegal-stood' }[illegal] ?? illegal}:${player}:${number}`];
  },
  touched: ({ touched, side, since, squares, adjusted, unclear, released }) => {
    if (touched === 'claim') return ['--claim', 'touch-move', '--by', side, ...(since === 'yes' ? [`--touched=${side === 'white' ? 'e1' : 'e8'}`] : [])];
    const args = [`--touched=${squares}`, '--by', touched];
    if (adjusted) args.push('--adjusted'); else if (released) args.push('--released', released);
    return unclear ? [...args, '--touched-unclear'] : args;
  },
  claim: ({ claim, side, intended }) => ['--claim', claim, '--by', side, ...(intended ? ['--intended', intended] : [])],
  offer: ({ offer, side }) => {
    if (offer === 'agreed') return ['--event', 'agree'];
    return ['--event', `draw-offer:${side}${['accepted', 'declined'].includes(offer) ? `:${offer}` : ''}`];
  },
  setup: ({ setup }) => ['--event', setup],
  late: ({ sides }) => ['--event', `late:${sides}`],
  other: ({ other, side, sides }) => ({ resign: ['--event', `resign:${side}`], refuse: ['--event', `refuse:${sides}`], result: [] })[other],
};

/** The arguments of `adjudicate` that settle an incident under the rules of the event. */
export function argumentsFor(answers, { laws, time, supervision }) {
  const supervised = time === 'standard' ? 'full' : supervision;
  return [...positionArguments(answers), ...EVENTS[answers.incident](answers), '--laws', laws, '--time-class', time, '--supervision', supervised];
}
