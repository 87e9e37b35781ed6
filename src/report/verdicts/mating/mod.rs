//! The reports of `adoube adjudicate --can-mate`: whether a side can still mate.

mod record;
mod text;

use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::chess::san;
use crate::game::verdict::mating::{Mating, MatingAnswer};
use crate::report::terminal::numbers::counted;
use crate::report::verdicts::{AnswerEntry, FaultyCounts};

pub(super) use record::Record;
pub(super) use text::page;

pub type MatingEntry<'a> = AnswerEntry<'a, Mating>;

/// Moves in SAN with their numbers: `12... Kg8`, `13. Qg7#`.
pub(super) fn numbered(position: &Position, line: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut number = position.fullmove_number();
    let mut moves = Vec::with_capacity(line.len());
    for (index, &mv) in line.iter().enumerate() {
        let san = san::write(&position, mv);
        moves.push(match position.turn() {
            Color::White => format!("{number}. {san}"),
            Color::Black if index == 0 => format!("{number}... {san}"),
            Color::Black => san.to_string(),
        });
        number += u32::from(position.turn() == Color::Black);
        position.play_unchecked(mv);
    }
    moves
}

fn after(position: &Position, line: &[Move]) -> Position {
    let mut position = position.clone();
    for &mv in line {
        position.play_unchecked(mv);
    }
    position
}

// The counts of answers, printed last on standard error.

/// The answers so far, by kind.
#[derive(Clone, Default, Debug)]
pub struct MatingCount {
    yes: u64,
    no: u64,
    undetermined: u64,
    with_errors: FaultyCounts,
}

impl MatingCount {
    /// Counts an answer, and returns whether it is a finding: undetermined.
    pub fn add(&mut self, mating: &Mating) -> bool {
        match mating.answer {
            MatingAnswer::Yes(_) => self.yes += 1,
            MatingAnswer::No(_) => self.no += 1,
            MatingAnswer::Undetermined => self.undetermined += 1,
        }
        mating.answer == MatingAnswer::Undetermined
    }

    /// Counts a game or position with errors.
    pub fn add_errors(&mut self, is_position: bool) {
        self.with_errors.add(is_position);
    }

    /// The numbers, with names: other counts of the same kind can be added.
    pub fn numbers(&mut self) -> impl Iterator<Item = (&'static str, &mut u64)> {
        let answers = [("yes", &mut self.yes), ("no", &mut self.no), ("undetermined", &mut self.undetermined)];
        answers.into_iter().chain(self.with_errors.numbers())
    }

    pub const fn total(&self) -> u64 {
        self.yes + self.no + self.undetermined
    }

    /// The summary: `3 answers = 1 yes + 1 no + 1 undetermined`.
    pub fn text(&self) -> String {
        let all = counted(self.total(), "answer", "answers");
        let parts = [(self.yes, "yes"), (self.no, "no"), (self.undetermined, "undetermined")];
        let parts: Vec<String> =
            parts.into_iter().filter(|part| part.0 > 0).map(|(count, word)| counted(count, word, word)).collect();
        let text = if parts.is_empty() { format!("{all}\n") } else { format!("{all} = {}\n", parts.join(" + ")) };
        text + &self.with_errors.text()
    }
}
