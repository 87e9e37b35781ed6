//! Whether a side can still mate, as all formats tell it: `adoube adjudicate --can-mate`.

mod count;
mod record;
mod text;
mod why;

use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::chess::san;
use crate::game::fault::Faults;
use crate::game::mating::Mating;

pub use count::MatingCount;
pub use record::COLUMNS;
pub(super) use record::Record;
pub(super) use text::page;

/// An answer and where its game stands.
#[derive(Clone, Copy, Debug)]
pub struct MatingEntry<'a> {
    /// The file's name.
    pub file: &'a str,
    /// The number of the game in its file, from 1.
    pub game: u64,
    /// The line it begins in, from 1.
    pub line: u64,
    /// The answer.
    pub mating: &'a Mating,
    /// What `validate` calls errors in the record.
    pub faults: Option<&'a Faults>,
}

/// Moves in SAN with their numbers: `12... Kg8 13. Qg7#`.
fn numbered(position: &Position, line: &[Move]) -> String {
    let mut position = position.clone();
    let mut words = Vec::with_capacity(2 * line.len());
    for (at, &mv) in line.iter().enumerate() {
        match position.turn() {
            Color::White => words.push(format!("{}.", position.fullmove_number())),
            Color::Black if at == 0 => words.push(format!("{}...", position.fullmove_number())),
            Color::Black => {}
        }
        words.push(san::write(&position, mv).to_string());
        position.advance(mv);
    }
    words.join(" ")
}

/// The position after a line.
fn after(position: &Position, line: &[Move]) -> Position {
    let mut position = position.clone();
    for &mv in line {
        position.advance(mv);
    }
    position
}
