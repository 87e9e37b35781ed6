//! Lower bounds on the moves to a checkmate, which prune the search of [`mod@super::shortest`].
//!
//! **What it proves.** That a side cannot checkmate within given numbers of its own and of the other side's moves.
//!
//! **Why it is sound.** Both kings have to walk to their squares in the mate, one step per move. Each square adjacent
//! to the mated king is attacked by the other king or by another piece of that side, or it is occupied by the king's
//! own pieces. How many of these squares one piece attacks at most is counted on an empty board, and one piece has to
//! give check. If the pieces together cannot take all squares from the king, there is no mate with the kings on these
//! squares. The bound adds the moves of a piece until it attacks a square that the king can reach; these are not moves
//! of the other king.
//!
//! **What it ignores.** Pieces that block each other, and pieces that would have to do two things at once. With many
//! pieces, or while a side may castle, the bound is trivial.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::Square;

/// Infinity: no number of moves suffices.
pub(super) const NEVER: u8 = u8::MAX;

/// The largest distance of a king's walk.
const FARTHEST: usize = 7;

/// The number of piece classes: knight, light-squared and dark-squared bishop, rook, queen.
const CLASSES: usize = 5;

/// The material that determines a bound.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Class {
    /// The number of pieces of each class of the mating side.
    pieces: [u8; CLASSES],
    pawns: u8,
    /// Whether one of these pawns can promote in time.
    promotes: bool,
    /// The number of the other side's pieces that may block their own king.
    blockers: u8,
}

/// By the number of moves of the losing king, its square and that of the other king: the moves that the other king
/// needs to a square where a mate is conceivable.
type Kings = Vec<[[u8; 64]; 64]>;

/// The bounds for one side, computed on demand.
pub(super) struct Distances {
    side: Color,
    numbers: HashMap<Class, u32>,
    /// By class; `None` if a mate is conceivable with the kings anywhere.
    kings: Vec<Option<Kings>>,
}

/// The index of a material class.
#[derive(Clone, Copy)]
pub(super) struct ClassId(u32);

impl Distances {
    pub(super) fn new(side: Color) -> Self {
        Self { side, numbers: HashMap::new(), kings: Vec::new() }
    }

    /// The material class of a position in which the side has at most `moves` moves left.
    pub(super) fn class_of(&mut self, position: &Position, moves: usize) -> ClassId {
        let class = Class::new(position, self.side, moves);
        let next = self.kings.len() as u32;
        let number = *self.numbers.entry(class).or_insert(next);
        if number == next {
            self.kings.push(class.kings());
        }
        ClassId(number)
    }

    /// The least number of moves that the side needs if the losing side has `others` moves. `class` is that of a
    /// position with the same material and at least as many moves left.
    #[inline]
    pub(super) fn moves_needed(&self, position: &Position, class: ClassId, others: usize) -> u8 {
        if !position.castling().is_empty() {
            return 0;
        }
        let [ours, theirs] = [self.side, self.side.other()].map(|color| position.king(color));
        let kings = self.kings[class.0 as usize]
            .as_ref()
            .map_or(0, |kings| kings[others.min(FARTHEST)][theirs.index()][ours.index()]);
        kings.saturating_add(moves_to_check(position, self.side, theirs, others))
    }
}

impl Class {
    fn new(position: &Position, side: Color, moves: usize) -> Self {
        let count = |kind, squares: Bitboard| (position.pieces(side, kind) & squares).count() as u8;
        let pawns = position.pieces(side, PieceType::Pawn);
        let last = side.other().back_rank().index();
        let steps = |pawn: Square| {
            let steps = pawn.rank().index().abs_diff(last);
            if steps == 6 { 5 } else { steps }
        };
        Self {
            pieces: [
                count(PieceType::Knight, Bitboard::ALL),
                count(PieceType::Bishop, Bitboard::LIGHT),
                count(PieceType::Bishop, Bitboard::DARK),
                count(PieceType::Rook, Bitboard::ALL),
                count(PieceType::Queen, Bitboard::ALL),
            ],
            pawns: pawns.count() as u8,
            promotes: pawns.into_iter().any(|pawn| steps(pawn) <= moves),
            blockers: position.by_color(side.other()).count() as u8 - 1,
        }
    }

