//! When a move that the men can make is also legal: the king must not be left in check (Laws 3.9.2).

use super::attacks;
use super::bitboard::Bitboard;
use super::moves::{Move, MoveKind};
use super::piece::{Color, Kind};
use super::position::{CastlingSide, Position};
use super::square::{Rank, Square};

impl Position {
    /// Whether this move is legal in this position. Any value of [`Move`] may be asked about.
    #[must_use]
    pub fn is_legal(&self, m: Move) -> bool {
        match m.kind() {
            MoveKind::Castle => self.is_castling(m.from(), m.to()) && self.castling_is_legal(m.to()),
            MoveKind::EnPassant => {
                self.legal_en_passant() == Some(m.to()) && self.en_passant_capturers().contains(m.from())
            }
            MoveKind::Normal => self.can_reach(m.from(), m.to()) && !self.promotes(m) && self.is_safe(m),
            MoveKind::Promotion(_) => self.can_reach(m.from(), m.to()) && self.promotes(m) && self.is_safe(m),
        }
    }

    /// Whether the king of the side to move is not attacked after a move that its men can make.
    ///
    /// The move must be pseudo-legal: everything is in order but perhaps the king's safety.
    #[must_use]
    #[inline]
    pub fn is_safe(&self, m: Move) -> bool {
        let (from, to) = (m.from(), m.to());
        let us = self.turn;
        match m.kind() {
            MoveKind::Castle => return self.castling_is_legal(to),
            MoveKind::EnPassant => return self.en_passant_is_safe(from, to),
            MoveKind::Normal | MoveKind::Promotion(_) => {}
        }
        let king = self.king(us);
        let occupied = (self.occupied() & !Bitboard::of(from)) | Bitboard::of(to);
        let king = if king == from { to } else { king };
        (self.attackers_to(king, us.other(), occupied) & !Bitboard::of(to)).is_empty()
    }

    /// Whether the king of the side to move, not in check now, would be in check from behind after another man of its
    /// own has gone from `from` to `to`.
    #[must_use]
    #[inline(never)]
    pub(super) fn exposes_king(&self, from: Square, to: Square) -> bool {
        let king = self.king(self.turn);
        let behind = self.snipers(king) & attacks::line(king, from) & !Bitboard::of(to);
        let occupied = (self.occupied() & !Bitboard::of(from)) | Bitboard::of(to);
        behind.into_iter().any(|sniper| (attacks::between(king, sniper) & occupied).is_empty())
    }

    /// The side to move's men that stand alone between their king and an enemy slider: they may move on that line only.
    #[must_use]
    #[inline]
    pub fn pinned(&self) -> Bitboard {
        let king = self.king(self.turn);
        let occupied = self.occupied();
        let mut pinned = Bitboard::EMPTY;
        for sniper in self.snipers(king) {
            let shield = attacks::between(king, sniper) & occupied;
            if !shield.has_several() {
                pinned |= shield;
            }
        }
        pinned & self.colors(self.turn)
    }

    /// The pawns that may legally capture en passant now.
    #[must_use]
    #[inline]
    pub fn en_passant_capturers(&self) -> Bitboard {
        match self.legal_en_passant() {
            Some(to) => self.safe_en_passant_capturers(to),
            None => Bitboard::EMPTY,
        }
    }

    /// Whether the side to move may now castle with the rook on this square, which must still have the right.
    ///
    /// All squares between king and rook and those they pass and end on are vacant but for the two (Laws 3.8.2.2.2); the king is not attacked where it
    /// stands, passes or ends (3.8.2.2.1), the last judged with the rook in its new place.
    #[must_use]
    pub fn castling_is_legal(&self, rook: Square) -> bool {
        let (us, them) = (self.turn, self.turn.other());
        let king = self.king(us);
        let side = CastlingSide::of(king, rook);
        let (king_to, rook_to) = castling_targets(us, side);
        let king_path = attacks::between(king, king_to) | Bitboard::of(king_to);
        let rook_path = attacks::between(rook, rook_to) | Bitboard::of(rook_to) | attacks::between(king, rook);
        let others = self.occupied() & !Bitboard::of(king) & !Bitboard::of(rook);
        if !((king_path | rook_path) & others).is_empty() {
            return false;
        }
        let without_king = others | Bitboard::of(rook);
        let walked = attacks::between(king, king_to) | Bitboard::of(king);
        walked.into_iter().all(|square| self.attackers_to(square, them, without_king).is_empty())
            && self.attackers_to(king_to, them, others | Bitboard::of(rook_to)).is_empty()
    }

