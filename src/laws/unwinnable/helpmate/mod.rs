//! The quick helpmate finder: both sides head straight for a mate in a corner.
//!
//! **What it shows.** That the side can mate, by a line of legal moves that ends in mate. It proves nothing when it finds none.
//!
//! **How.** A helpmate is a matter of geometry: the king to be mated goes to a corner, the other king supports, the men
//! that could be in the way stay or are taken, a pawn promotes. So each try fixes a corner and a square for the king
//! that supports, and plays depth first, the move first that furthers this most, never twice to the same position.
//! There is no deepening and nothing is searched again: a try is given up after some dozens of positions, and the next one
//! takes another corner, later with a little chance in the order of moves. Where the king stands at the edge or has few
//! squares, each move that gives check is tried for mate.
//!
//! Most moves of such a line are steps of a king to its post, and where there is none, any pawn's step or capture will
//! do. So the first tries take such a move as soon as it is seen, and list and weigh all moves only where that leads
//! nowhere.
//!
//! **What it cannot see.** Mates that need men to be moved out of each other's way in a certain order. Those are for the
//! full search.
//!
//! **Where it comes from.** The rewards of CHA (Ambrona 2022) for moves that make progress, turned into an order of moves.
//! Positions visited are known by their keys: if two should share one, a line is missed and nothing else.

mod move_order;
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
use move_order::Judge;
use plan::Plan;
pub(super) use plan::gap;

/// A line is given up when it is so long, in plies.
const LONGEST: usize = 100;

/// The tries, cheap ones first: up to which number, how many positions each, for a lone piece more, and how much chance.
const TRIES: [(u64, u32, u64); 4] = [(4, 60, 0), (24, 120, 6), (72, 400, 14), (TRIES_IN_ALL, 3_000, 16)];

/// So many times as many positions where the side has a lone knight or bishop: the others' men have a long way to their places.
const LONE: u32 = 2;

/// How many tries there are.
pub(super) const TRIES_IN_ALL: u64 = 120;

