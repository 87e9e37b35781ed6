//! Resolution of parsed moves: from a [`ParsedSan`] to the legal move that it means.

use super::{Deviations, MoveSpec, ParsedSan, Target};
use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::illegal::{self, Illegal};
use crate::chess::legality::castling_targets;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::PieceType;
use crate::chess::position::{CastlingSide, Position};
use crate::chess::square::{File, Rank, Square};
use crate::chess::uci;

/// A legal move, and how the text that named it differs from the SAN of the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResolvedMove {
    /// The move.
    pub mv: Move,
    /// The departures from SAN in the reading that matched, including those that only the board shows.
    pub forms: Deviations,
    /// The disambiguation in the text, apart from the file of a capturing pawn.
    pub given: OriginHint,
    /// The disambiguation that SAN requires (PGN 8.2.3.4).
    pub needed: OriginHint,
    /// Whether the move is a capture and the text lacks a capture sign. Castling and UCI moves need none.
    pub missing_capture_mark: bool,
    /// Whether the text has a capture sign and the move is not a capture.
    pub wrong_capture_mark: bool,
}

/// The parts of the origin in a disambiguation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum OriginHint {
    /// No part of the origin.
    Unsaid,
    /// The file: `Nbd2`.
    File,
    /// The rank: `R1a2`.
    Rank,
    /// Both: `Qh4e1`.
    Square,
}

/// The disambiguation that a reader accepts (PGN 8.2.3.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Disambiguation {
    /// Exactly what SAN requires.
    Needed,
    /// What SAN requires or more: `Nb1c3`, or `Rad1` with one rook.
    Any,
}

impl OriginHint {
    /// The origin with these parts.
    pub const fn new(file: Option<File>, rank: Option<Rank>) -> Self {
        match (file, rank) {
            (None, None) => Self::Unsaid,
            (Some(_), None) => Self::File,
            (None, Some(_)) => Self::Rank,
            (Some(_), Some(_)) => Self::Square,
        }
    }

    /// The disambiguation that SAN requires for a piece on `from`, if the pieces on `rivals` can legally move to the
    /// same square (PGN 8.2.3.4).
    pub fn needed(from: Square, rivals: Bitboard) -> Self {
        let rivals = rivals & !Bitboard::from_square(from);
        if rivals.is_empty() {
            Self::Unsaid
        } else if (rivals & Bitboard::of_file(from.file())).is_empty() {
            Self::File
        } else if (rivals & Bitboard::of_rank(from.rank())).is_empty() {
            Self::Rank
        } else {
            Self::Square
        }
    }
}

impl ResolvedMove {
    /// The needless part of the disambiguation: without it the move would still be unique. `None` if there is no such
    /// part. A rank where SAN prefers the file is not needless.
    pub const fn needless(&self) -> Option<OriginHint> {
        match (self.given, self.needed) {
            (OriginHint::Unsaid, _) => None,
            (given, OriginHint::Unsaid) => Some(given),
            (OriginHint::Square, OriginHint::File) => Some(OriginHint::Rank),
            (OriginHint::Square, OriginHint::Rank) => Some(OriginHint::File),
            _ => None,
        }
    }
}

impl Position {
    /// The legal move that a parsed move means in this position.
    ///
    /// # Errors
    ///
    /// No legal move or several legal moves match. The reason is that of the first reading, unless the piece of that
    /// reading does not exist.
    pub(crate) fn resolve(&self, written: &ParsedSan) -> Result<ResolvedMove, Illegal> {
        if let Some(found) = self.find(written.spec, written.capture_mark) {
            return Ok(self.compare(found, written, written.spec, written.forms));
        }
        if let Some(alternative) = &written.alternative
            && let Some(found) = self.find(alternative.spec, written.capture_mark)
        {
            let resolved = self.compare(found, written, alternative.spec, alternative.forms);
            // `bxc4` is a capture by a pawn, or by a bishop if that captures something.
            if !resolved.wrong_capture_mark {
                return Ok(resolved);
            }
        }
        let first = illegal::diagnose(self, written.spec, written.capture_mark);
        match (&first, &written.alternative) {
            (Illegal::NoSuchPiece { .. }, Some(other)) => {
                Err(illegal::diagnose(self, other.spec, written.capture_mark))
            }
            _ => Err(first),
        }
    }

    /// The only legal move that matches a parsed move.
    fn find(&self, spec: MoveSpec, capture: bool) -> Option<Match> {
        match spec {
            MoveSpec::Castle(side) => self.castle(side).map(Match::unique),
            MoveSpec::Squares { from, to, promotion } => uci::between(self, from, to, promotion).map(Match::unique),
            MoveSpec::Null | MoveSpec::Drop { .. } => None,
            MoveSpec::Move { kind, from_file, from_rank, to: Target::File(file), promotion } => {
                let pawns = self.pieces(self.turn(), kind) & origin_mask(from_file, from_rank);
                let legal = self.legal_moves();
                let mut moves = legal.iter().copied().filter(|m| {
                    pawns.contains(m.from())
                        && m.to().file() == file
                        && m.from().file() != file
                        && m.promotion() == promotion
                });
                let only = moves.next()?;
                moves.next().is_none().then(|| Match::unique(only))
            }
            MoveSpec::Move { kind, from_file, from_rank, to: Target::Square(to), promotion } => {
                let rivals = self.legal_origins(kind, to, promotion, from_file.is_some() || capture);
                match (rivals & origin_mask(from_file, from_rank)).single() {
                    Some(from) => Some(Match { mv: self.piece_move(kind, from, to, promotion)?, rivals }),
                    None if kind == PieceType::King && rivals.is_empty() => {
                        let is_meant = origin_mask(from_file, from_rank).contains(self.king(self.turn()));
                        self.king_move_castling(to).filter(|_| is_meant).map(Match::unique)
                    }
                    None => None,
                }
            }
        }
    }

