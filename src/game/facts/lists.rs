//! The row of a game: its facts, and lists of facts about its plies.

use std::fmt::Display;

use crate::game::record::score_sheet::ScoreSheet;
use crate::game::replay::Game;
use crate::laws::edition::Day;

use super::field::needs_ruling;
use super::{FactColumn, FactValue, Facts, PlyFact, PlyStyle, ValueWriter, ply_options};

/// The number of moves above which a game has no lists, so that those of a hostile file need little memory. The longest
/// games that the Laws allow since 2014 have 17,697 plies.
pub const MAX_LIST: u32 = 20_000;

/// The values of a game's row, one for each column. A fact about plies is a list with an element for each move of the main
/// line; in a game of more than [`MAX_LIST`] moves it is missing.
pub fn game_row<'a>(columns: &[FactColumn], facts: &Facts<'a>) -> Vec<Option<FactValue<'a>>> {
    if needs_ruling(columns) {
        // Other facts use the ruling, which `facts` caches.
        let _ = facts.ruling();
    }
    let mut lists = lists(columns, facts).into_iter();
    let value = |column: &FactColumn| match column {
        FactColumn::Ply(_) => lists.next().map(|list| FactValue::List(list.0)),
        column => column.value(facts),
    };
    columns.iter().map(value).collect()
}

/// Whether the lists of a game's row are missing, because it has too many moves.
pub fn lacks_lists(columns: &[FactColumn], game: &Game) -> bool {
    game.plies() > MAX_LIST && columns.iter().any(|column| matches!(column, FactColumn::Ply(_)))
}

/// The lists of the columns that are facts about plies; none for a game that is too long.
fn lists<'a>(columns: &[FactColumn], facts: &Facts<'_>) -> Vec<List<'a>> {
    let of_plies = |column: &FactColumn| if let FactColumn::Ply(fact) = column { Some(*fact) } else { None };
    let wanted: Vec<PlyFact> = columns.iter().filter_map(of_plies).collect();
    let game = facts.game;
    if wanted.is_empty() || lacks_lists(columns, game) {
        return Vec::new();
    }
    let mut lists: Vec<List<'_>> = wanted.iter().map(|_| List(Vec::with_capacity(game.plies() as usize))).collect();
    if game.has_start() {
        let style = PlyStyle { positions: facts.fen_style, ..PlyStyle::default() };
        let sheet = ScoreSheet::from_game(game, facts.bytes);
        let mut plies = sheet.plies(game, facts.bytes, ply_options(columns));
        while let Some(ply) = plies.advance() {
            if ply.step.is_some() {
                wanted.iter().zip(&mut lists).for_each(|(fact, list)| fact.write(ply, style, list));
            }
        }
    }
    lists
}

/// Values in memory.
#[derive(Default)]
pub(super) struct List<'a>(pub(super) Vec<Option<FactValue<'a>>>);

impl ValueWriter for List<'_> {
    fn missing(&mut self) {
        self.0.push(None);
    }

    fn text(&mut self, value: &str) {
        self.0.push(Some(value.to_owned().into()));
    }

    fn word(&mut self, value: impl Display) {
        self.0.push(Some(value.to_string().into()));
    }

    fn bare(&mut self, value: &[u8]) {
        self.text(&String::from_utf8_lossy(value));
    }

    fn integer(&mut self, value: i64) {
        self.0.push(Some(FactValue::Integer(value)));
    }

    fn count(&mut self, value: u64) {
        self.0.push(Some(FactValue::Count(value)));
    }

    fn hundredths(&mut self, value: u64) {
        self.0.push(Some(FactValue::Hundredths(value)));
    }

    fn real(&mut self, value: f64) {
        self.0.push(Some(FactValue::Real(value)));
    }

    fn flag(&mut self, value: bool) {
        self.0.push(Some(FactValue::Flag(value)));
    }

    fn day(&mut self, value: Day) {
        self.0.push(Some(FactValue::Day(value)));
    }

    fn timestamp(&mut self, day: Day, second: u32) {
        self.0.push(Some(FactValue::Timestamp(day, second)));
    }

    fn list(&mut self, values: &[Option<FactValue<'_>>]) {
        self.word(FactValue::List(values.to_vec()).text());
    }
}
