//! Decoded SAN tokens: all that a token says about a move without a board, packed in 64 bits.
//!
//! Only short SAN is decoded: a letter, an optional `x`, and the target. Nine tokens of ten have this form; most others
//! have one byte more, the file or rank of the origin. Read from its end, such a token has the rank and file of the
//! target, then a *lead* of at most three bytes:
//!
//! ```text
//!      e4+    (nothing)      Nf3   N      Nxd7#   N x      exd5   e x      Nbd2   N b      R1xe3   R 1 x
//! ```
//!
//! The length and first letter of the lead select a row of a table of possible origins. Many tokens are decoded at a
//! time, before any is played ([`BatchBoard::decode_tokens`](super::BatchBoard::decode_tokens)). All other tokens are left to
//! [`BatchBoard::play_any`](super::BatchBoard::play_any). So are tokens with a file or rank, if the caller needs to know whether
//! it is required.

use super::super::{CheckSuffix, Disambiguation, OriginHint};
use crate::chess::attacks::{self, MoveShape};
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::square::{File, Rank, Square};

/// The class of a move, by the first byte and the `x` of its token: a row of [`POSSIBLE_ORIGINS`]. The rows of pieces
/// are the indices of their kinds.
pub(super) mod row {
    pub(in super::super) const NOT_A_PIECE: u8 = 0;
    pub(in super::super) const PUSH: u8 = 6;
    pub(in super::super) const UNUSED: u8 = 7;
    /// A capture by a pawn on the a-file, followed by the rows of the other files.
    pub(in super::super) const CAPTURE: u8 = 8;
}

const ROWS: usize = 16;

/// The possible origins on an empty board, by side, [`row`] and target. There are none for a pawn on its last rank,
/// whose SAN must have a promotion.
static POSSIBLE_ORIGINS: [[Bitboard; 64 * ROWS]; 2] = [possible_origins(Color::White), possible_origins(Color::Black)];

const fn possible_origins(us: Color) -> [Bitboard; 64 * ROWS] {
    let mut possible_origins = [Bitboard::EMPTY; 64 * ROWS];
    let seventh_rank = Bitboard::of_rank(Rank::from_index(match us {
        Color::White => 6,
        Color::Black => 1,
    }));
    let mut i = 0;
    while i < possible_origins.len() {
        let (row, to) = ((i / 64) as u8, Square::from_index(i as u8 & 63));
        let (form, region) = match row {
            row::NOT_A_PIECE | row::UNUSED => (MoveShape::Piece(PieceType::Pawn), Bitboard::EMPTY),
            row::PUSH => (MoveShape::Push(us), Bitboard(!seventh_rank.0)),
            row::CAPTURE.. => {
                let file = Bitboard::of_file(File::from_index(row - row::CAPTURE));
                (MoveShape::Capture(us), Bitboard(file.0 & !seventh_rank.0))
            }
            piece => (MoveShape::Piece(PieceType::from_index(piece as usize)), Bitboard::ALL),
        };
        possible_origins[i] = Bitboard(attacks::origins(form, to).0 & region.0);
        i += 1;
    }
    possible_origins
}

/// The squares of enemy pawns that may capture en passant after a move, by side, [`row`] and target: the neighbors of
/// the target of a double step, as bits of its rank. Zero for pushes that cannot be double steps, and for other moves.
#[cfg(target_arch = "x86_64")]
static EN_PASSANT_CAPTURERS: [[u8; 64 * ROWS]; 2] = {
    let mut en_passant_capturers = [[0; 64 * ROWS]; 2];
    let mut i = 0;
    while i < 8 {
        let at = 64 * row::PUSH as usize + i;
        let neighbors = (0x100_u16 << i >> 1 | 0x100 << i << 1) >> 8;
        en_passant_capturers[Color::White.index()][at + 8 * DOUBLE_STEP_RANKS[0]] = neighbors as u8;
        en_passant_capturers[Color::Black.index()][at + 8 * DOUBLE_STEP_RANKS[1]] = neighbors as u8;
        i += 1;
    }
    en_passant_capturers
};

/// The ranks on which double steps end, by side.
#[cfg(target_arch = "x86_64")]
const DOUBLE_STEP_RANKS: [usize; 2] = [3, 4];

