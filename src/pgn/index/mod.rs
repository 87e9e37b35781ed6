//! The token index: the offsets of many tokens of the movetext, found ahead with SIMD.
//!
//! This is a structural index as in the first stage of simdjson (Langdale and Lemire 2019). Nearly all of an archive is
//! moves and move numbers with a space in between. Finding the end of each token before the start of the next is a
//! chain of dependent steps. So the index finds all tokens first, 64 bytes at a time: `byte_classes` computes bit
//! masks, a shift and an `and` give the starts and ends of tokens, and the positions of these bits go to two lists.
//!
//! ```text
//!   bytes    1 3 .   N f 3 + )   { o k }   1 3 . . .
//!   starts   0       4       8   10        15
//!   ends         2           8 9         14    17
//! ```
//!
//! The index knows only symbols, numbers without their dots, comments, and one-byte tokens such as parentheses. The
//! fast path accepts a symbol only if it is a complete move, and a number only if it is the expected one with the right
//! dots. For everything else it leaves the index, and the [`Lexer`](super::lex::Lexer) continues from there, so both
//! read the same. The index stops before a byte that could change how the text is read: a brace within a comment and,
//! outside comments, a result, a bracket, a semicolon, or a byte outside ASCII.

mod braces;
mod byte_classes;
mod bytes8;
mod indexer;
mod scan_level;

use std::ops::Range;

use crate::cpu::CpuLevel;

use braces::Braces;
use byte_classes::BLOCK;
pub(super) use byte_classes::Scanner;
pub use bytes8::{Bytes8, is_move_number};
pub use indexer::CommentPresence;
use indexer::{BlockEnd, Indexer};
pub(super) use scan_level::{ScanTask, scan};

/// The largest number of tokens in the index.
pub const MAX_TOKENS: usize = 512;

/// The largest number of bytes in the index, because offsets have 16 bits; the last block may extend beyond it.
const MAX_LEN: usize = 60_000;
const _: () = assert!(MAX_LEN + 2 * BLOCK <= u16::MAX as usize);

/// The tokens of a part of the movetext; the capacity suffices for nearly every game.
pub struct TokenIndex {
    level: CpuLevel,
    /// The first indexed byte, and the end of the indexed part.
    from: usize,
    to: usize,
    /// Whether the index stopped there: before a stop byte, or in a comment with a far end.
    is_stopped: bool,
    comments: CommentPresence,
    has_variations: bool,
    /// The starts and ends of tokens, relative to `from`.
    starts: [u16; MAX_TOKENS],
    ends: [u16; MAX_TOKENS],
    count: usize,
    /// The first token that was not consumed yet.
    next: usize,
}

impl TokenIndex {
    /// An empty index.
    pub fn new() -> Self {
        Self {
            level: CpuLevel::HIGHEST,
            from: 0,
            to: 0,
            is_stopped: false,
            comments: CommentPresence::None,
            has_variations: false,
            starts: [0; MAX_TOKENS],
            ends: [0; MAX_TOKENS],
            count: 0,
            next: 0,
        }
    }

    /// Clears the index for another text, which will be scanned at this level.
    #[inline]
    pub fn reset(&mut self, level: CpuLevel) {
        self.level = level;
        (self.from, self.to, self.is_stopped) = (0, 0, false);
        (self.count, self.next) = (0, 0);
    }

    /// Moves to `position`, which must be between two tokens and outside comments; the bytes must be the same every
    /// time. Indexes the tokens from there on if necessary, and returns whether there are any.
    #[inline]
    pub fn enter(&mut self, bytes: &[u8], position: usize) -> bool {
        if (self.from..=self.to).contains(&position) {
            while self.token(self.next).is_some_and(|token| token.end <= position) {
                self.next += 1;
            }
            match self.token(self.next) {
                Some(token) if token.start >= position => return true,
                None if self.is_stopped => return false,
                // All were consumed; or the lexer has split one, as in `2Nf3`.
                _ => {}
            }
        }
        self.find(bytes, position);
        self.count > 0
    }

    /// The index of the first token that was not consumed, for [`Self::token`].
    #[inline(always)]
    pub fn next(&self) -> usize {
        self.next
    }

    /// Marks all tokens before this one as consumed.
    #[inline(always)]
    pub fn skip_to(&mut self, index: usize) {
        self.next = index;
    }

