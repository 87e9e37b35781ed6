//! Options for reading a game, and the choice between the exact path and the fast path.

use std::sync::OnceLock;

use crate::chess::position::Position;
use crate::chess::san::language::Alphabet;
use crate::cpu::CpuLevel;
use crate::game::finding::list::USUALLY_LISTED;
use crate::game::rules::RuleSet;
use crate::laws::unwinnable;

/// What [`read_game_as`](super::read_game_as) reports and keeps.
#[derive(Clone, Debug)]
pub struct ReplayOptions {
    /// The rules that may report findings.
    pub rules: RuleSet,
    /// The maximum number of findings listed for a rule in a game; more are only counted.
    pub listed: u32,
    /// Whether to keep the moves of variations, see [`ScoreSheet`](crate::game::record::score_sheet::ScoreSheet).
    pub variations: bool,
    /// The starting position of games without a FEN tag; `None` for the initial position.
    pub start: Option<Position>,
    /// The language of the piece letters, if it is known in advance.
    pub alphabet: Option<&'static Alphabet>,
    /// Which reader to use.
    pub reader: ReaderMode,
    /// The maximum number of positions that a helpmate search may visit.
    pub budget: u32,
}

impl Default for ReplayOptions {
    fn default() -> Self {
        Self {
            rules: RuleSet::EMPTY,
            listed: USUALLY_LISTED,
            variations: false,
            start: None,
            alphabet: None,
            reader: ReaderMode::default(),
            budget: unwinnable::BUDGET,
        }
    }
}

impl ReplayOptions {
    /// The starting position of a game without a FEN tag.
    pub(super) fn start(&self) -> Position {
        self.start.clone().unwrap_or_else(Position::initial)
    }
}

// The choice between the exact path and the fast path.

/// Which code reads a game. All modes give the same result. If rules about layout are selected (`S114`, `S115`, `N125`), all
/// modes play moves as [`Self::Exact`] does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReaderMode {
    /// The exact path: token by token and tag by tag.
    Exact,
    /// The fast path at a CPU level; at the highest one below it if it is not available.
    Fast(CpuLevel),
}

impl ReaderMode {
    /// The CPU level of the fast path; `None` without fast path.
    pub(super) const fn level(self) -> Option<CpuLevel> {
        match self {
            Self::Exact => None,
            Self::Fast(level) => Some(level),
        }
    }
}

/// The mode set by the environment, see [`ReaderMode::from_environment`]; an unknown value counts as unset.
impl Default for ReaderMode {
    fn default() -> Self {
        static OF_PROCESS: OnceLock<ReaderMode> = OnceLock::new();
        *OF_PROCESS.get_or_init(|| Self::from_environment().unwrap_or(Self::Fast(CpuLevel::best())))
    }
}

impl ReaderMode {
    /// Reads `ADOUBE_FAST_PATH` (`on` or `off`). The fast path runs at the highest [available](CpuLevel::best) level.
    ///
    /// # Errors
    ///
    /// Returns a message that names the variable if its value is neither.
    pub fn from_environment() -> Result<Self, String> {
        Self::from_value(&std::env::var("ADOUBE_FAST_PATH").unwrap_or_default())
    }

    fn from_value(fast_path: &str) -> Result<Self, String> {
        match fast_path {
            "" | "on" => Ok(Self::Fast(CpuLevel::best())),
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
        assert_eq!(ReaderMode::from_value(""), Ok(ReaderMode::Fast(CpuLevel::best())));
        assert_eq!(ReaderMode::from_value("off"), Ok(ReaderMode::Exact));
        assert!(ReaderMode::from_value("maybe").unwrap_err().contains("ADOUBE_FAST_PATH"));
    }
}
