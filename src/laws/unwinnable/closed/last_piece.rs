//! The last piece: moves that can be omitted if the mating side has only one piece besides its king.
//!
//! 1. *Its capture.* After that there is no mate at all, so the proof does not need to cover the positions that follow.
//! 2. *Giving itself up.* If it gives check next to a king that never moves, whose other adjacent squares all hold
//!    fixed pieces of its own side, the only reply is to capture it. If a capture is certainly legal, it is not
//!    checkmate either. So the move loses the piece.
//! 3. *Checkmate of its king.* A move after which that king is in check, without a flight square and without help from
//!    the last piece, ends the game.
//!
//! A position after such a move need not fit the sets, because the moving piece may be outside its set and may have
//! captured. So these tests consider the position after the move: the possible squares of all *other* pieces.

use crate::chess::attacks::{self, sets};
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::Square;

use super::PieceReach;

/// The mating side, and the index of its only piece besides the king, which is not a pawn.
#[derive(Clone, Copy)]
pub(super) struct Last {
    pub(super) side: Color,
    pub(super) at: usize,
}

impl Last {
    pub(super) fn find(position: &Position, side: Color, pieces: &[PieceReach]) -> Option<Self> {
        let home = (position.by_color(side) & !Bitboard::from_square(position.king(side))).single()?;
        let at = pieces.iter().position(|piece| piece.home == home)?;
        (pieces[at].kind != PieceType::Pawn).then_some(Self { side, at })
    }

    /// Whether play certainly ends without a checkmate by the side after this move.
    pub(super) fn ends_with(self, pieces: &[PieceReach], mover: usize, from: Square, to: Square) -> bool {
        let piece = &pieces[mover];
        let their_king = never_moving_king(pieces, piece.color.other());
        let Some(king) = their_king else { return false };
        if piece.color == self.side {
            mover == self.at && gives_itself_up(pieces, piece, king, to)
        } else {
            !matches!(piece.kind, PieceType::Pawn | PieceType::King) && self.is_mated(pieces, king, mover, from, to)
        }
    }

    /// Reason 3.
    fn is_mated(self, pieces: &[PieceReach], king: Square, mover: usize, from: Square, to: Square) -> bool {
        let piece = &pieces[mover];
        let (vacated, reached) = (!Bitboard::from_square(from), Bitboard::from_square(to));
        let may_be = |without: usize| {
            let others = pieces.iter().enumerate().filter(|&(at, _)| at != mover && at != without);
            others.fold(Bitboard::EMPTY, |all, (_, other)| all | other.everywhere()) & vacated
        };
        let around = may_be(mover) | reached;
        let checks = |checker: &PieceReach, from: Square| {
            attacks::attacks_from(checker.kind, checker.color, from, around & !Bitboard::from_square(from))
                .contains(king)
        };
        // The squares where the last piece could capture or interpose.
        let last = &pieces[self.at];
        let certain = pieces
            .iter()
            .filter(|other| other.is_fixed())
            .fold(Bitboard::EMPTY, |all, other| all | Bitboard::from_square(other.home));
        let help = sets::attacked(last.kind, last.color, last.reach, certain & vacated);
        let is_helpless =
            |checker: Square| (help & (attacks::between(checker, king) | Bitboard::from_square(checker))).is_empty();
        let discovered = pieces.iter().filter(|other| {
            let is_candidate = other.color == piece.color && other.home != piece.home && other.is_fixed();
            is_candidate && other.kind != PieceType::King && checks(other, other.home)
        });
        let direct = checks(piece, to).then_some(to);
        let is_checked = direct.into_iter().chain(discovered.map(|checker| checker.home)).any(is_helpless);
        let is_guarded = |flight: Square| {
            let open = !Bitboard::from_square(king);
            let by_mover = attacks::attacks_from(piece.kind, piece.color, to, may_be(mover) & open).contains(flight);
            by_mover
                || pieces.iter().enumerate().any(|(at, guard)| {
                    let stays = guard.color == piece.color
                        && at != mover
                        && !guard.may_be_captured
                        && guard.promoted.is_empty();
                    let hidden = (may_be(at) | reached) & open;
                    stays
                        && guard
                            .reach
                            .into_iter()
                            .all(|from| attacks::attacks_from(guard.kind, guard.color, from, hidden).contains(flight))
                })
        };
        is_checked && attacks::king(king).into_iter().all(is_guarded)
    }
}

fn never_moving_king(pieces: &[PieceReach], color: Color) -> Option<Square> {
    pieces
        .iter()
        .find(|piece| piece.kind == PieceType::King && piece.color == color && piece.never_moves())
        .map(|king| king.home)
}

/// Reason 2, for the last piece moving to this square, and the other side's king.
fn gives_itself_up(pieces: &[PieceReach], last: &PieceReach, king: Square, to: Square) -> bool {
    let them = last.color.other();
    let fixed = pieces.iter().filter(|piece| piece.color == them && piece.is_fixed());
    let fixed_squares = fixed.clone().fold(Bitboard::EMPTY, |all, piece| all | Bitboard::from_square(piece.home));
    let adjacent = attacks::king(king);
    let is_check =
        adjacent.contains(to) && attacks::attacks_from(last.kind, last.color, to, Bitboard::EMPTY).contains(king);
    if !is_check || !(adjacent & !Bitboard::from_square(to) & !fixed_squares).is_empty() {
        return false;
    }
    let may_be = pieces.iter().fold(Bitboard::EMPTY, |all, piece| all | piece.everywhere());
    let our_king = pieces.iter().find(|piece| piece.kind == PieceType::King && piece.color == last.color);
    let is_defended = our_king
        .is_none_or(|ours| sets::attacked(PieceType::King, last.color, ours.reach, Bitboard::EMPTY).contains(to));
    let takes = |piece: &PieceReach| attacks::attacks_from(piece.kind, them, piece.home, may_be).contains(to);
    !is_defended || fixed.clone().any(|piece| piece.kind != PieceType::King && piece.home != to && takes(piece))
}
