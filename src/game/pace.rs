//! How games are played through: as fast as it can be done, or by the readers that define what that must give.

use std::sync::OnceLock;

use crate::chess::san::swift::Tier;
use crate::pgn::lane::Width;

/// A way to play games through. All of them find the same. Where rules about layout are wanted (`S114`, `S115`, `N125`), all
/// play moves as [`Self::Exact`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// Word by word and tag by tag, without the fast lane.
    Exact,
    /// In the fast lane, as any processor can.
    Portable,
    /// In the fast lane, as processors with AVX2 can; on others as [`Self::Portable`].
    Avx2,
    /// In the fast lane, as well as this processor can.
    Best,
}

impl Pace {
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
    pub(super) const fn width(self) -> Width {
        match self {
            Self::Best => Width::Avx512,
            Self::Exact | Self::Portable => Width::Portable,
            Self::Avx2 => Width::Avx2,
        }
    }
}

/// What the environment variable `ADOUBE_EXACT` says, for comparisons: nothing or `0` is [`Pace::Best`], `portable`
/// [`Pace::Portable`], `avx2` [`Pace::Avx2`], all else [`Pace::Exact`].
impl Default for Pace {
    fn default() -> Self {
        static OF_PROCESS: OnceLock<Pace> = OnceLock::new();
        *OF_PROCESS.get_or_init(|| match std::env::var("ADOUBE_EXACT").as_deref() {
            Err(_) | Ok("" | "0") => Self::Best,
            Ok("portable") => Self::Portable,
            Ok("avx2") => Self::Avx2,
            Ok(_) => Self::Exact,
        })
    }
}
