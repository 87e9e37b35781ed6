//! The tiers of perft, and the choice of the fastest one for the processor.

use std::fmt;
use std::str::FromStr;

/// An implementation of perft. All tiers return the same numbers; they differ in the instructions that they need.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PerftTier {
    /// The slow reference implementation, which plays every move.
    Plain,
    /// Fast code for any processor.
    Portable,
    /// x86-64 with BMI2 and AVX2: Intel from 2013, AMD from 2020 (PEXT is slow on earlier ones).
    Bmi2,
    /// x86-64 with AVX-512 (F, BW, DQ, VL, VPOPCNTDQ, VBMI, BITALG) and GFNI: Intel Ice Lake, AMD Zen 4, and later.
    Lanes,
}

impl PerftTier {
    /// All tiers, the slowest first.
    pub const ALL: [Self; 4] = [Self::Plain, Self::Portable, Self::Bmi2, Self::Lanes];

    /// Whether this processor has the instructions of the tier.
    ///
    /// An unavailable tier may still be used: portable code then computes the same numbers, only more slowly.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Plain | Self::Portable => true,
            Self::Bmi2 => has_bmi2(),
            Self::Lanes => has_avx512(),
        }
    }

    /// The fastest tier that is available.
    #[must_use]
    pub fn best() -> Self {
        Self::ALL.into_iter().rev().find(|tier| tier.is_available()).unwrap_or(Self::Portable)
    }

    /// The name: `plain`, `portable`, `bmi2` or `lanes`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Portable => "portable",
            Self::Bmi2 => "bmi2",
            Self::Lanes => "lanes",
        }
    }
}

#[cfg(target_arch = "x86_64")]
fn has_bmi2() -> bool {
    super::cpu::Bmi2::detect().is_some()
}

#[cfg(target_arch = "x86_64")]
fn has_avx512() -> bool {
    super::lanes::Avx512::detect().is_some()
}

#[cfg(not(target_arch = "x86_64"))]
fn has_avx512() -> bool {
    false
}

#[cfg(not(target_arch = "x86_64"))]
fn has_bmi2() -> bool {
    false
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
        write!(f, "no tier of perft is called `{}`: there are plain, portable, bmi2 and lanes", self.0)
    }
}

impl std::error::Error for UnknownTier {}

impl FromStr for PerftTier {
    type Err = UnknownTier;

    fn from_str(text: &str) -> Result<Self, UnknownTier> {
        Self::ALL.into_iter().find(|tier| tier.name() == text).ok_or_else(|| UnknownTier(text.to_owned()))
    }
}
