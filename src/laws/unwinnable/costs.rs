//! Move costs: free if a move furthers a mate near a corner, expensive if it is likely to hinder one.
//!
//! **Where it comes from.** The costs resemble the rewards of CHA (Ambrona 2022): a move that makes progress is free,
//! and so is the reply to it; a capture by the losing side is expensive. Captures by the losing side are free if they
//! capture a pawn or are made by one, because they open walls. That is the last search of chasolver (Ambrona 2026).

use crate::chess::bitboard::Bitboard;
use crate::chess::moves::Move;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::Square;

use super::helpmate::king_distance;

/// The cost of a move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum MovePrice {
    /// It furthers the mate: 0.
    Free,
    /// 1, or 0 after a free move.
    Ordinary,
    /// 4.
    Expensive,
}

/// The cost of the path to a position, with a bit for whether its last move was free.
#[derive(Clone, Copy)]
pub(super) struct PathCost(pub(super) u16);

impl PathCost {
    const FREE: u16 = 1 << 15;
    pub(super) const MOST: u16 = Self::FREE - 1;

    pub(super) fn cost(self) -> u16 {
        self.0 & Self::MOST
    }

    /// The path cost after one more move. After a free move the next one is free, too, unless it is expensive.
    pub(super) fn after(self, step: MovePrice) -> Self {
        let was_free = self.0 & Self::FREE != 0;
        let more = match step {
            MovePrice::Free => 0,
            MovePrice::Expensive => 4,
            MovePrice::Ordinary => u16::from(!was_free),
        };
        let cost = (self.cost() + more).min(Self::MOST);
        Self(cost | if step == MovePrice::Free { Self::FREE } else { 0 })
    }
}

/// A corner of the far rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Corner {
    /// The corner that the colors of the bishops suggest.
    Likely,
    Other,
}

/// The target squares of a mate near a corner of the far rank that the side's bishop, if it has one, can attack.
#[derive(Clone, Copy)]
pub(super) struct Costs {
    side: Color,
    king: Square,
    knight: Square,
    their_king: Square,
    their_knight: Square,
}

impl Costs {
    /// The costs for the likely corner, or for the other one.
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

    /// The cost of a move.
    pub(super) fn of(self, position: &Position, mv: Move) -> MovePrice {
        let (from, to) = (mv.from(), mv.to());
        let nears = |target| king_distance(to, target) < king_distance(from, target);
        let approaches = |target| knight_distance(to, target) < knight_distance(from, target);
        let is_capture = position.colors(position.turn().other()).contains(to);
        let kind = position.kind_of(from);
        if position.turn() == self.side {
            let is_progress = match kind {
                PieceType::Pawn => true,
                PieceType::King => is_capture || nears(self.king),
                PieceType::Knight => is_capture || approaches(self.knight),
                PieceType::Bishop | PieceType::Rook | PieceType::Queen => is_capture,
            };
            if is_progress { MovePrice::Free } else { MovePrice::Ordinary }
        } else {
            match kind {
                PieceType::King if nears(self.their_king) => MovePrice::Free,
                PieceType::Knight if approaches(self.their_knight) => MovePrice::Free,
                _ if is_capture && opens_wall(position, mv) => MovePrice::Free,
                _ if is_capture => MovePrice::Expensive,
                _ => MovePrice::Ordinary,
            }
        }
    }
}

/// Whether a capture is by or of a pawn, and there are enough pieces for a wall.
fn opens_wall(position: &Position, mv: Move) -> bool {
    let pawns = position.kinds(PieceType::Pawn);
    position.occupied().count() > FEW_PIECES && (pawns.contains(mv.from()) || pawns.contains(mv.to()))
}

/// This few pieces cannot form a wall.
const FEW_PIECES: u32 = 5;

/// The knight distance of two squares, ignoring the edge: 2 instead of 4 from a corner to the square next to it
/// diagonally.
fn knight_distance(a: Square, b: Square) -> u8 {
    let files = a.file().index().abs_diff(b.file().index());
    let ranks = a.rank().index().abs_diff(b.rank().index());
    KNIGHT_DISTANCES[files][ranks]
}

/// The knight distances by the differences of files and ranks.
const KNIGHT_DISTANCES: [[u8; 8]; 8] = [
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
    fn knight_distances_are_exact_except_at_corners() {
        for (a, b) in Square::all().flat_map(|a| Square::all().map(move |b| (a, b))) {
            let mut reached = Bitboard::of(a);
            let mut count = 0;
            while !reached.contains(b) {
                reached |= reached.into_iter().fold(Bitboard::EMPTY, |all, from| all | attacks::knight(from));
                count += 1;
            }
            let corner = [a, b].iter().any(|square| attacks::knight(*square).count() == 2);
            let is_beside_corner = corner && attacks::king(a).contains(b) && a.is_light() == b.is_light();
            assert_eq!(knight_distance(a, b), if is_beside_corner { 2 } else { count }, "{a} {b}");
        }
    }
}
