//! The indexer: the starts and ends of tokens in a block, from its byte classes.

use std::array;

use super::super::sweep;
use super::braces::{Braces, CommentEnd};
use super::byte_classes::{BLOCK, ByteClasses, GAP, GAPS, Scanner};

/// Whether there are comments among some tokens.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum CommentPresence {
    /// None.
    #[default]
    None,
    /// Some, without a `[` in any of them.
    Plain,
    /// Some, perhaps with a `[`.
    Bracketed,
}

impl CommentPresence {
    /// Comments with or without a `[`.
    #[inline(always)]
    fn new(has_bracket: bool) -> Self {
        if has_bracket { Self::Bracketed } else { Self::Plain }
    }
}

pub(super) enum BlockEnd {
    /// At a stop byte, with its offset in the block.
    Stop(usize),
    /// At its end, inside or outside a comment.
    Block,
    /// The block is inside a comment and has no `}`. The indexer did not use it.
    LongComment,
}

/// The state of the indexer before a block.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own; no two are states of one thing")]
pub(super) struct Indexer {
    /// The numbers of starts and of ends found so far.
    pub(super) starts: usize,
    pub(super) ends: usize,
    /// Whether the last byte was a symbol character, or a one-byte token or the end of a comment.
    was_word: bool,
    was_single: bool,
    /// Whether the last bytes, back to the start of their token, were digits.
    was_number: bool,
    /// How much of a result may be before the block.
    result: ResultStart,
    pub(super) in_comment: bool,
    pub(super) comments: CommentPresence,
    pub(super) has_variations: bool,
}

impl Indexer {
    #[inline(always)]
    fn comment(&mut self, has_bracket: bool) {
        self.comments = self.comments.max(CommentPresence::new(has_bracket));
    }

    /// The `}` of the open comment, whose end was found ahead. `None` if it contains a `{`.
    #[inline(always)]
    pub(super) fn comment_end(&mut self, near: &[u8], at: usize, end: CommentEnd) -> Option<usize> {
        if end.has_opener {
            std::hint::cold_path();
            self.comment(true);
            return (!near[at..end.close].contains(&b'{')).then_some(end.close);
        }
        Some(end.close)
    }

    /// Searches for the `}` of the open comment from `at` on. `None` if the comment contains a `{` or has no end.
    #[cold]
    pub(super) fn far_comment_end(&mut self, near: &[u8], at: usize) -> Option<usize> {
        let end = sweep::comment_end(near, at)?;
        self.comment(end.bracket.is_some());
        Some(end.close)
    }

    /// Records the end of the open comment before `place`.
    #[inline(always)]
    pub(super) fn end_comment(&mut self, ends: &mut [u16], place: u16) {
        self.in_comment = false;
        if let Some(end) = ends.get_mut(self.ends) {
            *end = place;
            self.ends += 1;
        }
    }

    /// Records whether there are parentheses among these one-byte tokens of a block.
    #[inline(always)]
    fn note_singles(&mut self, block: &[u8; BLOCK], single_tokens: u64) {
        if single_tokens != 0 && !self.has_variations {
            self.has_variations = has_parenthesis(block, single_tokens);
        }
    }

    /// Indexes the tokens of a block.
    #[inline(always)]
    pub(super) fn block(
        &mut self,
        scanner: impl Scanner,
        block: &[u8; BLOCK],
        offset: u16,
        starts: &mut [u16; BLOCK],
        ends: &mut [u16; BLOCK],
    ) -> BlockEnd {
        debug_assert!(!self.in_comment || self.comments != CommentPresence::None);
        let classes = scanner.classes(block, self.comments != CommentPresence::None);
        let (mut hidden, mut faults, mut in_comment) = (0, 0, false);
        let mut found = CommentPresence::None;
        let braces = classes.open | classes.close;
        if braces != 0 || self.in_comment {
            if self.in_comment && classes.close == 0 {
                return BlockEnd::LongComment;
            }
            // Prefix XOR: a bit for every byte from a `{` to the one before its `}`.
            let comments = scanner.parity(braces) ^ 0_u64.wrapping_sub(u64::from(self.in_comment));
            let before = comments << 1 | u64::from(self.in_comment);
            faults = (classes.open & before) | (classes.close & !before);
            hidden = comments | classes.close;
            in_comment = comments >> 63 == 1;
            found = CommentPresence::new(classes.bracket & hidden != 0);
        }
        let edges = Edges::new(block, &classes, hidden, self.was_word, self.was_number, self.result);
        let singles = edges.single_tokens | classes.close;
        let mut begun = edges.begun | classes.open;
        let mut ended = edges.ended | singles << 1 | u64::from(self.was_single);
        let stops = edges.stops | faults;
        let stop = stops.trailing_zeros();
        if stops != 0 {
            let before = (1 << stop) - 1;
            begun &= before;
            ended &= before | 1 << stop;
            if braces & before == 0 && !self.in_comment {
                found = CommentPresence::None;
            }
        }
        self.comments = self.comments.max(found);
        self.note_singles(block, begun & edges.single_tokens);
        self.starts += scanner.list(begun, offset, starts);
        self.ends += scanner.list(ended, offset, ends);
        self.was_word = edges.words >> 63 == 1;
        self.was_single = singles >> 63 == 1;
        self.was_number = edges.is_number;
        self.result = edges.result;
        self.in_comment = in_comment;
        if stops == 0 { BlockEnd::Block } else { BlockEnd::Stop(stop as usize) }
    }
}

const SPACES: u128 = u128::from_le_bytes([b' '; GAP]);

