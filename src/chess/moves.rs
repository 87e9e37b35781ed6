//! Moves, packed into 16 bits, and the number of plies in words.

use std::fmt;

use super::piece::PieceType;
use super::square::Square;
use super::uci::{self, UciMode};

/// A move. It stores no position, so it may or may not be legal in a given one.
///
/// Castling is encoded as the king capturing its own rook, which works for both standard chess and Chess960.
///
/// ```text
///   15   12 11      6 5       0
///   [ kind ][   to   ][  from  ]
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Move(u16);

const _: () = assert!(size_of::<Move>() == 2);
const _: () = assert!(size_of::<Option<MoveKind>>() == 1);

/// The kind of a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MoveKind {
    /// An ordinary move or capture, including a pawn's advance of two squares.
    Normal,
    /// A pawn captures en passant a pawn that has just advanced two squares (Laws 3.7.3.1).
    EnPassant,
    /// The king (`from`) castles with the rook on `to` (Laws 3.8.2).
    Castle,
    /// A pawn reaches the last rank and is promoted to this piece (Laws 3.7.3.3).
    Promotion(PieceType),
}

impl Move {
    /// A null move (pass), from `a1` to `a1`. It is never legal.
    pub const NULL: Self = Self(0);

    /// A move from one square to another.
    #[inline]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        let code = match kind {
            MoveKind::Normal => 0,
            MoveKind::EnPassant => 6,
            MoveKind::Castle => 7,
            MoveKind::Promotion(kind) => kind as u16,
        };
        Self(from.index() as u16 | (to.index() as u16) << 6 | code << 12)
    }

    pub(crate) const fn bits(self) -> u16 {
        self.0
    }

    /// The origin square; the king's square when castling.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_index((self.0 & 63) as u8)
    }

    /// The target square; the *rook's* square when castling.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_index((self.0 >> 6 & 63) as u8)
    }

    /// The kind of the move: ordinary, en passant, castling or promotion.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::{MoveKind, Position};
    ///
    /// let position = Position::from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")?;
    /// assert_eq!(position.parse_san("exd6")?.kind(), MoveKind::EnPassant);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub const fn kind(self) -> MoveKind {
        match self.0 >> 12 {
            1 => MoveKind::Promotion(PieceType::Knight),
            2 => MoveKind::Promotion(PieceType::Bishop),
            3 => MoveKind::Promotion(PieceType::Rook),
            4 => MoveKind::Promotion(PieceType::Queen),
            6 => MoveKind::EnPassant,
            7 => MoveKind::Castle,
            _ => MoveKind::Normal,
        }
    }

    /// The piece that the pawn is promoted to, if this is a promotion.
    #[inline]
    pub const fn promotion(self) -> Option<PieceType> {
        match self.kind() {
            MoveKind::Promotion(kind) => Some(kind),
            _ => None,
        }
    }
}

/// The move in UCI notation of Chess960: `e2e4`, `e7e8q`, `e1h1` for castling, `0000` for the null move.
/// [`Position::to_uci`](super::position::Position::to_uci) writes castling as `e1g1` where that is the notation.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::NULL {
            return f.pad("0000");
        }
        f.pad(uci::write(*self, UciMode::Chess960).as_str())
    }
}

debug_is_display!(Move);

// A number of plies in words.

/// Prints `1 ply`, `2 plies`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlyCount(pub u64);

impl fmt::Display for PlyCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, if self.0 == 1 { "ply" } else { "plies" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_ply_is_singular() {
        assert_eq!([0, 1, 2].map(|count| PlyCount(count).to_string()), ["0 plies", "1 ply", "2 plies"]);
    }
}
