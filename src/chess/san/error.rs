//! The error for text that is not a move in any spelling.

use std::fmt;
use std::ops::Range;

/// Text that cannot be parsed as a move.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SanError {
    /// The byte range of the error in the text; empty, at its end, if something is missing.
    pub range: Range<usize>,
    /// What is wrong in that range.
    pub kind: SanErrorKind,
}

/// The kinds of errors in the text of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
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
            Self::Empty => "the move is empty",
            Self::TooLong => "too long for a move",
            Self::Encoding => "invalid UTF-8",
            Self::Character => "this character does not occur in moves",
            Self::PieceLetter => "this is not a piece letter",
            Self::NoTarget => "the target square is missing",
            Self::Trailing => "unexpected text after the move",
        })
    }
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl std::error::Error for SanError {}
