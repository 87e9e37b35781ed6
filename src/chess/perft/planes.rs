//! Numbers on all 64 squares at once, one *plane* a binary digit.
//!
//! A set of squares is one bit a square. A small number a square is a few sets: plane 0 holds the ones, plane 1 the twos,
//! plane 2 the fours. Adding two such boards adds all 64 pairs of numbers, with the full adder of the hardware books
//! written out in `and`, `or` and `xor`:
//!
//! ```text
//!   square     a1 b1 c1 d1 …          number on a1: 5 = 1·1 + 0·2 + 1·4
//!   plane 0     1  0  1  1
//!   plane 1     0  1  1  0
//!   plane 2     1  0  0  0
//! ```
//!
//! All boards here have five planes, numbers up to 31; whoever adds says why the sum is no larger. What is known to be
//! zero costs nothing, since the compiler leaves it out.

use std::ops::{BitAnd, BitOr, BitXor, Not};

/// Something whose bits are squares: a set, or several sets side by side.
pub(super) trait Word:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// No square.
    const EMPTY: Self;
}

impl Word for u64 {
    const EMPTY: Self = 0;
}

/// A number below 32 on every square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Planes<W = u64>(pub(super) [W; 5]);

impl<W: Word> Planes<W> {
    /// Zero everywhere.
    pub(super) const ZERO: Self = Self([W::EMPTY; 5]);

    /// One on these squares.
    #[inline(always)]
    pub(super) fn one(set: W) -> Self {
        let mut planes = Self::ZERO;
        planes.0[0] = set;
        planes
    }

    /// The sums. None may exceed 31.
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

    /// The numbers of both, where on each square one of the two is zero.
    #[inline(always)]
    pub(super) fn or(self, other: Self) -> Self {
        let mut union = self;
        for (plane, other) in union.0.iter_mut().zip(other.0) {
            *plane = *plane | other;
        }
        union
    }

    /// The numbers, four times as large on these squares, where they must be below 8.
    #[inline(always)]
    pub(super) fn quadrupled_on(self, set: W) -> Self {
        let [p0, p1, p2, p3, p4] = self.0;
        let rest = !set;
        Self([p0 & rest, p1 & rest, (p2 & rest) | (p0 & set), (p3 & rest) | (p1 & set), (p4 & rest) | (p2 & set)])
    }
}

impl Planes {
    /// Puts a number on the one square of `bit`, where zero stands.
    #[inline(always)]
    pub(super) fn put(&mut self, bit: u64, number: u32) {
        for (digit, plane) in self.0.iter_mut().enumerate() {
            *plane |= if number >> digit & 1 == 1 { bit } else { 0 };
        }
    }

    /// The sum of the numbers on these squares.
    #[inline(always)]
    pub(super) fn total_on(self, set: u64) -> u32 {
        self.0.iter().enumerate().map(|(digit, plane)| (plane & set).count_ones() << digit).sum()
    }

    /// The sum over all squares of the products.
    #[inline(always)]
    pub(super) fn dot(self, other: Self) -> u32 {
        self.0.iter().enumerate().map(|(digit, &plane)| other.total_on(plane) << digit).sum()
    }
}

/// `N` sets side by side, each in a lane of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Row<const N: usize>(pub(super) [u64; N]);

impl<const N: usize> Word for Row<N> {
    const EMPTY: Self = Self([0; N]);
}

impl<const N: usize> Row<N> {
    /// The two rows, lane by lane.
    #[inline(always)]
    pub(super) fn zip(self, other: Self, op: impl Fn(u64, u64) -> u64) -> Self {
        let mut row = self;
        for (lane, other) in row.0.iter_mut().zip(other.0) {
            *lane = op(*lane, other);
        }
        row
    }
}

impl<const N: usize> BitAnd for Row<N> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const N: usize> BitOr for Row<N> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const N: usize> BitXor for Row<N> {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl<const N: usize> Not for Row<N> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        self.zip(self, |a, _| !a)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The number on each square.
    fn numbers(planes: Planes) -> [u32; 64] {
        std::array::from_fn(|square| planes.total_on(1 << square))
    }

    proptest! {
        #[test]
        fn planes_reckon_as_numbers_do(a: [u64; 4], b: [u64; 4], set: u64) {
            let planes = |[p, q, r, s]: [u64; 4]| Planes([p, q, r, s, 0]);
            let (a, b) = (planes(a), planes(b));
            let (x, y, sum) = (numbers(a), numbers(b), numbers(a.plus(b)));
            prop_assert!((0..64).all(|i| sum[i] == x[i] + y[i]));
            prop_assert_eq!(a.dot(b), (0..64).map(|i| x[i] * y[i]).sum::<u32>());
            prop_assert_eq!(a.total_on(set), (0..64).map(|i| x[i] * (set >> i & 1) as u32).sum::<u32>());
            let small = Planes([a.0[0], a.0[1], a.0[2], 0, 0]);
            let (x, four_fold) = (numbers(small), numbers(small.quadrupled_on(set)));
            let factor = |i: usize| 1 + 3 * (set >> i & 1) as u32;
            prop_assert!((0..64).all(|i| four_fold[i] == factor(i) * x[i]));
        }

        #[test]
        fn a_number_is_put_on_its_square(number in 0..32_u32, square in 0..64_u32) {
            let mut planes = Planes::ZERO;
            planes.put(1 << square, number);
            prop_assert_eq!(planes.total_on(u64::MAX), number);
            prop_assert_eq!(planes.total_on(1 << square), number);
        }
    }
}
