//! The reasons why a setup is not a position, and the doubts whether a position can arise in a game.
//!
//! Each reason is a value with its evidence, its article of the FIDE Laws of 2023 and its sentence.

use std::fmt;

use super::bitboard::Bitboard;
use super::legality::{en_passant_origin, en_passant_victim};
use super::moves::PlyCount;
use super::piece::{Color, PieceType};
use super::square::Square;

/// A reason why a [`Setup`](super::setup::Setup) cannot be played from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Refusal {
    /// A side has no king.
    NoKing(Color),
    /// A side has more than one king.
    SeveralKings {
        /// The side that has them.
        color: Color,
        /// Their squares.
        kings: Bitboard,
    },
    /// The kings are adjacent: one of them has moved into check.
    KingsAdjacent {
        /// White's king.
        white: Square,
        /// Black's king.
        black: Square,
    },
    /// The side that has just moved has left its king in check.
    OpponentInCheck {
        /// The side in check.
        color: Color,
        /// The square of its king.
        king: Square,
        /// The pieces that attack it.
        checkers: Bitboard,
        /// The kind of the only one; `None` if there are several.
        kind: Option<PieceType>,
    },
    /// Pawns on the first or last rank.
    PawnsOnLastRanks(Bitboard),
    /// More than eight pawns of one side.
    TooManyPawns {
        /// The side that has them.
        color: Color,
        /// The number of them.
        count: u32,
    },
    /// More than sixteen pieces of one side.
    TooManyPieces {
        /// The side that has them.
        color: Color,
        /// The number of them.
        count: u32,
    },
    /// A castling right although the king is not on its back rank.
    CastlingWithoutKing {
        /// The side with the right.
        color: Color,
        /// The square of the rook that has the right.
        rook: Square,
    },
    /// A castling right although no rook of that side is on the square.
    CastlingWithoutRook {
        /// The side with the right.
        color: Color,
        /// The square where the rook should be.
        rook: Square,
    },
    /// Castling rights with two rooks on the same side of the king.
    CastlingWithTwoRooks {
        /// The side with the right.
        color: Color,
        /// The square of the inner rook.
        rook: Square,
    },
    /// The en passant square is not on the rank that the last double step passed over.
    EnPassantRank(Square),
    /// A piece is on the en passant square.
    EnPassantOccupied(Square),
    /// A piece is on the square from which the pawn made its double step.
    EnPassantOrigin(Square),
    /// No pawn is where the double step over the en passant square would have ended.
    EnPassantWithoutPawn(Square),
    /// The last move was a double step, which cannot have given this check.
    EnPassantCheck {
        /// The square passed over.
        square: Square,
        /// The pieces that give check.
        checkers: Bitboard,
    },
    /// Three or more pieces give check.
    TripleCheck(Bitboard),
    /// A double check that no single move can give: neither checker is a slider, or both are on one line with the king.
    DoubleCheck(Bitboard),
}

/// A reason to doubt that a playable position can arise in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Doubt {
    /// There are more promoted pieces than missing pawns.
    ExcessMaterial {
        /// The side that has them.
        color: Color,
        /// The number of its pawns.
        pawns: u32,
        /// The number of its pieces that must come from promotions; bishops count by the color of their squares.
        promoted: u32,
    },
    /// A castling right with the king on the a- or h-file, where it does not start in chess or Chess960.
    CastlingKingOnEdge {
        /// The side with the right.
        color: Color,
        /// The square of its king.
        king: Square,
    },
    /// Both sides have castling rights, but the kings are on different files. In every initial position they face each
    /// other.
    CastlingKingsApart {
        /// The square of White's king.
        white: Square,
        /// The square of Black's king.
        black: Square,
    },
    /// Both sides have the right to castle on one side of the king, but the rooks are on different files.
    CastlingRooksApart {
        /// The square of White's rook.
        white: Square,
        /// The square of Black's rook.
        black: Square,
    },
    /// By the en passant square a pawn has just moved, but the half-move clock is not 0.
    ClockWithEnPassant {
        /// Plies since the last capture or pawn move.
        clock: u32,
    },
    /// The half-move clock is greater than the number of plies played.
    ClockBeyondGame {
        /// Plies since the last capture or pawn move.
        clock: u32,
        /// The number of plies played, by the move number.
        plies: u64,
    },
    /// The half-move clock is less than the number of plies played, by more than one, but nothing was captured and no
    /// pawn has moved.
    ClockWithoutChange {
        /// Plies since the last capture or pawn move.
        clock: u32,
        /// The number of plies played, by the move number.
        plies: u64,
    },
    /// The move number is 0; it starts at 1.
    MoveNumberZero,
}

/// The part of a setup that a [`Refusal`] concerns: the board, or a right that can be dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Subject {
    /// The pieces or the turn.
    Board,
    /// The right to castle with the rook on this square.
    Castling(Square),
    /// The en passant square.
    EnPassant,
}

impl Refusal {
    /// The part of the setup that would have to change.
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

    /// Whether moves are well-defined in spite of this reason: no last move leads here, but the game can continue.
    pub const fn is_only_unreachable(&self) -> bool {
        matches!(self, Self::EnPassantCheck { .. } | Self::TripleCheck(_) | Self::DoubleCheck(_))
    }

