//! The classes of 64 bytes of movetext as bit masks, the delimiters of tags, and the positions of bits as a list.
//!
//! ```text
//!   bytes   1 .   e 4   { o k }   e 5 !   [
//!   word    # . . # # . . # # . . # # . . .     (includes bytes in comments, which are hidden later)
//!   single  . . . . . . . . . . . . . # . .
//!   open    . . . . . . # . . . . . . . . .
//!   close   . . . . . . . . . # . . . . . .
//!   stop    . . . . . . . . . . . . . . . #
//! ```

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

pub(super) use super::super::scan::BLOCK;
use super::super::scan::is_space;
use super::braces::BlockBraces;
pub(super) use portable::Portable;

/// The classes of the bytes of a block; bit `i` stands for byte `i`. White space has no class.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(in crate::pgn) struct ByteClasses {
    /// The ASCII characters of symbols, see [`is_word`].
    pub(in super::super) word: u64,
    /// A one-byte token: a parenthesis, `$`, `!`, `?`.
    pub(in super::super) single: u64,
    /// `{`
    pub(in super::super) open: u64,
    /// `}`
    pub(in super::super) close: u64,
    /// A digit, which is also in `word`.
    pub(in super::super) digit: u64,
    /// `.`
    pub(in super::super) dot: u64,
    /// `[`, which is also in `stop`.
    pub(in super::super) bracket: u64,
    /// A stop byte: any other byte, which stops the index outside comments. So does the result `*`.
    pub(in super::super) stop: u64,
}

impl ByteClasses {
    /// These classes up to the first stop byte: there the index ends, unless a brace stands before it.
    #[inline(always)]
    fn of_movetext(self) -> Self {
        let first = self.stop & self.stop.wrapping_neg();
        if first == 0 || (self.open | self.close) & (first - 1) != 0 {
            return self;
        }
        self.masked(first | (first - 1))
    }

    /// The classes of the bytes in a mask; the others have no class.
    #[inline(always)]
    fn masked(self, mask: u64) -> Self {
        let Self { word, single, open, close, digit, dot, bracket, stop } = self;
        let [word, single, open, close] = [word, single, open, close].map(|class| class & mask);
        let [digit, dot, bracket, stop] = [digit, dot, bracket, stop].map(|class| class & mask);
        Self { word, single, open, close, digit, dot, bracket, stop }
    }
}

/// The class of a byte, one bit per class.
const WORD: u8 = 1;
const SINGLE: u8 = 2;
const OPEN: u8 = 4;
const CLOSE: u8 = 8;
const STOP: u8 = 16;
const DIGIT: u8 = 32;
const DOT: u8 = 64;
const BRACKET: u8 = 128;

/// The class of every ASCII character; all other bytes are stop bytes.
static CLASS_OF: [u8; 128] = {
    let mut classes = [STOP; 128];
    let mut byte = 0_u8;
    while byte < 128 {
        classes[byte as usize] = match byte {
            b'0'..=b'9' => WORD | DIGIT,
            _ if is_word(byte) => WORD,
            b'(' | b')' | b'$' | b'!' | b'?' => SINGLE,
            b'{' => OPEN,
            b'}' => CLOSE,
            b'.' => DOT,
            b'[' => STOP | BRACKET,
            _ if is_space(byte) => 0,
            _ => STOP,
        };
        byte += 1;
    }
    classes
};

/// Whether this is a character of a symbol token (PGN 7), `/` of `1/2-1/2`, or `@` of drops.
const fn is_word(byte: u8) -> bool {
    matches!(byte, b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'+' | b'#' | b'=' | b':' | b'-' | b'/' | b'@')
}

/// A scanner of blocks. All scanners return the same.
pub(in crate::pgn) trait Scanner: Copy {
    /// The classes of the bytes of a block. `has_comments` is whether there were comments before the block. If not, no
    /// comment is open, and the classes end at the first stop byte, see [`ByteClasses::of_movetext`].
    fn classes(self, block: &[u8; BLOCK], has_comments: bool) -> ByteClasses;
    /// The delimiters of tags in a block: the bytes that end the plain part of a tag name or value, which are quotes,
    /// backslashes and control characters. Bit `i` stands for byte `i`.
    fn tag_delimiters(self, block: &[u8; BLOCK]) -> u64;
    /// Finds the braces in at most 64 blocks.
    fn braces(self, blocks: &[[u8; BLOCK]], found: &mut BlockBraces);
    fn not_zero(self, words: &[u64; 64]) -> u64;
    /// Prefix XOR: for each bit, whether the number of set bits up to and including it is odd.
    fn parity(self, bits: u64) -> u64;
    /// Writes `base` plus the position of each set bit to the list, the lowest first, and returns their number. The
    /// rest of the list may change.
    fn list(self, bits: u64, base: u16, list: &mut [u16; BLOCK]) -> usize;
    /// [`Self::list`] with a given number for each bit.
    fn list_places(self, bits: u64, places: &[[u16; GAP]; GAPS], list: &mut [u16; BLOCK]) -> usize;
    /// The position of the first `{`, or the length of the text.
    fn open_brace(self, text: &[u8; GAP]) -> usize;
}

