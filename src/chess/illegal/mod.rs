//! Why a move is not legal, as data: each reason carries its evidence, its article and its sentence.
//!
//! Articles are those of the FIDE Laws of Chess in force from 1 January 2023.

mod diagnose;
mod hints;
mod sentence;
#[cfg(test)]
mod tests;

pub use diagnose::diagnose;
pub use hints::{legal_for_other_side, near_misses};

use super::bitboard::Bitboard;
use super::piece::{Color, Kind, Piece};
use super::position::CastlingSide;
use super::square::{File, Rank, Square};

/// A man and where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Man {
    /// What it is.
    pub piece: Piece,
    /// Where it stands.
    pub square: Square,
}

/// Why a word names no legal move in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// The game has ended: the side to move is mated.
    AfterMate {
        /// The mated side.
        mated: Color,
    },
    /// The game has ended: the side to move has no legal move and is not in check.
    AfterStalemate {
        /// The stalemated side.
        stalemated: Color,
    },
    /// The side to move has no such man, or none where the word says it comes from.
    NoSuchMan {
        /// The side to move.
        color: Color,
        /// The kind asked for.
        kind: Kind,
        /// The file the word says it comes from.
        file: Option<File>,
        /// The rank the word says it comes from.
        rank: Option<Rank>,
        /// Where that side's men of this kind do stand.
        stand: Bitboard,
    },
    /// Nothing stands on the square the move starts from.
    VacantOrigin {
        /// The square.
        from: Square,
    },
    /// The man on the square the move starts from is the opponent's.
    OpponentsMan {
        /// That man.
        man: Man,
    },
    /// The men of this kind do not move like that.
    CannotReach {
        /// The side to move.
        color: Color,
        /// Their kind.
        kind: Kind,
        /// Where they stand.
        from: Bitboard,
        /// Where the move goes.
        to: Square,
    },
    /// No pawn of that file can capture anything on the other (`ed`).
    NoPawnCapture {
        /// The file the pawn comes from.
        from: File,
        /// The file it goes to.
        to: File,
    },
    /// Another man stands in the way, or a pawn's way ends before an occupied square.
    Blocked {
        /// The man that would move.
        man: Man,
        /// Where it would go.
        to: Square,
        /// The first man in its way.
        by: Man,
    },
    /// A man of the same side stands on the target.
    OwnMan {
        /// That man.
        on: Man,
    },
    /// A pawn moves diagonally only to capture, and there is nothing to capture.
    NothingToCapture {
        /// The pawn.
        from: Square,
        /// The vacant square.
        to: Square,
    },
    /// A pawn may be captured en passant only at once after its double step.
    EnPassantNotNow {
        /// The pawn that would capture.
        from: Square,
        /// Where it would go.
        to: Square,
        /// The pawn beside it.
        victim: Square,
    },
    /// The king is in check and stays so.
    StaysInCheck {
        /// The king.
        king: Man,
        /// The men that still give check after the move.
        checkers: Vec<Man>,
    },
    /// The man is pinned to its king.
    Pinned {
        /// The man that would move.
        man: Man,
        /// Its king.
        king: Man,
        /// The man that would then give check.
        pinner: Man,
    },
    /// Capturing en passant takes two pawns off the line of an enemy piece to the king.
    EnPassantExposes {
        /// The pawn that would capture.
        from: Square,
        /// The king.
        king: Man,
        /// The man that would then give check.
        by: Man,
    },
    /// The king would step onto an attacked square.
    KingIntoAttack {
        /// The square.
        to: Square,
        /// The men that attack it.
        attackers: Vec<Man>,
    },
    /// The king would stand next to the other king.
    KingsAdjacent {
        /// Where it would go.
        to: Square,
        /// The other king.
        other: Square,
    },
    /// Two or more men can legally make the move.
    Ambiguous {
        /// Their kind.
        kind: Kind,
        /// Where they stand.
        from: Bitboard,
        /// Where they can go; the several squares of one file for `ed`.
        to: Bitboard,
    },
    /// The right to castle is lost.
    CastlingRightLost {
        /// Who would castle.
        color: Color,
        /// To which side.
        side: CastlingSide,
        /// What the board shows of it.
        why: RightLost,
        /// The number of the move by which it was lost, as printed; known only to who has seen the game.
        since: Option<u32>,
    },
    /// Castling is prevented now.
    CastlingPrevented {
        /// Who would castle.
        color: Color,
        /// To which side.
        side: CastlingSide,
        /// By what.
        by: Prevention,
    },
    /// A pawn reaches the last rank and the word does not say what it becomes.
    PromotionMissing {
        /// Where it goes.
        to: Square,
    },
    /// The move does not end on the last rank, or is not a pawn's.
    NoPromotion {
        /// What moves.
        kind: Kind,
        /// Where it goes.
        to: Square,
    },
    /// No pawn becomes a king or stays a pawn.
    PromotionTo {
        /// What it would become.
        kind: Kind,
    },
    /// The player passes.
    Null {
        /// The side to move.
        color: Color,
    },
    /// A man is put on the board.
    Drop {
        /// What is put down.
        kind: Kind,
        /// Where.
        to: Square,
    },
}

