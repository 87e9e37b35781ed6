//! The counts of verdicts, printed last on standard error.

use std::collections::BTreeMap;

use crate::game::verdict::note::VerdictNote;
use crate::game::verdict::ruling::Ruling;
use crate::laws::edition::EditionNote;
use crate::laws::verdict::Decision;
use crate::report::terminal::numbers::counted;

/// The rulings so far, by kind.
#[derive(Clone, Default, Debug)]
pub struct VerdictCounts {
    by_decision: BTreeMap<Decision, u64>,
    with_note: BTreeMap<EditionNote, u64>,
    disagreeing: u64,
    /// Results that an engine tournament manager would not have given.
    mismanaged: u64,
    rejected: u64,
    with_errors: FaultyCounts,
}

/// The number of games and of positions with errors.
#[derive(Clone, Copy, Default, Debug)]
pub(in crate::report) struct FaultyCounts {
    games: u64,
    positions: u64,
}

impl FaultyCounts {
    pub(in crate::report) fn add(&mut self, is_position: bool) {
        *(if is_position { &mut self.positions } else { &mut self.games }) += 1;
    }

    pub(in crate::report) fn numbers(&mut self) -> [(&'static str, &mut u64); 2] {
        [("games with errors", &mut self.games), ("positions with errors", &mut self.positions)]
    }

    /// A line for each number above 0.
    pub(in crate::report) fn text(self) -> String {
        let game = (self.games, "game has errors", "games have errors");
        let position = (self.positions, "position has errors", "positions have errors");
        let known = [game, position].into_iter().filter(|kind| kind.0 > 0);
        known
            .flat_map(|(count, one, many)| [counted(count, one, many), "; see `adoube validate`\n".to_owned()])
            .collect()
    }
}

impl VerdictCounts {
    /// Counts a ruling, and returns whether it is a finding: a wrong result, a rejected claim, an impossible event, a
    /// different decision of the tournament manager, or no verdict.
    pub fn add(&mut self, ruling: &Ruling) -> bool {
        let decision = ruling.verdict.decision;
        let is_rejected =
            ruling.judgment.as_ref().is_some_and(|judgment| judgment.rejection.is_some_and(|why| !why.is_open()));
        let disagrees = ruling.agrees == Some(false);
        *self.by_decision.entry(decision).or_default() += 1;
        for remark in &ruling.remarks {
            if let VerdictNote::Edition(note) = remark {
                *self.with_note.entry(*note).or_default() += 1;
            }
        }
        self.rejected += u64::from(is_rejected);
        self.disagreeing += u64::from(disagrees);
        let is_impossible = ruling.remarks.iter().any(|remark| {
            matches!(remark, VerdictNote::Event(_) | VerdictNote::OutOfReach | VerdictNote::NotInIllegalPosition)
        });
        let differs_from_manager = ruling.differs_from_manager();
        self.mismanaged += u64::from(differs_from_manager);
        let is_late = ruling.complaint.is_some_and(|complaint| !complaint.is_in_time);
        is_rejected
            || is_late
            || disagrees
            || is_impossible
            || differs_from_manager
            || decision == Decision::Undetermined
            || (decision == Decision::NotAGame && !ruling.verdict.reason.starts_again())
    }

    /// Counts a game or position with errors. Any verdict on it is a finding, because it could not be read in full.
    pub fn add_errors(&mut self, is_position: bool) {
        self.with_errors.add(is_position);
    }

    /// The numbers, with names: other counts of the same kind can be added.
    pub fn numbers(&mut self) -> impl Iterator<Item = (&'static str, &mut u64)> {
        for decision in Decision::ALL {
            self.by_decision.entry(decision).or_default();
        }
        for note in EditionNote::ALL {
            self.with_note.entry(note).or_default();
        }
        let decisions = self.by_decision.iter_mut().map(|(decision, count)| (decision.name(), count));
        let notes = self.with_note.iter_mut().map(|(note, count)| (note.text(), count));
        let others = [
            ("disagreeing", &mut self.disagreeing),
            ("mismanaged", &mut self.mismanaged),
            ("rejected", &mut self.rejected),
        ];
        decisions.chain(notes).chain(others).chain(self.with_errors.numbers())
    }

    pub fn total(&self) -> u64 {
        self.by_decision.values().sum()
    }

    /// The summary:
    ///
    /// ```text
    /// 1,110 verdicts = 421 white-wins + 316 black-wins + 373 draw
    /// 4 do not agree with the recorded result
    /// note: adoube does not have the editions of 2005 and 2009; that of 2001 is applied (12 verdicts)
    /// ```
    pub fn text(&self) -> String {
        let parts: Vec<String> = self
            .by_decision
            .iter()
            .filter(|(_, count)| **count > 0)
            .map(|(decision, &count)| counted(count, decision.name(), decision.name()))
            .collect();
        let all = counted(self.total(), "verdict", "verdicts");
        let mut text = if parts.is_empty() { format!("{all}\n") } else { format!("{all} = {}\n", parts.join(" + ")) };
        for (count, one, several) in [
            (self.disagreeing, "does not agree with the recorded result", "do not agree with the recorded result"),
            (self.mismanaged, "result differs from the engine rules", "results differ from the engine rules"),
            (self.rejected, "claim is rejected", "claims are rejected"),
        ] {
            if count > 0 {
                text += &counted(count, one, several);
                text.push('\n');
            }
        }
        text + &self.with_errors.text() + &self.notes()
    }

    /// The notes on editions, each with the number of verdicts that it is about if there are several verdicts.
    pub fn notes(&self) -> String {
        let counts = self.with_note.iter().filter(|(_, count)| **count > 0);
        let lines = counts.map(|(note, &count)| match self.total() {
            1 => format!("note: {note}\n"),
            _ => format!("note: {note} ({})\n", counted(count, "verdict", "verdicts")),
        });
        lines.collect()
    }
}
