//! The shortest words of plain SAN: a letter, perhaps an `x`, and the target square. Nine words of ten are of this form.
//!
//! Seen from its end, such a word is the target's rank and file, and a *lead* of at most two bytes:
//!
//! ```text
//!      e4+    (nothing)        Nf3   N         Nxd7#   N x        exd5   e x
//! ```
//!
//! How long the lead is and which letter it opens with says what man moves and where he may stand: one row of a table.
//! Whatever is not exactly right, and every longer word, is left to [`Position::play_plain`].

use super::CheckMark;
use super::plain::Plain;
use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::{Color, Kind};
use crate::chess::position::Position;
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
}

/// By the side to move, the length of the lead, and the first byte of the word.
static LEADS: [[[Lead; 256]; 3]; 2] = [leads(Color::White), leads(Color::Black)];

const NO_LEAD: Lead = Lead { region: Bitboard::EMPTY, row: 0, kind: 0 };

const fn leads(us: Color) -> [[Lead; 256]; 3] {
    let mut leads = [[NO_LEAD; 256]; 3];
    let pieces =
        [(b'N', Kind::Knight), (b'B', Kind::Bishop), (b'R', Kind::Rook), (b'Q', Kind::Queen), (b'K', Kind::King)];
    let mut i = 0;
    while i < pieces.len() {
        let (letter, kind) = pieces[i];
        let lead = Lead { region: Bitboard::ALL, row: 4 + kind as u8, kind: kind as u8 };
        leads[1][letter as usize] = lead;
        leads[2][letter as usize] = lead;
        i += 1;
    }
    let before_last = Bitboard::of_rank(Rank::from_index(match us {
        Color::White => 6,
        Color::Black => 1,
    }));
    let mut file = 0;
    while file < 8 {
        let region = Bitboard(Bitboard::of_file(File::from_index(file)).0 & !before_last.0);
        let push = Lead { region, row: us as u8, kind: Kind::Pawn as u8 };
        leads[0][(b'a' + file) as usize] = push;
        leads[2][(b'a' + file) as usize] = Lead { row: 2 + us as u8, ..push };
        file += 1;
    }
    leads
}

impl Position {
    /// As [`Self::play_plain`], for the shortest words only. `us` is the side to move, told so that it can be a constant
    /// where it is known.
    #[inline(always)]
    pub fn play_brief(&mut self, us: Color, word: u64, length: usize, in_check: bool) -> Option<Plain> {
        if !(2..=5).contains(&length) {
            return None;
        }
        // The last byte comes to stand at the top.
        let marked = word << (64 - 8 * length);
        let last = (marked >> 56) as u8;
        let mark = match last {
            b'+' => Some(CheckMark::Check),
            b'#' => Some(CheckMark::Mate),
            _ => None,
        };
        let bare = if mark.is_some() { marked << 8 } else { marked };
        let lead_length = length.wrapping_sub(2 + usize::from(mark.is_some()));

        let lead = LEADS[us.index()].get(lead_length)?[usize::from(word as u8)];
        let (file, rank) = (((bare >> 48) as u8).wrapping_sub(b'a'), ((bare >> 56) as u8).wrapping_sub(b'1'));
        if (file | rank) > 7 {
            return None;
        }
        let to = Square::from_index(rank * 8 + file);
        let captures = (bare >> 40) as u8 == b'x';
        let (ours, theirs) = (self.colors(us), self.colors(us.other()));
        let x_is_wrong = (lead_length == 2) != captures;
        if x_is_wrong | (theirs.contains(to) != captures) | ours.contains(to) {
            return None;
        }

        let kind = usize::from(lead.kind);
        let men = ours & self.kinds[kind] & attacks::origins_in_row(usize::from(lead.row), to) & lead.region;
        let from = men.single()?;
        if !(attacks::between(from, to) & (ours | theirs)).is_empty() {
            return None;
        }
        let mv = Move::new(from, to, MoveKind::Normal);
        if !self.is_safe_move(us, kind, mv, in_check) {
            return None;
        }
        self.advance_normal(us, kind, from, to);
        Some(Plain { mv, changes_men: captures, mark, check: self.has_given_check(us, kind, mv) })
    }
}