    /// The byte range of a token.
    #[inline(always)]
    pub fn token(&self, index: usize) -> Option<Range<usize>> {
        if index >= self.count {
            return None;
        }
        let (start, end) = (*self.starts.get(index)?, *self.ends.get(index)?);
        Some(self.from + usize::from(start)..self.from + usize::from(end))
    }

    /// Whether there are comments among its tokens.
    #[inline]
    pub fn comments(&self) -> CommentPresence {
        self.comments
    }

    /// Whether there are parentheses among its tokens, so that there may be variations.
    #[inline]
    pub fn has_variations(&self) -> bool {
        self.has_variations
    }

    /// The first indexed byte; offsets in [`Self::tokens`] are relative to it.
    #[inline(always)]
    pub fn from(&self) -> usize {
        self.from
    }

    /// All tokens except those in the last eight bytes of the text, which must be the indexed one.
    #[inline]
    pub fn tokens<'a>(&'a self, bytes: &'a [u8]) -> TokenSpans<'a> {
        let text = bytes.get(self.from..).unwrap_or_default();
        let is_near_end = |start: &u16| usize::from(*start) + size_of::<Bytes8>() > text.len();
        let mut starts = &self.starts[..self.count];
        while let Some((_, rest)) = starts.split_last().filter(|(last, _)| is_near_end(last)) {
            starts = rest;
        }
        debug_assert!(starts.is_sorted(), "blocks and gaps are found from left to right");
        TokenSpans { text, starts, ends: &self.ends }
    }

    fn start(&self, index: usize) -> usize {
        self.from + usize::from(self.starts[index])
    }

    /// Indexes the tokens from `position` on.
    #[inline(never)]
    fn find(&mut self, bytes: &[u8], position: usize) {
        scan(self.level, Find { index: self, bytes, position });
    }

    #[inline(always)]
    fn find_with(&mut self, scanner: impl Scanner, bytes: &[u8], position: usize) {
        let mut indexer = Indexer::default();
        let mut braces: Option<Braces> = None;
        // The lexer reads comments that end farther away.
        let near = &bytes[..bytes.len().min(position + MAX_LEN)];
        let mut at = position;
        self.is_stopped = true;
        loop {
            let offset = at - position;
            let (Some(starts), Some(ends)) =
                (slots(&mut self.starts, indexer.starts), slots(&mut self.ends, indexer.ends))
            else {
                self.is_stopped = false;
                break;
            };
            if offset > MAX_LEN {
                self.is_stopped = false;
                break;
            }
            let block = bytes.get(at..).and_then(<[u8]>::first_chunk);
            let found = match block {
                Some(block) => indexer.block(scanner, block, offset as u16, starts, ends),
                None => indexer.block(scanner, &last_block(bytes, at), offset as u16, starts, ends),
            };
            let close = match found {
                BlockEnd::Stop(stop) => {
                    at += stop;
                    break;
                }
                BlockEnd::Block => {
                    at += BLOCK;
                    let is_near = at < near.len();
                    // With short comments this branch is unpredictable, so it is taken only if it matters.
                    if is_near && braces.is_none() || !indexer.in_comment {
                        continue;
                    }
                    match braces.as_ref().and_then(|braces| braces.comment_end(at)) {
                        Some(end) => indexer.comment_end(near, at, end),
                        None if is_near => continue,
                        None => break,
                    }
                }
                BlockEnd::LongComment => {
                    let braces = braces.get_or_insert_with(Braces::empty);
                    braces.scan(scanner, near, at);
                    match braces.comment_end(at) {
                        Some(end) => indexer.comment_end(near, at, end),
                        None => indexer.far_comment_end(near, at),
                    }
                }
            };
            let Some(close) = close else { break };
            at = close + 1;
            indexer.end_comment(&mut self.ends, (at - position) as u16);
            while let Some(braces) = &braces
                && let Some(starts) = slots(&mut self.starts, indexer.starts)
                && let Some(ends) = slots(&mut self.ends, indexer.ends)
                && let Some(end) = indexer.gaps(scanner, braces, near, (position, at), starts, ends)
            {
                at = end;
            }
        }
        self.comments = indexer.comments;
        self.has_variations = indexer.has_variations;
        self.from = position;
        self.next = 0;
        // The last token may continue after the scanned part; one that touches the stop byte may be another token.
        debug_assert!(indexer.ends <= indexer.starts);
        self.count = indexer.ends.min(indexer.starts);
        if self.is_stopped && self.count > 0 && position + usize::from(self.ends[self.count - 1]) == at {
            self.count -= 1;
        }
        self.to = if self.count < indexer.starts { self.start(self.count) } else { at };
    }
}

