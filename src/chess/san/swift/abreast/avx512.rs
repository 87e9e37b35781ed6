//! Sixteen words in a register of AVX-512.

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

use super::super::brief::{NO_MOVE, OPENINGS, Word, part};
use super::super::wide::Machine;
use super::{Lanes, Loaded, eight_behind};

/// How many words a register holds.
const SIXTEEN: usize = 16;

/// Registers of AVX-512. The machine's value proves that the processor has them.
#[derive(Clone, Copy)]
pub(in super::super) struct Avx512(pub(in super::super) Machine);

impl Lanes<SIXTEEN> for Avx512 {
    type Vector = __m512i;
    type Mask = __mmask16;

    #[inline(always)]
    unsafe fn load(self, text: &[u8], starts: &[u16; SIXTEEN], ends: &[u16; SIXTEEN]) -> Loaded<__m512i> {
        // SAFETY: the caller answers for what is behind the starts.
        let eights = starts.map(|start| unsafe { eight_behind(text, start) });
        // SAFETY: the value proves that the processor has the instructions. The arrays are as long as what is read of them, or
        // longer, and these loads need no alignment.
        unsafe {
            let first = _mm512_loadu_si512(eights.as_ptr().cast());
            let second = _mm512_loadu_si512(eights.as_ptr().add(8).cast());
            let starts = _mm256_loadu_si256(starts.as_ptr().cast());
            let ends = _mm256_loadu_si256(ends.as_ptr().cast());
            let length = _mm256_sub_epi16(ends, starts);
            // By so many bits the last byte comes to stand at the top; if there are more than eight bytes, nothing is left.
            let bits = _mm256_slli_epi16::<3>(_mm256_min_epu16(length, _mm256_set1_epi16(9)));
            let shifts = _mm256_sub_epi16(_mm256_set1_epi16(64), bits);
            let (low, high) = (_mm256_castsi256_si128(shifts), _mm256_extracti128_si256::<1>(shifts));
            let first_end = _mm512_sllv_epi64(first, _mm512_cvtepi16_epi64(low));
            let second_end = _mm512_sllv_epi64(second, _mm512_cvtepi16_epi64(high));
            let (head, tail) = (lower_halves(self.0, first, second), upper_halves(self.0, first_end, second_end));
            // The order that the halves have got: two words of the first eight, two of the second, and so on.
            let order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
            let length = _mm512_cvtepu16_epi32(_mm256_permutevar8x32_epi32(length, order));
            let starts = _mm512_cvtepu16_epi32(_mm256_permutevar8x32_epi32(starts, order));
            let place = _mm512_or_si512(length, self.shl(starts, 16));

            let [low, high] = [0, 64].map(|at| _mm512_loadu_si512(OPENINGS.as_ptr().add(at).cast()));
            let is_ascii = _mm512_testn_epi8_mask(head, _mm512_set1_epi8(i8::MIN));
            let of_ascii = _mm512_maskz_permutex2var_epi8(is_ascii, low, head, high);
            let of_ascii = self.and(of_ascii, self.all(0xffff));
            // The first byte of another alphabet has the bit of those that open no move.
            let opening = _mm512_ternarylogic_epi32::<0xf8>(of_ascii, head, self.all(NO_MOVE.into()));
            Loaded { opening, tail, length, place }
        }
    }

    #[inline(always)]
    fn words(self, low: __m512i, high: __m512i) -> [Word; SIXTEEN] {
        let mut words = [Word::default(); SIXTEEN];
        // SAFETY: the value proves that the processor has the instructions. Sixteen words are 128 bytes, these stores need no
        // alignment, and any bits are words, for a word is but a number of 64 bits (`repr(transparent)`).
        unsafe {
            _mm512_storeu_si512(words.as_mut_ptr().cast(), _mm512_unpacklo_epi32(low, high));
            _mm512_storeu_si512(words.as_mut_ptr().add(8).cast(), _mm512_unpackhi_epi32(low, high));
        }
        words
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
    fn one_less(self, mask: __mmask16, v: __m512i) -> __m512i {
        // SAFETY: as above.
        unsafe { _mm512_mask_sub_epi32(v, mask, v, self.all(1)) }
    }
}

/// The lower halves of sixteen numbers of 64 bits: of two of the first eight, of two of the second, and so on.
#[inline(always)]
fn lower_halves(_: Machine, first: __m512i, second: __m512i) -> __m512i {
    // SAFETY: the machine's value proves that the processor has the instructions.
    unsafe {
        let (first, second) = (_mm512_castsi512_ps(first), _mm512_castsi512_ps(second));
        _mm512_castps_si512(_mm512_shuffle_ps::<0b10_00_10_00>(first, second))
    }
}

/// The upper halves, in the same order.
#[inline(always)]
fn upper_halves(_: Machine, first: __m512i, second: __m512i) -> __m512i {
    // SAFETY: the machine's value proves that the processor has the instructions.
    unsafe {
        let (first, second) = (_mm512_castsi512_ps(first), _mm512_castsi512_ps(second));
        _mm512_castps_si512(_mm512_shuffle_ps::<0b11_01_11_01>(first, second))
    }
}

/// How many words are looked at for those that follow them.
const EIGHT: usize = 8;

/// [`Word::look_ahead`] for eight words at a time.
#[inline(always)]
pub(in super::super) fn look_ahead(_: Machine, words: &mut [Word]) {
    let mut at = 0;
    while let Some(chunk) = words.get_mut(at..).and_then(<[Word]>::first_chunk_mut::<{ EIGHT + 2 }>) {
        // SAFETY: the machine's value proves that the processor has the instructions. Of the ten words of 64 bits eight are
        // read from the first, the second and the third on, and eight written; these need no alignment.
        unsafe {
            let all = |value: u64| _mm512_set1_epi64(value.cast_signed());
            let load = |from: usize| _mm512_loadu_si512(chunk.as_ptr().add(from).cast());
            let (these, next, behind) = (load(0), load(1), load(2));
            let is_sign = _mm512_test_epi64_mask(next, all(part::SIGN));
            let is_brace = _mm512_test_epi64_mask(next, all(part::BRACE));
            let is_sign_behind = _mm512_mask_test_epi64_mask(is_brace, behind, all(part::SIGN));
            let words = _mm512_mask_or_epi64(these, is_sign | is_sign_behind, these, all(part::FOLLOWED));
            _mm512_storeu_si512(chunk.as_mut_ptr().cast(), words);
        }
        at += EIGHT;
    }
    Word::look_ahead(&mut words[at..]);
}
