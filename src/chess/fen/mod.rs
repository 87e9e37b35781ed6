//! Reader and writer of Forsyth–Edwards Notation (FEN; PGN 16.1).
//!
//! [`parse`] turns text into a [`Setup`]; [`Position::to_fen`] and its relatives write text. Castling rights may be in
//! the standard's letters, X-FEN (`K` is the outermost rook) or Shredder-FEN (`H` is the rook on the h-file). The
//! reader accepts unusual spelling if the meaning is clear, and reports every departure from the standard in the
//! [`FenReading`].

mod read;
mod write;

use std::fmt;
use std::ops::Range;

use super::position::Position;
use super::setup::{Refusal, Setup};
pub(super) use read::MAX_FULLMOVE_NUMBER;
pub use read::parse;
pub(super) use read::parse_fields;
pub use write::{CastlingStyle, EnPassantMode, FenStyle, FenText};

/// The six fields of a FEN (PGN 16.1.3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FenField {
    /// The pieces and their squares (16.1.3.1).
    Placement,
    /// The side that has the move (16.1.3.2).
    Turn,
    /// The castling rights (16.1.3.3).
    Castling,
    /// The square that a double step passed over (16.1.3.4).
    EnPassant,
    /// Plies since the last capture or pawn move (16.1.3.5).
    HalfmoveClock,
    /// The number of the next move (16.1.3.6).
    FullmoveNumber,
}

impl FenField {
    /// All six fields, in the order of a FEN.
    pub const ALL: [Self; 6] =
        [Self::Placement, Self::Turn, Self::Castling, Self::EnPassant, Self::HalfmoveClock, Self::FullmoveNumber];
}

/// The contents of a FEN, and how its spelling departs from the standard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenReading {
    /// The pieces, and the state that the fields claim.
    pub setup: Setup,
    /// The missing fields, read as `w - - 0 1`.
    pub missing: Vec<FenField>,
    /// Departures from the standard's spelling, in the order of the text.
    pub notes: Vec<FenNote>,
}

/// A departure from the standard's spelling that leaves the meaning clear.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenNote {
    /// What is unusual.
    pub kind: FenNoteKind,
    /// The byte range in the text.
    pub range: Range<usize>,
}

/// The kinds of unusual spelling in a readable FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FenNoteKind {
    /// The text `startpos` instead of the fields of the initial position.
    Startpos,
    /// The fields are separated by underscores.
    Underscores,
    /// Fields are separated by more than one space or by a tab.
    SurplusSpace,
    /// There is white space before or after the FEN.
    OuterSpace,
    /// A semicolon follows the last field.
    Semicolon,
    /// Operations of EPD follow the fields.
    Operations,
    /// Two adjacent digits instead of one number of vacant squares.
    SplitDigits,
    /// The side to move is an upper-case letter.
    UpperCaseTurn,
    /// The castling rights are not in the order king's side, queen's side, White, Black.
    CastlingOrder,
    /// A castling right is named twice.
    CastlingRepeated,
}

/// The first error in a text that is not a valid FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FenError {
    /// The field with the error.
    pub field: FenField,
    /// What is wrong.
    pub fault: FenFault,
    /// The byte range in the text.
    pub range: Range<usize>,
}

/// The kinds of errors in a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FenFault {
    /// There is no text.
    Empty,
    /// A character that is not a piece letter, digit or slash.
    UnknownMan,
    /// A rank has more than eight squares: its number as printed, 8 for the first in the text.
    LongRank(u8),
    /// A rank has fewer than eight squares: its number as printed, and its number of squares.
    ShortRank(u8, u8),
    /// There are only this many ranks, fewer than eight.
    FewRanks(u8),
    /// There are more than eight ranks.
    ManyRanks,
    /// The side to move is neither `w` nor `b`.
    UnknownTurn,
    /// The castling rights are neither `-` nor letters of `KQkq`, `A`–`H`, `a`–`h`.
    UnknownCastling,
    /// The en passant field is neither `-` nor a square.
    UnknownSquare,
    /// A counter is not written in digits.
    NotANumber,
    /// A counter is greater than 4,294,967,295.
    NumberTooLarge,
    /// Something follows the last field.
    TrailingText,
}

