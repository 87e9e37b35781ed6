//! A fast lane through the movetext.
//!
//! Nearly all of an archive is moves and move numbers with a space behind each. They are short, so that the eight bytes
//! from where one starts, held in a machine word, show all of it and where it ends:
//!
//! ```text
//!   N f 3 + _ 1 3 .        four bytes up to the first that is white space or a control character
//! ```
//!
//! The lane knows of no token but these. Whoever drives on it takes a word only if it is a move through and through, to
//! its last byte, and a number only if it is the one to be expected; for everything else, and near the end of the
//! bytes, one leaves the lane, and the [`Lexer`](super::lex::Lexer) goes on from there. So both read the same.

use super::scan::is_space;

/// A place in the movetext, always between two tokens.
pub struct Lane<'a> {
    bytes: &'a [u8],
    position: usize,
}

impl<'a> Lane<'a> {
    /// A lane that starts at `position` and ends with the bytes.
    pub(super) fn new(bytes: &'a [u8], position: usize) -> Self {
        Self { bytes, position }
    }

    /// Where the next token starts, or the white space before it.
    #[must_use]
    #[inline(always)]
    pub fn position(&self) -> usize {
        self.position
    }

    /// Goes past white space and shows the bytes from there on; `None` near the end.
    #[must_use]
    #[inline(always)]
    pub fn look(&mut self) -> Option<Eight> {
        loop {
            let eight = Eight::from_bytes(*self.bytes.get(self.position..)?.first_chunk()?);
            if !is_space(eight.first()) {
                return Some(eight);
            }
            self.position += 1;
        }
    }

    /// Goes past a word of this length, at most 7, and one space behind it.
    #[inline(always)]
    pub fn pass_word(&mut self, eight: Eight, length: usize) {
        self.pass(length, eight.0 >> (8 * length));
    }

    /// Goes past the move number if it is this one, with the dots it should have: one before a move of White (`12.`),
    /// three before one of Black (`12...`). Gives its length without the space behind it.
    #[inline(always)]
    pub fn pass_number(&mut self, eight: Eight, number: u32, black: bool) -> Option<usize> {
        let NumberText { text, length } = *NUMBERS.get((number as usize).wrapping_sub(1))?;
        let mut length = length as usize;
        let mut rest = eight.0 >> (8 * length);
        if (eight.0 ^ u64::from(text)) << (64 - 8 * length) != 0 {
            return None;
        }
        if black {
            if rest as u16 != u16::from_le_bytes(*b"..") {
                return None;
            }
            rest >>= 16;
            length += 2;
        }
        if rest as u8 == b'.' {
            return None;
        }
        self.pass(length, rest);
        Some(length)
    }

    #[inline(always)]
    fn pass(&mut self, length: usize, rest: u64) {
        self.position += length + usize::from(rest as u8 == b' ');
    }
}

/// Eight bytes of text, the first in the lowest bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Eight(u64);

impl Eight {
    /// The first eight bytes of a text, or all there are, with NULs behind them.
    #[must_use]
    #[inline]
    pub fn of(text: &[u8]) -> Self {
        if let Some(chunk) = text.first_chunk() {
            return Self::from_bytes(*chunk);
        }
        let mut chunk = [0; 8];
        chunk[..text.len()].copy_from_slice(text);
        Self::from_bytes(chunk)
    }

    /// These eight bytes.
    #[must_use]
    #[inline]
    pub const fn from_bytes(bytes: [u8; 8]) -> Self {
        Self(u64::from_le_bytes(bytes))
    }

    /// The first `count` of them, at most seven, with NULs behind them.
    #[must_use]
    #[inline]
    pub const fn first_bytes(self, count: usize) -> u64 {
        self.0 & ((1 << (8 * count)) - 1)
    }

    /// The first byte.
    #[must_use]
    #[inline]
    pub const fn first(self) -> u8 {
        self.0 as u8
    }

    /// All of them, the first in the lowest bits.
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// How many bytes come before the first that is white space or a control character, 8 if there is none.
    ///
    /// In a byte that is less than `!` the subtraction borrows from its highest bit. A byte behind the first such may be
    /// found in error; a byte outside ASCII never is.
    #[must_use]
    #[inline(always)]
    pub const fn word_length(self) -> usize {
        const EACH: u64 = 0x0101_0101_0101_0101;
        let ends = self.0.wrapping_sub(EACH * b'!' as u64) & !self.0 & (EACH * 0x80);
        (ends.trailing_zeros() / 8) as usize
    }
}

/// A move number of one to three digits and its dot.
#[derive(Clone, Copy)]
struct NumberText {
    /// The bytes, the first digit in the lowest bits.
    text: u32,
    /// How many.
    length: u32,
}

/// The texts of the move numbers from 1 on.
static NUMBERS: [NumberText; 999] = {
    let mut texts = [NumberText { text: 0, length: 0 }; 999];
    let mut number = 1;
    while number <= texts.len() {
        let mut text = NumberText { text: b'.' as u32, length: 1 };
        let mut rest = number as u32;
        while rest > 0 {
            text = NumberText { text: text.text << 8 | (b'0' as u32 + rest % 10), length: text.length + 1 };
            rest /= 10;
        }
        texts[number - 1] = text;
        number += 1;
    }
    texts
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_end_before_space() {
        for (text, length) in
            [("e4 e5 Nf", 2), ("Nf3+\nNc6", 4), ("Qa1xb2+ ", 7), ("Qa1xb2++", 8), (" e4     ", 0), ("é4 \u{e9}  ", 3)]
        {
            assert_eq!(Eight::of(text.as_bytes()).word_length(), length, "{text:?}");
        }
        assert_eq!(Eight::of(b"e4").word_length(), 2);
    }

    #[test]
    fn numbers_are_passed_if_they_are_the_expected_ones() {
        let pass = |text: &str, number, black| {
            let padded = format!("{text}       ");
            let mut lane = Lane::new(padded.as_bytes(), 0);
            let eight = lane.look()?;
            lane.pass_number(eight, number, black).map(|length| (length, lane.position()))
        };
        assert_eq!(pass("1. e4", 1, false), Some((2, 3)));
        assert_eq!(pass("12.e4", 12, false), Some((3, 3)));
        assert_eq!(pass("123... e5", 123, true), Some((6, 7)));
        assert_eq!(pass("9...e5", 9, true), Some((4, 4)));
        for (text, number, black) in [
            ("1.. e4", 1, false),
            ("1... e4", 1, false),
            ("1. e5", 1, true),
            ("1.... e5", 1, true),
            ("2. e4", 1, false),
            ("12. e4", 1, false),
            ("1 e4", 1, false),
            ("1-0", 1, false),
            ("0. e4", 0, false),
            ("1000. e4", 1000, false),
            ("100", 100, false),
        ] {
            assert_eq!(pass(text, number, black), None, "{text}");
        }
    }
}
