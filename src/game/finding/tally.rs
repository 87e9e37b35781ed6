//! The counts of games and findings in a run.

use std::collections::BTreeMap;

use crate::game::rules::{Applicability, Rule, Severity};

/// The number of texts, games and findings. Each game counts as exactly one of `valid`, `invalid` and `unchecked`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Texts read: files, archive members, standard input.
    pub files: u64,
    /// Games, positions of FEN and EPD texts, and tournament reports.
    pub games: u64,
    /// How many of these are positions.
    pub positions: u64,
    /// How many of them are tournament reports.
    pub reports: u64,
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
    /// The number of findings that have a safe fix, if that was computed.
    pub safe_fixes: u64,
    /// The number of findings that have an unsafe fix, if that was computed.
    pub unsafe_fixes: u64,
    /// With a baseline of known findings: how many there are.
    pub baseline: Option<BaselineCounts>,
}

/// Findings that a baseline has, and that it does not.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct BaselineCounts {
    /// Known findings.
    pub known: u64,
    /// Findings that are not known.
    pub new: u64,
    /// Invalid games whose errors are known.
    pub known_invalid: u64,
    /// Entries of the baseline that no finding needs.
    pub stale: u64,
}

impl Tally {
    /// Counts findings of a rule with this severity.
    pub fn add(&mut self, rule: Rule, severity: Severity, count: u64) {
        let is_first = !self.findings.contains_key(&rule);
        *self.findings.entry(rule).or_default() += count;
        let highest = if is_first { severity } else { self.highest_severity(rule).max(severity) };
        if highest < rule.severity() {
            self.lowered_severities.insert(rule, highest);
        } else {
            self.lowered_severities.remove(&rule);
        }
    }

    /// Counts findings that have a fix.
    pub const fn add_fixes(&mut self, applicability: Applicability, count: u64) {
        match applicability {
            Applicability::Safe => self.safe_fixes += count,
            Applicability::Unsafe => self.unsafe_fixes += count,
            Applicability::Shown => {}
        }
    }

    /// The highest severity among a rule's findings.
    pub fn highest_severity(&self, rule: Rule) -> Severity {
        self.lowered_severities.get(&rule).copied().unwrap_or(rule.severity())
    }
}

/// A number in groups of three digits.
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
        let mut tally = Tally::default();
        for (severity, count, highest) in [
            (Severity::Info, 2, Severity::Info),
            (Severity::Info, 1, Severity::Info),
            (Severity::Error, 1, Severity::Error),
            (Severity::Info, 1, Severity::Error),
        ] {
            tally.add(rule, severity, count);
            assert_eq!(tally.highest_severity(rule), highest);
        }
        assert_eq!(tally.findings[&rule], 5);
    }
}
