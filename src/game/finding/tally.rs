//! The counts of games and findings in a run; counts of parts are merged with `+=`.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use crate::game::rules::{Rule, Severity};

/// The number of texts, games and findings. Each game counts as exactly one of `valid`, `invalid` and `unchecked`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Texts read: files, archive members, standard input.
    pub files: u64,
    /// Games.
    pub games: u64,
    /// Games without an error.
    pub valid: u64,
    /// Games with at least one error.
    pub invalid: u64,
    /// Games of another chess variant, which are not checked.
    pub unchecked: u64,
    /// Plies of main lines that were played.
    pub plies: u64,
    /// Bytes of text, after decompression.
    pub bytes: u64,
    /// The number of findings of each rule; counts shown rules and all errors.
    pub findings: BTreeMap<Rule, u64>,
    /// The highest severity among a rule's findings, where it is below the rule's own severity.
    pub lowered_severities: BTreeMap<Rule, Severity>,
}

impl Tally {
    /// Counts findings of a rule with this severity.
    pub fn add(&mut self, rule: Rule, severity: Severity, count: u64) {
        let is_first = !self.findings.contains_key(&rule);
        *self.findings.entry(rule).or_default() += count;
        let highest = if is_first { severity } else { self.highest_severity(rule).max(severity) };
        self.set_highest_severity(rule, highest);
    }

    /// The highest severity among a rule's findings.
    #[must_use]
    pub fn highest_severity(&self, rule: Rule) -> Severity {
        self.lowered_severities.get(&rule).copied().unwrap_or(rule.severity())
    }

    fn set_highest_severity(&mut self, rule: Rule, highest: Severity) {
        if highest < rule.severity() {
            self.lowered_severities.insert(rule, highest);
        } else {
            self.lowered_severities.remove(&rule);
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
            self.add(rule, other.highest_severity(rule), *count);
        }
    }
}

/// A number in groups of three digits.
#[must_use]
pub fn digits(number: u64) -> String {
    let plain = number.to_string();
    let mut text = String::with_capacity(plain.len() + plain.len() / 3);
    for (at, digit) in plain.chars().enumerate() {
        if at > 0 && (plain.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_highest_severity_of_a_rule() {
        let rule = Rule::DecisiveAfterDraw;
        let (mut one, mut other) = (Tally::default(), Tally::default());
        one.add(rule, Severity::Info, 2);
        other.add(rule, Severity::Info, 1);
        one += &other;
        assert_eq!((one.findings[&rule], one.highest_severity(rule)), (3, Severity::Info));
        other.add(rule, Severity::Error, 1);
        one += &other;
        assert_eq!((one.findings[&rule], one.highest_severity(rule)), (5, Severity::Error));
        one.add(rule, Severity::Info, 1);
        assert_eq!(one.highest_severity(rule), Severity::Error);
    }
}
