//! Guided search: best-first searches for a helpmate, each on one chosen square.
//!
//! **What it proves.** That the side can checkmate, by the line it finds. It proves nothing when it finds none.
//!
//! **How.** Each search has a *goal*: the square on which the losing king is to be mated. It always expands the
//! position with the lowest estimate of the missing moves (greedy best-first search; with a price per ply, weighted A*,
//! Pohl 1970). The estimate is the sum of three parts:
//!
//! * the walk of the losing king to the goal; each piece that attacks a square, also through other attackers, and each
//!   own piece on it costs one more move, because those pieces have to leave first;
//! * for each square adjacent to the goal, the moves until a piece of the mating side attacks it or a piece of the
//!   losing side blocks it;
//! * the moves until some piece can give check.
//!
//! The [reach sets](super::closed) determine the goals: only squares on which they allow a mate are tried. They also
//! determine the pieces that never move, which other pieces have to go around. Goals without promotions come first, and
//! of these the nearest. Every goal gets few positions at first and more in later rounds, because a successful search
//! usually needs a few hundred.
//!
//! **Why it is sound.** Only legal moves are made, and only a checkmate ends a line. The estimate orders positions and
//! prunes none.
//!
//! **What it cannot find.** Helpmates that start with sacrifices to open a wall: until then the estimate measures the
//! wrong paths. The [full search](super::search) finds those.
//!
//! **Where it comes from.** chasolver (Ambrona 2026) rewards bishops that approach a corner. The goals, the estimate
//! and the search are our own.

use std::ops::Range;

use crate::chess::attacks::{self, sets};
use crate::chess::bitboard::Bitboard;
use crate::chess::moves::Move;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::Square;

use super::super::material;
use super::closed::{self, PieceReach};
use super::search::{Queue, Table};

struct Round {
    /// The goals to try, by rank.
    goals: Range<usize>,
    /// The largest number of positions of each search.
    limit: u32,
    /// The price of a ply; a missing move costs [`MISSING`].
    ply: u16,
}

/// The price of a missing move.
const MISSING: u16 = 4;

const fn round(goals: Range<usize>, limit: u32, ply: u16) -> Round {
    Round { goals, limit, ply }
}

/// The rounds, tuned to save positions on a collection of hard positions.
const ROUNDS: [Round; 5] = [
    round(0..8, 1_000, 0),
    round(0..3, 3_000, 0),
    round(3..64, 3_000, 0),
    round(0..6, 6_000, 1),
    round(0..16, 6_000, 2),
];

pub(super) const ROUND_COUNT: usize = ROUNDS.len();

/// Runs a range of rounds within a total budget of positions. Returns the line, and the number of positions reached.
pub(super) fn find(start: &Position, side: Color, rounds: Range<usize>, budget: u32) -> (Option<Vec<Move>>, u32) {
    if budget == 0 {
        return (None, 0);
    }
    let goals = goals(start, side);
    let mut spent = 0;
    for round in &ROUNDS[rounds] {
        let last = round.goals.end.min(goals.len());
        for goal in goals.get(round.goals.start..last).unwrap_or_default() {
            if spent >= budget {
                return (None, spent);
            }
            let (line, positions) = goal.search(start, round.limit.min(budget - spent), round.ply);
            spent += positions;
            if line.is_some() {
                return (line, spent);
            }
        }
    }
    (None, spent)
}

/// The goals, the most promising first.
fn goals(start: &Position, side: Color) -> Vec<Goal> {
    let (pieces, squares) = closed::mating_squares(start, side);
    let summary = ReachSummary::new(&pieces);
    let mut goals: Vec<Goal> = squares.into_iter().map(|square| Goal::new(square, side, &summary)).collect();
    goals.sort_by_cached_key(|goal| (goal.needs_promotion(start), goal.estimate(start)));
    goals
}

/// The number of moves from each square; at most [`FAR`].
type Steps = [u8; 64];

/// The number of moves that means *out of reach*.
const FAR: u8 = 12;

/// The price of a pawn's capture in moves: a piece has to get there first.
const CAPTURE: u8 = 4;

/// The price of passing a piece that never moves but can be captured.
const STUCK: u8 = 5;

/// The parts of the reach sets that the estimate needs.
struct ReachSummary {
    /// The squares of pieces that never move and cannot be captured.
    fixed: Bitboard,
    /// The squares of pieces that never move but can be captured.
    stuck: Bitboard,
    kings: [Bitboard; 2],
    /// Where each side's pawns can be as pawns, and where as promoted pieces.
    pawns: [Bitboard; 2],
    promoted: [Bitboard; 2],
}

