//! The material of a position: its pieces without their squares.

use std::fmt;

use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;

/// The pieces and pawns of a position: `KRPPvKBP`.
#[derive(Clone, Copy, Debug)]
pub struct Material<'p>(pub &'p Position);

impl fmt::Display for Material<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", Pieces(self.0, Color::White), Pieces(self.0, Color::Black))
    }
}

/// The pieces and pawns of a side: `KRPP`.
#[must_use]
pub fn pieces(position: &Position, color: Color) -> String {
    Pieces(position, color).to_string()
}

struct Pieces<'p>(&'p Position, Color);

impl fmt::Display for Pieces<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut letters = [0; 64];
        let mut length = 0;
        for kind in PieceType::ALL.into_iter().rev() {
            let end = length + self.0.pieces(self.1, kind).count() as usize;
            letters[length..end].fill(kind.letter() as u8);
            length = end;
        }
        f.write_str(str::from_utf8(&letters[..length]).unwrap_or_default())
    }
}
