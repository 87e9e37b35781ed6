//! The tiers of perft, and the choice of the fastest one for the processor.

use std::fmt;
use std::str::FromStr;

use super::super::piece::Color;
use super::super::position::Position;
use super::board::{Black, Castles, Node, White};
use super::cpu::Compiled;
use super::hashed_tree::{self, Expands, Halt, HashedCount};
use super::lanes::PortableLanes;
use super::levels::Portable;
use super::tree;
use crate::cpu::CpuLevel;
#[cfg(target_arch = "x86_64")]
use crate::cpu::{Avx2, Avx512};

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

/// Counts by recursion. If the processor lacks the instructions of the tier, its portable reference implementation is
/// used. `castles` are those of this position or of an ancestor.
pub(super) fn count_recursively(tier: PerftTier, castles: &Castles, position: &Position, depth: u32) -> u64 {
    match tier {
        PerftTier::Plain => return reference_perft(position, depth),
        PerftTier::Scalar => {}
        #[cfg(target_arch = "x86_64")]
        PerftTier::Avx2 => {
            if let Some(cpu) = Avx2::detect() {
                return run(cpu, castles, position, depth);
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        PerftTier::Avx2 => {}
        PerftTier::Avx512 => {
            #[cfg(target_arch = "x86_64")]
            if let Some(cpu) = Avx512::detect() {
                return run(cpu, castles, position, depth);
            }
            return run(PortableLanes, castles, position, depth);
        }
    }
    run(Portable, castles, position, depth)
}

fn run<M: Compiled>(cpu: M, castles: &Castles, position: &Position, depth: u32) -> u64 {
    let node = Node::new(position);
    match position.turn() {
        Color::White => tree::perft::<White, M>(cpu, castles, &node, depth),
        Color::Black => tree::perft::<Black, M>(cpu, castles, &node, depth),
    }
}

/// Counts with a table, for depths above [`hashed_tree::LEAF`].
pub(super) fn count_hashed(
    tier: PerftTier,
    hashed_tree: &mut HashedCount<'_>,
    position: &Position,
    depth: u32,
) -> Result<u64, Halt> {
    match tier {
        PerftTier::Plain | PerftTier::Scalar => {}
        #[cfg(target_arch = "x86_64")]
        PerftTier::Avx2 => {
            if let Some(cpu) = Avx2::detect() {
                return run_hashed(cpu, cpu, hashed_tree, position, depth);
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        PerftTier::Avx2 => {}
        PerftTier::Avx512 => {
            #[cfg(target_arch = "x86_64")]
            if let Some(cpu) = Avx512::detect() {
                return run_hashed(cpu.avx2(), cpu, hashed_tree, position, depth);
            }
            return run_hashed(Portable, PortableLanes, hashed_tree, position, depth);
        }
    }
    run_hashed(Portable, Portable, hashed_tree, position, depth)
}

fn run_hashed<M: Expands, L: Compiled>(
    cpu: M,
    leaf_cpu: L,
    hashed_tree: &mut HashedCount<'_>,
    position: &Position,
    depth: u32,
) -> Result<u64, Halt> {
    let node = Node::new(position);
    match position.turn() {
        Color::White => hashed_tree::root::<White, M, L>(cpu, leaf_cpu, hashed_tree, &node, depth),
        Color::Black => hashed_tree::root::<Black, M, L>(cpu, leaf_cpu, hashed_tree, &node, depth),
    }
}

// The reference implementation of perft: play every legal move and count the paths after it.

/// The number of paths of `depth` legal moves from a position; 1 for depth 0.
///
/// Its only optimization is bulk counting of the last ply. It uses stack in proportion to `depth`;
/// [`perft`](super::perft()) does not.
pub fn reference_perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(position.count_legal_moves()),
        _ => position.legal_moves().into_iter().map(|m| reference_perft(&position.after_unchecked(m), depth - 1)).sum(),
    }
}
