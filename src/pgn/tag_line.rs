//! The line of a tag in one look.
//!
//! Nearly every tag of an archive has a name that is known and fits 64 bytes with all its line. Then the first two
//! bytes that mean anything to a tag are its quotes, and one bit mask tells where they stand:
//!
//! ```text
//!   bytes   [ S i t e _ " L o n d o n " ] ⏎
//!   stops   . . . . . . # . . . . . . # . #      quotes, backslashes and control characters
//! ```
//!
//! Whatever is not seen to be such a tag is left to [`tags::read_known`](super::tags), which would read the same.

use super::names;
use super::scan::BLOCK;
#[cfg(target_arch = "x86_64")]
use super::sse2;
use super::tags::PlainTag;

/// The tag that opens with the `[` at `start`, if the block of bytes from there on shows all of it, and its name is known.
#[inline]
pub(super) fn known_in_block(bytes: &[u8], start: usize) -> Option<PlainTag> {
    let block = bytes.get(start..)?.first_chunk()?;
    let stops = stops(block);
    let open = stops.trailing_zeros() as usize;
    let close = (stops & stops.wrapping_sub(1)).trailing_zeros() as usize;
    // The closing quote has a byte behind it.
    if close >= BLOCK - 1 || block[open] != b'"' || block[close] != b'"' {
        return None;
    }
    let name_end = open.checked_sub(1)?;
    let name = names::known_between(block, 1, name_end)?;
    let sound = block[name_end] == b' ' && block[close + 1] == b']';
    sound.then_some(PlainTag { start, name, value: start + open + 1..start + close })
}

/// Where the bytes of a block stand that end the plain part of a name or value; bit `i` speaks of byte `i`.
#[cfg(target_arch = "x86_64")]
#[inline]
fn stops(block: &[u8; BLOCK]) -> u64 {
    // SAFETY: SSE2 is part of every x86-64 processor.
    unsafe { stops_sse2(block) }
}

/// [`stops`], sixteen bytes an instruction.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "sse2")]
fn stops_sse2(block: &[u8; BLOCK]) -> u64 {
    use std::arch::x86_64::{_mm_cmpeq_epi8, _mm_min_epu8, _mm_xor_si128};

    use sse2::{all, bits, is, lanes, or};

    let mut stops = 0;
    for (lane, v) in lanes(block).into_iter().enumerate() {
        // With this bit turned, the quote comes right behind the control characters, and the space after it.
        let turned = _mm_xor_si128(v, all(b'"' ^ b' '));
        let low = _mm_cmpeq_epi8(_mm_min_epu8(turned, all(b' ')), turned);
        stops |= bits(or(low, is(v, b'\\')), lane);
    }
    stops
}

#[cfg(not(target_arch = "x86_64"))]
use stops_plain as stops;

/// The definition of [`stops`], a byte at a time.
#[cfg(any(test, not(target_arch = "x86_64")))]
fn stops_plain(block: &[u8; BLOCK]) -> u64 {
    let is_stop = |byte: u8| matches!(byte, b'"' | b'\\' | 0..b' ');
    block.iter().rev().fold(0, |stops, &byte| stops << 1 | u64::from(is_stop(byte)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::pgn::names::KNOWN;
    use crate::pgn::tags::known_by_bytes;

    #[test]
    fn the_fast_mask_is_the_plain_one() {
        for first in 0..=255u8 {
            let mut block = [0; BLOCK];
            for (byte, i) in block.iter_mut().zip(0u8..) {
                *byte = first.wrapping_add(i.wrapping_mul(37));
            }
            assert_eq!(stops(&block), stops_plain(&block), "{block:?}");
        }
    }

    #[test]
    fn every_known_tag_is_seen_if_it_fits() {
        for (index, name) in KNOWN.iter().enumerate() {
            for length in [0, 1, 20, 70] {
                let tag = format!("[{name} \"{}\"]", "v".repeat(length));
                let text = format!("..{tag}\n{}", " ".repeat(BLOCK));
                let seen = known_in_block(text.as_bytes(), 2);
                assert_eq!(seen.is_some(), tag.len() <= BLOCK, "{tag}");
                assert!(seen.is_none_or(|seen| (seen.start, seen.name) == (2, index)));
                assert_eq!(known_in_block(&text.as_bytes()[..=BLOCK], 2), None, "too near the end");
            }
        }
    }

    proptest! {
        #[test]
        fn what_is_seen_is_what_the_bytes_say(
            tag in "\\[(Event|Site|X|WhiteRatingDiff|ECO|[ -~]{1,18}) ?\"?[ -~é]{0,50}[\"\\\\\t\n]?[ -~]{0,3}\"?\\]?",
        ) {
            let text = format!("{tag}\n{}", "[Site \"?\"]\n".repeat(8));
            if let Some(seen) = known_in_block(text.as_bytes(), 0) {
                prop_assert_eq!(Some(seen), known_by_bytes(text.as_bytes(), 0));
            }
        }
    }
}