/// The class of a byte at the start of a token. If it can start a move, the lowest four bits are its [`row`], for a
/// file that of a pawn capture. Higher bits are set for a digit, a brace or a sign, and [`NO_MOVE`] if it cannot start
/// a move.
///
/// As the second byte of a token, its lowest five bits are the origin: [`ORIGIN`] and the index of a file, or `ORIGIN`,
/// 16 and the index of a rank. All other bytes lack the bit `ORIGIN`.
pub(super) static BYTE_CLASSES: [u8; 256] = {
    let mut openings = [0; 256];
    let mut byte = 0;
    while byte < openings.len() {
        openings[byte] = match byte as u8 {
            b'N' => PieceType::Knight as u8,
            b'B' => PieceType::Bishop as u8,
            b'R' => PieceType::Rook as u8,
            b'Q' => PieceType::Queen as u8,
            b'K' => PieceType::King as u8,
            file @ b'a'..=b'h' => row::CAPTURE + (file - b'a'),
            rank @ b'1'..=b'8' => NO_MOVE | (field::DIGIT >> field::CLASS) as u8 | ORIGIN | (rank - b'1'),
            b'0' | b'9' => NO_MOVE | (field::DIGIT >> field::CLASS) as u8,
            b'{' => NO_MOVE | (field::BRACE >> field::CLASS) as u8,
            b'(' | b')' | b'$' | b'!' | b'?' => NO_MOVE | (field::SIGN >> field::CLASS) as u8,
            _ => NO_MOVE | row::NOT_A_PIECE,
        };
        byte += 1;
    }
    openings
};

/// In [`BYTE_CLASSES`]: the byte cannot start a move.
pub(super) const NO_MOVE: u8 = 0x80;

/// In [`BYTE_CLASSES`]: the byte can be the origin of a piece.
pub(super) const ORIGIN: u8 = 8;
const _: () = assert!(row::CAPTURE == ORIGIN && field::DIGIT >> field::CLASS == 0x10);

/// The check suffix by the last byte of a token: its [`SuffixBits`], plus 8, its length in bits.
static CHECK_SUFFIXES: [u8; 256] = {
    let mut suffixes = [0; 256];
    suffixes[b'+' as usize] = 8 | 1;
    suffixes[b'#' as usize] = 8 | 2;
    suffixes
};

/// The class of the first or second byte of a token, see [`BYTE_CLASSES`].
#[inline(always)]
pub(super) fn byte_class(byte: u8) -> u8 {
    BYTE_CLASSES[usize::from(byte)]
}

/// The squares on a file or rank, by its bits in [`BYTE_CLASSES`]. Zero is the lack of disambiguation: all squares.
static ORIGIN_MASKS: [Bitboard; 32] = {
    let mut origin_mask = [Bitboard::ALL; 32];
    let mut i = 0;
    while i < 8 {
        origin_mask[(ORIGIN + i) as usize] = Bitboard::of_file(File::from_index(i));
        origin_mask[(ORIGIN + 16 + i) as usize] = Bitboard::of_rank(Rank::from_index(i));
        i += 1;
    }
    origin_mask
};

/// The [`row`] of a token by the class of its first byte, and whether there is an `x` before the target.
#[inline(always)]
const fn row_of(byte_class: u8, captures: bool) -> u8 {
    let row = byte_class & 0xf;
    if row >= row::CAPTURE && !captures { row::PUSH } else { row }
}

/// The kind of piece with this [`row`], by its index.
#[inline(always)]
const fn kind_of(row: u8) -> usize {
    if row < row::PUSH { row as usize } else { PieceType::Pawn as usize }
}

/// The entry of [`POSSIBLE_ORIGINS`] with this index.
#[inline(always)]
fn possible_origins_at(us: Color, place: usize) -> Bitboard {
    POSSIBLE_ORIGINS[us.index()][place & (64 * ROWS - 1)]
}

/// A decoded token: its place in the text, and what can be known about its move without a board.
///
/// ```text
///   bits   63 … 48   47 … 32   31         30     29      28
///          start     length    followed   sign   brace   digit
///
///          24      23 22   21 … 17   16       14        12 … 9   8 … 3    2 … 0
///          short   suffix  origin    resets   has `x`   row      target   kind
/// ```
///
/// Row and target are adjacent, so that together they are an index into the table of possible origins. The bits next to
/// that of the `x` are zero. The second line is decoded only for short tokens and for piece moves with a file or rank
/// of the origin. For other tokens it is zero, and row 0 has no origins.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SanToken(pub(super) u64);

/// The shifts and masks of the fields of a [`SanToken`].
pub(super) mod field {
    pub(in super::super) const TARGET: u32 = 3;
    pub(in super::super) const ROW: u32 = 9;
    pub(in super::super) const ANY_ROW: u64 = 0xf << ROW;
    pub(in super::super) const CAPTURES: u32 = 14;
    pub(in super::super) const RESETS: u32 = 16;
    pub(in super::super) const ORIGIN: u32 = 17;
    pub(in super::super) const SUFFIX: u32 = 22;
    /// The flags of [`BYTE_CLASSES`](super::BYTE_CLASSES) above the row start four bits above this.
    pub(in super::super) const CLASS: u32 = 24;
    pub(in super::super) const SHORT: u64 = 1 << 24;
    pub(in super::super) const DIGIT: u64 = 1 << 28;
    pub(in super::super) const BRACE: u64 = 1 << 29;
    pub(in super::super) const SIGN: u64 = 1 << 30;
    pub(in super::super) const FOLLOWED: u64 = 1 << 31;
    /// The flags of tokens that are not words.
    pub(in super::super) const NOT_SAN: u64 = DIGIT | BRACE | SIGN;
    pub(in super::super) const LENGTH: u32 = 32;
    pub(in super::super) const START: u32 = 48;
}