    /// The article of the FIDE Laws (2023) that the setup violates.
    pub const fn article(&self) -> &'static str {
        match self {
            Self::NoKing(_) | Self::SeveralKings { .. } | Self::TooManyPawns { .. } | Self::TooManyPieces { .. } => {
                "2.2"
            }
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
    /// The article of the FIDE Laws (2023) that is the reason for the doubt.
    pub const fn article(&self) -> &'static str {
        match self {
            Self::ExcessMaterial { .. } => "3.7.3.3",
            Self::CastlingKingOnEdge { .. } | Self::CastlingKingsApart { .. } => "3.8.2.1.1",
            Self::CastlingRooksApart { .. } => "3.8.2.1.2",
            Self::ClockWithEnPassant { .. } | Self::ClockBeyondGame { .. } | Self::ClockWithoutChange { .. } => "9.3",
            Self::MoveNumberZero => "1.1",
        }
    }
}

/// The sentence about rights that are dropped for these reasons: `…; adoube ignores this square`.
pub fn ignored_rights(reasons: &[Refusal]) -> String {
    let all: Vec<String> = reasons.iter().map(ToString::to_string).collect();
    let are_castling = |reason: &Refusal| matches!(reason.subject(), Subject::Castling(_));
    let ignored = match reasons {
        [reason] if are_castling(reason) => "this right",
        _ if reasons.iter().any(are_castling) => "these rights",
        _ => "this square",
    };
    format!("{}; adoube ignores {ignored}", all.join("; "))
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NoKing(color) => write!(f, "{color} has no king"),
            Self::SeveralKings { color, kings } => write!(f, "{color} has {} kings: {}", kings.count(), List(kings)),
            Self::KingsAdjacent { white, black } => write!(f, "the kings on {white} and {black} are adjacent"),
            Self::OpponentInCheck { color, king, checkers, kind } => {
                let piece = kind.map_or_else(String::new, |kind| format!("the {kind} on "));
                let (checkers, turn) = (List(checkers), color.other());
                write!(f, "{color}'s king on {king} is in check from {piece}{checkers}, but it is {turn}'s move")
            }
            Self::PawnsOnLastRanks(pawns) => write!(f, "a pawn cannot be on {}", List(pawns)),
            Self::TooManyPawns { color, count } => write!(f, "{color} has {count} pawns, more than eight"),
            Self::TooManyPieces { color, count } => write!(f, "{color} has {count} pieces, more than sixteen"),
            Self::CastlingWithoutKing { color, rook } => write!(
                f,
                "{color} has the right to castle with the rook on {rook}, but the king is not on rank {}",
                color.back_rank()
            ),
            Self::CastlingWithoutRook { color, rook } => {
                write!(f, "{color} has the right to castle with a rook on {rook}, but there is no such rook")
            }
            Self::CastlingWithTwoRooks { color, rook } => {
                write!(
                    f,
                    "{color} has the right to castle with two rooks on the same side of the king: on {rook} and beyond"
                )
            }
            Self::EnPassantRank(square) => {
                write!(f, "the en passant square {square} is on the wrong rank for the side to move")
            }
            Self::EnPassantOccupied(square) => write!(f, "the en passant square {square} is occupied"),
            Self::EnPassantOrigin(square) => {
                write!(
                    f,
                    "the en passant square is {square}, but the pawn cannot have come from {}, which is occupied",
                    en_passant_origin(square)
                )
            }
            Self::EnPassantWithoutPawn(square) => {
                write!(f, "the en passant square {square} requires a pawn on {}", en_passant_victim(square))
            }
            Self::EnPassantCheck { square, checkers } => {
                write!(f, "a double step over {square} cannot have given check from {}", List(checkers))
            }
            Self::TripleCheck(checkers) => write!(f, "{} pieces give check: {}", checkers.count(), List(checkers)),
            Self::DoubleCheck(checkers) => write!(f, "no single move can give check from {}", List(checkers)),
        }
    }
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::ExcessMaterial { color, pawns, promoted } => write!(
                f,
                "{color} has {promoted} promoted {} and {pawns} {}, more than eight in all",
                plural(promoted, "piece", "pieces"),
                plural(pawns, "pawn", "pawns")
            ),
            Self::CastlingKingOnEdge { color, king } => {
                write!(f, "{color} has a castling right with the king on {king}, where no king starts a game")
            }
            Self::CastlingKingsApart { white, black } => {
                write!(
                    f,
                    "both sides have castling rights, but the kings on {white} and {black} cannot both be where they started"
                )
            }
            Self::CastlingRooksApart { white, black } => {
                write!(
                    f,
                    "both sides may castle with the rooks on {white} and {black}, but these cannot both be where they started"
                )
            }
            Self::ClockWithEnPassant { clock } => {
                write!(f, "the half-move clock is {clock}, but a pawn has just made a double step")
            }
            Self::ClockBeyondGame { clock, plies } => {
                write!(f, "the half-move clock is {clock} after {}", PlyCount(plies))
            }
            Self::ClockWithoutChange { clock, plies } => write!(
                f,
                "the half-move clock is {clock} after {}, but nothing was captured and no pawn has moved",
                PlyCount(plies)
            ),
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
