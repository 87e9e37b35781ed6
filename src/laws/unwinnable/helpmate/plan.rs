//! Plans for a mate: a corner, and the target squares of both kings.

use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::Square;

/// A corner, and the squares of a mate there.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    /// The square on which the losing king is to be mated.
    pub(super) corner: Square,
    /// The square from which the other king supports.
    pub(super) support: Square,
    /// The square adjacent to the corner that the other king does not attack. A lone minor piece needs one of the
    /// losing side's pieces there.
    pub(super) block: Square,
}

impl Plan {
    /// Whether the losing side has a piece that can block its king when a lone knight or bishop mates. A rook would
    /// interpose against a bishop.
    pub(super) fn has_helper(self, position: &Position, side: Color, lone: PieceType) -> bool {
        let shade = if self.block.is_light() { Bitboard::LIGHT } else { Bitboard::DARK };
        let rooks = if lone == PieceType::Knight { position.kinds(PieceType::Rook) } else { Bitboard::EMPTY };
        let pieces = position.kinds(PieceType::Knight) | rooks | (position.kinds(PieceType::Bishop) & shade);
        !(pieces & position.colors(side.other())).is_empty()
    }
}

/// a1 with b3 and b1, c2 and a2; h1 with g3 and g1, f2 and h2; a8 with b6 and b8, c7 and a7; h8 with g6 and g8, f7 and
/// h7.
const CORNERS: [[u8; 3]; 8] =
    [[0, 17, 1], [0, 10, 8], [7, 22, 6], [7, 13, 15], [56, 41, 57], [56, 50, 48], [63, 46, 62], [63, 53, 55]];

/// The same with the other king at the edge: a1 with a3 and b1, c1 and a2; and so on. With the king farther in, a
/// bishop on the blocking square could capture the mating knight.
const CORNERS_WITH_BISHOP: [[u8; 3]; 8] =
    [[0, 16, 1], [0, 2, 8], [7, 23, 6], [7, 5, 15], [56, 40, 57], [56, 58, 48], [63, 47, 62], [63, 61, 55]];

/// The penalties of a corner, besides the kings' distances. Tuned on ends of real games.
mod penalty {
    /// The losing king has to pass the supporting one: once, and for each move by which it is late.
    pub(super) const IN_THE_WAY: [i32; 2] = [4, 2];
    /// An own pawn occupies the supporting square.
    pub(super) const TAKEN: i32 = 20;
    /// The bishops have the wrong color.
    pub(super) const WRONG_COLOR: i32 = 100;
}

/// All plans, the most likely first. `lone` is the side's only piece besides its king, if it is a knight or bishop.
pub(super) fn plans(position: &Position, side: Color, lone: Option<PieceType>) -> [Plan; 8] {
    let them = side.other();
    let bishops = position.pieces(side, PieceType::Bishop);
    let their_bishops = position.pieces(them, PieceType::Bishop);
    let strong = position.kinds(PieceType::Queen) | position.kinds(PieceType::Rook) | position.kinds(PieceType::Pawn);
    let has_strong = !(strong & position.colors(side)).is_empty();
    // With only bishops the corner must have their color, or the color that the opponent's bishop cannot guard.
    let wants_dark =
        !(bishops & Bitboard::DARK).is_empty() || (bishops.is_empty() && !(their_bishops & Bitboard::LIGHT).is_empty());
    let minds_color = !has_strong && !(bishops | their_bishops).is_empty();
    let (king, their_king) = (position.king(side), position.king(them));
    // A knight or rook next to its king guards no square from which a knight mates.
    let better = (position.kinds(PieceType::Knight) | position.kinds(PieceType::Rook)) & position.colors(them);
    let needs_bishop = lone == Some(PieceType::Knight) && !their_bishops.is_empty() && better.is_empty();
    let corners = if needs_bishop { CORNERS_WITH_BISHOP } else { CORNERS };
    let mut ranked = corners.map(|squares| {
        let [corner, support, block] = squares.map(Square::from_index);
        let late = king_distance(their_king, corner) + 1 - king_distance(king, corner);
        let mut cost = 2 * king_distance(their_king, corner) + king_distance(king, support);
        if late > 0 {
            cost += penalty::IN_THE_WAY[0] + penalty::IN_THE_WAY[1] * late;
        }
        if position.pieces(side, PieceType::Pawn).contains(support) {
            cost += penalty::TAKEN;
        }
        if minds_color && corner.is_light() == wants_dark {
            cost += penalty::WRONG_COLOR;
        }
        (cost, Plan { corner, support, block })
    });
    ranked.sort_by_key(|&(cost, _)| cost);
    ranked.map(|(_, plan)| plan)
}

/// The king distance of two squares.
#[inline]
pub(in super::super) fn king_distance(a: Square, b: Square) -> i32 {
    KING_DISTANCES[a.index()][b.index()].into()
}

/// The squares adjacent to `from` that are nearer to `target`.
#[inline]
pub(super) fn steps_toward(target: Square, from: Square) -> Bitboard {
    STEPS_TOWARD[target.index()][from.index()]
}

static KING_DISTANCES: [[i8; 64]; 64] = all_king_distances();

static STEPS_TOWARD: [[Bitboard; 64]; 64] = all_steps_toward();

const fn all_king_distances() -> [[i8; 64]; 64] {
    let mut distances = [[0; 64]; 64];
    let mut at = 0;
    while at < 64 * 64 {
        let (a, b) = (at / 64, at % 64);
        let (files, ranks) = ((a % 8_usize).abs_diff(b % 8), (a / 8).abs_diff(b / 8));
        distances[a][b] = (if files > ranks { files } else { ranks }) as i8;
        at += 1;
    }
    distances
}

#[allow(clippy::large_stack_arrays, reason = "filled by the compiler")]
const fn all_steps_toward() -> [[Bitboard; 64]; 64] {
    let distances = all_king_distances();
    let mut steps_toward = [[Bitboard::EMPTY; 64]; 64];
    let mut at = 0;
    while at < 64 * 64 * 64 {
        let (target, from, to) = (at / 4096, at / 64 % 64, at % 64);
        if distances[from][to] == 1 && distances[to][target] < distances[from][target] {
            steps_toward[target][from].0 |= 1 << to;
        }
        at += 1;
    }
    steps_toward
}