impl SanToken {
    /// Decodes a token. `text` is the eight bytes from its start, the first in the lowest bits; bytes after its end are
    /// ignored.
    #[inline(always)]
    pub fn decode(text: u64, start: u16, end: u16) -> Self {
        let length = end.wrapping_sub(start);
        let place = u64::from(length) << field::LENGTH | u64::from(start) << field::START;
        let first = text as u8;
        let byte_class = byte_class(first);
        let not_san = u64::from(byte_class) << field::CLASS & field::NOT_SAN;
        if not_san != 0 {
            return Self(place | not_san);
        }
        let bits = 8 * u32::from(length);
        // Moves the last byte to the top.
        let aligned = text.wrapping_shl(64_u32.wrapping_sub(bits));
        let suffix = u32::from(CHECK_SUFFIXES[(aligned >> 56) as usize & 0xff]);
        let bare = aligned << (suffix & 8);
        let lead_bits = bits.wrapping_sub(16 + (suffix & 8));
        let captures = (bare >> 40) as u8 == b'x';
        let is_pawn = byte_class & row::CAPTURE != 0;
        let usual_bits = match (captures, is_pawn) {
            (true, _) => 16,
            (false, true) => 0,
            (false, false) => 8,
        };
        let row = row_of(byte_class, captures);
        // The file and the rank, each in a byte.
        let target = ((bare >> 48) as u32).wrapping_sub(u32::from(u16::from_le_bytes(*b"a1")));
        let origin = self::byte_class((text >> 8) as u8) & 0x1f;
        let is_sound = target & !0x0707 == 0 && row != row::NOT_A_PIECE;
        let form = match lead_bits.wrapping_sub(usual_bits) {
            0 if is_sound => field::SHORT,
            8 if is_sound && !is_pawn && origin & ORIGIN != 0 => u64::from(origin) << field::ORIGIN,
            _ => return Self(place),
        };
        let to = (target | target >> 5) & 0x3f;
        let parts = kind_of(row) as u32
            | to << field::TARGET
            | u32::from(row) << field::ROW
            | u32::from(captures) << field::CAPTURES
            | u32::from(captures | is_pawn) << field::RESETS
            | (suffix & 3) << field::SUFFIX;
        Self(place | form | u64::from(parts))
    }

    /// See [`BatchBoard::look_ahead`](super::BatchBoard::look_ahead).
    #[inline(always)]
    pub(super) fn look_ahead(tokens: &mut [Self]) {
        let mut next = field::SIGN;
        let mut behind = field::SIGN;
        for token in tokens.iter_mut().rev() {
            let is_sign = next & field::SIGN | if next & field::BRACE == 0 { 0 } else { behind & field::SIGN };
            behind = next;
            next = token.0;
            token.0 |= is_sign << (field::FOLLOWED.trailing_zeros() - field::SIGN.trailing_zeros());
        }
    }

    /// The byte offset of its start.
    #[inline(always)]
    pub const fn start(self) -> usize {
        (self.0 >> field::START) as usize
    }

    /// Its length in bytes.
    #[inline(always)]
    pub const fn length(self) -> usize {
        (self.0 >> field::LENGTH) as u16 as usize
    }

    /// Whether [`BatchBoard::play`](super::BatchBoard::play) can play it: it is short, or has the file or rank of a piece and any
    /// disambiguation is accepted.
    #[inline(always)]
    pub const fn is_ready(self, accepted: Disambiguation) -> bool {
        let wanted = match accepted {
            Disambiguation::Needed => field::SHORT,
            Disambiguation::Any => field::ANY_ROW,
        };
        self.0 & wanted != 0
    }

    /// Whether it is decoded: it is short, or has the file or rank of a piece.
    #[inline(always)]
    pub(super) const fn is_decoded(self) -> bool {
        self.0 & field::ANY_ROW != 0
    }

    /// Its disambiguation: nothing, a file or a rank.
    #[inline(always)]
    pub(super) const fn origin(self) -> OriginHint {
        match self.0 >> field::ORIGIN & 0x18 {
            0x08 => OriginHint::File,
            0x18 => OriginHint::Rank,
            _ => OriginHint::Unsaid,
        }
    }

    /// Whether it starts with a digit, a brace or a sign, and cannot be a move.
    #[inline(always)]
    pub const fn is_no_move(self) -> bool {
        self.0 & field::NOT_SAN != 0
    }