    /// The squares from which pieces of this kind of the side to move can legally move to `to`.
    ///
    /// Without `captures`, only pawn pushes count: `d5` never means a capture.
    pub(in crate::chess) fn legal_origins(
        &self,
        kind: PieceType,
        to: Square,
        promotion: Option<PieceType>,
        captures: bool,
    ) -> Bitboard {
        let pieces = self.pieces(self.turn(), kind);
        let reachable = match kind {
            PieceType::Pawn if captures => attacks::pawn(self.turn().other(), to) | Bitboard::of_file(to.file()),
            PieceType::Pawn => Bitboard::of_file(to.file()),
            PieceType::Knight => attacks::knight(to),
            PieceType::Bishop => attacks::bishop(to, self.occupied()),
            PieceType::Rook => attacks::rook(to, self.occupied()),
            PieceType::Queen => attacks::queen(to, self.occupied()),
            PieceType::King => attacks::king(to),
        };
        let legal = |from: &Square| self.piece_move(kind, *from, to, promotion).is_some_and(|mv| self.is_legal(mv));
        (pieces & reachable).into_iter().filter(legal).collect()
    }

    /// The move of a piece between two squares, other than castling. `None` if the promotion is to a king or a pawn.
    pub(in crate::chess) fn piece_move(
        &self,
        kind: PieceType,
        from: Square,
        to: Square,
        promotion: Option<PieceType>,
    ) -> Option<Move> {
        let what = match (kind, promotion) {
            (_, Some(promotion)) if promotion.is_promotion() => MoveKind::Promotion(promotion),
            (_, Some(_)) => return None,
            (PieceType::Pawn, None) if self.en_passant() == Some(to) && from.file() != to.file() => MoveKind::EnPassant,
            _ => MoveKind::Normal,
        };
        Some(Move::new(from, to, what))
    }

    /// Castling on that side, if it is legal now.
    pub(super) fn castle(&self, side: CastlingSide) -> Option<Move> {
        let rook = self.castling_rook(self.turn(), side)?;
        let castle = Move::new(self.king(self.turn()), rook, MoveKind::Castle);
        self.is_legal(castle).then_some(castle)
    }

    /// Castling written as a king's move to its final square.
    fn king_move_castling(&self, to: Square) -> Option<Move> {
        let ends_there = |side: &CastlingSide| castling_targets(self.turn(), *side).0 == to;
        CastlingSide::BOTH.into_iter().find(ends_there).and_then(|side| self.castle(side))
    }

    fn compare(&self, found: Match, written: &ParsedSan, spec: MoveSpec, mut forms: Deviations) -> ResolvedMove {
        let Match { mv, rivals } = found;
        let castles = mv.kind() == MoveKind::Castle;
        if castles && !matches!(spec, MoveSpec::Castle(_)) {
            forms |= Deviations::KING_MOVE_CASTLING;
        }
        let takes = !castles && (mv.kind() == MoveKind::EnPassant || self.occupied().contains(mv.to()));
        let is_pawn_letter = forms.contains(Deviations::PAWN_LETTER);
        let (given, needed) = match spec {
            MoveSpec::Move { kind, from_file, from_rank, .. } if !castles => {
                if kind == PieceType::Pawn && takes && from_file.is_none() && !is_pawn_letter {
                    forms |= Deviations::CAPTURE_NO_FILE;
                }
                let file = from_file.filter(|_| !(kind == PieceType::Pawn && takes));
                let needed =
                    if kind == PieceType::Pawn { OriginHint::Unsaid } else { OriginHint::needed(mv.from(), rivals) };
                (OriginHint::new(file, from_rank), needed)
            }
            _ => (OriginHint::Unsaid, OriginHint::Unsaid),
        };
        let needs_capture_sign = matches!(spec, MoveSpec::Move { .. }) && !forms.contains(Deviations::UCI_MOVE);
        ResolvedMove {
            mv,
            forms,
            given,
            needed,
            missing_capture_mark: takes && needs_capture_sign && !written.capture_mark,
            wrong_capture_mark: !takes && written.capture_mark,
        }
    }
}

/// A legal move, and the squares of all pieces of its kind that can legally move to the same square.
#[derive(Clone, Copy)]
struct Match {
    mv: Move,
    rivals: Bitboard,
}

impl Match {
    const fn unique(mv: Move) -> Self {
        Self { mv, rivals: Bitboard::from_square(mv.from()) }
    }
}

/// The squares on this file and this rank; `None` does not restrict them.
pub(in crate::chess) fn origin_mask(file: Option<File>, rank: Option<Rank>) -> Bitboard {
    file.map_or(Bitboard::ALL, Bitboard::of_file) & rank.map_or(Bitboard::ALL, Bitboard::of_rank)
}