    fn kings(self) -> Option<Kings> {
        let geometry = geometry();
        let is_conceivable = |theirs: Square, ours: Square| self.mates(geometry, theirs, ours);
        let is_everywhere =
            |&(theirs, ours): &(Square, Square)| steps_between(theirs, ours) < 2 || is_conceivable(theirs, ours);
        let pairs = || Square::all().flat_map(|theirs| Square::all().map(move |ours| (theirs, ours)));
        if pairs().all(|pair| is_everywhere(&pair)) {
            return None;
        }
        let mut kings = vec![[[NEVER; 64]; 64]; FARTHEST + 1];
        for (theirs, mate) in
            pairs().filter(|&(theirs, ours)| steps_between(theirs, ours) > 1 && is_conceivable(theirs, ours))
        {
            for ours in Square::all() {
                let steps = &mut kings[0][theirs.index()][ours.index()];
                *steps = (*steps).min(steps_between(ours, mate));
            }
        }
        for others in 1..=FARTHEST {
            let before = kings[others - 1];
            kings[others] = before;
            for theirs in Square::all() {
                for next in attacks::king(theirs) {
                    for (here, there) in kings[others][theirs.index()].iter_mut().zip(before[next.index()]) {
                        *here = there.min(*here);
                    }
                }
            }
        }
        Some(kings)
    }

    /// Whether the counts of attacked squares suffice to take all squares from the king.
    fn mates(self, geometry: &Geometry, theirs: Square, ours: Square) -> bool {
        let (at, support) = (theirs.index(), ours.index());
        let flights = (attacks::king(theirs) & !attacks::king(ours)).count() as u8;
        let classes = (0..CLASSES).map(|class| (self.pieces[class], geometry.covers[class][at][support]));
        let promoted = (0..CLASSES).map(|class| geometry.covers[class][at][support]);
        let (best, best_check) = promoted.fold((0, 0), |best: (u8, u8), most| {
            (best.0.max(most.any), best.1.max(if most.checking == NEVER { 0 } else { most.checking }))
        });
        let pawn = if self.promotes { best.max(2) } else { 2 };
        let all = classes.clone().map(|(count, most)| count * most.any).sum::<u8>() + self.pawns * pawn + self.blockers;
        let piece_checks = classes
            .into_iter()
            .any(|(count, most)| count > 0 && most.checking != NEVER && all - most.any + most.checking >= flights);
        // A pawn that gives check attacks no square adjacent to the king.
        let check = if self.promotes { best_check } else { 0 };
        piece_checks || (self.pawns > 0 && all - pawn + check >= flights)
    }
}

/// The largest number of squares adjacent to a king that a piece attacks.
#[derive(Clone, Copy)]
struct Most {
    any: u8,
    /// From a square that gives check; [`NEVER`] if it cannot.
    checking: u8,
}

struct Geometry {
    /// By class, the square of the losing king and that of the other king, whose attacks do not count.
    covers: Vec<[[Most; 64]; 64]>,
    /// By class and number of king moves, the king's square and the piece's square: the moves until the piece attacks a
    /// square that the king can reach.
    checks: Vec<[[u8; 64]; 64]>,
}

/// The number of different numbers of king moves in [`Geometry::checks`].
const NEAR: usize = 4;

fn geometry() -> &'static Geometry {
    static GEOMETRY: OnceLock<Geometry> = OnceLock::new();
    GEOMETRY.get_or_init(|| {
        let nothing = Most { any: 0, checking: NEVER };
        let mut geometry =
            Geometry { covers: vec![[[nothing; 64]; 64]; CLASSES], checks: vec![[[NEVER; 64]; 64]; CLASSES * NEAR] };
        for (class, king) in (0..CLASSES).flat_map(|class| Square::all().map(move |king| (class, king))) {
            let far = most_covered(class, king, attacks::king(king));
            for other in Square::all() {
                let flights = attacks::king(king) & !attacks::king(other);
                let is_far = flights == attacks::king(king);
                geometry.covers[class][king.index()][other.index()] =
                    if is_far { far } else { most_covered(class, king, flights) };
            }
            for others in 0..NEAR {
                geometry.checks[class * NEAR + others][king.index()] = moves_to_attack(class, king_reach(king, others));
            }
        }
        geometry
    })
}