    /// Whether it starts with a brace or a sign, so that it is neither a move nor a move number.
    #[inline(always)]
    pub const fn is_beside(self) -> bool {
        self.0 & (field::BRACE | field::SIGN) != 0
    }

    /// Whether it starts with a brace.
    #[inline(always)]
    pub const fn opens_with_brace(self) -> bool {
        self.0 & field::BRACE != 0
    }

    /// Whether it starts with a digit.
    #[inline(always)]
    pub const fn opens_with_digit(self) -> bool {
        self.0 & field::DIGIT != 0
    }

    /// Whether a variation, NAG or move suffix may follow it, perhaps after a comment.
    #[inline(always)]
    pub const fn is_followed(self) -> bool {
        self.0 & field::FOLLOWED != 0
    }

    #[inline(always)]
    pub(super) const fn to(self) -> Square {
        Square::from_index((self.0 >> field::TARGET) as u8 & 63)
    }

    /// The index of the kind of the moving piece.
    #[inline(always)]
    pub(super) const fn kind(self) -> usize {
        self.0 as usize & 7
    }

    /// The possible origins on an empty board, apart from the disambiguation.
    #[inline(always)]
    pub(super) fn possible_origins(self, us: Color) -> Bitboard {
        possible_origins_at(us, (self.0 >> field::TARGET) as usize)
    }

    /// The squares that match the disambiguation.
    #[inline(always)]
    pub(super) fn origin_mask(self) -> Bitboard {
        ORIGIN_MASKS[(self.0 >> field::ORIGIN) as usize & 0x1f]
    }

    /// 1 if there is an `x` before the target, else 0.
    #[inline(always)]
    pub(super) const fn captures(self) -> u64 {
        self.0 >> field::CAPTURES & 1
    }

    /// Its check suffix; before [`Self::with_suffix`], unknown for a token that is not decoded.
    #[inline(always)]
    pub const fn suffix(self) -> SuffixBits {
        SuffixBits((self.0 >> field::SUFFIX) as u8 & 3)
    }

    /// The token with this check suffix.
    #[inline(always)]
    #[must_use]
    pub const fn with_suffix(self, suffix: SuffixBits) -> Self {
        Self(self.0 & !(3 << field::SUFFIX) | (suffix.0 as u64) << field::SUFFIX)
    }
}

/// What only the board in one AVX-512 register asks for.
#[cfg(target_arch = "x86_64")]
impl SanToken {
    /// The squares of enemy pawns that may capture en passant after the move; empty if it cannot be a double step.
    #[inline(always)]
    pub(super) fn en_passant_capturers(self, us: Color) -> Bitboard {
        let files = EN_PASSANT_CAPTURERS[us.index()][(self.0 >> field::TARGET) as usize & (64 * ROWS - 1)];
        Bitboard(u64::from(files) << (8 * DOUBLE_STEP_RANKS[us.index()]))
    }

    /// The side that must be on the target, in the two highest bits, White in the lower: the enemy of `us` if there is
    /// an `x`, else none. All other bits are arbitrary.
    #[inline(always)]
    pub(super) const fn expected_sides(self, us: Color) -> u8 {
        // The zero next to the bit of the `x` is for `us`.
        (self.0 >> (field::CAPTURES - 6 - us.other().index() as u32)) as u8
    }

    /// Whether it resets the half-move clock: a capture or a pawn move (Laws 9.3.2).
    #[inline(always)]
    pub(super) const fn resets(self) -> bool {
        self.0 >> field::RESETS & 1 == 1
    }
}

/// The check suffix of a token, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SuffixBits(u8);

impl SuffixBits {
    /// Whether it is the suffix of a move that gives check but not mate (`+`), or of a move that does not give check
    /// (none). Always false for `#`, which needs a search for legal replies.
    #[inline(always)]
    pub const fn suits(self, check: bool) -> bool {
        self.0 == check as u8
    }

    /// Whether it is `#`.
    #[inline(always)]
    pub const fn is_mate(self) -> bool {
        self.0 == 2
    }
}

impl SuffixBits {
    /// The suffix that is this last byte of a token.
    pub(super) const fn of_byte(byte: u8) -> Self {
        Self(CHECK_SUFFIXES[byte as usize] & 3)
    }

    pub(super) const fn is_none(self) -> bool {
        self.0 == 0
    }
}

impl From<Option<CheckSuffix>> for SuffixBits {
    fn from(suffix: Option<CheckSuffix>) -> Self {
        Self(match suffix {
            None => 0,
            Some(CheckSuffix::Check) => 1,
            Some(CheckSuffix::Mate) => 2,
            // Never correct in canonical SAN.
            Some(CheckSuffix::Double) => 3,
        })
    }
}
