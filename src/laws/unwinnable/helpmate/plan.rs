//! Plans for a mate, and the order of moves by how much they further a plan.

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::moves::Move;
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
    block: Square,
}

impl Plan {
    /// Whether the losing side has a piece that can block its king when a lone knight or bishop mates. A rook would
    /// interpose against a bishop.
    pub(super) fn has_helper(self, position: &Position, side: Color, lone: PieceType) -> bool {
        let shade = if self.block.is_light() { Bitboard::LIGHT } else { Bitboard::DARK };
        let rooks = if lone == PieceType::Knight { position.by_type(PieceType::Rook) } else { Bitboard::EMPTY };
        let pieces = position.by_type(PieceType::Knight) | rooks | (position.by_type(PieceType::Bishop) & shade);
        !(pieces & position.by_color(side.other())).is_empty()
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
    let strong =
        position.by_type(PieceType::Queen) | position.by_type(PieceType::Rook) | position.by_type(PieceType::Pawn);
    let has_strong = !(strong & position.by_color(side)).is_empty();
    // With only bishops the corner must have their color, or the color that the opponent's bishop cannot guard.
    let wants_dark =
        !(bishops & Bitboard::DARK).is_empty() || (bishops.is_empty() && !(their_bishops & Bitboard::LIGHT).is_empty());
    let minds_color = !has_strong && !(bishops | their_bishops).is_empty();
    let (king, their_king) = (position.king(side), position.king(them));
    // A knight or rook next to its king guards no square from which a knight mates.
    let better = (position.by_type(PieceType::Knight) | position.by_type(PieceType::Rook)) & position.by_color(them);
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

// The move order of the helpmate finder: how much a move furthers a plan.

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
        let is_capture = self.position.by_color(self.position.turn().other()).contains(mv.to());
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
