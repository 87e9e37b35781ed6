//! Options for reading a game.

use crate::chess::position::Position;
use crate::chess::san::language::Alphabet;
use crate::game::finding::list::USUALLY_LISTED;
use crate::game::rules::RuleSet;
use crate::laws::unwinnable;

use super::mode::ReaderMode;

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
