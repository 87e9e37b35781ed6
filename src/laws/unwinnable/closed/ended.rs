//! The independent check of cages and of moves that end play: slow, square by square. For the claims see
//! [`cages`](super::cages) and [`last_piece`](super::last_piece).

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::square::Square;

use super::PieceReach;

/// Whether caged bishops, one of which always attacks the square, keep the king of this color off it.
pub(super) fn is_caged_off(pieces: &[PieceReach], king: Color, to: Square) -> bool {
    let same = |piece: &&PieceReach| {
        let is_enemy = piece.kind == PieceType::Bishop && piece.color != king;
        is_enemy && !piece.may_be_captured && piece.home.is_light() == to.is_light()
    };
    let squares: Bitboard = pieces.iter().filter(same).flat_map(|piece| piece.reach).collect();
    let may_hide = |square: Square| {
        pieces.iter().any(|piece| {
            let is_kept_out = piece.kind == PieceType::King && piece.color == king;
            !same(&piece) && !is_kept_out && piece.everywhere().contains(square)
        })
    };
    let attacks_it = |from: Square| {
        attacks::bishop(from, Bitboard::EMPTY).contains(to) && !attacks::between(from, to).into_iter().any(may_hide)
    };
    let attackers = squares.into_iter().filter(|&from| attacks_it(from)).count();
    // The bishops do not all fit on the squares that do not attack it.
    pieces.iter().filter(same).count() > squares.count() as usize - attackers
}

/// The only piece of a side besides its king, if it is not a pawn.
pub(in super::super) fn find_last_piece(pieces: &[PieceReach], side: Color) -> Option<&PieceReach> {
    let mut ours = pieces.iter().filter(|piece| piece.color == side && piece.kind != PieceType::King);
    let last = ours.next().filter(|piece| piece.kind != PieceType::Pawn)?;
    ours.next().is_none().then_some(last)
}

/// Whether play ends at once or soon, without a checkmate by the side of this last piece, after a move.
pub(super) fn is_end(pieces: &[PieceReach], last: &PieceReach, mover: &PieceReach, from: Square, to: Square) -> bool {
    let king = pieces.iter().find(|piece| piece.kind == PieceType::King && piece.color != mover.color);
    let Some(king) = king.filter(|king| king.reach.count() == 1).map(|king| king.home) else { return false };
    let after = After { pieces, last, mover, from, to, king };
    if mover.color == last.color {
        mover.home == last.home && after.must_be_taken()
    } else {
        !matches!(mover.kind, PieceType::Pawn | PieceType::King) && after.is_mate()
    }
}

/// The facts after a move that may give check to a king that never moves.
struct After<'a> {
    pieces: &'a [PieceReach],
    last: &'a PieceReach,
    mover: &'a PieceReach,
    from: Square,
    to: Square,
    king: Square,
}

impl After<'_> {
    fn is_mover(&self, piece: &PieceReach) -> bool {
        piece.home == self.mover.home
    }

    /// Whether another piece may be on a square.
    fn may_be_occupied(&self, but: &PieceReach, square: Square) -> bool {
        let others = |piece: &&PieceReach| piece.home != but.home && !self.is_mover(piece);
        (square == self.to && !self.is_mover(but))
            || (square != self.from
                && self.pieces.iter().filter(others).any(|piece| piece.everywhere().contains(square)))
    }

    /// Whether a piece certainly attacks one square from another. Attacks go through a king in check.
    fn attacks(&self, piece: &PieceReach, from: Square, at: Square) -> bool {
        let between = attacks::between(from, at).into_iter();
        attacks::attacks_from(piece.kind, piece.color, from, Bitboard::EMPTY).contains(at)
            && (piece.kind == PieceType::Knight
                || between.filter(|&square| square != self.king).all(|square| !self.may_be_occupied(piece, square)))
    }

    /// Whether one of the mover's pieces attacks a square from all squares of its set.
    fn is_guarded(&self, at: Square) -> bool {
        let guards = self.pieces.iter().filter(|piece| piece.color == self.mover.color && !self.is_mover(piece));
        let mut certain = guards.filter(|piece| !piece.may_be_captured && piece.promoted.is_empty());
        self.attacks(self.mover, self.to, at)
            || certain.any(|piece| piece.reach.into_iter().all(|from| self.attacks(piece, from, at)))
    }

    fn is_mate(&self) -> bool {
        let fixed = self
            .pieces
            .iter()
            .filter(|piece| piece.color == self.mover.color && piece.kind != PieceType::King && piece.is_fixed());
        let checkers = fixed.filter(|piece| !self.is_mover(piece)).map(|piece| (piece, piece.home));
        let mut checkers = std::iter::once((self.mover, self.to)).chain(checkers);
        let helps = |checker: Square| {
            let mut squares = attacks::between(checker, self.king).into_iter().chain([checker]);
            squares.any(|square| self.last.reach.into_iter().any(|from| self.could_go(from, square)))
        };
        let is_check = checkers.any(|(piece, from)| self.attacks(piece, from, self.king) && !helps(from));
        is_check && attacks::king(self.king).into_iter().all(|flight| self.is_guarded(flight))
    }

    /// Whether the last piece may be able to move to a square.
    fn could_go(&self, from: Square, to: Square) -> bool {
        let is_shut = |square: Square| {
            square != self.from && self.pieces.iter().any(|piece| piece.home == square && piece.is_fixed())
        };
        attacks::attacks_from(self.last.kind, self.last.color, from, Bitboard::EMPTY).contains(to)
            && (self.last.kind == PieceType::Knight || !attacks::between(from, to).into_iter().any(is_shut))
    }

    /// Whether the last piece gives check and the only reply, which is certainly legal, is to capture it.
    fn must_be_taken(&self) -> bool {
        let them = self.last.color.other();
        let adjacent = attacks::king(self.king);
        let is_blocked = |square: Square| {
            self.pieces.iter().any(|piece| piece.color == them && piece.home == square && piece.is_fixed())
        };
        let gives_check =
            attacks::attacks_from(self.last.kind, self.last.color, self.to, Bitboard::EMPTY).contains(self.king);
        let is_closed_in = adjacent.into_iter().all(|square| square == self.to || is_blocked(square));
        if !adjacent.contains(self.to) || !gives_check || !is_closed_in {
            return false;
        }
        let mut kings =
            self.pieces.iter().filter(|piece| piece.color == self.last.color && piece.kind == PieceType::King);
        let is_defended = kings.any(|king| king.reach.into_iter().any(|from| attacks::king(from).contains(self.to)));
        let takes = |piece: &&PieceReach| {
            piece.color == them && piece.kind != PieceType::King && piece.home != self.to && piece.is_fixed()
        };
        let is_open = |from: Square| {
            let hidden = |square: Square| self.pieces.iter().any(|piece| piece.everywhere().contains(square));
            !attacks::between(from, self.to).into_iter().any(hidden)
        };
        let reaches = |piece: &PieceReach| {
            attacks::attacks_from(piece.kind, piece.color, piece.home, Bitboard::EMPTY).contains(self.to)
        };
        !is_defended
            || self
                .pieces
                .iter()
                .filter(takes)
                .any(|piece| reaches(piece) && (piece.kind == PieceType::Knight || is_open(piece.home)))
    }
}
