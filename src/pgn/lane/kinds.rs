//! What 64 bytes of movetext are, as bit masks; and places of bits as a list.
//!
//! ```text
//!   bytes   1 .   e 4   { o k }   e 5 !   [
//!   word    # . . # # . . # # . . # # . . .     (what stands in comments is told, too, and hidden later)
//!   mark    . . . . . . . . . . . . . # . .
//!   open    . . . . . . # . . . . . . . . .
//!   close   . . . . . . . . . # . . . . . .
//!   wall    . . . . . . . . . . . . . . . #
//! ```

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{_mm_and_si128, _mm_andnot_si128};

pub(super) use super::super::scan::BLOCK;
use super::super::scan::is_space;
#[cfg(target_arch = "x86_64")]
use super::super::sse2::{all, bits, is, lanes, or, within};
use super::super::sweep;
use super::braces::BlockBraces;

/// What the bytes of a block are; bit `i` speaks of byte `i`. White space is none of these.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Kinds {
    /// The ASCII characters of words, see [`is_word`].
    pub(super) word: u64,
    /// A token of one byte: a parenthesis, `$`, `!`, `?`, `*`.
    pub(super) mark: u64,
    /// `{`
    pub(super) open: u64,
    /// `}`
    pub(super) close: u64,
    /// A digit; it is of a word, too.
    pub(super) digit: u64,
    /// `.`
    pub(super) dot: u64,
    /// `[`; it is a wall, too.
    pub(super) bracket: u64,
    /// Everything else: where one stands outside a comment, the lane ends.
    pub(super) wall: u64,
    /// A byte outside ASCII or a carriage return, whatever else it is.
    pub(super) odd: u64,
}

/// What a byte is, one bit a kind.
const WORD: u8 = 1;
const MARK: u8 = 2;
const OPEN: u8 = 4;
const CLOSE: u8 = 8;
const WALL: u8 = 16;
const DIGIT: u8 = 32;
const DOT: u8 = 64;
const BRACKET: u8 = 128;

/// The kind of every ASCII character; all others are walls.
static KIND_OF: [u8; 128] = {
    let mut kinds = [WALL; 128];
    let mut byte = 0_u8;
    while byte < 128 {
        kinds[byte as usize] = match byte {
            b'0'..=b'9' => WORD | DIGIT,
            _ if is_word(byte) => WORD,
            b'(' | b')' | b'$' | b'!' | b'?' | b'*' => MARK,
            b'{' => OPEN,
            b'}' => CLOSE,
            b'.' => DOT,
            b'[' => WALL | BRACKET,
            _ if is_space(byte) => 0,
            _ => WALL,
        };
        byte += 1;
    }
    kinds
};

/// The characters of a PGN symbol (PGN 7), `/` of `1/2-1/2` and `@` of drops.
const fn is_word(byte: u8) -> bool {
    matches!(byte, b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'+' | b'#' | b'=' | b':' | b'-' | b'/' | b'@')
}

/// A way to look at blocks. All of them see the same.
pub(super) trait Scanner: Copy {
    /// What the bytes of a block are.
    fn kinds(self, block: &[u8; BLOCK]) -> Kinds;
    /// Notes where in some blocks, at most 64, braces are; and says whether there is an odd byte in them, as in
    /// [`Kinds::odd`].
    fn braces(self, blocks: &[[u8; BLOCK]], found: &mut BlockBraces) -> bool;
    /// Which of these words are not zero.
    fn not_zero(self, words: &[u64; 64]) -> u64;
    /// For each bit, whether the number of bits set up to and with it is odd.
    fn parity(self, bits: u64) -> u64;
    /// Writes `base` plus the place of each bit into the list, the lowest first, and tells how many there are. What stands in
    /// the list behind them may change.
    fn list(self, bits: u64, base: u16, list: &mut [u16; BLOCK]) -> usize;
}

/// Any processor.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Scanner for Portable {
    #[inline(always)]
    fn kinds(self, block: &[u8; BLOCK]) -> Kinds {
        #[cfg(target_arch = "x86_64")]
        {
            // SAFETY: SSE2 is part of every x86-64 processor.
            unsafe { sse2(block) }
        }
        #[cfg(not(target_arch = "x86_64"))]
        plain(block)
    }

    #[inline(always)]
    fn braces(self, blocks: &[[u8; BLOCK]], found: &mut BlockBraces) -> bool {
        for ((block, openers), close) in blocks.iter().zip(&mut found.openers).zip(&mut found.close) {
            let marks = sweep::marks(block);
            (*openers, *close) = (marks.openers, marks.close);
        }
        sweep::has_odd_block(blocks)
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
        let count = bits.count_ones() as usize;
        let mut rest = bits;
        for place in &mut list[..count] {
            *place = base.wrapping_add(rest.trailing_zeros() as u16);
            rest &= rest.wrapping_sub(1);
        }
        count
    }
}

