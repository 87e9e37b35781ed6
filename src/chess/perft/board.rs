//! The board of the fast tiers: the pieces of a [`Position`], its castling rights and its en passant square; and the two
//! sides as types.
//!
//! Sets of squares are plain `u64` in this module (bit 0 is `a1`), because most operations on them are arithmetic.

use super::super::attacks;
use super::super::bitboard::Bitboard;
use super::super::legality::castling_targets;
use super::super::piece::{Color, PieceType};
use super::super::position::{CastlingSide, Position};
use super::super::square::Square;

/// The index of pawns among the kinds.
pub(super) const PAWN: usize = PieceType::Pawn.index();
/// The index of knights among the kinds.
pub(super) const KNIGHT: usize = PieceType::Knight.index();
/// The index of bishops among the kinds.
pub(super) const BISHOP: usize = PieceType::Bishop.index();
/// The index of rooks among the kinds.
pub(super) const ROOK: usize = PieceType::Rook.index();
/// The index of queens among the kinds.
pub(super) const QUEEN: usize = PieceType::Queen.index();
/// The index of kings among the kinds.
pub(super) const KING: usize = PieceType::King.index();

/// A node of the tree: all that decides which moves are legal, except the turn, which is a type.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Node {
    /// Pawns, knights, bishops, rooks, queens, kings of both sides.
    pub(super) kinds: [u64; 6],
    /// White's pieces, Black's pieces.
    pub(super) colors: [u64; 2],
    /// The rooks that have the right to castle.
    pub(super) castling: u64,
    /// The square that a double step has just passed over, if an enemy pawn attacks it; else empty.
    pub(super) en_passant: u64,
}

impl Node {
    pub(super) fn new(position: &Position) -> Self {
        Self {
            kinds: position.kinds.map(|set| set.0),
            colors: position.colors.map(|set| set.0),
            castling: position.castling().0,
            en_passant: position.legal_en_passant().map_or(0, |square| Bitboard::from_square(square).0),
        }
    }

    /// All pieces of a side, pawns included.
    #[inline(always)]
    pub(super) fn all_pieces<S: Side>(&self) -> u64 {
        self.colors[S::COLOR.index()]
    }

    #[inline(always)]
    pub(super) fn occupied(&self) -> u64 {
        self.colors[0] | self.colors[1]
    }

    #[inline(always)]
    pub(super) fn pieces<S: Side>(&self, kind: usize) -> u64 {
        self.kinds[kind] & self.all_pieces::<S>()
    }

    /// A side's bishops and queens.
    #[inline(always)]
    pub(super) fn diagonal<S: Side>(&self) -> u64 {
        (self.kinds[BISHOP] | self.kinds[QUEEN]) & self.all_pieces::<S>()
    }

    /// A side's rooks and queens.
    #[inline(always)]
    pub(super) fn straight<S: Side>(&self) -> u64 {
        (self.kinds[ROOK] | self.kinds[QUEEN]) & self.all_pieces::<S>()
    }

    /// The node after a move or capture by a piece of side `S`.
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

    /// The node after a promotion to a piece of this kind.
    #[inline(always)]
    pub(super) fn after_promotion<S: Side>(&self, kind: usize, from: u64, to: u64) -> Self {
        let mut next = self.after::<S>(PAWN, from, to);
        next.kinds[PAWN] ^= to;
        next.kinds[kind] ^= to;
        next
    }

    /// The node after a double step. The en passant square is set only if an enemy pawn attacks it.
    #[inline(always)]
    pub(super) fn after_double_step<S: Side>(&self, from: u64, to: u64) -> Self {
        let passed = S::forward(from);
        let next = self.after::<S>(PAWN, from, to);
        let can_capture = S::pawn_attacks(passed) & self.pieces::<S::Other>(PAWN) != 0;
        Self { en_passant: if can_capture { passed } else { 0 }, ..next }
    }

    /// The node after a capture en passant.
    #[inline(always)]
    pub(super) fn after_en_passant<S: Side>(&self, from: u64) -> Self {
        let victim = S::back(self.en_passant);
        let mut next = self.after::<S>(PAWN, from, self.en_passant);
        next.kinds[PAWN] ^= victim;
        next.colors[S::Other::COLOR.index()] ^= victim;
        next
    }

    #[inline(always)]
    pub(super) fn after_castling<S: Side>(&self, castle: &Castle) -> Self {
        let mut next = Self { castling: self.castling & !S::BACK_RANK, en_passant: 0, ..*self };
        next.kinds[KING] ^= castle.king_path;
        next.kinds[ROOK] ^= castle.rook_path;
        next.colors[S::COLOR.index()] ^= castle.king_path ^ castle.rook_path;
        next
    }
}

/// One of the four ways to castle. While the right exists, king and rook have not moved. So all relevant squares are
/// known before the count starts, also in Chess960.
///
/// `danger` in [`Castle::is_legal`] is the set of squares that the opponent attacks with the king removed, but with the
/// rook still on its old square. That differs from the position after castling only if the rook uncovers an attack
/// along the back rank. The king is not in check, so the attacker must be beyond the rook. No square is beyond a rook
/// on the a- or h-file, and a rook on or beyond the king's final square does not cover it. The only case left is a rook
/// on the b-file that covers the king on the c-file against a rook or queen on the a-file; its square is `guard`.
///
/// ```text
///     a b c d e f g h           a b c d
///   1 q R . . K . . .    -->  1 q . K R      illegal: the queen on a1 was covered by the rook
/// ```
#[derive(Clone, Copy, Default)]
pub(super) struct Castle {
    /// The rook; empty if the right does not exist.
    pub(super) rook: u64,
    /// The squares that must be vacant except for king and rook (Laws 3.8.2.2.2).
    pub(super) vacant: u64,
    /// The squares that the king crosses and ends on, without its first: none may be attacked (Laws 3.8.2.2.1).
    pub(super) king_squares: u64,
    /// A square that must not hold a rook or queen of the opponent.
    pub(super) guard: u64,
    /// The king's origin and target; empty if they are equal.
    pub(super) king_path: u64,
    /// The rook's origin and target; empty if they are equal.
    pub(super) rook_path: u64,
}

