//! CPU levels: sets of instructions that code is compiled for, and proofs that this processor has them.
//!
//! Code for a level takes a proof, [`Avx2`] or [`Avx512`], which only a processor with these instructions yields. So a
//! caller that holds a proof may call the functions with `#[target_feature]` of that level. Every level returns the same
//! results; [`CpuLevel::Scalar`] is the reference implementation of the others.
//!
//! `ADOUBE_CPU` (`scalar`, `avx2`, `avx512`) forbids the levels above it. `ADOUBE_REQUIRE_CPU` makes tests of a
//! level that this processor lacks fail, which otherwise are skipped by name.

use std::io::{self, Write};
use std::str::FromStr;
use std::sync::OnceLock;

named! {
    /// A set of instructions.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum CpuLevel: (ALL, Display) {
        /// Any processor. On x86-64 that includes SSE2.
        Scalar = "scalar",
        /// x86-64 with AVX2, BMI1, BMI2, LZCNT and POPCNT: Intel from Haswell (2013), AMD from Zen (2017), where PEXT is slow
        /// before Zen 3 (2020).
        Avx2 = "avx2",
        /// In addition AVX-512 (F, BW, CD, DQ, VL, VBMI, VBMI2, BITALG, VPOPCNTDQ), GFNI and PCLMULQDQ: Intel from Ice Lake
        /// (2019) unless AVX-512 is disabled, AMD from Zen 4 (2022). Intel's servers of 2017 to 2019 lack most of them.
        Avx512 = "avx512",
    }
}

impl CpuLevel {
    pub const HIGHEST: Self = Self::ALL[Self::ALL.len() - 1];

    /// The highest level of this processor that `ADOUBE_CPU` allows; an unknown value counts as unset.
    #[inline]
    pub fn best() -> Self {
        static BEST: OnceLock<CpuLevel> = OnceLock::new();
        *BEST.get_or_init(|| detected().min(Self::from_environment().unwrap_or(Self::HIGHEST)))
    }

    /// Whether this processor has the instructions, and `ADOUBE_CPU` allows them.
    #[inline]
    pub fn is_available(self) -> bool {
        self <= Self::best()
    }

    /// The level that `ADOUBE_CPU` names; the highest if it is empty or unset.
    ///
    /// # Errors
    ///
    /// Returns a message that names the variable if its value is not a level.
    pub fn from_environment() -> Result<Self, String> {
        Self::from_variable("ADOUBE_CPU").map(|level| level.unwrap_or(Self::HIGHEST))
    }

    fn from_variable(name: &str) -> Result<Option<Self>, String> {
        let value = std::env::var(name).unwrap_or_default();
        if value.is_empty() {
            return Ok(None);
        }
        value.parse().map(Some).map_err(|error| format!("{name} is {error}"))
    }

    /// The levels above [`Self::Scalar`] that a test can compare with it. Names the others on standard error as skipped.
    ///
    /// # Panics
    ///
    /// Panics if `ADOUBE_REQUIRE_CPU` names a level that is not available, or no level.
    #[doc(hidden)]
    pub fn tested(test: &str) -> impl Iterator<Item = Self> {
        let required = Self::from_variable("ADOUBE_REQUIRE_CPU").unwrap_or_else(|error| panic!("{error}"));
        for level in Self::ALL.into_iter().filter(|level| !level.is_available()) {
            assert!(required.is_none_or(|required| level > required), "{test}: {level} is required, but not available");
            // `eprintln!` would be captured.
            let _ =
                writeln!(io::stderr(), "skipped: {test} at {level}: this processor lacks it, or ADOUBE_CPU forbids it");
        }
        Self::ALL.into_iter().filter(|level| *level > Self::Scalar && level.is_available())
    }
}

impl FromStr for CpuLevel {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let level = Self::ALL.into_iter().find(|level| level.name() == text);
        level.ok_or_else(|| format!("`{text}`; expected `scalar`, `avx2` or `avx512`"))
    }
}

/// The highest level whose instructions this processor has.
#[cfg(target_arch = "x86_64")]
fn detected() -> CpuLevel {
    macro_rules! has_all {
        ($($feature:tt)*) => { true $(&& is_x86_feature_detected!($feature))* };
    }
    if !has_all!("avx2" "bmi1" "bmi2" "lzcnt" "popcnt") {
        return CpuLevel::Scalar;
    }
    let has_avx512 = has_all!(
        "avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl" "avx512vbmi" "avx512vbmi2" "avx512bitalg"
        "avx512vpopcntdq" "gfni" "pclmulqdq"
    );
    if has_avx512 { CpuLevel::Avx512 } else { CpuLevel::Avx2 }
}

#[cfg(not(target_arch = "x86_64"))]
fn detected() -> CpuLevel {
    CpuLevel::Scalar
}

/// Proof that the processor has the instructions of [`CpuLevel::Avx2`].
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Avx2(());

#[cfg(target_arch = "x86_64")]
impl Avx2 {
    /// The proof, if the level is available.
    #[inline]
    pub fn detect() -> Option<Self> {
        CpuLevel::Avx2.is_available().then_some(Self(()))
    }
}

/// Proof that the processor has the instructions of [`CpuLevel::Avx512`].
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Avx512(());

#[cfg(target_arch = "x86_64")]
impl Avx512 {
    /// The proof, if the level is available.
    #[inline]
    pub fn detect() -> Option<Self> {
        CpuLevel::Avx512.is_available().then_some(Self(()))
    }

    /// The proof of the level below, whose instructions are included.
    #[inline]
    pub const fn avx2(self) -> Avx2 {
        Avx2(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for level in CpuLevel::ALL {
            assert_eq!(level.name().parse(), Ok(level));
        }
        assert_eq!("avx3".parse::<CpuLevel>().unwrap_err(), "`avx3`; expected `scalar`, `avx2` or `avx512`");
    }

    #[test]
    fn scalar_code_is_always_available() {
        assert!(CpuLevel::Scalar.is_available() && CpuLevel::best().is_available());
    }
}