/// The definition of what bytes are, one at a time.
#[cfg(any(test, not(target_arch = "x86_64")))]
fn plain(block: &[u8; BLOCK]) -> Kinds {
    let mut kinds = Kinds::default();
    for (i, &byte) in block.iter().enumerate() {
        let kind = KIND_OF.get(usize::from(byte)).copied().unwrap_or(WALL);
        let bit = |of: u8| u64::from(kind & of != 0) << i;
        kinds.word |= bit(WORD);
        kinds.mark |= bit(MARK);
        kinds.open |= bit(OPEN);
        kinds.close |= bit(CLOSE);
        kinds.digit |= bit(DIGIT);
        kinds.dot |= bit(DOT);
        kinds.bracket |= bit(BRACKET);
        kinds.wall |= bit(WALL);
        kinds.odd |= u64::from(!byte.is_ascii() || byte == b'\r') << i;
    }
    kinds
}

/// [`Kinds`] of a block, sixteen bytes an instruction.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "sse2")]
fn sse2(block: &[u8; BLOCK]) -> Kinds {
    moves_alone(block).unwrap_or_else(|| anything(block))
}

/// [`sse2`] for a block of moves and their numbers: of what nearly all blocks are made of, where moves stand alone.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "sse2")]
fn moves_alone(block: &[u8; BLOCK]) -> Option<Kinds> {
    let mut kinds = Kinds::default();
    let mut usual = all(u8::MAX);
    for (lane, v) in lanes(block).into_iter().enumerate() {
        let (digit, dot) = (within(v, b'0', b'9'), is(v, b'.'));
        let signs = or(or(is(v, b'+'), is(v, b'#')), or(is(v, b'='), is(v, b'-')));
        let word = or(or(within(or(v, all(0x20)), b'a', b'z'), digit), signs);
        let gap = or(dot, or(is(v, b' '), is(v, b'\n')));
        usual = _mm_and_si128(usual, or(word, gap));
        kinds.word |= bits(word, lane);
        kinds.digit |= bits(digit, lane);
        kinds.dot |= bits(dot, lane);
    }
    (bits(usual, 0) == 0xffff).then_some(kinds)
}

/// [`sse2`] for any block.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "sse2")]
fn anything(block: &[u8; BLOCK]) -> Kinds {
    let mut kinds = Kinds::default();
    for (lane, v) in lanes(block).into_iter().enumerate() {
        let letter = within(or(v, all(0x20)), b'a', b'z');
        let dot = is(v, b'.');
        let dash_to_colon = _mm_andnot_si128(dot, within(v, b'-', b':'));
        let signs = or(or(is(v, b'+'), is(v, b'#')), or(is(v, b'='), is(v, b'@')));
        let word = or(or(letter, dash_to_colon), or(signs, is(v, b'_')));
        let (open, close) = (is(v, b'{'), is(v, b'}'));
        let around = or(within(v, b'(', b'*'), or(is(v, b'$'), or(is(v, b'!'), is(v, b'?'))));
        let gap = or(dot, or(is(v, b' '), within(v, b'\t', b'\r')));
        kinds.word |= bits(word, lane);
        kinds.mark |= bits(around, lane);
        kinds.open |= bits(open, lane);
        kinds.close |= bits(close, lane);
        kinds.digit |= bits(within(v, b'0', b'9'), lane);
        kinds.dot |= bits(dot, lane);
        kinds.bracket |= bits(is(v, b'['), lane);
        kinds.wall |= bits(or(or(word, gap), or(or(open, close), around)), lane);
        kinds.odd |= bits(or(v, is(v, b'\r')), lane);
    }
    kinds.wall = !kinds.wall;
    kinds
}

#[cfg(target_arch = "x86_64")]
pub(super) use avx512::Avx512;

#[cfg(target_arch = "x86_64")]
mod avx512 {
    //! A whole block in one register.

