//! The error for text that is not a move in any spelling.

use std::fmt;
use std::ops::Range;

/// Text that cannot be parsed as a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SanError {
    /// The byte range of the error in the text; empty, at its end, if something is missing.
    pub range: Range<usize>,
    /// What is wrong in that range.
    pub kind: SanErrorKind,
}

/// The kinds of errors in the text of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SanErrorKind {
    /// The text is empty.
    Empty,
    /// The text is longer than any move.
    TooLong,
    /// Invalid UTF-8.
    Encoding,
    /// A character that does not occur in moves.
    Character,
    /// A capital letter that is not a piece letter of the language.
    PieceLetter,
    /// The target is missing.
    NoTarget,
    /// Unknown text after the move.
    Trailing,
}

impl fmt::Display for SanErrorKind {
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

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl std::error::Error for SanError {}
