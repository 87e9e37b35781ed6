//! Long stretches of text at the speed of memory: where a comment ends, and whether a text holds any odd byte.
//!
//! Annotations of engines are most of the bytes of their games. All that has to be known of such a comment is where its
//! `}` is, and whether a `{` or a `[` stands before it; three kinds of bytes, looked for together, 64 at a time.

use super::scan::BLOCK;

/// The end of a comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CommentEnd {
    /// Where its `}` stands.
    pub(super) close: usize,
    /// Where the first `[` before that stands.
    pub(super) bracket: Option<usize>,
}

/// The end of the comment whose text starts at `from`. `None` if a `{` comes first, and near the end of the bytes.
#[inline]
pub(super) fn comment_end(bytes: &[u8], from: usize) -> Option<CommentEnd> {
    let (mut at, mut bracket) = (from, None);
    loop {
        let Marks { openers, close } = marks(bytes.get(at..)?.first_chunk()?);
        // All bits up to the lowest one of `close`; all, if there is none.
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

/// Whether there is a byte outside ASCII or a carriage return.
#[inline]
pub(super) fn has_odd_byte(bytes: &[u8]) -> bool {
    let (blocks, rest) = bytes.as_chunks::<BLOCK>();
    // What is left over is looked at with bytes before it, which costs less than to look at it byte by byte.
    let has_odd_rest = || match bytes.last_chunk() {
        Some(last) => has_odd_block(std::slice::from_ref(last)),
        None => rest.iter().any(|&byte| is_odd(byte)),
    };
    has_odd_block(blocks) || !rest.is_empty() && has_odd_rest()
}

const fn is_odd(byte: u8) -> bool {
    !byte.is_ascii() || byte == b'\r'
}

/// Where in a block comments and what they hold may open and close; bit `i` speaks of byte `i`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Marks {
    /// `{` and `[`.
    pub(super) openers: u64,
    /// `}`.
    pub(super) close: u64,
}

#[cfg(not(target_arch = "x86_64"))]
use plain::holds_any;
#[cfg(not(target_arch = "x86_64"))]
pub(super) use plain::{has_odd_block, marks};
#[cfg(target_arch = "x86_64")]
use sse2::holds_any;
#[cfg(target_arch = "x86_64")]
pub(super) use sse2::{has_odd_block, marks};

/// A byte at a time: the definitions.
#[cfg(any(test, not(target_arch = "x86_64")))]
mod plain {
    use super::{BLOCK, Marks, is_odd};

    pub(in super::super) fn marks(block: &[u8; BLOCK]) -> Marks {
        let mut marks = Marks::default();
        for (i, &byte) in block.iter().enumerate() {
            marks.openers |= u64::from(matches!(byte, b'{' | b'[')) << i;
            marks.close |= u64::from(byte == b'}') << i;
        }
        marks
    }

    pub(super) fn holds_any(block: &[u8; BLOCK]) -> bool {
        block.iter().any(|&byte| matches!(byte, b'{' | b'[' | b'}'))
    }

    pub(in super::super) fn has_odd_block(blocks: &[[u8; BLOCK]]) -> bool {
        blocks.as_flattened().iter().any(|&byte| is_odd(byte))
    }
}

/// Sixteen bytes an instruction.
#[cfg(target_arch = "x86_64")]
mod sse2 {
    use std::arch::x86_64::{__m128i, _mm_movemask_epi8, _mm_setzero_si128};

    use super::super::sse2::{all, bits, is, lanes, or};
    use super::{BLOCK, Marks};

    #[inline]
    pub(in super::super) fn marks(block: &[u8; BLOCK]) -> Marks {
        // SAFETY: SSE2 is part of every x86-64 processor.
        unsafe { marks_in(block) }
    }

    #[inline]
    pub(super) fn holds_any(block: &[u8; BLOCK]) -> bool {
        // SAFETY: SSE2 is part of every x86-64 processor.
        unsafe { holds_any_in(block) }
    }

    pub(in super::super) fn has_odd_block(blocks: &[[u8; BLOCK]]) -> bool {
        // SAFETY: SSE2 is part of every x86-64 processor.
        unsafe { has_odd_in(blocks) }
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    fn marks_in(block: &[u8; BLOCK]) -> Marks {
        let mut marks = Marks::default();
        for (lane, v) in lanes(block).into_iter().enumerate() {
            marks.openers |= bits(openers(v), lane);
            marks.close |= bits(is(v, b'}'), lane);
        }
        marks
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

    #[target_feature(enable = "sse2")]
    fn has_odd_in(blocks: &[[u8; BLOCK]]) -> bool {
        let mut odd = _mm_setzero_si128();
        for block in blocks {
            for v in lanes(block) {
                odd = or(odd, or(v, is(v, b'\r')));
            }
        }
        // The highest bit of a byte is set outside ASCII, and where the comparison was true.
        _mm_movemask_epi8(odd) != 0
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
    fn the_fast_marks_are_the_plain_ones() {
        for byte in 0..=255 {
            for at in [0, 15, 16, 40, 63] {
                let mut block = [b'.'; BLOCK];
                block[at] = byte;
                assert_eq!(marks(&block), plain::marks(&block), "{byte} at {at}");
                assert_eq!(holds_any(&block), plain::holds_any(&block), "{byte} at {at}");
                assert_eq!(has_odd_block(&[[b' '; BLOCK], block]), plain::has_odd_block(&[block]), "{byte} at {at}");
            }
        }
    }

    /// What [`comment_end`] is by its description.
    fn comment_end_by_bytes(bytes: &[u8], from: usize) -> Option<CommentEnd> {
        let close = from + bytes[from..].iter().position(|byte| matches!(byte, b'{' | b'}'))?;
        let bracket = bytes[from..close].iter().position(|&byte| byte == b'[').map(|at| from + at);
        (bytes[close] == b'}').then_some(CommentEnd { close, bracket })
    }

    proptest! {
        #[test]
        fn comments_end_where_they_do(text in "[a-z ]{0,200}[\\[{}a]{0,3}[a-z ]{0,200}[\\[{}]{0,2}", from in 0..20_usize) {
            let text = format!("{:20}{text}{}", "", " ".repeat(2 * BLOCK));
            let (fast, plain) = (comment_end(text.as_bytes(), from), comment_end_by_bytes(text.as_bytes(), from));
            prop_assert_eq!(fast, plain);
        }

        #[test]
        fn odd_bytes_are_found_anywhere(length in 0..300_usize, at in 0..300_usize, byte: u8) {
            let mut bytes = vec![b' '; length];
            if let Some(place) = bytes.get_mut(at) {
                *place = byte;
            }
            prop_assert_eq!(has_odd_byte(&bytes), bytes.iter().any(|&byte| is_odd(byte)));
        }
    }
}