/// The task to index the tokens from a position on.
struct Find<'a> {
    index: &'a mut TokenIndex,
    bytes: &'a [u8],
    position: usize,
}

impl ScanTask for Find<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, scanner: impl Scanner) {
        self.index.find_with(scanner, self.bytes, self.position);
    }
}

/// The tokens of an index, with offsets relative to its first byte.
#[derive(Clone, Copy)]
pub struct TokenSpans<'a> {
    /// The text from the first indexed byte on.
    text: &'a [u8],
    /// In ascending order; eight bytes can be read at each.
    starts: &'a [u16],
    ends: &'a [u16; MAX_TOKENS],
}

impl TokenSpans<'_> {
    /// The number of tokens.
    #[inline]
    pub fn count(self) -> usize {
        self.starts.len()
    }

    /// The starts, relative to the first indexed byte.
    #[inline]
    pub fn starts(&self) -> &[u16] {
        self.starts
    }

    /// The ends, relative to the first indexed byte.
    #[inline]
    pub fn ends(&self) -> &[u16] {
        &self.ends[..self.starts.len()]
    }

    /// The first eight bytes of a token and the text after it.
    #[inline(always)]
    pub fn text(self, index: usize) -> Option<Bytes8> {
        let start = usize::from(*self.starts.get(index)?);
        // SAFETY: `TokenIndex::tokens` has checked that eight bytes can be read at the start of the last token. All
        // others start before it: the indexer works from left to right, has written each start below the count, and no
        // offset exceeds 16 bits, see `MAX_LEN`.
        let text = unsafe { self.text.get_unchecked(start..start + size_of::<Bytes8>()) };
        Some(Bytes8::from_prefix(text))
    }

    /// The text from the first indexed byte on, to which starts and ends refer.
    #[inline]
    pub fn all_text(&self) -> &[u8] {
        self.text
    }
}

impl Default for TokenIndex {
    fn default() -> Self {
        Self::new()
    }
}

/// The next slots of a list; `None` if there are too few for a block.
#[inline(always)]
fn slots(list: &mut [u16; MAX_TOKENS], at: usize) -> Option<&mut [u16; BLOCK]> {
    list.get_mut(at..)?.first_chunk_mut()
}

