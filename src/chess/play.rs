//! Making moves in place, and unmaking them.
//!
//! [`Position::play_unchecked`] makes a move and returns what [`Position::undo`] needs (make/unmake,
//! <https://www.chessprogramming.org/Make_Move>). Bitboards and the Zobrist key are updated incrementally by exclusive
//! or.

use super::attacks;
use super::bitboard::Bitboard;
use super::illegal::{Illegal, diagnose_move};
use super::legality::{castling_targets, en_passant_victim};
use super::moves::{Move, MoveKind};
use super::piece::{Color, PieceType};
use super::position::{CastlingSide, Position};
use super::square::Square;
use super::zobrist;

/// The state that a move destroys, for [`Position::undo`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Undo {
    key: u64,
    castling: Bitboard,
    halfmove_clock: u32,
    en_passant: Option<Square>,
    en_passant_legal: bool,
    captured: Option<PieceType>,
}

impl Undo {
    /// The kind of the captured piece, if the move was a capture.
    #[inline]
    pub const fn captured(&self) -> Option<PieceType> {
        self.captured
    }
}

impl Position {
    /// Plays a move and returns what [`Position::undo`] needs to take it back.
    ///
    /// # Errors
    ///
    /// [`Illegal`], the rule that forbids the move, if it is not legal; the position is then unchanged. Any value of [`Move`]
    /// may be given.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::{Move, MoveKind, PieceType, Position, Square};
    ///
    /// let mut position = Position::from_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")?;
    /// let before = position.clone();
    /// let capture = Move::new(Square::E4, Square::D5, MoveKind::Normal);
    /// let undo = position.play(capture)?;
    /// assert_eq!(undo.captured(), Some(PieceType::Pawn));
    /// position.undo(capture, undo);
    /// assert_eq!(position, before);
    ///
    /// let refused = position.play(Move::new(Square::E1, Square::E3, MoveKind::Normal)).unwrap_err();
    /// assert_eq!(refused.to_string(), "a king cannot move from e1 to e3");
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&mut self, mv: Move) -> Result<Undo, Illegal> {
        if self.is_legal(mv) { Ok(self.play_unchecked(mv)) } else { Err(diagnose_move(self, mv)) }
    }

    /// The position after a move.
    ///
    /// # Errors
    ///
    /// As for [`Position::play`].
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::{Move, MoveKind, Position, Square};
    ///
    /// let after = Position::initial().after(Move::new(Square::E2, Square::E4, MoveKind::Normal))?;
    /// assert_eq!(after.en_passant(), Some(Square::E3));
    /// # Ok::<_, adoube::Illegal>(())
    /// ```
    pub fn after(&self, mv: Move) -> Result<Self, Illegal> {
        let mut position = self.clone();
        position.play(mv)?;
        Ok(position)
    }

    /// Plays a move as [`Position::play`] does, without checking it.
    ///
    /// The move must be legal, or at least pseudo-legal: legal except perhaps for the safety of its king. After any other
    /// move the position loses its guarantees: later queries may be wrong or panic. For searches,
    /// whose moves were just generated.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::Position;
    ///
    /// fn count(position: &mut Position, depth: u32) -> u64 {
    ///     if depth == 0 {
    ///         return 1;
    ///     }
    ///     let mut nodes = 0;
    ///     for mv in position.legal_moves() {
    ///         let undo = position.play_unchecked(mv);
    ///         nodes += count(position, depth - 1);
    ///         position.undo(mv, undo);
    ///     }
    ///     nodes
    /// }
    /// assert_eq!(count(&mut Position::initial(), 2), 400);
    /// ```
    #[inline]
    pub fn play_unchecked(&mut self, m: Move) -> Undo {
        let before = Undo {
            key: self.key,
            castling: self.castling,
            halfmove_clock: self.halfmove_clock,
            en_passant: self.en_passant,
            en_passant_legal: self.en_passant_legal,
            captured: None,
        };
        Undo { captured: self.advance_piece(self.kind_index_at(m.from()), m), ..before }
    }

    /// Plays a move, unchecked, of a piece whose kind is known by its index. Returns the kind of the captured piece, if any.
    #[inline]
    pub(super) fn advance_piece(&mut self, kind: usize, m: Move) -> Option<PieceType> {
        let us = self.turn;
        let (from, to) = (m.from(), m.to());
        if m.kind() == MoveKind::Castle {
            self.pass_turn(us);
            self.play_castling(us, from, to);
            return None;
        }
        let captured = self.advance_normal(us, kind, from, to);
        match m.kind() {
            MoveKind::Promotion(kind) => self.promote(us, kind, to),
            MoveKind::EnPassant => {
                self.toggle(us.other(), PieceType::Pawn, en_passant_victim(to));
                return Some(PieceType::Pawn);
            }
            MoveKind::Normal | MoveKind::Castle => {}
        }
        captured
    }

    /// [`Position::advance_piece`] for an ordinary move of the side to move, `us`.
    #[inline(always)]
    pub(super) fn advance_normal(&mut self, us: Color, kind: usize, from: Square, to: Square) -> Option<PieceType> {
        self.pass_turn(us);
        self.move_piece(us, kind, from, to)
    }

    /// The part of a move that does not depend on the pieces: turn, move number and en passant.
    #[inline(always)]
    fn pass_turn(&mut self, us: Color) {
        if self.en_passant_legal {
            self.clear_en_passant();
        }
        self.fullmove_number = self.fullmove_number.wrapping_add(us as u32);
        self.turn = us.other();
        self.key ^= zobrist::black_to_move();
    }

    /// Takes back the last move. `m` and `undo` must be those of that move.
    #[inline]
    pub fn undo(&mut self, m: Move, undo: Undo) {
        let us = self.turn.other();
        let (from, to) = (m.from(), m.to());
        match m.kind() {
            MoveKind::Normal => self.unmove_piece(us, self.kind_at(to), from, to),
            MoveKind::Promotion(kind) => {
                self.flip(us, kind, Bitboard::from_square(to));
                self.flip(us, PieceType::Pawn, Bitboard::from_square(from));
            }
            MoveKind::EnPassant => self.unmove_piece(us, PieceType::Pawn, from, to),
            MoveKind::Castle => {
                let (king_to, rook_to) = castling_targets(us, CastlingSide::new(from, to));
                self.flip(us, PieceType::King, Bitboard::from_square(from) ^ Bitboard::from_square(king_to));
                self.flip(us, PieceType::Rook, Bitboard::from_square(to) ^ Bitboard::from_square(rook_to));
            }
        }
        if let Some(kind) = undo.captured {
            let square = if m.kind() == MoveKind::EnPassant { en_passant_victim(to) } else { to };
            self.flip(us.other(), kind, Bitboard::from_square(square));
        }
        self.key = undo.key;
        self.castling = undo.castling;
        self.halfmove_clock = undo.halfmove_clock;
        self.fullmove_number = self.fullmove_number.wrapping_sub(us as u32);
        self.en_passant = undo.en_passant;
        self.en_passant_legal = undo.en_passant_legal;
        self.turn = us;
    }

    /// The position after a null move. `None` if the side to move is in check, which a pass would leave.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::{Color, Position};
    ///
    /// assert_eq!(Position::initial().after_pass().unwrap().turn(), Color::Black);
    /// ```
    pub fn after_pass(&self) -> Option<Self> {
        if self.is_check() {
            return None;
        }
        let mut position = self.clone();
        position.turn = self.turn.other();
        position.fullmove_number = self.fullmove_number.saturating_add(self.turn as u32);
        position.halfmove_clock = self.halfmove_clock.saturating_add(1);
        position.en_passant = None;
        position.en_passant_legal = false;
        position.key = position.key_from_scratch();
        Some(position)
    }

    /// The position after a move that is not checked, with the requirements of [`Position::play_unchecked`].
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::Position;
    ///
    /// let position = Position::initial();
    /// let replies = position.legal_moves().into_iter().map(|mv| position.after_unchecked(mv).count_legal_moves());
    /// assert_eq!(replies.sum::<u32>(), 400);
    /// ```
    #[must_use]
    #[inline]
    pub fn after_unchecked(&self, m: Move) -> Self {
        let mut position = self.clone();
        position.play_unchecked(m);
        position
    }

    /// The key after a move, without playing it. The move must be by a piece, not a pawn, to a vacant square, and must
    /// not lose a castling right.
    #[inline]
    pub(crate) fn key_after_step(&self, m: Move) -> u64 {
        let (us, kind) = (self.turn, self.kind_index_at(m.from()));
        let path = zobrist::piece(us, kind, m.from()) ^ zobrist::piece(us, kind, m.to());
        let en_passant = self.legal_en_passant().map_or(0, |square| zobrist::en_passant(square.file()));
        self.key ^ path ^ en_passant ^ zobrist::black_to_move()
    }

    /// Moves one piece and captures on `to`. No branch depends on the kind of the piece, which would often be
    /// mispredicted.
    #[inline(always)]
    fn move_piece(&mut self, us: Color, kind: usize, from: Square, to: Square) -> Option<PieceType> {
        let them = us.other();
        let path = Bitboard::from_square(from) ^ Bitboard::from_square(to);

        let captured = if self.by_color(them).contains(to) { Some(self.take(them, to)) } else { None };
        self.kinds[kind] ^= path;
        self.colors[us.index()] ^= path;
        self.key ^= zobrist::piece(us, kind, from) ^ zobrist::piece(us, kind, to);

        let is_king = kind == PieceType::King.index();
        let own_rights = if is_king { Bitboard::of_rank(us.back_rank()) } else { Bitboard::EMPTY };
        if !(self.castling & (path | own_rights)).is_empty() {
            self.lose_castling(path | own_rights);
        }

        // A product instead of a branch, which would often be mispredicted.
        let is_pawn = kind == PieceType::Pawn.index();
        let is_reversible = u32::from(!(is_pawn | captured.is_some()));
        self.halfmove_clock = self.halfmove_clock.saturating_add(1) * is_reversible;
        self.en_passant = None;
        // Tests for a double step of a pawn, whose kind is 0, in one comparison.
        if (from.index() ^ to.index()) | kind << 6 == 16 {
            let passed = Square::from_index(from.index().midpoint(to.index()) as u8);
            self.en_passant = Some(passed);
            if !(attacks::pawn(us, passed) & self.pieces(them, PieceType::Pawn)).is_empty() {
                self.update_legal_en_passant(passed);
            }
        }
        captured
    }

    /// Removes the piece of this color from its square and returns its kind.
    #[inline]
    fn take(&mut self, color: Color, square: Square) -> PieceType {
        let kind = PieceType::from_index(self.kind_index_at(square));
        self.toggle(color, kind, square);
        kind
    }

    /// Replaces the pawn on its last rank by the promoted piece.
    #[cold]
    fn promote(&mut self, us: Color, kind: PieceType, square: Square) {
        self.toggle(us, PieceType::Pawn, square);
        self.toggle(us, kind, square);
    }

    /// Removes king and rook before placing both, since their squares may coincide in Chess960.
    #[cold]
    fn play_castling(&mut self, us: Color, king: Square, rook: Square) {
        let (king_to, rook_to) = castling_targets(us, CastlingSide::new(king, rook));
        self.toggle(us, PieceType::King, king);
        self.toggle(us, PieceType::Rook, rook);
        self.toggle(us, PieceType::King, king_to);
        self.toggle(us, PieceType::Rook, rook_to);
        self.lose_castling(Bitboard::of_rank(us.back_rank()));
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.en_passant = None;
    }

    /// Removes rights after a move by the king or by a rook with the right, or after its capture (Laws 3.8.2.1).
    #[cold]
    fn lose_castling(&mut self, rooks: Bitboard) {
        self.key ^= zobrist::castlings(self.castling & rooks);
        self.castling &= !rooks;
    }

    #[cold]
    fn clear_en_passant(&mut self) {
        if let Some(square) = self.en_passant {
            self.key ^= zobrist::en_passant(square.file());
        }
        self.en_passant_legal = false;
    }

    /// Determines whether an en passant capture is legal after a double step next to an enemy pawn (Laws 3.7.3.1,
    /// 9.2.3.1), and updates the key.
    #[cold]
    pub(super) fn update_legal_en_passant(&mut self, passed: Square) {
        self.set_legal_en_passant();
        if self.en_passant_legal {
            self.key ^= zobrist::en_passant(passed.file());
        }
    }

    #[inline]
    fn unmove_piece(&mut self, us: Color, kind: PieceType, from: Square, to: Square) {
        self.flip(us, kind, Bitboard::from_square(from) ^ Bitboard::from_square(to));
    }

    /// Places or removes a piece, and updates the key.
    #[inline]
    fn toggle(&mut self, color: Color, kind: PieceType, square: Square) {
        self.flip(color, kind, Bitboard::from_square(square));
        self.key ^= zobrist::piece(color, kind.index(), square);
    }

    #[inline]
    fn flip(&mut self, color: Color, kind: PieceType, squares: Bitboard) {
        self.kinds[kind.index()] ^= squares;
        self.colors[color.index()] ^= squares;
    }
}
