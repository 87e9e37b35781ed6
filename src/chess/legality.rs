//! Legality of moves: whether a pseudo-legal move leaves the king safe (article 3.9.2), and castling and en passant.

use super::attacks;
use super::bitboard::Bitboard;
use super::moves::{Move, MoveKind};
use super::piece::{Color, PieceType};
use super::position::{CastlingSide, Position};
use super::square::{Rank, Square};

impl Position {
    /// Whether this move is legal in this position. Any value of [`Move`] may be given.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::{Move, MoveKind, Position, Square};
    ///
    /// let position = Position::initial();
    /// assert!(position.is_legal(Move::new(Square::E2, Square::E4, MoveKind::Normal)));
    /// assert!(!position.is_legal(Move::new(Square::E1, Square::E2, MoveKind::Normal)));
    /// ```
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

    /// Whether the king of the side to move is not attacked after a pseudo-legal move.
    ///
    /// A move is pseudo-legal if it is legal except perhaps for the safety of its king. The result for other moves is
    /// meaningless.
    #[inline]
    pub(crate) fn is_safe(&self, m: Move) -> bool {
        let (from, to) = (m.from(), m.to());
        let us = self.turn;
        match m.kind() {
            MoveKind::Castle => return self.castling_is_legal(to),
            MoveKind::EnPassant => return self.en_passant_is_safe(from, to),
            MoveKind::Normal | MoveKind::Promotion(_) => {}
        }
        let king = self.king(us);
        let occupied = (self.occupied() & !Bitboard::from_square(from)) | Bitboard::from_square(to);
        let king = if king == from { to } else { king };
        (self.attackers_to(king, us.other(), occupied) & !Bitboard::from_square(to)).is_empty()
    }

    /// Whether a move from `from` to `to` by another piece would uncover a check on the king of the side to move, which
    /// is not in check now.
    #[inline(never)]
    pub(super) fn exposes_king(&self, from: Square, to: Square) -> bool {
        let king = self.king(self.turn);
        let uncovered = self.snipers(king) & attacks::line(king, from) & !Bitboard::from_square(to);
        let occupied = (self.occupied() & !Bitboard::from_square(from)) | Bitboard::from_square(to);
        uncovered.into_iter().any(|sniper| (attacks::between(king, sniper) & occupied).is_empty())
    }

