//! A number on each of the 64 squares in one register of bytes, with sets of squares as masks.
//!
//! An addition that needs several operations on [`Planes`](super::super::planes::Planes) is one instruction here:
//!
//! ```text
//!   set          a1 b1 c1 d1 …      1  0  0  1 …      the mask
//!   numbers      a1 b1 c1 d1 …      3  0  2  0 …
//!   counted      a1 b1 c1 d1 …      4  0  2  1 …      VPADDB, masked
//! ```
//!
//! Safety throughout: [`Bytes`] is used only in the functions of [`avx512`](super::avx512) that have all the features,
//! and code inlined into them.

#![allow(clippy::inline_always, reason = "an operation that is not inlined would be a call for one instruction")]

use std::arch::x86_64::{
    __m512i, _mm512_add_epi8, _mm512_gf2p8affine_epi64_epi8, _mm512_madd_epi16, _mm512_maddubs_epi16,
    _mm512_mask_add_epi8, _mm512_mask_set1_epi8, _mm512_mask_sub_epi8, _mm512_maskz_mov_epi8,
    _mm512_maskz_permutexvar_epi8, _mm512_or_si512, _mm512_permutexvar_epi8, _mm512_popcnt_epi8,
    _mm512_reduce_add_epi32, _mm512_reduce_add_epi64, _mm512_sad_epu8, _mm512_set1_epi8, _mm512_set1_epi16,
    _mm512_set1_epi64, _mm512_sub_epi8,
};

use super::super::planes::Numbers;

/// A number on each square.
#[derive(Clone, Copy)]
pub(in super::super) struct Bytes(__m512i);

/// The order of the bytes of eight boards by rank: first the eight first ranks, then the second ones.
// SAFETY: any 64 bytes are a vector.
const RANK_BY_RANK: __m512i = unsafe {
    let mut bytes = [0; 64];
    let mut place = 0;
    while place < 64 {
        bytes[place] = (place % 8 * 8 + place / 8) as u8;
        place += 1;
    }
    std::mem::transmute::<[u8; 64], __m512i>(bytes)
};

/// The identity matrix (bit `i` in byte `i`): multiplied by a bit matrix, it returns the columns.
const COLUMNS: i64 = 0x8040_2010_0804_0201_u64.cast_signed();

impl Bytes {
    /// For each square, the number of the eight boards that contain it.
    ///
    /// The same rank of all boards is gathered, which is a matrix of eight boards by eight files. Each of its columns
    /// is a byte with one bit for each board.
    #[inline(always)]
    pub(super) fn of_boards(boards: __m512i) -> Self {
        // SAFETY: the processor has AVX-512 VBMI and BITALG, and GFNI; see the top of the file.
        unsafe {
            let ranks = _mm512_permutexvar_epi8(RANK_BY_RANK, boards);
            let columns = _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(COLUMNS), ranks);
            Self(_mm512_popcnt_epi8(columns))
        }
    }
}

impl Bytes {
    /// The numbers on the squares whose indices are the lowest bytes of lanes.
    #[inline(always)]
    pub(super) fn on(self, squares: __m512i) -> __m512i {
        // SAFETY: the processor has AVX-512 VBMI; see the top of the file.
        unsafe { _mm512_maskz_permutexvar_epi8(0x0101_0101_0101_0101, squares, self.0) }
    }
}

impl Numbers for Bytes {
    // SAFETY: any 64 bytes are a vector.
    const ZERO: Self = Self(unsafe { std::mem::transmute::<[u8; 64], __m512i>([0; 64]) });

    #[inline(always)]
    fn counted(self, set: u64) -> Self {
        // SAFETY: the processor has AVX-512 BW; see the top of the file.
        Self(unsafe { _mm512_mask_add_epi8(self.0, set, self.0, _mm512_set1_epi8(1)) })
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        // SAFETY: the processor has AVX-512 BW; see the top of the file.
        Self(unsafe { _mm512_add_epi8(self.0, other.0) })
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: the processor has AVX-512 F; see the top of the file.
        Self(unsafe { _mm512_or_si512(self.0, other.0) })
    }

