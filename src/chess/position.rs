//! A position that can be played from, as bitboards.
//!
//! What may be relied on, because [`Setup`](super::setup::Setup) lets nothing else in and playing legal moves keeps it:
//! each side has one king and at most sixteen men, no pawn stands on the first or last rank, the side that has just
//! moved is not in check, and every castling right has its king and rook in place.

use std::fmt;
use std::sync::OnceLock;

use super::attacks::{self, sets};
use super::bitboard::Bitboard;
use super::piece::{Color, Kind, Piece};
use super::square::{File, Rank, Square};
use super::zobrist;

/// A playable position: the men, who has the move, the rights, and the two counters of a FEN.
///
/// The first cache line holds exactly the men, so that they can be read as one 64-byte vector:
///
/// ```text
///   bytes  0..48  pawns, knights, bishops, rooks, queens, kings of both sides
///         48..64  White's men, Black's men
///         64..    key, rights, counters, en passant, side to move
/// ```
#[derive(Clone, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Position {
    pub(super) kinds: [Bitboard; 6],
    pub(super) colors: [Bitboard; 2],
    pub(super) key: u64,
    // Not beside the key: an `Undo` would copy both in one load, which has to wait for the two stores before it.
    pub(super) halfmove_clock: u32,
    pub(super) fullmove_number: u32,
    pub(super) castling: Bitboard,
    pub(super) en_passant: Option<Square>,
    pub(super) en_passant_legal: bool,
    pub(super) turn: Color,
}

const _: () = assert!(size_of::<Position>() == 128);
const _: () = assert!(std::mem::offset_of!(Position, key) == 64);

/// The two ways to castle. In Chess960 too they are told apart by where the rook is seen from the king.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CastlingSide {
    /// `O-O`: with the rook on the higher file; the king ends on the g-file, the rook on the f-file.
    King,
    /// `O-O-O`: with the rook on the lower file; the king ends on the c-file, the rook on the d-file.
    Queen,
}

impl CastlingSide {
    /// Both sides, the king's first.
    pub const BOTH: [Self; 2] = [Self::King, Self::Queen];

    /// The side on which a rook stands, seen from its king on the same rank.
    #[must_use]
    #[inline]
    pub const fn of(king: Square, rook: Square) -> Self {
        if rook.index() > king.index() { Self::King } else { Self::Queen }
    }

    /// The file on which the king ends: g or c (Laws 3.8.2; Guidelines II.3.2 for Chess960).
    #[must_use]
    #[inline]
    pub const fn king_file(self) -> File {
        File::from_index(match self {
            Self::King => 6,
            Self::Queen => 2,
        })
    }

    /// The file on which the rook ends: f or d.
    #[must_use]
    #[inline]
    pub const fn rook_file(self) -> File {
        File::from_index(match self {
            Self::King => 5,
            Self::Queen => 3,
        })
    }
}

impl Color {
    /// The rank on which this side's pieces start: the first for White, the eighth for Black.
    #[must_use]
    #[inline]
    pub const fn back_rank(self) -> Rank {
        match self {
            Self::White => Rank::from_index(0),
            Self::Black => Rank::from_index(7),
        }
    }
}

/// The initial position, with its key.
static INITIAL: OnceLock<Position> = OnceLock::new();

impl Position {
    /// The initial position of standard chess (Laws 2.3).
    #[must_use]
    #[inline]
    pub fn initial() -> Self {
        INITIAL.get_or_init(Self::make_initial).clone()
    }

    #[cold]
    fn make_initial() -> Self {
        let mut position = Self {
            kinds: [
                Bitboard(0x00ff_0000_0000_ff00),
                Bitboard(0x4200_0000_0000_0042),
                Bitboard(0x2400_0000_0000_0024),
                Bitboard(0x8100_0000_0000_0081),
                Bitboard(0x0800_0000_0000_0008),
                Bitboard(0x1000_0000_0000_0010),
            ],
            colors: [Bitboard(0xffff), Bitboard(0xffff << 48)],
            key: 0,
            castling: Bitboard(0x8100_0000_0000_0081),
            halfmove_clock: 0,
            fullmove_number: 1,
            en_passant: None,
            en_passant_legal: false,
            turn: Color::White,
        };
        position.key = position.key_from_scratch();
        position
    }

