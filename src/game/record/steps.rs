//! An iterator over the moves of a score sheet, with the positions before and after each and how often they occurred.

use std::collections::HashMap;
use std::mem;

use crate::chess::moves::Move;
use crate::chess::position::Position;
use crate::game::identity::LineId;
use crate::game::replay::ply_record::step;

use super::score_sheet::{ScoreSheet, SheetEntry};

/// A move with its positions.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Step {
    /// Its index among the entries of the sheet.
    pub(crate) entry: usize,
    /// Its line: 0 is the main line; variations count from 1 in text order.
    pub variation: u32,
    /// The line that its line branches from; `None` for the main line.
    pub parent: Option<u32>,
    /// The number of plies played before it.
    pub ply: u32,
    /// The move; null moves are [`Move::NULL`].
    pub mv: Move,
    /// The position before it.
    pub before: Position,
    /// The position after it.
    pub after: Position,
    /// How often the position after it has occurred in its line, including this time; 0 without [`Steps::counting`].
    pub times: u32,
    /// The id of its line up to the position after it, with `Steps::identified`.
    pub(crate) line_id: Option<LineId>,
}

/// An iterator over moves; see [`ScoreSheet::main_line`] and [`ScoreSheet::all_lines`].
#[derive(Clone, Debug)]
pub struct Steps<'a> {
    sheet: &'a ScoreSheet,
    /// The index of the next entry.
    next: usize,
    scope: Scope,
    /// The number of variations so far.
    variations: u32,
    line: Line,
    /// The lines around the current one, outermost first.
    outer: Vec<Line>,
    repetitions: Option<Repetitions>,
}

/// The lines whose moves are returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Scope {
    Main,
    All,
}

/// The current state of a line.
#[derive(Clone, Debug)]
struct Line {
    /// Its last move; before the first one, a null move to the position that it starts from.
    step: Step,
    /// The number of plies to the position after it.
    plies: u32,
    /// The id of the line before its last move, if ids are computed.
    id_before: Option<LineId>,
}

impl Line {
    /// A line that starts at this position, after this number of plies.
    fn new(start: &Position, plies: u32, line_id: Option<LineId>) -> Self {
        let (before, after) = (start.clone(), start.clone());
        let step =
            Step { entry: 0, variation: 0, parent: None, ply: 0, mv: Move::NULL, before, after, times: 0, line_id };
        Self { step, plies, id_before: line_id }
    }
}

impl ScoreSheet {
    /// The moves of the main line from this position.
    pub fn main_line(&self, start: &Position) -> Steps<'_> {
        Steps::new(self, start, Scope::Main)
    }

    /// The moves of all lines from this position, in text order: a variation comes after the move it replaces.
    pub fn all_lines(&self, start: &Position) -> Steps<'_> {
        Steps::new(self, start, Scope::All)
    }
}

impl<'a> Steps<'a> {
    fn new(sheet: &'a ScoreSheet, start: &Position, scope: Scope) -> Self {
        Self {
            sheet,
            next: 0,
            scope,
            variations: 0,
            line: Line::new(start, 0, None),
            outer: Vec::new(),
            repetitions: None,
        }
    }

    /// Makes the iterator count repetitions too. To be called before the first step: counting starts at the current
    /// position.
    #[must_use]
    pub fn counting(self) -> Self {
        Self { repetitions: Some(Repetitions::new(self.line.step.after.key())), ..self }
    }

    /// Makes the iterator compute the ids of lines too. To be called before the first step, with the id of the line up to
    /// the current position.
    #[must_use]
    pub(crate) fn identified(mut self, start: LineId) -> Self {
        (self.line.step.line_id, self.line.id_before) = (Some(start), Some(start));
        self
    }

    /// Starts a variation, which replaces the last move of the line.
    fn open(&mut self) {
        self.variations += 1;
        if let Some(repetitions) = &mut self.repetitions {
            repetitions.open();
        }
        let Line { step, plies, id_before } = &self.line;
        let mut line = Line::new(&step.before, plies.saturating_sub(1), *id_before);
        line.step.variation = self.variations;
        line.step.parent = Some(step.variation);
        self.outer.push(mem::replace(&mut self.line, line));
    }