impl ReachSummary {
    fn new(pieces: &[PieceReach]) -> Self {
        let none = [Bitboard::EMPTY; 2];
        let mut summary =
            Self { fixed: Bitboard::EMPTY, stuck: Bitboard::EMPTY, kings: none, pawns: none, promoted: none };
        for piece in pieces {
            let color = piece.color.index();
            if piece.is_fixed() {
                summary.fixed |= Bitboard::from_square(piece.home);
            } else if piece.never_moves() {
                summary.stuck |= Bitboard::from_square(piece.home);
            }
            match piece.kind {
                PieceType::King => summary.kings[color] = piece.reach,
                PieceType::Pawn => {
                    summary.pawns[color] |= piece.reach;
                    summary.promoted[color] |= piece.promoted;
                }
                _ => {}
            }
        }
        summary
    }

    /// For each piece type, the moves to one of the squares given for it.
    fn steps(&self, color: Color, to: [Bitboard; 6]) -> [Steps; 6] {
        let mut steps = [[FAR; 64]; 6];
        for kind in [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen, PieceType::King] {
            let to = to[kind.index()];
            let open = if kind == PieceType::King { self.kings[color.index()] } else { !self.fixed | to };
            steps[kind.index()] = flood(to & open, |from| sets::attacked(kind, color, from, self.fixed) & open);
        }
        steps[PieceType::Pawn.index()] = self.pawn_steps(color, to[PieceType::Pawn.index()], &steps);
        steps
    }

    /// The same for pawns, which may get there as promoted pieces, too: computed rank by rank from the last one.
    fn pawn_steps(&self, color: Color, to: Bitboard, pieces: &[Steps; 6]) -> Steps {
        let mut steps = [FAR; 64];
        let forward = if color == Color::White { 1 } else { -1 };
        let promoted = self.promoted[color.index()] & Bitboard::of_rank(color.other().back_rank());
        for square in promoted {
            let best = pieces[PieceType::Knight.index()..=PieceType::Queen.index()]
                .iter()
                .map(|steps| steps[square.index()])
                .min();
            steps[square.index()] = best.unwrap_or(FAR);
        }
        for distance in 1..8 {
            let rank = if color == Color::White { 7 - distance } else { distance };
            for square in self.pawns[color.index()] & Bitboard(0xff << (8 * rank)) {
                let steps_by = |files: i8| {
                    let next = square.offset(files, forward)?;
                    let price = match files {
                        0 if self.fixed.contains(next) => FAR,
                        0 if self.stuck.contains(next) => STUCK,
                        0 => 1,
                        _ => CAPTURE,
                    };
                    Some((steps[next.index()] + price).min(FAR))
                };
                let best = (-1..=1).filter_map(steps_by).min().unwrap_or(FAR);
                steps[square.index()] = if to.contains(square) { 0 } else { best };
            }
        }
        steps
    }
}

/// Breadth-first search: the number of steps to these squares. `step` returns the squares one step away.
fn flood(to: Bitboard, step: impl Fn(Bitboard) -> Bitboard) -> Steps {
    let mut steps = [FAR; 64];
    let (mut known, mut fresh) = (Bitboard::EMPTY, to);
    for count in 0..FAR {
        for square in fresh {
            steps[square.index()] = count;
        }
        known |= fresh;
        fresh = step(fresh) & !known;
        if fresh.is_empty() {
            break;
        }
    }
    steps
}

/// A flight square: a square adjacent to the goal that must be taken from the losing king.
struct Flight {
    square: Square,
    /// By piece type: the moves until a piece of the mating side attacks it.
    attack: [Steps; 6],
    /// By piece type: the moves until a piece of the losing side occupies it.
    block: [Steps; 6],
}

/// The square of the mate, and the distances of all pieces to it.
struct Goal {
    side: Color,
    square: Square,
    /// Where the losing king can be.
    open: Bitboard,
    stuck: Bitboard,
    /// By piece type: the moves until a piece of the mating side gives check.
    check: [Steps; 6],
    flights: Vec<Flight>,
}

/// The longest king walk that the estimate distinguishes, in moves.
const WALK: usize = 40;

/// The largest number of obstacles on one square that the estimate distinguishes.
const OBSTACLES: usize = 5;

/// The weights of the estimate: of a king move, a move to a flight square, and a move to a check.
const WEIGHTS: [u16; 3] = [2, 2, 1];

/// The largest number of legal replies to count, with weight 1, when the king is in check on the goal.
const ESCAPES: u32 = 4;

