//! The errors in a table of openings.

use std::fmt;

use crate::pgn::write::Unwritable;

/// The errors of a file that is not a valid table of openings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookError {
    /// The first twenty errors, by line.
    pub faults: Vec<BookFault>,
    /// The number of further errors.
    pub more: usize,
}

/// An error in a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookFault {
    /// Its line, from 1.
    pub line: u64,
    /// The kind of error.
    pub kind: FaultKind,
}

/// A kind of error. Quoted text is cut if it is long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// The first line does not name the required columns.
    Columns,
    /// A row has too few fields.
    Fields {
        /// The number of fields.
        found: usize,
        /// The required number.
        needed: usize,
    },
    /// Not an ECO code.
    Code(String),
    /// No game has an ECO tag.
    NoCodes,
    /// Not a valid name: empty or too long.
    Name(String),
    /// A name with a character that must not be written.
    Unwritable(Unwritable),
    /// A token that is not a legal move.
    Move {
        /// The token.
        san: String,
        /// The reason.
        reason: String,
    },
    /// The line has more plies than an opening may have.
    TooLong(usize),
    /// The moves do not lead to the stated position.
    OtherPosition {
        /// The position that they lead to.
        reached: String,
    },
    /// The game starts from another position, or is of another variant.
    OtherStart,
    /// The quotation mark of a name is not closed.
    OpenName,
    /// The moves do not end with `*`.
    OpenMoves,
    /// The table has more rows than the maximum.
    TooManyRows(usize),
    /// The table has no rows.
    NoRows,
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Columns => f.write_str(
                "this does not begin like a table of openings: expected a line that names the columns `eco`, `name` and `pgn` or `uci`, \
                 separated by tabs; a row of Scid, `B90 \"name\" moves *`; or a game in PGN",
            ),
            Self::Fields { found, needed } => write!(f, "the row has {found} of {needed} fields"),
            Self::NoCodes => f.write_str("no game has an ECO tag"),
            Self::Code(code) if code.is_empty() => f.write_str("the ECO code is missing"),
            Self::Code(code) => write!(f, "`{code}` is not an ECO code"),
            Self::Name(name) if name.is_empty() => f.write_str("the name is missing"),
            Self::Name(name) => write!(f, "`{name}` is not a name: it is too long"),
            Self::Unwritable(error) => write!(f, "in the name, {error}"),
            Self::Move { san, reason } => write!(f, "`{san}` cannot be played: {reason}"),
            Self::TooLong(most) => write!(f, "there are more than {most} moves"),
            Self::OtherPosition { reached } => write!(f, "the moves lead to another position: {reached}"),
            Self::OtherStart => f.write_str("openings begin at the initial position of chess"),
            Self::OpenName => f.write_str("the quotation mark is never closed"),
            Self::OpenMoves => f.write_str("the moves do not end in `*`"),
            Self::TooManyRows(most) => write!(f, "there are more than {most} rows"),
            Self::NoRows => f.write_str("the file contains no openings"),
        }
    }
}

impl fmt::Display for BookFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if matches!(self.kind, FaultKind::NoCodes | FaultKind::NoRows) {
            return self.kind.fmt(f);
        }
        write!(f, "line {}: {}", self.line, self.kind)
    }
}

impl fmt::Display for BookError {
    /// Prints one error a line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.faults.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{fault}")?;
        }
        match self.more {
            0 => Ok(()),
            more => write!(f, "\nand {more} more"),
        }
    }
}

impl std::error::Error for BookError {}
