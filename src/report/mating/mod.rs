//! Whether a side can still mate, as all formats tell it: `adoube adjudicate --can-mate`.

mod count;
mod reason;
mod record;
mod text;

use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::chess::san;
use crate::game::error_summary::ErrorSummary;
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
    pub faults: Option<&'a ErrorSummary>,
}

/// Moves in SAN with their numbers: `12... Kg8`, `13. Qg7#`. No number is greater than the greatest that a FEN can hold.
pub(super) fn numbered(position: &Position, line: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut number = position.fullmove_number();
    let mut words = Vec::with_capacity(line.len());
    for (at, &mv) in line.iter().enumerate() {
        let san = san::write(&position, mv);
        words.push(match position.turn() {
            Color::White => format!("{number}. {san}"),
            Color::Black if at == 0 => format!("{number}... {san}"),
            Color::Black => san.to_string(),
        });
        number = number.saturating_add(u32::from(position.turn() == Color::Black));
        position.advance(mv);
    }
    words
}

/// The position after a line.
fn after(position: &Position, line: &[Move]) -> Position {
    let mut position = position.clone();
    for &mv in line {
        position.advance(mv);
    }
    position
}
