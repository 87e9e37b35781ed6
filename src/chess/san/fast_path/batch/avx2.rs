//! Eight tokens in a register of AVX2.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi32_si128, _mm_loadu_si128, _mm_min_epu16, _mm_set1_epi16, _mm_shuffle_epi32, _mm_slli_epi16,
    _mm_srli_si128, _mm_sub_epi16, _mm256_add_epi32, _mm256_and_si256, _mm256_andnot_si256, _mm256_blendv_epi8,
    _mm256_broadcastsi128_si256, _mm256_castps_si256, _mm256_castsi256_ps, _mm256_cmpeq_epi8, _mm256_cmpeq_epi32,
    _mm256_cvtepi16_epi64, _mm256_cvtepu16_epi32, _mm256_loadu_si256, _mm256_or_si256, _mm256_set1_epi8,
    _mm256_set1_epi32, _mm256_shuffle_epi8, _mm256_shuffle_ps, _mm256_sll_epi32, _mm256_sllv_epi64, _mm256_srl_epi32,
    _mm256_storeu_si256, _mm256_sub_epi32, _mm256_unpackhi_epi32, _mm256_unpacklo_epi32, _mm256_xor_si256,
};

use crate::cpu::Avx2;

use super::super::token::{BYTE_CLASSES, NO_MOVE, SanToken};
use super::{Lanes, TokenBytes};

/// The number of tokens in a register.
const LANES: usize = 8;

impl Lanes<LANES> for Avx2 {
    type Vector = __m256i;
    /// All bits of a lane are equal.
    type Mask = __m256i;

    #[inline(always)]
    fn load(self, eights: [u64; LANES], starts: &[u16; LANES], ends: &[u16; LANES]) -> TokenBytes<__m256i> {
        // SAFETY: the value proves that the processor has the instructions. The arrays are at least as long as what is
        // read from them, and these loads need no alignment.
        unsafe {
            let first = _mm256_loadu_si256(eights.as_ptr().cast());
            let second = _mm256_loadu_si256(eights.as_ptr().add(4).cast());
            let starts = _mm_loadu_si128(starts.as_ptr().cast());
            let ends = _mm_loadu_si128(ends.as_ptr().cast());
            let length = _mm_sub_epi16(ends, starts);
            // Shifts that move the last byte to the top, or everything out if there are more than eight bytes.
            let bits = _mm_slli_epi16::<3>(_mm_min_epu16(length, _mm_set1_epi16(9)));
            let shifts = _mm_sub_epi16(_mm_set1_epi16(64), bits);
            let first_end = _mm256_sllv_epi64(first, _mm256_cvtepi16_epi64(shifts));
            let second_end = _mm256_sllv_epi64(second, _mm256_cvtepi16_epi64(_mm_srli_si128::<8>(shifts)));
            let (head, tail) = (lower_halves(self, first, second), upper_halves(self, first_end, second_end));
            // The shuffled order of the halves: two tokens of the first four, two of the second four, and so on.
            let length = _mm256_cvtepu16_epi32(_mm_shuffle_epi32::<0b11_01_10_00>(length));
            let starts = _mm256_cvtepu16_epi32(_mm_shuffle_epi32::<0b11_01_10_00>(starts));
            let upper = _mm256_or_si256(length, self.shl(starts, 16));
            TokenBytes { classes: self.classes(head), tail, length, upper }
        }
    }

    #[inline(always)]
    fn tokens(self, low: __m256i, high: __m256i) -> [SanToken; LANES] {
        let mut tokens = [SanToken::default(); LANES];
        // SAFETY: the value proves that the processor has the instructions. Eight tokens are 64 bytes, these stores
        // need no alignment, and any 64 bits are a valid `SanToken`, which is `repr(transparent)`.
        unsafe {
            _mm256_storeu_si256(tokens.as_mut_ptr().cast(), _mm256_unpacklo_epi32(low, high));
            _mm256_storeu_si256(tokens.as_mut_ptr().add(4).cast(), _mm256_unpackhi_epi32(low, high));
        }
        tokens
    }

