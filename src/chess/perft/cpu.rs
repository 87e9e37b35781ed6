//! CPU levels as types, with the lookups for sliders and the functions compiled for each level; and the tiers of perft.
//!
//! Each algorithm is generic over a [`Cpu`] and inlined into a few out-of-line functions for each level. Only these
//! have `#[target_feature]`, so that the compiler can use all instructions inside them, at the price of one call for
//! each node.

use std::fmt;
use std::str::FromStr;

use crate::cpu::CpuLevel;

use super::super::attacks;
use super::super::bitboard::Bitboard;
use super::super::square::Square;
use super::board::{Castles, Node, Side};
use super::differences::{self, Differences};
use super::hashed::Halt;
use super::hashed_tree::HashedCount;
use super::key::Sums;
use super::moves::Moves;
use super::planes::Row;
use super::rays::Directions;
use super::replies::{OneByOne, ReplyCounter};
use super::{hashed_tree, tree};

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

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use super::super::super::attacks::pext;
    use super::super::avx2::TwoYmm;
    use super::{
        Bitboard, Castles, Cpu, Halt, HashedCount, Node, OneByOne, Side, Square, Sums, differences, hashed_tree, tree,
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

// The tiers of perft, and the choice of the fastest one for the processor.

named! {
    /// An implementation of perft. All tiers return the same numbers; they differ in the instructions that they need.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum PerftTier: (ALL, Display) {
        /// The slow reference implementation, which plays every move.
        Plain = "plain",
        /// Fast code for any processor.
        Scalar = "scalar",
        /// Code for [`CpuLevel::Avx2`], with PEXT.
        Avx2 = "avx2",
        /// Code for [`CpuLevel::Avx512`], with eight boards in a register.
        Avx512 = "avx512",
    }
}

impl PerftTier {
    /// Whether this processor has the instructions of the tier.
    ///
    /// An unavailable tier may still be used: portable code then computes the same numbers, only more slowly.
    pub fn is_available(self) -> bool {
        self.level().is_available()
    }

    /// The CPU level that it needs.
    pub const fn level(self) -> CpuLevel {
        match self {
            Self::Plain | Self::Scalar => CpuLevel::Scalar,
            Self::Avx2 => CpuLevel::Avx2,
            Self::Avx512 => CpuLevel::Avx512,
        }
    }

    /// The fastest tier that is available.
    pub fn best() -> Self {
        Self::ALL.into_iter().rev().find(|tier| tier.is_available()).unwrap_or(Self::Scalar)
    }
}

/// The error for an unknown name of a tier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownTier(
    /// The name that was given.
    pub String,
);

impl fmt::Display for UnknownTier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no tier of perft is called `{}`: there are plain, scalar, avx2 and avx512", self.0)
    }
}

impl std::error::Error for UnknownTier {}

impl FromStr for PerftTier {
    type Err = UnknownTier;

    fn from_str(text: &str) -> Result<Self, UnknownTier> {
        Self::ALL.into_iter().find(|tier| tier.name() == text).ok_or_else(|| UnknownTier(text.to_owned()))
    }
}
