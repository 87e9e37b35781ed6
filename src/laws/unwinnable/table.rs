//! The positions that a search has reached, each whole, with the move that led there.
//!
//! Positions are compared by value, never by a hash alone: when a search has come to its end, *no position was left
//! out* is then a fact and no probability. A position takes 40 bytes, and 8 to 16 in the index.

use crate::chess::moves::Move;
use crate::chess::packed::PackedPosition;

/// A position, and the best way to it that was found.
struct Node {
    position: PackedPosition,
    parent: u32,
    mv: Move,
    /// Whatever the search wants to know of it.
    mark: u16,
}

const _: () = assert!(size_of::<Node>() == 40);

/// All positions reached, numbered in the order in which they were.
pub(super) struct Table {
    nodes: Vec<Node>,
    /// Numbers of nodes, each near the place that its hash gives it; [`FREE`] in the others. At most half are taken.
    index: Vec<u32>,
}

const FREE: u32 = u32::MAX;

/// Room for so many positions at first; a power of two.
const ROOM: usize = 256;

/// Whether a position was added.
pub(super) enum Added {
    /// It is new and has this number.
    New(u32),
    /// It was there with this number.
    Known(u32),
}

impl Table {
    /// A table of the start alone.
    pub(super) fn new(start: PackedPosition) -> Self {
        let mut table = Self { nodes: Vec::with_capacity(ROOM), index: vec![FREE; 2 * ROOM] };
        table.add(start, start.hash(), 0, Move::NULL, 0);
        table
    }

    /// How many positions there are.
    pub(super) fn len(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// The position with this number.
    pub(super) fn get(&self, number: u32) -> PackedPosition {
        self.nodes[number as usize].position
    }

    /// What was noted about it.
    pub(super) fn mark(&self, number: u32) -> u16 {
        self.nodes[number as usize].mark
    }

    /// Notes another way to a position, a cheaper one. No way to a position costs less than its beginning, so the ways never
    /// run in a circle.
    pub(super) fn reach_again(&mut self, number: u32, parent: u32, mv: Move, mark: u16) {
        let node = &mut self.nodes[number as usize];
        (node.parent, node.mv, node.mark) = (parent, mv, mark);
    }

    /// The number of a position that has a place near that of this hash, if there is one.
    pub(super) fn likely(&self, hash: u64) -> Option<u32> {
        let number = self.index[hash as usize & (self.index.len() - 1)];
        (number != FREE).then_some(number)
    }

    /// Adds a position that is reached by a move from the one numbered `parent`.
    pub(super) fn add(&mut self, position: PackedPosition, hash: u64, parent: u32, mv: Move, mark: u16) -> Added {
        let last = self.index.len() - 1;
        let mut at = hash as usize & last;
        while self.index[at] != FREE {
            let number = self.index[at];
            if self.nodes[number as usize].position == position {
                return Added::Known(number);
            }
            at = (at + 1) & last;
        }
        let number = self.len();
        self.index[at] = number;
        self.nodes.push(Node { position, parent, mv, mark });
        if 2 * self.nodes.len() > self.index.len() {
            self.grow();
        }
        Added::New(number)
    }

    /// Doubles the index.
    #[cold]
    fn grow(&mut self) {
        let last = 2 * self.index.len() - 1;
        self.index.clear();
        self.index.resize(last + 1, FREE);
        for (number, node) in (0..).zip(&self.nodes) {
            let mut at = node.position.hash() as usize & last;
            while self.index[at] != FREE {
                at = (at + 1) & last;
            }
            self.index[at] = number;
        }
    }

    /// The moves from the start to a position.
    pub(super) fn line(&self, mut number: u32) -> Vec<Move> {
        let mut line = Vec::new();
        while number != 0 {
            let node = &self.nodes[number as usize];
            line.push(node.mv);
            number = node.parent;
        }
        line.reverse();
        line
    }
}