    use std::arch::x86_64::{
        __m512i, _MM_HINT_T0, _mm_clmulepi64_si128, _mm_cvtsi64_si128, _mm_cvtsi128_si64, _mm_prefetch,
        _mm512_add_epi16, _mm512_castsi512_si256, _mm512_cmpeq_epi8_mask, _mm512_cvtepu8_epi16,
        _mm512_extracti64x4_epi64, _mm512_loadu_si512, _mm512_mask_mov_epi8, _mm512_maskz_compress_epi8,
        _mm512_min_epu8, _mm512_movepi8_mask, _mm512_or_si512, _mm512_permutex2var_epi8, _mm512_set1_epi8,
        _mm512_set1_epi16, _mm512_setzero_si512, _mm512_storeu_si512, _mm512_test_epi8_mask, _mm512_test_epi64_mask,
        _mm512_testn_epi8_mask, _mm512_xor_si512,
    };
    use std::sync::OnceLock;

    use super::{BLOCK, BRACKET, BlockBraces, CLOSE, DIGIT, DOT, KIND_OF, Kinds, MARK, OPEN, Scanner, WALL, WORD};

    /// x86-64 with AVX-512 F, BW, VBMI and VBMI2, and CLMUL: Intel from Ice Lake (2019) where it is not switched off, AMD from Zen 4
    /// (2022).
    ///
    /// A value is the proof that the processor has them, for only [`Self::detect`] makes one. It should be used in functions
    /// that carry these features, for else nothing is inlined.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Avx512(());

    impl Avx512 {
        /// [`Self::detect`], asked once.
        #[inline]
        pub(in super::super) fn of_process() -> Option<Self> {
            static FOUND: OnceLock<Option<Avx512>> = OnceLock::new();
            *FOUND.get_or_init(Self::detect)
        }

        /// The scanner, if this processor is one for it.
        pub(in super::super) fn detect() -> Option<Self> {
            let has_all = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vbmi")
                && is_x86_feature_detected!("avx512vbmi2")
                && is_x86_feature_detected!("pclmulqdq")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            has_all.then_some(Self(()))
        }
    }

    /// How far ahead of those that are looked at bytes are fetched from memory, when there will be more of them: about as far
    /// as they come in while what is at hand is looked at.
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
        fn kinds(self, block: &[u8; BLOCK]) -> Kinds {
            // SAFETY: `self` proves that the processor has these instructions; the arrays are 64 and 128 bytes long, and
            // these loads need no alignment.
            unsafe {
                let v = _mm512_loadu_si512(block.as_ptr().cast());
                let low = _mm512_loadu_si512(KIND_OF.as_ptr().cast());
                let high = _mm512_loadu_si512(KIND_OF.as_ptr().add(64).cast());
                let beyond_ascii = _mm512_movepi8_mask(v);
                let of_ascii = _mm512_permutex2var_epi8(low, v, high);
                let kinds = _mm512_mask_mov_epi8(of_ascii, beyond_ascii, all(WALL));
                let bits = |kind: u8| _mm512_test_epi8_mask(kinds, all(kind));
                Kinds {
                    word: bits(WORD),
                    mark: bits(MARK),
                    open: bits(OPEN),
                    close: bits(CLOSE),
                    digit: bits(DIGIT),
                    dot: bits(DOT),
                    bracket: bits(BRACKET),
                    wall: bits(WALL),
                    odd: beyond_ascii | _mm512_cmpeq_epi8_mask(v, all(b'\r')),
                }
            }
        }

        #[inline(always)]
        fn braces(self, blocks: &[[u8; BLOCK]], found: &mut BlockBraces) -> bool {
            // SAFETY: `self` proves that the processor has these instructions; blocks are 64 bytes long, and these loads
            // need no alignment. What is fetched ahead may be anywhere.
            unsafe {
                // The bits of all bytes, and the least of what is left of them without those of a carriage return.
                let (mut any, mut least) = (_mm512_setzero_si512(), all(u8::MAX));
                for ((block, openers), close) in blocks.iter().zip(&mut found.openers).zip(&mut found.close) {
                    let v = _mm512_loadu_si512(block.as_ptr().cast());
                    _mm_prefetch::<_MM_HINT_T0>(block.as_ptr().wrapping_add(AHEAD).cast());
                    // `{` and `[` differ in one bit.
                    *openers = _mm512_cmpeq_epi8_mask(_mm512_or_si512(v, all(b'{' ^ b'[')), all(b'{'));
                    *close = _mm512_cmpeq_epi8_mask(v, all(b'}'));
                    any = _mm512_or_si512(any, v);
                    least = _mm512_min_epu8(least, _mm512_xor_si512(v, all(b'\r')));
                }
                _mm512_movepi8_mask(any) | _mm512_testn_epi8_mask(least, least) != 0
            }
        }

