//! The reports of `adoube adjudicate --can-mate`: whether a side can still mate.

mod count;
mod reason;
mod record;
mod text;

use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::chess::san;
use crate::game::verdict::error_summary::ErrorSummary;
use crate::game::verdict::mating::Mating;

pub use count::MatingCount;
pub use record::COLUMNS;
pub(super) use record::Record;
pub(super) use text::page;

/// An answer, and the location of its game.
#[derive(Clone, Copy, Debug)]
pub struct MatingEntry<'a> {
    /// The file's name.
    pub file: &'a str,
    /// The number of the game or position in its file, from 1.
    pub game: u64,
    pub is_position: bool,
    /// The line in which the game begins, from 1.
    pub line: u64,
    pub mating: &'a Mating,
    pub errors: Option<&'a ErrorSummary>,
}

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
        position.advance(mv);
    }
    moves
}

fn after(position: &Position, line: &[Move]) -> Position {
    let mut position = position.clone();
    for &mv in line {
        position.advance(mv);
    }
    position
}
