//! The reasons why a move is illegal, as data with evidence.
//!
//! [`diagnose()`] finds the reason, [`Illegal::article`] returns the article that it violates, and its `Display` is one
//! sentence. [`near_misses`] and [`legal_for_other_side`] are hints for corrections. Articles are those of the FIDE
//! Laws of Chess in force from 1 January 2023.

mod diagnose;
mod hints;
mod sentence;
#[cfg(test)]
mod tests;

pub use diagnose::{diagnose, diagnose_move};
pub use hints::{legal_for_other_side, near_misses, suggestions};

use super::bitboard::Bitboard;
use super::moves::{Move, MoveKind};
use super::piece::{Color, Piece, PieceType};
use super::position::{CastlingSide, Position};
use super::setup::Setup;
use super::square::{File, Rank, Square};

/// A piece on a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PieceOn {
    /// The color and kind.
    pub piece: Piece,
    /// The square that it is on.
    pub square: Square,
}

/// Why a move is not legal in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Illegal {
    /// The game has ended: the side to move is checkmated.
    AfterMate {
        /// The checkmated side.
        mated: Color,
    },
    /// The game has ended: the side to move has no legal move and is not in check.
    AfterStalemate {
        /// The stalemated side.
        stalemated: Color,
    },
    /// The side to move has no such piece, or none that matches the disambiguation.
    NoSuchPiece {
        /// The side to move.
        color: Color,
        /// The kind of the piece.
        kind: PieceType,
        /// The file in the disambiguation.
        file: Option<File>,
        /// The rank in the disambiguation.
        rank: Option<Rank>,
        /// The squares of all pieces of this kind and side.
        on: Bitboard,
    },
    /// The origin of the move is vacant.
    VacantOrigin {
        /// The square in question.
        from: Square,
    },
    /// The piece on the origin belongs to the opponent.
    OpponentsPiece {
        /// That piece.
        piece: PieceOn,
    },
    /// No piece of this kind can move from its square to the target, even on an empty board.
    CannotReach {
        /// The side to move.
        color: Color,
        /// The kind of the pieces.
        kind: PieceType,
        /// The squares of the pieces.
        from: Bitboard,
        /// The target.
        to: Square,
    },
    /// No pawn on the one file can capture anything on the other (`ed`).
    NoPawnCapture {
        /// The file of the pawn.
        from: File,
        /// The target file.
        to: File,
    },
    /// Another piece is in the way, or on the target of a pawn's push.
    Blocked {
        /// The piece that is to move.
        piece: PieceOn,
        /// The target.
        to: Square,
        /// The first piece in its way.
        by: PieceOn,
    },
    /// The target holds a piece of the same side.
    OwnPiece {
        /// That piece.
        on: PieceOn,
    },
    /// A pawn moves diagonally only to capture, and the target is vacant.
    NothingToCapture {
        /// The pawn.
        from: Square,
        /// The vacant square.
        to: Square,
    },
    /// A pawn may be captured en passant only on the move after its double step.
    EnPassantNotNow {
        /// The square of the capturing pawn.
        from: Square,
        /// The target.
        to: Square,
        /// The square of the adjacent pawn.
        victim: Square,
    },
    /// A pawn may be captured en passant only if the FEN of the position names the square. Only a caller that knows that
    /// there is no move before the position can distinguish this from [`Illegal::EnPassantNotNow`].
    EnPassantNotInFen {
        /// The square of the capturing pawn.
        from: Square,
        /// The target.
        to: Square,
        /// The square of the adjacent pawn.
        victim: Square,
    },
    /// A pawn can capture on the square, but its file is missing.
    CaptureWithoutFile {
        /// The squares of the pawns that can capture.
        from: Bitboard,
        /// The target.
        to: Square,
    },
    /// The king is in check and stays in check.
    StaysInCheck {
        /// The king.
        king: PieceOn,
        /// The pieces that still give check after the move.
        checkers: Vec<PieceOn>,
    },
    /// The piece is pinned to its king.
    Pinned {
        /// The piece that is to move.
        piece: PieceOn,
        /// Its king.
        king: PieceOn,
        /// The piece that would give check.
        pinner: PieceOn,
    },
    /// Capturing en passant removes two pawns from the line between an enemy piece and the king.
    EnPassantExposes {
        /// The square of the capturing pawn.
        from: Square,
        /// The king.
        king: PieceOn,
        /// The piece that would give check.
        by: PieceOn,
    },
    /// The king would move to an attacked square.
    KingIntoAttack {
        /// The square in question.
        to: Square,
        /// The pieces that attack it.
        attackers: Vec<PieceOn>,
    },
    /// The king would be adjacent to the other king.
    KingsAdjacent {
        /// The target.
        to: Square,
        /// The other king.
        other: Square,
    },
    /// Several legal moves match.
    Ambiguous {
        /// The kind of the pieces.
        kind: PieceType,
        /// The squares of the pieces.
        from: Bitboard,
        /// The target; several squares on one file for `ed`.
        to: Bitboard,
    },
    /// The right to castle is lost.
    CastlingRightLost {
        /// The castling side.
        color: Color,
        /// Kingside or queenside.
        side: CastlingSide,
        /// What the board shows about the loss.
        why: RightLost,
        /// The number of the move that lost the right, as printed, and the piece that moved; `None` if the rook was
        /// captured. Only a caller that has replayed the game knows them.
        since: Option<(u32, Option<PieceType>)>,
    },
    /// Castling is prevented now.
    CastlingPrevented {
        /// The castling side.
        color: Color,
        /// Kingside or queenside.
        side: CastlingSide,
        /// The obstacle.
        by: Prevention,
    },
    /// A pawn reaches the last rank, and the promotion piece is missing.
    PromotionMissing {
        /// The target.
        to: Square,
    },
    /// The move names a promotion, but it does not end on the last rank or is not by a pawn.
    NoPromotion {
        /// The kind of the moving piece.
        kind: PieceType,
        /// The target.
        to: Square,
    },
    /// A pawn cannot be promoted to a king or a pawn.
    PromotionTo {
        /// The kind named as promotion.
        kind: PieceType,
    },
    /// A null move.
    Null {
        /// The side to move.
        color: Color,
    },
    /// A [`Move`] has the squares of a legal move, but another [kind](Move::kind), or castling ends on the king's target instead of
    /// the rook's square.
    WrongEncoding {
        /// The move.
        mv: Move,
        /// The legal move.
        legal: Move,
    },
    /// A drop of a piece on the board, as in crazyhouse.
    Drop {
        /// The kind of the dropped piece.
        kind: PieceType,
        /// The target.
        to: Square,
    },
}

