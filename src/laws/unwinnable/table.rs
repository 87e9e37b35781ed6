//! The positions that a search has reached, each whole, with the move that led there.
//!
//! Positions are compared by value, never by a hash alone: when a search has come to its end, *no position was left
//! out* is then a fact and no probability. A position takes 40 bytes, and 8 in the index.

use crate::chess::moves::Move;
use crate::chess::packed::Packed;

/// A position, and how it was reached first.
struct Node {
    position: Packed,
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
    most: u32,
}

const FREE: u32 = u32::MAX;

/// Whether a position could be added.
pub(super) enum Added {
    /// It is new and has this number.
    New(u32),
    /// It was there.
    Known,
    /// It is new, and there is no room for it.
    Full,
}

impl Table {
    /// A table of the start alone, for so many positions at most.
    pub(super) fn new(start: Packed, most: u32) -> Self {
        let room = most.clamp(1, 256) as usize;
        let mut table = Self {
            nodes: Vec::with_capacity(room),
            index: vec![FREE; (2 * room).next_power_of_two()],
            most: most.min(FREE - 1),
        };
        table.add(start, 0, Move::NULL, 0);
        table
    }

    /// How many positions there are.
    pub(super) fn len(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// The position with this number, and its mark.
    pub(super) fn get(&self, number: u32) -> (Packed, u16) {
        let node = &self.nodes[number as usize];
        (node.position, node.mark)
    }

    /// Adds a position that is reached by a move from the one numbered `parent`.
    pub(super) fn add(&mut self, position: Packed, parent: u32, mv: Move, mark: u16) -> Added {
        let last = self.index.len() - 1;
        let mut at = position.hash() as usize & last;
        while self.index[at] != FREE {
            if self.nodes[self.index[at] as usize].position == position {
                return Added::Known;
            }
            at = (at + 1) & last;
        }
        if self.len() >= self.most {
            return Added::Full;
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
