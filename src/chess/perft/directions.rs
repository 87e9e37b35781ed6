//! Vectors of eight sets of squares, one lane for each direction.
//!
//! In lanes 0–3 steps increase the index of a square; lanes 4–7 are the opposite directions, so that lanes `i` and
//! `i + 4` share a line:
//!
//! ```text
//!   NW  N  NE      lane   0  1  2  3   4  5  6  7
//!     \ | /               N  E NE NW   S  W SW SE
//!   W -- -- E      step   8  1  9  7   8  1  9  7
//!     / | \
//!   SW  S  SE
//! ```

use super::numbers::Numbers;
use super::planes::{Planes, Row, SquareSets};
use super::side::{A_FILE, FIRST_RANK, H_FILE};

/// The difference of indices of a step: up in lanes 0–3, down in lanes 4–7.
pub(super) const STEPS: [u32; 4] = [8, 1, 9, 7];

/// The possible targets of a step in each lane, without those reached by wrapping around an edge.
pub(super) const ARRIVALS: [u64; 8] = {
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
