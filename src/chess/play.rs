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
    fullmove_number: u32,
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
    /// The move must be legal here, or at least pseudo-legal; this is not checked, as callers have just found it among the legal moves.
    /// With any other move the position becomes meaningless (but nothing panics).
    #[inline]
    pub fn play(&mut self, m: Move) -> Undo {
        let us = self.turn;
        let mut undo = Undo {
            key: self.key,
            castling: self.castling,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
            en_passant: self.en_passant,
            en_passant_legal: self.en_passant_legal,
            captured: None,
        };
        if self.en_passant_legal {
            self.forget_en_passant();
        }
        self.en_passant = None;
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.fullmove_number = self.fullmove_number.saturating_add(us as u32);
        self.key ^= zobrist::black_to_move();
        match m.kind() {
            MoveKind::Normal => undo.captured = self.play_man(m.from(), m.to()),
            MoveKind::Promotion(kind) => {
                undo.captured = self.play_man(m.from(), m.to());
                self.toggle(us, Kind::Pawn, m.to());
                self.toggle(us, kind, m.to());
            }
            MoveKind::EnPassant => {
                self.play_man(m.from(), m.to());
                self.toggle(us.other(), Kind::Pawn, en_passant_victim(m.to()));
                undo.captured = Some(Kind::Pawn);
            }
            MoveKind::Castle => self.play_castling(m.from(), m.to()),
        }
        self.turn = us.other();
        if self.en_passant.is_some() {
            self.weigh_en_passant();
        }
        undo
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
        self.fullmove_number = undo.fullmove_number;
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
        position.play(m);
        position
    }

    /// Moves one man and takes what stands on `to`. No branch asks what moves and what is taken.
    #[inline]
    fn play_man(&mut self, from: Square, to: Square) -> Option<Kind> {
        let (us, them) = (self.turn, self.turn.other());
        let kind = self.kind_at(from);
        let victim = self.kind_at(to);
        let capture = self.colors(them).0 >> to.index() & 1;
        let path = Bitboard::of(from) ^ Bitboard::of(to);

        self.flip(them, victim, Bitboard(capture << to.index()));
        self.flip(us, kind, path);
        self.key ^= zobrist::man(us, kind, from) ^ zobrist::man(us, kind, to);
        self.key ^= zobrist::man(them, victim, to) & capture.wrapping_neg();

        if !self.castling.is_empty() && (kind == Kind::King || !(self.castling & path).is_empty()) {
            self.lose_castling(kind, path);
        }
        if kind == Kind::Pawn {
            self.halfmove_clock = 0;
            if from.index() ^ to.index() == 16 {
                self.en_passant = Some(Square::from_index(from.index().midpoint(to.index()) as u8));
            }
        }
        if capture == 0 {
            return None;
        }
        self.halfmove_clock = 0;
        Some(victim)
    }

    /// King takes own rook: both leave, then both arrive, for in Chess960 their squares may coincide.
    #[cold]
    fn play_castling(&mut self, king: Square, rook: Square) {
        let us = self.turn;
        let (king_to, rook_to) = castling_targets(us, CastlingSide::of(king, rook));
        self.toggle(us, Kind::King, king);
        self.toggle(us, Kind::Rook, rook);
        self.toggle(us, Kind::King, king_to);
        self.toggle(us, Kind::Rook, rook_to);
        self.drop_castling(Bitboard::of_rank(us.back_rank()));
    }

    /// The king has moved, or a rook with the right has moved or was captured (Laws 3.8.2.1).
    #[inline(never)]
    fn lose_castling(&mut self, kind: Kind, path: Bitboard) {
        let own_rights = if kind == Kind::King { Bitboard::of_rank(self.turn.back_rank()) } else { Bitboard::EMPTY };
        self.drop_castling(path | own_rights);
    }

    fn drop_castling(&mut self, rooks: Bitboard) {
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

    /// After a double step, with the opponent to move: can the pawn be captured? (Laws 3.7.3.1, 9.2.3.1)
    #[inline]
    fn weigh_en_passant(&mut self) {
        let Some(to) = self.en_passant else { return };
        let beside = attacks::pawn(self.turn.other(), to) & self.pieces(self.turn, Kind::Pawn);
        if beside.is_empty() {
            return;
        }
        self.settle_en_passant();
        if self.en_passant_legal {
            self.key ^= zobrist::en_passant(to.file());
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
        self.key ^= zobrist::man(color, kind, square);
    }

    #[inline]
    fn flip(&mut self, color: Color, kind: Kind, squares: Bitboard) {
        self.kinds[kind.index()] ^= squares;
        self.colors[color.index()] ^= squares;
    }
}
