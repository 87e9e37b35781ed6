//! A playable position as bitboards.
//!
//! These invariants hold for every position, because [`Setup`](super::setup::Setup) checks them and legal moves
//! preserve them: each side has one king and at most sixteen pieces, no pawn is on the first or last rank, the side
//! that has just moved is not in check, and every castling right has its king and rook in place.

use std::fmt;
use std::sync::OnceLock;

use super::attacks::{self, sets};
use super::bitboard::Bitboard;
use super::fen::FenStyle;
use super::moves::{Move, MoveKind};
use super::piece::{Color, Piece, PieceType};
use super::square::{File, Rank, Square};
use super::zobrist;

/// A playable position: pieces, turn, castling rights, en passant square, and the two counters of a FEN.
///
/// Equality compares all of these; [`Position::same_position`] compares as the Laws do for repetitions.
// The first cache line holds exactly the pieces, so that one 64-byte vector load reads them:
//
//   bytes  0..48  pawns, knights, bishops, rooks, queens, kings of both sides
//         48..64  White's pieces, Black's pieces
//         64..    key, counters, rights, en passant, turn
#[derive(Clone, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Position {
    pub(super) kinds: [Bitboard; 6],
    pub(super) colors: [Bitboard; 2],
    pub(super) key: u64,
    // Not next to the key: `play` would load both at once, and stall because the two stores before it cannot be
    // forwarded.
    pub(super) halfmove_clock: u32,
    pub(super) fullmove_number: u32,
    pub(super) castling: Bitboard,
    pub(super) en_passant: Option<Square>,
    pub(super) en_passant_legal: bool,
    pub(super) turn: Color,
}

const _: () = assert!(size_of::<Position>() == 128);
const _: () = assert!(std::mem::offset_of!(Position, key) == 64);

/// The two ways to castle, also in Chess960: by the side of the king on which the rook is.
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

    /// The side of the king on which a rook of the same rank is.
    #[inline]
    pub const fn new(king: Square, rook: Square) -> Self {
        if rook.index() > king.index() { Self::King } else { Self::Queen }
    }

    /// The king's file after castling: g or c (Laws 3.8.2; Guidelines II.3.2 for Chess960).
    #[inline]
    pub const fn king_file(self) -> File {
        match self {
            Self::King => File::G,
            Self::Queen => File::C,
        }
    }

    /// The rook's file after castling: f or d.
    #[inline]
    pub const fn rook_file(self) -> File {
        match self {
            Self::King => File::F,
            Self::Queen => File::D,
        }
    }
}

impl Color {
    /// The rank on which this side's pieces start: the first for White, the eighth for Black.
    #[inline]
    pub const fn back_rank(self) -> Rank {
        match self {
            Self::White => Rank::FIRST,
            Self::Black => Rank::EIGHTH,
        }
    }
}

static INITIAL: OnceLock<Position> = OnceLock::new();

impl Position {
    /// The initial position of standard chess (Laws 2.3).
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::{Color, Position};
    ///
    /// let position = Position::initial();
    /// assert_eq!(position.turn(), Color::White);
    /// assert_eq!(position.to_fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    /// ```
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

    /// All pieces of one kind, of both sides.
    #[inline]
    pub const fn by_type(&self, kind: PieceType) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// All pieces of one side.
    #[inline]
    pub const fn by_color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// One side's pieces of one kind.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::{Color, PieceType, Position};
    ///
    /// let knights = Position::initial().pieces(Color::White, PieceType::Knight);
    /// let squares: Vec<String> = knights.into_iter().map(|square| square.to_string()).collect();
    /// assert_eq!(squares, ["b1", "g1"]);
    /// ```
    #[inline]
    pub fn pieces(&self, color: Color, kind: PieceType) -> Bitboard {
        self.by_color(color) & self.by_type(kind)
    }

