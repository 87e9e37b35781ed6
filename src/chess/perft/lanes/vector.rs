//! Operations on eight boards at once.
//!
//! A [`Vector`] has eight lanes of 64 bits, each a set of squares of one board. It is implemented with AVX-512 and GFNI
//! ([`avx512`](super::avx512)), and here for [`Row`] in portable code. The latter is the reference implementation;
//! tests compare the other with it.
//!
//! Each byte of a lane is a rank:
//!
//! ```text
//!   lane     h8 … a8 | h7 … a7 |   …   | h1 … a1
//!            byte 7    byte 6            byte 0
//! ```
//!
//! Subtraction in bytes works along all ranks at once, without borrowing from one to the next. On the rotated board,
//! files become ranks; on the mirrored board, the direction toward the a-file becomes the one toward the h-file.

use super::super::planes::{Numbers, Planes, Row};
use super::super::rays::Directions;

/// Eight boards, one in each lane.
pub(in super::super) trait Vector: Directions {
    /// A small number in each lane.
    fn of_bytes(numbers: [u8; 8]) -> Self;
    /// The entry of a table for each lane; the lanes are indices.
    fn chosen_from(self, table: &[u64; 8]) -> Self;
    /// Each lane shifted towards `h8` by its number of squares, which is below 64.
    fn up_by(self, squares: Self) -> Self;
    /// The product of the lower halves of each lane.
    fn times(self, other: Self) -> Self;
    /// The number on a square for each lane; the lanes are indices of squares.
    fn numbers_of(self, numbers: Self::Numbers) -> Self;
    /// The difference in each byte, modulo 2⁸.
    fn minus_in_bytes(self, other: Self) -> Self;
    /// The difference in each lane, modulo 2⁶⁴.
    fn minus(self, other: Self) -> Self;
    /// The sum in each lane, modulo 2⁶⁴.
    fn plus(self, other: Self) -> Self;
    /// Each lane shifted towards `h8` by `squares`, which is below 64.
    fn up(self, squares: u32) -> Self;
    /// Each lane shifted towards `a1` by `squares`, which is below 64.
    fn down(self, squares: u32) -> Self;
    /// Each lane rotated towards `h8`.
    fn rotated(self, squares: u32) -> Self;
    /// Each board mirrored: the a-file becomes the h-file.
    fn mirrored(self) -> Self;
    /// Each board flipped: the first rank becomes the eighth.
    fn flipped(self) -> Self;
    /// Each board rotated by 90°: files become ranks, the a-file the first, and the direction *down* a file becomes
    /// that towards the h-file.
    fn turned(self) -> Self;
    /// The opposite of [`turned`](Self::turned).
    fn turned_back(self) -> Self;
    /// The number of squares in each lane.
    fn counts(self) -> Self;
    /// The empty lanes, bit 0 for lane 0.
    fn empty_lanes(self) -> u8;
    /// The vector with all lanes but these cleared.
    fn keep(self, lanes: u8) -> Self;
    /// The sum of all lanes.
    fn total(self) -> u64;

    /// `self` without the squares of `other`.
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self & !other
    }
}

impl Row<8> {
    #[inline(always)]
    fn map(self, op: impl Fn(u64) -> u64) -> Self {
        self.zip(self, |lane, _| op(lane))
    }
}

impl Vector for Row<8> {
    #[inline(always)]
    fn of_bytes(numbers: [u8; 8]) -> Self {
        Self(numbers.map(u64::from))
    }

    #[inline(always)]
    fn chosen_from(self, table: &[u64; 8]) -> Self {
        self.map(|index| table[index as usize & 7])
    }

    #[inline(always)]
    fn up_by(self, squares: Self) -> Self {
        self.zip(squares, |set, squares| set << squares)
    }

    #[inline(always)]
    fn times(self, other: Self) -> Self {
        self.zip(other, |a, b| (a & 0xffff_ffff) * (b & 0xffff_ffff))
    }

    #[inline(always)]
    fn numbers_of(self, numbers: Planes) -> Self {
        self.map(|square| numbers.total_on(1 << square).into())
    }

    #[inline(always)]
    fn minus_in_bytes(self, other: Self) -> Self {
        const HIGH: u64 = 0x8080_8080_8080_8080;
        // With the highest bit of each byte set, no byte borrows from the next; then that bit is corrected.
        self.zip(other, |a, b| ((a | HIGH) - (b & !HIGH)) ^ ((a ^ !b) & HIGH))
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_sub)
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_add)
    }

    #[inline(always)]
    fn up(self, squares: u32) -> Self {
        self.map(|lane| lane << squares)
    }

    #[inline(always)]
    fn down(self, squares: u32) -> Self {
        self.map(|lane| lane >> squares)
    }

    #[inline(always)]
    fn rotated(self, squares: u32) -> Self {
        self.map(|lane| lane.rotate_left(squares))
    }

    #[inline(always)]
    fn mirrored(self) -> Self {
        self.map(|lane| lane.reverse_bits().swap_bytes())
    }

    #[inline(always)]
    fn flipped(self) -> Self {
        self.map(u64::swap_bytes)
    }

    #[inline(always)]
    fn turned(self) -> Self {
        self.map(|lane| transposed(lane.swap_bytes()))
    }

    #[inline(always)]
    fn turned_back(self) -> Self {
        self.map(|lane| transposed(lane).swap_bytes())
    }

    #[inline(always)]
    fn counts(self) -> Self {
        self.map(|lane| u64::from(lane.count_ones()))
    }

    #[inline(always)]
    fn empty_lanes(self) -> u8 {
        self.0.iter().enumerate().map(|(lane, &set)| u8::from(set == 0) << lane).sum()
    }

    #[inline(always)]
    fn keep(self, lanes: u8) -> Self {
        let mut row = self;
        for (lane, set) in row.0.iter_mut().enumerate() {
            *set *= u64::from(lanes >> lane & 1);
        }
        row
    }

    #[inline(always)]
    fn total(self) -> u64 {
        self.0.into_iter().fold(0, u64::wrapping_add)
    }
}

/// The board with files and ranks exchanged, by swaps across the diagonal from `a1` to `h8` in blocks of one, two by
/// two, and four by four squares (<https://www.chessprogramming.org/Flipping_Mirroring_and_Rotating>).
#[inline(always)]
fn transposed(board: u64) -> u64 {
    let swap = |board: u64, mask: u64, distance: u32| {
        let differ = (board ^ board >> distance) & mask;
        board ^ differ ^ differ << distance
    };
    let board = swap(board, 0x00aa_00aa_00aa_00aa, 7);
    let board = swap(board, 0x0000_cccc_0000_cccc, 14);
    swap(board, 0x0000_0000_f0f0_f0f0, 28)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_turned_as_defined() {
        let square = |file: u32, rank: u32| 1_u64 << (8 * rank + file);
        for file in 0..8 {
            for rank in 0..8 {
                let row = Row::splat(square(file, rank));
                assert_eq!(row.mirrored(), Row::splat(square(7 - file, rank)));
                assert_eq!(row.flipped(), Row::splat(square(file, 7 - rank)));
                assert_eq!(row.turned(), Row::splat(square(7 - rank, file)));
                assert_eq!(row.turned().turned_back(), row);
            }
        }
    }

    #[test]
    fn bytes_do_not_borrow() {
        let difference = Row::splat(0x0001_80ff_7f00_1234).minus_in_bytes(Row::splat(0x0102_ff01_80ff_1235));
        assert_eq!(difference, Row::splat(0xffff_81fe_ff01_00ff));
    }
}
