//! How many moves a mate is away at the least: what [`super::shortest`] need not look at.
//!
//! **What it proves.** That a side cannot mate within so many moves of its own and of the other side.
//!
//! **Why it is sound.** Both kings have to come to where the mate is, one step a move. Of the squares beside the king that is
//! mated, each is attacked by the other king, or by another man of his, or one of the king's own men stands on it. How
//! many of them one man can attack, wherever it stands, is counted on an empty board, where it attacks the most; and
//! one man of those has to give check from where it stands. If the men together cannot take all squares from the king
//! on a square of his, with the other king on a square of his, there is no mate with the kings there. To this the moves
//! are added that any of the men needs until it attacks a square to which the king can come at all; these are moves of
//! that man, and the others moves of the king.
//!
//! **What it cannot see.** Men in each other's way; whether one man can do what another one does at the same time. With
//! many men, or while a side may castle, it says nothing.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::Square;

/// No number of moves suffices.
pub(super) const NEVER: u8 = u8::MAX;

/// A king comes from any square to any other in so many moves.
const FARTHEST: usize = 7;

/// Kinds of pieces by what they can attack: knight, bishops on light and on dark squares, rook, queen.
const SHAPES: usize = 5;

/// The men that count, as far as the bound knows them.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Class {
    /// How many pieces of each shape the side that mates has.
    pieces: [u8; SHAPES],
    pawns: u8,
    /// Whether one of these pawns can be promoted in time.
    promotes: bool,
    /// How many men the other side has that may block its king.
    blockers: u8,
}

/// For each number of moves of the king to be mated, and for each of his squares and each of the other king: how many
/// moves that king needs to where a mate is conceivable.
type Kings = Vec<[[u8; 64]; 64]>;

/// The bounds for one side, as they are asked for.
pub(super) struct Distances {
    side: Color,
    numbers: HashMap<Class, u32>,
    /// `None` where a mate is conceivable with the kings anywhere.
    kings: Vec<Option<Kings>>,
}

/// The men on the board, as the bounds know them.
#[derive(Clone, Copy)]
pub(super) struct Men(u32);

impl Distances {
    pub(super) fn new(side: Color) -> Self {
        Self { side, numbers: HashMap::new(), kings: Vec::new() }
    }

    /// The men of a position in which the side has at most `moves` moves left.
    pub(super) fn men(&mut self, position: &Position, moves: usize) -> Men {
        let class = Class::of(position, self.side, moves);
        let next = self.kings.len() as u32;
        let number = *self.numbers.entry(class).or_insert(next);
        if number == next {
            self.kings.push(class.kings());
        }
        Men(number)
    }

    /// How many moves the side needs at the least, when the king to be mated has `others` moves. `men` are those of a
    /// position with the same men and no fewer moves left.
    #[inline]
    pub(super) fn moves_needed(&self, position: &Position, men: Men, others: usize) -> u8 {
        if !position.castling().is_empty() {
            return 0;
        }
        let [ours, theirs] = [self.side, self.side.other()].map(|color| position.king(color));
        let kings = self.kings[men.0 as usize]
            .as_ref()
            .map_or(0, |kings| kings[others.min(FARTHEST)][theirs.index()][ours.index()]);
        kings.saturating_add(moves_to_check(position, self.side, theirs, others))
    }
}

impl Class {
    fn of(position: &Position, side: Color, moves: usize) -> Self {
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
            blockers: position.colors(side.other()).count() as u8 - 1,
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

    /// Whether the men suffice to take all squares from the king, as far as they are counted.
    fn mates(self, geometry: &Geometry, theirs: Square, ours: Square) -> bool {
        let (at, support) = (theirs.index(), ours.index());
        let flights = (attacks::king(theirs) & !attacks::king(ours)).count() as u8;
        let shapes = (0..SHAPES).map(|shape| (self.pieces[shape], geometry.covers[shape][at][support]));
        let promoted = (0..SHAPES).map(|shape| geometry.covers[shape][at][support]);
        let (best, best_check) = promoted.fold((0, 0), |best: (u8, u8), most| {
            (best.0.max(most.any), best.1.max(if most.checking == NEVER { 0 } else { most.checking }))
        });
        let pawn = if self.promotes { best.max(2) } else { 2 };
        let all = shapes.clone().map(|(count, most)| count * most.any).sum::<u8>() + self.pawns * pawn + self.blockers;
        let piece_checks = shapes
            .into_iter()
            .any(|(count, most)| count > 0 && most.checking != NEVER && all - most.any + most.checking >= flights);
        // A pawn that gives check attacks no other square beside the king.
        let check = if self.promotes { best_check } else { 0 };
        piece_checks || (self.pawns > 0 && all - pawn + check >= flights)
    }
}

/// How many squares beside a king a man attacks at most.
#[derive(Clone, Copy)]
struct Most {
    /// From anywhere.
    any: u8,
    /// From where it gives check; [`NEVER`] if it cannot.
    checking: u8,
}

struct Geometry {
    /// By shape, the square of the king to be mated and that of the other king, whose squares do not count.
    covers: Vec<[[Most; 64]; 64]>,
    /// By shape and the king's moves, his square and the man's square: in how many moves the man attacks a square to
    /// which the king can come.
    checks: Vec<[[u8; 64]; 64]>,
}

/// So many different numbers of the king's moves are told apart in [`Geometry::checks`].
const NEAR: usize = 4;

fn geometry() -> &'static Geometry {
    static GEOMETRY: OnceLock<Geometry> = OnceLock::new();
    GEOMETRY.get_or_init(|| {
        let nothing = Most { any: 0, checking: NEVER };
        let mut geometry =
            Geometry { covers: vec![[[nothing; 64]; 64]; SHAPES], checks: vec![[[NEVER; 64]; 64]; SHAPES * NEAR] };
        for (shape, king) in (0..SHAPES).flat_map(|shape| Square::all().map(move |king| (shape, king))) {
            let far = most_covered(shape, king, attacks::king(king));
            for other in Square::all() {
                let flights = attacks::king(king) & !attacks::king(other);
                let is_far = flights == attacks::king(king);
                geometry.covers[shape][king.index()][other.index()] =
                    if is_far { far } else { most_covered(shape, king, flights) };
            }
            for others in 0..NEAR {
                geometry.checks[shape * NEAR + others][king.index()] = moves_to_attack(shape, ball(king, others));
            }
        }
        geometry
    })
}

