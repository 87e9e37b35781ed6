//! How much a move furthers a plan: the order in which moves are tried.

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::moves::Move;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::Square;

use super::plan::{Plan, gap};

/// By what a move is judged.
pub(super) struct Judge<'a> {
    pub(super) position: &'a Position,
    /// The side that mates.
    pub(super) side: Color,
    pub(super) plan: Plan,
    /// Where its king shall go now.
    pub(super) goal: Square,
    /// Whether it has a queen or a rook.
    pub(super) has_heavy: bool,
    /// Its only man beside the king, if that is a knight or bishop.
    pub(super) lone: Option<PieceType>,
    /// Whether such a man has nobody yet who could stand in the other king's way: then a pawn has to promote.
    pub(super) needs_helper: bool,
}

impl Judge<'_> {
    /// What a move is worth; more is better.
    pub(super) fn worth(&self, mv: Move) -> i32 {
        let kind = self.position.kind_of(mv.from());
        let is_capture = self.position.colors(self.position.turn().other()).contains(mv.to());
        let captured = is_capture.then(|| self.position.kind_of(mv.to()));
        if self.position.turn() == self.side {
            self.ours(kind, mv, captured)
        } else {
            self.theirs(kind, mv, is_capture)
        }
    }

    /// Moves of the side that mates.
    fn ours(&self, kind: PieceType, mv: Move, captured: Option<PieceType>) -> i32 {
        let corner = self.plan.corner;
        let (from, to) = (mv.from(), mv.to());
        let taken = if captured.is_some() { 6 } else { 0 };
        let worth = match kind {
            PieceType::King => {
                let (before, after) = (gap(from, self.goal), gap(to, self.goal));
                12 * (before - after) + if after == 0 { 4 } else { 0 } + taken / 2
            }
            PieceType::Pawn => taken + self.pawn(mv),
            PieceType::Knight if self.lone.is_some() => self.lone_knight(to),
            PieceType::Knight => taken + 2 * (gap(from, corner) - gap(to, corner)).signum(),
            PieceType::Bishop if captured.is_some() => taken + 2,
            PieceType::Bishop if self.lone.is_some() => self.lone_bishop(to),
            PieceType::Bishop => 1,
            PieceType::Rook | PieceType::Queen => taken.max(1),
        };
        // A lone piece mates with the help of the others' men; but for those that would only be in the way.
        match captured {
            Some(kind) if self.is_useless(kind) => worth + 20,
            Some(_) if self.lone.is_some() => worth - 14,
            _ => worth,
        }
    }

    /// A lone bishop mates from the square beside the corner, where nothing can come between; so it waits where it attacks
    /// that square and gives no check yet.
    fn lone_bishop(&self, to: Square) -> i32 {
        let corner = self.plan.corner;
        let diagonal = attacks::bishop(corner, Bitboard::EMPTY);
        if diagonal.contains(to) {
            return 0;
        }
        let beside = diagonal & attacks::king(corner);
        if (attacks::bishop(to, self.position.occupied()) & beside).is_empty() { 1 } else { 3 }
    }

    /// A lone knight waits a move away from the square from which it mates: of the two the one beside its king.
    fn lone_knight(&self, to: Square) -> i32 {
        let mates_from = attacks::knight(self.plan.corner) & attacks::king(self.plan.support);
        if mates_from.contains(to) {
            return 0;
        }
        if (attacks::knight(to) & mates_from).is_empty() { 2 - gap(to, self.plan.corner) } else { 3 }
    }

    fn pawn(&self, mv: Move) -> i32 {
        let rank = gap(mv.to(), Square::new(mv.to().file(), self.side.back_rank()));
        let promoted = match mv.promotion() {
            Some(PieceType::Queen) => 30,
            Some(PieceType::Rook) => 25,
            Some(_) => -20,
            None => 0,
        };
        promoted + if self.has_heavy { 2 + rank / 2 } else { 10 + 2 * rank }
    }

    /// Moves of the side that is mated.
    fn theirs(&self, kind: PieceType, mv: Move, is_capture: bool) -> i32 {
        let Plan { corner, block, .. } = self.plan;
        let (from, to) = (mv.from(), mv.to());
        let has_lone = self.lone.is_some();
        let worth = match kind {
            PieceType::King => 12 * (gap(from, corner) - gap(to, corner)),
            PieceType::Pawn => {
                let promoted = match mv.promotion() {
                    Some(PieceType::Bishop) => 2,
                    Some(PieceType::Knight) => 3,
                    Some(_) => -8,
                    None => 0,
                };
                promoted + if self.needs_helper { 14 } else { 3 }
            }
            _ if self.is_useless(kind) && self.is_offered(to) => 16,
            PieceType::Knight if has_lone => 8 * (leaps(from, block) - leaps(to, block)) + i32::from(to == block),
            _ if has_lone => 8 * (gap(from, block) - gap(to, block)) + i32::from(to == block),
            PieceType::Knight | PieceType::Bishop => 1 + (gap(from, corner) - gap(to, corner)).signum(),
            PieceType::Rook | PieceType::Queen => 1,
        };
        worth - if is_capture { 25 } else { 0 }
    }

    /// Whether a man of this kind does not help a lone piece to mate its king: beside it a queen takes a knight that
    /// gives check, and a queen or rook steps between it and a bishop.
    fn is_useless(&self, kind: PieceType) -> bool {
        match self.lone {
            Some(PieceType::Bishop) => matches!(kind, PieceType::Queen | PieceType::Rook),
            Some(_) => kind == PieceType::Queen,
            None => false,
        }
    }

    /// Whether a man can be taken on a square by the side that mates.
    fn is_offered(&self, to: Square) -> bool {
        !self.position.attackers_to(to, self.side, self.position.occupied()).is_empty()
    }
}

/// How far a knight has to go, roughly: right for one move and for none.
fn leaps(from: Square, to: Square) -> i32 {
    match () {
        () if from == to => 0,
        () if attacks::knight(from).contains(to) => 1,
        () => 2 + gap(from, to) / 3,
    }
}