    #[inline(always)]
    fn quadrupled_on(self, set: u64) -> Self {
        // SAFETY: the processor has AVX-512 BW; see the top of the file.
        unsafe {
            let doubled = _mm512_mask_add_epi8(self.0, set, self.0, self.0);
            Self(_mm512_mask_add_epi8(doubled, set, doubled, doubled))
        }
    }

    #[inline(always)]
    fn put(&mut self, bit: u64, number: u32) {
        // SAFETY: the processor has AVX-512 BW; see the top of the file. The number is below 32.
        self.0 = unsafe { _mm512_mask_set1_epi8(self.0, bit, number as i8) };
    }

    #[inline(always)]
    fn total_on(self, set: u64) -> u32 {
        // SAFETY: the processor has AVX-512 BW; see the top of the file.
        let total = unsafe {
            let sums = _mm512_sad_epu8(_mm512_maskz_mov_epi8(set, self.0), Self::ZERO.0);
            _mm512_reduce_add_epi64(sums)
        };
        total.cast_unsigned() as u32
    }

    /// Products are added in pairs of squares, at most 2 · 31 · 31, and these sums again in pairs.
    #[inline(always)]
    fn weighted_sum(self, gain: Self, loss: Self, reversed: u64) -> i64 {
        // SAFETY: the processor has AVX-512 BW; see the top of the file.
        unsafe {
            let weighted_sum = _mm512_sub_epi8(gain.0, loss.0);
            let weighted_sum = _mm512_mask_sub_epi8(weighted_sum, reversed, loss.0, gain.0);
            let pairs = _mm512_maddubs_epi16(self.0, weighted_sum);
            _mm512_reduce_add_epi32(_mm512_madd_epi16(pairs, _mm512_set1_epi16(1))).into()
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::super::planes::{Planes, Row};
    use super::super::super::rays::Directions;
    use super::super::avx512::Avx512Boards;
    use super::*;
    use crate::cpu::Avx512;

    /// The results of all operations on numbers.
    #[inline(always)]
    fn all_operations<C: Directions>(sets: &[[u64; 8]; 3], a: u64, b: u64) -> [i64; 8] {
        let square = 1 << (a % 64);
        let few = C::sum_of_lanes([C::load(&sets[0])]);
        let many = C::sum_of_lanes([C::load(&sets[1]), C::EMPTY, C::EMPTY]);
        let three_digits = C::sum_of_lanes(sets.map(|set| C::load(&set) & C::splat(b & a)));
        let mut put = C::Numbers::ZERO.counted(b & !square);
        put.put(square, (b % 32) as u32);
        let disjoint = C::Numbers::ZERO.counted(a & !b).quadrupled_on(a).or(C::Numbers::ZERO.counted(b));
        [
            i64::from(few.total_on(a)),
            i64::from(many.plus(few).total_on(b)),
            put.weighted_sum(few, many, a),
            few.weighted_sum(put, disjoint, b),
            many.counted(a).weighted_sum(few, put, b),
            i64::from(put.total_on(square)),
            i64::from(disjoint.total_on(a ^ b)),
            put.weighted_sum(three_digits, few, 0),
        ]
    }

    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2,gfni")]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx512vbmi,avx512bitalg")]
    fn in_bytes(sets: &[[u64; 8]; 3], a: u64, b: u64) -> [i64; 8] {
        all_operations::<Avx512Boards>(sets, a, b)
    }

    properties! {
        #[test]
        fn bytes_compute_like_planes(mut sets: [[u64; 8]; 3], a: u64, b: u64) {
            // The sum must stay below 32: eight ones, six twos, two fours.
            sets[1][6..].fill(0);
            sets[2][2..].fill(0);
            if Avx512::detect().is_some() {
                // SAFETY: the processor has the features.
                let counted = unsafe { in_bytes(&sets, a, b) };
                prop_assert_eq!(counted, all_operations::<Row<8>>(&sets, a, b));
            }
        }
    }

    /// Runs on any processor: leading zero planes do not change the numbers.
    #[test]
    fn planes_add_the_lanes_of_a_row() {
        let sets = [[0b1011; 8], [0b0110, 0, 0, 0, 0, 0, 0, 0b0010], [0; 8]];
        let numbers: Planes = Row::<8>::sum_of_lanes(sets.map(Row));
        assert_eq!([1, 2, 4, 8].map(|square| numbers.total_on(square)), [8, 12, 2, 8]);
    }
}
