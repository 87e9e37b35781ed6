//! The rays of the sliders of one side in all eight directions at once, vectors with a lane for each direction, and the
//! lines through each square.
//!
//! Attacks and numbers of squares are both computed by doubling: one step, two steps, four steps, eight steps
//! (<https://www.chessprogramming.org/Kogge-Stone_Algorithm>).

use super::super::bitboard::Bitboard;
use super::super::square::{File, Rank, Square};
use super::board::{A_FILE, FIRST_RANK, H_FILE};
use super::planes::{Numbers, Planes, Row, SquareSets};

/// The rays of the sliders of one side.
pub(super) struct Rays<N> {
    /// The squares attacked along files, ranks, rising and falling diagonals. They include defended own pieces.
    pub(super) lines: [u64; 4],
    /// On a square with one of these sliders, the number of its moves. On a square without an own piece, the number of
    /// squares *beyond* it for all sliders that attack it, each in its direction.
    ///
    /// ```text
    ///   R . x . . n      the rook attacks x, and beyond it two vacant squares and the enemy knight: 3
    /// ```
    ///
    /// So this is the number of moves that the side gains when a blocker leaves the square, and loses when one arrives.
    /// At most 27: a queen has no more moves, and at most six squares on each of four lines are beyond a square.
    pub(super) reach: N,
    /// On squares of own pieces, the number of these sliders that defend them, at most eight.
    pub(super) defended: N,
}

impl<N> Rays<N> {
    /// The rays of these `straight` and `diagonal` sliders. `own` are all pieces of that side, `vacant` all vacant
    /// squares.
    #[inline(always)]
    pub(super) fn new<C: Directions<Numbers = N>>(straight: u64, diagonal: u64, own: u64, vacant: u64) -> Self {
        let sliders = C::load(&[straight, straight, diagonal, diagonal, straight, straight, diagonal, diagonal]);
        let own = C::splat(own);
        let passable = C::splat(vacant) & C::load(&ARRIVALS);
        let attacked = attacked(sliders, passable);
        let counted = (attacked & !own) | sliders;
        let [file, rank, rising, falling, ..] = (attacked | attacked.opposite()).store();
        Self {
            lines: [file, rank, rising, falling],
            reach: C::sum_of_lanes({
                let [ones, twos, fours] = beyond(own, passable);
                [ones & counted, twos & counted, fours & counted]
            }),
            defended: C::sum_of_lanes([attacked & own]),
        }
    }
}

/// The squares that the sliders in each lane attack in the lane's direction.
#[inline(always)]
fn attacked<C: Directions>(sliders: C, passable: C) -> C {
    let two = passable & passable.forward(1);
    let four = two & two.forward(2);
    let attacked = sliders | (passable & sliders.forward(1));
    let attacked = attacked | (two & attacked.forward(2));
    let attacked = attacked | (four & attacked.forward(4));
    attacked.forward(1) & C::load(&ARRIVALS)
}

/// For each square and direction, the number of squares beyond it that a slider on or crossing it attacks: 0 to 7.
///
/// Let `vK` be true if the next K squares are vacant, and `bK` the number within K squares. Then `b1` is 1 if the next
/// square has no own piece, `b2 = b1 + [v1] b1(next)`, `b4 = b2 + [v2] b2(two on)` and `b8 = b4 + [v4] b4(four on)`.
/// Where `vK` is true, `bK` is exactly K, a power of two, so that each sum only moves digits.
#[inline(always)]
fn beyond<C: Directions>(own: C, passable: C) -> [C; 3] {
    let v1 = passable.backward(1);
    let v2 = v1 & v1.backward(1);
    let v4 = v2 & v2.backward(2);
    let ones = (!own & C::load(&ARRIVALS)).backward(1);
    // 1 + 1 = 2.
    let twos = v1 & ones.backward(1);
    let ones = ones ^ twos;
    // 2 + 0, 1, 2.
    let fours = v2 & twos.backward(2);
    let (ones, twos) = (ones | (v2 & ones.backward(2)), twos ^ fours);
    // 4 + 0, 1, 2, 3.
    let (ones, twos) = (ones | (v4 & ones.backward(4)), twos | (v4 & twos.backward(4)));
    [ones, twos, fours]
}

// Vectors of eight sets of squares, one lane for each direction.
//
// In lanes 0–3 steps increase the index of a square; lanes 4–7 are the opposite directions, so that lanes `i` and
// `i + 4` share a line:
//
// ```text
//   NW  N  NE      lane   0  1  2  3   4  5  6  7
//     \ | /               N  E NE NW   S  W SW SE
//   W -- -- E      step   8  1  9  7   8  1  9  7
//     / | \
//   SW  S  SE
// ```

/// The difference of indices of a step: up in lanes 0–3, down in lanes 4–7.
pub(super) const STEPS: [u32; 4] = [8, 1, 9, 7];

