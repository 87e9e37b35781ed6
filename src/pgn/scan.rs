//! Bit masks of white space and symbol characters, for 64 bytes at a time.
//!
//! The lexer needs the start and the end of every token. Byte by byte, that is a chain of unpredictable branches; with
//! bit masks it is a shift and a count of trailing zeros.
//!
//! ```text
//!   bytes   1 .   e 4   e 5   2 .   N f 3 …
//!   space   . . # . . # . . # . . # . . . …
//!   symbol  # . . # # . # # . # . . # # # …
//! ```

/// The classes of the 64 bytes of a block; bit `i` stands for byte `i`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Masks {
    /// White space: space, HT, LF, VT, FF, CR.
    pub(super) space: u64,
    /// Symbol characters (see `is_symbol`).
    pub(super) symbol: u64,
    /// Bytes outside ASCII.
    pub(super) non_ascii: u64,
}

pub(super) const BLOCK: usize = 64;

/// White space between tokens.
#[inline]
pub(super) const fn is_space(byte: u8) -> bool {
    // The comparison comes first, because nearly all bytes are greater.
    byte <= b' ' && matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Whether a byte belongs to a symbol token: the characters of PGN 7, `/` of `1/2-1/2`, `@` of drops, and every byte
/// outside ASCII, for figurines and typographic dashes.
pub(super) const fn is_symbol(byte: u8) -> bool {
    matches!(byte, b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'+' | b'#' | b'=' | b':' | b'-' | b'/' | b'@' | 0x80..)
}

/// Classifies the 64 bytes of a block.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(super) fn classify(block: &[u8; BLOCK]) -> Masks {
    // SAFETY: SSE2 is part of every x86-64 processor.
    unsafe { classify_sse2(block) }
}

/// [`classify`] with SSE2: sixteen bytes per instruction.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "sse2")]
fn classify_sse2(block: &[u8; BLOCK]) -> Masks {
    use std::arch::x86_64::_mm_andnot_si128;

    use super::sse2::{all, bits, is, lanes, or, within};

    let mut masks = Masks::default();
    for (lane, v) in lanes(block).into_iter().enumerate() {
        let space = or(is(v, b' '), within(v, b'\t', b'\r'));
        let letter = within(or(v, all(0x20)), b'a', b'z');
        let dash_to_colon = _mm_andnot_si128(is(v, b'.'), within(v, b'-', b':'));
        let signs = or(or(is(v, b'+'), is(v, b'#')), or(is(v, b'='), is(v, b'@')));
        let ascii = or(or(letter, dash_to_colon), or(signs, is(v, b'_')));
        masks.space |= bits(space, lane);
        masks.symbol |= bits(ascii, lane);
        masks.non_ascii |= bits(v, lane);
    }
    masks.symbol |= masks.non_ascii;
    masks
}

/// Classifies the 64 bytes of a block.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub(super) fn classify(block: &[u8; BLOCK]) -> Masks {
    classify_reference(block)
}

/// The reference implementation of [`classify`], byte by byte.
#[cfg(any(test, not(target_arch = "x86_64")))]
fn classify_reference(block: &[u8; BLOCK]) -> Masks {
    let mut masks = Masks::default();
    for (i, &byte) in block.iter().enumerate() {
        masks.space |= u64::from(is_space(byte)) << i;
        masks.symbol |= u64::from(is_symbol(byte)) << i;
        masks.non_ascii |= u64::from(!byte.is_ascii()) << i;
    }
    masks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_match_the_reference() {
        for first in (0..=255u8).step_by(if cfg!(miri) { 29 } else { 1 }) {
            let mut block = [0; BLOCK];
            for (byte, i) in block.iter_mut().zip(0u8..) {
                *byte = first.wrapping_add(i.wrapping_mul(37));
            }
            let (fast, plain) = (classify(&block), classify_reference(&block));
            assert_eq!(fast, plain, "{block:?}");
        }
    }
}
