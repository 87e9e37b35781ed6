//! The table of positions that a search has reached, with the move that led to each.
//!
//! Positions are compared by value, never by hash alone, so when a search is exhausted, *no position was omitted* is
//! certain. A position takes 40 bytes, and 8 to 16 in the index.

use crate::chess::moves::Move;
use crate::chess::packed::PackedPosition;

/// A position, and the best path to it so far.
struct Node {
    position: PackedPosition,
    parent: u32,
    mv: Move,
    /// Data of the search about the position.
    data: u16,
}

const _: () = assert!(size_of::<Node>() == 40);

/// All positions reached, in this order.
pub(super) struct Table {
    nodes: Vec<Node>,
    /// Indices of nodes by linear probing from their hashes; [`FREE`] in empty slots. At most half are used.
    index: Vec<u32>,
}

const FREE: u32 = u32::MAX;

/// The initial capacity in positions; a power of two.
const CAPACITY: usize = 256;

/// Whether a position was added.
pub(super) enum Added {
    /// It is new, with this index.
    New(u32),
    /// It was there, with this index.
    Known(u32),
}

impl Table {
    /// A table with only the starting position.
    pub(super) fn new(start: PackedPosition) -> Self {
        let mut table = Self { nodes: Vec::with_capacity(CAPACITY), index: vec![FREE; 2 * CAPACITY] };
        table.add(start, start.hash(), 0, Move::NULL, 0);
        table
    }

    /// The number of positions.
    pub(super) fn len(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// The position with this index.
    pub(super) fn get(&self, number: u32) -> PackedPosition {
        self.nodes[number as usize].position
    }

    /// The data about the position with this index.
    pub(super) fn data(&self, number: u32) -> u16 {
        self.nodes[number as usize].data
    }

    /// Records a cheaper path to a position. Costs never decrease along a path, so parents never form a cycle.
    pub(super) fn reach_again(&mut self, number: u32, parent: u32, mv: Move, data: u16) {
        let node = &mut self.nodes[number as usize];
        (node.parent, node.mv, node.data) = (parent, mv, data);
    }

    /// The index of the position in the first slot of this hash, if there is one.
    pub(super) fn likely(&self, hash: u64) -> Option<u32> {
        let number = self.index[hash as usize & (self.index.len() - 1)];
        (number != FREE).then_some(number)
    }

    /// Adds a position that a move reaches from the position with index `parent`.
    pub(super) fn add(&mut self, position: PackedPosition, hash: u64, parent: u32, mv: Move, data: u16) -> Added {
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
        self.nodes.push(Node { position, parent, mv, data });
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
