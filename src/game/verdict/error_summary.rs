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
    /// The severity of the first error: text that belongs to no game is a warning, for example.
    pub severity: Severity,
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

    /// Whether it is about an error, not only about text that belongs to no game.
    pub fn is_error(&self) -> bool {
        self.rule != Rule::StrayText
    }

    /// All errors among the findings, of any rule; if there are none, the text that belongs to no game.
    pub fn of_any_kind(found: &RuleReport, locator: &mut Locator<'_>) -> Option<Self> {
        let errors = found.counts.iter().filter(|(_, severity, _)| *severity == Severity::Error);
        match found.findings.iter().find(|finding| finding.severity == Severity::Error) {
            Some(first) => Some(Self::new(first, errors.map(|count| count.2).sum(), locator)),
            None => Self::of_stray_text(found, locator),
        }
    }

    /// The text that belongs to no game.
    fn of_stray_text(found: &RuleReport, locator: &mut Locator<'_>) -> Option<Self> {
        let first = found.findings.iter().find(|finding| finding.rule == Rule::StrayText)?;
        let places = found.counts.iter().filter(|(rule, ..)| *rule == Rule::StrayText).map(|count| count.2).sum();
        Some(Self::new(first, places, locator))
    }

    /// The errors among the findings; if there are none, the text that belongs to no game. `locator` must be for the same bytes.
    pub fn from_report(found: &RuleReport, locator: &mut Locator<'_>) -> Option<Self> {
        let wanted = Self::rules();
        let is_impossible = |finding: &Finding| {
            matches!(finding.evidence, Evidence::Doubtful(Doubt::ClockBeyondGame { clock: FIFTY_MOVES.., .. }))
        };
        let is_error = |finding: &&Finding| match finding.rule {
            Rule::FenCounters => is_impossible(finding),
            rule => finding.severity == Severity::Error && wanted.contains(rule),
        };
        let Some(first) = found.findings.iter().find(is_error) else { return Self::of_stray_text(found, locator) };
        let clocks =
            found.findings.iter().filter(|finding| finding.rule == Rule::FenCounters && is_impossible(finding));
        let errors =
            found.counts.iter().filter(|(rule, severity, _)| wanted.contains(*rule) && *severity == Severity::Error);
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
        let (rule, severity, message) = (first.rule, first.severity, first.message().into_owned());
        Self { count, rule, severity, of_moves: false, line, column, message }
    }
}
