//! Standard algebraic notation (SAN, PGN 8.2.3), and the other spellings of moves found in archives.
//!
//! There are three steps. [`parse`] parses the text of one move without a board. `Position::resolve` finds the legal
//! move that it means, or the reason why there is none. [`write`](write()) returns the canonical SAN of a move.
//!
//! These are the reference implementation. `Position::play_canonical` and [`fast_path`] are faster for canonical SAN, and
//! return the same moves.

mod deviations;
pub mod fast_path;
pub mod language;
mod read;
mod resolve;
#[cfg(test)]
mod tests;
mod write;

use std::ops::Range;

use super::piece::PieceType;
use super::position::{CastlingSide, Position};
use super::square::{File, Rank, Square};

pub use deviations::{Deviations, SanError, SanErrorKind};
pub use read::{parse, parse_localized};
pub(in crate::chess) use resolve::origin_mask;
pub use resolve::{Disambiguation, OriginHint, ResolvedMove};
pub use write::{LongAlgebraic, San, long, write, write_between};

/// A parsed move: its meaning without a board, and the details of its spelling.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsedSan {
    /// The move that it describes, in the first reading.
    pub spec: MoveSpec,
    /// A second reading, to be tried if no legal move matches the first.
    pub alternative: Option<Alternative>,
    /// The check suffix.
    pub check: Option<CheckSuffix>,
    /// Whether it has a capture sign.
    pub capture_mark: bool,
    /// The departures from SAN in the first reading.
    pub forms: Deviations,
    /// The byte range of the move suffix or assessment (`!`, `?!`, `+-`).
    pub glyph: Option<Range<usize>>,
}

/// A second reading. For example, `bc4` may be a pawn capture from the b-file or a bishop move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Alternative {
    /// The move that it describes in this reading.
    pub spec: MoveSpec,
    /// The departures from SAN in this reading.
    pub forms: Deviations,
}

/// The byte range of the move suffix, such as `!?`, or of an assessment, such as `+-`.
pub fn suffix(san: &[u8]) -> Option<Range<usize>> {
    find_suffix(san).map(|(range, _)| range)
}

/// The check suffix of a move in canonical SAN.
pub const fn mark(san: &[u8]) -> Option<CheckSuffix> {
    match san {
        [.., b'+'] => Some(CheckSuffix::Check),
        [.., b'#'] => Some(CheckSuffix::Mate),
        _ => None,
    }
}

/// The move that a text describes, independent of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveSpec {
    /// A move by a known kind of piece.
    Move {
        /// The kind of the moving piece.
        kind: PieceType,
        /// The file of the origin, if given.
        from_file: Option<File>,
        /// The rank of the origin, if given.
        from_rank: Option<Rank>,
        /// The target.
        to: Target,
        /// The promotion. King and pawn are accepted here and refused by `Position::resolve`.
        promotion: Option<PieceType>,
    },
    /// A move between two squares by any piece: `g1f3`.
    Squares {
        /// The origin.
        from: Square,
        /// The target; for castling, the king's final square or its own rook.
        to: Square,
        /// The promotion.
        promotion: Option<PieceType>,
    },
    /// Castling.
    Castle(CastlingSide),
    /// A null move: `--`, `Z0`.
    Null,
    /// A drop, as in crazyhouse: `N@f3`.
    Drop {
        /// The kind of the dropped piece.
        kind: PieceType,
        /// The target.
        to: Square,
    },
}

/// The target of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// A square.
    Square(Square),
    /// A capture on some square of this file: `ed`.
    File(File),
}

/// A check suffix: the sign after a move that gives check.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CheckSuffix {
    /// `+`: check.
    Check,
    /// `++`: double check to some authors, mate to others (Laws C.13).
    Double,
    /// `#`: checkmate.
    Mate,
}

impl CheckSuffix {
    /// The check suffix that SAN requires after the move that led to this position (PGN 8.2.3.5); never
    /// [`CheckSuffix::Double`].
    pub fn required(after: &Position) -> Option<Self> {
        if after.checkers().is_empty() {
            return None;
        }
        Some(if after.is_checkmate() { Self::Mate } else { Self::Check })
    }

    /// Whether this suffix is correct for the position after the move. `++` is correct for a double check and for a
    /// mate.
    pub fn fits(self, after: &Position) -> bool {
        match self {
            Self::Double => after.checkers().has_several() || after.is_checkmate(),
            _ => Self::required(after) == Some(self),
        }
    }
}

// Move suffixes (PGN 8.2.3.8), and assessments of the position after a move.

/// The assessments that archives attach to moves; each comes before its own suffixes.
const ASSESSMENTS: [&str; 13] = ["+/-", "-/+", "+/=", "=/+", "+-", "-+", "+=", "=+", "=", "±", "∓", "⩲", "⩱"];

/// The characters of move suffixes; the last four are two signs in one character.
const SIGNS: [&str; 8] = ["!", "?", "！", "？", "‼", "⁇", "⁈", "⁉"];

/// The byte range of the move suffix or assessment, if there is one. It is never the whole text.
fn find_suffix(san: &[u8]) -> Option<(Range<usize>, Deviations)> {
    // Nearly every move ends in a digit, a capital letter, `+` or `#`.
    let last = *san.last()?;
    if last.is_ascii_alphanumeric() || last == b'#' {
        return None;
    }
    let start = trim_signs(san);
    if start < san.len() {
        return (start > 0).then_some((start..san.len(), Deviations::NONE));
    }
    let ends = |sign: &&str| san.ends_with(sign.as_bytes()) && san.len() > sign.len();
    let sign = ASSESSMENTS.into_iter().find(ends)?;
    Some((san.len() - sign.len()..san.len(), Deviations::ASSESSMENT))
}

/// The length of the text without the signs at its end.
fn trim_signs(san: &[u8]) -> usize {
    let mut end = san.len();
    while let Some(sign) = SIGNS.iter().find(|sign| san[..end].ends_with(sign.as_bytes())) {
        end -= sign.len();
    }
    end
}