    /// All men of one kind, of both sides.
    #[must_use]
    #[inline]
    pub const fn kinds(&self, kind: Kind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// All men of one side.
    #[must_use]
    #[inline]
    pub const fn colors(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// One side's men of one kind.
    #[must_use]
    #[inline]
    pub fn pieces(&self, color: Color, kind: Kind) -> Bitboard {
        self.colors(color) & self.kinds(kind)
    }

    /// All squares a man stands on.
    #[must_use]
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The man on a square.
    #[must_use]
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        if !self.occupied().contains(square) {
            return None;
        }
        let color = if self.colors(Color::White).contains(square) { Color::White } else { Color::Black };
        Some(Piece { color, kind: self.kind_at(square) })
    }

    /// The kind of man on an occupied square; a pawn if the square is vacant.
    #[must_use]
    #[inline]
    pub fn kind_of(&self, square: Square) -> Kind {
        self.kind_at(square)
    }

    /// Where a side's king is.
    #[must_use]
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        Square::from_index(self.pieces(color, Kind::King).0.trailing_zeros() as u8)
    }

    /// The side that has the move (Laws 1.2).
    #[must_use]
    #[inline]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The square passed over by a pawn whose double step was the last move, whether or not it can be captured there.
    #[must_use]
    #[inline]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The same, but only if a capture en passant is fully legal; that is what makes positions differ (Laws 9.2.3.1).
    #[must_use]
    #[inline]
    pub const fn legal_en_passant(&self) -> Option<Square> {
        if self.en_passant_legal { self.en_passant } else { None }
    }

    /// The squares of the rooks with which their side has not lost the right to castle (Laws 3.8.2.1).
    #[must_use]
    #[inline]
    pub const fn castling(&self) -> Bitboard {
        self.castling
    }

