//! The shortest words of plain SAN: a letter, perhaps an `x`, and the target square. Nine words of ten are of this form;
//! most others have one byte more, which says from what file or rank a piece comes.
//!
//! Seen from its end, such a word is the target's rank and file, and a *lead* of at most three bytes:
//!
//! ```text
//!      e4+    (nothing)      Nf3   N      Nxd7#   N x      exd5   e x      Nbd2   N b      R1xe3   R 1 x
//! ```
//!
//! How long the lead is and which letter it opens with says what man moves and where he may stand: one row of a table.
//! All this can be read long before anybody looks at a board, many words at a time ([`Board::read`](super::Board::read)).
//! Whatever is not exactly right, and every longer word, is left to [`Board::play_any`](super::Board::play_any). Words that name
//! a file or rank are read here as well; where it matters whether they must, they are played there.

use super::super::{CheckMark, Disambiguation, Origin};
use crate::chess::attacks::{self, Form};
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, Kind};
use crate::chess::square::{File, Rank, Square};

/// In which way a man comes to his target, by the word's first byte and whether there is an `x`: a row of [`REACHES`].
/// Those of pieces are the indices of their kinds; those of pawns that capture begin with the one for the a-file.
pub(super) mod row {
    /// No man at all.
    pub(in super::super) const NOBODY: u8 = 0;
    /// A pawn that goes straight on.
    pub(in super::super) const PUSH: u8 = 6;
    /// Not used.
    pub(in super::super) const NONE: u8 = 7;
    /// A pawn of the a-file that captures.
    pub(in super::super) const CAPTURE: u8 = 8;
}

/// How many rows there are.
const ROWS: usize = 16;

/// From where a man can reach a square on an empty board, by side, by [`row`] and by square. A pawn that would reach its
/// last rank comes from nowhere: its word must go on.
static REACHES: [[Bitboard; 64 * ROWS]; 2] = [reaches(Color::White), reaches(Color::Black)];

const fn reaches(us: Color) -> [Bitboard; 64 * ROWS] {
    let mut reaches = [Bitboard::EMPTY; 64 * ROWS];
    let before_last = Bitboard::of_rank(Rank::from_index(match us {
        Color::White => 6,
        Color::Black => 1,
    }));
    let mut i = 0;
    while i < reaches.len() {
        let (row, to) = ((i / 64) as u8, Square::from_index(i as u8 & 63));
        let (form, region) = match row {
            row::NOBODY | row::NONE => (Form::Piece(Kind::Pawn), Bitboard::EMPTY),
            row::PUSH => (Form::Push(us), Bitboard(!before_last.0)),
            row::CAPTURE.. => {
                let file = Bitboard::of_file(File::from_index(row - row::CAPTURE));
                (Form::Capture(us), Bitboard(file.0 & !before_last.0))
            }
            piece => (Form::Piece(Kind::from_index(piece as usize)), Bitboard::ALL),
        };
        reaches[i] = Bitboard(attacks::origins(form, to).0 & region.0);
        i += 1;
    }
    reaches
}

/// Where an enemy's pawn would stand that might capture en passant after the move, if it is a double step: both neighbours of
/// the target, as files of its rank, by side, by [`row`] and by square. None if the move can be no double step: no pawn goes
/// straight on to that rank.
static BESIDE: [[u8; 64 * ROWS]; 2] = {
    let mut beside = [[0; 64 * ROWS]; 2];
    let mut i = 0;
    while i < 8 {
        let at = 64 * row::PUSH as usize + i;
        let neighbours = (0x100_u16 << i >> 1 | 0x100 << i << 1) >> 8;
        beside[Color::White.index()][at + 8 * DOUBLE_STEP_RANKS[0]] = neighbours as u8;
        beside[Color::Black.index()][at + 8 * DOUBLE_STEP_RANKS[1]] = neighbours as u8;
        i += 1;
    }
    beside
};

/// The ranks on which double steps end, by side.
const DOUBLE_STEP_RANKS: [usize; 2] = [3, 4];

