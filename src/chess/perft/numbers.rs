//! A small number on each of the 64 squares, in whatever form the processor is best at.

use super::planes::Planes;

/// A number below 32 on each square. Whoever adds says why the sum is no larger.
pub(super) trait Numbers: Copy {
    /// Zero everywhere.
    const ZERO: Self;
    /// One more on these squares.
    fn counted(self, set: u64) -> Self;
    /// The sums.
    fn plus(self, other: Self) -> Self;
    /// The numbers of both, where on each square one of the two is zero.
    fn or(self, other: Self) -> Self;
    /// The numbers, four times as large on these squares, where they must be below 8.
    fn quadrupled_on(self, set: u64) -> Self;
    /// Puts a number on the one square of `bit`, where zero stands.
    fn put(&mut self, bit: u64, number: u32);
    /// The sum of the numbers on these squares.
    fn total_on(self, set: u64) -> u32;
    /// The sum over all squares of the number there times `gain - loss`, or times `loss - gain` on the `reversed` ones.
    fn worth(self, gain: Self, loss: Self, reversed: u64) -> i64;
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
    fn worth(self, gain: Self, loss: Self, reversed: u64) -> i64 {
        let up = gain.on(!reversed).or(loss.on(reversed));
        let down = loss.on(!reversed).or(gain.on(reversed));
        i64::from(self.dot(up)) - i64::from(self.dot(down))
    }
}
