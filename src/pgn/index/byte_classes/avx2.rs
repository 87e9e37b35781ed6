//! The AVX2 scanner: 32 bytes per instruction for moves without comments, long comments and tags. Otherwise it works
//! like [`Portable`], compiled with bit manipulation instructions.

use std::arch::x86_64::{
    __m256i, _mm256_cmpeq_epi8, _mm256_loadu_si256, _mm256_min_epu8, _mm256_movemask_epi8, _mm256_or_si256,
    _mm256_set1_epi8, _mm256_sub_epi8, _mm256_xor_si256,
};

use crate::cpu::Avx2;

use super::super::braces::BlockBraces;
use super::portable;
use super::{BLOCK, ByteClasses, GAP, GAPS, Portable, Scanner};

impl Scanner for Avx2 {
    #[inline(always)]
    fn classes(self, block: &[u8; BLOCK], has_comments: bool) -> ByteClasses {
        if has_comments {
            return portable::general_classes(block);
        }
        // SAFETY: `self` proves that the processor has AVX2.
        let (classes, usual) = unsafe { moves_only(block) };
        if usual == u64::MAX {
            return classes;
        }
        portable::before_end(block, classes, usual).unwrap_or_else(|| portable::general_classes(block).of_movetext())
    }

    #[inline(always)]
    fn tag_delimiters(self, block: &[u8; BLOCK]) -> u64 {
        // SAFETY: `self` proves that the processor has AVX2.
        unsafe { tag_delimiters(block) }
    }

    #[inline(always)]
    fn braces(self, blocks: &[[u8; BLOCK]], found: &mut BlockBraces) {
        // SAFETY: `self` proves that the processor has AVX2.
        unsafe { braces(blocks, found) }
    }

    #[inline(always)]
    fn not_zero(self, words: &[u64; 64]) -> u64 {
        Portable.not_zero(words)
    }

    #[inline(always)]
    fn parity(self, bits: u64) -> u64 {
        Portable.parity(bits)
    }

    #[inline(always)]
    fn list(self, bits: u64, base: u16, list: &mut [u16; BLOCK]) -> usize {
        Portable.list(bits, base, list)
    }

    #[inline(always)]
    fn list_places(self, bits: u64, places: &[[u16; GAP]; GAPS], list: &mut [u16; BLOCK]) -> usize {
        Portable.list_places(bits, places, list)
    }

    #[inline(always)]
    fn open_brace(self, text: &[u8; GAP]) -> usize {
        Portable.open_brace(text)
    }
}

/// [`Scanner::classes`] for a block of moves and move numbers only. Also returns the mask of the bytes that are part of
/// these.
#[inline]
#[target_feature(enable = "avx2")]
fn moves_only(block: &[u8; BLOCK]) -> (ByteClasses, u64) {
    let mut classes = ByteClasses::default();
    let mut usual = 0;
    for (half, v) in halves(block).into_iter().enumerate() {
        let (digit, dot) = (within(v, b'0', b'9'), is(v, b'.'));
        // `-` and `/` differ in one bit, and from all other bytes in more.
        let dash_or_slash = is(or(v, all(b'-' ^ b'/')), b'/');
        let signs = or(or(is(v, b'+'), is(v, b'#')), or(is(v, b'='), dash_or_slash));
        let word = or(or(within(or(v, all(0x20)), b'a', b'z'), digit), signs);
        let gap = or(dot, or(is(v, b' '), is(v, b'\n')));
        usual |= bits(or(word, gap), half);
        classes.word |= bits(word, half);
        classes.digit |= bits(digit, half);
        classes.dot |= bits(dot, half);
    }
    (classes, usual)
}

#[inline]
#[target_feature(enable = "avx2")]
fn tag_delimiters(block: &[u8; BLOCK]) -> u64 {
    let mut places = 0;
    for (half, v) in halves(block).into_iter().enumerate() {
        // Flipping this bit puts the quote directly after the control characters, and the space after it.
        let low = within(_mm256_xor_si256(v, all(b'"' ^ b' ')), 0, b' ');
        places |= bits(or(low, is(v, b'\\')), half);
    }
    places
}

#[inline]
#[target_feature(enable = "avx2")]
fn braces(blocks: &[[u8; BLOCK]], found: &mut BlockBraces) {
    for ((block, openers), close) in blocks.iter().zip(&mut found.openers).zip(&mut found.close) {
        (*openers, *close) = (0, 0);
        for (half, v) in halves(block).into_iter().enumerate() {
            // `{` and `[` differ in one bit.
            *openers |= bits(is(or(v, all(b'{' ^ b'[')), b'{'), half);
            *close |= bits(is(v, b'}'), half);
        }
    }
}

/// The bytes of a block as two vectors.
#[inline]
#[target_feature(enable = "avx2")]
fn halves(block: &[u8; BLOCK]) -> [__m256i; 2] {
    let halves: &[[u8; 32]; 2] = block.as_chunks().0.try_into().unwrap_or(&[[0; 32]; 2]);
    // SAFETY: each half is 32 readable bytes, and this load needs no alignment.
    halves.each_ref().map(|half| unsafe { _mm256_loadu_si256(half.as_ptr().cast()) })
}

/// The highest bits of the bytes of a half, shifted to its position in the mask of the block.
#[inline]
#[target_feature(enable = "avx2")]
fn bits(v: __m256i, half: usize) -> u64 {
    u64::from(_mm256_movemask_epi8(v).cast_unsigned()) << (32 * half)
}

/// A vector of equal bytes.
#[inline]
#[target_feature(enable = "avx2")]
fn all(byte: u8) -> __m256i {
    _mm256_set1_epi8(byte.cast_signed())
}

/// Whether each byte equals this one.
#[inline]
#[target_feature(enable = "avx2")]
fn is(v: __m256i, byte: u8) -> __m256i {
    _mm256_cmpeq_epi8(v, all(byte))
}

/// Whether each byte is in this range, inclusive.
#[inline]
#[target_feature(enable = "avx2")]
fn within(v: __m256i, first: u8, last: u8) -> __m256i {
    let shifted = _mm256_sub_epi8(v, all(first));
    _mm256_cmpeq_epi8(_mm256_min_epu8(shifted, all(last - first)), shifted)
}

#[inline]
#[target_feature(enable = "avx2")]
fn or(a: __m256i, b: __m256i) -> __m256i {
    _mm256_or_si256(a, b)
}
