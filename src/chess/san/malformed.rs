//! Why a word is no move in any spelling.

use std::fmt;
use std::ops::Range;

/// A word that cannot be read as a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Malformed {
    /// The bytes of the word where reading failed; empty at its end if something is missing.
    pub range: Range<usize>,
    /// What is wrong there.
    pub kind: MalformedKind,
}

/// What is wrong with a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MalformedKind {
    /// There is nothing to read.
    Empty,
    /// No move needs that many characters.
    TooLong,
    /// Bytes that are not UTF-8.
    Encoding,
    /// A character that no move is written with.
    Character,
    /// A capital letter that stands for no piece in the language used.
    PieceLetter,
    /// No square to go to.
    NoTarget,
    /// Something follows that belongs to no move.
    Trailing,
}

impl fmt::Display for MalformedKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "there is no move to read",
            Self::TooLong => "no move is that long",
            Self::Encoding => "these bytes are not UTF-8",
            Self::Character => "no move is written with this character",
            Self::PieceLetter => "this letter stands for no piece",
            Self::NoTarget => "no square to go to is named",
            Self::Trailing => "this belongs to no move",
        })
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl std::error::Error for Malformed {}