/// What a man of a shape attacks on an empty board; nothing from squares on which it cannot stand.
fn attacked(shape: usize, from: Square) -> Bitboard {
    match shape {
        0 => attacks::knight(from),
        1 if from.is_light() => attacks::bishop(from, Bitboard::EMPTY),
        2 if !from.is_light() => attacks::bishop(from, Bitboard::EMPTY),
        3 => attacks::rook(from, Bitboard::EMPTY),
        4 => attacks::queen(from, Bitboard::EMPTY),
        _ => Bitboard::EMPTY,
    }
}

fn most_covered(shape: usize, king: Square, flights: Bitboard) -> Most {
    let mut most = Most { any: 0, checking: NEVER };
    for from in Square::all().filter(|&from| from != king) {
        let attacked = attacked(shape, from);
        let count = (attacked & flights).count() as u8;
        most.any = most.any.max(count);
        if attacked.contains(king) && (most.checking == NEVER || most.checking < count) {
            most.checking = count;
        }
    }
    most
}

/// How many moves a king needs from one square to another.
fn steps_between(from: Square, to: Square) -> u8 {
    let (files, ranks) =
        (from.file().index().abs_diff(to.file().index()), from.rank().index().abs_diff(to.rank().index()));
    files.max(ranks) as u8
}

/// The squares to which a king can come in so many moves.
fn ball(king: Square, moves: usize) -> Bitboard {
    Square::all().filter(|&square| usize::from(steps_between(king, square)) <= moves).collect()
}

/// In how many moves a man of a shape comes from each square to where it attacks one of these squares.
fn moves_to_attack(shape: usize, squares: Bitboard) -> [u8; 64] {
    let mut moves = [NEVER; 64];
    let reaches = |from: Square, targets: Bitboard| !(attacked(shape, from) & targets).is_empty();
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

/// How many moves one of the men needs at the least until it attacks a square to which the king can come.
#[inline]
fn moves_to_check(position: &Position, side: Color, king: Square, others: usize) -> u8 {
    if others >= NEAR {
        return 0;
    }
    let checks = &geometry().checks;
    let mut least = NEVER;
    for man in position.colors(side) & !position.kinds(PieceType::King) {
        let shape = match position.kind_of(man) {
            PieceType::Knight => 0,
            PieceType::Bishop => 2 - usize::from(man.is_light()),
            PieceType::Rook => 3,
            PieceType::Queen => 4,
            PieceType::Pawn | PieceType::King => {
                least = least.min(pawn_moves_to_check(man, side, king, others));
                continue;
            }
        };
        least = least.min(checks[shape * NEAR + others][king.index()][man.index()]);
        if least == 0 {
            break;
        }
    }
    least
}

/// The same for a pawn: it goes one rank a move, two at first, until it attacks the rank of such a square, or is
/// promoted.
fn pawn_moves_to_check(pawn: Square, side: Color, king: Square, others: usize) -> u8 {
    let rank = |square: Square| square.rank().index().abs_diff(side.back_rank().index());
    let (from, to) = (rank(pawn), rank(king));
    let saved = usize::from(from == 1);
    let moves_to = |rank: usize| rank.saturating_sub(from + saved) as u8;
    let as_pawn = if from + 1 > to + others { NEVER } else { moves_to(to.saturating_sub(others + 1)) };
    as_pawn.min(moves_to(7))
}
