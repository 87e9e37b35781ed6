//! Sixteen tokens in a register of AVX-512.

use std::arch::x86_64::{
    __m512i, __mmask16, _mm_cvtsi32_si128, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_loadu_si256,
    _mm256_min_epu16, _mm256_permutevar8x32_epi32, _mm256_set1_epi16, _mm256_setr_epi32, _mm256_slli_epi16,
    _mm256_sub_epi16, _mm512_and_si512, _mm512_castps_si512, _mm512_castsi512_ps, _mm512_cmpeq_epi32_mask,
    _mm512_cvtepi16_epi64, _mm512_cvtepu16_epi32, _mm512_loadu_si512, _mm512_mask_blend_epi32, _mm512_mask_or_epi64,
    _mm512_mask_sub_epi32, _mm512_mask_test_epi64_mask, _mm512_maskz_mov_epi32, _mm512_maskz_permutex2var_epi8,
    _mm512_or_si512, _mm512_set1_epi8, _mm512_set1_epi32, _mm512_set1_epi64, _mm512_shuffle_ps, _mm512_sll_epi32,
    _mm512_sllv_epi64, _mm512_srl_epi32, _mm512_storeu_si512, _mm512_sub_epi32, _mm512_ternarylogic_epi32,
    _mm512_test_epi64_mask, _mm512_testn_epi8_mask, _mm512_unpackhi_epi32, _mm512_unpacklo_epi32, _mm512_xor_si512,
};

use crate::cpu::Avx512;

use super::super::token::{BYTE_CLASSES, NO_MOVE, SanToken, field};
use super::{Lanes, TokenBytes};

/// The number of tokens in a register.
const LANES: usize = 16;

impl Lanes<LANES> for Avx512 {
    type Vector = __m512i;
    type Mask = __mmask16;

    #[inline(always)]
    fn load(self, eights: [u64; LANES], starts: &[u16; LANES], ends: &[u16; LANES]) -> TokenBytes<__m512i> {
        // SAFETY: the value proves that the processor has the instructions. The arrays are at least as long as what is
        // read from them, and these loads need no alignment.
        unsafe {
            let first = _mm512_loadu_si512(eights.as_ptr().cast());
            let second = _mm512_loadu_si512(eights.as_ptr().add(8).cast());
            let starts = _mm256_loadu_si256(starts.as_ptr().cast());
            let ends = _mm256_loadu_si256(ends.as_ptr().cast());
            let length = _mm256_sub_epi16(ends, starts);
            // Shifts that move the last byte to the top, or everything out if there are more than eight bytes.
            let bits = _mm256_slli_epi16::<3>(_mm256_min_epu16(length, _mm256_set1_epi16(9)));
            let shifts = _mm256_sub_epi16(_mm256_set1_epi16(64), bits);
            let (low, high) = (_mm256_castsi256_si128(shifts), _mm256_extracti128_si256::<1>(shifts));
            let first_end = _mm512_sllv_epi64(first, _mm512_cvtepi16_epi64(low));
            let second_end = _mm512_sllv_epi64(second, _mm512_cvtepi16_epi64(high));
            let (head, tail) = (lower_halves(self, first, second), upper_halves(self, first_end, second_end));
            // The shuffled order of the halves: two tokens of the first eight, two of the second eight, and so on.
            let order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
            let length = _mm512_cvtepu16_epi32(_mm256_permutevar8x32_epi32(length, order));
            let starts = _mm512_cvtepu16_epi32(_mm256_permutevar8x32_epi32(starts, order));
            let upper = _mm512_or_si512(length, self.shl(starts, 16));

            let [low, high] = [0, 64].map(|at| _mm512_loadu_si512(BYTE_CLASSES.as_ptr().add(at).cast()));
            let is_ascii = _mm512_testn_epi8_mask(head, _mm512_set1_epi8(i8::MIN));
            let of_ascii = _mm512_maskz_permutex2var_epi8(is_ascii, low, head, high);
            let of_ascii = self.and(of_ascii, self.all(0xffff));
            // The top bit of a first byte outside ASCII is that of `NO_MOVE`.
            let classes = _mm512_ternarylogic_epi32::<0xf8>(of_ascii, head, self.all(NO_MOVE.into()));
            TokenBytes { classes, tail, length, upper }
        }
    }

    #[inline(always)]
    fn tokens(self, low: __m512i, high: __m512i) -> [SanToken; LANES] {
        let mut tokens = [SanToken::default(); LANES];
        // SAFETY: the value proves that the processor has the instructions. Sixteen tokens are 128 bytes, these stores
        // need no alignment, and any 64 bits are a valid `SanToken`, which is `repr(transparent)`.
        unsafe {
            _mm512_storeu_si512(tokens.as_mut_ptr().cast(), _mm512_unpacklo_epi32(low, high));
            _mm512_storeu_si512(tokens.as_mut_ptr().add(8).cast(), _mm512_unpackhi_epi32(low, high));
        }
        tokens
    }

