//! Applies fixes to a game, and proves by reading it again that it is still the same game.

use std::collections::BTreeMap;

use crate::game::replay::{Game, ReplayOptions, Validity, kept_end, read_game_as};
use crate::game::rules::{Rule, RuleSet, Severity};
use crate::pgn::place::Span;
use crate::pgn::split::AFTER_GAME;

use super::content::Content;
pub use super::patch::TextChange;
use super::patch::{Patch, edited};
use super::{Edit, Fix, fixes_of};

/// The maximum number of findings of a rule that are fixed at a time.
const LISTED: u32 = 20_000;

/// The maximum number of times that fixes are applied: a fix may reveal a finding that has another.
const MAX_ROUNDS: usize = 16;

/// A game with its fixes applied.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Adjusted<C = RuleSet> {
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
    /// Whether the game is valid now.
    pub status: Validity,
}

/// The maximum number of fixes of a rule that are tried one by one.
const MAX_ALONE: usize = 16;

/// The rules that the fixes of a game need to see.
fn needed() -> RuleSet {
    RuleSet::ALL - RuleSet::on_request()
}

/// The game that is `bytes[span]`, with the safe fixes of these rules. `None` if it has none, or is longer than 16 MiB (rule
/// S121).
#[must_use]
pub fn adjust(bytes: &[u8], span: Span, rules: RuleSet) -> Option<Adjusted> {
    let text = bytes[span.start..bytes.len().min(span.end + AFTER_GAME)].to_vec();
    let first = State::new(text, span.len());
    // Where a comment ends may depend on text far behind it; and of a long game, not all is kept to be compared.
    if first.game.span != (0..span.len()) || kept_end(&first.game.span) < span.len() {
        return None;
    }
    let counts = first.game.report.counts.clone();
    let mut trial = Trial { rules, given_up: RuleSet::EMPTY, withdrawn: RuleSet::EMPTY, state: first };
    let mut patch = Patch::new(span.len());
    for _ in 0..MAX_ROUNDS {
        let fixes = trial.fixes();
        if fixes.is_empty() {
            break;
        }
        let applied = trial.apply(&fixes);
        patch.apply(applied.iter().map(|(edit, rule)| (edit, RuleSet::from(*rule))));
    }
    let Trial { withdrawn, state, .. } = trial;
    let changes = patch.changes();
    let fixed = counts.iter().map(|(rule, ..)| *rule).collect::<RuleSet>().iter().filter_map(|rule| {
        let before: u64 = counts.iter().filter(|(other, ..)| *other == rule).map(|(.., count)| count).sum();
        let gone = before.saturating_sub(state.count(rule));
        (rules.contains(rule) && gone > 0).then_some((rule, gone))
    });
    let adjusted = Adjusted {
        before: bytes[span].to_vec(),
        fixed: fixed.collect(),
        status: state.game.status,
        text: state.text[..state.length].to_vec(),
        changes,
        withdrawn,
    };
    (!adjusted.changes.is_empty() || withdrawn != RuleSet::EMPTY).then_some(adjusted)
}

/// A game as it is after some fixes.
struct State {
    /// Its text, with some of what follows it.
    text: Vec<u8>,
    length: usize,
    game: Game,
}

impl State {
    fn new(text: Vec<u8>, length: usize) -> Self {
        let options = ReplayOptions { rules: needed(), listed: LISTED, variations: true, ..ReplayOptions::default() };
        let game = read_game_as(&text, 0, &options);
        Self { text, length, game }
    }

    /// The number of findings of a rule.
    fn count(&self, rule: Rule) -> u64 {
        self.game.report.counts.iter().filter(|(other, ..)| *other == rule).map(|(.., count)| count).sum()
    }

    /// Compares it with the game before these rules were fixed.
    fn compare(&self, before: &Self, fixed: RuleSet) -> Comparison {
        let is_new = |&(rule, severity, _): &(Rule, Severity, u64)| {
            severity >= Severity::Warning && self.count(rule) > before.count(rule)
        };
        let is_fixed = fixed.iter().all(|rule| self.count(rule) < before.count(rule));
        match () {
            () if self.game.span != (0..self.length) => Comparison::Other,
            () if Content::new(&self.game, &self.text) != Content::new(&before.game, &before.text) => Comparison::Other,
            () if !is_fixed || self.game.report.counts.iter().any(is_new) => Comparison::NoBetter,
            () => Comparison::Same,
        }
    }
}

