//! Applies fixes to a game, and proves by reading it again that it is still the same game.

use crate::game::replay::Validity;
use crate::game::rules::{Applicability, Rule, RuleSet};
use crate::pgn::place::Span;

pub use super::patch::{FixCause, TextChange};
pub use super::trial::MAX_LENGTH;
use super::trial::Trial;

/// A game with its fixes applied.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Adjusted<C = FixCause> {
    /// The text of the game as it was.
    pub before: Vec<u8>,
    /// Its text now.
    pub text: Vec<u8>,
    /// The changes from one to the other, in order. Spans count from the start of the game.
    pub changes: Vec<TextChange<C>>,
    /// The number of findings fixed by rule.
    pub fixed: Vec<(Rule, u64)>,
    /// The rules whose fixes would have changed the game, although it has no errors: a fault of adoube.
    pub withdrawn: RuleSet,
    /// Whether the game was too long, or had too many findings, to fix all that may be fixed.
    pub is_cut: bool,
    /// Whether the game is valid now.
    pub status: Validity,
}

/// The game that is `bytes[span]`, with the fixes of these rules: the safe ones, or also the unsafe ones. `None` if it has
/// none, or is longer than [`MAX_LENGTH`].
pub fn adjust(bytes: &[u8], span: Span, rules: RuleSet, most: Applicability) -> Option<Adjusted> {
    let mut trial = Trial::new(bytes, &span, rules)?;
    let counts = trial.state.game.report.counts.clone();
    trial.run(most);
    let Trial { withdrawn, state, patch, is_cut, .. } = trial;
    let changes = patch.changes().into_iter().map(|change| change.restated(|numbered| numbered.cause));
    let changes: Vec<TextChange> = changes.collect();
    let fixed = counts.iter().map(|(rule, ..)| *rule).collect::<RuleSet>().iter().filter_map(|rule| {
        let before: u64 = counts.iter().filter(|(other, ..)| *other == rule).map(|(.., count)| count).sum();
        let gone = before.saturating_sub(state.count(rule));
        (rules.contains(rule) && gone > 0).then_some((rule, gone))
    });
    let adjusted = Adjusted {
        before: bytes[span].to_vec(),
        fixed: fixed.collect(),
        status: state.game.status,
        text: state.text().to_vec(),
        changes,
        withdrawn,
        is_cut,
    };
    (!adjusted.changes.is_empty() || withdrawn != RuleSet::EMPTY).then_some(adjusted)
}

#[cfg(test)]
mod tests;
