//! The full search: every position that can come about, the hopeful ones first, until a mate is found or none is left.
//!
//! **What it proves.** *Yes* by the line to the mate. *No* when it comes to its end: then every position that legal play
//! can reach from the start was looked at, up to those that a sounder argument had closed (men that can mate in no
//! placement; see also [`Prune`]), and in none is the other side mated.
//!
//! **Why it is sound.** The [table](super::table) knows positions whole. Unless its [`Way`] has a limit, nothing is cut: the
//! order decides only what is looked at first, and each position is looked at once. [Dives](super::dives) have a limit,
//! and their end proves nothing.
//!
//! **What it cannot see.** More positions than its budget. A locked board with several bishops that roam has more than any
//! memory holds; that is what [closed positions](super::closed) are for.
//!
//! **Where it comes from.** What moves cost: see [costs](super::costs). Here it numbers the buckets of one queue (Dial
//! 1969), in which the cheapest come first, the newest of these before the others.

use std::ops::ControlFlow::{self, Break, Continue};

use crate::chess::moves::Move;
use crate::chess::packed::PackedPosition;
use crate::chess::piece::Color;
use crate::chess::position::Position;

use super::super::material;
use super::costs::{Costs, Mark, Step};
use super::table::{Added, Table};

/// How a search went.
pub(super) enum Searched {
    /// To a mate.
    Mate(Vec<Move>, u32),
    /// To the end: so many positions, none of them mate. A proof only if the way has no limit.
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

/// A sound reason to look no further than to a position.
pub(super) trait Prune {
    /// Whether it is proved that neither the position after this move, nor any behind it, is a mate. `is_first` says
    /// that it is the first move of all. Breaks off the search if that cannot hope to end.
    fn closes(&mut self, _is_first: bool, _before: &Position, _mv: Move) -> ControlFlow<(), bool> {
        Continue(false)
    }
    /// Whether there is no hope that the search ends, for this position may come about. Asked of every position that is one move
    /// on, before anything is noted of it.
    fn gives_up(&mut self, _after: &Position) -> bool {
        false
    }
}

/// Where a search goes.
#[derive(Clone, Copy)]
pub(super) struct Way {
    /// What moves cost; without costs the newest position is looked at first.
    pub(super) costs: Option<Costs>,
    /// Whether the newest position is looked at first for all that.
    pub(super) dives: bool,
    /// What all moves of a line may cost together.
    pub(super) limit: u16,
    /// Whether of the positions after one move the last is looked at first.
    pub(super) is_reversed: bool,
}

impl Way {
    /// The newest first: comes soonest to the end of a wood without mates, for it needs no judgment.
    pub(super) const NEWEST: Self = Self { costs: None, dives: false, limit: Mark::MOST, is_reversed: false };

    /// The cheapest first.
    pub(super) fn cheapest(costs: Costs) -> Self {
        Self { costs: Some(costs), dives: false, limit: Mark::MOST, is_reversed: false }
    }
}

/// A search that can be gone on with.
pub(super) struct Search {
    side: Color,
    way: Way,
    table: Table,
    queue: Queue,
    /// How often a position was looked at.
    looks: u32,
    children: Vec<Child>,
}

/// A position one move on.
struct Child {
    mv: Move,
    position: PackedPosition,
    hash: u64,
    /// What the table has near the place of this position, and whether that is the same.
    found: Option<u32>,
    is_known: bool,
}

impl Search {
    /// A search for a mate by this side.
    pub(super) fn new(start: &Position, side: Color, way: Way) -> Self {
        let mut queue = Queue::default();
        queue.push(0, 0);
        Self { side, way, table: Table::new(start.pack()), queue, looks: 0, children: Vec::new() }
    }

    /// How many positions were reached; in a dive, how often one was looked at.
    pub(super) fn positions(&self) -> u32 {
        if self.way.dives { self.looks } else { self.table.len() }
    }

    /// Goes on until [positions](Self::positions) are so many in all, or a few more.
    pub(super) fn go_on(&mut self, most: u32, prune: &mut impl Prune) -> Searched {
        while self.positions() < most {
            let Some(number) = self.queue.pop() else {
                return Searched::Exhausted(self.table.len());
            };
            self.looks += 1;
            match self.look_at(number, prune) {
                Break(End::Mate) => return Searched::Mate(self.table.line(number), self.table.len()),
                Break(End::GivenUp) => break,
                Continue(()) => {}
            }
        }
        Searched::Unfinished(self.table.len())
    }

    /// Adds what is one move on from a position.
    fn look_at(&mut self, number: u32, prune: &mut impl Prune) -> ControlFlow<End> {
        let (packed, mark) = (self.table.get(number), Mark(self.table.mark(number)));
        let position = packed.unpack();
        if !material::has_mating_material(&position, self.side) {
            return Continue(());
        }
        self.list_children(&position, prune).map_break(|()| End::GivenUp)?;
        if self.children.is_empty() && position.turn() != self.side && position.is_check() {
            return Break(End::Mate);
        }
        let count = self.children.len();
        for turn in 0..count {
            let child = &self.children[if self.way.is_reversed { turn } else { count - 1 - turn }];
            if child.is_known && !self.way.dives {
                continue;
            }
            let step = self.way.costs.map_or(Step::Free, |costs| costs.of(&position, child.mv));
            let mark = mark.after(step);
            if mark.cost() > self.way.limit {
                continue;
            }
            let cost = if self.way.dives { 0 } else { mark.cost() };
            match self.table.add(child.position, child.hash, number, child.mv, mark.0) {
                Added::New(added) => {
                    if prune.closes(number == 0, &position, child.mv).map_break(|()| End::GivenUp)? {
                        continue;
                    }
                    self.queue.push(cost, added);
                }
                Added::Known(known) if self.way.dives && mark.cost() < Mark(self.table.mark(known)).cost() => {
                    self.table.reach_again(known, number, child.mv, mark.0);
                    self.queue.push(cost, known);
                }
                Added::Known(_) => {}
            }
        }
        Continue(())
    }

    /// Lists the positions one move on. The table is asked for all of them before any of the answers is needed: most of
    /// them come from far away in memory, and so they come at once.
    fn list_children(&mut self, position: &Position, prune: &mut impl Prune) -> ControlFlow<()> {
        self.children.clear();
        position.visit_legal_moves(|mv| {
            let after = position.after(mv);
            if prune.gives_up(&after) {
                return Break(());
            }
            let packed = after.pack();
            let hash = packed.hash();
            self.children.push(Child { mv, position: packed, hash, found: self.table.likely(hash), is_known: false });
            Continue(())
        })?;
        for child in &mut self.children {
            child.is_known = child.found.is_some_and(|found| self.table.get(found) == child.position);
        }
        Continue(())
    }
}

/// Why a search ends early.
enum End {
    Mate,
    GivenUp,
}

/// Numbers of positions in buckets by cost.
#[derive(Default)]
pub(super) struct Queue {
    buckets: Vec<Vec<u32>>,
    /// All buckets below this one are empty.
    first: usize,
}

impl Queue {
    pub(super) fn push(&mut self, cost: u16, number: u32) {
        let cost = usize::from(cost);
        if self.buckets.len() <= cost {
            self.buckets.resize_with(cost + 1, Vec::new);
        }
        self.buckets[cost].push(number);
        self.first = self.first.min(cost);
    }

    pub(super) fn pop(&mut self) -> Option<u32> {
        while let Some(bucket) = self.buckets.get_mut(self.first) {
            if let Some(number) = bucket.pop() {
                return Some(number);
            }
            self.first += 1;
        }
        None
    }
}