/// What the board shows of a lost right to castle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RightLost {
    /// The king does not stand where it could castle from.
    KingAway {
        /// Where it stands.
        king: Square,
    },
    /// No own rook stands on that side of the king on the first rank.
    NoRook {
        /// Where the king stands.
        king: Square,
    },
    /// King and rook are there, but one of them has moved (or the set-up gave no right).
    Moved {
        /// Where the king stands.
        king: Square,
        /// Where the rook stands.
        rook: Square,
    },
}

/// Why castling is prevented for the moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Prevention {
    /// Men stand between, or where king or rook must go.
    Blocked {
        /// Those men.
        men: Vec<Man>,
    },
    /// The king is in check.
    InCheck {
        /// By these men.
        checkers: Vec<Man>,
    },
    /// The king must cross an attacked square.
    Through {
        /// The square.
        square: Square,
        /// The men that attack it.
        attackers: Vec<Man>,
    },
    /// The king would stand on an attacked square.
    Into {
        /// The square.
        square: Square,
        /// The men that attack it.
        attackers: Vec<Man>,
    },
}

impl Illegal {
    /// The article of the Laws that the move breaks.
    #[must_use]
    pub const fn article(&self) -> &'static str {
        match self {
            Self::AfterMate { .. } => "5.1.1",
            Self::AfterStalemate { .. } => "5.2.1",
            Self::NoSuchMan { kind, .. } | Self::CannotReach { kind, .. } => movement(*kind),
            Self::VacantOrigin { .. } | Self::Drop { .. } => "3.10.2",
            Self::OpponentsMan { .. } | Self::Null { .. } => "1.2",
            Self::NoPawnCapture { .. } | Self::NothingToCapture { .. } => "3.7.3",
            Self::Blocked { man, to, .. } => match man.piece.kind {
                Kind::Pawn if man.square.rank().index().abs_diff(to.rank().index()) == 2 => "3.7.2",
                Kind::Pawn => "3.7.1",
                _ => "3.5",
            },
            Self::OwnMan { .. } => "3.1",
            Self::EnPassantNotNow { .. } => "3.7.3.2",
            Self::StaysInCheck { .. }
            | Self::Pinned { .. }
            | Self::EnPassantExposes { .. }
            | Self::KingIntoAttack { .. }
            | Self::KingsAdjacent { .. } => "3.9.2",
            Self::Ambiguous { .. } => "C.10",
            Self::CastlingRightLost { .. } => "3.8.2.1",
            Self::CastlingPrevented { by: Prevention::Blocked { .. }, .. } => "3.8.2.2.2",
            Self::CastlingPrevented { .. } => "3.8.2.2.1",
            Self::PromotionMissing { .. } | Self::NoPromotion { .. } | Self::PromotionTo { .. } => "3.7.3.3",
        }
    }

    /// The same reason, with the number of the move by which a right to castle was lost.
    #[must_use]
    pub fn with_right_lost_at(mut self, number: u32) -> Self {
        if let Self::CastlingRightLost { since, .. } = &mut self {
            *since = Some(number);
        }
        self
    }
}

/// The article on how a man moves.
const fn movement(kind: Kind) -> &'static str {
    match kind {
        Kind::Pawn => "3.7",
        Kind::Knight => "3.6",
        Kind::Bishop => "3.2",
        Kind::Rook => "3.3",
        Kind::Queen => "3.4",
        Kind::King => "3.8.1",
    }
}
