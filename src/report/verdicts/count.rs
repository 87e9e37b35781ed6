//! The counts of verdicts, printed last on standard error.

use std::collections::BTreeMap;

use crate::game::verdict::error_summary::ErrorSummary;
use crate::game::verdict::note::VerdictNote;
use crate::game::verdict::ruling::Ruling;
use crate::laws::verdict::Decision;
use crate::report::summary::counted;

/// The rulings so far, by kind.
#[derive(Clone, Default, Debug)]
pub struct VerdictCounts {
    by_decision: BTreeMap<Decision, u64>,
    disagreeing: u64,
    rejected: u64,
    with_errors: u64,
}

impl VerdictCounts {
    /// Counts a ruling, and returns whether it is a finding: a wrong result, a rejected claim, an impossible event, a
    /// different decision of the match manager, or no verdict.
    pub fn add(&mut self, ruling: &Ruling) -> bool {
        let decision = ruling.verdict.decision;
        let is_rejected =
            ruling.judgment.as_ref().is_some_and(|judgment| judgment.rejection.is_some_and(|why| !why.is_open()));
        let disagrees = ruling.agrees == Some(false);
        *self.by_decision.entry(decision).or_default() += 1;
        self.rejected += u64::from(is_rejected);
        self.disagreeing += u64::from(disagrees);
        let is_impossible = ruling.remarks.iter().any(|remark| {
            matches!(remark, VerdictNote::Event(_) | VerdictNote::OutOfReach | VerdictNote::NotInIllegalPosition)
        });
        let is_managed_otherwise = ruling.engine.is_some_and(|managed| managed.agrees(ruling.stated) == Some(false));
        let is_late = ruling.complaint.is_some_and(|complaint| !complaint.is_in_time);
        is_rejected
            || is_late
            || disagrees
            || is_impossible
            || is_managed_otherwise
            || decision == Decision::Undetermined
            || (decision == Decision::NotAGame && !ruling.verdict.reason.starts_again())
    }

    /// Counts a record with errors, and returns whether it has any. Any verdict on such a record is a finding, because
    /// the record could not be read in full.
    pub fn add_errors(&mut self, errors: Option<&ErrorSummary>) -> bool {
        self.with_errors += u64::from(errors.is_some());
        errors.is_some()
    }

    /// The summary:
    ///
    /// ```text
    /// 1,110 verdicts = 421 white-wins + 316 black-wins + 373 draw
    /// 4 do not agree with the record
    /// ```
    #[must_use]
    pub fn text(&self) -> String {
        let parts: Vec<String> = self
            .by_decision
            .iter()
            .map(|(decision, &count)| counted(count, decision.name(), decision.name()))
            .collect();
        let all = counted(self.by_decision.values().sum(), "verdict", "verdicts");
        let mut text = if parts.is_empty() { format!("{all}\n") } else { format!("{all} = {}\n", parts.join(" + ")) };
        for (count, one, several) in [
            (self.disagreeing, "does not agree with the record", "do not agree with the record"),
            (self.rejected, "claim is rejected", "claims are rejected"),
            (
                self.with_errors,
                "record has errors; adoube validate shows them",
                "records have errors; adoube validate shows them",
            ),
        ] {
            if count > 0 {
                text += &counted(count, one, several);
                text.push('\n');
            }
        }
        text
    }
}
