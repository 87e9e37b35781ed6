//! Moves in standard algebraic notation (SAN, PGN 8.2.3) and in the many spellings found in archives.
//!
//! Three steps, each useful alone. [`read`] turns one word into what it asks for, without a board. `Position::resolve`
//! finds the legal move that is meant, or says why there is none. [`write`](write()) gives a move its one canonical
//! spelling.

mod fold;
mod forms;
pub mod language;
mod long;
mod malformed;
mod plain;
mod read;
mod resolve;
mod suffix;
pub mod swift;
#[cfg(test)]
mod tests;
mod write;

use std::ops::Range;

pub use forms::Forms;
pub use long::{Long, long};
pub use malformed::{Malformed, MalformedKind};
pub use plain::Plain;
pub use read::{read, read_localized};
pub(in crate::chess) use resolve::origin_mask;
pub use resolve::{Disambiguation, Origin, Resolved};
pub use write::{San, write, write_between};

use super::piece::Kind;
use super::position::{CastlingSide, Position};
use super::square::{File, Rank, Square};

/// One word of movetext, read: what it asks for and how it was spelled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// What it asks for, in its first reading.
    pub wish: Wish,
    /// What it may mean instead, if nothing on the board answers to the first reading.
    pub alternative: Option<Alternative>,
    /// The check or mate sign it carries.
    pub check: Option<CheckMark>,
    /// Whether it carries a capture sign.
    pub capture_mark: bool,
    /// In what its spelling departs from SAN, in its first reading.
    pub forms: Forms,
    /// Where in the word its suffix stands (`!`, `?!`, `+-`), if it has one: bytes.
    pub glyph: Option<Range<usize>>,
}

/// The second meaning of a word, as `bc4`: a pawn of the b-file takes on c4, or a bishop goes there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Alternative {
    /// What it asks for in this reading.
    pub wish: Wish,
    /// In what its spelling departs from SAN in this reading.
    pub forms: Forms,
}

/// Where the suffix of a word stands, if it has one: `!?` or an assessment such as `+-`.
#[must_use]
pub fn suffix(word: &[u8]) -> Option<Range<usize>> {
    suffix::find(word).map(|(range, _)| range)
}

/// The check or mate sign at the end of a word in plain SAN, if it carries one.
#[must_use]
pub const fn mark(word: &[u8]) -> Option<CheckMark> {
    match word {
        [.., b'+'] => Some(CheckMark::Check),
        [.., b'#'] => Some(CheckMark::Mate),
        _ => None,
    }
}

/// What a word asks for, before anybody has looked at a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// A man of a known kind goes somewhere.
    Move {
        /// What moves.
        kind: Kind,
        /// The file it comes from, if the word says so.
        from_file: Option<File>,
        /// The rank it comes from, if the word says so.
        from_rank: Option<Rank>,
        /// Where it goes.
        to: Target,
        /// What the pawn becomes; king and pawn are read too, and refused on the board.
        promotion: Option<Kind>,
    },
    /// The man on one square, whatever it is, goes to another: `g1f3`.
    Squares {
        /// Where it stands.
        from: Square,
        /// Where it goes; for castling the king's target or his own rook.
        to: Square,
        /// What the pawn becomes.
        promotion: Option<Kind>,
    },
    /// Castling.
    Castle(CastlingSide),
    /// The player passes: `--`, `Z0`.
    Null,
    /// A man is put on an empty square, as in crazyhouse: `N@f3`.
    Drop {
        /// What is put down.
        kind: Kind,
        /// Where.
        to: Square,
    },
}

/// Where a man goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// To this square.
    Square(Square),
    /// By capture to some square of this file: `ed`.
    File(File),
}

/// A sign behind a move that says the other king is attacked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CheckMark {
    /// `+`: check.
    Check,
    /// `++`: double check to some authors, mate to others (Laws C.13).
    Double,
    /// `#`: checkmate.
    Mate,
}

impl CheckMark {
    /// The sign SAN asks for behind the move that led to this position (PGN 8.2.3.5): never [`CheckMark::Double`].
    #[must_use]
    pub fn required(after: &Position) -> Option<Self> {
        if after.checkers().is_empty() {
            return None;
        }
        Some(if after.is_checkmate() { Self::Mate } else { Self::Check })
    }

    /// Whether this sign tells the truth about the position after the move: `++` fits a double check and a mate.
    #[must_use]
    pub fn fits(self, after: &Position) -> bool {
        match self {
            Self::Double => after.checkers().has_several() || after.is_checkmate(),
            _ => Self::required(after) == Some(self),
        }
    }
}
