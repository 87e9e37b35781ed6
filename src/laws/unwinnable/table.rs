//! The table of positions that a search has reached, with the move that led to each.
//!
//! Positions are compared by value, never by hash alone, so an exhausted search has certainly omitted no position. A
//! position takes 40 bytes, and its share of the slots 8 to 16.

use crate::chess::moves::Move;
use crate::chess::packed::PackedPosition;

/// A position, and the last move of the best path to it so far.
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

pub(super) enum Added {
    /// It is new, with this index.
    New(u32),
    /// It was there, with this index.
    Known(u32),
}

impl Table {
    /// A table with only the position that the search starts from.
    pub(super) fn new(start: PackedPosition) -> Self {
        let mut table = Self { nodes: Vec::with_capacity(CAPACITY), slots: vec![FREE; 2 * CAPACITY] };
        table.add(start, start.hash(), 0, Move::NULL, 0);
        table
    }

    /// The number of positions.
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

    /// Records a cheaper path to a position. Costs never decrease along a path, so parents never form a cycle.
    pub(super) fn reach_again(&mut self, index: u32, parent: u32, mv: Move, data: u16) {
        let node = &mut self.nodes[index as usize];
        (node.parent, node.mv, node.data) = (parent, mv, data);
    }

    /// The index of the position in the first slot of this hash, if there is one. It is probably the position with this
    /// hash; the caller compares them.
    pub(super) fn likely(&self, hash: u64) -> Option<u32> {
        let index = self.slots[hash as usize & (self.slots.len() - 1)];
        (index != FREE).then_some(index)
    }

    /// Adds a position that a move reaches from the position with index `parent`.
    pub(super) fn add(&mut self, position: PackedPosition, hash: u64, parent: u32, mv: Move, data: u16) -> Added {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot] != FREE {
            let index = self.slots[slot];
            if self.nodes[index as usize].position == position {
                return Added::Known(index);
            }
            slot = (slot + 1) & mask;
        }
        let index = self.len();
        self.slots[slot] = index;
        self.nodes.push(Node { position, parent, mv, data });
        if 2 * self.nodes.len() > self.slots.len() {
            self.grow();
        }
        Added::New(index)
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
