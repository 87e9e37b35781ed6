//! CPU levels as types: the lookups for sliders, and the functions compiled for each level.
//!
//! Each algorithm is generic over a [`Cpu`] and inlined into a few out-of-line functions for each level. Only these
//! have `#[target_feature]`, so that the compiler can use all instructions inside them, at the price of one call for
//! each node.

use super::super::attacks;
use super::super::bitboard::Bitboard;
use super::super::square::Square;
use super::board::{Castles, Node};
use super::differences::Differences;
use super::directions::Directions;
use super::hashed::Halt;
use super::hashed_tree::{self, HashedCount};
use super::key::Sums;
use super::moves::Moves;
use super::planes::Row;
use super::reply_counter::{OneByOne, ReplyCounter};
use super::side::Side;
use super::{count, differences, tree};

/// A CPU level. All levels return the same numbers.
pub(super) trait Cpu: Copy {
    /// The vector of eight directions.
    type Directions: Directions;
    fn bishop(self, square: Square, occupied: u64) -> u64;
    fn rook(self, square: Square, occupied: u64) -> u64;
    /// The number of legal moves of side `S`: perft 1.
    fn moves<S: Side>(self, castles: &Castles, node: &Node) -> u64;
    /// The number of pairs of a move and a reply: perft 2.
    fn pairs<S: Side>(self, castles: &Castles, node: &Node) -> u64;
    /// Counts the moves of pieces by differences, and passes those that must be played to `counter`.
    #[inline(always)]
    fn add_pieces<S: Side, X: ReplyCounter<S>>(
        self,
        differences: &mut Differences<'_, <Self::Directions as Directions>::Numbers>,
        moves: &Moves,
        counter: &mut X,
    ) {
        differences.add_pieces::<S>(moves, counter);
    }
    /// Perft of any depth above 2.
    fn paths<S: Side>(self, castles: &Castles, node: &Node, depth: u32) -> u64;
    /// Perft with a table; `leaf` counts the last two plies.
    #[inline(never)]
    fn expand<S: Side, L: Cpu>(
        self,
        leaf: L,
        hashed_tree: &mut HashedCount<'_>,
        node: &Node,
        sums: Sums,
        depth: u32,
    ) -> Result<u64, Halt> {
        hashed_tree::expand::<S, Self, L>(self, leaf, hashed_tree, node, sums, depth)
    }
}

#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Cpu for Portable {
    type Directions = Row<8>;

    #[inline(always)]
    fn bishop(self, square: Square, occupied: u64) -> u64 {
        attacks::bishop(square, Bitboard(occupied)).0
    }

    #[inline(always)]
    fn rook(self, square: Square, occupied: u64) -> u64 {
        attacks::rook(square, Bitboard(occupied)).0
    }

    #[inline(never)]
    fn moves<S: Side>(self, castles: &Castles, node: &Node) -> u64 {
        count::moves::<S, Self>(self, castles, node)
    }

    #[inline(never)]
    fn pairs<S: Side>(self, castles: &Castles, node: &Node) -> u64 {
        differences::pairs::<S, Self, _>(self, castles, node, OneByOne::new(self, castles, node))
    }

    #[inline(never)]
    fn paths<S: Side>(self, castles: &Castles, node: &Node, depth: u32) -> u64 {
        tree::paths::<S, Self>(self, castles, node, depth)
    }
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use super::super::super::attacks::pext;
    use super::super::avx2::TwoYmm;
    use super::{
        Bitboard, Castles, Cpu, Halt, HashedCount, Node, OneByOne, Side, Square, Sums, count, differences, hashed_tree,
        tree,
    };
    use crate::cpu::Avx2;

    impl Cpu for Avx2 {
        type Directions = TwoYmm;
        #[inline(always)]
        fn bishop(self, square: Square, occupied: u64) -> u64 {
            // SAFETY: `self` proves that the processor has BMI2.
            unsafe { pext::bishop(square, Bitboard(occupied)) }.0
        }

        #[inline(always)]
        fn rook(self, square: Square, occupied: u64) -> u64 {
            // SAFETY: `self` proves that the processor has BMI2.
            unsafe { pext::rook(square, Bitboard(occupied)) }.0
        }

        #[inline(always)]
        fn moves<S: Side>(self, castles: &Castles, node: &Node) -> u64 {
            // SAFETY: `self` proves that the processor has the features.
            unsafe { moves::<S>(self, castles, node) }
        }

        #[inline(always)]
        fn pairs<S: Side>(self, castles: &Castles, node: &Node) -> u64 {
            // SAFETY: `self` proves that the processor has the features.
            unsafe { pairs::<S>(self, castles, node) }
        }

        #[inline(always)]
        fn paths<S: Side>(self, castles: &Castles, node: &Node, depth: u32) -> u64 {
            // SAFETY: `self` proves that the processor has the features.
            unsafe { paths::<S>(self, castles, node, depth) }
        }

        #[inline(always)]
        fn expand<S: Side, L: Cpu>(
            self,
            leaf: L,
            hashed_tree: &mut HashedCount<'_>,
            node: &Node,
            sums: Sums,
            depth: u32,
        ) -> Result<u64, Halt> {
            // SAFETY: `self` proves that the processor has the features.
            unsafe { expand::<S, L>(self, leaf, hashed_tree, node, sums, depth) }
        }
    }

    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
    #[inline(never)]
    fn moves<S: Side>(cpu: Avx2, castles: &Castles, node: &Node) -> u64 {
        count::moves::<S, Avx2>(cpu, castles, node)
    }

    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
    #[inline(never)]
    fn pairs<S: Side>(cpu: Avx2, castles: &Castles, node: &Node) -> u64 {
        differences::pairs::<S, Avx2, _>(cpu, castles, node, OneByOne::new(cpu, castles, node))
    }

    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
    #[inline(never)]
    fn paths<S: Side>(cpu: Avx2, castles: &Castles, node: &Node, depth: u32) -> u64 {
        tree::paths::<S, Avx2>(cpu, castles, node, depth)
    }

    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
    #[inline(never)]
    fn expand<S: Side, L: Cpu>(
        cpu: Avx2,
        leaf: L,
        hashed_tree: &mut HashedCount<'_>,
        node: &Node,
        sums: Sums,
        depth: u32,
    ) -> Result<u64, Halt> {
        hashed_tree::expand::<S, Avx2, L>(cpu, leaf, hashed_tree, node, sums, depth)
    }
}
