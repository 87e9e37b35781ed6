//! What is asked of a game that is read.

use crate::chess::position::Position;
use crate::chess::san::language::Alphabet;
use crate::laws::unwinnable;

use super::reader_mode::ReaderMode;
use super::rules::RuleSet;

/// What is asked of a game beside being played.
#[derive(Clone, Debug)]
pub struct ReplayOptions {
    /// The rules whose findings are asked for.
    pub rules: RuleSet,
    /// Whether the moves of variations are kept, see [`ScoreSheet`](super::score_sheet::ScoreSheet).
    pub variations: bool,
    /// The position it starts from unless its tags name another; the initial position if none is given.
    pub start: Option<Position>,
    /// The language of its letters, if it is known before.
    pub alphabet: Option<&'static Alphabet>,
    /// How it is played through.
    pub pace: ReaderMode,
    /// How many positions may be looked at to decide whether a side can still mate, where rules need to know it.
    pub budget: u32,
}

impl Default for ReplayOptions {
    fn default() -> Self {
        Self {
            rules: RuleSet::EMPTY,
            variations: false,
            start: None,
            alphabet: None,
            pace: ReaderMode::default(),
            budget: unwinnable::BUDGET,
        }
    }
}

impl ReplayOptions {
    /// The position before the first move if no tag says another.
    pub(super) fn start(&self) -> Position {
        self.start.clone().unwrap_or_else(Position::initial)
    }
}
