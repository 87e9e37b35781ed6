//! The AVX-512 scanner: a whole block in one register.

use std::arch::x86_64::{
    __m512i, _MM_HINT_T1, _mm_clmulepi64_si128, _mm_cvtsi64_si128, _mm_cvtsi128_si64, _mm_prefetch, _mm512_add_epi16,
    _mm512_castsi512_si256, _mm512_cmpeq_epi8_mask, _mm512_cmple_epu8_mask, _mm512_cvtepu8_epi16,
    _mm512_extracti64x4_epi64, _mm512_loadu_si512, _mm512_mask_mov_epi8, _mm512_maskz_compress_epi8,
    _mm512_maskz_compress_epi16, _mm512_movepi8_mask, _mm512_or_si512, _mm512_permutex2var_epi8, _mm512_set1_epi8,
    _mm512_set1_epi16, _mm512_storeu_si512, _mm512_test_epi8_mask, _mm512_test_epi64_mask, _mm512_xor_si512,
};

use crate::cpu::Avx512;

use super::super::braces::BlockBraces;
use super::{
    BLOCK, BRACKET, ByteClasses, CLASS_OF, CLOSE, DIGIT, DOT, GAP, GAPS, OPEN, Portable, SINGLE, STOP, Scanner, WORD,
};

/// The prefetch distance in bytes: about as far as memory delivers while the current blocks are scanned.
const AHEAD: usize = 4096;

/// The numbers from 0 to 63.
static PLACES: [u8; BLOCK] = {
    let mut places = [0; BLOCK];
    let mut i = 0;
    while i < BLOCK {
        places[i] = i as u8;
        i += 1;
    }
    places
};

impl Scanner for Avx512 {
    #[inline(always)]
    fn classes(self, block: &[u8; BLOCK], has_comments: bool) -> ByteClasses {
        // SAFETY: `self` proves that the processor has these instructions; the arrays are 64 and 128 bytes long, and
        // these loads need no alignment.
        unsafe {
            let v = _mm512_loadu_si512(block.as_ptr().cast());
            let low = _mm512_loadu_si512(CLASS_OF.as_ptr().cast());
            let high = _mm512_loadu_si512(CLASS_OF.as_ptr().add(64).cast());
            let beyond_ascii = _mm512_movepi8_mask(v);
            let of_ascii = _mm512_permutex2var_epi8(low, v, high);
            let classes = _mm512_mask_mov_epi8(of_ascii, beyond_ascii, all(STOP));
            let bits = |kind: u8| _mm512_test_epi8_mask(classes, all(kind));
            let classes = ByteClasses {
                word: bits(WORD),
                single: bits(SINGLE),
                open: bits(OPEN),
                close: bits(CLOSE),
                digit: bits(DIGIT),
                dot: bits(DOT),
                bracket: bits(BRACKET),
                stop: bits(STOP),
            };
            if has_comments { classes } else { classes.of_movetext() }
        }
    }

    #[inline(always)]
    fn tag_delimiters(self, block: &[u8; BLOCK]) -> u64 {
        // SAFETY: `self` proves that the processor has these instructions; the block is 64 bytes long, and this load
        // needs no alignment.
        unsafe {
            let v = _mm512_loadu_si512(block.as_ptr().cast());
            // Flipping this bit puts the quote directly after the control characters, and the space after it.
            let turned = _mm512_xor_si512(v, all(b'"' ^ b' '));
            _mm512_cmple_epu8_mask(turned, all(b' ')) | _mm512_cmpeq_epi8_mask(v, all(b'\\'))
        }
    }

    #[inline(always)]
    fn braces(self, blocks: &[[u8; BLOCK]], found: &mut BlockBraces) {
        // SAFETY: `self` proves that the processor has these instructions; blocks are 64 bytes long, and these loads
        // need no alignment. Prefetching is allowed at any address.
        unsafe {
            for ((block, openers), close) in blocks.iter().zip(&mut found.openers).zip(&mut found.close) {
                let v = _mm512_loadu_si512(block.as_ptr().cast());
                _mm_prefetch::<_MM_HINT_T1>(block.as_ptr().wrapping_add(AHEAD).cast());
                // `{` and `[` differ in one bit.
                *openers = _mm512_cmpeq_epi8_mask(_mm512_or_si512(v, all(b'{' ^ b'[')), all(b'{'));
                *close = _mm512_cmpeq_epi8_mask(v, all(b'}'));
            }
        }
    }

    #[inline(always)]
    fn not_zero(self, words: &[u64; 64]) -> u64 {
        let mut found = [0; 8];
        for (found, words) in found.iter_mut().zip(words.as_chunks::<8>().0) {
            // SAFETY: `self` proves that the processor has these instructions; there are eight words of eight bytes,
            // and this load needs no alignment.
            *found = unsafe {
                let words = _mm512_loadu_si512(words.as_ptr().cast());
                _mm512_test_epi64_mask(words, words)
            };
        }
        u64::from_le_bytes(found)
    }

    #[inline(always)]
    fn parity(self, bits: u64) -> u64 {
        // SAFETY: `self` proves that the processor has this instruction.
        unsafe {
            let product = _mm_clmulepi64_si128::<0>(_mm_cvtsi64_si128(bits.cast_signed()), _mm_cvtsi64_si128(-1));
            _mm_cvtsi128_si64(product).cast_unsigned()
        }
    }

    #[inline(always)]
    fn list(self, bits: u64, base: u16, list: &mut [u16; BLOCK]) -> usize {
        let count = bits.count_ones() as usize;
        // SAFETY: `self` proves that the processor has these instructions. `PLACES` has 64 bytes; the list has 128, of
        // which the first 64 are written and, if there are more than 32 places, the other 64.
        unsafe {
            let places = _mm512_maskz_compress_epi8(bits, _mm512_loadu_si512(PLACES.as_ptr().cast()));
            let base = _mm512_set1_epi16(base.cast_signed());
            let first = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(places));
            _mm512_storeu_si512(list.as_mut_ptr().cast(), _mm512_add_epi16(first, base));
            if count > 32 {
                let second = _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64::<1>(places));
                _mm512_storeu_si512(list.as_mut_ptr().add(32).cast(), _mm512_add_epi16(second, base));
            }
        }
        count
    }

    #[inline(always)]
    fn list_places(self, bits: u64, places: &[[u16; GAP]; GAPS], list: &mut [u16; BLOCK]) -> usize {
        let (first, second) = (bits as u32, (bits >> 32) as u32);
        let count = first.count_ones() as usize;
        // SAFETY: `self` proves that the processor has these instructions. There are 64 places of two bytes, of which
        // each load takes 32, and so has the list: the second half starts at most 32 places later.
        unsafe {
            let places = places.as_ptr().cast::<u16>();
            let lower = _mm512_maskz_compress_epi16(first, _mm512_loadu_si512(places.cast()));
            let upper = _mm512_maskz_compress_epi16(second, _mm512_loadu_si512(places.add(32).cast()));
            _mm512_storeu_si512(list.as_mut_ptr().cast(), lower);
            _mm512_storeu_si512(list.as_mut_ptr().add(count).cast(), upper);
        }
        count + second.count_ones() as usize
    }

    #[inline(always)]
    fn open_brace(self, text: &[u8; GAP]) -> usize {
        Portable.open_brace(text)
    }
}

/// A vector of equal bytes.
#[inline]
#[target_feature(enable = "avx512f")]
fn all(byte: u8) -> __m512i {
    _mm512_set1_epi8(byte.cast_signed())
}
