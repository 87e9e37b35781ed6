//! From what a word asks for to the one legal move it means.

use super::{Forms, Target, Wish, Written};
use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::illegal::{self, Illegal};
use crate::chess::legality::castling_targets;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::Kind;
use crate::chess::position::{CastlingSide, Position};
use crate::chess::square::{File, Rank, Square};
use crate::chess::uci;

/// A legal move, and how the word that named it compares with the SAN of that move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resolved {
    /// The move.
    pub mv: Move,
    /// The forms of the reading that was taken, with those that only the board shows.
    pub forms: Forms,
    /// What the word says of where the man comes from, beyond a capturing pawn's file.
    pub given: Origin,
    /// What SAN says of it (PGN 8.2.3.4).
    pub needed: Origin,
    /// Whether something is captured and the word has no capture sign (castling and squares alone ask for none).
    pub missing_capture_mark: bool,
    /// Whether the word has a capture sign and nothing is captured.
    pub wrong_capture_mark: bool,
}

/// What is said of the square a man comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Origin {
    /// Nothing.
    Unsaid,
    /// Its file: `Nbd2`.
    File,
    /// Its rank: `R1a2`.
    Rank,
    /// Both: `Qh4e1`.
    Square,
}

/// How much a word may say of the square a man comes from (PGN 8.2.3.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Disambiguation {
    /// Exactly what SAN must say.
    Needed,
    /// That or more, as long as it leaves one man: `Nb1c3`, or `Rad1` with one rook.
    Any,
}

impl Origin {
    /// What these parts amount to.
    #[must_use]
    pub const fn of(file: Option<File>, rank: Option<Rank>) -> Self {
        match (file, rank) {
            (None, None) => Self::Unsaid,
            (Some(_), None) => Self::File,
            (None, Some(_)) => Self::Rank,
            (Some(_), Some(_)) => Self::Square,
        }
    }