impl Goal {
    fn new(square: Square, side: Color, summary: &ReachSummary) -> Self {
        let them = side.other();
        // A piece attacks a square from where the same piece of the other color on that square would attack it.
        let attackers = |square| PieceType::ALL.map(|kind| attacks::attacks_from(kind, them, square, summary.fixed));
        let flight = |square| Flight {
            square,
            attack: summary.steps(side, attackers(square)),
            block: summary.steps(them, [Bitboard::from_square(square); 6]),
        };
        let mut checkers = attackers(square);
        checkers[PieceType::King.index()] = Bitboard::EMPTY;
        Self {
            side,
            square,
            open: summary.kings[them.index()] & !summary.fixed,
            stuck: summary.stuck,
            check: summary.steps(side, checkers),
            flights: attacks::king(square).into_iter().map(flight).collect(),
        }
    }

    /// Whether a mate on the goal needs a pawn move or promotion.
    fn needs_promotion(&self, position: &Position) -> bool {
        let pawns = position.by_type(PieceType::Pawn);
        let (ours, theirs) = (position.by_color(self.side), position.by_color(self.side.other()));
        let can = |pieces: Bitboard, steps: &[Steps; 6]| {
            (pieces & !pawns).into_iter().any(|piece| steps[position.kind_of(piece).index()][piece.index()] < FAR)
        };
        let is_taken = |flight: &Flight| {
            let by_pawn = (theirs & pawns).contains(flight.square)
                || !(attacks::pawn(self.side.other(), flight.square) & ours & pawns).is_empty();
            by_pawn || can(ours, &flight.attack) || can(theirs & !position.by_type(PieceType::King), &flight.block)
        };
        !can(ours, &self.check) || !self.flights.iter().all(is_taken)
    }

    /// Estimates the moves that are missing to a mate on the goal.
    fn estimate(&self, position: &Position) -> u16 {
        let them = self.side.other();
        let king = position.king(them);
        let ours = position.by_color(self.side);
        let nearest = |steps: &[Steps; 6]| {
            ours.into_iter().map(|piece| steps[position.kind_of(piece).index()][piece.index()]).min().unwrap_or(FAR)
        };
        let weight = |part: usize, moves: u16| WEIGHTS[part] * moves;
        let mut sum = weight(0, self.walk(position)) + weight(2, nearest(&self.check).into());
        let theirs = position.by_color(them) & !Bitboard::from_square(king);
        let occupied = position.occupied() & !Bitboard::from_square(king);
        let squares: Bitboard = self.flights.iter().map(|flight| flight.square).collect();
        // The pieces of the losing side that could still block; each blocks one square.
        let mut free = theirs & !squares;
        for flight in &self.flights {
            if theirs.contains(flight.square) || !position.attackers_to(flight.square, self.side, occupied).is_empty() {
                continue;
            }
            let mut best = nearest(&flight.attack).max(1);
            let mut blocker = Bitboard::EMPTY;
            for piece in free {
                let steps = flight.block[position.kind_of(piece).index()][piece.index()];
                if steps < best {
                    (best, blocker) = (steps, Bitboard::from_square(piece));
                }
            }
            free &= !blocker;
            sum += weight(1, best.into());
        }
        if king == self.square && position.turn() == them && position.is_check() {
            sum += position.count_legal_moves_to(ESCAPES) as u16;
        }
        sum
    }

    /// The cost of the losing king's walk to the goal: one for each step, and one for each obstacle.
    fn walk(&self, position: &Position) -> u16 {
        let them = self.side.other();
        let king = position.king(them);
        let obstacles = self.obstacles(position);
        let mut waiting = [Bitboard::EMPTY; WALK + OBSTACLES + 1];
        waiting[0] = Bitboard::from_square(king);
        let mut known = Bitboard::EMPTY;
        for cost in 0..WALK {
            let here = waiting[cost] & !known;
            if here.contains(self.square) {
                return cost as u16;
            }
            if here.is_empty() {
                continue;
            }
            known |= here;
            let next = attacks_of_kings(here) & self.open & !known;
            waiting[cost + 1] |= next & !obstacles[0];
            for many in 0..OBSTACLES {
                let more = obstacles.get(many + 1).copied().unwrap_or_default();
                waiting[cost + 2 + many] |= next & obstacles[many] & !more;
            }
        }
        WALK as u16
    }

    /// The squares with at least one obstacle for the losing king, with at least two, and so on. Obstacles are pieces
    /// that attack the square, and an own piece on it; one that never moves counts as [`OBSTACLES`].
    fn obstacles(&self, position: &Position) -> [Bitboard; OBSTACLES] {
        let them = self.side.other();
        let king = Bitboard::from_square(position.king(them));
        let own = position.by_color(them) & !king;
        let ours = position.by_color(self.side);
        let sliders = position.by_type(PieceType::Bishop)
            | position.by_type(PieceType::Rook)
            | position.by_type(PieceType::Queen);
        let hiding = position.occupied() & !king & !(sliders & ours);
        let mut at_least = [own & self.stuck; OBSTACLES];
        let mut add = |squares: Bitboard| {
            for many in (1..OBSTACLES).rev() {
                at_least[many] |= at_least[many - 1] & squares;
            }
            at_least[0] |= squares;
        };
        add(own);
        for piece in ours {
            add(attacks::attacks_from(position.kind_of(piece), self.side, piece, hiding));
        }
        at_least
    }

