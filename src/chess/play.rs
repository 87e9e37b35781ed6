//! Playing moves, in place, and taking them back.
//!
//! The work is done by exclusive or: what is on a square when it should not be, and the other way round, is toggled.

use super::attacks;
use super::bitboard::Bitboard;
use super::legality::{castling_targets, en_passant_victim};
use super::moves::{Move, MoveKind};
use super::piece::{Color, Kind};
use super::position::{CastlingSide, Position};
use super::square::Square;
use super::zobrist;

/// What a move destroys: enough to take it back with [`Position::undo`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Undo {
    key: u64,
    castling: Bitboard,
    halfmove_clock: u32,
    en_passant: Option<Square>,
    en_passant_legal: bool,
    captured: Option<Kind>,
}

impl Undo {
    /// The kind of man that was captured.
    #[must_use]
    #[inline]
    pub const fn captured(&self) -> Option<Kind> {
        self.captured
    }
}

impl Position {
    /// Plays a move and tells how to take it back.
    ///
    /// What is said of [`Position::advance`] holds here too.
    #[inline]
    pub fn play(&mut self, m: Move) -> Undo {
        let before = Undo {
            key: self.key,
            castling: self.castling,
            halfmove_clock: self.halfmove_clock,
            en_passant: self.en_passant,
            en_passant_legal: self.en_passant_legal,
            captured: None,
        };
        Undo { captured: self.advance(m), ..before }
    }

    /// Plays a move for good and tells what kind of man it has captured.
    ///
    /// The move must be legal here, or at least pseudo-legal; this is not checked, as callers have just found it among the legal moves.
    /// With any other move the position loses its guarantees, and what is asked of it later may be wrong or panic.
    #[inline]
    pub fn advance(&mut self, m: Move) -> Option<Kind> {
        self.advance_man(self.kind_index_at(m.from()), m)
    }

