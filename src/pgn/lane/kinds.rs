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

use super::super::scan::is_space;

/// The bytes of a block.
pub(super) const BLOCK: usize = 64;

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
    }
    kinds
}

/// [`Kinds`] of a block, sixteen bytes an instruction.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "sse2")]
fn sse2(block: &[u8; BLOCK]) -> Kinds {
    use std::arch::x86_64::{
        __m128i, _mm_andnot_si128, _mm_cmpeq_epi8, _mm_loadu_si128, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128,
        _mm_set1_epi8, _mm_sub_epi8,
    };

    let all = |byte: u8| _mm_set1_epi8(byte.cast_signed());
    let is = |v: __m128i, byte: u8| _mm_cmpeq_epi8(v, all(byte));
    let within = |v: __m128i, first: u8, last: u8| {
        let shifted = _mm_sub_epi8(v, all(first));
        _mm_cmpeq_epi8(_mm_min_epu8(shifted, all(last - first)), shifted)
    };
    let or = |a: __m128i, b: __m128i| _mm_or_si128(a, b);

    let mut kinds = Kinds::default();
    for (lane, bytes) in block.as_chunks::<16>().0.iter().enumerate() {
        // SAFETY: `bytes` is 16 readable bytes, and this load needs no alignment.
        let v = unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) };
        let letter = within(or(v, all(0x20)), b'a', b'z');
        let dot = is(v, b'.');
        let dash_to_colon = _mm_andnot_si128(dot, within(v, b'-', b':'));
        let signs = or(or(is(v, b'+'), is(v, b'#')), or(is(v, b'='), is(v, b'@')));
        let word = or(or(letter, dash_to_colon), or(signs, is(v, b'_')));
        let (open, close) = (is(v, b'{'), is(v, b'}'));
        let around = or(within(v, b'(', b'*'), or(is(v, b'$'), or(is(v, b'!'), is(v, b'?'))));
        let gap = or(dot, or(is(v, b' '), within(v, b'\t', b'\r')));
        let bits = |lanes: __m128i| u64::from(_mm_movemask_epi8(lanes).cast_unsigned()) << (16 * lane);
        kinds.word |= bits(word);
        kinds.mark |= bits(around);
        kinds.open |= bits(open);
        kinds.close |= bits(close);
        kinds.digit |= bits(within(v, b'0', b'9'));
        kinds.dot |= bits(dot);
        kinds.bracket |= bits(is(v, b'['));
        kinds.wall |= bits(or(or(word, gap), or(or(open, close), around)));
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
        __m512i, _mm512_add_epi16, _mm512_castsi512_si256, _mm512_cvtepu8_epi16, _mm512_extracti64x4_epi64,
        _mm512_loadu_si512, _mm512_mask_mov_epi8, _mm512_maskz_compress_epi8, _mm512_movepi8_mask,
        _mm512_permutex2var_epi8, _mm512_set1_epi8, _mm512_set1_epi16, _mm512_storeu_si512, _mm512_test_epi8_mask,
    };
    use std::sync::OnceLock;

    use super::{BLOCK, BRACKET, CLOSE, DIGIT, DOT, KIND_OF, Kinds, MARK, OPEN, Scanner, WALL, WORD};

    /// x86-64 with AVX-512 F, BW, VBMI and VBMI2: Intel from Ice Lake (2019) where it is not switched off, AMD from Zen 4
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
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            has_all.then_some(Self(()))
        }
    }

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
                }
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

    fn listed(scanner: impl Scanner, bits: u64, base: u16) -> Vec<u16> {
        let mut list = [0; BLOCK];
        let count = scanner.list(bits, base, &mut list);
        list[..count].to_vec()
    }

    proptest! {
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