/// How a game after fixes compares with the game before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Comparison {
    /// It is the same game, without the findings.
    Same,
    /// It is the same game, but still has a finding, or has a new error or warning, which the finding hid.
    NoBetter,
    /// It is not the same game.
    Other,
}

/// A game to which fixes are applied.
struct Trial {
    /// The rules whose findings are to be fixed.
    rules: RuleSet,
    /// The rules whose fixes cannot be applied to the game as it is.
    given_up: RuleSet,
    /// Those of which one would have changed the game.
    withdrawn: RuleSet,
    state: State,
}

impl Trial {
    /// The fixes to try next: wanted, within the game, and apart from each other. Others wait for the next round; the edit of
    /// one finding may be that of another, too.
    fn fixes(&self) -> Vec<Fix> {
        let State { game, text, length } = &self.state;
        let wanted = self.rules - self.given_up;
        let mut taken: BTreeMap<usize, usize> = BTreeMap::new();
        let mut fixes: Vec<Fix> = fixes_of(game, text).into_iter().map(|(_, fix)| fix).collect();
        fixes.retain(|fix| {
            let is_free = |Edit { span, .. }: &Edit| {
                span.end <= *length && taken.range(..=span.end).next_back().is_none_or(|(_, end)| *end < span.start)
            };
            let is_kept = wanted.contains(fix.rule) && fix.edits.iter().all(is_free);
            if is_kept {
                taken.extend(fix.edits.iter().map(|edit| (edit.span.start, edit.span.end)));
            }
            is_kept
        });
        fixes
    }

    /// Applies the fixes that prove to leave the game the same: all together, or else those of the first rule of which they
    /// do, or else the first fix. A rule of which none does is given up.
    fn apply(&mut self, fixes: &[Fix]) -> Vec<(Edit, Rule)> {
        if let Ok(applied) = self.try_to_apply(fixes) {
            return applied;
        }
        let rules: RuleSet = fixes.iter().map(|fix| fix.rule).collect();
        for rule in rules.iter() {
            let of_rule: Vec<Fix> = fixes.iter().filter(|fix| fix.rule == rule).cloned().collect();
            let all = std::iter::once(&of_rule[..]).chain(of_rule.chunks(1).take(MAX_ALONE));
            for some in all {
                match self.try_to_apply(some) {
                    Ok(applied) => return applied,
                    Err(Comparison::NoBetter | Comparison::Same) => {}
                    // Text near an error may be read in another way after a fix, which is then none.
                    Err(Comparison::Other) if self.state.game.status == Validity::Invalid => {}
                    Err(Comparison::Other) => self.withdrawn.insert(rule),
                }
            }
            self.given_up.insert(rule);
        }
        Vec::new()
    }

    /// Applies these fixes, if the game stays the same. Returns their edits, in order.
    fn try_to_apply(&mut self, fixes: &[Fix]) -> Result<Vec<(Edit, Rule)>, Comparison> {
        let edits = fixes.iter().flat_map(|fix| fix.edits.iter().map(|edit| (edit.clone(), fix.rule)));
        let mut edits: Vec<(Edit, Rule)> = edits.collect();
        edits.sort_by_key(|(edit, _)| edit.span.start);
        let text = edited(&self.state.text, edits.iter().map(|(edit, _)| edit));
        let length = self.state.length + text.len() - self.state.text.len();
        let after = State::new(text, length);
        let rules = fixes.iter().map(|fix| fix.rule).collect();
        match after.compare(&self.state, rules) {
            Comparison::Same => {
                self.state = after;
                // This may be what others have waited for.
                self.given_up = self.withdrawn;
                Ok(edits)
            }
            other => Err(other),
        }
    }
}

#[cfg(test)]
mod tests;