    /// Searches for a mate on the goal. Also returns the number of positions reached.
    fn search(&self, start: &Position, limit: u32, ply: u16) -> (Option<Vec<Move>>, u32) {
        let mut table = Table::new(start.pack());
        let mut queue = Queue::default();
        queue.push(0, 0);
        while table.len() < limit {
            let Some(number) = queue.pop() else { break };
            let position = table.get(number).unpack();
            if !material::has_mating_material(&position, self.side) {
                continue;
            }
            let moves = position.legal_moves();
            if moves.is_empty() && position.turn() != self.side && position.is_check() {
                return (Some(table.line(number)), table.len());
            }
            let depth = table.data(number) + 1;
            for mv in &moves {
                let after = position.after_unchecked(mv);
                let packed = after.pack();
                if let Some(added) = table.add(packed, packed.hash(), number, mv, depth) {
                    queue.push(MISSING * self.estimate(&after) + ply * depth, added);
                }
            }
        }
        (None, table.len())
    }
}

fn attacks_of_kings(from: Bitboard) -> Bitboard {
    sets::attacked(PieceType::King, Color::White, from, Bitboard::EMPTY)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).unwrap()
    }

    fn goal(start: &Position, side: Color, square: &str) -> Goal {
        let (pieces, _) = closed::mating_squares(start, side);
        Goal::new(Square::from_ascii(square.as_bytes()).unwrap(), side, &ReachSummary::new(&pieces))
    }

    #[test]
    fn the_estimate_of_a_mate_is_zero() {
        for (fen, square) in [
            ("R6k/8/6K1/8/8/8/8/8 b - - 0 1", "h8"),
            ("6bk/7b/8/8/3B4/8/8/K7 b - - 0 1", "h8"),
            ("6rk/5Npp/8/8/8/8/8/K7 b - - 0 1", "h8"),
        ] {
            let start = position(fen);
            assert!(start.is_checkmate(), "{fen}");
            assert_eq!(goal(&start, Color::White, square).estimate(&start), 0, "{fen}");
        }
    }

    #[test]
    fn pieces_in_the_way_of_the_king_cost_moves() {
        let walk = |fen| {
            let start = position(fen);
            goal(&start, Color::White, "c8").walk(&start)
        };
        // Attacks go through other attackers, because those have to leave, too.
        assert_eq!(walk("k7/8/8/8/8/8/8/K7 b - - 0 1"), 2);
        assert_eq!(walk("k7/8/8/8/8/1R6/8/K7 b - - 0 1"), 3);
        assert_eq!(walk("k7/8/8/8/1R6/1R6/8/K7 b - - 0 1"), 4);
        assert_eq!(walk("k7/8/8/8/8/1R5R/8/K7 b - - 0 1"), 3);
        assert_eq!(walk("k1n5/8/8/8/8/1R6/8/K7 b - - 0 1"), 4);
    }

    #[test]
    fn goals_without_promotion_come_first() {
        // Bishops on dark squares mate on dark squares.
        let start = position("k7/Bb6/5B2/4B3/3B4/1pB5/pP5b/K7 w - - 0 1");
        let goals = goals(&start, Color::White);
        let count = goals.iter().take_while(|goal| !goal.needs_promotion(&start)).count();
        assert!(count > 0 && count < goals.len(), "{count}");
        assert!(goals[..count].iter().all(|goal| !goal.square.is_light()));
    }

    #[test]
    fn lines_are_legal_and_within_the_budget() {
        let start = position("k6B/1b4B1/2b2B2/4B3/3B4/1pB1B3/pP1B4/K7 b - - 0 1");
        let (line, spent) = find(&start, Color::White, 0..ROUND_COUNT, 200_000);
        let mut last = start.clone();
        for mv in line.unwrap() {
            assert!(last.is_legal(mv));
            last.play_unchecked(mv);
        }
        assert!(last.is_checkmate() && last.turn() == Color::Black && spent < 5_000, "{spent}");
        for budget in [0, 1, 100] {
            let (line, spent) = find(&start, Color::White, 0..ROUND_COUNT, budget);
            assert!(line.is_none() && spent < budget + 250, "{spent}");
        }
    }

    #[test]
    fn proved_positions_have_no_goals() {
        let start = position("8/8/3k4/1p2p1p1/pP1pP1P1/P2P4/1K6/8 b - - 32 62");
        for side in Color::BOTH {
            assert_eq!(find(&start, side, 0..ROUND_COUNT, 10_000), (None, 0));
        }
    }
}
