//! Why a position cannot be played from, and why one that can be could not have arisen.
//!
//! Values with evidence; the sentences are made here and nowhere else. Articles are those of the FIDE Laws of 2023.

use std::fmt;

use super::bitboard::Bitboard;
use super::legality::en_passant_victim;
use super::piece::Color;
use super::square::Square;

/// A reason why no chess can be played from a [`Setup`](super::setup::Setup).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// A side has no king.
    NoKing(Color),
    /// A side has more than one king.
    SeveralKings {
        /// Whose they are.
        color: Color,
        /// Where they are.
        kings: Bitboard,
    },
    /// The kings stand side by side: one of them has moved into check.
    KingsAdjacent {
        /// White's king.
        white: Square,
        /// Black's king.
        black: Square,
    },
    /// The side that does not have the move is in check: it has left its king there.
    OpponentInCheck {
        /// The side in check.
        color: Color,
        /// Where its king is.
        king: Square,
        /// The men that could take it.
        checkers: Bitboard,
    },
    /// Pawns on the first or last rank.
    PawnsOnLastRanks(Bitboard),
    /// More than eight pawns of one side.
    TooManyPawns {
        /// Whose they are.
        color: Color,
        /// How many there are.
        count: u32,
    },
    /// More than sixteen men of one side.
    TooManyMen {
        /// Whose they are.
        color: Color,
        /// How many there are.
        count: u32,
    },
    /// A castling right, but the king is not on its back rank.
    CastlingWithoutKing {
        /// Whose right it is.
        color: Color,
        /// The square of the rook that has the right.
        rook: Square,
    },
    /// A castling right, but no rook of that side where it should be.
    CastlingWithoutRook {
        /// Whose right it is.
        color: Color,
        /// Where the rook should be.
        rook: Square,
    },
    /// Rights with two rooks on one side of the king.
    CastlingWithTwoRooks {
        /// Whose right it is.
        color: Color,
        /// The square of the inner rook.
        rook: Square,
    },
    /// The en passant square is not on the rank that the last double step passed over.
    EnPassantRank(Square),
    /// A man stands on the en passant square.
    EnPassantOccupied(Square),
    /// A man stands where the pawn came from that passed over the en passant square.
    EnPassantOrigin(Square),
    /// No pawn stands where the one that passed over the en passant square should be.
    EnPassantWithoutPawn(Square),
    /// The check was there before the double step, or comes from a man that the step could not uncover.
    EnPassantCheck {
        /// The square passed over.
        square: Square,
        /// The men that give check.
        checkers: Bitboard,
    },
    /// Three or more men give check.
    TripleCheck(Bitboard),
    /// Two men give check that no single move can bring about: neither is a slider, or both stand on one line with the king.
    DoubleCheck(Bitboard),
}

/// A reason to doubt that a playable position can have arisen in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doubt {
    /// More promoted pieces than pawns have gone.
    ExcessMaterial {
        /// Whose they are.
        color: Color,
        /// Its pawns on the board.
        pawns: u32,
        /// How many of its pieces must come from promotions, a bishop's square colour considered.
        promoted: u32,
    },
    /// A castling right with the king on the a- or h-file, where no game of chess or Chess960 starts with it.
    CastlingKingOnEdge {
        /// Whose king it is.
        color: Color,
        /// Where it is.
        king: Square,
    },
    /// An en passant square says that a pawn has just moved, the half-move clock that it has not.
    ClockWithEnPassant {
        /// Plies since the last capture or pawn move.
        clock: u32,
    },
    /// The half-move clock counts more plies than have been played.
    ClockBeyondGame {
        /// Plies since the last capture or pawn move.
        clock: u32,
        /// Plies played so far, by the full-move number.
        plies: u64,
    },
    /// The full-move number is 0; it starts at 1.
    MoveNumberZero,
}

/// What a [`Refusal`] is about: the board itself, or a right that can be dropped to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// The men themselves.
    Board,
    /// The right to castle with the rook on this square.
    Castling(Square),
    /// The en passant square.
    EnPassant,
}

impl Refusal {
    /// What would have to change.
    #[must_use]
    pub const fn subject(&self) -> Subject {
        match *self {
            Self::CastlingWithoutKing { rook, .. }
            | Self::CastlingWithoutRook { rook, .. }
            | Self::CastlingWithTwoRooks { rook, .. } => Subject::Castling(rook),
            Self::EnPassantRank(_)
            | Self::EnPassantOccupied(_)
            | Self::EnPassantOrigin(_)
            | Self::EnPassantWithoutPawn(_)
            | Self::EnPassantCheck { .. } => Subject::EnPassant,
            _ => Subject::Board,
        }
    }

    /// Whether chess could be played on all the same: no last move leads here, but every move from here has a meaning.
    #[must_use]
    pub const fn is_only_unreachable(&self) -> bool {
        matches!(self, Self::EnPassantCheck { .. } | Self::TripleCheck(_) | Self::DoubleCheck(_))
    }