impl Castle {
    fn new(color: Color, king: Square, rook: Square) -> Self {
        let side = CastlingSide::new(king, rook);
        let (king_to, rook_to) = castling_targets(color, side);
        let [king_bit, rook_bit, king_end, rook_end] = [king, rook, king_to, rook_to].map(|square| 1 << square.index());
        let king_crossed = attacks::between(king, king_to).0 | king_end;
        let rook_crossed = attacks::between(rook, rook_to).0 | rook_end | attacks::between(king, rook).0;
        let is_on_b = rook.file().index() == 1;
        Self {
            rook: rook_bit,
            vacant: (king_crossed | rook_crossed) & !(king_bit | rook_bit),
            king_squares: king_crossed & !king_bit,
            guard: if side == CastlingSide::Queen && is_on_b { rook_bit >> 1 } else { 0 },
            king_path: king_bit ^ king_end,
            rook_path: rook_bit ^ rook_end,
        }
    }

    /// Whether this castling is legal now for a side that is not in check.
    ///
    /// `danger` are the squares that the opponent attacks with the king removed, `straight` are its rooks and queens.
    #[inline(always)]
    pub(super) fn is_legal(&self, rights: u64, occupied: u64, danger: u64, straight: u64) -> bool {
        rights & self.rook != 0
            && (occupied & self.vacant) | (danger & self.king_squares) | (straight & self.guard) == 0
    }
}

/// The ways to castle in a count: for each color, kingside and queenside.
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

    /// The two ways of a side.
    #[inline(always)]
    pub(super) fn for_side<S: Side>(&self) -> &[Castle; 2] {
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

/// The squares of a set as sets of one square each, lowest index first.
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

/// The square with the lowest index; the set must not be empty.
#[inline(always)]
pub(super) fn first(set: u64) -> Square {
    Square::from_index(set.trailing_zeros() as u8)
}

#[inline(always)]
pub(super) fn bit(square: Square) -> u64 {
    1 << square.index()
}

// The two sides as types, so that code is compiled for each of them.

pub(super) const A_FILE: u64 = 0x0101_0101_0101_0101;
pub(super) const H_FILE: u64 = A_FILE << 7;
pub(super) const FIRST_RANK: u64 = 0xff;

/// A side, [`White`] or [`Black`]. Its steps move whole sets of squares and drop those that leave the board.
pub(super) trait Side: Copy {
    /// The opponent.
    type Other: Side<Other = Self>;
    const COLOR: Color;
    /// The rank on which its king and rooks start.
    const BACK_RANK: u64;
    /// The rank on which its pawns promote.
    const LAST_RANK: u64;
    /// The rank of a pawn after a single step from its start, and halfway through a double step.
    const THIRD_RANK: u64;
    fn forward(set: u64) -> u64;
    /// The captures of pawns towards the a-file.
    fn capture_left(set: u64) -> u64;
    /// The captures of pawns towards the h-file.
    fn capture_right(set: u64) -> u64;

    #[inline(always)]
    fn back(set: u64) -> u64 {
        Self::Other::forward(set)
    }

    /// The origins of pawn captures towards the a-file with these targets.
    #[inline(always)]
    fn left_origins(set: u64) -> u64 {
        Self::Other::capture_right(set)
    }

    /// The origins of pawn captures towards the h-file with these targets.
    #[inline(always)]
    fn right_origins(set: u64) -> u64 {
        Self::Other::capture_left(set)
    }

    #[inline(always)]
    fn pawn_attacks(set: u64) -> u64 {
        Self::capture_left(set) | Self::capture_right(set)
    }
}

/// The side whose pawns move up the board.
#[derive(Clone, Copy)]
pub(super) struct White;

/// The side whose pawns move down the board.
#[derive(Clone, Copy)]
pub(super) struct Black;

impl Side for White {
    type Other = Black;
    const COLOR: Color = Color::White;
    const BACK_RANK: u64 = FIRST_RANK;
    const LAST_RANK: u64 = FIRST_RANK << 56;
    const THIRD_RANK: u64 = FIRST_RANK << 16;

    #[inline(always)]
    fn forward(set: u64) -> u64 {
        set << 8
    }

    #[inline(always)]
    fn capture_left(set: u64) -> u64 {
        (set & !A_FILE) << 7
    }

    #[inline(always)]
    fn capture_right(set: u64) -> u64 {
        (set & !H_FILE) << 9
    }
}

impl Side for Black {
    type Other = White;
    const COLOR: Color = Color::Black;
    const BACK_RANK: u64 = FIRST_RANK << 56;
    const LAST_RANK: u64 = FIRST_RANK;
    const THIRD_RANK: u64 = FIRST_RANK << 40;

    #[inline(always)]
    fn forward(set: u64) -> u64 {
        set >> 8
    }

    #[inline(always)]
    fn capture_left(set: u64) -> u64 {
        (set & !A_FILE) >> 9
    }

    #[inline(always)]
    fn capture_right(set: u64) -> u64 {
        (set & !H_FILE) >> 7
    }
}
