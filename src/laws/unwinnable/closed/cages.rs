//! Cages: bishops that are too many for their squares.
//!
//! Bishops of one side that are never captured and never leave a few squares guard what not one of them guards for
//! certain, if so few squares are left over that one of them always stands where it attacks it.
//!
//! ```text
//!   B . B . B . B .   seven bishops on a8, b7, c8, d7, e8, f7, g8 and h7: one square is free;
//!   . B . B . B . .   a6 is attacked from b7, or else from c8
//!   P . P . P . P .
//! ```
//!
//! Cages with twice as many squares as bishops are not looked at: they guard hardly anything. The second look has no such
//! bound.

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;

use super::PieceReach;

/// Fewer bishops are no cage.
const FEW: u32 = 3;

/// Whether any side has as many bishops as a cage needs.
pub(super) fn may_be(position: &Position) -> bool {
    Color::BOTH.into_iter().any(|color| position.pieces(color, PieceType::Bishop).count() >= FEW)
}

/// Squares that such bishops keep the king of this color from.
pub(super) fn guarded(men: &[PieceReach], king: Color) -> Bitboard {
    [Bitboard::LIGHT, Bitboard::DARK].into_iter().fold(Bitboard::EMPTY, |all, shade| {
        let is_caged = |man: &&PieceReach| {
            man.kind == PieceType::Bishop && man.color != king && !man.is_mortal && shade.contains(man.home)
        };
        let cage = men.iter().filter(is_caged).fold(Bitboard::EMPTY, |cage, man| cage | man.reach);
        let count = men.iter().filter(is_caged).count() as u32;
        if count < FEW || cage.count() >= 2 * count {
            return all;
        }
        let is_other = |man: &&PieceReach| !is_caged(man) && (man.kind != PieceType::King || man.color != king);
        let others = men.iter().filter(is_other).fold(Bitboard::EMPTY, |others, man| others | man.everywhere());
        let free = cage.count() - count;
        let is_guarded = |&square: &_| (attacks::bishop(square, others) & cage).count() > free;
        all | shade.into_iter().filter(is_guarded).collect::<Bitboard>()
    })
}
