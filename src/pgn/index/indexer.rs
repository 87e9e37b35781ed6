//! Where tokens start and end in a block, by what its bytes are.

use std::array;

use super::super::sweep;
use super::braces::{Braces, CommentEnd};
use super::byte_classes::{BLOCK, GAP, GAPS, Kinds, Scanner};

/// What comments there are among some tokens.
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
    /// Those among which there is a `[`, or not.
    #[inline(always)]
    fn of(has_bracket: bool) -> Self {
        if has_bracket { Self::Bracketed } else { Self::Plain }
    }
}

/// How a block ended.
pub(super) enum Found {
    /// In the middle: a wall stands so many bytes behind its beginning.
    Wall(usize),
    /// At its end, in a comment or not.
    Block,
    /// In a comment that had begun before it, and there is no `}` in it. Nothing was noted of it.
    LongComment,
}

/// What is known of the text before a block.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own; no two are states of one thing")]
pub(super) struct Finder {
    /// How many tokens were seen to start, and to end.
    pub(super) starts: usize,
    pub(super) ends: usize,
    /// Whether the last byte was one of a word, or a token or the end of one by itself.
    was_word: bool,
    was_single: bool,
    /// Whether the last bytes, back to where their token starts, were digits.
    was_number: bool,
    /// Whether a comment is open.
    pub(super) in_comment: bool,
    pub(super) comments: CommentPresence,
    /// Whether there was a byte outside ASCII or a carriage return, or may have been.
    pub(super) has_odd: bool,
    /// Whether there were parentheses, as of variations.
    pub(super) has_variations: bool,
}

impl Finder {
    /// Notes that there are comments.
    #[inline(always)]
    fn comment(&mut self, has_bracket: bool) {
        self.comments = self.comments.max(CommentPresence::of(has_bracket));
    }

    /// Where the open comment closes, whose end from `at` on was found ahead. `None` if there is a `{` in it.
    #[inline(always)]
    pub(super) fn comment_end(&mut self, near: &[u8], at: usize, end: CommentEnd) -> Option<usize> {
        if end.has_opener {
            std::hint::cold_path();
            self.comment(true);
            return (!near[at..end.close].contains(&b'{')).then_some(end.close);
        }
        Some(end.close)
    }

    /// Where the open comment closes, looked for from `at` on. `None` if there is a `{` in it, or no end.
    #[cold]
    pub(super) fn far_comment_end(&mut self, near: &[u8], at: usize) -> Option<usize> {
        let end = sweep::comment_end(near, at)?;
        self.has_odd |= sweep::has_odd_byte(&near[at..end.close]);
        self.comment(end.bracket.is_some());
        Some(end.close)
    }

    /// The open comment ends before `place`.
    #[inline(always)]
    pub(super) fn end_comment(&mut self, ends: &mut [u16], place: u16) {
        self.in_comment = false;
        if let Some(end) = ends.get_mut(self.ends) {
            *end = place;
            self.ends += 1;
        }
    }

    /// Notes that there are single marks at these places of a block.
    #[inline(always)]
    fn note_marks(&mut self, block: &[u8; BLOCK], marks: u64) {
        if marks != 0 && !self.has_variations {
            self.has_variations = has_parenthesis(block, marks);
        }
    }

    /// Finds the tokens of a block.
    #[inline(always)]
    pub(super) fn block(
        &mut self,
        scanner: impl Scanner,
        block: &[u8; BLOCK],
        offset: u16,
        starts: &mut [u16; BLOCK],
        ends: &mut [u16; BLOCK],
    ) -> Found {
        debug_assert!(!self.in_comment || self.comments != CommentPresence::None);
        let kinds = scanner.kinds(block, self.comments != CommentPresence::None);
        let (mut hidden, mut faults, mut in_comment) = (0, 0, false);
        let mut noted = CommentPresence::None;
        let braces = kinds.open | kinds.close;
        if braces != 0 || self.in_comment {
            if self.in_comment && kinds.close == 0 {
                return Found::LongComment;
            }
            // A bit for every byte from a `{` to the one before its `}`.
            let comments = scanner.parity(braces) ^ 0_u64.wrapping_sub(u64::from(self.in_comment));
            let before = comments << 1 | u64::from(self.in_comment);
            faults = (kinds.open & before) | (kinds.close & !before);
            hidden = comments | kinds.close;
            in_comment = comments >> 63 == 1;
            noted = CommentPresence::of(kinds.bracket & hidden != 0);
        }
        let edges = Edges::of(block, &kinds, hidden, self.was_word, self.was_number);
        let singles = edges.marks | kinds.close;
        let mut begun = edges.begun | kinds.open;
        let mut ended = edges.ended | singles << 1 | u64::from(self.was_single);
        let walls = edges.walls | faults;
        let wall = walls.trailing_zeros();
        let mut odd = kinds.odd;
        if walls != 0 {
            let before = (1 << wall) - 1;
            begun &= before;
            ended &= before | 1 << wall;
            odd &= before;
            if braces & before == 0 && !self.in_comment {
                noted = CommentPresence::None;
            }
        }
        self.has_odd |= odd != 0;
        self.comments = self.comments.max(noted);
        self.note_marks(block, begun & edges.marks);
        self.starts += scanner.list(begun, offset, starts);
        self.ends += scanner.list(ended, offset, ends);
        self.was_word = edges.words >> 63 == 1;
        self.was_single = singles >> 63 == 1;
        self.was_number = edges.is_number;
        self.in_comment = in_comment;
        if walls == 0 { Found::Block } else { Found::Wall(wall as usize) }
    }
}