/// The possible targets of a step in each lane, without those reached by wrapping around an edge.
const ARRIVALS: [u64; 8] = {
    let (first, last) = (!FIRST_RANK, !(FIRST_RANK << 56));
    [first, !A_FILE, !A_FILE & first, !H_FILE & first, last, !H_FILE, !H_FILE & last, !A_FILE & last]
};

/// A set of squares for each direction: vector registers, or [`Row`] for any processor.
pub(super) trait Directions: SquareSets {
    /// The numbers on squares that fit these vectors.
    type Numbers: Numbers;

    /// Loads a set into each lane.
    fn load(sets: &[u64; 8]) -> Self;
    /// The sets of all lanes.
    fn store(self) -> [u64; 8];
    /// Moves every lane by `squares` steps (below 8) in its direction. The caller must mask squares that wrap around an
    /// edge.
    fn forward(self, squares: u32) -> Self;
    /// Moves every lane against its direction.
    fn backward(self, squares: u32) -> Self;
    /// The lanes of opposite directions exchanged.
    fn opposite(self) -> Self;
    /// Adds the numbers of the eight lanes on each square. They are given by binary digits, lowest first; the sums must
    /// be below 32.
    fn sum_of_lanes<const DIGITS: usize>(planes: [Self; DIGITS]) -> Self::Numbers;

    /// The same set in every lane.
    #[inline(always)]
    fn splat(set: u64) -> Self {
        Self::load(&[set; 8])
    }
}

impl Directions for Row<8> {
    type Numbers = Planes;

    #[inline(always)]
    fn load(sets: &[u64; 8]) -> Self {
        Self(*sets)
    }

    #[inline(always)]
    fn store(self) -> [u64; 8] {
        self.0
    }

    #[inline(always)]
    fn forward(mut self, squares: u32) -> Self {
        let (up, down) = self.0.split_at_mut(4);
        for ((up, down), step) in up.iter_mut().zip(down).zip(STEPS) {
            *up <<= step * squares;
            *down >>= step * squares;
        }
        self
    }

    #[inline(always)]
    fn backward(mut self, squares: u32) -> Self {
        let (up, down) = self.0.split_at_mut(4);
        for ((up, down), step) in up.iter_mut().zip(down).zip(STEPS) {
            *up >>= step * squares;
            *down <<= step * squares;
        }
        self
    }

    #[inline(always)]
    fn opposite(self) -> Self {
        let [n, e, ne, nw, s, w, sw, se] = self.0;
        Self([s, w, sw, se, n, e, ne, nw])
    }

    #[inline(always)]
    fn sum_of_lanes<const DIGITS: usize>(planes: [Self; DIGITS]) -> Planes {
        let mut lanes = [Planes::ZERO; 8];
        for (digit, plane) in planes.into_iter().enumerate() {
            for (lane, set) in lanes.iter_mut().zip(plane.0) {
                lane.0[digit] = set;
            }
        }
        let [n, e, ne, nw, s, w, sw, se] = lanes;
        (n.plus(s).plus(e.plus(w))).plus(ne.plus(sw).plus(nw.plus(se)))
    }
}

// The four lines through each square: file, rank and two diagonals.

/// The file, the rank, the rising and the falling diagonal through a square, from edge to edge.
#[inline(always)]
pub(super) fn lines_through(square: Square) -> [u64; 4] {
    LINES[square.index() & 63]
}

static LINES: [[u64; 4]; 64] = {
    let mut lines = [[0; 4]; 64];
    let mut i = 0;
    while i < 64 {
        let square = Square::from_index(i as u8);
        let Bitboard(file) = Bitboard::of_file(File::from_index(square.file().index() as u8));
        let Bitboard(rank) = Bitboard::of_rank(Rank::from_index(square.rank().index() as u8));
        lines[i] = [file, rank, diagonal(square, 1), diagonal(square, -1)];
        i += 1;
    }
    lines
};

/// The diagonal through a square on which each file to the right is `ranks` (1 or -1) higher.
const fn diagonal(square: Square, ranks: i8) -> u64 {
    let mut set = 1 << square.index();
    let mut step = -7;
    while step <= 7 {
        if let Some(other) = square.offset(step, step * ranks) {
            set |= 1 << other.index();
        }
        step += 1;
    }
    set
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::chess::attacks;
    use crate::chess::bitboard::Bitboard;

    use super::super::board::{Squares, bit};
    use super::super::planes::Row;
    use super::*;

    properties! {
        #[test]
        fn the_reach_of_a_slider_is_its_number_of_moves(a: u64, b: u64, c: u64) {
            let own = a & b;
            let vacant = !(own | (c & a));
            let (straight, diagonal) = (own & c, own & !c);
            let rays = Rays::new::<Row<8>>(straight, diagonal, own, vacant);
            for square in Squares(own) {
                let occupied = Bitboard(!vacant);
                let is_straight = straight & bit(square) != 0;
                let attacked = if is_straight { attacks::rook(square, occupied) } else { attacks::bishop(square, occupied) };
                prop_assert_eq!(rays.reach.total_on(bit(square)), (attacked.0 & !own).count_ones());
            }
        }
    }
}
