//! What 64 bytes of movetext are, as bit masks; where tags stop; and places of bits as a list.
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
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

#[cfg(target_arch = "x86_64")]
pub(super) use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub(super) use avx512::Avx512;
pub(super) use portable::Portable;

pub(super) use super::super::scan::BLOCK;
use super::super::scan::is_space;
use super::braces::BlockBraces;

/// What the bytes of a block are; bit `i` speaks of byte `i`. White space is none of these.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(in crate::pgn) struct Kinds {
    /// The ASCII characters of words, see [`is_word`].
    pub(in super::super) word: u64,
    /// A token of one byte: a parenthesis, `$`, `!`, `?`, `*`.
    pub(in super::super) mark: u64,
    /// `{`
    pub(in super::super) open: u64,
    /// `}`
    pub(in super::super) close: u64,
    /// A digit; it is of a word, too.
    pub(in super::super) digit: u64,
    /// `.`
    pub(in super::super) dot: u64,
    /// `[`; it is a wall, too.
    pub(in super::super) bracket: u64,
    /// Everything else: where one stands outside a comment, the lane ends.
    pub(in super::super) wall: u64,
    /// A byte outside ASCII or a carriage return, whatever else it is.
    pub(in super::super) odd: u64,
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

/// What there is in a block of tags.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::pgn) struct Stops {
    /// The bytes that end the plain part of the name or value of a tag: quotes, backslashes and control characters.
    pub(in crate::pgn) places: u64,
    /// Not zero if there are bytes outside ASCII.
    pub(in crate::pgn) foreign: u64,
}

/// A way to look at blocks. All of them see the same.
pub(in crate::pgn) trait Scanner: Copy {
    /// What the bytes of a block are. `has_comments` says whether there were comments before it; if not, none is open, and the
    /// first bracket that has no brace before it is a wall behind which anything may be told.
    fn kinds(self, block: &[u8; BLOCK], has_comments: bool) -> Kinds;
    /// Where the names and values of tags end in a block.
    fn stops(self, block: &[u8; BLOCK]) -> Stops;
    /// Where the line of a tag of the usual form ends: at its third stop, which is its first line feed. Of other text each
    /// scanner may tell one or the other, or the length of the block: whoever asks has to see for himself.
    #[inline(always)]
    fn line_end(self, _: &[u8; BLOCK], stops: u64) -> usize {
        let behind_first = stops & stops.wrapping_sub(1);
        (behind_first & behind_first.wrapping_sub(1)).trailing_zeros() as usize
    }
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
    /// As [`Self::list`], where each bit has the place that is given for it.
    fn list_places(self, bits: u64, places: &[[u16; GAP]; GAPS], list: &mut [u16; BLOCK]) -> usize;
    /// Where the first `{` stands in these bytes, or how many they are.
    fn open_brace(self, text: &[u8; GAP]) -> usize;
}

/// So many stretches of text between comments are looked at together.
pub(super) const GAPS: usize = 4;
/// So many bytes of each.
pub(super) const GAP: usize = BLOCK / GAPS;

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

/// The definition of [`Scanner::stops`], a byte at a time.
#[cfg(any(test, not(target_arch = "x86_64")))]
fn plain_stops(block: &[u8; BLOCK]) -> Stops {
    let is_stop = |byte: u8| matches!(byte, b'"' | b'\\' | 0..b' ');
    let places = block.iter().rev().fold(0, |stops, &byte| stops << 1 | u64::from(is_stop(byte)));
    Stops { places, foreign: u64::from(!block.is_ascii()) }
}

