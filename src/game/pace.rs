//! How games are played through: as fast as it can be done, or by the readers that define what that must give.

use std::sync::OnceLock;

use crate::chess::san::swift::Tier;

/// A way to play games through. All of them find the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// Word by word, without the fast lane.
    Exact,
    /// In the fast lane, on a board for any processor.
    Portable,
    /// In the fast lane, on the best board this processor has.
    Best,
}

impl Pace {
    /// The board of the fast lane, if it is taken.
    pub(super) const fn tier(self) -> Option<Tier> {
        match self {
            Self::Exact => None,
            Self::Portable => Some(Tier::Portable),
            Self::Best => Some(Tier::Wide),
        }
    }
}

/// What the environment variable `ADOUBE_EXACT` says, for comparisons: `1` is [`Pace::Exact`], `portable`
/// [`Pace::Portable`], all else [`Pace::Best`].
impl Default for Pace {
    fn default() -> Self {
        static OF_PROCESS: OnceLock<Pace> = OnceLock::new();
        *OF_PROCESS.get_or_init(|| match std::env::var("ADOUBE_EXACT").as_deref() {
            Ok("1") => Self::Exact,
            Ok("portable") => Self::Portable,
            _ => Self::Best,
        })
    }
}
