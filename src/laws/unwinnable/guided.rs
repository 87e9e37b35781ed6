//! Guided search: a best-first search for a helpmate on one chosen square after another.
//!
//! **What it proves.** That the side can mate, by the line it finds. It proves nothing when it finds none.
//!
//! **How.** Each search has a *goal*: the square on which the losing king shall be mated. The next position it expands is
//! the one with the lowest estimate of the moves that are still missing (greedy best-first search; with a price per ply it
//! is weighted A*, Pohl 1970). The estimate adds up three things:
//!
//! * the walk of the losing king to the goal, where every piece that attacks a square, through other attackers, too,
//!   and every own piece that occupies it costs one more move: those pieces have to leave first;
//! * for each square next to the goal, the moves until a piece of the mating side attacks it or a piece of the losing
//!   side blocks it;
//! * the moves until some piece can give check.
//!
//! The [reach sets](super::closed) give the goals: only squares on which they leave room for a mate are tried. They also
//! give the pieces that never move, which pieces have to go around. Goals that need no promotion come first, of these the
//! nearest. Every goal gets few positions at first and more in later rounds: a search that succeeds mostly needs a few
//! hundred.
//!
//! **Why it is sound.** Only legal moves are made, and only a checkmate ends a line. The estimate orders positions and
//! prunes none.
//!
//! **What it cannot see.** Helpmates that start with sacrifices to open a wall: until the wall is open the estimate
//! measures the wrong ways. Those are for the [full search](super::search).
//!
//! **Where it comes from.** chasolver (Ambrona 2026) rewards bishops that come closer to a corner. The goals, the
//! estimate and the search are our own.

use std::ops::Range;

use crate::chess::attacks::{self, sets};
use crate::chess::bitboard::Bitboard;
use crate::chess::moves::Move;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::Square;

use super::super::material;
use super::closed::{self, PieceReach};
use super::search::Queue;
use super::table::{Added, Table};

/// A round of searches.
struct Round {
    /// The goals it tries, by their rank.
    goals: Range<usize>,
    /// How many positions each search may reach.
    most: u32,
    /// The price of a ply; a missing move costs [`MISSING`].
    ply: u16,
}

/// The price of a move that is still missing.
const MISSING: u16 = 4;

const fn round(goals: Range<usize>, most: u32, ply: u16) -> Round {
    Round { goals, most, ply }
}

/// The rounds. Chosen by how many positions they save on a collection of hard positions.
const ROUNDS: [Round; 5] = [
    round(0..8, 1_000, 0),
    round(0..3, 3_000, 0),
    round(3..64, 3_000, 0),
    round(0..6, 6_000, 1),
    round(0..16, 6_000, 2),
];

/// How many rounds there are.
pub(super) const ROUNDS_IN_ALL: usize = ROUNDS.len();

/// Runs the rounds of these numbers, as long as `budget` positions are left in all. Returns the line, and how many
/// positions were reached.
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
            let (line, positions) = goal.search(start, round.most.min(budget - spent), round.ply);
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
    let (men, squares) = closed::mating_squares(start, side);
    let terrain = Terrain::new(&men);
    let mut goals: Vec<Goal> = squares.into_iter().map(|square| Goal::new(square, side, &terrain)).collect();
    goals.sort_by_cached_key(|goal| (goal.needs_promotion(start), goal.estimate(start)));
    goals
}

/// A number of moves for each square from which they start; at most [`FAR`].
type Steps = [u8; 64];

/// So many moves, or out of reach.
const FAR: u8 = 12;

/// What a pawn's capture costs in moves: somebody has to come there first.
const CAPTURE: u8 = 4;

/// What it costs to pass a piece that never moves, but can be captured.
const STUCK: u8 = 5;

/// What the reach sets say about the board.
struct Terrain {
    /// The squares of pieces that never move and cannot be captured.
    fixed: Bitboard,
    /// The squares of pieces that never move, but can be captured.
    stuck: Bitboard,
    /// Where each king can be.
    kings: [Bitboard; 2],
    /// Where each side's pawns can be as pawns, and where as promoted pieces.
    pawns: [Bitboard; 2],
    promoted: [Bitboard; 2],
}

impl Terrain {
    fn new(men: &[PieceReach]) -> Self {
        let none = [Bitboard::EMPTY; 2];
        let mut terrain =
            Self { fixed: Bitboard::EMPTY, stuck: Bitboard::EMPTY, kings: none, pawns: none, promoted: none };
        for man in men {
            let color = man.color.index();
            if man.is_fixed() {
                terrain.fixed |= Bitboard::of(man.home);
            } else if man.never_moves() {
                terrain.stuck |= Bitboard::of(man.home);
            }
            match man.kind {
                PieceType::King => terrain.kings[color] = man.reach,
                PieceType::Pawn => {
                    terrain.pawns[color] |= man.reach;
                    terrain.promoted[color] |= man.promoted;
                }
                _ => {}
            }
        }
        terrain
    }

