//! What moves cost in a search: nothing if they further a mate near a corner, and much if they are likely to hinder it.
//!
//! **Where it comes from.** The costs are in the spirit of CHA's rewards (Ambrona 2022): a move that makes progress is
//! free, and so is the answer to it; a capture by the side that shall be mated is dear. That a capture by a pawn, or of
//! one, is free for it, because that is how walls are opened, comes from chasolver (Ambrona 2026), where it is so in
//! the last of its searches.

use crate::chess::bitboard::Bitboard;
use crate::chess::moves::Move;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::Square;

use super::helpmate::gap;

/// How dear a move is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// It furthers the mate: nothing.
    Free,
    /// One, or nothing after a free move.
    Ordinary,
    /// Four.
    Dear,
}

/// What a search notes about a position: the cost of the way to it, and whether its last move was free.
#[derive(Clone, Copy)]
pub(super) struct Mark(pub(super) u16);

impl Mark {
    const FREE: u16 = 1 << 15;
    pub(super) const MOST: u16 = Self::FREE - 1;

    pub(super) fn cost(self) -> u16 {
        self.0 & Self::MOST
    }

    /// That of a position one step on. After a free move the next one is free, too, unless it is dear.
    pub(super) fn after(self, step: Step) -> Self {
        let was_free = self.0 & Self::FREE != 0;
        let more = match step {
            Step::Free => 0,
            Step::Dear => 4,
            Step::Ordinary => u16::from(!was_free),
        };
        let cost = (self.cost() + more).min(Self::MOST);
        Self(cost | if step == Step::Free { Self::FREE } else { 0 })
    }
}

/// Which corner of the far rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Corner {
    /// The one that the colors of bishops suggest.
    Likely,
    Other,
}

/// Where the mate is looked for: near a corner on the far rank that a bishop of the side, if it has one, can attack.
#[derive(Clone, Copy)]
pub(super) struct Costs {
    side: Color,
    king: Square,
    knight: Square,
    their_king: Square,
    their_knight: Square,
}

impl Costs {
    /// For that corner, or for the other one.
    pub(super) fn new(start: &Position, side: Color, corner: Corner) -> Self {
        let bishops = start.pieces(side, PieceType::Bishop);
        let theirs = start.pieces(side.other(), PieceType::Bishop);
        let wants_dark =
            !(bishops & Bitboard::DARK).is_empty() || (bishops.is_empty() && !(theirs & Bitboard::LIGHT).is_empty());
        // h8 is dark and a8 is light; for Black h1 is light and a1 is dark.
        let is_right = (wants_dark == (side == Color::White)) == (corner == Corner::Likely);
        let square = |file: u8, rank: u8| {
            let file = if is_right { file } else { 7 - file };
            let rank = if side == Color::White { rank } else { 7 - rank };
            Square::from_index(8 * rank + file)
        };
        Self { side, king: square(6, 6), knight: square(4, 4), their_king: square(7, 7), their_knight: square(6, 7) }
    }

    /// What a move costs.
    pub(super) fn of(self, position: &Position, mv: Move) -> Step {
        let (from, to) = (mv.from(), mv.to());
        let nears = |target| gap(to, target) < gap(from, target);
        let leaps_near = |target| leaps(to, target) < leaps(from, target);
        let is_capture = position.colors(position.turn().other()).contains(to);
        let kind = position.kind_of(from);
        if position.turn() == self.side {
            let is_progress = match kind {
                PieceType::Pawn => true,
                PieceType::King => is_capture || nears(self.king),
                PieceType::Knight => is_capture || leaps_near(self.knight),
                PieceType::Bishop | PieceType::Rook | PieceType::Queen => is_capture,
            };
            if is_progress { Step::Free } else { Step::Ordinary }
        } else {
            match kind {
                PieceType::King if nears(self.their_king) => Step::Free,
                PieceType::Knight if leaps_near(self.their_knight) => Step::Free,
                _ if is_capture && opens_wall(position, mv) => Step::Free,
                _ if is_capture => Step::Dear,
                _ => Step::Ordinary,
            }
        }
    }
}

/// Whether a capture is one by a pawn, or of a pawn, and there are men enough for a wall.
fn opens_wall(position: &Position, mv: Move) -> bool {
    let pawns = position.kinds(PieceType::Pawn);
    position.occupied().count() > FEW_MEN && (pawns.contains(mv.from()) || pawns.contains(mv.to()))
}

/// So few men make no wall.
const FEW_MEN: u32 = 5;

/// How many knight's moves two squares are apart; from a corner to the square diagonally beside it, where the edge makes
/// it four, two.
fn leaps(a: Square, b: Square) -> u8 {
    let files = a.file().index().abs_diff(b.file().index());
    let ranks = a.rank().index().abs_diff(b.rank().index());
    LEAPS[files][ranks]
}

/// By how many files and ranks they are apart.
const LEAPS: [[u8; 8]; 8] = [
    [0, 3, 2, 3, 2, 3, 4, 5],
    [3, 2, 1, 2, 3, 4, 3, 4],
    [2, 1, 4, 3, 2, 3, 4, 5],
    [3, 2, 3, 2, 3, 4, 3, 4],
    [2, 3, 2, 3, 4, 3, 4, 5],
    [3, 4, 3, 4, 3, 4, 5, 4],
    [4, 3, 4, 3, 4, 5, 4, 5],
    [5, 4, 5, 4, 5, 4, 5, 6],
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::attacks;

    #[test]
    fn knights_go_the_shortest_way() {
        for (a, b) in Square::all().flat_map(|a| Square::all().map(move |b| (a, b))) {
            let mut reached = Bitboard::of(a);
            let mut count = 0;
            while !reached.contains(b) {
                reached |= reached.into_iter().fold(Bitboard::EMPTY, |all, from| all | attacks::knight(from));
                count += 1;
            }
            let corner = [a, b].iter().any(|square| attacks::knight(*square).count() == 2);
            let is_beside_corner = corner && attacks::king(a).contains(b) && a.is_light() == b.is_light();
            assert_eq!(leaps(a, b), if is_beside_corner { 2 } else { count }, "{a} {b}");
        }
    }
}
