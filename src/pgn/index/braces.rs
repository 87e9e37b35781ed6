//! The ends of long comments: the braces of up to 4 KiB of text, found ahead.
//!
//! Searching for the end of a comment block by block needs a branch per block, and the loop exit mispredicts. So the
//! braces of many blocks are recorded first, without a branch, together with a mask of the blocks that have any. Then
//! two counts of trailing zeros find the end of a comment: its block, and its byte in the block.

use super::super::scan::BLOCK;
use super::byte_classes::Scanner;

/// The number of blocks scanned together: one bit each in a word.
const BLOCKS: usize = 64;

/// The braces and brackets of some blocks, one word each; bit `i` stands for byte `i`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::pgn) struct BlockBraces {
    /// `{` and `[`.
    pub(super) openers: [u64; BLOCKS],
    /// `}`.
    pub(super) close: [u64; BLOCKS],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CommentEnd {
    /// The offset of its `}`.
    pub(super) close: usize,
    /// Whether there is a `{` or a `[` before that.
    pub(super) has_opener: bool,
}

/// The braces of a part of a text.
pub(super) struct Braces {
    /// The start of the first block.
    from: usize,
    /// The number of bytes scanned.
    length: usize,
    found: BlockBraces,
    /// The blocks with openers, and those with a `}`; bit `i` stands for block `i`.
    openers: u64,
    close: u64,
}

impl Braces {
    #[inline(always)]
    pub(super) fn empty() -> Self {
        let found = BlockBraces { openers: [0; BLOCKS], close: [0; BLOCKS] };
        Self { from: 0, length: 0, found, openers: 0, close: 0 }
    }

    /// Scans the whole blocks of a text from `from` on.
    #[inline(always)]
    pub(super) fn scan(&mut self, scanner: impl Scanner, bytes: &[u8], from: usize) {
        let blocks = bytes.get(from..).unwrap_or_default().as_chunks().0;
        let blocks = &blocks[..blocks.len().min(BLOCKS)];
        scanner.braces(blocks, &mut self.found);
        (self.from, self.length) = (from, blocks.len() * BLOCK);
        let mask = u64::MAX.checked_shr((BLOCKS - blocks.len()) as u32).unwrap_or(0);
        self.openers = scanner.not_zero(&self.found.openers) & mask;
        self.close = scanner.not_zero(&self.found.close) & mask;
    }

    /// The end of the comment that is open at `at`. `None` if its end or `at` is outside the scanned part.
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
        // In the same block both bounds apply; in two blocks, each in its own, and all blocks in between count.
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

    /// The reference implementation of [`Braces::comment_end`].
    fn reference_comment_end(bytes: &[u8], at: usize) -> Option<CommentEnd> {
        let close = at + bytes.get(at..)?.iter().position(|byte| *byte == b'}')?;
        let has_opener = bytes[at..close].iter().any(|byte| matches!(byte, b'{' | b'['));
        Some(CommentEnd { close, has_opener })
    }

    /// A text of dots with a few other bytes.
    fn sparse(limit: usize) -> impl Strategy<Value = Vec<u8>> {
        let bytes = prop::sample::select(b"{}[}]\r\0\x80{".to_vec());
        (0..limit, prop::collection::vec((0..limit, bytes), 0..12)).prop_map(|(length, bytes)| {
            let mut text = vec![b'.'; length];
            for (at, byte) in bytes {
                if let Some(place) = text.get_mut(at) {
                    *place = byte;
                }
            }
            text
        })
    }

    properties! {
        #[test]
        fn comment_ends_match_the_reference(text in sparse(2 * BLOCKS * BLOCK), from in 0..200_usize, at in 0..3000_usize) {
            check(&text, from, at)?;
        }

        #[test]
        fn near_comment_ends_match_the_reference(text in sparse(4 * BLOCK), from in 0..10_usize, at in 0..200_usize) {
            check(&text, from, at)?;
        }
    }

    fn check(text: &[u8], from: usize, at: usize) -> Result<(), TestCaseError> {
        let mut braces = Braces::empty();
        prop_assert_eq!(braces.comment_end(at), None);
        braces.scan(Portable, b"}{}}[", 0);
        braces.scan(Portable, text, from);
        let rest = text.get(from..).unwrap_or_default();
        let scanned = &text[..text.len().min(from + (rest.len() / BLOCK).min(BLOCKS) * BLOCK)];
        let expected = if at < from { None } else { reference_comment_end(scanned, at) };
        prop_assert_eq!(braces.comment_end(at), expected);
        Ok(())
    }
}