    /// For each kind of piece, how many moves it needs to one of the squares given for its kind.
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

    /// The same for pawns, which may get there as promoted pieces, too: rank by rank, from the last one backwards.
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
                let go_on = |files: i8| {
                    let next = square.offset(files, forward)?;
                    let price = match files {
                        0 if self.fixed.contains(next) => FAR,
                        0 if self.stuck.contains(next) => STUCK,
                        0 => 1,
                        _ => CAPTURE,
                    };
                    Some((steps[next.index()] + price).min(FAR))
                };
                let best = (-1..=1).filter_map(go_on).min().unwrap_or(FAR);
                steps[square.index()] = if to.contains(square) { 0 } else { best };
            }
        }
        steps
    }
}

/// How many steps lead to these squares; `step` gives the squares one step away.
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

/// A square next to the goal, which the losing king must not be able to go to.
struct Flight {
    square: Square,
    /// For each kind: how many moves until a piece of the mating side attacks it.
    attack: [Steps; 6],
    /// For each kind: how many moves until a piece of the losing side stands on it.
    block: [Steps; 6],
}

/// The square of the mate, and how far everything is from it.
struct Goal {
    side: Color,
    square: Square,
    /// Where the losing king can be.
    open: Bitboard,
    stuck: Bitboard,
    /// For each kind: how many moves until a piece of the mating side gives check.
    check: [Steps; 6],
    flights: Vec<Flight>,
}

/// The longest walk of the king that is told apart, in moves.
const WALK: usize = 40;

/// So many obstacles on one square are told apart.
const OBSTACLES: usize = 5;

/// What the parts of the estimate weigh: a move of the king, one to a square next to the goal, one to a check.
const WEIGHTS: [u16; 3] = [2, 2, 1];

/// What each legal move weighs by which the king, in check on the goal, escapes mate; and how many are counted.
const ESCAPES: u32 = 4;

impl Goal {
    fn new(square: Square, side: Color, terrain: &Terrain) -> Self {
        let them = side.other();
        // A piece attacks a square from where a piece of its kind and the other color on that square attacks it.
        let attackers = |square| PieceType::ALL.map(|kind| attacks::of(kind, them, square, terrain.fixed));
        let flight = |square| Flight {
            square,
            attack: terrain.steps(side, attackers(square)),
            block: terrain.steps(them, [Bitboard::of(square); 6]),
        };
        let mut checkers = attackers(square);
        checkers[PieceType::King.index()] = Bitboard::EMPTY;
        Self {
            side,
            square,
            open: terrain.kings[them.index()] & !terrain.fixed,
            stuck: terrain.stuck,
            check: terrain.steps(side, checkers),
            flights: attacks::king(square).into_iter().map(flight).collect(),
        }
    }

    /// Whether no mate on the goal is conceivable unless a pawn is promoted or moves.
    fn needs_promotion(&self, position: &Position) -> bool {
        let pawns = position.kinds(PieceType::Pawn);
        let (ours, theirs) = (position.colors(self.side), position.colors(self.side.other()));
        let can = |men: Bitboard, steps: &[Steps; 6]| {
            (men & !pawns).into_iter().any(|man| steps[position.kind_of(man).index()][man.index()] < FAR)
        };
        let is_taken = |flight: &Flight| {
            let by_pawn = (theirs & pawns).contains(flight.square)
                || !(attacks::pawn(self.side.other(), flight.square) & ours & pawns).is_empty();
            by_pawn || can(ours, &flight.attack) || can(theirs & !position.kinds(PieceType::King), &flight.block)
        };
        !can(ours, &self.check) || !self.flights.iter().all(is_taken)
    }

