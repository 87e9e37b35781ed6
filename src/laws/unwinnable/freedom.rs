//! Free play: where a quick proof is not worth trying.
//!
//! The quick stages prove something only where play is cramped: a side has a move or two, or men that cannot move.
//! Where both sides have moves enough this is seen in no time, and the stages are left out. Nothing is proved here, so
//! nothing can be wrong; and no proof was lost by it in 240,000 questions about ends of real games and 20,000 of games
//! scored unfairly.

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, Kind};
use crate::chess::position::Position;

use super::closed::sets;

/// The side to move is free with so many legal moves.
const MOVES: u32 = 4;

/// What freedom asks for beside that: so many men of the side asked about, for fewer are soon gone, and so many squares
/// to which the men of the side not to move, its king aside, could go; then the same for positions with a check, after
/// which the few replies may all end play.
const MEN_AND_SQUARES: [(u32, u32); 2] = [(3, 4), (6, 8)];

/// Whether both sides have moves enough.
pub(super) fn is_free(position: &Position, side: Color) -> bool {
    let (is_check, turn) = (position.is_check(), position.turn());
    let (men, squares) = MEN_AND_SQUARES[usize::from(is_check)];
    position.colors(side).count() >= men
        && has_squares(position, turn.other(), squares)
        && ((!is_check && men_have_squares(position, turn, off_lines(position, turn), MOVES))
            || position.count_legal_moves_to(MOVES) >= MOVES)
}

/// The men of a side that stand on no line with their king. Without a check all that they could do is legal.
fn off_lines(position: &Position, side: Color) -> Bitboard {
    !attacks::queen(position.king(side), Bitboard::EMPTY)
}

/// Whether the men of a side, the king aside, could go to so many squares, if their king's safety did not matter.
pub(super) fn has_squares(position: &Position, side: Color, enough: u32) -> bool {
    men_have_squares(position, side, position.occupied(), enough)
}

/// The same of some men.
fn men_have_squares(position: &Position, side: Color, men: Bitboard, enough: u32) -> bool {
    let (own, occupied) = (position.colors(side), position.occupied());
    let pawns = position.pieces(side, Kind::Pawn) & men;
    let mut squares = (sets::ahead(side, pawns) & !occupied).count();
    for kind in [Kind::Knight, Kind::Rook, Kind::Bishop, Kind::Queen] {
        for from in position.pieces(side, kind) & men {
            if squares >= enough {
                return true;
            }
            squares += (attacks::of(kind, side, from, occupied) & !own).count();
        }
    }
    squares >= enough
}