/// The number of gaps between comments that are indexed together.
pub(super) const GAPS: usize = 4;
/// The number of bytes of each gap.
pub(super) const GAP: usize = BLOCK / GAPS;

/// The reference implementation of [`Scanner::classes`], byte by byte.
#[cfg(any(test, not(target_arch = "x86_64")))]
fn reference_classes(block: &[u8; BLOCK], has_comments: bool) -> ByteClasses {
    let mut classes = ByteClasses::default();
    for (i, &byte) in block.iter().enumerate() {
        let kind = CLASS_OF.get(usize::from(byte)).copied().unwrap_or(STOP);
        let bit = |of: u8| u64::from(kind & of != 0) << i;
        classes.word |= bit(WORD);
        classes.single |= bit(SINGLE);
        classes.open |= bit(OPEN);
        classes.close |= bit(CLOSE);
        classes.digit |= bit(DIGIT);
        classes.dot |= bit(DOT);
        classes.bracket |= bit(BRACKET);
        classes.stop |= bit(STOP);
    }
    if has_comments { classes } else { classes.of_movetext() }
}

/// The reference implementation of [`Scanner::tag_delimiters`], byte by byte.
#[cfg(any(test, not(target_arch = "x86_64")))]
fn reference_delimiters(block: &[u8; BLOCK]) -> u64 {
    let is_delimiter = |byte: u8| matches!(byte, b'"' | b'\\' | 0..b' ');
    block.iter().rev().fold(0, |places, &byte| places << 1 | u64::from(is_delimiter(byte)))
}

