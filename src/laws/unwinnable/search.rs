//! The full search: every position that can come about, the hopeful ones first, until a mate is found or none is left.
//!
//! **What it proves.** *Yes* by the line to the mate. *No* when it comes to its end: then every position that legal play
//! can reach from the start was looked at, up to those that a sounder argument had closed (men that can mate in no
//! placement; see also [`Prune`]), and in none is the other side mated.
//!
//! **Why it is sound.** The [table](super::table) knows positions whole. Nothing is cut by depth or by cost: the order
//! decides only what is looked at first. Each position is looked at once.
//!
//! **What it cannot see.** More positions than its budget. A locked board with several bishops that roam has more than any
//! memory holds; that is what [closed positions](super::closed) are for.
//!
//! **Where it comes from.** The costs are in the spirit of CHA's rewards (Ambrona 2022): a move that makes progress is free,
//! and so is the answer to it; a capture by the side that shall be mated is dear. There they bound a search that
//! deepens step by step; here they number the buckets of one queue (Dial 1969), in which the cheapest come first, the
//! newest of these before the others.

use std::ops::ControlFlow::{self, Break, Continue};

use crate::chess::bitboard::Bitboard;
use crate::chess::moves::Move;
use crate::chess::piece::{Color, Kind};
use crate::chess::position::Position;
use crate::chess::square::Square;

use super::super::material;
use super::helpmate::gap;
use super::table::{Added, Table};

/// How a search went.
pub(super) enum Searched {
    /// To a mate.
    Mate(Vec<Move>, u32),
    /// To the end: so many positions, none of them mate.
    Exhausted(u32),
    /// The budget was spent.
    Unfinished(u32),
}

impl Searched {
    /// How many positions were reached.
    pub(super) fn positions(&self) -> u32 {
        match *self {
            Self::Mate(_, positions) | Self::Exhausted(positions) | Self::Unfinished(positions) => positions,
        }
    }
}

/// The order in which positions are looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// The cheapest first.
    ByCost,
    /// The newest first. Comes soonest to the end of a wood without mates, for it needs no judgement.
    NewestFirst,
}

/// A sound reason to look no further than to a position.
pub(super) trait Prune {
    /// Whether it is proved that neither this position, reached by this move from that one, nor any behind it is a
    /// mate. `is_first` says that it is the first move of all. Breaks off the search if that cannot hope to end.
    fn closes(&mut self, is_first: bool, before: &Position, mv: Move, after: &Position) -> ControlFlow<(), bool>;
}

/// Searches for a mate by this side among at most `most` positions.
pub(super) fn search(start: &Position, side: Color, most: u32, order: Order, prune: &mut impl Prune) -> Searched {
    let costs = Costs::new(start, side);
    let mut table = Table::new(start.pack(), most);
    let mut queue = Queue::default();
    queue.push(0, 0);
    while let Some((cost, number)) = queue.pop() {
        let (packed, was_free) = table.get(number);
        let position = packed.unpack();
        if !material::has_mating_material(&position, side) {
            continue;
        }
        let mut is_stuck = true;
        let flow = position.visit_legal_moves(|mv| {
            is_stuck = false;
            let after = position.after(mv);
            let step = if order == Order::ByCost { costs.of(&position, mv) } else { Step::Ordinary };
            let mark = u16::from(step == Step::Free);
            match table.add(after.pack(), number, mv, mark) {
                Added::Known => {}
                Added::Full => return Break(()),
                Added::New(child) => {
                    if !prune.closes(number == 0, &position, mv, &after)? {
                        let more = match step {
                            _ if order == Order::NewestFirst => 0,
                            Step::Free => 0,
                            Step::Dear => 4,
                            Step::Ordinary => usize::from(was_free == 0),
                        };
                        queue.push(cost + more, child);
                    }
                }
            }
            Continue(())
        });
        if flow.is_break() {
            return Searched::Unfinished(table.len());
        }
        if is_stuck && position.turn() != side && position.is_check() {
            return Searched::Mate(table.line(number), table.len());
        }
    }
    Searched::Exhausted(table.len())
}

/// Numbers of positions in buckets by cost.
#[derive(Default)]
struct Queue {
    buckets: Vec<Vec<u32>>,
    /// All buckets below this one are empty.
    first: usize,
}

impl Queue {
    fn push(&mut self, cost: usize, number: u32) {
        if self.buckets.len() <= cost {
            self.buckets.resize_with(cost + 1, Vec::new);
        }
        self.buckets[cost].push(number);
        self.first = self.first.min(cost);
    }

    fn pop(&mut self) -> Option<(usize, u32)> {
        while let Some(bucket) = self.buckets.get_mut(self.first) {
            if let Some(number) = bucket.pop() {
                return Some((self.first, number));
            }
            self.first += 1;
        }
        None
    }
}

/// What a move costs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// It furthers the mate: nothing.
    Free,
    /// One, or nothing after a free move.
    Ordinary,
    /// Four.
    Dear,
}

/// Where the mate is looked for: near a corner on the far rank that a bishop of the side, if it has one, can attack.
struct Costs {
    side: Color,
    king: Square,
    knight: Square,
    their_king: Square,
    their_knight: Square,
}

impl Costs {
    fn new(start: &Position, side: Color) -> Self {
        let bishops = start.pieces(side, Kind::Bishop);
        let theirs = start.pieces(side.other(), Kind::Bishop);
        let wants_dark =
            !(bishops & Bitboard::DARK).is_empty() || (bishops.is_empty() && !(theirs & Bitboard::LIGHT).is_empty());
        // h8 is dark and a8 is light; for Black h1 is light and a1 is dark.
        let is_right = wants_dark == (side == Color::White);
        let square = |file: u8, rank: u8| {
            let file = if is_right { file } else { 7 - file };
            let rank = if side == Color::White { rank } else { 7 - rank };
            Square::from_index(8 * rank + file)
        };
        Self { side, king: square(6, 6), knight: square(4, 4), their_king: square(7, 7), their_knight: square(6, 7) }
    }

    fn of(&self, position: &Position, mv: Move) -> Step {
        let (from, to) = (mv.from(), mv.to());
        let nears = |target| gap(to, target) < gap(from, target);
        let is_capture = position.colors(position.turn().other()).contains(to);
        let kind = position.kind_of(from);
        if position.turn() == self.side {
            let is_progress = match kind {
                Kind::Pawn => true,
                Kind::King => is_capture || nears(self.king),
                Kind::Knight => is_capture || nears(self.knight),
                Kind::Bishop | Kind::Rook | Kind::Queen => is_capture,
            };
            if is_progress { Step::Free } else { Step::Ordinary }
        } else {
            match kind {
                Kind::King if nears(self.their_king) => Step::Free,
                Kind::Knight if nears(self.their_knight) => Step::Free,
                _ if is_capture => Step::Dear,
                _ => Step::Ordinary,
            }
        }
    }
}
