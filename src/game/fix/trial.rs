//! The trial of fixes: they are applied to a game, which is read again. A fix that this does not prove is withdrawn.

use std::collections::BTreeMap;

use crate::game::replay::{Game, ReplayOptions, Validity, read_game_as};
use crate::game::rules::{Applicability, FixInfo, Rule, RuleSet, Severity};
use crate::pgn::place::Span;
use crate::pgn::split::AFTER_GAME;

use super::content::Permission;
use super::patch::{NumberedCause, Patch, edited};
use super::{Edit, Fix, fixes_of};

/// The maximum length of a game that is fixed, in bytes.
pub const MAX_LENGTH: usize = 4 << 20;

/// The maximum number of findings of a rule that are fixed at a time.
const LISTED: u32 = 50_000;

/// The maximum number of fixes applied to a game, but for those of the last round.
const MAX_FIXES: usize = 150_000;

/// The maximum number of times that fixes are applied: a fix may reveal a finding that has another.
const MAX_ROUNDS: usize = 64;

/// The maximum number of times that fixes of a rule are tried in a round. With 31, each of 16 fixes is tried alone.
const MAX_TRIES: usize = 31;

/// The maximum number of bytes read to try fixes of a game.
const MAX_READ: usize = 32 * MAX_LENGTH;

/// The rules that the fixes of a game need to see.
fn needed() -> RuleSet {
    RuleSet::ALL - RuleSet::on_request()
}

/// A game as it is after some fixes.
pub(super) struct State {
    /// Its text, with some of what follows it.
    text: Vec<u8>,
    length: usize,
    pub(super) game: Game,
}

impl State {
    fn new(text: Vec<u8>, length: usize) -> Self {
        let options = ReplayOptions { rules: needed(), listed: LISTED, variations: true, ..ReplayOptions::default() };
        let game = read_game_as(&text, 0, &options);
        Self { text, length, game }
    }

    pub(super) fn text(&self) -> &[u8] {
        &self.text[..self.length]
    }

    /// The fixes of the game for these rules, proved or not.
    pub(super) fn fixes(&self, rules: RuleSet) -> Vec<Fix> {
        fixes_of(&self.game, &self.text, rules)
    }

    /// The number of findings of a rule.
    pub(super) fn count(&self, rule: Rule) -> u64 {
        self.game.report.counts.iter().filter(|(other, ..)| *other == rule).map(|(.., count)| count).sum()
    }

