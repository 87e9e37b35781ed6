//! Counts that merge.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use super::rules::{Rule, Severity};

/// What was read, and what was found in it. Every game is counted in exactly one of `valid`, `invalid` and `unchecked`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Texts read: files, members of archives, standard input.
    pub files: u64,
    /// Games.
    pub games: u64,
    /// Games without a finding of severity error.
    pub valid: u64,
    /// Games with at least one.
    pub invalid: u64,
    /// Games of another chess variant: read, not judged.
    pub unchecked: u64,
    /// Half-moves of main lines that were played.
    pub plies: u64,
    /// Bytes of text, after decompression.
    pub bytes: u64,
    /// How often each rule found something, of those that were looked for: the ones that are shown, and every error.
    pub findings: BTreeMap<Rule, u64>,
    /// The most that any finding of a rule weighed, where that was less than the rule's own weight.
    pub lighter: BTreeMap<Rule, Severity>,
}

impl Tally {
    /// Counts findings of a rule that weigh so much.
    pub fn add(&mut self, rule: Rule, severity: Severity, count: u64) {
        let is_first = !self.findings.contains_key(&rule);
        *self.findings.entry(rule).or_default() += count;
        let heaviest = if is_first { severity } else { self.heaviest(rule).max(severity) };
        self.weigh(rule, heaviest);
    }

    /// The most that any finding of a rule weighed.
    #[must_use]
    pub fn heaviest(&self, rule: Rule) -> Severity {
        self.lighter.get(&rule).copied().unwrap_or(rule.severity())
    }

    fn weigh(&mut self, rule: Rule, heaviest: Severity) {
        if heaviest < rule.severity() {
            self.lighter.insert(rule, heaviest);
        } else {
            self.lighter.remove(&rule);
        }
    }
}

impl AddAssign<&Self> for Tally {
    fn add_assign(&mut self, other: &Self) {
        self.files += other.files;
        self.games += other.games;
        self.valid += other.valid;
        self.invalid += other.invalid;
        self.unchecked += other.unchecked;
        self.plies += other.plies;
        self.bytes += other.bytes;
        for (&rule, count) in &other.findings {
            self.add(rule, other.heaviest(rule), *count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heaviest_finding_of_a_rule_is_kept() {
        let rule = Rule::DecisiveAfterDraw;
        let (mut one, mut other) = (Tally::default(), Tally::default());
        one.add(rule, Severity::Info, 2);
        other.add(rule, Severity::Info, 1);
        one += &other;
        assert_eq!((one.findings[&rule], one.heaviest(rule)), (3, Severity::Info));
        other.add(rule, Severity::Error, 1);
        one += &other;
        assert_eq!((one.findings[&rule], one.heaviest(rule)), (5, Severity::Error));
        one.add(rule, Severity::Info, 1);
        assert_eq!(one.heaviest(rule), Severity::Error);
    }
}
