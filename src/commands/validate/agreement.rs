//! The counts of agreement with the second library, for `--cross-check`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::game::rules::Rule;
use crate::witness::Disagreement;

/// The disagreements of the second library.
#[derive(Default)]
pub(super) struct Agreement {
    /// The number of disagreements by the rule that explains them.
    explained: BTreeMap<Rule, u64>,
    /// The number of disagreements without a known reason.
    unexplained: u64,
}

impl Agreement {
    /// Counts a disagreement; returns whether it has a known reason.
    pub(super) fn add(&mut self, disagreement: &Disagreement) -> bool {
        match &disagreement.reason {
            Some(reason) => *self.explained.entry(reason.rule).or_default() += 1,
            None => self.unexplained += 1,
        }
        disagreement.reason.is_some()
    }

    /// The result of the comparison, for the end of the summary.
    pub(super) fn text(&self, games: u64) -> String {
        let explained: u64 = self.explained.values().sum();
        let agreed = games.saturating_sub(explained + self.unexplained);
        let mut text = format!("\ncross-check: the second library agrees on {agreed} of {games} games\n");
        for (rule, count) in &self.explained {
            let info = rule.info();
            let _ = writeln!(text, "  {count} more differ for a known reason: {} {}", info.code, info.name);
        }
        if self.unexplained > 0 {
            let _ = writeln!(text, "  {} differ for no known reason", self.unexplained);
        }
        text
    }
}
