//! Small numbers on the 64 squares, in two representations: each processor uses the one that is faster on it.

use super::planes::Planes;

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
        Self::put(self, bit, number);
    }

    #[inline(always)]
    fn total_on(self, set: u64) -> u32 {
        Self::total_on(self, set)
    }

    #[inline(always)]
    fn weighted_sum(self, gain: Self, loss: Self, reversed: u64) -> i64 {
        let up = gain.on(!reversed).or(loss.on(reversed));
        let down = loss.on(!reversed).or(gain.on(reversed));
        i64::from(self.dot(up)) - i64::from(self.dot(down))
    }
}