        #[inline(always)]
        fn not_zero(self, words: &[u64; 64]) -> u64 {
            let mut found = [0; 8];
            for (found, words) in found.iter_mut().zip(words.as_chunks::<8>().0) {
                // SAFETY: `self` proves that the processor has these instructions; there are eight words of eight bytes, and
                // this load needs no alignment.
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
    }

    /// The same byte everywhere.
    #[inline(always)]
    unsafe fn all(byte: u8) -> __m512i {
        // SAFETY: only called where the processor is known to have the instructions.
        unsafe { _mm512_set1_epi8(byte.cast_signed()) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn blocks() -> impl Iterator<Item = [u8; BLOCK]> {
        (0..=255_u8).map(|first| {
            let mut block = [0; BLOCK];
            for (byte, i) in block.iter_mut().zip(0_u8..) {
                *byte = first.wrapping_add(i.wrapping_mul(37));
            }
            block
        })
    }

    #[test]
    fn every_scanner_sees_what_bytes_are() {
        for block in blocks() {
            let expected = plain(&block);
            assert_eq!(Portable.kinds(&block), expected, "{block:?}");
            #[cfg(target_arch = "x86_64")]
            if let Some(wide) = Avx512::detect() {
                assert_eq!(wide.kinds(&block), expected, "{block:?}");
            }
        }
    }

    #[test]
    fn every_scanner_finds_the_same_braces() {
        for byte in 0..=255 {
            for at in [0, 15, 16, 40, 63] {
                let mut blocks = [[b'.'; BLOCK]; 3];
                blocks[1][at] = byte;
                let mut expected = BlockBraces { openers: [1; 64], close: [2; 64] };
                let mut has_odd = false;
                for (i, block) in blocks.iter().enumerate() {
                    let kinds = plain(block);
                    (expected.openers[i], expected.close[i]) = (kinds.open | kinds.bracket, kinds.close);
                    has_odd |= kinds.odd != 0;
                }
                let found = |scan: &dyn Fn(&mut BlockBraces) -> bool| {
                    let mut found = BlockBraces { openers: [1; 64], close: [2; 64] };
                    (scan(&mut found), found)
                };
                let expected = (has_odd, expected);
                assert_eq!(found(&|found| Portable.braces(&blocks, found)), expected, "{byte} at {at}");
                #[cfg(target_arch = "x86_64")]
                if let Some(wide) = Avx512::detect() {
                    assert_eq!(found(&|found| wide.braces(&blocks, found)), expected, "{byte} at {at}");
                }
            }
        }
    }

    fn listed(scanner: impl Scanner, bits: u64, base: u16) -> Vec<u16> {
        let mut list = [0; BLOCK];
        let count = scanner.list(bits, base, &mut list);
        list[..count].to_vec()
    }

    proptest! {
        #[test]
        fn every_scanner_counts_the_same_bits(bits: u64) {
            let expected = (0..64).fold(0, |sums, i| sums | u64::from((bits << (63 - i)).count_ones() % 2) << i);
            prop_assert_eq!(Portable.parity(bits), expected);
            #[cfg(target_arch = "x86_64")]
            if let Some(wide) = Avx512::detect() {
                prop_assert_eq!(wide.parity(bits), expected);
            }
        }

        #[test]
        fn every_scanner_finds_the_same_words(bits: u64, word in 1..=u64::MAX) {
            let words = std::array::from_fn(|i| if bits >> i & 1 == 1 { word.rotate_left(i as u32) } else { 0 });
            prop_assert_eq!(Portable.not_zero(&words), bits);
            #[cfg(target_arch = "x86_64")]
            if let Some(wide) = Avx512::detect() {
                prop_assert_eq!(wide.not_zero(&words), bits);
            }
        }

        #[test]
        fn every_scanner_lists_the_same(bits: u64, more: u64, base in 0..60_000_u16) {
            for bits in [bits, bits & more, bits | more, 0, u64::MAX] {
                let expected: Vec<u16> = (0..64).filter(|i| bits >> i & 1 == 1).map(|i| base + i).collect();
                prop_assert_eq!(&listed(Portable, bits, base), &expected);
                #[cfg(target_arch = "x86_64")]
                if let Some(wide) = Avx512::detect() {
                    prop_assert_eq!(&listed(wide, bits, base), &expected);
                }
            }
        }
    }
}
