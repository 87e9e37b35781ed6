//! What the processor offers, as a type: the look-ups for sliders, and the functions compiled for them.
//!
//! One text of each algorithm serves all processors. It is generic over a [`Machine`] and inlined into a few functions
//! *out of line*, one set per machine, and only these carry `#[target_feature]`: inside them the compiler may use every
//! instruction the machine has, and the price of crossing into them is one call for a node. A value of a machine's type
//! is the proof that the processor has what it needs, for only `detect` makes one.

use super::super::attacks;
use super::super::bitboard::Bitboard;
use super::super::square::Square;
use super::board::{Castles, Node};
use super::compass::Compass;
use super::exact::OneByOne;
use super::hashed::Halt;
use super::key::Sums;
use super::planes::Row;
use super::recall::{self, Recall};
use super::side::Side;
use super::{count, differences, tree};

/// A way to run the counts. All of them give the same numbers.
pub(super) trait Machine: Copy {
    /// What holds eight directions.
    type Compass: Compass;
    /// The squares a bishop attacks.
    fn bishop(self, square: Square, occupied: u64) -> u64;
    /// The squares a rook attacks.
    fn rook(self, square: Square, occupied: u64) -> u64;
    /// How many legal moves side `S` has: perft 1.
    fn moves<S: Side>(self, castles: &Castles, node: &Node) -> u64;
    /// How many pairs of a move and a reply there are: perft 2.
    fn pairs<S: Side>(self, castles: &Castles, node: &Node) -> u64;
    /// Perft of any depth above 2.
    fn paths<S: Side>(self, castles: &Castles, node: &Node, depth: u32) -> u64;
    /// The same with a table; the last two plies are counted by `leaf`.
    #[inline(never)]
    fn expand<S: Side, L: Machine>(
        self,
        leaf: L,
        recall: &mut Recall<'_>,
        node: &Node,
        sums: Sums,
        depth: u32,
    ) -> Result<u64, Halt> {
        recall::expand::<S, Self, L>(self, leaf, recall, node, sums, depth)
    }
}

/// Any processor at all.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Machine for Portable {
    type Compass = Row<8>;

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
pub(super) use x86_64::Bmi2;

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use super::super::super::attacks::pext;
    use super::super::avx2::Halves;
    use super::{
        Bitboard, Castles, Halt, Machine, Node, OneByOne, Recall, Side, Square, Sums, count, differences, recall, tree,
    };

    /// x86-64 with BMI1, BMI2, POPCNT, LZCNT and AVX2: Intel from Haswell (2013), AMD from Zen 1 (2017). On AMD before
    /// Zen 3 (2020) PEXT exists and is slow.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Bmi2(());

    impl Bmi2 {
        /// The machine, if this processor is one.
        pub(in super::super) fn detect() -> Option<Self> {
            let has_all = is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("popcnt")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("avx2");
            has_all.then_some(Self(()))
        }
    }

    impl Machine for Bmi2 {
        type Compass = Halves;
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
        fn expand<S: Side, L: Machine>(
            self,
            leaf: L,
            recall: &mut Recall<'_>,
            node: &Node,
            sums: Sums,
            depth: u32,
        ) -> Result<u64, Halt> {
            // SAFETY: `self` proves that the processor has the features.
            unsafe { expand::<S, L>(self, leaf, recall, node, sums, depth) }
        }
    }

    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
    #[inline(never)]
    fn moves<S: Side>(machine: Bmi2, castles: &Castles, node: &Node) -> u64 {
        count::moves::<S, Bmi2>(machine, castles, node)
    }

    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
    #[inline(never)]
    fn pairs<S: Side>(machine: Bmi2, castles: &Castles, node: &Node) -> u64 {
        differences::pairs::<S, Bmi2, _>(machine, castles, node, OneByOne::new(machine, castles, node))
    }

    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
    #[inline(never)]
    fn paths<S: Side>(machine: Bmi2, castles: &Castles, node: &Node, depth: u32) -> u64 {
        tree::paths::<S, Bmi2>(machine, castles, node, depth)
    }

    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
    #[inline(never)]
    fn expand<S: Side, L: Machine>(
        machine: Bmi2,
        leaf: L,
        recall: &mut Recall<'_>,
        node: &Node,
        sums: Sums,
        depth: u32,
    ) -> Result<u64, Halt> {
        recall::expand::<S, Bmi2, L>(machine, leaf, recall, node, sums, depth)
    }
}
