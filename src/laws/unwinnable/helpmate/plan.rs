//! Where the mate shall be: a corner, and the posts of both kings.

use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::Square;

/// Where the mate shall be.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    /// Where the king shall be mated.
    pub(super) corner: Square,
    /// From where the other king supports.
    pub(super) support: Square,
    /// The square beside the corner that the other king leaves free. A lone minor piece needs one of the men of the king
    /// that is mated there.
    pub(super) block: Square,
}

impl Plan {
    /// Whether the side that is mated has a piece to stand beside its king, where a lone knight or bishop mates it. A rook there
    /// would step between the king and a bishop.
    pub(super) fn has_helper(self, position: &Position, side: Color, lone: PieceType) -> bool {
        let shade = if self.block.is_light() { Bitboard::LIGHT } else { Bitboard::DARK };
        let rooks = if lone == PieceType::Knight { position.kinds(PieceType::Rook) } else { Bitboard::EMPTY };
        let pieces = position.kinds(PieceType::Knight) | rooks | (position.kinds(PieceType::Bishop) & shade);
        !(pieces & position.colors(side.other())).is_empty()
    }
}

/// a1 with b3 and b1, c2 and a2; h1 with g3 and g1, f2 and h2; a8 with b6 and b8, c7 and a7; h8 with g6 and g8, f7 and h7.
const CORNERS: [[u8; 3]; 8] =
    [[0, 17, 1], [0, 10, 8], [7, 22, 6], [7, 13, 15], [56, 41, 57], [56, 50, 48], [63, 46, 62], [63, 53, 55]];

/// The same with the other king at the edge: a1 with a3 and b1, c1 and a2; and so on. A bishop on those squares would take a
/// knight that mates beside a king further in.
const CORNERS_WITH_BISHOP: [[u8; 3]; 8] =
    [[0, 16, 1], [0, 2, 8], [7, 23, 6], [7, 5, 15], [56, 40, 57], [56, 58, 48], [63, 47, 62], [63, 61, 55]];

/// What speaks against a corner, beside the length of the kings' ways. Found by trying on ends of real games.
mod against {
    /// The other side's king has to pass the one that supports: once, and for each move by which it comes too late.
    pub(super) const IN_THE_WAY: [i32; 2] = [4, 2];
    /// A pawn of its own stands where the king shall support.
    pub(super) const TAKEN: i32 = 20;
    /// The bishops are of the wrong color.
    pub(super) const WRONG_COLOR: i32 = 100;
}

/// All plans, the most likely first. `lone`: the side's only man beside its king, if that is a knight or bishop.
pub(super) fn plans(position: &Position, side: Color, lone: Option<PieceType>) -> [Plan; 8] {
    let them = side.other();
    let bishops = position.pieces(side, PieceType::Bishop);
    let their_bishops = position.pieces(them, PieceType::Bishop);
    let strong = position.kinds(PieceType::Queen) | position.kinds(PieceType::Rook) | position.kinds(PieceType::Pawn);
    let has_strong = !(strong & position.colors(side)).is_empty();
    // With bishops alone the corner must be of their color, or of the color their bishop cannot guard.
    let wants_dark =
        !(bishops & Bitboard::DARK).is_empty() || (bishops.is_empty() && !(their_bishops & Bitboard::LIGHT).is_empty());
    let minds_color = !has_strong && !(bishops | their_bishops).is_empty();
    let (king, their_king) = (position.king(side), position.king(them));
    // A knight or rook beside its king guards no square from which a knight mates.
    let better = (position.kinds(PieceType::Knight) | position.kinds(PieceType::Rook)) & position.colors(them);
    let needs_bishop = lone == Some(PieceType::Knight) && !their_bishops.is_empty() && better.is_empty();
    let corners = if needs_bishop { CORNERS_WITH_BISHOP } else { CORNERS };
    let mut ranked = corners.map(|squares| {
        let [corner, support, block] = squares.map(Square::from_index);
        let late = gap(their_king, corner) + 1 - gap(king, corner);
        let mut cost = 2 * gap(their_king, corner) + gap(king, support);
        if late > 0 {
            cost += against::IN_THE_WAY[0] + against::IN_THE_WAY[1] * late;
        }
        if position.pieces(side, PieceType::Pawn).contains(support) {
            cost += against::TAKEN;
        }
        if minds_color && corner.is_light() == wants_dark {
            cost += against::WRONG_COLOR;
        }
        (cost, Plan { corner, support, block })
    });
    ranked.sort_by_key(|&(cost, _)| cost);
    ranked.map(|(_, plan)| plan)
}

/// How many king's moves two squares are apart.
#[inline]
pub(in super::super) fn gap(a: Square, b: Square) -> i32 {
    GAPS[a.index()][b.index()].into()
}

/// The squares beside `from` that are fewer king's moves away from `target`.
#[inline]
pub(super) fn nearer(target: Square, from: Square) -> Bitboard {
    NEARER[target.index()][from.index()]
}

static GAPS: [[i8; 64]; 64] = all_gaps();

static NEARER: [[Bitboard; 64]; 64] = all_nearer();

const fn all_gaps() -> [[i8; 64]; 64] {
    let mut gaps = [[0; 64]; 64];
    let mut at = 0;
    while at < 64 * 64 {
        let (a, b) = (at / 64, at % 64);
        let (files, ranks) = ((a % 8_usize).abs_diff(b % 8), (a / 8).abs_diff(b / 8));
        gaps[a][b] = (if files > ranks { files } else { ranks }) as i8;
        at += 1;
    }
    gaps
}

#[allow(clippy::large_stack_arrays, reason = "filled by the compiler")]
const fn all_nearer() -> [[Bitboard; 64]; 64] {
    let gaps = all_gaps();
    let mut nearer = [[Bitboard::EMPTY; 64]; 64];
    let mut at = 0;
    while at < 64 * 64 * 64 {
        let (target, from, to) = (at / 4096, at / 64 % 64, at % 64);
        if gaps[from][to] == 1 && gaps[to][target] < gaps[from][target] {
            nearer[target][from].0 |= 1 << to;
        }
        at += 1;
    }
    nearer
}