/// What the first byte of a word says. If it can open a move, in the lowest four bits its [`row`], that of a pawn that captures
/// if it is a file; then whether it is a digit, a brace or a sign; and whether it can open no move, as none of these can.
///
/// What the second byte says of the origin of a piece stands in the lowest five bits: [`ORIGIN`] and the index of a file, or
/// `ORIGIN`, 16 and that of a rank. All other bytes lack the bit of `ORIGIN`.
pub(super) static OPENINGS: [u8; 256] = {
    let mut openings = [0; 256];
    let mut byte = 0;
    while byte < openings.len() {
        openings[byte] = match byte as u8 {
            b'N' => Kind::Knight as u8,
            b'B' => Kind::Bishop as u8,
            b'R' => Kind::Rook as u8,
            b'Q' => Kind::Queen as u8,
            b'K' => Kind::King as u8,
            file @ b'a'..=b'h' => row::CAPTURE + (file - b'a'),
            rank @ b'1'..=b'8' => NO_MOVE | (part::DIGIT >> part::OPENING) as u8 | ORIGIN | (rank - b'1'),
            b'0' | b'9' => NO_MOVE | (part::DIGIT >> part::OPENING) as u8,
            b'{' => NO_MOVE | (part::BRACE >> part::OPENING) as u8,
            b'(' | b')' | b'$' | b'!' | b'?' => NO_MOVE | (part::SIGN >> part::OPENING) as u8,
            _ => NO_MOVE | row::NOBODY,
        };
        byte += 1;
    }
    openings
};

/// In [`OPENINGS`]: the byte can open no move.
pub(super) const NO_MOVE: u8 = 0x80;

/// In [`OPENINGS`]: the byte can say where a piece comes from.
pub(super) const ORIGIN: u8 = 8;
const _: () = assert!(row::CAPTURE == ORIGIN && part::DIGIT >> part::OPENING == 0x10);

/// What the last byte of a word says of its check mark: [`Mark`], and the bits that it takes.
static MARKS: [u8; 256] = {
    let mut marks = [0; 256];
    marks[b'+' as usize] = 8 | 1;
    marks[b'#' as usize] = 8 | 2;
    marks
};

/// What the first or second byte of a word says, see [`OPENINGS`].
#[inline(always)]
pub(super) fn opening(byte: u8) -> u8 {
    OPENINGS[usize::from(byte)]
}

/// The squares that a file or a rank leaves, by the bits with which [`OPENINGS`] tell it. Zero, where nothing is said, leaves all.
static NAMED: [Bitboard; 32] = {
    let mut named = [Bitboard::ALL; 32];
    let mut i = 0;
    while i < 8 {
        named[(ORIGIN + i) as usize] = Bitboard::of_file(File::from_index(i));
        named[(ORIGIN + 16 + i) as usize] = Bitboard::of_rank(Rank::from_index(i));
        i += 1;
    }
    named
};

/// The [`row`] of a word that opens so: without an `x` before the target, or with one.
#[inline(always)]
const fn row_of(opening: u8, captures: bool) -> u8 {
    let row = opening & 0xf;
    if row >= row::CAPTURE && !captures { row::PUSH } else { row }
}

/// The kind of man with this [`row`], by its index.
#[inline(always)]
const fn kind_of(row: u8) -> usize {
    if row < row::PUSH { row as usize } else { Kind::Pawn as usize }
}

/// What stands at this place of [`REACHES`].
#[inline(always)]
fn reach_at(us: Color, place: usize) -> Bitboard {
    REACHES[us.index()][place & (64 * ROWS - 1)]
}

/// A word of a text: where it stands, and what can be said of it before anybody has looked at a board.
///
/// ```text
///   bits   63 … 48   47 … 32   31         30     29      28
///          start     length    followed   sign   brace   digit
///
///          24      23 22   21 … 17   16       14        12 … 9   8 … 3    2 … 0
///          brief   mark    origin    resets   has `x`   row      target   kind
/// ```
///
/// Row and target stand beside each other, for together they are a place in the table that says from where the man may come:
/// one look-up. On both sides of the bit for the `x` there is a zero. If the word is none of the shortest, nor one of a piece
/// with a byte more that says where it comes from, all parts of the second line are zero, and nobody has that row.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Word(pub(super) u64);

/// Where the parts of a [`Word`] stand.
pub(super) mod part {
    pub(in super::super) const TARGET: u32 = 3;
    pub(in super::super) const ROW: u32 = 9;
    pub(in super::super) const ANY_ROW: u64 = 0xf << ROW;
    pub(in super::super) const CAPTURES: u32 = 14;
    pub(in super::super) const RESETS: u32 = 16;
    pub(in super::super) const ORIGIN: u32 = 17;
    pub(in super::super) const MARK: u32 = 22;
    /// What [`OPENINGS`](super::OPENINGS) say beside the row begins four bits above this.
    pub(in super::super) const OPENING: u32 = 24;
    pub(in super::super) const BRIEF: u64 = 1 << 24;
    pub(in super::super) const DIGIT: u64 = 1 << 28;
    pub(in super::super) const BRACE: u64 = 1 << 29;
    pub(in super::super) const SIGN: u64 = 1 << 30;
    pub(in super::super) const FOLLOWED: u64 = 1 << 31;
    /// What neither a move nor another word opens with.
    pub(in super::super) const NO_WORD: u64 = DIGIT | BRACE | SIGN;
    pub(in super::super) const LENGTH: u32 = 32;
    pub(in super::super) const START: u32 = 48;
}

