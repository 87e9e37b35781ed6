//! The tiers of perft, and the choice of the fastest one for the processor.

use std::fmt;
use std::str::FromStr;

use crate::cpu::CpuLevel;

/// An implementation of perft. All tiers return the same numbers; they differ in the instructions that they need.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PerftTier {
    /// The slow reference implementation, which plays every move.
    Plain,
    /// Fast code for any processor.
    Scalar,
    /// Code for [`CpuLevel::Avx2`], with PEXT.
    Avx2,
    /// Code for [`CpuLevel::Avx512`], with eight boards in a register.
    Avx512,
}

impl PerftTier {
    /// All tiers, the slowest first.
    pub const ALL: [Self; 4] = [Self::Plain, Self::Scalar, Self::Avx2, Self::Avx512];

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

    /// The name: `plain`, `scalar`, `avx2` or `avx512`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Scalar => "scalar",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }
}

impl fmt::Display for PerftTier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
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