    /// All occupied squares.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The piece on a square, if there is one.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::{Position, Square};
    ///
    /// let piece = Position::initial().piece_at(Square::D8).unwrap();
    /// assert_eq!(piece.fen_letter(), 'q');
    /// ```
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        if !self.occupied().contains(square) {
            return None;
        }
        let color = if self.by_color(Color::White).contains(square) { Color::White } else { Color::Black };
        Some(Piece { color, kind: self.kind_at(square) })
    }

    /// The piece or pawn that a legal move captures, if it captures one.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::Position;
    ///
    /// let position = Position::from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").unwrap();
    /// let captured: Vec<_> = position.legal_moves().iter().filter_map(|mv| position.captured_by(*mv)).collect();
    /// assert_eq!(captured[0].fen_letter(), 'p');
    /// ```
    pub fn captured_by(&self, mv: Move) -> Option<Piece> {
        match mv.kind() {
            MoveKind::Castle => None,
            MoveKind::EnPassant => Some(Piece { color: self.turn().other(), kind: PieceType::Pawn }),
            MoveKind::Normal | MoveKind::Promotion(_) => self.piece_at(mv.to()),
        }
    }

    /// The kind of piece on an occupied square; a pawn if the square is vacant.
    #[inline]
    pub(crate) fn kind_of(&self, square: Square) -> PieceType {
        self.kind_at(square)
    }

    /// The square of a side's king.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        Square::from_index(self.pieces(color, PieceType::King).0.trailing_zeros() as u8)
    }

    /// The side that has the move (Laws 1.3).
    #[inline]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The square that the last move passed over, if it was a double step, whether or not a capture is possible.
    #[inline]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The en passant square if a capture there is fully legal. Only this distinguishes positions (Laws 9.2.3.1).
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::Position;
    ///
    /// let mut position = Position::initial();
    /// position.play_san("e4")?;
    /// assert_eq!(position.en_passant().unwrap().to_string(), "e3");
    /// assert_eq!(position.legal_en_passant(), None); // No black pawn can capture.
    /// # Ok::<_, adoube::MoveError>(())
    /// ```
    #[inline]
    pub const fn legal_en_passant(&self) -> Option<Square> {
        if self.en_passant_legal { self.en_passant } else { None }
    }

    /// The squares of the rooks that have the right to castle (Laws 3.8.2.1).
    #[inline]
    pub const fn castling(&self) -> Bitboard {
        self.castling
    }

    /// The rook that has the right to castle on this side of the king.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::{CastlingSide, Color, Position};
    ///
    /// let rook = Position::initial().castling_rook(Color::Black, CastlingSide::Queen);
    /// assert_eq!(rook.unwrap().to_string(), "a8");
    /// ```
    #[inline]
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        let below_king = (1_u64 << self.king(color).index()) - 1;
        let half = match side {
            CastlingSide::King => !below_king,
            CastlingSide::Queen => below_king,
        };
        (self.castling & self.by_color(color) & Bitboard(half)).first()
    }

    /// Whether all rights are those of standard chess: kings on the e-file, rooks in the corners.
    pub fn has_standard_castling(&self) -> bool {
        const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);
        (self.castling & !CORNERS).is_empty()
            && Color::BOTH.into_iter().all(|color| {
                let rights = self.castling & self.by_color(color);
                rights.is_empty() || self.king(color).file().index() == 4
            })
    }

    /// Plies since the last capture or pawn move. Not capped at 100, because the 75-move rule counts further (Laws 9.3,
    /// 9.6.2).
    #[inline]
    pub const fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }

    /// Sets the number of plies since the last capture or pawn move.
    pub(crate) const fn set_halfmove_clock(&mut self, plies: u32) {
        self.halfmove_clock = plies;
    }

    /// The number of the next move, as printed. It grows after Black's move and wraps from 4,294,967,295 to 0.
    #[inline]
    pub const fn fullmove_number(&self) -> u32 {
        self.fullmove_number
    }

    /// A 64-bit Zobrist key: equal for positions that are the same by article 9.2.3, and different for others except
    /// for chance collisions.
    ///
    /// It covers the pieces, the turn, the castling rights, and the en passant file if a capture is fully legal; never
    /// the counters.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Whether two positions are the same by article 9.2.3, compared by value: pieces, turn, castling rights, and the
    /// en passant square if a capture is fully legal.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::Position;
    ///
    /// let mut position = Position::initial();
    /// for san in ["Nf3", "Nf6", "Ng1", "Ng8"] {
    ///     position.play_san(san)?;
    /// }
    /// assert!(position.same_position(&Position::initial()));
    /// assert_ne!(position, Position::initial()); // The counters differ.
    /// # Ok::<_, adoube::MoveError>(())
    /// ```
    pub fn same_position(&self, other: &Self) -> bool {
        self.kinds == other.kinds
            && self.colors == other.colors
            && self.turn == other.turn
            && self.castling == other.castling
            && self.legal_en_passant() == other.legal_en_passant()
    }

    /// The pieces of one side that attack a square (Laws 3.1.2), pinned or not, if these squares are occupied.
    #[inline]
    pub fn attackers_to(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let own = self.by_color(by);
        let leapers = (attacks::pawn(by.other(), square) & self.by_type(PieceType::Pawn))
            | (attacks::knight(square) & self.by_type(PieceType::Knight))
            | (attacks::king(square) & self.by_type(PieceType::King));
        let mut attackers = leapers & own;
        // Seldom more than two sliders are on these lines. The large tables of sliding attacks would cost cache misses.
        for slider in self.sliders_on_lines(square) & own {
            if (attacks::between(square, slider) & occupied).is_empty() {
                attackers |= Bitboard::from_square(slider);
            }
        }
        attackers
    }

    /// The squares that one side attacks, if these squares are occupied.
    pub(super) fn attacked_by(&self, by: Color, occupied: Bitboard) -> Bitboard {
        let pieces = |kind| self.pieces(by, kind);
        let queens = pieces(PieceType::Queen);
        let attacked = |kind, from| sets::attacked(kind, by, from, occupied);
        attacked(PieceType::Bishop, pieces(PieceType::Bishop) | queens)
            | attacked(PieceType::Rook, pieces(PieceType::Rook) | queens)
            | attacked(PieceType::Knight, pieces(PieceType::Knight))
            | attacked(PieceType::Pawn, pieces(PieceType::Pawn))
            | attacked(PieceType::King, pieces(PieceType::King))
    }

    /// The sliders of both sides that would attack this square on an otherwise empty board.
    #[inline]
    pub(super) fn sliders_on_lines(&self, square: Square) -> Bitboard {
        (attacks::origins(attacks::MoveShape::Piece(PieceType::Bishop), square) & self.diagonal_sliders())
            | (attacks::origins(attacks::MoveShape::Piece(PieceType::Rook), square) & self.straight_sliders())
    }

    /// The checkers: the pieces that give check to the side to move.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::Position;
    ///
    /// let position = Position::from_fen("4k3/8/8/1B6/8/8/8/4RK2 b - - 0 1")?;
    /// assert_eq!(position.checkers().count(), 2);
    /// # Ok::<_, adoube::PositionError>(())
    /// ```
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.attackers_to(self.king(self.turn), self.turn.other(), self.occupied())
    }

    /// Whether the side to move is in check (Laws 3.9.1).
    #[inline]
    pub fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Bishops, rooks and queens of both sides.
    #[inline]
    pub(super) fn sliders(&self) -> Bitboard {
        self.diagonal_sliders() | self.by_type(PieceType::Rook)
    }

    /// Bishops and queens of both sides.
    #[inline]
    pub(super) fn diagonal_sliders(&self) -> Bitboard {
        self.by_type(PieceType::Bishop) | self.by_type(PieceType::Queen)
    }

    /// Rooks and queens of both sides.
    #[inline]
    pub(super) fn straight_sliders(&self) -> Bitboard {
        self.by_type(PieceType::Rook) | self.by_type(PieceType::Queen)
    }

    /// The kind of piece on an occupied square; a pawn if the square is vacant.
    #[inline]
    pub(super) fn kind_at(&self, square: Square) -> PieceType {
        PieceType::from_index(self.kind_index_at(square))
    }

    /// The index of the kind, without a branch: each of its three binary digits is a bit of a union of the sets.
    #[inline]
    pub(super) fn kind_index_at(&self, square: Square) -> usize {
        let [_, knights, bishops, rooks, queens, kings] = self.kinds;
        let bit = |set: Bitboard| (set.0 >> square.index() & 1) as usize;
        bit(knights | rooks | kings) | bit(bishops | rooks) << 1 | bit(queens | kings) << 2
    }

    /// The part of a key for the turn and the castling rights.
    pub(crate) fn key_of_rights(turn: Color, castling: Bitboard) -> u64 {
        let key = zobrist::castlings(castling);
        if turn == Color::Black { key ^ zobrist::black_to_move() } else { key }
    }

    /// The key, computed from the whole position instead of incrementally.
    pub(super) fn key_from_scratch(&self) -> u64 {
        let mut key = Self::key_of_rights(self.turn, self.castling);
        for color in Color::BOTH {
            for kind in PieceType::ALL {
                for square in self.pieces(color, kind) {
                    key ^= zobrist::piece(color, kind.index(), square);
                }
            }
        }
        if let Some(square) = self.legal_en_passant() {
            key ^= zobrist::en_passant(square.file());
        }
        key
    }
}

/// The initial position.
impl Default for Position {
    fn default() -> Self {
        Self::initial()
    }
}

/// The position as a FEN.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.fen_text(FenStyle::default()).as_str())
    }
}

/// The position as a FEN.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}