/// Blanks for a whole gap.
const BLANKS: u128 = u128::from_le_bytes([b' '; GAP]);

impl Finder {
    /// Finds the tokens of what stands between the next few comments, and of these: where comments are long and little stands
    /// between them, a block would hold no more than one such gap. `at` is behind a comment, places count from `from`. Tells
    /// where the last of these comments ends; `None`, with nothing noted, leaves it all to [`Self::block`], which finds the
    /// same.
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
        // The bytes of each gap, and blanks behind them.
        let mut gaps = [[b' '; GAP]; GAPS];
        // What each bit stands for: a byte of the gap or the `{` behind it; the last, the place behind the comment.
        let mut places = [[0; GAP]; GAPS];
        let (mut opened, mut closed) = (0, 0);
        let mut behind = at;
        for (i, (gap, places)) in gaps.iter_mut().zip(&mut places).enumerate() {
            let Some(text) = bytes.get(behind..).and_then(<[u8]>::first_chunk::<GAP>) else { break };
            let length = scanner.open_brace(text);
            let end = braces.comment_end(behind + length + 1).filter(|end| length + 1 < GAP && !end.has_opener);
            let Some(end) = end else { break };
            let rest = u128::MAX << (u8::BITS as usize * length);
            *gap = (u128::from_le_bytes(*text) & !rest | BLANKS & rest).to_le_bytes();
            opened |= 1 << (GAP * i + length);
            closed |= 1 << (GAP * i + GAP - 1);
            let offset = (behind - from) as u16;
            *places = array::from_fn(|place| offset.wrapping_add(place as u16));
            behind = end.close + 1;
            places[GAP - 1] = (behind - from) as u16;
        }
        if opened == 0 {
            return None;
        }
        let block = gaps.as_flattened().first_chunk()?;
        let kinds = scanner.kinds(block, false);
        // No gap takes all its bytes, so that none touches the next.
        let Edges { marks, begun, ended, walls, .. } = Edges::of(block, &kinds, 0, false, false);
        if walls | kinds.close != 0 {
            std::hint::cold_path();
            return None;
        }
        self.note_marks(block, marks);
        self.comment(false);
        self.starts += scanner.list_places(begun | opened, &places, starts);
        self.ends += scanner.list_places(ended | marks << 1 | closed, &places, ends);
        Some(behind)
    }
}

/// Where words and marks start and end in a block.
struct Edges {
    words: u64,
    marks: u64,
    /// Where words and marks start.
    begun: u64,
    /// Behind which words end: the bytes there.
    ended: u64,
    /// Where the lane ends.
    walls: u64,
    /// Whether the last bytes, back to where their token starts, are digits.
    is_number: bool,
}

impl Edges {
    /// Those of a block, of which some bytes are hidden in comments. `was_word` and `was_number` are said of the byte before.
    #[inline(always)]
    fn of(block: &[u8; BLOCK], kinds: &Kinds, hidden: u64, was_word: bool, was_number: bool) -> Self {
        let (words, marks) = (kinds.word & !hidden, kinds.mark & !hidden);
        let behind_word = words << 1 | u64::from(was_word);
        let begun = words & !behind_word;
        // Where digits start a token, adding one runs through them and stops behind: there a dot may stand. Elsewhere a
        // word may go on with one: `e.p.`
        let (sums, is_number) = kinds.digit.overflowing_add((begun & kinds.digit) | u64::from(was_number));
        let mut walls = (kinds.wall | kinds.dot & behind_word & !(sums & !kinds.digit)) & !hidden;
        // A word may go on behind a parenthesis: `e8(Q)`.
        if marks & behind_word != 0 {
            walls |= parentheses(block, marks & behind_word);
        }
        Self { words, marks, begun: begun | marks, ended: behind_word & !words, walls, is_number }
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

/// Which of these bytes are an opening parenthesis.
#[cold]
fn parentheses(block: &[u8; BLOCK], of: u64) -> u64 {
    (0..BLOCK).filter(|i| of >> i & 1 == 1 && block[*i] == b'(').fold(0, |found, i| found | 1 << i)
}
