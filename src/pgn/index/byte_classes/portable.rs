//! The portable scanner; on x86-64 with SSE2, sixteen bytes per instruction.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{
    __m128i, _mm_add_epi16, _mm_and_si128, _mm_andnot_si128, _mm_cvtsi64_si128, _mm_set1_epi16, _mm_setzero_si128,
    _mm_storeu_si128, _mm_unpacklo_epi8, _mm_xor_si128,
};

#[cfg(target_arch = "x86_64")]
use super::super::super::sse2::{all, bits, is, lanes, load, or, within};
use super::super::super::sweep;
use super::super::braces::BlockBraces;
use super::{BLOCK, ByteClasses, GAP, GAPS, Scanner};

/// The scanner for any processor.
#[derive(Clone, Copy)]
pub(in super::super) struct Portable;

impl Scanner for Portable {
    #[inline(always)]
    fn classes(self, block: &[u8; BLOCK], has_comments: bool) -> ByteClasses {
        #[cfg(target_arch = "x86_64")]
        {
            // SAFETY: SSE2 is part of every x86-64 processor.
            unsafe { sse2(block, has_comments) }
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            super::reference_classes(block, has_comments)
        }
    }

    #[inline(always)]
    fn tag_delimiters(self, block: &[u8; BLOCK]) -> u64 {
        #[cfg(target_arch = "x86_64")]
        {
            // SAFETY: SSE2 is part of every x86-64 processor.
            unsafe { tag_delimiters_sse2(block) }
        }
        #[cfg(not(target_arch = "x86_64"))]
        super::reference_delimiters(block)
    }

    #[inline(always)]
    fn braces(self, blocks: &[[u8; BLOCK]], found: &mut BlockBraces) {
        for ((block, openers), close) in blocks.iter().zip(&mut found.openers).zip(&mut found.close) {
            let masks = sweep::comment_masks(block);
            (*openers, *close) = (masks.openers, masks.close);
        }
    }

    #[inline(always)]
    fn not_zero(self, words: &[u64; 64]) -> u64 {
        words.iter().rev().fold(0, |found, word| found << 1 | u64::from(*word != 0))
    }

    #[inline(always)]
    fn parity(self, bits: u64) -> u64 {
        [1, 2, 4, 8, 16, 32].into_iter().fold(bits, |sums, by| sums ^ sums << by)
    }

    #[inline(always)]
    fn list(self, bits: u64, base: u16, list: &mut [u16; BLOCK]) -> usize {
        #[cfg(target_arch = "x86_64")]
        {
            // SAFETY: SSE2 is part of every x86-64 processor.
            unsafe { list_sse2(bits, base, list) }
        }
        #[cfg(not(target_arch = "x86_64"))]
        super::reference_list(bits, base, list)
    }

    #[inline(always)]
    fn list_places(self, bits: u64, places: &[[u16; GAP]; GAPS], list: &mut [u16; BLOCK]) -> usize {
        let count = self.list(bits, 0, list);
        for listed in &mut list[..count] {
            *listed = places.as_flattened()[usize::from(*listed) % BLOCK];
        }
        count
    }

    #[inline(always)]
    fn open_brace(self, text: &[u8; GAP]) -> usize {
        #[cfg(target_arch = "x86_64")]
        {
            // SAFETY: SSE2 is part of every x86-64 processor.
            unsafe { open_brace_sse2(text) }
        }
        #[cfg(not(target_arch = "x86_64"))]
        text.iter().position(|byte| *byte == b'{').unwrap_or(GAP)
    }
}

/// [`Scanner::open_brace`] with SSE2, all bytes at once.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "sse2")]
fn open_brace_sse2(text: &[u8; GAP]) -> usize {
    (bits(is(load(text), b'{'), 0) | 1 << GAP).trailing_zeros() as usize
}

/// For each byte value, the positions of its set bits, the lowest first.
#[cfg(target_arch = "x86_64")]
static PLACES: [[u8; 8]; 256] = {
    let mut places = [[0; 8]; 256];
    let mut bits = 0;
    while bits < places.len() {
        let (mut count, mut place) = (0, 0);
        while place < 8 {
            if bits >> place & 1 == 1 {
                places[bits][count] = place;
                count += 1;
            }
            place += 1;
        }
        bits += 1;
    }
    places
};

/// [`Scanner::list`], eight bits at a time. No branch depends on the number of set bits.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "sse2")]
fn list_sse2(bits: u64, base: u16, list: &mut [u16; BLOCK]) -> usize {
    const PAIRS: u64 = 0x5555_5555_5555_5555;
    const FOURS: u64 = 0x3333_3333_3333_3333;
    const EIGHTS: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    // The number of set bits in each byte; then the sums over each byte and all lower ones.
    let counts = bits - (bits >> 1 & PAIRS);
    let counts = (counts & FOURS) + (counts >> 2 & FOURS);
    let counts = (counts + (counts >> 4)) & EIGHTS;
    let sums = counts.wrapping_mul(0x0101_0101_0101_0101);
    let below = (sums << 8).to_le_bytes();
    for (i, byte) in bits.to_le_bytes().into_iter().enumerate() {
        let places = &PLACES[usize::from(byte)];
        let at = usize::from(below[i]);
        let places = _mm_unpacklo_epi8(_mm_cvtsi64_si128(i64::from_le_bytes(*places)), _mm_setzero_si128());
        let places = _mm_add_epi16(places, _mm_set1_epi16(base.wrapping_add(8 * i as u16).cast_signed()));
        // SAFETY: the i lower bytes have at most eight set bits each, so `at` is at most 56, and the eight places end
        // within the 64 of `list`. This store needs no alignment.
        unsafe { _mm_storeu_si128(list.as_mut_ptr().add(at).cast(), places) };
    }
    (sums >> 56) as usize
}

