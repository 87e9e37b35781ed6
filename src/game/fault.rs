//! What `validate` would call an error in a record that is ruled on.

use crate::pgn::place::Locator;

use super::finding::Finding;
use super::replay::Found;
use super::rules::{Rule, RuleSet, Severity};

/// The errors of a record: a verdict on it rests on what could be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Faults {
    /// How many there are.
    pub count: u64,
    /// The rule that found the first of them.
    pub rule: Rule,
    /// The line it stands in, from 1.
    pub line: u64,
    /// What it is, in words.
    pub message: String,
}

impl Faults {
    /// The rules whose findings count: every error, and text that belongs to no game.
    #[must_use]
    pub fn rules() -> RuleSet {
        RuleSet::at_least(Severity::Error) | RuleSet::from(Rule::StrayText)
    }

    /// The errors among findings; `None` if there are none. `locator` is one for the bytes they were found in.
    #[must_use]
    pub fn of(found: &Found, locator: &mut Locator<'_>) -> Option<Self> {
        let counts = |rule: Rule, severity: Severity| severity == Severity::Error || rule == Rule::StrayText;
        let is_fault = |finding: &&Finding| counts(finding.rule, finding.severity);
        let first = found.findings.iter().find(is_fault)?;
        let count =
            found.counts.iter().filter(|(rule, severity, _)| counts(*rule, *severity)).map(|count| count.2).sum();
        let line = locator.place(first.span.start).line;
        Some(Self { count, rule: first.rule, line, message: first.message().into_owned() })
    }
}
