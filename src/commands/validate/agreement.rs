//! The counts of agreement with the second library, for `--cross-check`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::commands::ExitStatus;
use crate::commands::driver::{Chosen, Run};
use crate::game::replay::{Game, Validity};
use crate::game::rules::{Rule, RuleSet};
use crate::witness::reading::{Disagreement, REASONS, compare, second_opinion};

use super::Args;
use super::fold::{Details, Validate};

/// The rules whose findings explain a disagreement. They are needed, shown or not.
pub(super) fn needed_rules(args: &Args) -> RuleSet {
    REASONS.iter().map(|reason| reason.rule).filter(|_| args.cross_check).collect()
}

/// The disagreement of the second library about a game. `text` is the text of the game, a part of `bytes`.
pub(super) fn disagreement(args: &Args, game: &Game, bytes: &[u8], text: &[u8]) -> Option<Disagreement> {
    let compares = args.cross_check && game.status != Validity::NoGame;
    compares.then(|| compare(game, bytes, &second_opinion(text))).flatten()
}

/// The disagreements of the second library.
#[derive(Default)]
pub(super) struct Agreement {
    /// The number of disagreements by the rule that explains them.
    explained: BTreeMap<Rule, u64>,
    /// The number of disagreements without a known reason.
    unexplained: u64,
}

impl Agreement {
    /// Counts a disagreement about a game. Without a known reason, one of the two programs is wrong.
    pub(super) fn add(&mut self, chosen: &Chosen<Validate<'_>>, details: &Details, run: &mut Run) {
        let Some(disagreement) = &details.disagreement else { return };
        if let Some(reason) = disagreement.reason {
            *self.explained.entry(reason.rule).or_default() += 1;
        } else {
            self.unexplained += 1;
            run.report(
                ExitStatus::Failed,
                format_args!("{}: game {}: {disagreement}", chosen.text.name, chosen.number),
            );
        }
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