    /// [`Position::advance`] for a caller that knows what kind of man moves, by its index.
    #[inline]
    pub(super) fn advance_man(&mut self, kind: usize, m: Move) -> Option<Kind> {
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
                self.toggle(us.other(), Kind::Pawn, en_passant_victim(to));
                return Some(Kind::Pawn);
            }
            MoveKind::Normal | MoveKind::Castle => {}
        }
        captured
    }

    /// [`Position::advance_man`] for an ordinary move of the side to move, `us`.
    #[inline(always)]
    pub(super) fn advance_normal(&mut self, us: Color, kind: usize, from: Square, to: Square) -> Option<Kind> {
        self.pass_turn(us);
        self.play_man(us, kind, from, to)
    }

    /// What every move does but for the men: it is the other side's turn.
    #[inline(always)]
    fn pass_turn(&mut self, us: Color) {
        if self.en_passant_legal {
            self.forget_en_passant();
        }
        self.fullmove_number = self.fullmove_number.wrapping_add(us as u32);
        self.turn = us.other();
        self.key ^= zobrist::black_to_move();
    }

    /// Takes back the last move played.
    #[inline]
    pub fn undo(&mut self, m: Move, undo: Undo) {
        let us = self.turn.other();
        let (from, to) = (m.from(), m.to());
        match m.kind() {
            MoveKind::Normal => self.unplay_man(us, self.kind_at(to), from, to),
            MoveKind::Promotion(kind) => {
                self.flip(us, kind, Bitboard::of(to));
                self.flip(us, Kind::Pawn, Bitboard::of(from));
            }
            MoveKind::EnPassant => self.unplay_man(us, Kind::Pawn, from, to),
            MoveKind::Castle => {
                let (king_to, rook_to) = castling_targets(us, CastlingSide::of(from, to));
                self.flip(us, Kind::King, Bitboard::of(from) ^ Bitboard::of(king_to));
                self.flip(us, Kind::Rook, Bitboard::of(to) ^ Bitboard::of(rook_to));
            }
        }
        if let Some(kind) = undo.captured {
            let square = if m.kind() == MoveKind::EnPassant { en_passant_victim(to) } else { to };
            self.flip(us.other(), kind, Bitboard::of(square));
        }
        self.key = undo.key;
        self.castling = undo.castling;
        self.halfmove_clock = undo.halfmove_clock;
        self.fullmove_number = self.fullmove_number.wrapping_sub(us as u32);
        self.en_passant = undo.en_passant;
        self.en_passant_legal = undo.en_passant_legal;
        self.turn = us;
    }

    /// The position if the side to move could pass. `None` if it is in check: the king would be left there.
    #[must_use]
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

    /// The position after a move; see [`Position::play`] for what the move must be.
    #[must_use]
    #[inline]
    pub fn after(&self, m: Move) -> Self {
        let mut position = self.clone();
        position.advance(m);
        position
    }

    /// The key after a piece's move to an empty square by which no castling right is lost, without playing it.
    #[must_use]
    #[inline]
    pub fn key_after_step(&self, m: Move) -> u64 {
        let (us, kind) = (self.turn, self.kind_index_at(m.from()));
        let path = zobrist::man(us, kind, m.from()) ^ zobrist::man(us, kind, m.to());
        let en_passant = self.legal_en_passant().map_or(0, |square| zobrist::en_passant(square.file()));
        self.key ^ path ^ en_passant ^ zobrist::black_to_move()
    }

    /// Moves one man and takes what stands on `to`. What kind of man moves decides no branch: it cannot be foreseen.
    #[inline(always)]
    fn play_man(&mut self, us: Color, kind: usize, from: Square, to: Square) -> Option<Kind> {
        let them = us.other();
        let path = Bitboard::of(from) ^ Bitboard::of(to);

        let captured = if self.colors(them).contains(to) { Some(self.take(them, to)) } else { None };
        self.kinds[kind] ^= path;
        self.colors[us.index()] ^= path;
        self.key ^= zobrist::man(us, kind, from) ^ zobrist::man(us, kind, to);

        let is_king = kind == Kind::King.index();
        let own_rights = if is_king { Bitboard::of_rank(us.back_rank()) } else { Bitboard::EMPTY };
        if !(self.castling & (path | own_rights)).is_empty() {
            self.lose_castling(path | own_rights);
        }

        // A product, for a branch on the kind of man could not be foreseen.
        let is_pawn = kind == Kind::Pawn.index();
        let goes_on = u32::from(!(is_pawn | captured.is_some()));
        self.halfmove_clock = self.halfmove_clock.saturating_add(1) * goes_on;
        self.en_passant = None;
        // A double step of a pawn, whose kind is 0, in one comparison.
        if (from.index() ^ to.index()) | kind << 6 == 16 {
            let passed = Square::from_index(from.index().midpoint(to.index()) as u8);
            self.en_passant = Some(passed);
            if !(attacks::pawn(us, passed) & self.pieces(them, Kind::Pawn)).is_empty() {
                self.weigh_en_passant(passed);
            }
        }
        captured
    }

    /// Takes the man of this colour off its square.
    #[inline]
    fn take(&mut self, color: Color, square: Square) -> Kind {
        let kind = Kind::from_index(self.kind_index_at(square));
        self.toggle(color, kind, square);
        kind
    }

    /// The pawn that has arrived becomes a piece.
    #[cold]
    fn promote(&mut self, us: Color, kind: Kind, square: Square) {
        self.toggle(us, Kind::Pawn, square);
        self.toggle(us, kind, square);
    }

    /// King takes own rook: both leave, then both arrive, for in Chess960 their squares may coincide.
    #[cold]
    fn play_castling(&mut self, us: Color, king: Square, rook: Square) {
        let (king_to, rook_to) = castling_targets(us, CastlingSide::of(king, rook));
        self.toggle(us, Kind::King, king);
        self.toggle(us, Kind::Rook, rook);
        self.toggle(us, Kind::King, king_to);
        self.toggle(us, Kind::Rook, rook_to);
        self.lose_castling(Bitboard::of_rank(us.back_rank()));
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.en_passant = None;
    }

    /// A king has moved, or a rook with the right has moved or was captured (Laws 3.8.2.1).
    #[cold]
    fn lose_castling(&mut self, rooks: Bitboard) {
        self.key ^= zobrist::castlings(self.castling & rooks);
        self.castling &= !rooks;
    }

    #[cold]
    fn forget_en_passant(&mut self) {
        if let Some(square) = self.en_passant {
            self.key ^= zobrist::en_passant(square.file());
        }
        self.en_passant_legal = false;
    }

    /// After a double step beside an enemy pawn: can it be captured? (Laws 3.7.3.1, 9.2.3.1)
    #[cold]
    pub(super) fn weigh_en_passant(&mut self, passed: Square) {
        self.settle_en_passant();
        if self.en_passant_legal {
            self.key ^= zobrist::en_passant(passed.file());
        }
    }

    #[inline]
    fn unplay_man(&mut self, us: Color, kind: Kind, from: Square, to: Square) {
        self.flip(us, kind, Bitboard::of(from) ^ Bitboard::of(to));
    }

    /// Puts a man on a square or takes it away, and keeps the key.
    #[inline]
    fn toggle(&mut self, color: Color, kind: Kind, square: Square) {
        self.flip(color, kind, Bitboard::of(square));
        self.key ^= zobrist::man(color, kind.index(), square);
    }

    #[inline]
    fn flip(&mut self, color: Color, kind: Kind, squares: Bitboard) {
        self.kinds[kind.index()] ^= squares;
        self.colors[color.index()] ^= squares;
    }
}