    /// Compares it with the game before these rules were fixed, by fixes that may change this.
    fn compare(&self, before: &Self, fixed: RuleSet, permission: Permission) -> Comparison {
        let is_new = |&(rule, severity, _): &(Rule, Severity, u64)| {
            severity >= Severity::Warning && self.count(rule) > before.count(rule)
        };
        let is_fixed = fixed.iter().all(|rule| self.count(rule) < before.count(rule));
        match () {
            () if self.game.span != (0..self.length) => Comparison::NoBetter,
            () if !permission.covers((&before.game, &before.text), (&self.game, &self.text)) => Comparison::Other,
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
    /// It is the same game, but still has a finding, or has a new error or warning, which the finding hid. Or it would end
    /// elsewhere.
    NoBetter,
    /// It is not the same game.
    Other,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Applied {
    pub(super) rule: Rule,
    pub(super) info: &'static FixInfo,
    /// The offset of its finding in the original.
    pub(super) at: usize,
}

/// A game to which fixes are applied.
pub(super) struct Trial {
    /// The rules whose findings are to be fixed.
    rules: RuleSet,
    /// The rules whose fixes cannot be applied to the game as it is.
    given_up: RuleSet,
    /// Those of which one would have changed the game.
    pub(super) withdrawn: RuleSet,
    /// The rules of which an unsafe fix was not proved.
    unproved: RuleSet,
    /// The game as it is now.
    pub(super) state: State,
    /// The edits so far.
    pub(super) patch: Patch<NumberedCause>,
    /// The fixes so far; each has its index as its number.
    pub(super) applied: Vec<Applied>,
    /// The number of bytes that may still be read.
    unread: usize,
    /// Whether a limit was reached, so that there may be more to fix.
    pub(super) is_cut: bool,
}

impl Trial {
    /// Begins with the game that is `bytes[span]`. `None` if it is longer than 4 MiB.
    pub(super) fn new(bytes: &[u8], span: &Span, rules: RuleSet) -> Option<Self> {
        if span.len() > MAX_LENGTH {
            return None;
        }
        let text = bytes[span.start..bytes.len().min(span.end + AFTER_GAME)].to_vec();
        let state = State::new(text, span.len());
        // Where a comment ends may depend on text far behind it.
        (state.game.span == (0..span.len())).then(|| Self {
            rules,
            given_up: RuleSet::EMPTY,
            withdrawn: RuleSet::EMPTY,
            unproved: RuleSet::EMPTY,
            state,
            patch: Patch::new(span.len()),
            applied: Vec::new(),
            unread: MAX_READ,
            is_cut: false,
        })
    }

    /// Applies fixes until there are no more: safe ones, and where there are none, an unsafe one if these are wanted.
    pub(super) fn run(&mut self, most: Applicability) {
        for round in 0.. {
            let mut fixes = self.fixes();
            if fixes.is_empty() && most >= Applicability::Unsafe {
                fixes = self.unsafe_fix().into_iter().collect();
            }
            if fixes.is_empty() {
                break;
            }
            if round == MAX_ROUNDS || self.applied.len() >= MAX_FIXES {
                self.is_cut = true;
                break;
            }
            let edits = self.apply(&fixes);
            let applied = &self.applied;
            let cause = |fix: usize| NumberedCause::new(fix, applied[fix].rule, applied[fix].info.applicability);
            self.patch.apply(edits.iter().map(|(edit, fix)| (edit, cause(*fix))));
        }
    }

    /// The unsafe fix to try next.
    fn unsafe_fix(&self) -> Option<Fix> {
        let wanted = self.rules - self.given_up - self.unproved;
        let mut fixes = self.state.fixes(wanted).into_iter();
        fixes.find(|fix| fix.applicability == Applicability::Unsafe)
    }

    /// The safe fixes to try next: wanted, within the game, and apart from each other. Others wait for the next round;
    /// the edit of one finding may be that of another, too.
    fn fixes(&self) -> Vec<Fix> {
        let length = self.state.length;
        let wanted = self.rules - self.given_up;
        let mut taken: BTreeMap<usize, usize> = BTreeMap::new();
        let mut fixes = self.state.fixes(wanted);
        fixes.retain(|fix| {
            let is_free = |Edit { span, .. }: &Edit| {
                span.end <= length && taken.range(..=span.end).next_back().is_none_or(|(_, end)| *end < span.start)
            };
            let is_kept = fix.applicability == Applicability::Safe && fix.edits.iter().all(is_free);
            if is_kept {
                taken.extend(fix.edits.iter().map(|edit| (edit.span.start, edit.span.end)));
            }
            is_kept
        });
        fixes
    }

    /// Applies fixes that are proved: all together, or else those of a rule, or else a half, a quarter, … of these. A rule of
    /// which none is proved is given up.
    fn apply(&mut self, fixes: &[Fix]) -> Vec<(Edit, usize)> {
        if let Ok(applied) = self.try_to_apply(fixes) {
            return applied;
        }
        let rules: RuleSet = fixes.iter().map(|fix| fix.rule).collect();
        if fixes.iter().any(|fix| fix.applicability == Applicability::Unsafe) {
            self.unproved = self.unproved | rules;
            return Vec::new();
        }
        for rule in rules.iter() {
            let of_rule: Vec<Fix> = fixes.iter().filter(|fix| fix.rule == rule).cloned().collect();
            let sizes = std::iter::successors(Some(of_rule.len()), |size| (*size > 1).then_some(size.div_ceil(2)));
            for some in sizes.flat_map(|size| of_rule.chunks(size)).take(MAX_TRIES) {
                match self.try_to_apply(some) {
                    Ok(applied) => return applied,
                    Err(Comparison::NoBetter | Comparison::Same) => {}
                    // It may be read so after a fix, which is then none.
                    Err(Comparison::Other) if self.is_doubtful() => {}
                    Err(Comparison::Other) => self.withdrawn.insert(rule),
                }
            }
            self.given_up.insert(rule);
        }
        Vec::new()
    }

    /// Whether the game has text that may be read in another way.
    fn is_doubtful(&self) -> bool {
        let doubtful = [Rule::LocalizedLetters, Rule::UnknownToken, Rule::BadNag, Rule::ControlCharacter];
        self.state.game.status == Validity::Invalid || doubtful.into_iter().any(|rule| self.state.count(rule) > 0)
    }

    /// Applies these fixes, if the game stays the same. Returns their edits, in order, with the number of the fix of each.
    fn try_to_apply(&mut self, fixes: &[Fix]) -> Result<Vec<(Edit, usize)>, Comparison> {
        let Some(unread) = self.unread.checked_sub(self.state.text.len()) else {
            self.is_cut = true;
            return Err(Comparison::NoBetter);
        };
        self.unread = unread;
        let numbers = self.applied.len()..;
        let edits =
            fixes.iter().zip(numbers).flat_map(|(fix, number)| fix.edits.iter().map(move |edit| (edit, number)));
        let mut edits: Vec<(Edit, usize)> = edits.map(|(edit, number)| (edit.clone(), number)).collect();
        edits.sort_by_key(|(edit, _)| edit.span.start);
        let text = edited(&self.state.text, edits.iter().map(|(edit, _)| edit));
        let length = self.state.length + text.len() - self.state.text.len();
        let after = State::new(text, length);
        let rules = fixes.iter().map(|fix| fix.rule).collect();
        // An unsafe fix is tried alone.
        let permission = fixes.first().map_or(Permission::Nothing, Permission::of);
        match after.compare(&self.state, rules, permission) {
            Comparison::Same => {
                self.state = after;
                let origins = self.patch.origins(fixes.iter().map(|fix| fix.at));
                let applied = fixes.iter().zip(origins);
                self.applied.extend(applied.map(|(&Fix { rule, info, .. }, at)| Applied { rule, info, at }));
                // This may be what others have waited for.
                self.given_up = self.withdrawn;
                Ok(edits)
            }
            other => Err(other),
        }
    }
}
