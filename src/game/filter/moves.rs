//! Moves and rules in conditions: `e4 e5 Nf3`, read as leniently as the moves of a game; `finding = M101`.

use crate::chess::moves::Move;
use crate::chess::position::Position;
use crate::game::facts::Facts;
use crate::game::replay::{Game, read_game};
use crate::game::rules::{Rule, RuleSet, Severity};
use crate::game::suggestions::did_you_mean;

use super::board::Fault;

/// Moves with which a game begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct FirstMoves(Vec<Move>);

impl FirstMoves {
    /// Reads the moves, from the initial position.
    pub(super) fn parse(text: &str) -> Result<Self, Fault> {
        played(text).map(|game| Self(game.moves().collect()))
    }

    /// Whether a game begins with the initial position and these moves.
    pub(super) fn begin(&self, facts: &Facts<'_>) -> bool {
        let game = facts.game;
        let records = game.records().get(1..=self.0.len());
        let has_moves =
            records.is_some_and(|records| records.iter().map(|record| record.mv).eq(self.0.iter().copied()));
        has_moves && game.has_start() && game.start().same_position(&Position::initial())
    }
}

/// The position after moves from the initial position.
pub(super) fn position_after(text: &str) -> Result<Position, Fault> {
    played(text).map(|game| game.position().clone())
}

/// A text of nothing but moves, played.
fn played(text: &str) -> Result<Game, Fault> {
    // Moves without a result are what is wanted here.
    let rules = RuleSet::at_least(Severity::Error) - [Rule::MissingResult, Rule::TruncatedGame].into_iter().collect();
    let game = read_game(text.as_bytes(), 0, rules);
    let error = game.report.findings.iter().filter(|finding| finding.severity == Severity::Error);
    if let Some(finding) = error.min_by_key(|finding| finding.span.start) {
        return Err((finding.span.start, finding.message().into()));
    }
    if game.plies() == 0 || !game.is_complete() {
        return Err((0, "a move is missing".to_owned()));
    }
    if !text[game.span.end..].trim().is_empty() {
        return Err((game.span.end, "these are the moves of more than one game".to_owned()));
    }
    Ok(game)
}

// Rules in conditions: `finding = M101`, `finding ~ result`.

/// The rules that a value names: the one with this code or name; or, if `is_part`, those whose code begins so or whose name
/// contains it.
///
/// # Errors
///
/// That there is no such rule, with a suggestion.
pub(super) fn rules_named(value: &str, is_part: bool) -> Result<RuleSet, String> {
    if is_part {
        let named = || Rule::all().filter(|rule| rule.name().contains(&value.to_ascii_lowercase())).collect();
        let chosen = RuleSet::select(value).unwrap_or_else(|_| if value.is_empty() { RuleSet::EMPTY } else { named() });
        return if chosen.is_empty() { Err(unknown_rule(value)) } else { Ok(chosen) };
    }
    match Rule::from_code(value).or_else(|| Rule::from_name(value)) {
        Some(rule) => Ok(rule.into()),
        None if RuleSet::select(value).is_ok() => {
            Err(format!("several rules are called `{value}…`; for all of them, write `finding ~ {value}`"))
        }
        None => Err(unknown_rule(value)),
    }
}

fn unknown_rule(value: &str) -> String {
    let names = Rule::all().flat_map(|rule| [rule.code(), rule.name()]);
    format!("no rule is called `{value}`; {}", did_you_mean(value, names, "`adoube explain --list` lists the rules"))
}