/// What the board shows about a lost right to castle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum RightLost {
    /// The king is not on a square from which it can castle.
    KingAway {
        /// The square that it is on.
        king: Square,
    },
    /// There is no rook on that side of the king on its back rank.
    NoRook {
        /// The square of the king.
        king: Square,
    },
    /// King and rook are in place, but one of them has moved (or the starting position gave no right).
    Moved {
        /// The square of the king.
        king: Square,
        /// The square of the rook.
        rook: Square,
    },
}

/// Why castling is prevented now.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Prevention {
    /// Pieces are between king and rook, or on squares that they must cross or end on.
    Blocked {
        /// The pieces in the way.
        pieces: Vec<PieceOn>,
    },
    /// The king is in check.
    InCheck {
        /// The pieces that give check.
        checkers: Vec<PieceOn>,
    },
    /// The king must cross an attacked square.
    Through {
        /// The square in question.
        square: Square,
        /// The pieces that attack it.
        attackers: Vec<PieceOn>,
    },
    /// The king would end on an attacked square.
    Into {
        /// The square in question.
        square: Square,
        /// The pieces that attack it.
        attackers: Vec<PieceOn>,
    },
}

impl Illegal {
    /// The article of the FIDE Laws (2023) that the move violates.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::{MoveError, Position};
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1")?;
    /// let Err(MoveError::Illegal(reason)) = position.parse_san("O-O") else { panic!() };
    /// assert_eq!(reason.article(), "3.8.2.2.1");
    /// assert_eq!(reason.to_string(), "White cannot castle kingside now: the king is in check from the rook on e2");
    /// # Ok::<_, adoube::PositionError>(())
    /// ```
    pub const fn article(&self) -> &'static str {
        match self {
            Self::AfterMate { .. } => "5.1.1",
            Self::AfterStalemate { .. } => "5.2.1",
            Self::NoSuchPiece { kind, .. } | Self::CannotReach { kind, .. } => movement(*kind),
            Self::VacantOrigin { .. } | Self::Drop { .. } => "3.10.2",
            Self::OpponentsPiece { .. } | Self::Null { .. } => "1.2",
            Self::NoPawnCapture { .. } | Self::NothingToCapture { .. } => "3.7.3",
            Self::Blocked { piece, to, .. } => match piece.piece.kind {
                PieceType::Pawn if piece.square.rank().index().abs_diff(to.rank().index()) == 2 => "3.7.2",
                PieceType::Pawn => "3.7.1",
                _ => "3.5",
            },
            Self::OwnPiece { .. } => "3.1",
            Self::EnPassantNotNow { .. } | Self::EnPassantNotInFen { .. } => "3.7.3.2",
            Self::CaptureWithoutFile { .. } => "C.9",
            Self::StaysInCheck { .. }
            | Self::Pinned { .. }
            | Self::EnPassantExposes { .. }
            | Self::KingIntoAttack { .. }
            | Self::KingsAdjacent { .. } => "3.9.2",
            Self::Ambiguous { .. } => "C.10",
            Self::CastlingRightLost { .. } => "3.8.2.1",
            Self::WrongEncoding { legal, .. } => match legal.kind() {
                MoveKind::Castle => "3.8.2",
                MoveKind::EnPassant => "3.7.3.1",
                MoveKind::Normal | MoveKind::Promotion(_) => "3.1",
            },
            Self::CastlingPrevented { by: Prevention::Blocked { .. }, .. } => "3.8.2.2.2",
            Self::CastlingPrevented { .. } => "3.8.2.2.1",
            Self::PromotionMissing { .. } | Self::NoPromotion { .. } | Self::PromotionTo { .. } => "3.7.3.3",
        }
    }

    /// The same reason in this position, which is that of a FEN: it may lack the en passant square.
    #[must_use]
    pub(crate) fn in_fen_position(self, position: &Position) -> Self {
        let Self::EnPassantNotNow { from, to, victim } = self else { return self };
        let named = Setup { en_passant: Some(to), ..position.to_setup() }.position();
        let is_legal = named.is_ok_and(|named| named.is_legal(Move::new(from, to, MoveKind::EnPassant)));
        if is_legal && position.en_passant().is_none() { Self::EnPassantNotInFen { from, to, victim } } else { self }
    }

    /// The same reason, with the number of the move that lost a right to castle, and the king or rook that moved.
    #[must_use]
    pub(crate) fn with_right_lost_at(mut self, number: u32, moved: Option<PieceType>) -> Self {
        if let Self::CastlingRightLost { since, .. } = &mut self {
            *since = Some((number, moved));
        }
        self
    }
}

/// The article on the moves of a kind of piece.
const fn movement(kind: PieceType) -> &'static str {
    match kind {
        PieceType::Pawn => "3.7",
        PieceType::Knight => "3.6",
        PieceType::Bishop => "3.2",
        PieceType::Rook => "3.3",
        PieceType::Queen => "3.4",
        PieceType::King => "3.8.1",
    }
}