/// The definition of [`Scanner::list`], a bit at a time.
#[cfg(any(test, not(target_arch = "x86_64")))]
fn plain_list(bits: u64, base: u16, list: &mut [u16; BLOCK]) -> usize {
    let places = (0..64).filter(|place| bits >> place & 1 == 1);
    list.iter_mut().zip(places).map(|(listed, place)| *listed = base.wrapping_add(place)).count()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::scan_level::{Look, ScanLevel};
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

    /// What a scanner tells of a block, which must be what its bytes are.
    fn check(scanner: impl Scanner, block: &[u8; BLOCK]) {
        let expected = plain(block);
        assert_eq!(scanner.kinds(block, true), expected, "{block:?}");
        let wall = expected.bracket & expected.bracket.wrapping_neg();
        let braces = expected.open | expected.close;
        // Up to a wall, or all of it.
        let heeded = if wall == 0 || braces & (wall - 1) != 0 { u64::MAX } else { wall | (wall - 1) };
        let told = scanner.kinds(block, false);
        let [told, expected] =
            [told, expected].map(|Kinds { word, mark, open, close, digit, dot, bracket, wall, odd }| {
                [word, mark, open, close, digit, dot, bracket, wall, odd].map(|kind| kind & heeded)
            });
        assert_eq!(told, expected, "{block:?}");
    }

    /// The same of every scanner.
    fn check_all(block: &[u8; BLOCK]) {
        check(Portable, block);
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = Avx2::detect() {
            check(avx2, block);
        }
        #[cfg(target_arch = "x86_64")]
        if let Some(wide) = Avx512::detect() {
            check(wide, block);
        }
    }

    #[test]
    fn every_scanner_sees_what_bytes_are() {
        blocks().for_each(|block| check_all(&block));
    }

    #[test]
    fn every_scanner_sees_the_usual_bytes() {
        let usual = b"1. e4 e5 2. Nf3 Nc6 3. Bb5+ O-O-O 10. exd8=Q# Kxe7\n25. 1/2-1/2 R1x";
        let block: [u8; BLOCK] = usual[..BLOCK].try_into().unwrap();
        for (at, byte) in (0..BLOCK).flat_map(|at| (0..=255).map(move |byte| (at, byte))) {
            let mut block = block;
            block[at] = byte;
            check_all(&block);
            // With a bracket near, before and behind.
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
    fn every_scanner_sees_the_same_stops() {
        for block in blocks() {
            let told = |Stops { places, foreign }| (places, foreign != 0);
            let expected = told(plain_stops(&block));
            assert_eq!(told(Portable.stops(&block)), expected, "{block:?}");
            #[cfg(target_arch = "x86_64")]
            if let Some(wide) = Avx512::detect() {
                assert_eq!(told(wide.stops(&block)), expected, "{block:?}");
            }
            #[cfg(target_arch = "x86_64")]
            if let Some(avx2) = Avx2::detect() {
                assert_eq!(told(avx2.stops(&block)), expected, "{block:?}");
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

    /// Both lists of a scanner are what they should be.
    fn check_lists(scanner: impl Scanner, bits: u64, base: u16) {
        let expected = listed(bits, |bits, list| plain_list(bits, base, list));
        assert_eq!(listed(bits, |bits, list| scanner.list(bits, base, list)), expected);
        let place_of = |bit: u16| base.wrapping_add(bit * 100);
        let places = std::array::from_fn(|i| std::array::from_fn(|j| place_of((GAP * i + j) as u16)));
        let expected: Vec<u16> =
            listed(bits, |bits, list| plain_list(bits, 0, list)).into_iter().map(place_of).collect();
        assert_eq!(listed(bits, |bits, list| scanner.list_places(bits, &places, list)), expected);
    }

    #[test]
    fn every_scanner_sees_where_a_comment_opens() {
        for place in 0..=GAP {
            let mut text = [b'.'; 2 * GAP];
            text[place] = b'{';
            text[GAP] = b'{';
            for width in [ScanLevel::Portable, ScanLevel::Avx2, ScanLevel::Avx512] {
                assert_eq!(width.look(OpenBrace(text[..GAP].try_into().unwrap())), place, "{width:?}");
            }
        }
    }

    struct OpenBrace([u8; GAP]);

    impl Look for OpenBrace {
        type Seen = usize;

        fn look(self, scanner: impl Scanner) -> usize {
            scanner.open_brace(&self.0)
        }
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
                check_lists(Portable, bits, base);
                #[cfg(target_arch = "x86_64")]
                if let Some(wide) = Avx512::detect() {
                    check_lists(wide, bits, base);
                }
                #[cfg(target_arch = "x86_64")]
                if let Some(avx2) = Avx2::detect() {
                    check_lists(avx2, bits, base);
                }
            }
        }
    }
}
