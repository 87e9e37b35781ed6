//! CPU levels as types: the lookups for sliders, and the functions compiled for each level.
//!
//! Each algorithm is generic over a level and inlined into a few out-of-line functions for each level. Only these have
//! `#[target_feature]`, so that the compiler can use all instructions inside them, at the price of one call for each node.

use super::super::square::Square;
use super::board::{Castles, Node, Side};
use super::rays::Directions;

/// The lookups of a CPU level. All levels return the same sets.
pub(super) trait Sliders: Copy {
    /// The vector of eight directions.
    type Directions: Directions;
    fn bishop(self, square: Square, occupied: u64) -> u64;
    fn rook(self, square: Square, occupied: u64) -> u64;
}

/// The functions compiled for a CPU level. All levels return the same numbers.
pub(super) trait Compiled: Sliders {
    /// The number of legal moves of side `S`: perft 1.
    fn moves<S: Side>(self, castles: &Castles, node: &Node) -> u64;
    /// The number of pairs of a move and a reply: perft 2.
    fn pairs<S: Side>(self, castles: &Castles, node: &Node) -> u64;
    /// Perft of any depth above 2.
    fn paths<S: Side>(self, castles: &Castles, node: &Node, depth: u32) -> u64;
}