    /// An estimate of the moves that are missing to a mate on the goal.
    fn estimate(&self, position: &Position) -> u16 {
        let them = self.side.other();
        let king = position.king(them);
        let ours = position.colors(self.side);
        let nearest = |steps: &[Steps; 6]| {
            ours.into_iter().map(|man| steps[position.kind_of(man).index()][man.index()]).min().unwrap_or(FAR)
        };
        let weight = |part: usize, moves: u16| WEIGHTS[part] * moves;
        let mut sum = weight(0, self.walk(position)) + weight(2, nearest(&self.check).into());
        let theirs = position.colors(them) & !Bitboard::of(king);
        let occupied = position.occupied() & !Bitboard::of(king);
        let squares: Bitboard = self.flights.iter().map(|flight| flight.square).collect();
        // Pieces of the losing side that could still block; each blocks one square.
        let mut free = theirs & !squares;
        for flight in &self.flights {
            if theirs.contains(flight.square) || !position.attackers_to(flight.square, self.side, occupied).is_empty() {
                continue;
            }
            let mut best = nearest(&flight.attack).max(1);
            let mut blocker = Bitboard::EMPTY;
            for man in free {
                let steps = flight.block[position.kind_of(man).index()][man.index()];
                if steps < best {
                    (best, blocker) = (steps, Bitboard::of(man));
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

    /// What the losing king's walk to the goal costs: a move for each step, and one for each obstacle.
    fn walk(&self, position: &Position) -> u16 {
        let them = self.side.other();
        let king = position.king(them);
        let obstacles = self.obstacles(position);
        let mut waiting = [Bitboard::EMPTY; WALK + OBSTACLES + 1];
        waiting[0] = Bitboard::of(king);
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

    /// The squares with at least one obstacle for the losing king, with at least two, and so on: pieces that attack it,
    /// and an own piece on it. One that never moves counts as many.
    fn obstacles(&self, position: &Position) -> [Bitboard; OBSTACLES] {
        let them = self.side.other();
        let king = Bitboard::of(position.king(them));
        let own = position.colors(them) & !king;
        let ours = position.colors(self.side);
        let sliders =
            position.kinds(PieceType::Bishop) | position.kinds(PieceType::Rook) | position.kinds(PieceType::Queen);
        let hiding = position.occupied() & !king & !(sliders & ours);
        let mut at_least = [own & self.stuck; OBSTACLES];
        let mut add = |squares: Bitboard| {
            for many in (1..OBSTACLES).rev() {
                at_least[many] |= at_least[many - 1] & squares;
            }
            at_least[0] |= squares;
        };
        add(own);
        for man in ours {
            add(attacks::of(position.kind_of(man), self.side, man, hiding));
        }
        at_least
    }

    /// Searches for a mate, and returns how many positions it reached.
    fn search(&self, start: &Position, most: u32, ply: u16) -> (Option<Vec<Move>>, u32) {
        let mut table = Table::new(start.pack());
        let mut queue = Queue::default();
        queue.push(0, 0);
        while table.len() < most {
            let Some(number) = queue.pop() else { break };
            let position = table.get(number).unpack();
            if !material::has_mating_material(&position, self.side) {
                continue;
            }
            let moves = position.legal_moves();
            if moves.is_empty() && position.turn() != self.side && position.is_check() {
                return (Some(table.line(number)), table.len());
            }
            let depth = table.mark(number) + 1;
            for mv in &moves {
                let after = position.after(mv);
                let packed = after.pack();
                if let Added::New(added) = table.add(packed, packed.hash(), number, mv, depth) {
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

    /// The goal on a square.
    fn goal(start: &Position, side: Color, square: &str) -> Goal {
        let (men, _) = closed::mating_squares(start, side);
        Goal::new(Square::from_ascii(square.as_bytes()).unwrap(), side, &Terrain::new(&men))
    }

    #[test]
    fn nothing_is_missing_to_a_mate() {
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
        // Attacks go through other attackers, for those have to leave, too.
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
    fn lines_are_legal_and_the_budget_is_kept() {
        let start = position("k6B/1b4B1/2b2B2/4B3/3B4/1pB1B3/pP1B4/K7 b - - 0 1");
        let (line, spent) = find(&start, Color::White, 0..ROUNDS_IN_ALL, 200_000);
        let mut last = start.clone();
        for mv in line.unwrap() {
            assert!(last.is_legal(mv));
            last.advance(mv);
        }
        assert!(last.is_checkmate() && last.turn() == Color::Black && spent < 5_000, "{spent}");
        for budget in [0, 1, 100] {
            let (line, spent) = find(&start, Color::White, 0..ROUNDS_IN_ALL, budget);
            assert!(line.is_none() && spent < budget + 250, "{spent}");
        }
    }

    #[test]
    fn nothing_is_tried_where_reach_sets_prove_that_there_is_no_mate() {
        let start = position("8/8/3k4/1p2p1p1/pP1pP1P1/P2P4/1K6/8 b - - 32 62");
        for side in Color::BOTH {
            assert_eq!(find(&start, side, 0..ROUNDS_IN_ALL, 10_000), (None, 0));
        }
    }
}