    /// The rook with which a side still has the right to castle on that side.
    #[must_use]
    #[inline]
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        let below_king = (1_u64 << self.king(color).index()) - 1;
        let half = match side {
            CastlingSide::King => !below_king,
            CastlingSide::Queen => below_king,
        };
        (self.castling & self.colors(color) & Bitboard(half)).first()
    }

    /// Whether all rights are those of standard chess: kings on the e-file, rooks in the corners.
    #[must_use]
    pub fn has_standard_castling(&self) -> bool {
        const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);
        (self.castling & !CORNERS).is_empty()
            && Color::BOTH.into_iter().all(|color| {
                let rights = self.castling & self.colors(color);
                rights.is_empty() || self.king(color).file().index() == 4
            })
    }

    /// Plies since the last capture or pawn move; not capped at 100, for the 75-move rule counts on (Laws 9.3, 9.6.2).
    #[must_use]
    #[inline]
    pub const fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }

    /// The number of the move to be played next, as printed; it grows after Black's move, and after 4,294,967,295 it is 0.
    #[must_use]
    #[inline]
    pub const fn fullmove_number(&self) -> u32 {
        self.fullmove_number
    }

    /// A 64-bit key: equal for positions that are the same by Laws 9.2.3, different for others but by accident.
    ///
    /// The men, the side to move, the castling rights, and the en passant file if a capture is fully legal; never the counters.
    #[must_use]
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Whether two positions are the same by Laws 9.2.3, compared by value: men, side to move, castling rights, and the
    /// en passant capture if it is fully legal.
    #[must_use]
    pub fn same_position(&self, other: &Self) -> bool {
        self.kinds == other.kinds
            && self.colors == other.colors
            && self.turn == other.turn
            && self.castling == other.castling
            && self.legal_en_passant() == other.legal_en_passant()
    }

    /// The men of one side that attack a square (Laws 3.1.2), pinned or not, given the occupied squares.
    #[must_use]
    #[inline]
    pub fn attackers_to(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let men = self.colors(by);
        let leapers = (attacks::pawn(by.other(), square) & self.kinds(Kind::Pawn))
            | (attacks::knight(square) & self.kinds(Kind::Knight))
            | (attacks::king(square) & self.kinds(Kind::King));
        let mut attackers = leapers & men;
        // There are seldom more than one or two on these lines; the great tables of sliding attacks would cost a cache
        // miss or two.
        for slider in self.sliders_on_lines(square) & men {
            if (attacks::between(square, slider) & occupied).is_empty() {
                attackers |= Bitboard::of(slider);
            }
        }
        attackers
    }

    /// The squares that men of one side attack, if these are the occupied squares.
    pub(super) fn attacked_by(&self, by: Color, occupied: Bitboard) -> Bitboard {
        let men = |kind| self.pieces(by, kind);
        let queens = men(Kind::Queen);
        let attacked = |kind, from| sets::attacked(kind, by, from, occupied);
        attacked(Kind::Bishop, men(Kind::Bishop) | queens)
            | attacked(Kind::Rook, men(Kind::Rook) | queens)
            | attacked(Kind::Knight, men(Kind::Knight))
            | attacked(Kind::Pawn, men(Kind::Pawn))
            | attacked(Kind::King, men(Kind::King))
    }

    /// The sliders of both sides that would attack this square if nothing stood between.
    #[inline]
    pub(super) fn sliders_on_lines(&self, square: Square) -> Bitboard {
        (attacks::origins(attacks::Form::Piece(Kind::Bishop), square) & self.diagonal_sliders())
            | (attacks::origins(attacks::Form::Piece(Kind::Rook), square) & self.straight_sliders())
    }

    /// The men that give check to the side to move.
    #[must_use]
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.attackers_to(self.king(self.turn), self.turn.other(), self.occupied())
    }

    /// Whether the side to move is in check (Laws 3.9.1).
    #[must_use]
    #[inline]
    pub fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Bishops, rooks and queens of both sides.
    #[inline]
    pub(super) fn sliders(&self) -> Bitboard {
        self.diagonal_sliders() | self.kinds(Kind::Rook)
    }

    /// Bishops and queens of both sides.
    #[inline]
    pub(super) fn diagonal_sliders(&self) -> Bitboard {
        self.kinds(Kind::Bishop) | self.kinds(Kind::Queen)
    }

    /// Rooks and queens of both sides.
    #[inline]
    pub(super) fn straight_sliders(&self) -> Bitboard {
        self.kinds(Kind::Rook) | self.kinds(Kind::Queen)
    }

    /// The kind of man on an occupied square; a pawn if the square is vacant.
    #[inline]
    pub(super) fn kind_at(&self, square: Square) -> Kind {
        Kind::from_index(self.kind_index_at(square))
    }

    /// The same as an index, found without a branch: its three binary digits are read from unions of the sets.
    #[inline]
    pub(super) fn kind_index_at(&self, square: Square) -> usize {
        let [_, knights, bishops, rooks, queens, kings] = self.kinds;
        let bit = |set: Bitboard| (set.0 >> square.index() & 1) as usize;
        bit(knights | rooks | kings) | bit(bishops | rooks) << 1 | bit(queens | kings) << 2
    }

    /// The key, computed without what was known before the last move.
    pub(super) fn key_from_scratch(&self) -> u64 {
        let mut key = zobrist::castlings(self.castling);
        for color in Color::BOTH {
            for kind in Kind::ALL {
                for square in self.pieces(color, kind) {
                    key ^= zobrist::man(color, kind.index(), square);
                }
            }
        }
        if let Some(square) = self.legal_en_passant() {
            key ^= zobrist::en_passant(square.file());
        }
        if self.turn == Color::Black {
            key ^= zobrist::black_to_move();
        }
        key
    }
}

/// The position as a FEN.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.to_fen())
    }
}
