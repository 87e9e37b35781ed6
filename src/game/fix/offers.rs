//! The fixes of the findings of a game, as far as [`adjust`](super::adjust::adjust) would apply them.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::game::finding::Finding;
use crate::game::rules::{Applicability, Rule, RuleSet};
use crate::pgn::place::Span;

use super::patch::{NumberedCause, TextChange};
use super::trial::{Applied, Trial};
use super::{Fix, joined};

/// The fixes that a game has.
#[derive(Clone, Default, Debug)]
#[non_exhaustive]
pub struct Offers {
    /// The fix of each finding, in the order of the findings.
    pub fixes: Vec<Option<Fix>>,
    /// The number of findings that are fixed, by rule and by what their fixes may change.
    pub counts: BTreeMap<(Rule, Applicability), u64>,
}

/// What a trial leads to.
struct Outcome {
    counts: BTreeMap<Rule, u64>,
    /// The findings that are left: rule, and offset in the original.
    left: HashSet<(Rule, usize)>,
    changes: Vec<TextChange<NumberedCause>>,
    /// The changes that the fix of a finding of the game made.
    of_finding: HashMap<(Rule, usize), Vec<usize>>,
}

/// The fixes of these findings of the game that is `bytes[span]`: those that `adjust` would apply for these rules.
pub fn offers(findings: &[&Finding], bytes: &[u8], span: &Span, rules: RuleSet) -> Offers {
    let none = || Offers { fixes: vec![None; findings.len()], counts: BTreeMap::new() };
    let is_fixable = |finding: &&&Finding| rules.contains(finding.rule) && finding.rule.has_fix(Applicability::Shown);
    if !findings.iter().any(|finding| is_fixable(&finding)) {
        return none();
    }
    let Some(mut trial) = Trial::new(bytes, span, rules) else { return none() };
    let key = |finding: &Finding| Some((alone(finding.rule), finding.span.start.checked_sub(span.start)?));
    let keys: HashSet<(Rule, usize)> = findings.iter().filter_map(|finding| key(finding)).collect();
    let first = Outcome::new(&trial, &keys);
    let shown = trial.state.fixes(rules).into_iter().filter(|fix| fix.applicability == Applicability::Shown);
    let shown: HashMap<(Rule, usize), Fix> = shown.map(|fix| ((fix.rule, fix.at), fix)).collect();
    let outcomes = [Applicability::Safe, Applicability::Unsafe].map(|most| {
        trial.run(most);
        (most, Outcome::new(&trial, &keys))
    });
    let mut counts = BTreeMap::new();
    let mut before = &first;
    for (applicability, after) in &outcomes {
        for (&rule, &count) in before.counts.iter().filter(|(rule, _)| rules.contains(**rule)) {
            let fixed = count.saturating_sub(after.counts.get(&rule).copied().unwrap_or_default());
            if fixed > 0 {
                counts.insert((rule, *applicability), fixed);
            }
        }
        before = after;
    }
    let fix = |finding: &&Finding| {
        let key = key(finding)?;
        let proved = outcomes.iter().find(|(_, outcome)| !outcome.left.contains(&key));
        let fix = match proved.filter(|_| first.left.contains(&key) && rules.contains(finding.rule)) {
            Some((applicability, outcome)) => {
                let fix = outcome.fix(key, finding.span.len(), *applicability, &trial.applied)?;
                Fix { edits: joined(fix.edits, &bytes[span.clone()]), ..fix }
            }
            None => shown.get(&key)?.clone(),
        };
        Some(moved(fix, span.start))
    };
    Offers { fixes: findings.iter().map(fix).collect(), counts }
}

impl Outcome {
    /// What a trial led to, for findings with these rules and places.
    fn new(trial: &Trial, keys: &HashSet<(Rule, usize)>) -> Self {
        let report = &trial.state.game.report;
        let mut counts: BTreeMap<Rule, u64> = BTreeMap::new();
        for (rule, _, count) in &report.counts {
            *counts.entry(*rule).or_default() += count;
        }
        let origins = trial.patch.origins(report.findings.iter().map(|finding| finding.span.start));
        let changes = trial.patch.changes();
        let mut of_finding: HashMap<(Rule, usize), Vec<usize>> = HashMap::new();
        for (index, change) in changes.iter().enumerate() {
            let fixes = change.cause.numbers.iter().map(|number| trial.applied[*number]);
            for key in fixes.map(|fix| (alone(fix.rule), fix.at)).filter(|key| keys.contains(key)) {
                of_finding.entry(key).or_default().push(index);
            }
        }
        let left = report.findings.iter().zip(origins).map(|(finding, origin)| (alone(finding.rule), origin));
        Self { counts, left: left.filter(|key| keys.contains(key)).collect(), changes, of_finding }
    }

    /// The fix of a finding: its own, or that of another finding about the same text. `applied` has the fixes applied.
    fn fix(
        &self,
        (rule, at): (Rule, usize),
        length: usize,
        applicability: Applicability,
        applied: &[Applied],
    ) -> Option<Fix> {
        let overlapping = || {
            let first = self.changes.partition_point(|change| change.span.end <= at);
            (first..self.changes.len()).take_while(|index| self.changes[*index].span.start < at + length).collect()
        };
        let mut changes = self.of_finding.get(&(rule, at)).cloned().unwrap_or_else(overlapping);
        if changes.is_empty() {
            // Its cause is elsewhere: a wrong result may also contradict the board.
            let is_unsafe = |number: &usize| applied[*number].info.applicability == Applicability::Unsafe;
            let is_kind = |index: &usize| {
                applicability == Applicability::Safe || self.changes[*index].cause.numbers.iter().any(is_unsafe)
            };
            let distance = |index: &usize| self.changes[*index].span.start.abs_diff(at);
            changes.extend((0..self.changes.len()).filter(is_kind).min_by_key(distance));
        }
        let fixes = changes.iter().flat_map(|index| &self.changes[*index].cause.numbers).map(|number| applied[*number]);
        let info = fixes.max_by_key(|fix| (alone(fix.rule) == rule, fix.info.applicability))?.info;
        let edits = changes.iter().map(|index| self.changes[*index].edit()).collect();
        Some(Fix { rule, at, applicability, info, edits, readings: Vec::new() })
    }
}

/// The rule that finds the same in the game alone, which does not know its place in the file.
const fn alone(rule: Rule) -> Rule {
    match rule {
        Rule::StrayByteOrderMark => Rule::ByteOrderMark,
        other => other,
    }
}

/// A fix whose offsets count from elsewhere.
fn moved(mut fix: Fix, by: usize) -> Fix {
    fix.at += by;
    for edit in fix.edits.iter_mut().chain(fix.readings.iter_mut().flatten()) {
        edit.span = edit.span.start + by..edit.span.end + by;
    }
    fix
}
