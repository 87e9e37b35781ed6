//! The errors of a record that is ruled on, in the sense of `validate`.

use std::sync::LazyLock;

use crate::chess::setup::Doubt;
use crate::game::Evidence;
use crate::game::finding::Finding;
use crate::game::replay::RuleReport;
use crate::game::rules::{Rule, RuleSet, Severity};
use crate::pgn::place::{Locator, Place};

/// The half-move clock from which a player can claim a draw (Laws 9.3).
const FIFTY_MOVES: u32 = 100;

/// The errors of a record. A verdict then depends on the part that could be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ErrorSummary {
    /// The number of errors.
    pub count: u64,
    /// The rule that reports the first error.
    pub rule: Rule,
    /// Whether the first error is in moves given in addition to the record.
    pub of_moves: bool,
    /// Its line, from 1: in the record, or in those moves.
    pub line: u64,
    /// Its column, from 1.
    pub column: u64,
    /// Its message.
    pub message: String,
}

impl ErrorSummary {
    /// The rules whose findings count: all errors except the endings that a verdict decides by its own rule set. Also
    /// text that belongs to no game, and impossible clocks of 50 moves or more, since claims and draws depend on them. EPD
    /// operations do not count: a verdict is about the position.
    #[must_use]
    pub fn rules() -> RuleSet {
        // Needed for every game, so computed once.
        static RULES: LazyLock<RuleSet> = LazyLock::new(|| {
            let judged = [
                Rule::ResultContradictsBoard,
                Rule::DecisiveAfterDraw,
                Rule::FlagWithoutMaterial,
                Rule::IllegalOperationMove,
            ];
            let others = RuleSet::from(Rule::StrayText) | RuleSet::from(Rule::FenCounters);
            (RuleSet::at_least(Severity::Error) - judged.into_iter().collect()) | others
        });
        *RULES
    }

    /// All errors among the findings, of any rule, and text that belongs to no game.
    #[must_use]
    pub fn of_any_kind(found: &RuleReport, locator: &mut Locator<'_>) -> Option<Self> {
        let is_error = |rule: Rule, severity: Severity| severity == Severity::Error || rule == Rule::StrayText;
        let first = found.findings.iter().find(|finding| is_error(finding.rule, finding.severity))?;
        let count =
            found.counts.iter().filter(|(rule, severity, _)| is_error(*rule, *severity)).map(|count| count.2).sum();
        Some(Self::new(first, count, locator))
    }

    /// The errors among the findings; `None` if there are none. `locator` must be for the same bytes.
    #[must_use]
    pub fn from_report(found: &RuleReport, locator: &mut Locator<'_>) -> Option<Self> {
        let wanted = Self::rules();
        let is_impossible = |finding: &Finding| {
            matches!(finding.evidence, Evidence::Doubtful(Doubt::ClockBeyondGame { clock: FIFTY_MOVES.., .. }))
        };
        let is_error = |finding: &&Finding| match finding.rule {
            Rule::FenCounters => is_impossible(finding),
            Rule::StrayText => true,
            rule => finding.severity == Severity::Error && wanted.contains(rule),
        };
        let first = found.findings.iter().find(is_error)?;
        let clocks =
            found.findings.iter().filter(|finding| finding.rule == Rule::FenCounters && is_impossible(finding));
        let errors = found.counts.iter().filter(|(rule, severity, _)| {
            wanted.contains(*rule) && (*severity == Severity::Error || *rule == Rule::StrayText)
        });
        let count = errors.map(|count| count.2).sum::<u64>() + clocks.count() as u64;
        Some(Self::new(first, count, locator))
    }

    /// Recounts the line of an error in additional moves, which start after this number of lines.
    pub fn count_from_moves(&mut self, lines: u64) {
        if let Some(line) = self.line.checked_sub(lines).filter(|line| *line > 0) {
            (self.line, self.of_moves) = (line, true);
        }
    }

    /// A summary of `count` errors, of which `first` is the first.
    fn new(first: &Finding, count: u64, locator: &mut Locator<'_>) -> Self {
        let Place { line, column } = locator.place(first.span.start);
        Self { count, rule: first.rule, of_moves: false, line, column, message: first.message().into_owned() }
    }
}
