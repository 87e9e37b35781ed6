//! Where long comments end: the braces of some kilobytes of text, found ahead.
//!
//! To look for the end of a comment block by block is a branch a block, and nobody can foretell how many there will be. So
//! the braces of many blocks are noted first, without a branch, and which blocks have any. Then the end of a comment is two
//! counts of zeros away: to the block, and to the byte in it.

use super::super::scan::BLOCK;
use super::byte_classes::Scanner;

/// How many blocks are looked at together: a bit each in a word.
const BLOCKS: usize = 64;

/// What opens and closes in some blocks, a word each; bit `i` of one speaks of its byte `i`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::pgn) struct BlockBraces {
    /// `{` and `[`.
    pub(super) openers: [u64; BLOCKS],
    /// `}`.
    pub(super) close: [u64; BLOCKS],
}

/// The end of a comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CommentEnd {
    /// Where its `}` stands.
    pub(super) close: usize,
    /// Whether a `{` or a `[` stands before that.
    pub(super) has_opener: bool,
}

/// The braces of a stretch of text.
pub(super) struct Braces {
    /// Where the first block begins.
    from: usize,
    /// How many bytes were looked at.
    length: usize,
    found: BlockBraces,
    /// Which blocks have openers, and which a `}`; bit `i` speaks of block `i`.
    openers: u64,
    close: u64,
}

impl Braces {
    /// Those of no text at all.
    #[inline(always)]
    pub(super) fn of_nothing() -> Self {
        let found = BlockBraces { openers: [0; BLOCKS], close: [0; BLOCKS] };
        Self { from: 0, length: 0, found, openers: 0, close: 0 }
    }

    /// Looks at the text from `from` on, as far as whole blocks go. Says whether there is a byte outside ASCII or a carriage
    /// return.
    #[inline(always)]
    pub(super) fn look(&mut self, scanner: impl Scanner, bytes: &[u8], from: usize) -> bool {
        let blocks = bytes.get(from..).unwrap_or_default().as_chunks().0;
        let blocks = &blocks[..blocks.len().min(BLOCKS)];
        let has_odd = scanner.braces(blocks, &mut self.found);
        (self.from, self.length) = (from, blocks.len() * BLOCK);
        let seen = u64::MAX.checked_shr((BLOCKS - blocks.len()) as u32).unwrap_or(0);
        self.openers = scanner.not_zero(&self.found.openers) & seen;
        self.close = scanner.not_zero(&self.found.close) & seen;
        has_odd
    }

    /// The end of the comment that has begun before `at`. `None` if it is not in what was looked at, or `at` is not.
    #[inline(always)]
    pub(super) fn comment_end(&self, at: usize) -> Option<CommentEnd> {
        let offset = at.checked_sub(self.from).filter(|offset| *offset < self.length)?;
        let first = offset / BLOCK;
        let rest = u64::MAX << (offset % BLOCK);
        let here = self.found.close[first] & rest;
        let later = self.close & (u64::MAX << first << 1);
        let last = if here == 0 { later.trailing_zeros() as usize } else { first };
        let (openers, close) = (*self.found.openers.get(last)?, *self.found.close.get(last)?);
        let close = if here == 0 { close } else { here };
        let before = close ^ close.wrapping_sub(1);
        // In one block both bounds count; in two, each in its own, and all blocks between.
        let has_opener = if here == 0 {
            let between = self.openers & later.wrapping_sub(1) & !later & (u64::MAX << first << 1);
            self.found.openers[first] & rest | openers & before | between
        } else {
            openers & rest & before
        };
        let close = self.from + last * BLOCK + close.trailing_zeros() as usize;
        Some(CommentEnd { close, has_opener: has_opener != 0 })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::byte_classes::Portable;
    use super::*;

    /// What [`Braces::comment_end`] is by its description.
    fn comment_end_by_bytes(bytes: &[u8], at: usize) -> Option<CommentEnd> {
        let close = at + bytes.get(at..)?.iter().position(|byte| *byte == b'}')?;
        let has_opener = bytes[at..close].iter().any(|byte| matches!(byte, b'{' | b'['));
        Some(CommentEnd { close, has_opener })
    }

    /// What a text holds here and there, beside dots.
    fn sparse(most: usize) -> impl Strategy<Value = Vec<u8>> {
        let bytes = prop::sample::select(b"{}[}]\r\0\x80{".to_vec());
        (0..most, prop::collection::vec((0..most, bytes), 0..12)).prop_map(|(length, bytes)| {
            let mut text = vec![b'.'; length];
            for (at, byte) in bytes {
                if let Some(place) = text.get_mut(at) {
                    *place = byte;
                }
            }
            text
        })
    }

    proptest! {
        #[test]
        fn comments_end_where_they_do(text in sparse(2 * BLOCKS * BLOCK), from in 0..200_usize, at in 0..3000_usize) {
            check(&text, from, at)?;
        }

        #[test]
        fn comments_end_where_they_do_nearby(text in sparse(4 * BLOCK), from in 0..10_usize, at in 0..200_usize) {
            check(&text, from, at)?;
        }
    }

    fn check(text: &[u8], from: usize, at: usize) -> Result<(), TestCaseError> {
        let mut braces = Braces::of_nothing();
        prop_assert_eq!(braces.comment_end(at), None);
        braces.look(Portable, b"}{}}[", 0);
        let has_odd = braces.look(Portable, text, from);
        let rest = text.get(from..).unwrap_or_default();
        let seen = &text[..text.len().min(from + (rest.len() / BLOCK).min(BLOCKS) * BLOCK)];
        let expected = if at < from { None } else { comment_end_by_bytes(seen, at) };
        prop_assert_eq!(braces.comment_end(at), expected);
        let odd = |byte: &u8| !byte.is_ascii() || *byte == b'\r';
        prop_assert_eq!(has_odd, seen.get(from..).is_some_and(|seen| seen.iter().any(odd)));
        Ok(())
    }
}
