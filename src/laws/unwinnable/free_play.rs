//! Free play: where a quick proof is not worth trying.
//!
//! The quick stages prove something only where play is cramped: a side has a move or two, or men that cannot move.
//! Where both sides have moves enough this is seen in no time, and the stages are left out. Nothing is proved here, so
//! nothing can be wrong, but a proof that is not tried is lost to the quick answer; the full one goes on. None was lost in
//! 242,664 questions about ends of real games and 60,000 about flags, asked with and without this.

use std::ops::ControlFlow::{Break, Continue};

use crate::chess::attacks::{self, MoveShape, sets};
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;

use super::super::material;

/// The side to move is free with so many legal moves.
const MOVES: u32 = 4;

/// What freedom asks for beside that: so many men of the side asked about, for fewer are soon gone, and so many squares
/// to which the men of the side not to move, its king aside, could go; then the same for positions with a check, after
/// which the few replies may all end play.
const MEN_AND_SQUARES: [(u32, u32); 2] = [(3, 4), (6, 8)];

/// With so many squares, its king aside, or so many moves, a side has too much to do for play to be over at once.
const MANY_SQUARES: u32 = 8;

/// So many pawns, rooks and queens do not all go within the depth of a [tiny tree](super::small_trees), if there is a choice.
const MANY_MEN: u32 = 2;

/// With so many moves a side is not about to be stuck, even if its king alone has them.
const CHOICE: u32 = 2;

/// Whether both sides have moves enough; or the side asked about has men to spare, the other one will not be stuck, and
/// some move leads to many of the side that comes next.
pub(super) fn is_free(position: &Position, side: Color) -> bool {
    let (is_check, turn) = (position.is_check(), position.turn());
    let (men, squares) = MEN_AND_SQUARES[usize::from(is_check)];
    let is_free_to_choose = position.colors(side).count() >= men && has_squares(position, turn.other(), squares);
    if is_free_to_choose && !is_check && has_loose_men(position, MOVES) {
        return true;
    }
    let moves = position.count_legal_moves_to(MOVES);
    (is_free_to_choose && moves >= MOVES)
        || (has_men_to_spare(position, side)
            && has_squares(position, side, MANY_SQUARES)
            && ((turn != side && moves >= CHOICE) || has_squares(position, side.other(), squares))
            && leads_to_freedom(position))
}

/// Whether there is a move that gives no check and leaves many moves to the other side, and men that can mate.
fn leads_to_freedom(position: &Position) -> bool {
    let has_many = |after: &Position| {
        has_loose_men(after, MANY_SQUARES) || after.count_legal_moves_to(MANY_SQUARES) >= MANY_SQUARES
    };
    let flow = position.visit_legal_moves(|mv| {
        let after = position.after(mv);
        let is_free = !after.is_check() && !material::is_dead(&after) && has_many(&after);
        if is_free { Break(()) } else { Continue(()) }
    });
    flow.is_break()
}

/// Whether a side has pawns, rooks and queens that are not soon gone.
fn has_men_to_spare(position: &Position, side: Color) -> bool {
    heavy(position, side).count() >= MANY_MEN
}

/// The men of a side each of which can mate with its king alone, or be promoted to one that can.
fn heavy(position: &Position, side: Color) -> Bitboard {
    let kinds = position.kinds(PieceType::Pawn) | position.kinds(PieceType::Rook) | position.kinds(PieceType::Queen);
    kinds & position.colors(side)
}

/// Whether men of the side to move that stand on no line with their king have so many moves. Without a check all that they
/// could do is legal.
fn has_loose_men(position: &Position, enough: u32) -> bool {
    let turn = position.turn();
    let lines = attacks::origins(MoveShape::Piece(PieceType::Queen), position.king(turn));
    men_have_squares(position, turn, !lines, enough)
}

/// Whether the men of a side, the king aside, could go to so many squares, if their king's safety did not matter.
pub(super) fn has_squares(position: &Position, side: Color, enough: u32) -> bool {
    men_have_squares(position, side, position.occupied(), enough)
}

/// The same of some men.
fn men_have_squares(position: &Position, side: Color, men: Bitboard, enough: u32) -> bool {
    let (own, occupied) = (position.colors(side), position.occupied());
    let men = |kind| position.pieces(side, kind) & men;
    let ahead = sets::ahead(side, men(PieceType::Pawn)) & !occupied;
    let (straight, diagonal) =
        (men(PieceType::Rook) | men(PieceType::Queen), men(PieceType::Bishop) | men(PieceType::Queen));
    let knights = men(PieceType::Knight);
    // The squares close by are mostly enough, and seen at once. How far sliders go, and that a square may be there for
    // several men, matters only where they are few.
    let jumps = sets::attacked(PieceType::Knight, side, knights, occupied);
    let close = sets::steps(straight, diagonal).into_iter().fold(jumps, |close, to| close | to);
    if (ahead | (close & !own)).count() >= enough {
        return true;
    }
    let jumps = knights.into_iter().map(|from| (attacks::knight(from) & !own).count()).sum::<u32>();
    let slides = [(PieceType::Bishop, diagonal), (PieceType::Rook, straight)]
        .map(|(kind, men)| (sets::attacked(kind, side, men, occupied) & !own).count());
    ahead.count() + jumps + slides[0] + slides[1] >= enough
}
