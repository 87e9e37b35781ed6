//! The last man: what can be left out where the side that shall mate has one man beside its king.
//!
//! 1. *It is not captured:* after that there is no mate at all, so the proof is done with what comes then.
//! 2. *It does not throw itself away.* If it gives check from beside a king that never moves, all of whose other
//!    neighbors are fixed men of its own side, there is no reply but to capture it; and if a capture is certain to be
//!    legal, it is no mate either. So that is its end.
//! 3. *Its king is not mated.* A move after which that king is in check, with no square to go to and no help from
//!    the last man, ends the game.
//!
//! A position after such a move need not fit the sets, for the man that moved stands where its set does not reach, and
//! what was on its square is no longer there. So the reasons look at the position after the move: at where all
//! *other* men may be.

use crate::chess::attacks::{self, sets};
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::Square;

use super::PieceReach;

/// The side that shall mate, and the number of its only man beside the king, which is no pawn.
#[derive(Clone, Copy)]
pub(super) struct Last {
    pub(super) side: Color,
    pub(super) at: usize,
}

impl Last {
    pub(super) fn of(position: &Position, side: Color, men: &[PieceReach]) -> Option<Self> {
        let home = (position.colors(side) & !Bitboard::of(position.king(side))).single()?;
        let at = men.iter().position(|man| man.home == home)?;
        (men[at].kind != PieceType::Pawn).then_some(Self { side, at })
    }

    /// Whether the end of play, without a mate by the side, is certain once this man has made this move.
    pub(super) fn ends_with(self, men: &[PieceReach], mover: usize, from: Square, to: Square) -> bool {
        let man = &men[mover];
        let their_king = never_moving_king(men, man.color.other());
        let Some(king) = their_king else { return false };
        if man.color == self.side {
            mover == self.at && is_thrown_away(men, man, king, to)
        } else {
            !matches!(man.kind, PieceType::Pawn | PieceType::King) && self.is_mated(men, king, mover, from, to)
        }
    }

    /// Reason 3.
    fn is_mated(self, men: &[PieceReach], king: Square, mover: usize, from: Square, to: Square) -> bool {
        let man = &men[mover];
        let (vacated, reached) = (!Bitboard::of(from), Bitboard::of(to));
        let may_be = |without: usize| {
            let others = men.iter().enumerate().filter(|&(at, _)| at != mover && at != without);
            others.fold(Bitboard::EMPTY, |all, (_, other)| all | other.everywhere()) & vacated
        };
        let around = may_be(mover) | reached;
        let checks = |checker: &PieceReach, from: Square| {
            attacks::of(checker.kind, checker.color, from, around & !Bitboard::of(from)).contains(king)
        };
        // What the last man could do about it.
        let last = &men[self.at];
        let certain = men
            .iter()
            .filter(|other| other.is_fixed())
            .fold(Bitboard::EMPTY, |all, other| all | Bitboard::of(other.home));
        let help = sets::attacked(last.kind, last.color, last.reach, certain & vacated);
        let is_helpless =
            |checker: Square| (help & (attacks::between(checker, king) | Bitboard::of(checker))).is_empty();
        let behind = men.iter().filter(|other| {
            let stands = other.color == man.color && other.home != man.home && other.is_fixed();
            stands && other.kind != PieceType::King && checks(other, other.home)
        });
        let direct = checks(man, to).then_some(to);
        let is_checked = direct.into_iter().chain(behind.map(|checker| checker.home)).any(is_helpless);
        let is_guarded = |flight: Square| {
            let open = !Bitboard::of(king);
            let by_mover = attacks::of(man.kind, man.color, to, may_be(mover) & open).contains(flight);
            by_mover
                || men.iter().enumerate().any(|(at, guard)| {
                    let stays =
                        guard.color == man.color && at != mover && !guard.is_mortal && guard.promoted.is_empty();
                    let hidden = (may_be(at) | reached) & open;
                    stays
                        && guard
                            .reach
                            .into_iter()
                            .all(|from| attacks::of(guard.kind, guard.color, from, hidden).contains(flight))
                })
        };
        is_checked && attacks::king(king).into_iter().all(is_guarded)
    }
}

/// The square of a king that never moves.
fn never_moving_king(men: &[PieceReach], color: Color) -> Option<Square> {
    men.iter().find(|man| man.kind == PieceType::King && man.color == color && man.never_moves()).map(|king| king.home)
}

/// Reason 2, for the last man, which goes to this square, and the other side's king.
fn is_thrown_away(men: &[PieceReach], last: &PieceReach, king: Square, to: Square) -> bool {
    let them = last.color.other();
    let fixed = men.iter().filter(|man| man.color == them && man.is_fixed());
    let fixed_squares = fixed.clone().fold(Bitboard::EMPTY, |all, man| all | Bitboard::of(man.home));
    let beside = attacks::king(king);
    let is_check = beside.contains(to) && attacks::of(last.kind, last.color, to, Bitboard::EMPTY).contains(king);
    if !is_check || !(beside & !Bitboard::of(to) & !fixed_squares).is_empty() {
        return false;
    }
    let may_be = men.iter().fold(Bitboard::EMPTY, |all, man| all | man.everywhere());
    let our_king = men.iter().find(|man| man.kind == PieceType::King && man.color == last.color);
    let is_defended = our_king
        .is_none_or(|ours| sets::attacked(PieceType::King, last.color, ours.reach, Bitboard::EMPTY).contains(to));
    let takes = |man: &PieceReach| attacks::of(man.kind, them, man.home, may_be).contains(to);
    !is_defended || fixed.clone().any(|man| man.kind != PieceType::King && man.home != to && takes(man))
}