/// The last bytes of a text, padded with NULs, which are stop bytes.
#[cold]
fn last_block(bytes: &[u8], at: usize) -> [u8; BLOCK] {
    let mut block = [0; BLOCK];
    let rest = bytes.get(at..).unwrap_or_default();
    block[..rest.len()].copy_from_slice(rest);
    block
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::lex::{Lexer, TokenKind};
    use super::byte_classes::Portable;
    use super::*;

    /// The tokens of a text, and the end of the indexed part.
    fn tokens(bytes: &[u8]) -> (Vec<Range<usize>>, usize) {
        let mut index = TokenIndex::new();
        index.enter(bytes, 0);
        ((0..index.count).filter_map(|place| index.token(place)).collect(), index.to)
    }

    fn words(text: &str) -> Vec<&str> {
        tokens(text.as_bytes()).0.into_iter().map(|token| &text[token]).collect()
    }

    #[test]
    fn tokens_are_found_ahead() {
        assert_eq!(words("13. Nf3+) {ok} 13... e5! "), ["13", "Nf3+", ")", "{ok}", "13", "e5", "!"]);
        assert_eq!(words("1.e4 e5\n2.Nf3\t[x"), ["1", "e4", "e5", "2", "Nf3"]);
        assert_eq!(words("e4 {a {b} c} e5"), ["e4"], "comments do not nest");
        assert_eq!(words("e4 e.p. e5 "), ["e4"], "a token may continue after a dot");
        assert_eq!(words("a8=Q e8(Q) e5 "), ["a8=Q"], "and after a parenthesis");
        assert_eq!(words("e4 e5\u{e9} d4 "), ["e4"]);
        let long = format!("e4 {{{}}} e5{}", "x".repeat(300), " ".repeat(BLOCK));
        assert_eq!(words(&long).last(), Some(&"e5"));
        let longer = format!("e4 {{{}}} e5 ", "x".repeat(70_000));
        assert_eq!(words(&longer), ["e4"]);
    }

    #[test]
    fn the_index_stops_before_results() {
        for lead in 0..=BLOCK {
            for result in ["1-0", "1/2-1/2", "*"] {
                let text = format!("{:lead$}1. e4 e5 {result}\n1. d4 d5 {:BLOCK$}", "", "");
                assert_eq!(words(&text), ["1", "e4", "e5"], "{lead} before {result}");
            }
        }
    }

    #[test]
    fn comments_of_any_length_are_indexed() {
        // Miri takes too long for every length.
        let step = if cfg!(miri) { 31 } else { 1 };
        for length in (0..200).chain([255, 256, 1000, 4000, 4096, 4097, 5000, 9000]).step_by(step) {
            for lead in (0..=BLOCK).step_by(step) {
                let [long, short] = [length, length % 7].map(|length| format!("{{{}}}", ".".repeat(length)));
                // The lexer reads comments near the end of the text.
                let text = format!("{:lead$}e4 {long} e5{short} {long}Nf3 {:BLOCK$}", "", "");
                assert_eq!(words(&text), ["e4", &long, "e5", &short, &long, "Nf3"], "{lead} before {length}");
            }
        }
    }

    #[test]
    fn tokens_between_long_comments_are_indexed() {
        const GAPS: [(&str, &[&str]); 14] = [
            (" ", &[]),
            ("", &[]),
            (" e5 ", &["e5"]),
            (" 12. ", &["12"]),
            ("\n12.Nf3 ", &["12", "Nf3"]),
            ("\n12... Nbxd7+ ", &["12", "Nbxd7+"]),
            ("e4", &["e4"]),
            (" $1 e5!? ", &["$", "1", "e5", "!", "?"]),
            (" (e4 ", &["(", "e4"]),
            (" Nf6)  ", &["Nf6", ")"]),
            (" 112. Nbxd7+ ", &["112", "Nbxd7+"]),
            (" 1112. Nbxd7+ ", &["1112", "Nbxd7+"]),
            (" 11112. Nbxd7+ ", &["11112", "Nbxd7+"]),
            (" e4 12. Nf6 d4 d5 ", &["e4", "12", "Nf6", "d4", "d5"]),
        ];
        // Each of these stops the index in a different way.
        const STOPS: [&str; 8] = [" e8(Q) ", " e4.. ", " 12.... ", " } ", " [", " ; ", " é ", " \0 "];
        let comment = format!("{{{}}}", "d=31, mt=1000, ".repeat(9));
        let texts = (1..9).flat_map(|count| (0..GAPS.len()).map(move |first| (count, first)));
        for (count, first) in texts.step_by(if cfg!(miri) { 55 } else { 1 }) {
            let mut text = format!("1. e4 {comment}");
            let mut expected = vec!["1", "e4", &comment];
            for i in 0..count {
                let (gap, tokens) = GAPS[(first + i * (i + 3)) % GAPS.len()];
                text.extend([gap, &comment]);
                expected.extend(tokens);
                expected.push(&comment);
            }
            let whole = format!("{text} Nf6 {:BLOCK$}", "");
            expected.push("Nf6");
            for level in CpuLevel::ALL {
                let mut index = TokenIndex::new();
                index.reset(level);
                index.enter(whole.as_bytes(), 0);
                let found: Vec<_> =
                    (0..index.count).filter_map(|place| index.token(place)).map(|at| &whole[at]).collect();
                assert_eq!(found, expected, "{level:?}");
            }
            for stop in STOPS {
                check(format!("{text}{stop}{comment} e4 {comment} Nf6 {comment}{:BLOCK$}", "").as_bytes());
            }
        }
    }

    #[test]
    fn parentheses_are_distinguished_from_other_one_byte_tokens() {
        let long = format!("{{{}}}", ".".repeat(200));
        for (text, expected) in [
            ("e4 !? $1 e5", false),
            ("e4 (d4) e5", true),
            ("e4 ! (d4) e5", true),
            ("e4 {(} e5", false),
            ("e4 $1 ) e5", true),
        ] {
            for text in [format!("{text} {:BLOCK$}", ""), format!("{long} {text} {long} {text} {:BLOCK$}", "")] {
                let mut index = TokenIndex::new();
                index.enter(text.as_bytes(), 0);
                assert_eq!(index.has_variations(), expected, "{text}");
            }
        }
    }

    #[test]
    fn brackets_in_long_comments_are_reported() {
        for (comment, comments) in [("", CommentPresence::Plain), ("[", CommentPresence::Bracketed)] {
            for place in [0, 1, 70, 200, 5000] {
                let text = format!("e4 {{{}{comment}{:300}}} e5 {:BLOCK$}", ".".repeat(place), "", "");
                let mut index = TokenIndex::new();
                index.enter(text.as_bytes(), 0);
                assert_eq!((index.count, index.comments()), (3, comments), "at {place}");
            }
        }
    }

    #[test]
    fn an_index_continues_where_it_ended() {
        let text = "Nf3 Nf6 Ng1 Ng8 ".repeat(400);
        let (mut index, mut at, mut count) = (TokenIndex::new(), 0, 0);
        while index.enter(text.as_bytes(), at) {
            let token = index.token(index.next()).unwrap();
            assert_eq!(token.len(), 3);
            (at, count) = (token.end, count + 1);
            index.skip_to(index.next() + 1);
        }
        assert_eq!(count, 1600);
    }

    #[test]
    fn a_split_token_is_indexed_again() {
        let text = b"2Nf3 e5 d4 ";
        let mut index = TokenIndex::new();
        for (position, token) in [(0, 0..4), (1, 1..4), (4, 5..7), (6, 6..7), (7, 8..10)] {
            assert!(index.enter(text, position));
            assert_eq!(index.token(index.next()), Some(token), "at {position}");
        }
    }

    /// Checks that the lexer reads the tokens of the index.
    fn check(text: &[u8]) {
        let bytes = [b"1. ", text].concat();
        let mut index = TokenIndex::new();
        index.enter(&bytes, 0);
        let mut lexer = Lexer::new(&bytes, 0);
        let mut read: Vec<Range<usize>> = Vec::new();
        while let Some(token) = lexer.next_token() {
            match token.kind {
                TokenKind::Dots => {}
                TokenKind::Number(_) => {
                    let digits = bytes[token.start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                    read.push(token.start..token.start + digits);
                }
                // `$1` and `!?` are one token for the lexer and two for the index.
                TokenKind::Nag(_) | TokenKind::Suffix => read.push(token.start..token.start + 1),
                _ => read.push(token.span()),
            }
        }
        let end = lexer.position();
        let (found, _) = tokens(&bytes);
        for token in found.iter().filter(|token| token.end < end) {
            let follows_prefix = token.start > 0 && matches!(bytes[token.start - 1], b'$' | b'!' | b'?');
            // The lexer splits `2Nf3`; the fast path accepts it neither as a number nor as a move.
            let text = &bytes[token.clone()];
            let is_glued = text[0].is_ascii_digit() && !text.iter().all(u8::is_ascii_digit);
            assert!(
                follows_prefix || is_glued || read.contains(token),
                "{token:?} of {:?}",
                bytes.escape_ascii().to_string()
            );
        }
    }

    properties! {
        #[test]
        fn the_index_matches_the_lexer(
            text in "([ \n]|[KQRBN]?x?[a-h][1-8][+#]?|[1-9]{1,3}\\.{0,3}|\\{[^{}]{0,90}\\}|[()!?$.]|e\\.p\\.|e8\\(Q\\)|O-O|-|é|;){0,60}"
        ) {
            check(text.as_bytes());
        }

        #[test]
        fn the_index_matches_the_lexer_after_long_comments(
            text in "([KQRBN]?x?[a-h][1-8] |[1-9]\\. |\\{[a-z\n]{0,400}[\\[{\r\0é]?[a-z\n]{0,200}\\}|[}{]){0,12}"
        ) {
            check(text.as_bytes());
        }

        #[test]
        fn every_scanner_finds_the_same(
            bytes in prop::collection::vec(0x20_u8..0x80, 0..600),
            gaps in prop::collection::vec((0..600_usize, 0..300_usize), 0..4),
        ) {
            // Long rangees without braces, so that comments get long.
            let mut bytes = bytes;
            for (at, length) in gaps {
                let at = at.min(bytes.len());
                bytes.splice(at..at, vec![b'x'; length]);
            }
            let found = |scan: &dyn Fn(&mut TokenIndex)| {
                let mut index = TokenIndex::new();
                scan(&mut index);
                let tokens: Vec<_> = (0..index.count).map(|place| index.token(place)).collect();
                (tokens, index.to, index.is_stopped, (index.comments, index.has_variations))
            };
            let portable = found(&|index| index.find_with(Portable, &bytes, 0));
            for level in CpuLevel::ALL {
                let of_width = found(&|index| {
                    index.reset(level);
                    index.find(&bytes, 0);
                });
                prop_assert_eq!(&of_width, &portable, "{:?}", level);
            }
        }
    }
}