impl Word {
    /// Reads a word: `text` is its first eight bytes, the first in the lowest bits; those behind its end are ignored.
    #[inline(always)]
    #[must_use]
    pub fn read(text: u64, start: u16, end: u16) -> Self {
        let length = end.wrapping_sub(start);
        let place = u64::from(length) << part::LENGTH | u64::from(start) << part::START;
        let first = text as u8;
        let opening = opening(first);
        let no_word = u64::from(opening) << part::OPENING & part::NO_WORD;
        if no_word != 0 {
            return Self(place | no_word);
        }
        let bits = 8 * u32::from(length);
        // The last byte comes to stand at the top.
        let marked = text.wrapping_shl(64_u32.wrapping_sub(bits));
        let mark = u32::from(MARKS[(marked >> 56) as usize & 0xff]);
        let bare = marked << (mark & 8);
        let lead_bits = bits.wrapping_sub(16 + (mark & 8));
        let captures = (bare >> 40) as u8 == b'x';
        let is_pawn = opening & row::CAPTURE != 0;
        let usual_bits = match (captures, is_pawn) {
            (true, _) => 16,
            (false, true) => 0,
            (false, false) => 8,
        };
        let row = row_of(opening, captures);
        // Rank and file, each in a byte.
        let target = ((bare >> 48) as u32).wrapping_sub(u32::from(u16::from_le_bytes(*b"a1")));
        let origin = self::opening((text >> 8) as u8) & 0x1f;
        let is_sound = target & !0x0707 == 0 && row != row::NOBODY;
        let form = match lead_bits.wrapping_sub(usual_bits) {
            0 if is_sound => part::BRIEF,
            8 if is_sound && !is_pawn && origin & ORIGIN != 0 => u64::from(origin) << part::ORIGIN,
            _ => return Self(place),
        };
        let to = (target | target >> 5) & 0x3f;
        let parts = kind_of(row) as u32
            | to << part::TARGET
            | u32::from(row) << part::ROW
            | u32::from(captures) << part::CAPTURES
            | u32::from(captures | is_pawn) << part::RESETS
            | (mark & 3) << part::MARK;
        Self(place | form | u64::from(parts))
    }

    /// See [`Board::look_ahead`](super::Board::look_ahead).
    #[inline(always)]
    pub(super) fn look_ahead(words: &mut [Self]) {
        let mut next = part::SIGN;
        let mut behind = part::SIGN;
        for word in words.iter_mut().rev() {
            let is_sign = next & part::SIGN | if next & part::BRACE == 0 { 0 } else { behind & part::SIGN };
            behind = next;
            next = word.0;
            word.0 |= is_sign << (part::FOLLOWED.trailing_zeros() - part::SIGN.trailing_zeros());
        }
    }

    /// Where it starts.
    #[inline(always)]
    #[must_use]
    pub const fn start(self) -> usize {
        (self.0 >> part::START) as usize
    }

    /// How many bytes it has.
    #[inline(always)]
    #[must_use]
    pub const fn length(self) -> usize {
        (self.0 >> part::LENGTH) as u16 as usize
    }

    /// Whether [`Board::play`](super::Board::play) can play it: if it is one of the shortest words, or, where it does not matter
    /// whether it must, names the file or rank of a piece.
    #[inline(always)]
    #[must_use]
    pub const fn is_ready(self, said: Disambiguation) -> bool {
        let wanted = match said {
            Disambiguation::Needed => part::BRIEF,
            Disambiguation::Any => part::ANY_ROW,
        };
        self.0 & wanted != 0
    }

    /// Whether it is brief, or names the file or rank of a piece: all that it says of the move is known.
    #[inline(always)]
    pub(super) const fn is_read(self) -> bool {
        self.0 & part::ANY_ROW != 0
    }

    /// What it says of where a piece comes from: nothing, a file or a rank.
    #[inline(always)]
    pub(super) const fn origin(self) -> Origin {
        match self.0 >> part::ORIGIN & 0x18 {
            0x08 => Origin::File,
            0x18 => Origin::Rank,
            _ => Origin::Unsaid,
        }
    }

