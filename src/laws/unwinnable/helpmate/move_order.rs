//! The move order of the helpmate finder: how much a move furthers a plan.

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::moves::Move;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::Square;

use super::plan::{Plan, king_distance};

/// The inputs of a move's score.
pub(super) struct MoveOrder<'a> {
    pub(super) position: &'a Position,
    pub(super) side: Color,
    pub(super) plan: Plan,
    /// The current target of its king.
    pub(super) goal: Square,
    /// Whether it has a queen or a rook.
    pub(super) has_heavy_piece: bool,
    /// Its only piece besides the king, if it is a knight or bishop.
    pub(super) lone: Option<PieceType>,
    /// Whether the opponent has no piece yet that could block its king for the lone piece: then a pawn has to promote.
    pub(super) needs_helper: bool,
}

impl MoveOrder<'_> {
    /// The score of a move; higher is better.
    pub(super) fn score(&self, mv: Move) -> i32 {
        let kind = self.position.kind_of(mv.from());
        let is_capture = self.position.colors(self.position.turn().other()).contains(mv.to());
        let captured = is_capture.then(|| self.position.kind_of(mv.to()));
        if self.position.turn() == self.side {
            self.ours(kind, mv, captured)
        } else {
            self.theirs(kind, mv, is_capture)
        }
    }

    /// The score of a move by the mating side.
    fn ours(&self, kind: PieceType, mv: Move, captured: Option<PieceType>) -> i32 {
        let corner = self.plan.corner;
        let (from, to) = (mv.from(), mv.to());
        let taken = if captured.is_some() { 6 } else { 0 };
        let score = match kind {
            PieceType::King => {
                let (before, after) = (king_distance(from, self.goal), king_distance(to, self.goal));
                12 * (before - after) + if after == 0 { 4 } else { 0 } + taken / 2
            }
            PieceType::Pawn => taken + self.pawn(mv),
            PieceType::Knight if self.lone.is_some() => self.lone_knight(to),
            PieceType::Knight => taken + 2 * (king_distance(from, corner) - king_distance(to, corner)).signum(),
            PieceType::Bishop if captured.is_some() => taken + 2,
            PieceType::Bishop if self.lone.is_some() => self.lone_bishop(to),
            PieceType::Bishop => 1,
            PieceType::Rook | PieceType::Queen => taken.max(1),
        };
        // A lone piece needs the opponent's pieces as blockers, except those that would only interfere.
        match captured {
            Some(kind) if self.is_unhelpful(kind) => score + 20,
            Some(_) if self.lone.is_some() => score - 14,
            _ => score,
        }
    }

    /// A lone bishop mates from the square diagonally adjacent to the corner, where nothing can interpose. So it waits
    /// where it attacks that square without giving check.
    fn lone_bishop(&self, to: Square) -> i32 {
        let corner = self.plan.corner;
        let diagonal = attacks::bishop(corner, Bitboard::EMPTY);
        if diagonal.contains(to) {
            return 0;
        }
        let adjacent = diagonal & attacks::king(corner);
        if (attacks::bishop(to, self.position.occupied()) & adjacent).is_empty() { 1 } else { 3 }
    }

    /// A lone knight waits one move away from its mating square: the one of the two that is adjacent to its king.
    fn lone_knight(&self, to: Square) -> i32 {
        let mates_from = attacks::knight(self.plan.corner) & attacks::king(self.plan.support);
        if mates_from.contains(to) {
            return 0;
        }
        if (attacks::knight(to) & mates_from).is_empty() { 2 - king_distance(to, self.plan.corner) } else { 3 }
    }

    fn pawn(&self, mv: Move) -> i32 {
        let rank = king_distance(mv.to(), Square::new(mv.to().file(), self.side.back_rank()));
        let promoted = match mv.promotion() {
            Some(PieceType::Queen) => 30,
            Some(PieceType::Rook) => 25,
            Some(_) => -20,
            None => 0,
        };
        promoted + if self.has_heavy_piece { 2 + rank / 2 } else { 10 + 2 * rank }
    }

    /// The score of a move by the losing side.
    fn theirs(&self, kind: PieceType, mv: Move, is_capture: bool) -> i32 {
        let Plan { corner, block, .. } = self.plan;
        let (from, to) = (mv.from(), mv.to());
        let has_lone = self.lone.is_some();
        let score = match kind {
            PieceType::King => 12 * (king_distance(from, corner) - king_distance(to, corner)),
            PieceType::Pawn => {
                let promoted = match mv.promotion() {
                    Some(PieceType::Bishop) => 2,
                    Some(PieceType::Knight) => 3,
                    Some(_) => -8,
                    None => 0,
                };
                promoted + if self.needs_helper { 14 } else { 3 }
            }
            _ if self.is_unhelpful(kind) && self.is_offered(to) => 16,
            PieceType::Knight if has_lone => {
                8 * (knight_distance(from, block) - knight_distance(to, block)) + i32::from(to == block)
            }
            _ if has_lone => 8 * (king_distance(from, block) - king_distance(to, block)) + i32::from(to == block),
            PieceType::Knight | PieceType::Bishop => {
                1 + (king_distance(from, corner) - king_distance(to, corner)).signum()
            }
            PieceType::Rook | PieceType::Queen => 1,
        };
        score - if is_capture { 25 } else { 0 }
    }

    /// Whether a piece of this type does not help a lone piece to mate its king: next to it a queen captures a knight
    /// that gives check, and a queen or rook interposes against a bishop.
    fn is_unhelpful(&self, kind: PieceType) -> bool {
        match self.lone {
            Some(PieceType::Bishop) => matches!(kind, PieceType::Queen | PieceType::Rook),
            Some(_) => kind == PieceType::Queen,
            None => false,
        }
    }

    /// Whether the mating side can capture a piece on a square.
    fn is_offered(&self, to: Square) -> bool {
        !self.position.attackers_to(to, self.side, self.position.occupied()).is_empty()
    }
}

/// A rough knight distance; exact for 0 and 1.
fn knight_distance(from: Square, to: Square) -> i32 {
    match () {
        () if from == to => 0,
        () if attacks::knight(from).contains(to) => 1,
        () => 2 + king_distance(from, to) / 3,
    }
}
