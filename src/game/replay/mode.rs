//! The choice between the exact reader and the fast path, and the CPU level of the fast path.

use std::sync::OnceLock;

use crate::chess::san::fast_path::Tier;
use crate::pgn::index::ScanLevel;

/// Which code reads a game. All modes give the same result. If rules about layout are selected (`S114`, `S115`,
/// `N125`), all modes play moves as [`Self::Exact`] does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReaderMode {
    /// The exact path: token by token and tag by tag.
    Exact,
    /// The fast path in scalar code.
    Portable,
    /// The fast path with AVX2; scalar where the processor lacks it.
    Avx2,
    /// The fast path at the highest level of the processor.
    Best,
}

impl ReaderMode {
    /// The board of the fast path; `None` without fast path.
    pub(super) const fn tier(self) -> Option<Tier> {
        match self {
            Self::Exact => None,
            Self::Portable => Some(Tier::Portable),
            Self::Avx2 => Some(Tier::Avx2),
            Self::Best => Some(Tier::Wide),
        }
    }

    /// The instructions that scan text.
    pub(super) const fn scan_level(self) -> ScanLevel {
        match self {
            Self::Best => ScanLevel::Avx512,
            Self::Exact | Self::Portable => ScanLevel::Portable,
            Self::Avx2 => ScanLevel::Avx2,
        }
    }
}

/// The mode set by the environment, see [`ReaderMode::from_environment`]; an unknown value counts as unset.
impl Default for ReaderMode {
    fn default() -> Self {
        static OF_PROCESS: OnceLock<ReaderMode> = OnceLock::new();
        *OF_PROCESS.get_or_init(|| Self::from_environment().unwrap_or(Self::Best))
    }
}

impl ReaderMode {
    /// Reads `ADOUBE_FAST_PATH` (`on` or `off`) and `ADOUBE_CPU` (`scalar`, `avx2` or `avx512`), the highest CPU level
    /// that the fast path may use.
    ///
    /// # Errors
    ///
    /// Returns a message that names the variable if its value is not one of these.
    pub fn from_environment() -> Result<Self, String> {
        let read = |name| std::env::var(name).unwrap_or_default();
        Self::from_values(&read("ADOUBE_FAST_PATH"), &read("ADOUBE_CPU"))
    }

    fn from_values(fast_path: &str, cpu: &str) -> Result<Self, String> {
        let best = match cpu {
            "" | "avx512" => Self::Best,
            "avx2" => Self::Avx2,
            "scalar" => Self::Portable,
            other => return Err(format!("ADOUBE_CPU is `{other}`; expected `scalar`, `avx2` or `avx512`")),
        };
        match fast_path {
            "" | "on" => Ok(best),
            "off" => Ok(Self::Exact),
            other => Err(format!("ADOUBE_FAST_PATH is `{other}`; expected `on` or `off`")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn environment_sets_the_mode() {
        assert_eq!(ReaderMode::from_values("", ""), Ok(ReaderMode::Best));
        assert_eq!(ReaderMode::from_values("on", "scalar"), Ok(ReaderMode::Portable));
        assert_eq!(ReaderMode::from_values("off", "avx2"), Ok(ReaderMode::Exact));
    }

    #[test]
    fn rejects_unknown_values() {
        assert!(ReaderMode::from_values("maybe", "").unwrap_err().contains("ADOUBE_FAST_PATH"));
        assert!(ReaderMode::from_values("off", "avx3").unwrap_err().contains("ADOUBE_CPU"));
    }
}