/// Why a text does not give a position: it is malformed, or the setup cannot be played from.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PositionError {
    /// The text is not a valid FEN.
    Malformed(FenError),
    /// The setup cannot be played from: all reasons.
    Unplayable(Vec<Refusal>),
}

impl Position {
    /// Reads a FEN that must be playable. Missing fields and unusual spelling are accepted.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::{Position, PositionError};
    ///
    /// let position = Position::from_fen("8/8/8/8/8/8/k1K5/1q6 w - - 0 1")?;
    /// assert!(position.is_check());
    /// let error = Position::from_fen("8/8/8/8/8/8/8/K7 w - - 0 1").unwrap_err();
    /// assert!(matches!(error, PositionError::Unplayable(_)));
    /// # Ok::<_, PositionError>(())
    /// ```
    pub fn from_fen(text: &str) -> Result<Self, PositionError> {
        let reading = parse(text.as_bytes()).map_err(PositionError::Malformed)?;
        Self::try_from(&reading.setup)
    }
}

impl TryFrom<&Setup> for Position {
    type Error = PositionError;

    /// The position of a setup, as [`Setup::position`] returns it.
    fn try_from(setup: &Setup) -> Result<Self, PositionError> {
        setup.position().map_err(PositionError::Unplayable)
    }
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Placement => "piece placement",
            Self::Turn => "side to move",
            Self::Castling => "castling rights",
            Self::EnPassant => "en passant square",
            Self::HalfmoveClock => "half-move clock",
            Self::FullmoveNumber => "full-move number",
        })
    }
}

impl fmt::Display for FenNoteKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Startpos => "`startpos` instead of the FEN of the initial position",
            Self::Underscores => "underscores instead of spaces",
            Self::SurplusSpace => "fields must be separated by one space",
            Self::OuterSpace => "white space before or after the fields",
            Self::Semicolon => "a `;` after the last field, as in EPD",
            Self::Operations => {
                "EPD operations after the fields; a FEN ends with the half-move clock and the full-move number"
            }
            Self::SplitDigits => "adjacent vacant squares must be counted in one digit",
            Self::UpperCaseTurn => "the side to move must be in lower case",
            Self::CastlingOrder => "castling rights must be in the order `KQkq`",
            Self::CastlingRepeated => "a castling right is repeated",
        })
    }
}

impl fmt::Display for FenFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the FEN is empty"),
            Self::UnknownMan => f.write_str("expected a piece letter, a digit, or `/`"),
            Self::LongRank(rank) => write!(f, "rank {rank} has more than eight squares"),
            Self::ShortRank(rank, squares) => write!(f, "rank {rank} has {squares} squares instead of eight"),
            Self::FewRanks(ranks) => write!(f, "expected eight ranks, found {ranks}"),
            Self::ManyRanks => f.write_str("expected eight ranks, found more"),
            Self::UnknownTurn => f.write_str("expected `w` or `b`"),
            Self::UnknownCastling => f.write_str("expected `-` or letters of `KQkq`, `A`-`H`, `a`-`h`"),
            Self::UnknownSquare => f.write_str("expected `-` or a square"),
            Self::NotANumber => f.write_str("expected a number"),
            Self::NumberTooLarge => f.write_str("the number is too large"),
            Self::TrailingText => f.write_str("unexpected text after the last field"),
        }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.fault)
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(error) => error.fmt(f),
            Self::Unplayable(refusals) => {
                for (i, refusal) in refusals.iter().enumerate() {
                    write!(f, "{}{refusal}", if i == 0 { "" } else { "; " })?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for FenError {}
impl std::error::Error for PositionError {}

#[cfg(test)]
mod tests;
