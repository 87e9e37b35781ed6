//! The second look at moves that end play, and at cages: slow, square by square, and in words of its own; see [`last_piece`](super::last_piece) and
//! [`cages`](super::cages) for what is checked.

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::square::Square;

use super::PieceReach;

/// Whether a square is kept from the king of this color by bishops, one of which always attacks it.
pub(super) fn is_caged_off(men: &[PieceReach], king: Color, to: Square) -> bool {
    let same = |man: &&PieceReach| {
        let is_enemy = man.kind == PieceType::Bishop && man.color != king;
        is_enemy && !man.is_mortal && man.home.is_light() == to.is_light()
    };
    let squares: Bitboard = men.iter().filter(same).flat_map(|man| man.reach).collect();
    let may_hide = |square: Square| {
        men.iter().any(|man| {
            let is_kept_out = man.kind == PieceType::King && man.color == king;
            !same(&man) && !is_kept_out && man.everywhere().contains(square)
        })
    };
    let attacks_it = |from: Square| {
        attacks::bishop(from, Bitboard::EMPTY).contains(to) && !attacks::between(from, to).into_iter().any(may_hide)
    };
    let lookouts = squares.into_iter().filter(|&from| attacks_it(from)).count();
    // So many bishops find no room on the other squares alone.
    men.iter().filter(same).count() > squares.count() as usize - lookouts
}

/// The only man of a side beside its king, if it is no pawn.
pub(in super::super) fn last_man(men: &[PieceReach], side: Color) -> Option<&PieceReach> {
    let mut ours = men.iter().filter(|man| man.color == side && man.kind != PieceType::King);
    let last = ours.next().filter(|man| man.kind != PieceType::Pawn)?;
    ours.next().is_none().then_some(last)
}

/// Whether play is over, or soon will be, without a mate by the side of this last man, when a man has gone from one
/// square to another.
pub(super) fn is_end(men: &[PieceReach], last: &PieceReach, mover: &PieceReach, from: Square, to: Square) -> bool {
    let king = men.iter().find(|man| man.kind == PieceType::King && man.color != mover.color);
    let Some(king) = king.filter(|king| king.reach.count() == 1).map(|king| king.home) else { return false };
    let after = After { men, last, mover, from, to, king };
    if mover.color == last.color {
        mover.home == last.home && after.must_be_taken()
    } else {
        !matches!(mover.kind, PieceType::Pawn | PieceType::King) && after.is_mate()
    }
}

/// What is known after a move that gives check to a king on its only square.
struct After<'a> {
    men: &'a [PieceReach],
    last: &'a PieceReach,
    mover: &'a PieceReach,
    from: Square,
    to: Square,
    king: Square,
}

impl After<'_> {
    fn is_mover(&self, man: &PieceReach) -> bool {
        man.home == self.mover.home
    }

    /// Whether anything but this man may stand on a square.
    fn may_stand(&self, but: &PieceReach, square: Square) -> bool {
        let others = |man: &&PieceReach| man.home != but.home && !self.is_mover(man);
        (square == self.to && !self.is_mover(but))
            || (square != self.from && self.men.iter().filter(others).any(|man| man.everywhere().contains(square)))
    }

    /// Whether a man attacks one square from another for certain. What is behind a king in check is attacked, too.
    fn attacks(&self, man: &PieceReach, from: Square, at: Square) -> bool {
        let between = attacks::between(from, at).into_iter();
        attacks::of(man.kind, man.color, from, Bitboard::EMPTY).contains(at)
            && (man.kind == PieceType::Knight
                || between.filter(|&square| square != self.king).all(|square| !self.may_stand(man, square)))
    }

    /// Whether one of the men attacks a square wherever it may be.
    fn is_guarded(&self, at: Square) -> bool {
        let guards = self.men.iter().filter(|man| man.color == self.mover.color && !self.is_mover(man));
        let mut certain = guards.filter(|man| !man.is_mortal && man.promoted.is_empty());
        self.attacks(self.mover, self.to, at)
            || certain.any(|man| man.reach.into_iter().all(|from| self.attacks(man, from, at)))
    }

    fn is_mate(&self) -> bool {
        let standing = self
            .men
            .iter()
            .filter(|man| man.color == self.mover.color && man.kind != PieceType::King && man.is_fixed());
        let checkers = standing.filter(|man| !self.is_mover(man)).map(|man| (man, man.home));
        let mut checkers = std::iter::once((self.mover, self.to)).chain(checkers);
        let helps = |checker: Square| {
            let mut squares = attacks::between(checker, self.king).into_iter().chain([checker]);
            squares.any(|square| self.last.reach.into_iter().any(|from| self.could_go(from, square)))
        };
        let is_check = checkers.any(|(man, from)| self.attacks(man, from, self.king) && !helps(from));
        is_check && attacks::king(self.king).into_iter().all(|flight| self.is_guarded(flight))
    }

    /// Whether the last man may be able to go to a square.
    fn could_go(&self, from: Square, to: Square) -> bool {
        let is_shut =
            |square: Square| square != self.from && self.men.iter().any(|man| man.home == square && man.is_fixed());
        attacks::of(self.last.kind, self.last.color, from, Bitboard::EMPTY).contains(to)
            && (self.last.kind == PieceType::Knight || !attacks::between(from, to).into_iter().any(is_shut))
    }

    /// Whether the last man gives check and can only be captured, which is legal for certain.
    fn must_be_taken(&self) -> bool {
        let them = self.last.color.other();
        let beside = attacks::king(self.king);
        let stands =
            |square: Square| self.men.iter().any(|man| man.color == them && man.home == square && man.is_fixed());
        let gives_check = attacks::of(self.last.kind, self.last.color, self.to, Bitboard::EMPTY).contains(self.king);
        let is_closed_in = beside.into_iter().all(|square| square == self.to || stands(square));
        if !beside.contains(self.to) || !gives_check || !is_closed_in {
            return false;
        }
        let mut kings = self.men.iter().filter(|man| man.color == self.last.color && man.kind == PieceType::King);
        let is_defended = kings.any(|king| king.reach.into_iter().any(|from| attacks::king(from).contains(self.to)));
        let takes = |man: &&PieceReach| {
            man.color == them && man.kind != PieceType::King && man.home != self.to && man.is_fixed()
        };
        let is_open = |from: Square| {
            let hidden = |square: Square| self.men.iter().any(|man| man.everywhere().contains(square));
            !attacks::between(from, self.to).into_iter().any(hidden)
        };
        let reaches = |man: &PieceReach| attacks::of(man.kind, man.color, man.home, Bitboard::EMPTY).contains(self.to);
        !is_defended
            || self
                .men
                .iter()
                .filter(takes)
                .any(|man| reaches(man) && (man.kind == PieceType::Knight || is_open(man.home)))
    }
}