/// The reference implementation of [`Scanner::list`], bit by bit.
#[cfg(any(test, not(target_arch = "x86_64")))]
fn reference_list(bits: u64, base: u16, list: &mut [u16; BLOCK]) -> usize {
    let places = (0..64).filter(|place| bits >> place & 1 == 1);
    list.iter_mut().zip(places).map(|(listed, place)| *listed = base.wrapping_add(place)).count()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::scan_level::{self, ScanTask};
    use super::*;
    use crate::cpu::CpuLevel;
    #[cfg(target_arch = "x86_64")]
    use crate::cpu::{Avx2, Avx512};

    /// Miri takes too long for every value.
    const STEP: usize = if cfg!(miri) { 29 } else { 1 };

    fn blocks() -> impl Iterator<Item = [u8; BLOCK]> {
        (0..=255_u8).step_by(STEP).map(|first| {
            let mut block = [0; BLOCK];
            for (byte, i) in block.iter_mut().zip(0_u8..) {
                *byte = first.wrapping_add(i.wrapping_mul(37));
            }
            block
        })
    }

    /// Checks the classes of a scanner against the reference implementation.
    fn check(scanner: impl Scanner, block: &[u8; BLOCK]) {
        for has_comments in [false, true] {
            let expected = reference_classes(block, has_comments);
            assert_eq!(scanner.classes(block, has_comments), expected, "{block:?}");
        }
    }

    fn check_all(block: &[u8; BLOCK]) {
        check(Portable, block);
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = Avx2::detect() {
            check(avx2, block);
        }
        #[cfg(target_arch = "x86_64")]
        if let Some(avx512) = Avx512::detect() {
            check(avx512, block);
        }
    }

    #[test]
    fn levels_that_are_not_tested_are_named() {
        assert!(CpuLevel::tested("the scanners of pgn::index").count() < CpuLevel::ALL.len());
    }

    #[test]
    fn every_scanner_matches_the_reference() {
        blocks().for_each(|block| check_all(&block));
    }

    #[test]
    fn every_scanner_matches_the_reference_on_usual_text() {
        let usual = b"1. e4 e5 2. Nf3 Nc6 3. Bb5+ O-O-O 10. exd8=Q# Kxe7\n25. 1/2-1/2 R1x";
        let block: [u8; BLOCK] = usual[..BLOCK].try_into().unwrap();
        for (at, byte) in (0..BLOCK).flat_map(|at| (0..=255).map(move |byte| (at, byte))).step_by(7 * STEP - 6) {
            let mut block = block;
            block[at] = byte;
            check_all(&block);
            // With a bracket nearby, before and after.
            for bracket in [at.wrapping_sub(1), at + 1, 40] {
                let mut block = block;
                if let Some(byte) = block.get_mut(bracket) {
                    *byte = b'[';
                    check_all(&block);
                }
            }
        }
    }

    #[test]
    fn every_scanner_finds_the_same_delimiters() {
        for block in blocks() {
            let expected = reference_delimiters(&block);
            assert_eq!(Portable.tag_delimiters(&block), expected, "{block:?}");
            #[cfg(target_arch = "x86_64")]
            if let Some(avx512) = Avx512::detect() {
                assert_eq!(avx512.tag_delimiters(&block), expected, "{block:?}");
            }
            #[cfg(target_arch = "x86_64")]
            if let Some(avx2) = Avx2::detect() {
                assert_eq!(avx2.tag_delimiters(&block), expected, "{block:?}");
            }
        }
    }

    #[test]
    fn every_scanner_finds_the_same_braces() {
        for byte in (0..=255).step_by(STEP) {
            for at in [0, 15, 16, 40, 63] {
                let mut blocks = [[b'.'; BLOCK]; 3];
                blocks[1][at] = byte;
                let mut expected = BlockBraces { openers: [1; 64], close: [2; 64] };
                for (i, block) in blocks.iter().enumerate() {
                    let classes = reference_classes(block, true);
                    (expected.openers[i], expected.close[i]) = (classes.open | classes.bracket, classes.close);
                }
                let found = |scan: &dyn Fn(&mut BlockBraces)| {
                    let mut found = BlockBraces { openers: [1; 64], close: [2; 64] };
                    scan(&mut found);
                    found
                };
                assert_eq!(found(&|found| Portable.braces(&blocks, found)), expected, "{byte} at {at}");
                #[cfg(target_arch = "x86_64")]
                if let Some(avx512) = Avx512::detect() {
                    assert_eq!(found(&|found| avx512.braces(&blocks, found)), expected, "{byte} at {at}");
                }
                #[cfg(target_arch = "x86_64")]
                if let Some(avx2) = Avx2::detect() {
                    assert_eq!(found(&|found| avx2.braces(&blocks, found)), expected, "{byte} at {at}");
                }
            }
        }
    }

    fn listed(bits: u64, list: impl Fn(u64, &mut [u16; BLOCK]) -> usize) -> Vec<u16> {
        let mut all = [0; BLOCK];
        let count = list(bits, &mut all);
        all[..count].to_vec()
    }

    fn check_lists(scanner: impl Scanner, bits: u64, base: u16) {
        let expected = listed(bits, |bits, list| reference_list(bits, base, list));
        assert_eq!(listed(bits, |bits, list| scanner.list(bits, base, list)), expected);
        let place_of = |bit: u16| base.wrapping_add(bit * 100);
        let places = std::array::from_fn(|i| std::array::from_fn(|j| place_of((GAP * i + j) as u16)));
        let expected: Vec<u16> =
            listed(bits, |bits, list| reference_list(bits, 0, list)).into_iter().map(place_of).collect();
        assert_eq!(listed(bits, |bits, list| scanner.list_places(bits, &places, list)), expected);
    }

    #[test]
    fn every_scanner_finds_the_open_brace() {
        for place in 0..=GAP {
            let mut text = [b'.'; 2 * GAP];
            text[place] = b'{';
            text[GAP] = b'{';
            for level in CpuLevel::ALL {
                assert_eq!(scan_level::scan(level, OpenBrace(text[..GAP].try_into().unwrap())), place, "{level:?}");
            }
        }
    }

    struct OpenBrace([u8; GAP]);

    impl ScanTask for OpenBrace {
        type Output = usize;

        fn run(self, scanner: impl Scanner) -> usize {
            scanner.open_brace(&self.0)
        }
    }

    properties! {
        #[test]
        fn every_scanner_counts_the_same_bits(bits: u64) {
            let expected = (0..64).fold(0, |sums, i| sums | u64::from((bits << (63 - i)).count_ones() % 2) << i);
            prop_assert_eq!(Portable.parity(bits), expected);
            #[cfg(target_arch = "x86_64")]
            if let Some(avx512) = Avx512::detect() {
                prop_assert_eq!(avx512.parity(bits), expected);
            }
        }

        #[test]
        fn every_scanner_finds_the_same_words(bits: u64, word in 1..=u64::MAX) {
            let words = std::array::from_fn(|i| if bits >> i & 1 == 1 { word.rotate_left(i as u32) } else { 0 });
            prop_assert_eq!(Portable.not_zero(&words), bits);
            #[cfg(target_arch = "x86_64")]
            if let Some(avx512) = Avx512::detect() {
                prop_assert_eq!(avx512.not_zero(&words), bits);
            }
        }

        #[test]
        fn every_scanner_lists_the_same(bits: u64, more: u64, base in 0..60_000_u16) {
            for bits in [bits, bits & more, bits | more, 0, u64::MAX] {
                check_lists(Portable, bits, base);
                #[cfg(target_arch = "x86_64")]
                if let Some(avx512) = Avx512::detect() {
                    check_lists(avx512, bits, base);
                }
                #[cfg(target_arch = "x86_64")]
                if let Some(avx2) = Avx2::detect() {
                    check_lists(avx2, bits, base);
                }
            }
        }
    }
}
