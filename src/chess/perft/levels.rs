//! The portable level, which is the reference implementation of the others, and that for AVX2.

use super::super::attacks;
use super::super::bitboard::Bitboard;
use super::super::square::Square;
use super::board::{Castles, Node, Side};
use super::cpu::{Compiled, Sliders};
use super::differences::{self, CountsPieces};
use super::hashed_tree::Expands;
use super::planes::Row;
use super::replies::OneByOne;
use super::tree;

#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Sliders for Portable {
    type Directions = Row<8>;

    #[inline(always)]
    fn bishop(self, square: Square, occupied: u64) -> u64 {
        attacks::bishop(square, Bitboard(occupied)).0
    }

    #[inline(always)]
    fn rook(self, square: Square, occupied: u64) -> u64 {
        attacks::rook(square, Bitboard(occupied)).0
    }
}

impl Compiled for Portable {
    #[inline(never)]
    fn moves<S: Side>(self, castles: &Castles, node: &Node) -> u64 {
        tree::count_moves::<S, Self>(self, castles, node)
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

impl CountsPieces for Portable {}

impl Expands for Portable {}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use super::super::super::attacks::pext;
    use super::super::avx2::TwoYmm;
    use super::super::hashed_tree::{self, Halt, HashedCount};
    use super::super::key::Sums;
    use super::{
        Bitboard, Castles, Compiled, CountsPieces, Expands, Node, OneByOne, Side, Sliders, Square, differences, tree,
    };
    use crate::cpu::Avx2;

    impl Sliders for Avx2 {
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
    }

    impl CountsPieces for Avx2 {}

    impl Compiled for Avx2 {
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
    }

    impl Expands for Avx2 {
        #[inline(always)]
        fn expand<S: Side, L: Compiled>(
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
        tree::count_moves::<S, Avx2>(cpu, castles, node)
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
    fn expand<S: Side, L: Compiled>(
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