    /// The article of the FIDE Laws (2023) that it offends.
    #[must_use]
    pub const fn article(&self) -> &'static str {
        match self {
            Self::NoKing(_) | Self::SeveralKings { .. } | Self::TooManyPawns { .. } | Self::TooManyMen { .. } => "2.2",
            Self::KingsAdjacent { .. } | Self::OpponentInCheck { .. } => "3.9.2",
            Self::PawnsOnLastRanks(_) => "3.7.3.3",
            Self::CastlingWithoutKing { .. } => "3.8.2.1.1",
            Self::CastlingWithoutRook { .. } => "3.8.2.1.2",
            Self::CastlingWithTwoRooks { .. } => "3.8.2",
            Self::EnPassantRank(_)
            | Self::EnPassantOccupied(_)
            | Self::EnPassantOrigin(_)
            | Self::EnPassantWithoutPawn(_)
            | Self::EnPassantCheck { .. } => "3.7.3.1",
            Self::TripleCheck(_) | Self::DoubleCheck(_) => "3.10.3",
        }
    }
}

impl Doubt {
    /// The article of the FIDE Laws (2023) it comes from.
    #[must_use]
    pub const fn article(&self) -> &'static str {
        match self {
            Self::ExcessMaterial { .. } => "3.7.3.3",
            Self::CastlingKingOnEdge { .. } => "3.8.2.1.1",
            Self::ClockWithEnPassant { .. } | Self::ClockBeyondGame { .. } => "9.3",
            Self::MoveNumberZero => "1.1",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NoKing(color) => write!(f, "{color} has no king"),
            Self::SeveralKings { color, kings } => write!(f, "{color} has {} kings: {}", kings.count(), List(kings)),
            Self::KingsAdjacent { white, black } => write!(f, "the kings on {white} and {black} stand side by side"),
            Self::OpponentInCheck { color, king, checkers } => write!(
                f,
                "{color}'s king on {king} is in check from {} though it is {}'s move",
                List(checkers),
                color.other()
            ),
            Self::PawnsOnLastRanks(pawns) => write!(f, "a pawn cannot stand on {}", List(pawns)),
            Self::TooManyPawns { color, count } => write!(f, "{color} has {count} pawns, more than eight"),
            Self::TooManyMen { color, count } => write!(f, "{color} has {count} men, more than sixteen"),
            Self::CastlingWithoutKing { color, rook } => write!(
                f,
                "{color} cannot castle with the rook on {rook}: the king is not on rank {}",
                color.back_rank()
            ),
            Self::CastlingWithoutRook { color, rook } => {
                write!(f, "{color} cannot castle with a rook on {rook}: there is none")
            }
            Self::CastlingWithTwoRooks { color, rook } => {
                write!(f, "{color} cannot castle with the rook on {rook} as well as with the one behind it")
            }
            Self::EnPassantRank(square) => {
                write!(f, "en passant square {square} is not on the rank that the last move can have passed over")
            }
            Self::EnPassantOccupied(square) => write!(f, "en passant square {square} is occupied"),
            Self::EnPassantOrigin(square) => {
                write!(f, "the square from which a pawn would have passed over {square} is occupied")
            }
            Self::EnPassantWithoutPawn(square) => {
                write!(f, "no pawn on {} can have passed over {square}", en_passant_victim(square))
            }
            Self::EnPassantCheck { square, checkers } => {
                write!(f, "a double step over {square} cannot have given check from {}", List(checkers))
            }
            Self::TripleCheck(checkers) => write!(f, "{} men give check: {}", checkers.count(), List(checkers)),
            Self::DoubleCheck(checkers) => write!(f, "no move gives check from {} at once", List(checkers)),
        }
    }
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::ExcessMaterial { color, pawns, promoted } => write!(
                f,
                "{color} has {promoted} promoted {} beside {pawns} {}, more than eight in all",
                plural(promoted, "piece", "pieces"),
                plural(pawns, "pawn", "pawns")
            ),
            Self::CastlingKingOnEdge { color, king } => {
                write!(f, "{color} has the right to castle with a king on {king}, where none starts")
            }
            Self::ClockWithEnPassant { clock } => {
                write!(f, "the half-move clock is {clock} though a pawn has just made a double step")
            }
            Self::ClockBeyondGame { clock, plies } => {
                write!(f, "the half-move clock is {clock} after {plies} plies")
            }
            Self::MoveNumberZero => f.write_str("the full-move number is 0"),
        }
    }
}

impl std::error::Error for Refusal {}

fn plural(count: u32, one: &'static str, many: &'static str) -> &'static str {
    if count == 1 { one } else { many }
}

/// Writes `a1, b2 and c3`.
struct List(Bitboard);

impl fmt::Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.0.count().saturating_sub(1);
        for (i, square) in (0..).zip(self.0) {
            let separator = match i {
                0 => "",
                _ if i == last => " and ",
                _ => ", ",
            };
            write!(f, "{separator}{square}")?;
        }
        Ok(())
    }
}
