//! Bit-sliced numbers on all 64 squares (one *plane* of 64 bits for each binary digit), and the operations that they share with
//! other representations.
//!
//! Plane 0 holds the ones, plane 1 the twos, plane 2 the fours. A ripple-carry adder of `and`, `or` and `xor` adds all
//! 64 pairs of numbers of two [`Planes`] at once:
//!
//! ```text
//!   square     a1 b1 c1 d1 …          number on a1: 5 = 1·1 + 0·2 + 1·4
//!   plane 0     1  0  1  1
//!   plane 1     0  1  1  0
//!   plane 2     1  0  0  0
//! ```
//!
//! There are always five planes, for numbers up to 31; the caller ensures that sums are in range. The compiler removes
//! operations on planes that are known to be zero.

use std::ops::{BitAnd, BitOr, BitXor, Not};

/// One set of squares, or several sets in the lanes of a vector.
pub(super) trait SquareSets:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    const EMPTY: Self;
}

impl SquareSets for u64 {
    const EMPTY: Self = 0;
}

/// A number below 32 on every square of one board, or of each board whose sets are lanes of `W`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Planes<W = u64>(pub(super) [W; 5]);

impl<W: SquareSets> Planes<W> {
    pub(super) const ZERO: Self = Self([W::EMPTY; 5]);

    /// One on these squares, zero elsewhere.
    #[inline(always)]
    pub(super) fn one(set: W) -> Self {
        let mut planes = Self::ZERO;
        planes.0[0] = set;
        planes
    }

    /// Adds the numbers square by square. No sum may exceed 31.
    #[inline(always)]
    pub(super) fn plus(self, other: Self) -> Self {
        let mut sum = Self::ZERO;
        let mut carry = W::EMPTY;
        for ((sum, a), b) in sum.0.iter_mut().zip(self.0).zip(other.0) {
            let differ = a ^ b;
            *sum = differ ^ carry;
            carry = (a & b) | (differ & carry);
        }
        sum
    }

    /// The numbers on these squares, zero elsewhere.
    #[inline(always)]
    pub(super) fn on(self, set: W) -> Self {
        let mut part = self;
        for plane in &mut part.0 {
            *plane = *plane & set;
        }
        part
    }

    /// Like [`Planes::plus`], where at least one of the two numbers on each square must be zero.
    #[inline(always)]
    pub(super) fn or(self, other: Self) -> Self {
        let mut union = self;
        for (plane, other) in union.0.iter_mut().zip(other.0) {
            *plane = *plane | other;
        }
        union
    }

    /// Multiplies the numbers on these squares by four; they must be below 8.
    #[inline(always)]
    pub(super) fn quadrupled_on(self, set: W) -> Self {
        let [p0, p1, p2, p3, p4] = self.0;
        let rest = !set;
        Self([p0 & rest, p1 & rest, (p2 & rest) | (p0 & set), (p3 & rest) | (p1 & set), (p4 & rest) | (p2 & set)])
    }
}

impl Planes {
    /// The sum over all squares of the products of the numbers.
    #[inline(always)]
    fn dot(self, other: Self) -> u32 {
        self.0.iter().enumerate().map(|(digit, &plane)| other.total_on(plane) << digit).sum()
    }
}

/// `N` sets, one in each lane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Row<const N: usize>(pub(super) [u64; N]);

impl<const N: usize> SquareSets for Row<N> {
    const EMPTY: Self = Self([0; N]);
}

impl<const N: usize> Row<N> {
    /// Combines two rows lane by lane.
    #[inline(always)]
    pub(super) fn zip(self, other: Self, op: impl Fn(u64, u64) -> u64) -> Self {
        let mut row = self;
        for (lane, other) in row.0.iter_mut().zip(other.0) {
            *lane = op(*lane, other);
        }
        row
    }
}

bitwise! {
    #[inline(always)]
    impl[const N: usize] Row<N>;
    a & b = a.zip(b, |a, b| a & b);
    a | b = a.zip(b, |a, b| a | b);
    a ^ b = a.zip(b, |a, b| a ^ b);
    !a = a.zip(a, |a, _| !a);
}