/// Runs the tries of these numbers, as long as `budget` positions are left in all. Gives the line, and how many
/// positions were looked at.
pub(super) fn find(start: &Position, side: Color, numbers: Range<u64>, budget: u32) -> (Option<Vec<Move>>, u32) {
    let lone = lone(start, side);
    let plans = plan::plans(start, side, lone);
    let patience = if lone.is_some() { LONE } else { 1 };
    let most = patience * TRIES[row(numbers.end.saturating_sub(1))].1;
    let mut attempt = Attempt::new(side, lone, plans[0], most.min(budget));
    let mut spent = 0;
    for number in numbers {
        if spent >= budget {
            break;
        }
        let (_, limit, noise) = TRIES[row(number)];
        let which = if number < 4 { number } else { (number * 5 + number / 8) % 8 };
        attempt.plan = plans[which as usize];
        attempt.limit = (patience * limit).min(budget - spent);
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

/// The only man of the side beside its king, if that is a knight or bishop.
fn lone(start: &Position, side: Color) -> Option<PieceType> {
    let men = start.colors(side) & !Bitboard::of(start.king(side));
    men.single().map(|man| start.kind_of(man)).filter(|kind| matches!(kind, PieceType::Knight | PieceType::Bishop))
}

/// One try after the other.
struct Attempt {
    side: Color,
    plan: Plan,
    /// How many positions may be looked at.
    limit: u32,
    /// The play of chance in the order of moves; 0 for none.
    noise: u64,
    /// Makes chance differ from try to try, and the marks of visited positions too.
    salt: u64,
    /// The only man of the side beside its king, if that is a knight or bishop: then the others' men are needed.
    lone: Option<PieceType>,
    positions: u32,
    line: Vec<Move>,
    /// The moves still to be tried at all plies of the line, with what they are worth.
    moves: Vec<(i32, Move)>,
    seen: Seen,
    chance: u64,
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
            line: Vec::with_capacity(LONGEST),
            moves: Vec::with_capacity(256),
            seen: Seen::new(most),
            chance: 0,
        }
    }

    fn run(&mut self, start: &Position) -> bool {
        self.positions = 0;
        self.chance = self.salt;
        self.line.clear();
        self.moves.clear();
        self.seen.add(start.key() ^ self.salt);
        self.play(start)
    }

    /// Plays on from a position; whether it came to mate.
    fn play(&mut self, position: &Position) -> bool {
        self.positions += 1;
        if self.line.len() >= LONGEST || !material::has_mating_material(position, self.side) {
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
        (is_planned && (self.stride(position) || self.try_at_hand(position))) || self.try_all(position)
    }

    /// Whether the king stands where a mate is likely.
    fn is_cornered(&self, position: &Position) -> bool {
        let them = self.side.other();
        let king = position.king(them);
        EDGE.contains(king) || (attacks::king(king) & !position.colors(them)).count() <= 3
    }

    /// A king's step to where the plan wants it.
    fn stride(&mut self, position: &Position) -> bool {
        let is_ours = position.turn() == self.side;
        let has_lone = self.lone.is_some();
        let (target, free) = match is_ours {
            true if has_lone => (self.plan.support, !position.occupied()),
            true => (self.kings_goal(position), !position.colors(self.side)),
            // The men that shall help come first.
            false if has_lone => return false,
            false => (self.plan.corner, !position.occupied()),
        };
        let king = position.king(position.turn());
        for to in plan::nearer(target, king) & free {
            let mv = Move::new(king, to, MoveKind::Normal);
            if position.is_safe(mv) && self.step(position, mv) {
                return true;
            }
        }
        false
    }

    /// A move of a sort that always helps or never harms, as soon as one is seen.
    fn try_at_hand(&mut self, position: &Position) -> bool {
        if self.lone.is_some() {
            return false;
        }
        let is_ours = position.turn() == self.side;
        let at_hand = if is_ours { quick_moves::progress(position) } else { quick_moves::quiet_move(position) };
        at_hand.is_some_and(|mv| self.step(position, mv))
    }

    /// Whether the side that mates has a queen or a rook.
    fn has_heavy(&self, position: &Position) -> bool {
        let heavy = position.kinds(PieceType::Queen) | position.kinds(PieceType::Rook);
        !(heavy & position.colors(self.side)).is_empty()
    }

    /// Where the king of the side that mates shall go: to its post; but as long as a pawn must promote and none can,
    /// first to the nearest pawn that stops one.
    fn kings_goal(&self, position: &Position) -> Square {
        let support = self.plan.support;
        if self.has_heavy(position) {
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
        stops.into_iter().min_by_key(|&stop| gap(king, stop)).unwrap_or(support)
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

    /// Makes a move and plays on, if this leads to a new position and may still be afforded.
    fn step(&mut self, position: &Position, mv: Move) -> bool {
        if self.positions > self.limit {
            return false;
        }
        let after = position.after(mv);
        if !self.seen.add(after.key() ^ self.salt) {
            return false;
        }
        self.line.push(mv);
        if self.play(&after) {
            return true;
        }
        self.line.pop();
        false
    }

    /// Adds the legal moves of a position to the list, with what they are worth.
    fn list_moves(&mut self, position: &Position) {
        let (side, plan, lone) = (self.side, self.plan, self.lone);
        let (goal, has_heavy) = (self.kings_goal(position), self.has_heavy(position));
        let needs_helper = lone.is_some_and(|lone| !plan.has_helper(position, side, lone));
        let judge = Judge { position, side, plan, goal, has_heavy, lone, needs_helper };
        let _ = position.visit_legal_moves(|mv| {
            let worth = judge.worth(mv) + self.chance();
            self.moves.push((worth, mv));
            ControlFlow::Continue(())
        });
    }

    /// Chance, from a fixed seed: xorshift (Marsaglia, 2003).
    fn chance(&mut self) -> i32 {
        if self.noise == 0 {
            return 0;
        }
        self.chance ^= self.chance << 13;
        self.chance ^= self.chance >> 7;
        self.chance ^= self.chance << 17;
        (self.chance % self.noise) as i32
    }
}

/// The outermost squares.
const EDGE: Bitboard = Bitboard(0xff81_8181_8181_81ff);

/// A set of keys, never emptied: each try salts its own.
struct Seen {
    slots: Vec<u32>,
}

impl Seen {
    fn new(limit: u32) -> Self {
        Self { slots: vec![0; (4 * limit as usize).next_power_of_two()] }
    }

    /// Adds a key; `false` if it was there. A full neighborhood gives up its first slot.
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