    /// What SAN must say of a man on `from`, if the men on `rivals` can legally go to the same square (PGN 8.2.3.4).
    #[must_use]
    pub fn needed(from: Square, rivals: Bitboard) -> Self {
        let rivals = rivals & !Bitboard::of(from);
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

impl Resolved {
    /// The part of the disambiguation that could be left out and the move still be the only one; `None` if all of it
    /// is needed. A rank where SAN prefers the file is not needless.
    #[must_use]
    pub const fn needless(&self) -> Option<Origin> {
        match (self.given, self.needed) {
            (Origin::Unsaid, _) => None,
            (given, Origin::Unsaid) => Some(given),
            (Origin::Square, Origin::File) => Some(Origin::Rank),
            (Origin::Square, Origin::Rank) => Some(Origin::File),
            _ => None,
        }
    }
}

impl Position {
    /// The legal move that a word means here.
    ///
    /// # Errors
    ///
    /// There is none, or more than one; the reason carries its evidence. It is that of the word's first reading,
    /// unless that asks for a man who is not there.
    pub fn resolve(&self, written: &Written) -> Result<Resolved, Illegal> {
        if let Some(found) = self.find(written.wish, written.capture_mark) {
            return Ok(self.compare(found, written, written.wish, written.forms));
        }
        if let Some(alternative) = &written.alternative
            && let Some(found) = self.find(alternative.wish, written.capture_mark)
        {
            return Ok(self.compare(found, written, alternative.wish, alternative.forms));
        }
        let first = illegal::diagnose(self, written.wish, written.capture_mark);
        match (&first, &written.alternative) {
            (Illegal::NoSuchMan { .. }, Some(other)) => Err(illegal::diagnose(self, other.wish, written.capture_mark)),
            _ => Err(first),
        }
    }

    /// The only legal move that answers to a wish.
    fn find(&self, wish: Wish, capture: bool) -> Option<Found> {
        match wish {
            Wish::Castle(side) => self.castle(side).map(Found::alone),
            Wish::Squares { from, to, promotion } => uci::between(self, from, to, promotion).map(Found::alone),
            Wish::Null | Wish::Drop { .. } => None,
            Wish::Move { kind, from_file, from_rank, to: Target::File(file), promotion } => {
                let pawns = self.pieces(self.turn(), kind) & origin_mask(from_file, from_rank);
                let legal = self.legal_moves();
                let mut moves = legal.iter().copied().filter(|m| {
                    pawns.contains(m.from())
                        && m.to().file() == file
                        && m.from().file() != file
                        && m.promotion() == promotion
                });
                let only = moves.next()?;
                moves.next().is_none().then(|| Found::alone(only))
            }
            Wish::Move { kind, from_file, from_rank, to: Target::Square(to), promotion } => {
                let rivals = self.legal_origins(kind, to, promotion, from_file.is_some() || capture);
                match (rivals & origin_mask(from_file, from_rank)).single() {
                    Some(from) => Some(Found { mv: self.man_move(kind, from, to, promotion)?, rivals }),
                    None if kind == Kind::King && rivals.is_empty() => self.king_walks(to).map(Found::alone),
                    None => None,
                }
            }
        }
    }

    /// The squares from which the side to move's men of this kind can legally go to a square.
    ///
    /// Without `captures` pawns only go straight on: `d5` never means a capture.
    pub(in crate::chess) fn legal_origins(
        &self,
        kind: Kind,
        to: Square,
        promotion: Option<Kind>,
        captures: bool,
    ) -> Bitboard {
        let men = self.pieces(self.turn(), kind);
        let near = match kind {
            Kind::Pawn if captures => attacks::pawn(self.turn().other(), to) | Bitboard::of_file(to.file()),
            Kind::Pawn => Bitboard::of_file(to.file()),
            Kind::Knight => attacks::knight(to),
            Kind::Bishop => attacks::bishop(to, self.occupied()),
            Kind::Rook => attacks::rook(to, self.occupied()),
            Kind::Queen => attacks::queen(to, self.occupied()),
            Kind::King => attacks::king(to),
        };
        let legal = |from: &Square| self.man_move(kind, *from, to, promotion).is_some_and(|mv| self.is_legal(mv));
        (men & near).into_iter().filter(legal).collect()
    }

    /// The move of a man between two squares, castling aside. `None` if it names a promotion that no pawn has.
    pub(in crate::chess) fn man_move(
        &self,
        kind: Kind,
        from: Square,
        to: Square,
        promotion: Option<Kind>,
    ) -> Option<Move> {
        let what = match (kind, promotion) {
            (_, Some(promotion)) if promotion.is_promotion() => MoveKind::Promotion(promotion),
            (_, Some(_)) => return None,
            (Kind::Pawn, None) if self.en_passant() == Some(to) && from.file() != to.file() => MoveKind::EnPassant,
            _ => MoveKind::Normal,
        };
        Some(Move::new(from, to, what))
    }

    /// Castling to that side, if it is legal now.
    fn castle(&self, side: CastlingSide) -> Option<Move> {
        let rook = self.castling_rook(self.turn(), side)?;
        let castle = Move::new(self.king(self.turn()), rook, MoveKind::Castle);
        self.is_legal(castle).then_some(castle)
    }

    /// Castling written as a king's move to the square it ends on.
    fn king_walks(&self, to: Square) -> Option<Move> {
        let ends_there = |side: &CastlingSide| castling_targets(self.turn(), *side).0 == to;
        CastlingSide::BOTH.into_iter().find(ends_there).and_then(|side| self.castle(side))
    }

    /// Holds the word against the SAN of the move it means.
    fn compare(&self, found: Found, written: &Written, wish: Wish, mut forms: Forms) -> Resolved {
        let Found { mv, rivals } = found;
        let castles = mv.kind() == MoveKind::Castle;
        if castles && !matches!(wish, Wish::Castle(_)) {
            forms |= Forms::KING_MOVE_CASTLING;
        }
        let takes = !castles && (mv.kind() == MoveKind::EnPassant || self.occupied().contains(mv.to()));
        let (given, needed) = match wish {
            Wish::Move { kind, from_file, from_rank, .. } if !castles => {
                let file = from_file.filter(|_| !(kind == Kind::Pawn && takes));
                let needed = if kind == Kind::Pawn { Origin::Unsaid } else { Origin::needed(mv.from(), rivals) };
                (Origin::of(file, from_rank), needed)
            }
            _ => (Origin::Unsaid, Origin::Unsaid),
        };
        let asks_for_mark = matches!(wish, Wish::Move { .. }) && !forms.contains(Forms::UCI_MOVE);
        Resolved {
            mv,
            forms,
            given,
            needed,
            missing_capture_mark: takes && asks_for_mark && !written.capture_mark,
            wrong_capture_mark: !takes && written.capture_mark,
        }
    }
}

/// A legal move, and the squares of all men of its kind that can legally go to the same square.
#[derive(Clone, Copy)]
struct Found {
    mv: Move,
    rivals: Bitboard,
}

impl Found {
    const fn alone(mv: Move) -> Self {
        Self { mv, rivals: Bitboard::of(mv.from()) }
    }
}

/// The squares on this file and rank, where they are said.
pub(in crate::chess) fn origin_mask(file: Option<File>, rank: Option<Rank>) -> Bitboard {
    file.map_or(Bitboard::ALL, Bitboard::of_file) & rank.map_or(Bitboard::ALL, Bitboard::of_rank)
}
