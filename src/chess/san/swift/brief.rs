//! The shortest words of plain SAN: a letter, perhaps an `x`, and the target square. Nine words of ten are of this form.
//!
//! Seen from its end, such a word is the target's rank and file, and a *lead* of at most two bytes:
//!
//! ```text
//!      e4+    (nothing)        Nf3   N         Nxd7#   N x        exd5   e x
//! ```
//!
//! How long the lead is and which letter it opens with says what man moves and where he may stand: one row of a table.
//! All this can be read long before anybody looks at a board, many words at a time ([`Board::read`](super::Board::read)).
//! Whatever is not exactly right, and every longer word, is left to [`Board::play_any`](super::Board::play_any).

use super::super::CheckMark;
use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, Kind};
use crate::chess::square::{File, Rank, Square};
use crate::chess::zobrist;

/// What a lead says of the man that moves.
pub(super) struct Lead {
    /// Where he may come from on an empty board, by his target, but for `region`.
    pub(super) origins: &'static [Bitboard; 64],
    /// The numbers of his kind for the keys of positions.
    pub(super) numbers: &'static [u64; 64],
    /// Where he may stand. A pawn that would reach its last rank may stand nowhere: its word must go on.
    pub(super) region: Bitboard,
    /// The index of his kind; and once more as a number of a lane, for a register that is filled from memory.
    pub(super) kind: u32,
    pub(super) lane: u32,
    /// In which lanes of a register of all men he stands, see `wide`.
    pub(super) lanes: u8,
}

impl Lead {
    /// That of a word with this first byte.
    #[inline(always)]
    pub(super) fn of(us: Color, captures: bool, first: u8) -> &'static Self {
        &LEADS[us.index()][usize::from(captures) << 8 | usize::from(first)]
    }

    #[inline(always)]
    pub(super) fn is_of(&self, kind: Kind) -> bool {
        self.kind == kind.index() as u32
    }
}

/// By the side to move, and in each half by the first byte of a word: without an `x` before the target, and with one.
static LEADS: [[Lead; 512]; 2] = [leads(Color::White), leads(Color::Black)];

#[expect(clippy::large_stack_arrays, reason = "only the compiler has it on its stack")]
const fn leads(us: Color) -> [Lead; 512] {
    let mut leads = [const { lead(Color::White, Kind::Pawn, 0, Bitboard::EMPTY) }; 512];
    let pieces =
        [(b'N', Kind::Knight), (b'B', Kind::Bishop), (b'R', Kind::Rook), (b'Q', Kind::Queen), (b'K', Kind::King)];
    let mut i = 0;
    while i < pieces.len() {
        let (letter, kind) = pieces[i];
        leads[letter as usize] = lead(us, kind, 4 + kind as usize, Bitboard::ALL);
        leads[256 + letter as usize] = lead(us, kind, 4 + kind as usize, Bitboard::ALL);
        i += 1;
    }
    let before_last = Bitboard::of_rank(Rank::from_index(match us {
        Color::White => 6,
        Color::Black => 1,
    }));
    let mut file = 0;
    while file < 8 {
        let region = Bitboard(Bitboard::of_file(File::from_index(file)).0 & !before_last.0);
        let letter = (b'a' + file) as usize;
        leads[letter] = lead(us, Kind::Pawn, us as usize, region);
        leads[256 + letter] = lead(us, Kind::Pawn, 2 + us as usize, region);
        file += 1;
    }
    leads
}

/// `row` is that of [`attacks::origins_in_row`] for the way to the target.
const fn lead(us: Color, kind: Kind, row: usize, region: Bitboard) -> Lead {
    Lead {
        origins: attacks::row_of_origins(row),
        numbers: zobrist::men(us, kind),
        region,
        kind: kind as u32,
        lane: kind as u32,
        lanes: 1 << kind as u8 | 0x40 << us as u8,
    }
}

/// A word of a text: where it stands, and what can be said of it before anybody has looked at a board.
///
/// ```text
///   bits   63 … 48   47 … 32   27         26     25      24      21 20   16 … 8   5 … 0
///          start     length    followed   sign   brace   digit   mark    lead     target
/// ```
///
/// The lead is an index of its table. If the word is none of the shortest, its mark, its lead and its target are zero, and
/// no man has that lead.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Word(pub(super) u64);

/// Where the parts of a [`Word`] stand.
pub(super) mod part {
    pub(in super::super) const LEAD: u32 = 8;
    pub(in super::super) const MARK: u32 = 20;
    pub(in super::super) const DIGIT: u64 = 1 << 24;
    pub(in super::super) const BRACE: u64 = 1 << 25;
    pub(in super::super) const SIGN: u64 = 1 << 26;
    pub(in super::super) const FOLLOWED: u64 = 1 << 27;
    pub(in super::super) const LENGTH: u32 = 32;
    pub(in super::super) const START: u32 = 48;
}

/// The bytes below 64 that open what stands beside the moves, but for comments; a bit each.
pub(super) const SIGNS: u64 = 1 << b'(' | 1 << b')' | 1 << b'$' | 1 << b'!' | 1 << b'?';

impl Word {
    /// Reads a word: `text` is its first eight bytes, the first in the lowest bits; those behind its end are ignored. No
    /// branch depends on what it says.
    #[inline(always)]
    #[must_use]
    pub fn read(text: u64, start: u16, end: u16) -> Self {
        let length = end.wrapping_sub(start);
        // The last byte comes to stand at the top.
        let marked = text.wrapping_shl(64_u32.wrapping_sub(8 * u32::from(length)));
        let last = (marked >> 56) as u8;
        let mark = u64::from(last == b'+') | u64::from(last == b'#') << 1;
        let is_marked = mark != 0;
        let bare = marked << (8 * u32::from(is_marked));
        let lead_length = length.wrapping_sub(2 + u16::from(is_marked));

        let captures = (bare >> 40) as u8 == b'x';
        let first = text as u8;
        let usual_length = if captures { 2 } else { u16::from(first < b'a') };
        // Rank and file, each in a byte.
        let target = (bare >> 48).wrapping_sub(u64::from(u16::from_le_bytes(*b"a1")));
        let is_square = target & !0x0707 == 0;
        let to = (target | target >> 5) & 0x3f;
        let brief = to | (u64::from(captures) << 8 | u64::from(first)) << part::LEAD | mark << part::MARK;
        let fits = is_square && lead_length == usual_length;
        let when = |is: bool, part: u64| if is { part } else { 0 };
        let opening = when(first.is_ascii_digit(), part::DIGIT)
            | when(first == b'{', part::BRACE)
            | when(first < 64 && SIGNS >> (first & 63) & 1 == 1, part::SIGN);
        let place = u64::from(length) << part::LENGTH | u64::from(start) << part::START;
        Self(place | opening | when(fits, brief))
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

    /// Whether it opens with a digit, a brace or a sign, and cannot be a move.
    #[inline(always)]
    #[must_use]
    pub const fn is_no_move(self) -> bool {
        self.0 & (part::DIGIT | part::BRACE | part::SIGN) != 0
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
        Square::from_index(self.0 as u8 & 63)
    }

    /// Whether there is an `x` before the target: 1 or 0.
    #[inline(always)]
    pub(super) const fn captures(self) -> u64 {
        self.0 >> (part::LEAD + 8) & 1
    }

    /// The check mark it is known to carry. Of words that are none of the shortest it is not known at first.
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

    /// What it says of the man that moves.
    #[inline(always)]
    pub(super) fn lead(self, us: Color) -> &'static Lead {
        &LEADS[us.index()][(self.0 >> part::LEAD) as usize & 0x1ff]
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
