//! The full search: a search of all reachable positions, the most promising first, until it finds a checkmate.
//!
//! **What it proves.** *Yes* by the line to the checkmate. *No* if it exhausts the positions: then it has expanded
//! every position that legal play can reach, except those after positions that a sound argument has closed (no mating
//! material; see also [`Prune`]), and in none is the other side checkmated.
//!
//! **Why it is sound.** The [table](self) compares whole positions. Costs only order the positions, and each is expanded
//! once.
//!
//! **What it cannot decide.** More positions than its budget. A locked board with several roaming bishops has more
//! positions than fit in memory; [closed positions](super::closed) handle those.
//!
//! **Where it comes from.** Uniform-cost search with a bucket queue (Dial 1969), last in first out within a bucket. For
//! the costs of moves see [costs](super::costs).

use std::ops::ControlFlow::{self, Break, Continue};

use crate::chess::moves::Move;
use crate::chess::packed::PackedPosition;
use crate::chess::piece::Color;
use crate::chess::position::Position;

use super::super::material;
use super::costs::{CostModel, MoveCost, PathCost};

pub(super) enum SearchOutcome {
    /// A line to checkmate, and the number of positions.
    Mate(Vec<Move>, u32),
    /// All positions were expanded, this many, and none is checkmate.
    Exhausted(u32),
    /// The budget is spent, after this many positions.
    Unfinished(u32),
}

impl SearchOutcome {
    pub(super) fn positions(&self) -> u32 {
        match *self {
            Self::Mate(_, positions) | Self::Exhausted(positions) | Self::Unfinished(positions) => positions,
        }
    }
}

/// Sound reasons not to continue the search after a position.
pub(super) trait Prune {
    /// Whether a proof shows that neither the position after this move, nor any later one, is checkmate. `is_first`
    /// marks the moves from the start. Breaks if the search has no hope of completing.
    fn closes(&mut self, _is_first: bool, _before: &Position, _mv: Move) -> ControlFlow<(), bool> {
        Continue(false)
    }
    /// Whether the search should give up because it reaches this position. Called for every successor before it is
    /// added.
    fn gives_up(&mut self, _after: &Position) -> bool {
        false
    }
}

/// A search that can be resumed.
pub(super) struct Search {
    side: Color,
    /// The costs of moves: the cheapest come first. Without costs, the newest position comes first: fastest where no
    /// position is mate.
    costs: Option<CostModel>,
    table: Table,
    queue: Queue,
    children: Vec<Child>,
}

/// A successor of a position.
struct Child {
    mv: Move,
    position: PackedPosition,
    hash: u64,
    /// The table's entry near the slot of this position, and whether it is the same position.
    found: Option<u32>,
    is_known: bool,
}

impl Search {
    /// A search for a mate by this side.
    pub(super) fn new(start: &Position, side: Color, costs: Option<CostModel>) -> Self {
        let mut queue = Queue::default();
        queue.push(0, 0);
        Self { side, costs, table: Table::new(start.pack()), queue, children: Vec::new() }
    }

    pub(super) fn positions(&self) -> u32 {
        self.table.len()
    }

    /// Runs or resumes the search until [`positions`](Self::positions) reaches `most`, or slightly more.
    pub(super) fn run(&mut self, most: u32, prune: &mut impl Prune) -> SearchOutcome {
        while self.positions() < most {
            let Some(number) = self.queue.pop() else {
                return SearchOutcome::Exhausted(self.table.len());
            };
            match self.expand(number, prune) {
                Break(Stop::Mate) => return SearchOutcome::Mate(self.table.line(number), self.table.len()),
                Break(Stop::GivenUp) => break,
                Continue(()) => {}
            }
        }
        SearchOutcome::Unfinished(self.table.len())
    }

