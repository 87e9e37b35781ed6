//! Four tokens in a register of SSE2, for any x86-64 processor.

use std::arch::x86_64::{
    __m128i, _mm_add_epi32, _mm_and_si128, _mm_andnot_si128, _mm_cmpeq_epi32, _mm_cvtsi32_si128, _mm_loadl_epi64,
    _mm_or_si128, _mm_set1_epi32, _mm_setr_epi32, _mm_setzero_si128, _mm_sll_epi32, _mm_srl_epi32, _mm_storeu_si128,
    _mm_sub_epi16, _mm_sub_epi32, _mm_unpackhi_epi32, _mm_unpacklo_epi16, _mm_unpacklo_epi32, _mm_xor_si128,
};

use super::super::token::{SanToken, byte_class};
use super::{Lanes, TokenBytes};

/// The number of tokens in a register.
const LANES: usize = 4;

/// Vectors of SSE2, which is part of every x86-64 processor.
#[derive(Clone, Copy)]
pub(in super::super) struct Sse2;

impl Lanes<LANES> for Sse2 {
    type Vector = __m128i;
    /// All bits of a lane are equal.
    type Mask = __m128i;

    #[inline(always)]
    fn load(self, eights: [u64; LANES], starts: &[u16; LANES], ends: &[u16; LANES]) -> TokenBytes<__m128i> {
        let classes =
            eights.map(|eight| i32::from(byte_class(eight as u8)) | i32::from(byte_class((eight >> 8) as u8)) << 8);
        let tails: [i32; LANES] = std::array::from_fn(|i| {
            let length = ends[i].wrapping_sub(starts[i]);
            // Moves the last byte to the top.
            let end = eights[i].wrapping_shl(64_u32.wrapping_sub(8 * u32::from(length)));
            (end >> 32) as i32
        });
        // SAFETY: SSE2 is part of every x86-64 processor. The arrays are as long as what is read of them.
        unsafe {
            let [first, second, third, fourth] = classes;
            let classes = _mm_setr_epi32(first, second, third, fourth);
            let [first, second, third, fourth] = tails;
            let tail = _mm_setr_epi32(first, second, third, fourth);
            let starts = _mm_loadl_epi64(starts.as_ptr().cast());
            let length = _mm_sub_epi16(_mm_loadl_epi64(ends.as_ptr().cast()), starts);
            let upper = _mm_unpacklo_epi16(length, starts);
            TokenBytes { classes, tail, length: _mm_unpacklo_epi16(length, _mm_setzero_si128()), upper }
        }
    }

    #[inline(always)]
    fn tokens(self, low: __m128i, high: __m128i) -> [SanToken; LANES] {
        let mut tokens = [SanToken::default(); LANES];
        // SAFETY: SSE2 is part of every x86-64 processor. Four tokens are 32 bytes, these stores need no alignment, and
        // any 64 bits are a valid `SanToken`, which is `repr(transparent)`.
        unsafe {
            _mm_storeu_si128(tokens.as_mut_ptr().cast(), _mm_unpacklo_epi32(low, high));
            _mm_storeu_si128(tokens.as_mut_ptr().add(2).cast(), _mm_unpackhi_epi32(low, high));
        }
        tokens
    }

    instructions! { __m128i:
        and = _mm_and_si128;
        or = _mm_or_si128;
        xor = _mm_xor_si128;
        sub = _mm_sub_epi32;
        equal = _mm_cmpeq_epi32;
        either = _mm_or_si128;
        keep = _mm_and_si128;
    }

    #[inline(always)]
    fn all(self, value: u32) -> __m128i {
        // SAFETY: SSE2 is part of every x86-64 processor.
        unsafe { _mm_set1_epi32(value.cast_signed()) }
    }

    #[inline(always)]
    fn shl(self, v: __m128i, bits: u32) -> __m128i {
        // SAFETY: as above.
        unsafe { _mm_sll_epi32(v, _mm_cvtsi32_si128(bits.cast_signed())) }
    }

    #[inline(always)]
    fn shr(self, v: __m128i, bits: u32) -> __m128i {
        // SAFETY: as above.
        unsafe { _mm_srl_epi32(v, _mm_cvtsi32_si128(bits.cast_signed())) }
    }

    #[inline(always)]
    fn except(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: as above.
        unsafe { _mm_andnot_si128(b, a) }
    }

    #[inline(always)]
    fn select(self, mask: __m128i, yes: __m128i, no: __m128i) -> __m128i {
        self.or(self.and(mask, yes), self.except(no, mask))
    }

    #[inline(always)]
    fn decrement(self, mask: __m128i, v: __m128i) -> __m128i {
        // SAFETY: as above. Read as a number, the mask is -1.
        unsafe { _mm_add_epi32(v, mask) }
    }
}
