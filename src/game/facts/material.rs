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
pub fn pieces(position: &Position, color: Color) -> String {
    Pieces(position, color).to_string()
}

/// The customary values of the pieces and pawns of a side, in pawns: 9 for a queen, 5 for a rook, 3 for a bishop or knight.
pub fn value(position: &Position, color: Color) -> u32 {
    const VALUES: [(PieceType, u32); 5] = [
        (PieceType::Pawn, 1),
        (PieceType::Knight, 3),
        (PieceType::Bishop, 3),
        (PieceType::Rook, 5),
        (PieceType::Queen, 9),
    ];
    VALUES.into_iter().map(|(kind, value)| value * position.pieces(color, kind).count()).sum()
}

/// White's [value] minus Black's.
pub fn balance(position: &Position) -> i32 {
    value(position, Color::White).cast_signed() - value(position, Color::Black).cast_signed()
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