    instructions! { __m512i:
        and = _mm512_and_si512;
        or = _mm512_or_si512;
        xor = _mm512_xor_si512;
        sub = _mm512_sub_epi32;
    }

    #[inline(always)]
    fn all(self, value: u32) -> __m512i {
        // SAFETY: the value proves that the processor has the instruction.
        unsafe { _mm512_set1_epi32(value.cast_signed()) }
    }

    #[inline(always)]
    fn shl(self, v: __m512i, bits: u32) -> __m512i {
        // SAFETY: as above.
        unsafe { _mm512_sll_epi32(v, _mm_cvtsi32_si128(bits.cast_signed())) }
    }

    #[inline(always)]
    fn shr(self, v: __m512i, bits: u32) -> __m512i {
        // SAFETY: as above.
        unsafe { _mm512_srl_epi32(v, _mm_cvtsi32_si128(bits.cast_signed())) }
    }

    #[inline(always)]
    fn equal(self, a: __m512i, b: __m512i) -> __mmask16 {
        // SAFETY: as above.
        unsafe { _mm512_cmpeq_epi32_mask(a, b) }
    }

    #[inline(always)]
    fn either(self, a: __mmask16, b: __mmask16) -> __mmask16 {
        a | b
    }

    #[inline(always)]
    fn except(self, a: __mmask16, b: __mmask16) -> __mmask16 {
        a & !b
    }

    #[inline(always)]
    fn select(self, mask: __mmask16, yes: __m512i, no: __m512i) -> __m512i {
        // SAFETY: as above.
        unsafe { _mm512_mask_blend_epi32(mask, no, yes) }
    }

    #[inline(always)]
    fn keep(self, mask: __mmask16, v: __m512i) -> __m512i {
        // SAFETY: as above.
        unsafe { _mm512_maskz_mov_epi32(mask, v) }
    }

    #[inline(always)]
    fn decrement(self, mask: __mmask16, v: __m512i) -> __m512i {
        // SAFETY: as above.
        unsafe { _mm512_mask_sub_epi32(v, mask, v, self.all(1)) }
    }
}

/// The lower halves of sixteen 64-bit numbers: two of the first eight, two of the second eight, and so on.
#[inline(always)]
fn lower_halves(_: Avx512, first: __m512i, second: __m512i) -> __m512i {
    // SAFETY: the `Avx512` proves that the processor has the instructions.
    unsafe {
        let (first, second) = (_mm512_castsi512_ps(first), _mm512_castsi512_ps(second));
        _mm512_castps_si512(_mm512_shuffle_ps::<0b10_00_10_00>(first, second))
    }
}

/// The upper halves, in the same order.
#[inline(always)]
fn upper_halves(_: Avx512, first: __m512i, second: __m512i) -> __m512i {
    // SAFETY: the `Avx512` proves that the processor has the instructions.
    unsafe {
        let (first, second) = (_mm512_castsi512_ps(first), _mm512_castsi512_ps(second));
        _mm512_castps_si512(_mm512_shuffle_ps::<0b11_01_11_01>(first, second))
    }
}

/// The number of tokens that [`look_ahead`] updates at a time.
const CHUNK: usize = 8;

/// [`SanToken::look_ahead`] for eight tokens at a time.
#[inline(always)]
pub(in super::super) fn look_ahead(_: Avx512, tokens: &mut [SanToken]) {
    let mut at = 0;
    while let Some(chunk) = tokens.get_mut(at..).and_then(<[SanToken]>::first_chunk_mut::<{ CHUNK + 2 }>) {
        // SAFETY: the `Avx512` proves that the processor has the instructions. Of the ten tokens of 64 bits, eight are
        // read from the first, the second and the third on, and eight are written; this needs no alignment.
        unsafe {
            let all = |value: u64| _mm512_set1_epi64(value.cast_signed());
            let load = |from: usize| _mm512_loadu_si512(chunk.as_ptr().add(from).cast());
            let (these, next, behind) = (load(0), load(1), load(2));
            let is_sign = _mm512_test_epi64_mask(next, all(field::SIGN));
            let is_brace = _mm512_test_epi64_mask(next, all(field::BRACE));
            let is_sign_behind = _mm512_mask_test_epi64_mask(is_brace, behind, all(field::SIGN));
            let tokens = _mm512_mask_or_epi64(these, is_sign | is_sign_behind, these, all(field::FOLLOWED));
            _mm512_storeu_si512(chunk.as_mut_ptr().cast(), tokens);
        }
        at += CHUNK;
    }
    SanToken::look_ahead(&mut tokens[at..]);
}