// Small numbers on the 64 squares, in two representations: each processor uses the one that is faster on it.

/// A number below 32 on each square. The caller of an addition must ensure that the sums are in range.
pub(super) trait Numbers: Copy {
    /// Zero everywhere.
    const ZERO: Self;
    /// Adds one on these squares.
    fn counted(self, set: u64) -> Self;
    /// Adds the numbers square by square.
    fn plus(self, other: Self) -> Self;
    /// Like [`Numbers::plus`], where at least one of the two numbers on each square must be zero.
    fn or(self, other: Self) -> Self;
    /// Multiplies the numbers on these squares by four; they must be below 8.
    fn quadrupled_on(self, set: u64) -> Self;
    /// Sets the number on the one square of `bit`, where it must be zero before.
    fn put(&mut self, bit: u64, number: u32);
    /// The sum of the numbers on these squares.
    fn total_on(self, set: u64) -> u32;
    /// The sum over all squares of the number times `gain - loss`, or times `loss - gain` on the `reversed` squares.
    fn weighted_sum(self, gain: Self, loss: Self, reversed: u64) -> i64;
}

impl Numbers for Planes {
    const ZERO: Self = Self::ZERO;

    #[inline(always)]
    fn counted(self, set: u64) -> Self {
        Self::plus(self, Self::one(set))
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Self::plus(self, other)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self::or(self, other)
    }

    #[inline(always)]
    fn quadrupled_on(self, set: u64) -> Self {
        Self::quadrupled_on(self, set)
    }

    #[inline(always)]
    fn put(&mut self, bit: u64, number: u32) {
        for (digit, plane) in self.0.iter_mut().enumerate() {
            *plane |= if number >> digit & 1 == 1 { bit } else { 0 };
        }
    }

    #[inline(always)]
    fn total_on(self, set: u64) -> u32 {
        self.0.iter().enumerate().map(|(digit, plane)| (plane & set).count_ones() << digit).sum()
    }

    #[inline(always)]
    fn weighted_sum(self, gain: Self, loss: Self, reversed: u64) -> i64 {
        let up = gain.on(!reversed).or(loss.on(reversed));
        let down = loss.on(!reversed).or(gain.on(reversed));
        i64::from(self.dot(up)) - i64::from(self.dot(down))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn numbers(planes: Planes) -> [u32; 64] {
        std::array::from_fn(|square| planes.total_on(1 << square))
    }

    properties! {
        #[test]
        fn planes_compute_like_integers(a: [u64; 4], b: [u64; 4], set: u64) {
            let planes = |[p, q, r, s]: [u64; 4]| Planes([p, q, r, s, 0]);
            let (a, b) = (planes(a), planes(b));
            let (x, y, sum) = (numbers(a), numbers(b), numbers(a.plus(b)));
            prop_assert!((0..64).all(|i| sum[i] == x[i] + y[i]));
            prop_assert_eq!(a.dot(b), (0..64).map(|i| x[i] * y[i]).sum::<u32>());
            prop_assert_eq!(a.total_on(set), (0..64).map(|i| x[i] * (set >> i & 1) as u32).sum::<u32>());
            let small = Planes([a.0[0], a.0[1], a.0[2], 0, 0]);
            let (x, quadrupled) = (numbers(small), numbers(small.quadrupled_on(set)));
            let factor = |i: usize| 1 + 3 * (set >> i & 1) as u32;
            prop_assert!((0..64).all(|i| quadrupled[i] == factor(i) * x[i]));
        }

        #[test]
        fn put_sets_the_number_of_one_square(number in 0..32_u32, square in 0..64_u32) {
            let mut planes = Planes::ZERO;
            planes.put(1 << square, number);
            prop_assert_eq!(planes.total_on(u64::MAX), number);
            prop_assert_eq!(planes.total_on(1 << square), number);
        }
    }
}