/// [`Scanner::tag_delimiters`] with SSE2.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "sse2")]
fn tag_delimiters_sse2(block: &[u8; BLOCK]) -> u64 {
    let mut places = 0;
    for (lane, v) in lanes(block).into_iter().enumerate() {
        // Flipping this bit puts the quote directly after the control characters, and the space after it.
        let low = within(_mm_xor_si128(v, all(b'"' ^ b' ')), 0, b' ');
        places |= bits(or(low, is(v, b'\\')), lane);
    }
    places
}

/// [`ByteClasses`] of a block that contains more than moves and move numbers.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn general_classes(block: &[u8; BLOCK]) -> ByteClasses {
    // SAFETY: SSE2 is part of every x86-64 processor.
    unsafe { general(block) }
}

/// [`ByteClasses`] of a block with SSE2.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "sse2")]
fn sse2(block: &[u8; BLOCK], has_comments: bool) -> ByteClasses {
    if has_comments {
        return general(block);
    }
    let (classes, usual) = moves_only(block);
    let [first, second, third, fourth] = usual;
    if bits(_mm_and_si128(_mm_and_si128(first, second), _mm_and_si128(third, fourth)), 0) == 0xffff {
        return classes;
    }
    let usual = usual.into_iter().enumerate().fold(0, |all, (lane, v)| all | bits(v, lane));
    before_end(block, classes, usual).unwrap_or_else(|| general(block).of_movetext())
}

/// [`Scanner::classes`] if the first byte that belongs to neither moves nor move numbers (`usual`) is a bracket or `*`, as
/// between two games.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn before_end(block: &[u8; BLOCK], classes: ByteClasses, usual: u64) -> Option<ByteClasses> {
    let first = usual.trailing_ones() as usize % BLOCK;
    let bit = 1 << first;
    let bracket = match block[first] {
        b'[' => bit,
        b'*' => 0,
        _ => return None,
    };
    Some(ByteClasses { stop: bit, bracket, ..classes.masked(bit - 1) })
}

/// [`sse2`] for a block of moves and move numbers only, which nearly all blocks without comments are. Also returns
/// which bytes are part of moves and move numbers.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "sse2")]
fn moves_only(block: &[u8; BLOCK]) -> (ByteClasses, [__m128i; 4]) {
    let mut classes = ByteClasses::default();
    let mut usual = [all(0); 4];
    for (lane, v) in lanes(block).into_iter().enumerate() {
        let (digit, dot) = (within(v, b'0', b'9'), is(v, b'.'));
        // `-` and `/` differ in one bit, and from all other bytes in more.
        let dash_or_slash = is(or(v, all(b'-' ^ b'/')), b'/');
        let signs = or(or(is(v, b'+'), is(v, b'#')), or(is(v, b'='), dash_or_slash));
        let word = or(or(within(or(v, all(0x20)), b'a', b'z'), digit), signs);
        let gap = or(dot, or(is(v, b' '), is(v, b'\n')));
        usual[lane] = or(word, gap);
        classes.word |= bits(word, lane);
        classes.digit |= bits(digit, lane);
        classes.dot |= bits(dot, lane);
    }
    (classes, usual)
}

/// [`sse2`] for any block.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "sse2")]
fn general(block: &[u8; BLOCK]) -> ByteClasses {
    let mut classes = ByteClasses::default();
    for (lane, v) in lanes(block).into_iter().enumerate() {
        let letter = within(or(v, all(0x20)), b'a', b'z');
        let dot = is(v, b'.');
        let dash_to_colon = _mm_andnot_si128(dot, within(v, b'-', b':'));
        let signs = or(or(is(v, b'+'), is(v, b'#')), or(is(v, b'='), is(v, b'@')));
        let word = or(or(letter, dash_to_colon), or(signs, is(v, b'_')));
        let (open, close) = (is(v, b'{'), is(v, b'}'));
        let around = or(within(v, b'(', b')'), or(is(v, b'$'), or(is(v, b'!'), is(v, b'?'))));
        let gap = or(dot, or(is(v, b' '), within(v, b'\t', b'\r')));
        classes.word |= bits(word, lane);
        classes.single |= bits(around, lane);
        classes.open |= bits(open, lane);
        classes.close |= bits(close, lane);
        classes.digit |= bits(within(v, b'0', b'9'), lane);
        classes.dot |= bits(dot, lane);
        classes.bracket |= bits(is(v, b'['), lane);
        classes.stop |= bits(or(or(word, gap), or(or(open, close), around)), lane);
    }
    classes.stop = !classes.stop;
    classes
}
