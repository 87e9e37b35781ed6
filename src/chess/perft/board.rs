//! The board that the fast tiers count on: the first cache line of a [`Position`], its rights, and nothing else.
//!
//! Sets of squares are plain `u64` in this room (bit 0 is `a1`): most of what is done with them is arithmetic.

use super::super::attacks;
use super::super::bitboard::Bitboard;
use super::super::legality::castling_targets;
use super::super::piece::{Color, Kind};
use super::super::position::{CastlingSide, Position};
use super::super::square::Square;
use super::side::Side;

/// The index of pawns among the kinds.
pub(super) const PAWN: usize = Kind::Pawn.index();
/// The index of knights among the kinds.
pub(super) const KNIGHT: usize = Kind::Knight.index();
/// The index of bishops among the kinds.
pub(super) const BISHOP: usize = Kind::Bishop.index();
/// The index of rooks among the kinds.
pub(super) const ROOK: usize = Kind::Rook.index();
/// The index of queens among the kinds.
pub(super) const QUEEN: usize = Kind::Queen.index();
/// The index of kings among the kinds.
pub(super) const KING: usize = Kind::King.index();

/// A node of the tree: the pieces, and what else decides which moves are legal. Whose move it is, is a type.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Node {
    /// Pawns, knights, bishops, rooks, queens, kings of both sides.
    pub(super) kinds: [u64; 6],
    /// White's pieces, Black's pieces.
    pub(super) colors: [u64; 2],
    /// The rooks with which their side may still castle.
    pub(super) castling: u64,
    /// The square that a pawn has just passed over and where a pawn stands to capture it; empty if there is none.
    pub(super) en_passant: u64,
}

impl Node {
    pub(super) fn new(position: &Position) -> Self {
        Self {
            kinds: position.kinds.map(|set| set.0),
            colors: position.colors.map(|set| set.0),
            castling: position.castling().0,
            en_passant: position.legal_en_passant().map_or(0, |square| Bitboard::of(square).0),
        }
    }

    /// A side's pieces.
    #[inline(always)]
    pub(super) fn men<S: Side>(&self) -> u64 {
        self.colors[S::COLOR.index()]
    }

    /// All squares a piece is on.
    #[inline(always)]
    pub(super) fn occupied(&self) -> u64 {
        self.colors[0] | self.colors[1]
    }

    /// A side's pieces of one kind.
    #[inline(always)]
    pub(super) fn pieces<S: Side>(&self, kind: usize) -> u64 {
        self.kinds[kind] & self.men::<S>()
    }

    /// A side's bishops and queens.
    #[inline(always)]
    pub(super) fn diagonal<S: Side>(&self) -> u64 {
        (self.kinds[BISHOP] | self.kinds[QUEEN]) & self.men::<S>()
    }

    /// A side's rooks and queens.
    #[inline(always)]
    pub(super) fn straight<S: Side>(&self) -> u64 {
        (self.kinds[ROOK] | self.kinds[QUEEN]) & self.men::<S>()
    }

    /// The node after a piece of side `S` has gone from one square to another, taking what stands there.
    #[inline(always)]
    pub(super) fn after<S: Side>(&self, kind: usize, from: u64, to: u64) -> Self {
        let path = from | to;
        let lost = if kind == KING { path | S::BACK_RANK } else { path };
        let mut next = Self { castling: self.castling & !lost, en_passant: 0, ..*self };
        for set in &mut next.kinds {
            *set &= !to;
        }
        next.kinds[kind] ^= path;
        next.colors[S::COLOR.index()] ^= path;
        next.colors[S::Other::COLOR.index()] &= !to;
        next
    }

    /// After a pawn has gone to the last rank and become a piece of this kind.
    #[inline(always)]
    pub(super) fn after_promotion<S: Side>(&self, kind: usize, from: u64, to: u64) -> Self {
        let mut next = self.after::<S>(PAWN, from, to);
        next.kinds[PAWN] ^= to;
        next.kinds[kind] ^= to;
        next
    }

    /// After a double step. A right to capture en passant arises only where a pawn could use it.
    #[inline(always)]
    pub(super) fn after_double_step<S: Side>(&self, from: u64, to: u64) -> Self {
        let passed = S::forward(from);
        let next = self.after::<S>(PAWN, from, to);
        let is_seen = S::pawn_attacks(passed) & self.pieces::<S::Other>(PAWN) != 0;
        Self { en_passant: if is_seen { passed } else { 0 }, ..next }
    }

    /// After a capture en passant.
    #[inline(always)]
    pub(super) fn after_en_passant<S: Side>(&self, from: u64) -> Self {
        let victim = S::back(self.en_passant);
        let mut next = self.after::<S>(PAWN, from, self.en_passant);
        next.kinds[PAWN] ^= victim;
        next.colors[S::Other::COLOR.index()] ^= victim;
        next
    }

