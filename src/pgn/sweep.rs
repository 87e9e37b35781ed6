//! The end of a long comment, found at memory speed.
//!
//! In games with engine annotations most bytes are comments. The reader needs only the `}` of such a comment, and
//! whether a `{` or a `[` comes before it. So this module searches for these three bytes together, 64 bytes at a time.

use super::scan::BLOCK;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CommentEnd {
    /// The offset of its `}`.
    pub(super) close: usize,
    /// The offset of the first `[` before that.
    pub(super) bracket: Option<usize>,
}

/// The end of the comment whose text starts at `from`. `None` if a `{` comes first, or near the end of the bytes.
#[inline]
pub(super) fn comment_end(bytes: &[u8], from: usize) -> Option<CommentEnd> {
    let (mut at, mut bracket) = (from, None);
    loop {
        let CommentMasks { openers, close } = comment_masks(bytes.get(at..)?.first_chunk()?);
        // Selects all bits up to the lowest one of `close`, or all bits if there is none.
        let mut before = openers & (close ^ close.wrapping_sub(1));
        while before != 0 {
            let opener = at + before.trailing_zeros() as usize;
            if bytes[opener] == b'{' {
                return None;
            }
            bracket = bracket.or(Some(opener));
            before &= before - 1;
        }
        if close != 0 {
            return Some(CommentEnd { close: at + close.trailing_zeros() as usize, bracket });
        }
        at += BLOCK;
        while !holds_any(bytes.get(at..)?.first_chunk()?) {
            at += BLOCK;
        }
    }
}

/// The positions of braces and brackets in a block; bit `i` stands for byte `i`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct CommentMasks {
    /// `{` and `[`.
    pub(super) openers: u64,
    /// `}`.
    pub(super) close: u64,
}

#[cfg(not(target_arch = "x86_64"))]
pub(super) use reference::comment_masks;
#[cfg(not(target_arch = "x86_64"))]
use reference::holds_any;
#[cfg(target_arch = "x86_64")]
pub(super) use sse2::comment_masks;
#[cfg(target_arch = "x86_64")]
use sse2::holds_any;

/// The reference implementations, byte by byte.
#[cfg(any(test, not(target_arch = "x86_64")))]
mod reference {
    use super::{BLOCK, CommentMasks};

    pub(in super::super) fn comment_masks(block: &[u8; BLOCK]) -> CommentMasks {
        let mut masks = CommentMasks::default();
        for (i, &byte) in block.iter().enumerate() {
            masks.openers |= u64::from(matches!(byte, b'{' | b'[')) << i;
            masks.close |= u64::from(byte == b'}') << i;
        }
        masks
    }

    pub(super) fn holds_any(block: &[u8; BLOCK]) -> bool {
        block.iter().any(|&byte| matches!(byte, b'{' | b'[' | b'}'))
    }
}

/// SSE2: sixteen bytes per instruction.
#[cfg(target_arch = "x86_64")]
mod sse2 {
    use std::arch::x86_64::{__m128i, _mm_movemask_epi8, _mm_setzero_si128};

    use super::super::sse2::{all, bits, is, lanes, or};
    use super::{BLOCK, CommentMasks};

    #[inline]
    pub(in super::super) fn comment_masks(block: &[u8; BLOCK]) -> CommentMasks {
        // SAFETY: SSE2 is part of every x86-64 processor.
        unsafe { comment_masks_in(block) }
    }

    #[inline]
    pub(super) fn holds_any(block: &[u8; BLOCK]) -> bool {
        // SAFETY: SSE2 is part of every x86-64 processor.
        unsafe { holds_any_in(block) }
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    fn comment_masks_in(block: &[u8; BLOCK]) -> CommentMasks {
        let mut masks = CommentMasks::default();
        for (lane, v) in lanes(block).into_iter().enumerate() {
            masks.openers |= bits(openers(v), lane);
            masks.close |= bits(is(v, b'}'), lane);
        }
        masks
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    fn holds_any_in(block: &[u8; BLOCK]) -> bool {
        let mut any = _mm_setzero_si128();
        for v in lanes(block) {
            any = or(any, or(openers(v), is(v, b'}')));
        }
        _mm_movemask_epi8(any) != 0
    }

    /// `{` and `[` differ in one bit.
    #[inline]
    #[target_feature(enable = "sse2")]
    fn openers(v: __m128i) -> __m128i {
        is(or(v, all(b'{' ^ b'[')), b'{')
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn masks_match_the_reference() {
        for byte in (0..=255).step_by(if cfg!(miri) { 29 } else { 1 }) {
            for at in [0, 15, 16, 40, 63] {
                let mut block = [b'.'; BLOCK];
                block[at] = byte;
                assert_eq!(comment_masks(&block), reference::comment_masks(&block), "{byte} at {at}");
                assert_eq!(holds_any(&block), reference::holds_any(&block), "{byte} at {at}");
            }
        }
    }

    fn reference_comment_end(bytes: &[u8], from: usize) -> Option<CommentEnd> {
        let close = from + bytes[from..].iter().position(|byte| matches!(byte, b'{' | b'}'))?;
        let bracket = bytes[from..close].iter().position(|&byte| byte == b'[').map(|at| from + at);
        (bytes[close] == b'}').then_some(CommentEnd { close, bracket })
    }

    properties! {
        #[test]
        fn comment_ends_match_the_reference(text in "[a-z ]{0,200}[\\[{}a]{0,3}[a-z ]{0,200}[\\[{}]{0,2}", from in 0..20_usize) {
            let text = format!("{:20}{text}{}", "", " ".repeat(2 * BLOCK));
            let (fast, plain) = (comment_end(text.as_bytes(), from), reference_comment_end(text.as_bytes(), from));
            prop_assert_eq!(fast, plain);
        }
    }
}