    fn play(&mut self, entry: usize, mv: Move) {
        let Line { step: last, plies, id_before } = &mut self.line;
        last.entry = entry;
        last.mv = mv;
        last.ply = *plies;
        *plies += 1;
        last.before.clone_from(&last.after);
        step(&mut last.after, mv);
        *id_before = last.line_id;
        last.line_id = last.line_id.map(|id| id.after(mv));
        if let Some(repetitions) = &mut self.repetitions {
            last.times = repetitions.push(last.after.key());
        }
    }

    /// The next step, which stays in the iterator.
    pub(super) fn advance(&mut self) -> Option<&Step> {
        loop {
            let entry = self.next;
            self.next += 1;
            match self.sheet.entries.get(entry)? {
                SheetEntry::Move(mv) => {
                    self.play(entry, *mv);
                    return Some(&self.line.step);
                }
                SheetEntry::Open { close } if self.scope == Scope::Main => self.next = close + 1,
                SheetEntry::Open { .. } => self.open(),
                SheetEntry::Close => {
                    if let Some(outer) = self.outer.pop() {
                        self.line = outer;
                    }
                    if let Some(repetitions) = &mut self.repetitions {
                        repetitions.close();
                    }
                }
                _ => {}
            }
        }
    }
}

impl Iterator for Steps<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        self.advance().cloned()
    }
}

// A count of how often each position has occurred along the current line.

/// Occurrences by position key.
#[derive(Clone, Debug)]
struct Repetitions {
    times: HashMap<u64, u32>,
    /// The keys of the current line, and of its outer lines up to where it branches off.
    keys: Vec<u64>,
    /// For each open variation, the number of keys before it and the key of the move that it replaces.
    outer: Vec<(usize, u64)>,
}

impl Repetitions {
    /// A line that starts at the position with this key.
    pub(super) fn new(start: u64) -> Self {
        Self { times: HashMap::from([(start, 1)]), keys: Vec::new(), outer: Vec::new() }
    }

    /// Adds a position. Returns how often it has occurred, including this time.
    pub(super) fn push(&mut self, key: u64) -> u32 {
        self.keys.push(key);
        let times = self.times.entry(key).or_default();
        *times += 1;
        *times
    }

    /// Starts a variation, which replaces the last move.
    pub(super) fn open(&mut self) {
        let last = self.keys.pop().unwrap_or_default();
        self.forget(last);
        self.outer.push((self.keys.len(), last));
    }

    /// Ends a variation and restores the move that it replaced.
    pub(super) fn close(&mut self) {
        let Some((length, last)) = self.outer.pop() else { return };
        for key in self.keys.split_off(length) {
            self.forget(key);
        }
        self.push(last);
    }

    fn forget(&mut self, key: u64) {
        if let Some(times) = self.times.get_mut(&key) {
            *times = times.saturating_sub(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::game::replay::{ReplayOptions, read_game_as};

    use super::*;

    fn steps(text: &str) -> Vec<(u32, Option<u32>, u32, String, u32)> {
        let game = read_game_as(text.as_bytes(), 0, &ReplayOptions { variations: true, ..ReplayOptions::default() });
        let sheet = ScoreSheet::from_game(&game, text.as_bytes());
        let steps = sheet.all_lines(game.start()).counting();
        steps.map(|step| (step.variation, step.parent, step.ply, format!("{:?}", step.mv), step.times)).collect()
    }

    #[test]
    fn variations_start_before_the_replaced_move() {
        let names = |text| -> Vec<String> {
            steps(text).into_iter().map(|(line, parent, ply, mv, _)| format!("{line}{parent:?}{ply}{mv}")).collect()
        };
        assert_eq!(
            names("1. e4 e5 (1... c5 2. Nf3 (2. c3) d6) (1... e6) 2. f4 *"),
            [
                "0None0e2e4",
                "0None1e7e5",
                "1Some(0)1c7c5",
                "1Some(0)2g1f3",
                "2Some(1)2c2c3",
                "1Some(0)3d7d6",
                "3Some(0)1e7e6",
                "0None2f2f4"
            ]
        );
    }

    #[test]
    fn counts_repetitions_along_each_line() {
        let text = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 (3. Nc3 Nc6 4. Nb1 Nb8) Nf6 4. e4 *";
        let times: Vec<u32> = steps(text).into_iter().map(|step| step.4).collect();
        assert_eq!(times, [1, 1, 1, 2, 2, 1, 1, 1, 3, 2, 1]);
    }
}
