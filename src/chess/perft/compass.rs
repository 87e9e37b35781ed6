//! Eight directions side by side: one lane a direction.
//!
//! Lanes 0–3 run up the indices of the squares, lanes 4–7 the opposite ways, so that lanes `i` and `i + 4` share a line:
//!
//! ```text
//!   NW  N  NE      lane   0  1  2  3   4  5  6  7
//!     \ | /               N  E NE NW   S  W SW SE
//!   W -- -- E      step   8  1  9  7   8  1  9  7
//!     / | \
//!   SW  S  SE
//! ```

use super::numbers::Numbers;
use super::planes::{Planes, Row, Word};
use super::side::{A_FILE, FIRST_RANK, H_FILE};

/// How far a step in lanes 0–3 goes up the order of the squares, and in lanes 4–7 down.
pub(super) const STEPS: [u32; 4] = [8, 1, 9, 7];

/// Where a step in each lane can arrive: not on the edge it comes from.
pub(super) const ARRIVALS: [u64; 8] = {
    let (first, last) = (!FIRST_RANK, !(FIRST_RANK << 56));
    [first, !A_FILE, !A_FILE & first, !H_FILE & first, last, !H_FILE, !H_FILE & last, !A_FILE & last]
};

/// A set of squares for each direction. The registers that some processors have for this, and [`Row`] for all others.
pub(super) trait Compass: Word {
    /// A number on each square.
    type Numbers: Numbers;

    /// A set for each lane.
    fn load(sets: &[u64; 8]) -> Self;
    /// The sets, lane by lane.
    fn store(self) -> [u64; 8];
    /// Every lane moved `squares` times (below 8) in its direction. What leaves the board, or wraps around its side, is
    /// the caller's to mask.
    fn ahead(self, squares: u32) -> Self;
    /// Every lane moved against its direction.
    fn behind(self, squares: u32) -> Self;
    /// The sum of the eight numbers that are on each square, given by their binary digits, the lowest first. It must be
    /// below 32.
    fn sum_of_lanes<const DIGITS: usize>(planes: [Self; DIGITS]) -> Self::Numbers;

    /// The same set in every lane.
    #[inline(always)]
    fn splat(set: u64) -> Self {
        Self::load(&[set; 8])
    }
}

impl Compass for Row<8> {
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
    fn ahead(mut self, squares: u32) -> Self {
        let (up, down) = self.0.split_at_mut(4);
        for ((up, down), step) in up.iter_mut().zip(down).zip(STEPS) {
            *up <<= step * squares;
            *down >>= step * squares;
        }
        self
    }

    #[inline(always)]
    fn behind(mut self, squares: u32) -> Self {
        let (up, down) = self.0.split_at_mut(4);
        for ((up, down), step) in up.iter_mut().zip(down).zip(STEPS) {
            *up >>= step * squares;
            *down <<= step * squares;
        }
        self
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