    /// Adds the successors of a position.
    fn expand(&mut self, number: u32, prune: &mut impl Prune) -> ControlFlow<Stop> {
        let (packed, path) = (self.table.get(number), PathCost(self.table.data(number)));
        let position = packed.unpack();
        if !material::has_mating_material(&position, self.side) {
            return Continue(());
        }
        self.list_children(&position, prune).map_break(|()| Stop::GivenUp)?;
        if self.children.is_empty() && position.turn() != self.side && position.is_check() {
            return Break(Stop::Mate);
        }
        for child in self.children.iter().rev().filter(|child| !child.is_known) {
            let cost = self.costs.map_or(MoveCost::Free, |costs| costs.cost_of(&position, child.mv));
            let path = path.after(cost);
            if let Some(added) = self.table.add(child.position, child.hash, number, child.mv, path.0)
                && !prune.closes(number == 0, &position, child.mv).map_break(|()| Stop::GivenUp)?
            {
                self.queue.push(path.cost(), added);
            }
        }
        Continue(())
    }

    /// Lists the successors of a position. It looks all of them up in the table before using any result, so that the
    /// cache misses overlap.
    fn list_children(&mut self, position: &Position, prune: &mut impl Prune) -> ControlFlow<()> {
        self.children.clear();
        position.visit_legal_moves(|mv| {
            let after = position.after_unchecked(mv);
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

/// Why a search stops early.
enum Stop {
    Mate,
    GivenUp,
}

/// A bucket queue of position indices by cost.
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

// The table of positions that a search has reached, with the move that led to each.
//
// Positions are compared by value, never by hash alone, so an exhausted search has certainly omitted no position. A
// position takes 40 bytes, and its share of the slots 8 to 16.

/// A position, and the last move of the first path to it.
struct Node {
    position: PackedPosition,
    parent: u32,
    mv: Move,
    /// What the search stores about the position.
    data: u16,
}

const _: () = assert!(size_of::<Node>() == 40);

/// All positions reached, in this order.
pub(super) struct Table {
    nodes: Vec<Node>,
    /// The indices of nodes, found by linear probing from their hashes. At most half of the slots are used.
    slots: Vec<u32>,
}

/// The content of an empty slot.
const FREE: u32 = u32::MAX;

/// The initial capacity in positions; a power of two.
const CAPACITY: usize = 256;

impl Table {
    /// A table with only the position that the search starts from.
    pub(super) fn new(start: PackedPosition) -> Self {
        let mut table = Self { nodes: Vec::with_capacity(CAPACITY), slots: vec![FREE; 2 * CAPACITY] };
        table.add(start, start.hash(), 0, Move::NULL, 0);
        table
    }

    pub(super) fn len(&self) -> u32 {
        self.nodes.len() as u32
    }

    pub(super) fn get(&self, index: u32) -> PackedPosition {
        self.nodes[index as usize].position
    }

    /// The data about the position with this index.
    pub(super) fn data(&self, index: u32) -> u16 {
        self.nodes[index as usize].data
    }

    /// The index of the position in the first slot of this hash, if there is one. It is probably the position with this
    /// hash; the caller compares them.
    pub(super) fn likely(&self, hash: u64) -> Option<u32> {
        let index = self.slots[hash as usize & (self.slots.len() - 1)];
        (index != FREE).then_some(index)
    }

    /// Adds a position that a move reaches from the position with index `parent`. Returns its index if it is new.
    pub(super) fn add(&mut self, position: PackedPosition, hash: u64, parent: u32, mv: Move, data: u16) -> Option<u32> {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot] != FREE {
            let index = self.slots[slot];
            if self.nodes[index as usize].position == position {
                return None;
            }
            slot = (slot + 1) & mask;
        }
        let index = self.len();
        self.slots[slot] = index;
        self.nodes.push(Node { position, parent, mv, data });
        if 2 * self.nodes.len() > self.slots.len() {
            self.grow();
        }
        Some(index)
    }

    /// Doubles the number of slots.
    #[cold]
    fn grow(&mut self) {
        let mask = 2 * self.slots.len() - 1;
        self.slots.clear();
        self.slots.resize(mask + 1, FREE);
        for (index, node) in (0..).zip(&self.nodes) {
            let mut slot = node.position.hash() as usize & mask;
            while self.slots[slot] != FREE {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = index;
        }
    }

    /// The moves from the start to a position.
    pub(super) fn line(&self, mut index: u32) -> Vec<Move> {
        let mut line = Vec::new();
        while index != 0 {
            let node = &self.nodes[index as usize];
            line.push(node.mv);
            index = node.parent;
        }
        line.reverse();
        line
    }
}
