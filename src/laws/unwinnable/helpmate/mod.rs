//! The quick helpmate finder: both sides head straight for a mate in a corner.
//!
//! **What it shows.** That the side can checkmate, by a line of legal moves. It proves nothing when it finds none.
//!
//! **How.** Most helpmates follow a simple geometry: the losing king goes to a corner, the other king supports, pieces
//! that could interfere stay or are captured, and a pawn promotes. Each try fixes a corner and a square for the
//! supporting king. It searches depth first, with the moves that further this plan first, and never visits a position
//! twice. There is no iterative deepening: a try ends after some dozens of positions, and the next one takes another
//! corner, later with some randomness in the move order. If the king is at the edge or has few squares, each checking
//! move is tested for mate.
//!
//! Most moves of such a line are king steps toward the target; otherwise any pawn step or capture will do. So the first
//! tries make such a move as soon as they find one, and generate and score all moves only if that fails.
//!
//! **What it cannot find.** Mates for which pieces have to make way for each other in a certain order. The full search
//! finds those.
//!
//! **Where it comes from.** CHA (Ambrona 2022) rewards moves that make progress; here the rewards become a move order.
//! Visited positions are known by their keys: a key collision can lose a line, but do no other harm.

mod plan;
mod quick_moves;

use std::ops::{ControlFlow, Range};

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::Square;

use super::super::material;
use super::closed;
pub(super) use plan::king_distance;
use plan::{MoveOrder, Plan};

/// The longest line, in plies.
const MAX_PLIES: usize = 100;

/// The rows of tries, the cheapest first: the end of the range of try numbers, the positions of each try, and the noise
/// in the move order.
const TRIES: [(u64, u32, u64); 4] = [(4, 60, 0), (24, 120, 6), (72, 400, 14), (TRY_COUNT, 3_000, 16)];

/// The factor on these positions if the side has a lone knight or bishop: the opponent's pieces then have long ways.
const LONE: u32 = 2;

pub(super) const TRY_COUNT: u64 = 120;