impl Indexer {
    /// Indexes the next few comments and the gaps between them together: with long comments and short gaps, a block
    /// contains at most one gap. `at` is after a comment, and offsets are relative to `from`. Returns the end of the
    /// last of these comments; `None`, without any change, leaves the text to [`Self::block`], which finds the same
    /// tokens.
    #[inline(always)]
    pub(super) fn gaps(
        &mut self,
        scanner: impl Scanner,
        braces: &Braces,
        bytes: &[u8],
        (from, at): (usize, usize),
        starts: &mut [u16; BLOCK],
        ends: &mut [u16; BLOCK],
    ) -> Option<usize> {
        // The bytes of each gap, padded with spaces.
        let mut gaps = [[b' '; GAP]; GAPS];
        // The offset of each bit: a byte of the gap or the `{` after it; the last bit, the offset after the comment.
        let mut places = [[0; GAP]; GAPS];
        let (mut opened, mut closed) = (0, 0);
        let mut end_of_last = at;
        for (i, (gap, places)) in gaps.iter_mut().zip(&mut places).enumerate() {
            let Some(text) = bytes.get(end_of_last..).and_then(<[u8]>::first_chunk::<GAP>) else { break };
            let length = scanner.open_brace(text);
            let end = braces.comment_end(end_of_last + length + 1).filter(|end| length + 1 < GAP && !end.has_opener);
            let Some(end) = end else { break };
            let rest = u128::MAX << (u8::BITS as usize * length);
            *gap = (u128::from_le_bytes(*text) & !rest | SPACES & rest).to_le_bytes();
            opened |= 1 << (GAP * i + length);
            closed |= 1 << (GAP * i + GAP - 1);
            let offset = (end_of_last - from) as u16;
            *places = array::from_fn(|place| offset.wrapping_add(place as u16));
            end_of_last = end.close + 1;
            places[GAP - 1] = (end_of_last - from) as u16;
        }
        if opened == 0 {
            return None;
        }
        let block = gaps.as_flattened().first_chunk()?;
        let classes = scanner.classes(block, false);
        // No gap fills all its bytes, so gaps do not touch.
        let Edges { single_tokens, begun, ended, stops, .. } =
            Edges::new(block, &classes, 0, false, false, ResultStart::default());
        if stops | classes.close != 0 {
            std::hint::cold_path();
            return None;
        }
        self.note_singles(block, single_tokens);
        self.comment(false);
        self.starts += scanner.list_places(begun | opened, &places, starts);
        self.ends += scanner.list_places(ended | single_tokens << 1 | closed, &places, ends);
        Some(end_of_last)
    }
}

/// The starts and ends of symbols and one-byte tokens in a block.
struct Edges {
    words: u64,
    single_tokens: u64,
    /// The starts of symbols and one-byte tokens.
    begun: u64,
    /// The bytes after the ends of symbols.
    ended: u64,
    stops: u64,
    /// Whether the last bytes, back to the start of their token, are digits.
    is_number: bool,
    /// How much of a result may be before the next block.
    result: ResultStart,
}

/// Whether the last bytes may be the start of a result, as bits 0 or 1.
#[derive(Clone, Copy, Default)]
struct ResultStart {
    /// A digit that starts a token, as in `1-0`.
    digit: u64,
    /// Such a digit and the sign after it.
    sign: u64,
}

impl Edges {
    /// The edges of a block, some bytes of which are hidden in comments. `was_word` and `was_number` refer to the byte
    /// before.
    #[inline(always)]
    fn new(
        block: &[u8; BLOCK],
        classes: &ByteClasses,
        hidden: u64,
        was_word: bool,
        was_number: bool,
        result: ResultStart,
    ) -> Self {
        let (words, single_tokens) = (classes.word & !hidden, classes.single & !hidden);
        let after_word = words << 1 | u64::from(was_word);
        let begun = words & !after_word;
        // If digits start a token, adding a bit carries through them to the byte after, where a dot is allowed. After
        // other symbols a dot may continue the token: `e.p.`
        let (sums, is_number) = classes.digit.overflowing_add((begun & classes.digit) | u64::from(was_number));
        let mut stops = (classes.stop | classes.dot & after_word & !(sums & !classes.digit)) & !hidden;
        // Dots apart from a number may stand for a move. At the start of a block, they may also continue other dots.
        stops |= classes.dot & !hidden & !(after_word | classes.dot << 1);
        // A token may continue after a parenthesis: `e8(Q)`.
        if single_tokens & after_word != 0 {
            stops |= opening_parentheses(block, single_tokens & after_word);
        }
        // After a result, the next game may begin: `1-0`, `1/2-1/2`.
        let first = begun & classes.digit;
        let sign = (first << 1 | result.digit) & words & !classes.digit;
        stops |= (sign << 1 | result.sign) & words & classes.digit;
        let result = ResultStart { digit: first >> 63, sign: sign >> 63 };
        Self {
            words,
            single_tokens,
            begun: begun | single_tokens,
            ended: after_word & !words,
            stops,
            is_number,
            result,
        }
    }
}

/// Whether any of these bytes is a parenthesis.
#[inline(never)]
fn has_parenthesis(block: &[u8; BLOCK], mut of: u64) -> bool {
    while of != 0 {
        if matches!(block[of.trailing_zeros() as usize], b'(' | b')') {
            return true;
        }
        of &= of - 1;
    }
    false
}

/// The opening parentheses among these bytes.
#[cold]
fn opening_parentheses(block: &[u8; BLOCK], of: u64) -> u64 {
    (0..BLOCK).filter(|i| of >> i & 1 == 1 && block[*i] == b'(').fold(0, |found, i| found | 1 << i)
}
