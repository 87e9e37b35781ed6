//! What is wrong with a table of openings.

use std::fmt;

/// Why a file is no table of openings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookError {
    /// What is wrong, by line: the first twenty faults.
    pub faults: Vec<BookFault>,
    /// How many more there are.
    pub more: usize,
}

/// Something that is wrong with a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookFault {
    /// Its line, from 1.
    pub line: u64,
    /// What is wrong.
    pub kind: FaultKind,
}

/// What may be wrong with a row. Text of the file is cut where it is long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// The first line does not name the columns that are needed.
    Columns,
    /// The row has fewer fields than there are columns.
    Fields {
        /// So many are there.
        found: usize,
        /// So many are needed.
        needed: usize,
    },
    /// This is no ECO code.
    Code(String),
    /// This is no name: empty, too long, or with control characters in it.
    Name(String),
    /// A word that is no legal move where it stands.
    Move {
        /// The word.
        word: String,
        /// Why it cannot be played.
        reason: String,
    },
    /// More half-moves than an opening has.
    TooLong(usize),
    /// The moves do not lead to the position that the row states.
    OtherPosition {
        /// The position they lead to.
        reached: String,
    },
    /// The game begins at a position of its own, or is of another variant.
    OtherStart,
    /// The quotation mark of a name is never closed.
    OpenName,
    /// Moves that do not end in `*`.
    OpenMoves,
    /// The table has more rows than are read.
    TooManyRows(usize),
    /// There is no opening at all.
    NoRows,
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Columns => f.write_str(
                "this begins like no table of openings: a line that names the columns `eco`, `name` and `pgn` or `uci`, \
                 parted by tabs; a row of Scid, `B90 \"name\" moves *`; or a game in PGN",
            ),
            Self::Fields { found, needed } => write!(f, "the row has {found} of {needed} fields"),
            Self::Code(code) => write!(f, "`{code}` is no ECO code"),
            Self::Name(name) if name.is_empty() => f.write_str("the name is missing"),
            Self::Name(name) => write!(f, "`{name}` is no name: it is too long, or has control characters"),
            Self::Move { word, reason } => write!(f, "`{word}` cannot be played: {reason}"),
            Self::TooLong(most) => write!(f, "the moves are more than {most}"),
            Self::OtherPosition { reached } => write!(f, "the moves lead to another position: {reached}"),
            Self::OtherStart => f.write_str("openings begin at the initial position of chess"),
            Self::OpenName => f.write_str("the quotation mark is never closed"),
            Self::OpenMoves => f.write_str("the moves do not end in `*`"),
            Self::TooManyRows(most) => write!(f, "there are more than {most} rows"),
            Self::NoRows => f.write_str("there is no opening in it"),
        }
    }
}

impl fmt::Display for BookFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.kind)
    }
}

impl fmt::Display for BookError {
    /// One fault a line.
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