    /// Whether it opens with a digit, a brace or a sign, and cannot be a move.
    #[inline(always)]
    #[must_use]
    pub const fn is_no_move(self) -> bool {
        self.0 & part::NO_WORD != 0
    }

    /// Whether it opens with a brace or a sign: what stands beside the moves and their numbers.
    #[inline(always)]
    #[must_use]
    pub const fn is_beside(self) -> bool {
        self.0 & (part::BRACE | part::SIGN) != 0
    }

    /// Whether it opens with a brace.
    #[inline(always)]
    #[must_use]
    pub const fn opens_with_brace(self) -> bool {
        self.0 & part::BRACE != 0
    }

    /// Whether it opens with a digit.
    #[inline(always)]
    #[must_use]
    pub const fn opens_with_digit(self) -> bool {
        self.0 & part::DIGIT != 0
    }

    /// Whether what follows it, perhaps behind a comment, may be a variation or a sign.
    #[inline(always)]
    #[must_use]
    pub const fn is_followed(self) -> bool {
        self.0 & part::FOLLOWED != 0
    }

    /// The target.
    #[inline(always)]
    pub(super) const fn to(self) -> Square {
        Square::from_index((self.0 >> part::TARGET) as u8 & 63)
    }

    /// The kind of the man that moves, by its index.
    #[inline(always)]
    pub(super) const fn kind(self) -> usize {
        self.0 as usize & 7
    }

    /// From where he may come on an empty board, whatever it says of that.
    #[inline(always)]
    pub(super) fn reach(self, us: Color) -> Bitboard {
        reach_at(us, (self.0 >> part::TARGET) as usize)
    }

    /// The squares that are left by what it says of where he comes from.
    #[inline(always)]
    pub(super) fn named(self) -> Bitboard {
        NAMED[(self.0 >> part::ORIGIN) as usize & 0x1f]
    }

    /// Where an enemy's pawn would stand that might capture en passant after the move; nowhere, if it can be no double step.
    #[inline(always)]
    pub(super) fn beside(self, us: Color) -> Bitboard {
        let files = BESIDE[us.index()][(self.0 >> part::TARGET) as usize & (64 * ROWS - 1)];
        Bitboard(u64::from(files) << (8 * DOUBLE_STEP_RANKS[us.index()]))
    }

    /// Whether there is an `x` before the target: 1 or 0.
    #[inline(always)]
    pub(super) const fn captures(self) -> u64 {
        self.0 >> part::CAPTURES & 1
    }

    /// The two highest bits say which side stands on the target, White in the lower, if it is as the word of `us` says: the
    /// enemy if there is an `x`, and else nobody. All other bits may be anything.
    #[inline(always)]
    pub(super) const fn sides_there(self, us: Color) -> u8 {
        // The zero above or below the bit of the `x` stands for us.
        (self.0 >> (part::CAPTURES - 6 - us.other().index() as u32)) as u8
    }

    /// Whether it sets the half-move clock to 0: a capture, or a move by a pawn (Laws 9.3.2).
    #[inline(always)]
    pub(super) const fn resets(self) -> bool {
        self.0 >> part::RESETS & 1 == 1
    }

    /// The check mark it is known to carry. Of words that are neither brief nor name a piece's file or rank it is not known
    /// at first.
    #[inline(always)]
    #[must_use]
    pub const fn mark(self) -> Mark {
        Mark((self.0 >> part::MARK) as u8 & 3)
    }

    /// The same word, of which it is now known that it carries this mark.
    #[inline(always)]
    #[must_use]
    pub const fn with_mark(self, mark: Mark) -> Self {
        Self(self.0 & !(3 << part::MARK) | (mark.0 as u64) << part::MARK)
    }
}

/// The last byte of a word, if it is a check mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark(u8);

impl Mark {
    /// Whether it is all that can be said after a move that gives check, or gives none: `+`, or nothing. (`#` is not: who
    /// sees one has to look for a way out.)
    #[inline(always)]
    #[must_use]
    pub const fn suits(self, check: bool) -> bool {
        self.0 == check as u8
    }

    /// Whether it says mate.
    #[inline(always)]
    #[must_use]
    pub const fn is_mate(self) -> bool {
        self.0 == 2
    }
}

impl From<Option<CheckMark>> for Mark {
    fn from(mark: Option<CheckMark>) -> Self {
        Self(match mark {
            None => 0,
            Some(CheckMark::Check) => 1,
            Some(CheckMark::Mate) => 2,
            // It suits nothing.
            Some(CheckMark::Double) => 3,
        })
    }
}