    instructions! { __m256i:
        and = _mm256_and_si256;
        or = _mm256_or_si256;
        xor = _mm256_xor_si256;
        sub = _mm256_sub_epi32;
        equal = _mm256_cmpeq_epi32;
        either = _mm256_or_si256;
        keep = _mm256_and_si256;
    }

    #[inline(always)]
    fn all(self, value: u32) -> __m256i {
        // SAFETY: the value proves that the processor has the instruction.
        unsafe { _mm256_set1_epi32(value.cast_signed()) }
    }

    #[inline(always)]
    fn shl(self, v: __m256i, bits: u32) -> __m256i {
        // SAFETY: as above.
        unsafe { _mm256_sll_epi32(v, _mm_cvtsi32_si128(bits.cast_signed())) }
    }

    #[inline(always)]
    fn shr(self, v: __m256i, bits: u32) -> __m256i {
        // SAFETY: as above.
        unsafe { _mm256_srl_epi32(v, _mm_cvtsi32_si128(bits.cast_signed())) }
    }

    #[inline(always)]
    fn except(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: as above.
        unsafe { _mm256_andnot_si256(b, a) }
    }

    #[inline(always)]
    fn select(self, mask: __m256i, yes: __m256i, no: __m256i) -> __m256i {
        // SAFETY: as above.
        unsafe { _mm256_blendv_epi8(no, yes, mask) }
    }

    #[inline(always)]
    fn decrement(self, mask: __m256i, v: __m256i) -> __m256i {
        // SAFETY: as above. Read as a number, the mask is -1.
        unsafe { _mm256_add_epi32(v, mask) }
    }
}

impl Avx2 {
    /// The classes of the first two bytes of each lane.
    #[inline(always)]
    fn classes(self, head: __m256i) -> __m256i {
        // SAFETY: the value proves that the processor has the instructions. A row of the table has sixteen bytes, and
        // these loads need no alignment.
        unsafe {
            let nibbles = self.all(0x0f0f);
            let (low, high) = (self.and(head, nibbles), self.and(self.shr(head, 4), nibbles));
            let mut classes = self.all(0);
            // In all other rows no byte can start a move.
            for row in ROWS {
                let table = _mm_loadu_si128(BYTE_CLASSES.as_ptr().add(16 * row).cast());
                let here = _mm256_cmpeq_epi8(high, _mm256_set1_epi8(row as i8));
                let found = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(table), low);
                classes = self.or(classes, self.and(here, self.xor(found, _mm256_set1_epi8(NO_MOVE.cast_signed()))));
            }
            self.and(self.xor(classes, self.all(u32::from(NO_MOVE) * 0x101)), self.all(0xffff))
        }
    }
}

/// The rows of sixteen entries of [`BYTE_CLASSES`] that are not all [`NO_MOVE`].
const ROWS: [usize; 6] = [2, 3, 4, 5, 6, 7];
const _: () = {
    let mut byte = 0;
    while byte < BYTE_CLASSES.len() {
        let row = byte / 16;
        assert!(BYTE_CLASSES[byte] == NO_MOVE || row >= 2 && row <= 7);
        byte += 1;
    }
};

/// The lower halves of eight 64-bit numbers: two of the first four, two of the second four, and so on.
#[inline(always)]
fn lower_halves(_: Avx2, first: __m256i, second: __m256i) -> __m256i {
    // SAFETY: the `Avx2` proves that the processor has the instructions.
    unsafe {
        let (first, second) = (_mm256_castsi256_ps(first), _mm256_castsi256_ps(second));
        _mm256_castps_si256(_mm256_shuffle_ps::<0b10_00_10_00>(first, second))
    }
}

/// The upper halves, in the same order.
#[inline(always)]
fn upper_halves(_: Avx2, first: __m256i, second: __m256i) -> __m256i {
    // SAFETY: the `Avx2` proves that the processor has the instructions.
    unsafe {
        let (first, second) = (_mm256_castsi256_ps(first), _mm256_castsi256_ps(second));
        _mm256_castps_si256(_mm256_shuffle_ps::<0b11_01_11_01>(first, second))
    }
}
