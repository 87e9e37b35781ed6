//! Eight bytes of text in a machine word.

/// Eight bytes of text, the first in the lowest bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bytes8(u64);

impl Bytes8 {
    /// The first eight bytes of a text, padded with NULs.
    #[inline]
    pub fn from_prefix(text: &[u8]) -> Self {
        if let Some(chunk) = text.first_chunk() {
            return Self::from_bytes(*chunk);
        }
        let mut chunk = [0; 8];
        chunk[..text.len()].copy_from_slice(text);
        Self::from_bytes(chunk)
    }

    #[inline]
    const fn from_bytes(bytes: [u8; 8]) -> Self {
        Self(u64::from_le_bytes(bytes))
    }

    /// The first byte.
    #[inline]
    pub const fn first(self) -> u8 {
        self.0 as u8
    }

    /// The byte at an index; NUL beyond the eighth.
    #[inline(always)]
    pub const fn byte(self, place: usize) -> u8 {
        if place < 8 { (self.0 >> (8 * place)) as u8 } else { 0 }
    }

    /// All bytes, the first in the lowest bits.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }
}

/// Whether the text starts with this move number and the right dots: one before a move by White (`12.`), three before
/// one by Black (`12...`).
#[inline(always)]
pub fn is_move_number(text: Bytes8, number: u32, black: bool) -> bool {
    let texts = NUMBERS.get(number as usize).copied().unwrap_or_else(|| long_number(number));
    let NumberText { text: expected, length } = texts[usize::from(black)];
    let differing = text.0 ^ expected;
    // The bytes after the number may differ, but the next byte must not be another dot.
    let after = u64::MAX << (length & 63);
    differing & !after == 0 && (differing >> (length & 63)) as u8 != b'.'
}

/// A move number with its dots, together at most seven bytes.
#[derive(Clone, Copy)]
struct NumberText {
    /// The bytes, the first digit in the lowest bits, padded with zeros.
    text: u64,
    length: u32,
}

impl NumberText {
    /// Matches no text.
    const NONE: Self = Self { text: u64::MAX, length: 56 };

    /// The texts of a number, before a move by White and before one by Black. No text matches 0 or a longer number.
    const fn of(number: u32) -> [Self; 2] {
        let mut digits = 0;
        let mut length = 0;
        let mut rest = number as u64;
        while rest > 0 && length < u64::BITS {
            digits = digits << 8 | (b'0' as u64 + rest % 10);
            length += 8;
            rest /= 10;
        }
        let dots = [b'.' as u64, b'.' as u64 * 0x01_0101];
        let mut texts = [Self::NONE; 2];
        if 0 < length && length + 8 <= Self::NONE.length {
            texts[0] = Self { text: digits | dots[0] << length, length: length + 8 };
        }
        if 0 < length && length + 24 <= Self::NONE.length {
            texts[1] = Self { text: digits | dots[1] << length, length: length + 24 };
        }
        texts
    }
}

/// The texts of the move numbers below 1000. Hardly any game is longer.
static NUMBERS: [[NumberText; 2]; 1000] = {
    let mut texts = [[NumberText::NONE; 2]; 1000];
    let mut number = 0;
    while number < texts.len() {
        texts[number] = NumberText::of(number as u32);
        number += 1;
    }
    texts
};

#[cold]
#[inline(never)]
fn long_number(number: u32) -> [NumberText; 2] {
    NumberText::of(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_expected_number_matches() {
        let is = |text: &str, number, black| is_move_number(Bytes8::from_prefix(text.as_bytes()), number, black);
        for (text, number, black) in [
            ("1. e4", 1, false),
            ("12.e4", 12, false),
            ("123... e5", 123, true),
            ("9...e5", 9, true),
            ("1000. e4", 1000, false),
            ("123456.e4", 123_456, false),
            ("1234...e5", 1234, true),
        ] {
            assert!(is(text, number, black), "{text}");
        }
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
            ("1000. e4", 1001, false),
            ("1234567. e4", 1_234_567, false),
            ("12345... e5", 12_345, true),
            ("4294967295. e4", u32::MAX, false),
            ("100", 100, false),
        ] {
            assert!(!is(text, number, black), "{text}");
        }
    }
}
