//! What `validate` would call an error in a record that is ruled on.

use std::sync::LazyLock;

use crate::chess::setup::Doubt;
use crate::pgn::place::{Locator, Place};

use super::Evidence;
use super::finding::Finding;
use super::replay::RuleReport;
use super::rules::{Rule, RuleSet, Severity};

/// The errors of a record: a verdict on it rests on what could be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ErrorSummary {
    /// How many there are.
    pub count: u64,
    /// The rule that found the first of them.
    pub rule: Rule,
    /// Whether it stands in moves that were given beside the record.
    pub of_moves: bool,
    /// The line it stands in, from 1: of the record's text, or of those moves.
    pub line: u64,
    /// The column, from 1.
    pub column: u64,
    /// What it is, in words.
    pub message: String,
}

impl ErrorSummary {
    /// The rules whose findings count: every error but those that rest on the Laws' ends of games, which a verdict judges
    /// by its own rule set; text that belongs to no game; and clocks that cannot be, on which a draw by 75 moves rests.
    #[must_use]
    pub fn rules() -> RuleSet {
        // Asked for every game.
        static RULES: LazyLock<RuleSet> = LazyLock::new(|| {
            let judged = [Rule::ResultContradictsBoard, Rule::DecisiveAfterDraw, Rule::FlagWithoutMaterial];
            let others = RuleSet::from(Rule::StrayText) | RuleSet::from(Rule::FenCounters);
            (RuleSet::at_least(Severity::Error) - judged.into_iter().collect()) | others
        });
        *RULES
    }

    /// All errors among findings, whatever they rest on, and text that belongs to no game.
    #[must_use]
    pub fn of_any_kind(found: &RuleReport, locator: &mut Locator<'_>) -> Option<Self> {
        let is_fault = |rule: Rule, severity: Severity| severity == Severity::Error || rule == Rule::StrayText;
        let first = found.findings.iter().find(|finding| is_fault(finding.rule, finding.severity))?;
        let count =
            found.counts.iter().filter(|(rule, severity, _)| is_fault(*rule, *severity)).map(|count| count.2).sum();
        Some(Self::told(first, count, locator))
    }

    /// The errors among findings; `None` if there are none. `locator` is one for the bytes they were found in.
    #[must_use]
    pub fn of(found: &RuleReport, locator: &mut Locator<'_>) -> Option<Self> {
        let wanted = Self::rules();
        let is_impossible =
            |finding: &Finding| matches!(finding.evidence, Evidence::Doubtful(Doubt::ClockBeyondGame { .. }));
        let is_fault = |finding: &&Finding| match finding.rule {
            Rule::FenCounters => is_impossible(finding),
            Rule::StrayText => true,
            rule => finding.severity == Severity::Error && wanted.contains(rule),
        };
        let first = found.findings.iter().find(is_fault)?;
        let clocks =
            found.findings.iter().filter(|finding| finding.rule == Rule::FenCounters && is_impossible(finding));
        let errors = found.counts.iter().filter(|(rule, severity, _)| {
            wanted.contains(*rule) && (*severity == Severity::Error || *rule == Rule::StrayText)
        });
        let count = errors.map(|count| count.2).sum::<u64>() + clocks.count() as u64;
        Some(Self::told(first, count, locator))
    }

    /// The same where moves were given beside the record, which begin on a line of their own after so many others.
    pub fn count_from_moves(&mut self, lines: u64) {
        if let Some(line) = self.line.checked_sub(lines).filter(|line| *line > 0) {
            (self.line, self.of_moves) = (line, true);
        }
    }

    /// So many faults, of which this is the first.
    fn told(first: &Finding, count: u64, locator: &mut Locator<'_>) -> Self {
        let Place { line, column } = locator.place(first.span.start);
        Self { count, rule: first.rule, of_moves: false, line, column, message: first.message().into_owned() }
    }
}