/// The attacks of a piece class on an empty board; empty for bishops on the wrong color.
fn attacked(class: usize, from: Square) -> Bitboard {
    match class {
        0 => attacks::knight(from),
        1 if from.is_light() => attacks::bishop(from, Bitboard::EMPTY),
        2 if !from.is_light() => attacks::bishop(from, Bitboard::EMPTY),
        3 => attacks::rook(from, Bitboard::EMPTY),
        4 => attacks::queen(from, Bitboard::EMPTY),
        _ => Bitboard::EMPTY,
    }
}

fn most_covered(class: usize, king: Square, flights: Bitboard) -> Most {
    let mut most = Most { any: 0, checking: NEVER };
    for from in Square::all().filter(|&from| from != king) {
        let attacked = attacked(class, from);
        let count = (attacked & flights).count() as u8;
        most.any = most.any.max(count);
        if attacked.contains(king) && (most.checking == NEVER || most.checking < count) {
            most.checking = count;
        }
    }
    most
}

/// The king distance of two squares.
fn steps_between(from: Square, to: Square) -> u8 {
    let (files, ranks) =
        (from.file().index().abs_diff(to.file().index()), from.rank().index().abs_diff(to.rank().index()));
    files.max(ranks) as u8
}

/// The squares that a king can reach within a number of moves.
fn king_reach(king: Square, moves: usize) -> Bitboard {
    Square::all().filter(|&square| usize::from(steps_between(king, square)) <= moves).collect()
}

/// By square: the moves until a piece of a class attacks one of these squares.
fn moves_to_attack(class: usize, squares: Bitboard) -> [u8; 64] {
    let mut moves = [NEVER; 64];
    let reaches = |from: Square, targets: Bitboard| !(attacked(class, from) & targets).is_empty();
    let mut there: Bitboard = Square::all().filter(|&from| reaches(from, squares)).collect();
    let mut known = Bitboard::EMPTY;
    for count in 0..NEVER {
        for square in there {
            moves[square.index()] = count;
        }
        known |= there;
        there = Square::all().filter(|&from| !known.contains(from) && reaches(from, known)).collect();
        if there.is_empty() {
            break;
        }
    }
    moves
}

/// The least number of moves until one of the pieces attacks a square that the king can reach.
#[inline]
fn moves_to_check(position: &Position, side: Color, king: Square, others: usize) -> u8 {
    if others >= NEAR {
        return 0;
    }
    let checks = &geometry().checks;
    let mut least = NEVER;
    for piece in position.by_color(side) & !position.by_type(PieceType::King) {
        let class = match position.kind_of(piece) {
            PieceType::Knight => 0,
            PieceType::Bishop => 2 - usize::from(piece.is_light()),
            PieceType::Rook => 3,
            PieceType::Queen => 4,
            PieceType::Pawn | PieceType::King => {
                least = least.min(pawn_moves_to_check(piece, side, king, others));
                continue;
            }
        };
        least = least.min(checks[class * NEAR + others][king.index()][piece.index()]);
        if least == 0 {
            break;
        }
    }
    least
}

/// The same for a pawn: it advances one rank per move, two at first, until it attacks the rank of such a square, or
/// promotes.
fn pawn_moves_to_check(pawn: Square, side: Color, king: Square, others: usize) -> u8 {
    let rank = |square: Square| square.rank().index().abs_diff(side.back_rank().index());
    let (from, to) = (rank(pawn), rank(king));
    let saved = usize::from(from == 1);
    let moves_to = |rank: usize| rank.saturating_sub(from + saved) as u8;
    let as_pawn = if from + 1 > to + others { NEVER } else { moves_to(to.saturating_sub(others + 1)) };
    as_pawn.min(moves_to(7))
}