/// Runs a range of tries within a total budget of positions. Returns the line, and the number of positions searched.
pub(super) fn find(start: &Position, side: Color, numbers: Range<u64>, budget: u32) -> (Option<Vec<Move>>, u32) {
    let lone = lone(start, side);
    let plans = plan::plans(start, side, lone);
    let budget_factor = if lone.is_some() { LONE } else { 1 };
    let most = budget_factor * TRIES[row(numbers.end.saturating_sub(1))].1;
    let mut attempt = Attempt::new(side, lone, plans[0], most.min(budget));
    let mut spent = 0;
    for number in numbers {
        if spent >= budget {
            break;
        }
        let (_, limit, noise) = TRIES[row(number)];
        let which = if number < 4 { number } else { (number * 5 + number / 8) % 8 };
        attempt.plan = plans[which as usize];
        attempt.limit = (budget_factor * limit).min(budget - spent);
        attempt.noise = noise;
        attempt.salt = (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let found = attempt.run(start);
        spent += attempt.positions;
        if found {
            return (Some(attempt.line), spent);
        }
    }
    (None, spent)
}

/// The row of [`TRIES`] for a try.
fn row(number: u64) -> usize {
    TRIES.iter().position(|&(end, ..)| number < end).unwrap_or(TRIES.len() - 1)
}

/// The side's only piece besides its king, if it is a knight or bishop.
fn lone(start: &Position, side: Color) -> Option<PieceType> {
    let pieces = start.by_color(side) & !Bitboard::from_square(start.king(side));
    pieces
        .single()
        .map(|piece| start.kind_of(piece))
        .filter(|kind| matches!(kind, PieceType::Knight | PieceType::Bishop))
}

/// The state of a try; its memory is reused by the next.
struct Attempt {
    side: Color,
    plan: Plan,
    /// The largest number of positions to search.
    limit: u32,
    /// The range of the random part of move scores; 0 for none.
    noise: u64,
    /// Makes the randomness and the keys of visited positions differ from try to try.
    salt: u64,
    /// The side's only piece besides its king, if it is a knight or bishop: then it needs the opponent's pieces.
    lone: Option<PieceType>,
    positions: u32,
    line: Vec<Move>,
    /// The moves still to try at all plies of the line, with their scores, as a stack.
    moves: Vec<(i32, Move)>,
    visited: VisitedSet,
    random_state: u64,
}

impl Attempt {
    fn new(side: Color, lone: Option<PieceType>, plan: Plan, most: u32) -> Self {
        Self {
            side,
            plan,
            limit: 0,
            noise: 0,
            salt: 0,
            lone,
            positions: 0,
            line: Vec::with_capacity(MAX_PLIES),
            moves: Vec::with_capacity(256),
            visited: VisitedSet::new(most),
            random_state: 0,
        }
    }

    fn run(&mut self, start: &Position) -> bool {
        self.positions = 0;
        self.random_state = self.salt;
        self.line.clear();
        self.moves.clear();
        self.visited.add(start.key() ^ self.salt);
        self.play(start)
    }

    /// Searches from a position. Returns whether it found a mate.
    fn play(&mut self, position: &Position) -> bool {
        self.positions += 1;
        if self.line.len() >= MAX_PLIES || !material::has_mating_material(position, self.side) {
            return false;
        }
        if position.turn() == self.side
            && self.is_cornered(position)
            && let Some(mate) = quick_moves::mate_in_one(position, position.king(self.side.other()))
        {
            self.positions += 1;
            self.line.push(mate);
            return true;
        }
        let is_planned = self.noise == 0;
        (is_planned && (self.try_king_step(position) || self.try_quick_move(position))) || self.try_all(position)
    }

    /// Whether the losing king is on a square where a mate is likely.
    fn is_cornered(&self, position: &Position) -> bool {
        let them = self.side.other();
        let king = position.king(them);
        EDGE.contains(king) || (attacks::king(king) & !position.by_color(them)).count() <= 3
    }

    /// Tries king steps toward the square that the plan assigns.
    fn try_king_step(&mut self, position: &Position) -> bool {
        let is_ours = position.turn() == self.side;
        let has_lone = self.lone.is_some();
        let (target, free) = match is_ours {
            true if has_lone => (self.plan.support, !position.occupied()),
            true => (self.king_target(position), !position.by_color(self.side)),
            // The helping pieces move first.
            false if has_lone => return false,
            false => (self.plan.corner, !position.occupied()),
        };
        let king = position.king(position.turn());
        for to in plan::steps_toward(target, king) & free {
            let mv = Move::new(king, to, MoveKind::Normal);
            if position.is_safe(mv) && self.step(position, mv) {
                return true;
            }
        }
        false
    }

    /// Tries the first move found that always helps or never harms.
    fn try_quick_move(&mut self, position: &Position) -> bool {
        if self.lone.is_some() {
            return false;
        }
        let is_ours = position.turn() == self.side;
        let quick_move = if is_ours { quick_moves::progress(position) } else { quick_moves::quiet_move(position) };
        quick_move.is_some_and(|mv| self.step(position, mv))
    }

    /// Whether the mating side has a queen or a rook.
    fn has_heavy_piece(&self, position: &Position) -> bool {
        let heavy = position.by_type(PieceType::Queen) | position.by_type(PieceType::Rook);
        !(heavy & position.by_color(self.side)).is_empty()
    }

    /// The target of the mating side's king: its supporting square, or, while a pawn must promote and all are blocked,
    /// the nearest blocking pawn.
    fn king_target(&self, position: &Position) -> Square {
        let support = self.plan.support;
        if self.has_heavy_piece(position) {
            return support;
        }
        let enemies = position.pieces(self.side.other(), PieceType::Pawn);
        let mut stops = Bitboard::EMPTY;
        for pawn in position.pieces(self.side, PieceType::Pawn) {
            let ahead = closed::path(self.side, pawn) & enemies;
            if ahead.is_empty() {
                return support;
            }
            stops |= ahead;
        }
        let king = position.king(self.side);
        stops.into_iter().min_by_key(|&stop| king_distance(king, stop)).unwrap_or(support)
    }

    /// Tries all moves, the best first.
    fn try_all(&mut self, position: &Position) -> bool {
        let first = self.moves.len();
        self.list_moves(position);
        if self.moves.len() == first {
            return position.turn() != self.side && position.is_check();
        }
        let mut found = false;
        for at in first..self.moves.len() {
            if found || self.positions > self.limit {
                break;
            }
            let best = (at..self.moves.len())
                .fold(at, |best, other| if self.moves[other].0 > self.moves[best].0 { other } else { best });
            self.moves.swap(at, best);
            found = self.step(position, self.moves[at].1);
        }
        self.moves.truncate(first);
        found
    }

    /// Makes a move and searches on, if the position is new and the budget allows it.
    fn step(&mut self, position: &Position, mv: Move) -> bool {
        if self.positions > self.limit {
            return false;
        }
        let after = position.after_unchecked(mv);
        if !self.visited.add(after.key() ^ self.salt) {
            return false;
        }
        self.line.push(mv);
        if self.play(&after) {
            return true;
        }
        self.line.pop();
        false
    }

    /// Adds the legal moves of a position to the list, with their scores.
    fn list_moves(&mut self, position: &Position) {
        let (side, plan, lone) = (self.side, self.plan, self.lone);
        let (goal, has_heavy_piece) = (self.king_target(position), self.has_heavy_piece(position));
        let needs_helper = lone.is_some_and(|lone| !plan.has_helper(position, side, lone));
        let order = MoveOrder { position, side, plan, goal, has_heavy_piece, lone, needs_helper };
        let _ = position.visit_legal_moves(|mv| {
            let score = order.score(mv) + self.random();
            self.moves.push((score, mv));
            ControlFlow::Continue(())
        });
    }

    /// A pseudo-random number from a fixed seed: xorshift (Marsaglia, 2003).
    fn random(&mut self) -> i32 {
        if self.noise == 0 {
            return 0;
        }
        self.random_state ^= self.random_state << 13;
        self.random_state ^= self.random_state >> 7;
        self.random_state ^= self.random_state << 17;
        (self.random_state % self.noise) as i32
    }
}

/// The squares at the edge of the board.
const EDGE: Bitboard = Bitboard(0xff81_8181_8181_81ff);

/// A hash set of keys. It is never cleared, because each try salts its keys.
struct VisitedSet {
    slots: Vec<u32>,
}

impl VisitedSet {
    fn new(limit: u32) -> Self {
        Self { slots: vec![0; (4 * limit as usize).next_power_of_two()] }
    }

    /// Adds a key; returns `false` if it was present. If all eight probed slots are full, it replaces the first.
    #[inline]
    fn add(&mut self, key: u64) -> bool {
        let mask = self.slots.len() - 1;
        let home = key as usize & mask;
        let key = (key >> 32) as u32;
        for step in 0..8 {
            let slot = &mut self.slots[(home + step) & mask];
            if *slot == key {
                return false;
            }
            if *slot == 0 {
                *slot = key;
                return true;
            }
        }
        self.slots[home] = key;
        true
    }
}
