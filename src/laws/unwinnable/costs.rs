//! Move costs for a cheapest-first helpmate search: a move toward mate in a corner is free, and a move that probably
//! prevents it is expensive.
//!
//! **Source.** The costs resemble the rewards of CHA (Ambrona 2022): a move that makes progress is free, and so is the
//! reply to it; a capture by the losing side is expensive. As in the final search of chasolver (Ambrona 2026), a
//! capture by the losing side is free if it is by or of a pawn, because it may open a pawn wall.

use crate::chess::bitboard::Bitboard;
use crate::chess::moves::Move;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::Square;

use super::helpmate::king_distance;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum MoveCost {
    /// Costs 0, because the move makes progress toward mate.
    Free,
    /// Costs 1, or 0 after a free move.
    Ordinary,
    /// Costs 4.
    Expensive,
}

/// The cost of the path to a position. The top bit is set if the last move was free.
#[derive(Clone, Copy)]
pub(super) struct PathCost(pub(super) u16);

impl PathCost {
    const LAST_WAS_FREE: u16 = 1 << 15;
    const MAX: u16 = Self::LAST_WAS_FREE - 1;

    pub(super) fn cost(self) -> u16 {
        self.0 & Self::MAX
    }

    /// The path cost after one more move. The reply to a free move is free too, unless it is expensive.
    pub(super) fn after(self, move_cost: MoveCost) -> Self {
        let was_free = self.0 & Self::LAST_WAS_FREE != 0;
        let more = match move_cost {
            MoveCost::Free => 0,
            MoveCost::Expensive => 4,
            MoveCost::Ordinary => u16::from(!was_free),
        };
        let cost = (self.cost() + more).min(Self::MAX);
        Self(cost | if move_cost == MoveCost::Free { Self::LAST_WAS_FREE } else { 0 })
    }
}

/// The target squares of a mate in a corner, from which the move costs follow: the corner on the last rank of the side
/// that mates in which its bishop can attack the enemy king.
#[derive(Clone, Copy)]
pub(super) struct CostModel {
    side: Color,
    king_target: Square,
    knight_target: Square,
    their_king_target: Square,
    their_knight_target: Square,
}

impl CostModel {
    /// The cost model for a mate by this side.
    pub(super) fn new(start: &Position, side: Color) -> Self {
        let bishops = start.pieces(side, PieceType::Bishop);
        let theirs = start.pieces(side.other(), PieceType::Bishop);
        let wants_dark =
            !(bishops & Bitboard::DARK).is_empty() || (bishops.is_empty() && !(theirs & Bitboard::LIGHT).is_empty());
        // h8 is dark and a8 is light; h1 is light and a1 is dark.
        let is_kingside = wants_dark == (side == Color::White);
        let square = |file: u8, rank: u8| {
            let file = if is_kingside { file } else { 7 - file };
            let rank = if side == Color::White { rank } else { 7 - rank };
            Square::from_index(8 * rank + file)
        };
        Self {
            side,
            king_target: square(6, 6),
            knight_target: square(4, 4),
            their_king_target: square(7, 7),
            their_knight_target: square(6, 7),
        }
    }

    pub(super) fn cost_of(self, position: &Position, mv: Move) -> MoveCost {
        let (from, to) = (mv.from(), mv.to());
        let king_approaches = |target| king_distance(to, target) < king_distance(from, target);
        let knight_approaches = |target| knight_distance(to, target) < knight_distance(from, target);
        let is_capture = position.by_color(position.turn().other()).contains(to);
        let kind = position.kind_of(from);
        if position.turn() == self.side {
            let is_progress = match kind {
                PieceType::Pawn => true,
                PieceType::King => is_capture || king_approaches(self.king_target),
                PieceType::Knight => is_capture || knight_approaches(self.knight_target),
                PieceType::Bishop | PieceType::Rook | PieceType::Queen => is_capture,
            };
            if is_progress { MoveCost::Free } else { MoveCost::Ordinary }
        } else {
            match kind {
                PieceType::King if king_approaches(self.their_king_target) => MoveCost::Free,
                PieceType::Knight if knight_approaches(self.their_knight_target) => MoveCost::Free,
                _ if is_capture && may_open_wall(position, mv) => MoveCost::Free,
                _ if is_capture => MoveCost::Expensive,
                _ => MoveCost::Ordinary,
            }
        }
    }
}

/// Whether a capture is by or of a pawn, and enough pieces and pawns are left for a pawn wall.
fn may_open_wall(position: &Position, mv: Move) -> bool {
    let pawns = position.by_type(PieceType::Pawn);
    position.occupied().count() > FEW_PIECES && (pawns.contains(mv.from()) || pawns.contains(mv.to()))
}

/// With at most this many pieces and pawns, there is no pawn wall.
const FEW_PIECES: u32 = 5;

/// The knight distance between two squares on an unbounded board. On the real board it differs only between a corner
/// and its diagonal neighbor: 4 instead of 2.
fn knight_distance(a: Square, b: Square) -> u8 {
    let files = a.file().index().abs_diff(b.file().index());
    let ranks = a.rank().index().abs_diff(b.rank().index());
    KNIGHT_DISTANCES[files][ranks]
}

/// The knight distances, indexed by the differences of files and of ranks.
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
    use crate::chess::attacks;

    use super::*;

    #[test]
    fn knight_distances_are_exact_except_between_a_corner_and_its_diagonal_neighbor() {
        for (a, b) in Square::all().flat_map(|a| Square::all().map(move |b| (a, b))) {
            let mut reached = Bitboard::from_square(a);
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
