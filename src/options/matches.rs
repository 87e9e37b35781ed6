//! Results of the `--where` condition, and the warning if no game matches.

use crate::game::filter::Filter;
use crate::game::replay::Game;
use crate::game::rules::{RuleSet, Severity};

use super::SelectionArgs;

/// The result of the condition for a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Match {
    /// Whether the game matches.
    pub is_chosen: bool,
    /// One bit for each tag of the condition that the game has.
    tags: u64,
}

/// The results for many games.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Matches {
    games: u64,
    chosen: u64,
    tags: u64,
}

impl Match {
    /// The result without a condition: for text between games, or a position.
    pub const CHOSEN: Self = Self { is_chosen: true, tags: 0 };
}

impl Matches {
    /// Adds a game.
    pub fn add(&mut self, game: Match) {
        self.games += 1;
        self.chosen += u64::from(game.is_chosen);
        self.tags |= game.tags;
    }

    /// Adds the games after these.
    pub fn merge(&mut self, other: Self) {
        self.games += other.games;
        self.chosen += other.chosen;
        self.tags |= other.tags;
    }
}

impl SelectionArgs {
    /// Evaluates the condition for a game that was read from these bytes.
    #[must_use]
    pub fn judge(&self, game: &Game, bytes: &[u8]) -> Match {
        let Some(condition) = &self.condition else { return Match::CHOSEN };
        let has = |tag: &String| game.tags.text(tag, bytes).is_some();
        let tags = condition.tags().iter().take(64).enumerate();
        let tags = tags.filter(|(_, tag)| has(tag)).fold(0, |bits, (at, _)| bits | 1 << at);
        Match { is_chosen: condition.is_fulfilled(game, bytes), tags }
    }

    /// The rules that must be checked to evaluate the condition.
    #[must_use]
    pub fn rules(&self) -> RuleSet {
        let needs_errors = self.condition.as_ref().is_some_and(Filter::needs_errors);
        if needs_errors { RuleSet::at_least(Severity::Error) } else { RuleSet::EMPTY }
    }

    /// The warnings after all games: tags that no game has, and a condition that no game matches.
    #[must_use]
    pub fn unmatched(&self, matches: &Matches) -> Vec<String> {
        let Some(condition) = self.condition.as_ref().filter(|_| matches.games > 0) else { return Vec::new() };
        let games = match matches.games {
            1 => "the only game does not".to_owned(),
            games => format!("none of the {games} games"),
        };
        let (has, matches_it) = if matches.games == 1 { ("have", "match") } else { ("has", "matches") };
        let tags = condition.tags().iter().take(64).enumerate();
        let missing = tags.filter(|(at, _)| matches.tags >> at & 1 == 0).map(|(_, tag)| tag);
        let mut said: Vec<String> = missing.map(|tag| format!("--where: {games} {has} the tag `{tag}`")).collect();
        if matches.chosen == 0 {
            said.push(format!("--where: {games} {matches_it} the condition"));
        }
        said
    }
}