    /// After castling.
    #[inline(always)]
    pub(super) fn after_castling<S: Side>(&self, castle: &Castle) -> Self {
        let mut next = Self { castling: self.castling & !S::BACK_RANK, en_passant: 0, ..*self };
        next.kinds[KING] ^= castle.king_path;
        next.kinds[ROOK] ^= castle.rook_path;
        next.colors[S::COLOR.index()] ^= castle.king_path ^ castle.rook_path;
        next
    }
}

/// One of the four ways to castle. While the right lasts, king and rook have not moved, so that all the squares that
/// matter are known before the count begins, those of Chess960 like any others.
///
/// `danger` below is what the opponent attacks, the king taken off the board. It is asked about with the rook still in
/// its old place. That can be wrong only on the rank on which both move, and only if the rook's leaving uncovers the
/// king: he is not in check, so an attacker must stand beyond the rook, seen from him. Beyond an `a`- or `h`-rook there
/// is nothing; a rook on the king's last square or behind it does not cover that square. There remains a rook on the
/// b-file, which covers the king on the c-file against a rook or queen on the a-file: this is `guard`.
///
/// ```text
///     a b c d e f g h           a b c d
///   1 q R . . K . . .    -->  1 q . K R      illegal: the queen on a1 was covered by the rook
/// ```
#[derive(Clone, Copy, Default)]
pub(super) struct Castle {
    /// The rook; empty if there is no such right.
    pub(super) rook: u64,
    /// Squares on which no piece may stand but the king and the rook themselves (Laws 3.8.2.2.2).
    pub(super) vacant: u64,
    /// Squares the king passes and ends on, not where he starts: none may be attacked (Laws 3.8.2.2.1).
    pub(super) walk: u64,
    /// A square on which the opponent must have no rook or queen.
    pub(super) guard: u64,
    /// Where the king leaves and arrives; empty if he stays.
    pub(super) king_path: u64,
    /// Where the rook leaves and arrives; empty if it stays.
    pub(super) rook_path: u64,
}

impl Castle {
    fn new(color: Color, king: Square, rook: Square) -> Self {
        let side = CastlingSide::of(king, rook);
        let (king_to, rook_to) = castling_targets(color, side);
        let [king_bit, rook_bit, king_end, rook_end] = [king, rook, king_to, rook_to].map(|square| 1 << square.index());
        let king_walk = attacks::between(king, king_to).0 | king_end;
        let rook_walk = attacks::between(rook, rook_to).0 | rook_end | attacks::between(king, rook).0;
        let is_on_b = rook.file().index() == 1;
        Self {
            rook: rook_bit,
            vacant: (king_walk | rook_walk) & !(king_bit | rook_bit),
            walk: king_walk & !king_bit,
            guard: if side == CastlingSide::Queen && is_on_b { rook_bit >> 1 } else { 0 },
            king_path: king_bit ^ king_end,
            rook_path: rook_bit ^ rook_end,
        }
    }

    /// Whether a side that is not in check may castle so now.
    ///
    /// `danger` is what the opponent attacks with the king taken away, `straight` are the opponent's rooks and queens.
    #[inline(always)]
    pub(super) fn is_legal(&self, rights: u64, occupied: u64, danger: u64, straight: u64) -> bool {
        rights & self.rook != 0 && (occupied & self.vacant) | (danger & self.walk) | (straight & self.guard) == 0
    }
}

/// The ways to castle that a count can meet: for each color, towards the h-file and towards the a-file.
#[derive(Clone, Copy)]
pub(super) struct Castles([[Castle; 2]; 2]);

impl Castles {
    pub(super) fn new(position: &Position) -> Self {
        Self(Color::BOTH.map(|color| {
            CastlingSide::BOTH.map(|side| {
                let rook = position.castling_rook(color, side);
                rook.map_or_else(Castle::default, |rook| Castle::new(color, position.king(color), rook))
            })
        }))
    }

    /// A side's two ways.
    #[inline(always)]
    pub(super) fn of<S: Side>(&self) -> &[Castle; 2] {
        &self.0[S::COLOR.index()]
    }
}

/// The squares of a set, lowest index first.
pub(super) struct Squares(pub(super) u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = Square::from_index(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(square)
    }
}

/// The sets of one square each that make up a set, lowest index first.
pub(super) struct Bits(pub(super) u64);

impl Iterator for Bits {
    type Item = u64;

    #[inline(always)]
    fn next(&mut self) -> Option<u64> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0 & self.0.wrapping_neg();
        self.0 ^= bit;
        Some(bit)
    }
}

/// The square of lowest index in a set that is not empty.
#[inline(always)]
pub(super) fn first(set: u64) -> Square {
    Square::from_index(set.trailing_zeros() as u8)
}

/// The set of one square.
#[inline(always)]
pub(super) fn bit(square: Square) -> u64 {
    1 << square.index()
}