    /// The pinned pieces of the side to move: each is alone between its king and an enemy slider, and may move only on
    /// that line.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::Position;
    ///
    /// let position = Position::from_fen("4k3/4n3/8/8/8/8/8/4R1K1 b - - 0 1")?;
    /// assert_eq!(position.pinned().single().unwrap().to_string(), "e7");
    /// # Ok::<_, adoube::PositionError>(())
    /// ```
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
        pinned & self.by_color(self.turn)
    }

    /// The pawns that may legally capture en passant now.
    #[inline]
    pub(crate) fn en_passant_capturers(&self) -> Bitboard {
        match self.legal_en_passant() {
            Some(to) => self.safe_en_passant_capturers(to),
            None => Bitboard::EMPTY,
        }
    }

    /// Whether the side to move may castle now with the rook on this square, which must still have the right.
    ///
    /// All squares between king and rook, and those that they cross and end on, must be vacant but for the two (article
    /// 3.8.2.2.2). The king must not be attacked on its square, on a square that it crosses, or on its final square
    /// with the rook on its new square (3.8.2.2.1).
    pub(crate) fn castling_is_legal(&self, rook: Square) -> bool {
        let (us, them) = (self.turn, self.turn.other());
        let king = self.king(us);
        let side = CastlingSide::new(king, rook);
        let (king_to, rook_to) = castling_targets(us, side);
        let king_path = attacks::between(king, king_to) | Bitboard::from_square(king_to);
        let rook_path = attacks::between(rook, rook_to) | Bitboard::from_square(rook_to) | attacks::between(king, rook);
        let others = self.occupied() & !Bitboard::from_square(king) & !Bitboard::from_square(rook);
        if !((king_path | rook_path) & others).is_empty() {
            return false;
        }
        let without_king = others | Bitboard::from_square(rook);
        let king_squares = attacks::between(king, king_to) | Bitboard::from_square(king);
        king_squares.into_iter().all(|square| self.attackers_to(square, them, without_king).is_empty())
            && self.attackers_to(king_to, them, others | Bitboard::from_square(rook_to)).is_empty()
    }

    /// The opponent's sliders that would attack the king on an empty board.
    #[inline]
    pub(super) fn snipers(&self, king: Square) -> Bitboard {
        self.sliders_on_lines(king) & self.by_color(self.turn.other())
    }

    /// The pawns of the side to move that may legally capture the pawn that has just passed over `to`.
    #[inline]
    pub(super) fn safe_en_passant_capturers(&self, to: Square) -> Bitboard {
        let pawns = attacks::pawn(self.turn.other(), to) & self.pieces(self.turn, PieceType::Pawn);
        pawns.into_iter().filter(|&from| self.en_passant_is_safe(from, to)).collect()
    }

    /// Determines whether an en passant capture is legal. Does not update the key.
    pub(super) fn set_legal_en_passant(&mut self) {
        self.en_passant_legal = self.en_passant.is_some_and(|to| !self.safe_en_passant_capturers(to).is_empty());
    }

    /// Removes both pawns before checking, since that may open a rank, file or diagonal to the king.
    fn en_passant_is_safe(&self, from: Square, to: Square) -> bool {
        let captured = Bitboard::from_square(en_passant_victim(to));
        let occupied = (self.occupied() & !Bitboard::from_square(from) & !captured) | Bitboard::from_square(to);
        (self.attackers_to(self.king(self.turn), self.turn.other(), occupied) & !captured).is_empty()
    }

    fn is_castling(&self, king: Square, rook: Square) -> bool {
        king == self.king(self.turn) && (self.castling & self.by_color(self.turn)).contains(rook)
    }

    /// Whether the piece on `from` can go to `to`, apart from king safety, en passant and castling.
    fn can_reach(&self, from: Square, to: Square) -> bool {
        let us = self.turn;
        if !self.by_color(us).contains(from) || self.by_color(us).contains(to) {
            return false;
        }
        let occupied = self.occupied();
        let reach = match self.kind_at(from) {
            PieceType::Pawn if occupied.contains(to) => attacks::pawn(us, from),
            PieceType::Pawn => {
                let pushes = attacks::origins(attacks::MoveShape::Push(us), to).contains(from);
                return pushes && (attacks::between(from, to) & occupied).is_empty();
            }
            PieceType::Knight => attacks::knight(from),
            PieceType::Bishop => attacks::bishop(from, occupied),
            PieceType::Rook => attacks::rook(from, occupied),
            PieceType::Queen => attacks::queen(from, occupied),
            PieceType::King => attacks::king(from),
        };
        reach.contains(to)
    }

    /// Whether a pawn moves to its last rank.
    fn promotes(&self, m: Move) -> bool {
        self.by_type(PieceType::Pawn).contains(m.from()) && m.to().rank() == self.turn.other().back_rank()
    }
}

/// The squares of king and rook after castling on this side.
#[inline]
pub fn castling_targets(color: Color, side: CastlingSide) -> (Square, Square) {
    let rank: Rank = color.back_rank();
    (Square::new(side.king_file(), rank), Square::new(side.rook_file(), rank))
}

/// The square of the pawn captured en passant on `to`: same file, one rank farther from the capturing side's last rank.
#[inline]
pub const fn en_passant_victim(to: Square) -> Square {
    Square::from_index(to.index() as u8 ^ 0b00_1000)
}

/// The starting square of the pawn that has passed over `to`.
#[inline]
pub(super) const fn en_passant_origin(to: Square) -> Square {
    Square::from_index(to.index() as u8 ^ 0b01_1000)
}