    /// The opponent's sliders that would attack the king on an empty board.
    #[inline]
    pub(super) fn snipers(&self, king: Square) -> Bitboard {
        self.sliders_on_lines(king) & self.colors(self.turn.other())
    }

    /// The side to move's pawns beside a pawn that has just passed over `to` and that may capture it with the king
    /// left safe.
    #[inline]
    pub(super) fn safe_en_passant_capturers(&self, to: Square) -> Bitboard {
        let pawns = attacks::pawn(self.turn.other(), to) & self.pieces(self.turn, Kind::Pawn);
        pawns.into_iter().filter(|&from| self.en_passant_is_safe(from, to)).collect()
    }

    /// Finds out whether the en passant capture is legal, the key left alone.
    pub(super) fn settle_en_passant(&mut self) {
        self.en_passant_legal = self.en_passant.is_some_and(|to| !self.safe_en_passant_capturers(to).is_empty());
    }

    /// Both pawns leave their squares at once, which may open a rank, file or diagonal to the king.
    fn en_passant_is_safe(&self, from: Square, to: Square) -> bool {
        let captured = Bitboard::of(en_passant_victim(to));
        let occupied = (self.occupied() & !Bitboard::of(from) & !captured) | Bitboard::of(to);
        (self.attackers_to(self.king(self.turn), self.turn.other(), occupied) & !captured).is_empty()
    }

    fn is_castling(&self, king: Square, rook: Square) -> bool {
        king == self.king(self.turn) && (self.castling & self.colors(self.turn)).contains(rook)
    }

    /// Whether our man on `from` can go to `to`, the king's safety, en passant and castling aside.
    fn can_reach(&self, from: Square, to: Square) -> bool {
        let us = self.turn;
        if !self.colors(us).contains(from) || self.colors(us).contains(to) {
            return false;
        }
        let occupied = self.occupied();
        let reach = match self.kind_at(from) {
            Kind::Pawn if occupied.contains(to) => attacks::pawn(us, from),
            Kind::Pawn => {
                let pushes = attacks::origins(attacks::Form::Push(us), to).contains(from);
                return pushes && (attacks::between(from, to) & occupied).is_empty();
            }
            Kind::Knight => attacks::knight(from),
            Kind::Bishop => attacks::bishop(from, occupied),
            Kind::Rook => attacks::rook(from, occupied),
            Kind::Queen => attacks::queen(from, occupied),
            Kind::King => attacks::king(from),
        };
        reach.contains(to)
    }

    /// Whether the man that moves is a pawn and reaches its last rank.
    fn promotes(&self, m: Move) -> bool {
        self.kinds(Kind::Pawn).contains(m.from()) && m.to().rank() == self.turn.other().back_rank()
    }
}

/// Where king and rook end when this side castles there.
#[must_use]
#[inline]
pub fn castling_targets(color: Color, side: CastlingSide) -> (Square, Square) {
    let rank: Rank = color.back_rank();
    (Square::new(side.king_file(), rank), Square::new(side.rook_file(), rank))
}

/// The square of the pawn that is captured en passant on `to`: one rank behind it.
#[must_use]
#[inline]
pub const fn en_passant_victim(to: Square) -> Square {
    Square::from_index(to.index() as u8 ^ 0b00_1000)
}

/// The square from which the pawn started that has passed over `to`: one rank before it.
#[must_use]
#[inline]
pub(super) const fn en_passant_origin(to: Square) -> Square {
    Square::from_index(to.index() as u8 ^ 0b01_1000)
}
