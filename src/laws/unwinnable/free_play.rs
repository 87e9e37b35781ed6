//! Free play: positions in which the quick proofs are not worth trying.
//!
//! The quick stages prove something only if play is cramped: a side has very few moves, or pieces that cannot move. If
//! both sides have enough moves, this check is much cheaper, and the stages are skipped. It proves nothing, so it
//! cannot be wrong; a skipped proof is missing only from the quick answer, and the full answer continues with the other
//! stages. No proof was lost in 242,664 questions about ends of real games and 60,000 about flags, with and without
//! this check.

use std::ops::ControlFlow::{Break, Continue};

use crate::chess::attacks::{self, MoveShape, sets};
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;

use super::super::material;

/// With this many legal moves the side to move is free.
const FREE_MOVES: u32 = 4;

/// The other conditions for free play: the least number of pieces of the side asked about, since fewer are soon
/// captured, and of squares for the pieces, except the king, of the side not to move. First without check, then with
/// check, where all of the few replies may end play.
const PIECES_AND_SQUARES: [(u32, u32); 2] = [(3, 4), (6, 8)];

/// With this many squares for its pieces except the king, or this many moves, a side cannot be stuck soon.
const MANY_SQUARES: u32 = 8;

/// This many pawns, rooks and queens are not all lost within the depth of a [tiny tree](super::small_trees).
const MANY_PIECES: u32 = 2;

/// With this many moves, even of its king alone, a side is not about to be stuck.
const SOME_MOVES: u32 = 2;

/// Whether both sides have enough moves; or the side asked about has spare material, the other side is not stuck, and
/// some move leaves many replies.
pub(super) fn is_free(position: &Position, side: Color) -> bool {
    let (is_check, turn) = (position.is_check(), position.turn());
    let (pieces, squares) = PIECES_AND_SQUARES[usize::from(is_check)];
    let is_free_to_choose = position.colors(side).count() >= pieces && has_squares(position, turn.other(), squares);
    if is_free_to_choose && !is_check && has_unpinned_moves(position, FREE_MOVES) {
        return true;
    }
    let moves = position.count_legal_moves_to(FREE_MOVES);
    (is_free_to_choose && moves >= FREE_MOVES)
        || (has_spare_material(position, side)
            && has_squares(position, side, MANY_SQUARES)
            && ((turn != side && moves >= SOME_MOVES) || has_squares(position, side.other(), squares))
            && leads_to_freedom(position))
}

/// Whether some move gives no check, leaves many replies, and leaves mating material.
fn leads_to_freedom(position: &Position) -> bool {
    let has_many = |after: &Position| {
        has_unpinned_moves(after, MANY_SQUARES) || after.count_legal_moves_to(MANY_SQUARES) >= MANY_SQUARES
    };
    let flow = position.visit_legal_moves(|mv| {
        let after = position.after(mv);
        let is_free = !after.is_check() && !material::is_dead(&after) && has_many(&after);
        if is_free { Break(()) } else { Continue(()) }
    });
    flow.is_break()
}

/// Whether a side has pawns, rooks and queens that are not soon lost.
fn has_spare_material(position: &Position, side: Color) -> bool {
    heavy(position, side).count() >= MANY_PIECES
}

/// The pieces of a side that can each checkmate a bare king with their king, or promote to such a piece.
fn heavy(position: &Position, side: Color) -> Bitboard {
    let kinds = position.kinds(PieceType::Pawn) | position.kinds(PieceType::Rook) | position.kinds(PieceType::Queen);
    kinds & position.colors(side)
}

/// Whether pieces of the side to move that cannot be pinned, because they share no line with their king, have this many
/// moves. Without a check all of these moves are legal.
fn has_unpinned_moves(position: &Position, enough: u32) -> bool {
    let turn = position.turn();
    let lines = attacks::origins(MoveShape::Piece(PieceType::Queen), position.king(turn));
    pieces_have_squares(position, turn, !lines, enough)
}

/// Whether the pieces of a side, except the king, have this many pseudo-legal destinations.
pub(super) fn has_squares(position: &Position, side: Color, enough: u32) -> bool {
    pieces_have_squares(position, side, position.occupied(), enough)
}

/// The same for some pieces of the side.
fn pieces_have_squares(position: &Position, side: Color, pieces: Bitboard, enough: u32) -> bool {
    let (own, occupied) = (position.colors(side), position.occupied());
    let pieces = |kind| position.pieces(side, kind) & pieces;
    let ahead = sets::ahead(side, pieces(PieceType::Pawn)) & !occupied;
    let (straight, diagonal) =
        (pieces(PieceType::Rook) | pieces(PieceType::Queen), pieces(PieceType::Bishop) | pieces(PieceType::Queen));
    let knights = pieces(PieceType::Knight);
    // The adjacent squares usually suffice and are cheap. Only if they do not, count how far sliders go, and squares
    // that several pieces share.
    let jumps = sets::attacked(PieceType::Knight, side, knights, occupied);
    let close = sets::steps(straight, diagonal).into_iter().fold(jumps, |close, to| close | to);
    if (ahead | (close & !own)).count() >= enough {
        return true;
    }
    let jumps = knights.into_iter().map(|from| (attacks::knight(from) & !own).count()).sum::<u32>();
    let slides = [(PieceType::Bishop, diagonal), (PieceType::Rook, straight)]
        .map(|(kind, pieces)| (sets::attacked(kind, side, pieces, occupied) & !own).count());
    ahead.count() + jumps + slides[0] + slides[1] >= enough
}
