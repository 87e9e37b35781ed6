//! Cages: bishops of one side that are confined to so few squares that one of them always guards a given square.
//!
//! The bishops of a cage are never captured and never leave these squares. A square is guarded if more squares of the
//! cage attack it than are free, because then there is always a bishop on one of these.
//!
//! ```text
//!   B . B . B . B .   seven bishops on a8, b7, c8, d7, e8, f7, g8 and h7: one square is free;
//!   . B . B . B . .   a6 is attacked from b7, or else from c8
//!   P . P . P . P .
//! ```
//!
//! Cages with at least twice as many squares as bishops are ignored, because they guard hardly anything. The
//! independent check has no such limit.

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;

use super::PieceReach;

/// The smallest number of bishops in a cage.
const MIN_BISHOPS: u32 = 3;

/// Whether either side has enough bishops for a cage.
pub(super) fn may_be(position: &Position) -> bool {
    Color::BOTH.into_iter().any(|color| position.pieces(color, PieceType::Bishop).count() >= MIN_BISHOPS)
}

/// The squares from which cages keep the king of this color.
pub(super) fn guarded(pieces: &[PieceReach], king: Color) -> Bitboard {
    [Bitboard::LIGHT, Bitboard::DARK].into_iter().fold(Bitboard::EMPTY, |all, shade| {
        let is_caged = |piece: &&PieceReach| {
            piece.kind == PieceType::Bishop
                && piece.color != king
                && !piece.may_be_captured
                && shade.contains(piece.home)
        };
        let cage = pieces.iter().filter(is_caged).fold(Bitboard::EMPTY, |cage, piece| cage | piece.reach);
        let count = pieces.iter().filter(is_caged).count() as u32;
        if count < MIN_BISHOPS || cage.count() >= 2 * count {
            return all;
        }
        let is_other = |piece: &&PieceReach| !is_caged(piece) && (piece.kind != PieceType::King || piece.color != king);
        let others = pieces.iter().filter(is_other).fold(Bitboard::EMPTY, |others, piece| others | piece.everywhere());
        let free = cage.count() - count;
        let is_guarded = |&square: &_| (attacks::bishop(square, others) & cage).count() > free;
        all | shade.into_iter().filter(is_guarded).collect::<Bitboard>()
    })
}
