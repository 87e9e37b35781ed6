//! The shortest words of plain SAN: a letter, perhaps an `x`, and the target square. Nine words of ten are of this form.
//!
//! Seen from its end, such a word is the target's rank and file, and a *lead* of at most two bytes:
//!
//! ```text
//!      e4+    (nothing)        Nf3   N         Nxd7#   N x        exd5   e x
//! ```
//!
//! How long the lead is and which letter it opens with says what man moves and where he may stand: one row of a table.
//! Whatever is not exactly right, and every longer word, is left to `Position::play_plain`.

use super::super::CheckMark;
use super::super::plain::{castling_side, without_mark};
use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, Kind};
use crate::chess::position::CastlingSide;
use crate::chess::square::{File, Rank, Square};

/// What a lead says of the man that moves.
#[derive(Clone, Copy)]
struct Lead {
    /// Where he may stand. A pawn that would reach its last rank may stand nowhere: its word must go on.
    region: Bitboard,
    /// The row of [`attacks::origins_in_row`] for his way to the target.
    row: u8,
    /// The index of his kind.
    kind: u8,
    /// How long the lead must be.
    length: u8,
    /// In which lanes of a register of all men he stands, see `wide`.
    lanes: u8,
}

/// By the side to move, whether the word has an `x` before the target, and its first byte.
static LEADS: [[[Lead; 256]; 2]; 2] = [leads(Color::White), leads(Color::Black)];

const NO_LEAD: Lead = Lead { region: Bitboard::EMPTY, row: 0, kind: 0, length: u8::MAX, lanes: 0 };

const fn leads(us: Color) -> [[Lead; 256]; 2] {
    let mut leads = [[NO_LEAD; 256]; 2];
    let pieces =
        [(b'N', Kind::Knight), (b'B', Kind::Bishop), (b'R', Kind::Rook), (b'Q', Kind::Queen), (b'K', Kind::King)];
    let mut i = 0;
    while i < pieces.len() {
        let (letter, kind) = pieces[i];
        let lanes = 1 << kind as u8 | 0x40 << us as u8;
        let lead = Lead { region: Bitboard::ALL, row: 4 + kind as u8, kind: kind as u8, length: 1, lanes };
        leads[0][letter as usize] = lead;
        leads[1][letter as usize] = Lead { length: 2, ..lead };
        i += 1;
    }
    let before_last = Bitboard::of_rank(Rank::from_index(match us {
        Color::White => 6,
        Color::Black => 1,
    }));
    let mut file = 0;
    while file < 8 {
        let region = Bitboard(Bitboard::of_file(File::from_index(file)).0 & !before_last.0);
        let lanes = 1 | 0x40 << us as u8;
        let push = Lead { region, row: us as u8, kind: Kind::Pawn as u8, length: 0, lanes };
        leads[0][(b'a' + file) as usize] = push;
        leads[1][(b'a' + file) as usize] = Lead { row: 2 + us as u8, length: 2, ..push };
        file += 1;
    }
    leads
}

/// What one of the shortest words says, before anybody has looked at a board.
#[derive(Clone, Copy)]
pub(super) struct Brief {
    /// Where the man may come from on an empty board.
    pub(super) origins: Bitboard,
    /// The index of his kind.
    pub(super) kind: usize,
    /// In which lanes of a register of all men he stands, see `wide`.
    pub(super) lanes: u8,
    pub(super) to: Square,
    pub(super) captures: bool,
    /// The check mark the word carries.
    pub(super) mark: Mark,
    /// Whether it is one of the shortest words at all. If not, the rest means nothing.
    pub(super) fits: bool,
}

/// The last byte of a word, if it is a check mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark(u8);

impl Mark {
    /// No mark.
    pub const NONE: Self = Self(0);

    /// Whether it is all that can be said after a move that gives check, or gives none: `+`, or nothing. (`#` is not: who
    /// sees one has to look for a way out.)
    #[inline(always)]
    #[must_use]
    pub const fn suits(self, check: bool) -> bool {
        self.0 == if check { b'+' } else { 0 }
    }
}

impl From<Option<CheckMark>> for Mark {
    fn from(mark: Option<CheckMark>) -> Self {
        match mark {
            Some(CheckMark::Check) => Self(b'+'),
            Some(CheckMark::Mate) => Self(b'#'),
            // It suits nothing.
            Some(CheckMark::Double) => Self(b'*'),
            None => Self::NONE,
        }
    }
}

/// Reads a word: the first `length` bytes of `word`, the first of all in the lowest bits. Of more than eight only the
/// length is looked at; no lead is so long, and one that is none has no region. No branch
/// depends on what it says.
#[inline(always)]
pub(super) fn read(us: Color, word: u64, length: usize) -> Brief {
    // The last byte comes to stand at the top.
    let marked = word.wrapping_shl(64_u32.wrapping_sub(8 * length as u32));
    let last = (marked >> 56) as u8;
    let is_marked = matches!(last, b'+' | b'#');
    let bare = marked << (8 * u32::from(is_marked));
    let lead_length = length.wrapping_sub(2 + usize::from(is_marked));

    let captures = (bare >> 40) as u8 == b'x';
    let lead = &LEADS[us.index()][usize::from(captures)][usize::from(word as u8)];
    let (file, rank) = (((bare >> 48) as u8).wrapping_sub(b'a'), ((bare >> 56) as u8).wrapping_sub(b'1'));
    let to = Square::from_index((rank & 7) * 8 + (file & 7));
    Brief {
        origins: attacks::origins_in_row(usize::from(lead.row), to) & lead.region,
        kind: usize::from(lead.kind),
        lanes: lead.lanes,
        to,
        captures,
        mark: if is_marked { Mark(last) } else { Mark::NONE },
        fits: usize::from(lead.length) == lead_length && (file | rank) < 8,
    }
}

/// The side on which a word castles, if it does, and its check mark. The word is as in [`read`].
#[inline(always)]
pub(super) fn castling(word: u64, length: usize) -> Option<(CastlingSide, Option<CheckMark>)> {
    if word as u8 != b'O' || length > 7 {
        return None;
    }
    let (bare, mark) = without_mark(word, length);
    Some((castling_side(bare)?, mark))
}
