//! How games are played through: as fast as it can be done, or by the readers that define what that must give.

use std::sync::OnceLock;

use crate::chess::san::fast_path::Tier;
use crate::pgn::index::ScanLevel;

/// A way to play games through. All of them find the same. Where rules about layout are wanted (`S114`, `S115`, `N125`), all
/// play moves as [`Self::Exact`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReaderMode {
    /// Word by word and tag by tag, without the fast lane.
    Exact,
    /// In the fast lane, as any processor can.
    Portable,
    /// In the fast lane, as processors with AVX2 can; on others as [`Self::Portable`].
    Avx2,
    /// In the fast lane, as well as this processor can.
    Best,
}

impl ReaderMode {
    /// The board of the fast lane, if it is taken.
    pub(super) const fn tier(self) -> Option<Tier> {
        match self {
            Self::Exact => None,
            Self::Portable => Some(Tier::Portable),
            Self::Avx2 => Some(Tier::Avx2),
            Self::Best => Some(Tier::Wide),
        }
    }

    /// How the text is looked at.
    pub(super) const fn width(self) -> ScanLevel {
        match self {
            Self::Best => ScanLevel::Avx512,
            Self::Exact | Self::Portable => ScanLevel::Portable,
            Self::Avx2 => ScanLevel::Avx2,
        }
    }
}

/// The pace that the environment asks for, for comparisons and tests; see [`ReaderMode::from_environment`]. A value that is not
/// known counts as unset.
impl Default for ReaderMode {
    fn default() -> Self {
        static OF_PROCESS: OnceLock<ReaderMode> = OnceLock::new();
        *OF_PROCESS.get_or_init(|| Self::from_environment().unwrap_or(Self::Best))
    }
}

impl ReaderMode {
    /// Reads `ADOUBE_FAST_PATH` (`on` or `off`) and `ADOUBE_CPU` (`scalar`, `avx2` or `avx512`), the highest level that the
    /// fast path may use.
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
    fn environment_sets_the_pace() {
        assert_eq!(ReaderMode::from_values("", ""), Ok(ReaderMode::Best));
        assert_eq!(ReaderMode::from_values("on", "scalar"), Ok(ReaderMode::Portable));
        assert_eq!(ReaderMode::from_values("off", "avx2"), Ok(ReaderMode::Exact));
    }

    #[test]
    fn unknown_values_are_errors() {
        assert!(ReaderMode::from_values("maybe", "").unwrap_err().contains("ADOUBE_FAST_PATH"));
        assert!(ReaderMode::from_values("off", "avx3").unwrap_err().contains("ADOUBE_CPU"));
    }
}
