//! A fast lane through the movetext: its tokens found ahead, a whole stretch of it at a time.
//!
//! Nearly all of an archive is moves and move numbers with a space between. To find out where each of them ends before
//! the next can be looked for is a chain of steps that wait for each other. So all are found first, 64 bytes at a time:
//! masks of bits tell what the bytes are (`kinds`), a shift and an `and` where tokens start and end, and the places
//! of these bits go into two lists.
//!
//! ```text
//!   bytes    1 3 .   N f 3 + )   { o k }   1 3 . . .
//!   starts   0       4       8   10        15
//!   ends         2           8 9         14    17
//! ```
//!
//! The lane knows of no token but words, numbers without their dots, comments, and single marks such as parentheses.
//! Whoever drives on it takes a word only if it is a move through and through, and a number only if it is the one to be
//! expected, with the right dots behind it; for everything else one leaves the lane, and the
//! [`Lexer`](super::lex::Lexer) goes on from there. So both read the same. Before a byte that could change how the
//! text is read the lane ends: a brace within a comment, and outside of comments a bracket, a semicolon, anything that is
//! not ASCII.

mod braces;
pub(super) mod byte_classes;
mod bytes8;
mod indexer;
mod scan_level;

pub use bytes8::{Bytes8, is_move_number};
pub use scan_level::ScanLevel;

use std::ops::Range;

use braces::Braces;
use byte_classes::{BLOCK, Scanner};
pub use indexer::CommentPresence;
use indexer::{Finder, Found};
pub(super) use scan_level::Look;

/// How many tokens a stretch may have.
pub const ROOM: usize = 512;

/// How many bytes: places in it are kept in 16 bits, and the last block may reach over this by its length.
const LONGEST: usize = 60_000;
const _: () = assert!(LONGEST + 2 * BLOCK <= u16::MAX as usize);

/// The tokens of a stretch of movetext. A stretch has room for those of nearly every game.
pub struct TokenIndex {
    width: ScanLevel,
    /// Where in the bytes it begins, and how far its tokens are known.
    from: usize,
    to: usize,
    /// Whether the lane cannot go on there: before a wall, or a comment that does not end near enough.
    is_walled: bool,
    comments: CommentPresence,
    has_variations: bool,
    plain: Range<usize>,
    /// Where tokens start and end, counted from its beginning.
    starts: [u16; ROOM],
    ends: [u16; ROOM],
    count: usize,
    /// The first token that was not taken yet.
    next: usize,
}

impl TokenIndex {
    /// A lane without tokens.
    #[must_use]
    pub fn new() -> Self {
        Self {
            width: ScanLevel::Avx512,
            from: 0,
            to: 0,
            is_walled: false,
            comments: CommentPresence::None,
            has_variations: false,
            plain: 0..0,
            starts: [0; ROOM],
            ends: [0; ROOM],
            count: 0,
            next: 0,
        }
    }

    /// Forgets its tokens, for another text, whose blocks will be looked at in this way. `plain` is what is known already of
    /// [`Self::plain`].
    #[inline]
    pub fn forget(&mut self, width: ScanLevel, plain: Range<usize>) {
        self.width = width;
        (self.from, self.to, self.is_walled) = (0, 0, false);
        (self.count, self.next) = (0, 0);
        self.plain = plain;
    }

    /// Goes to `position` in these bytes, which must be the same every time. It is between two tokens, outside of comments.
    /// Finds tokens from there on if they are not yet known, and says whether there are any.
    #[inline]
    pub fn enter(&mut self, bytes: &[u8], position: usize) -> bool {
        if (self.from..=self.to).contains(&position) {
            while self.token(self.next).is_some_and(|token| token.end <= position) {
                self.next += 1;
            }
            match self.token(self.next) {
                Some(token) if token.start >= position => return true,
                None if self.is_walled => return false,
                // All were taken; or the lexer has split one, as in `2Nf3`.
                _ => {}
            }
        }
        self.find(bytes, position);
        self.count > 0
    }

    /// The place of the first token that was not taken, for [`Self::token`].
    #[must_use]
    #[inline(always)]
    pub fn next(&self) -> usize {
        self.next
    }

    /// All tokens before this place were taken.
    #[inline(always)]
    pub fn take_all_before(&mut self, place: usize) {
        self.next = place;
    }

    /// Where the token at this place starts and ends.
    #[must_use]
    #[inline(always)]
    pub fn token(&self, place: usize) -> Option<Range<usize>> {
        if place >= self.count {
            return None;
        }
        let (start, end) = (*self.starts.get(place)?, *self.ends.get(place)?);
        Some(self.from + usize::from(start)..self.from + usize::from(end))
    }

    /// What comments there are among its tokens.
    #[must_use]
    #[inline]
    pub fn comments(&self) -> CommentPresence {
        self.comments
    }

    /// Whether there are parentheses among its tokens, as of variations.
    #[must_use]
    #[inline]
    pub fn has_variations(&self) -> bool {
        self.has_variations
    }

    /// A stretch of the text in which no byte is outside ASCII or a carriage return: the last that was seen to be so on the
    /// way.
    #[must_use]
    #[inline]
    pub fn plain(&self) -> Range<usize> {
        self.plain.clone()
    }

    /// Where in the bytes the lane begins: places in [`Self::tokens`] count from there.
    #[must_use]
    #[inline(always)]
    pub fn from(&self) -> usize {
        self.from
    }

    /// All its tokens but those in the last bytes of the text, which must be the one they were found in.
    #[must_use]
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

    fn start(&self, place: usize) -> usize {
        self.from + usize::from(self.starts[place])
    }

    /// Finds the tokens from `position` on.
    #[inline(never)]
    fn find(&mut self, bytes: &[u8], position: usize) {
        self.width.look(Find { lane: self, bytes, position });
    }

    #[inline(always)]
    fn find_with(&mut self, scanner: impl Scanner, bytes: &[u8], position: usize) {
        let mut finder = Finder::default();
        let mut braces: Option<Braces> = None;
        // Comments that end farther off are left to the lexer.
        let near = &bytes[..bytes.len().min(position + LONGEST)];
        let mut at = position;
        self.is_walled = true;
        loop {
            let offset = at - position;
            let (Some(starts), Some(ends)) = (room(&mut self.starts, finder.starts), room(&mut self.ends, finder.ends))
            else {
                self.is_walled = false;
                break;
            };
            if offset > LONGEST {
                self.is_walled = false;
                break;
            }
            let block = bytes.get(at..).and_then(<[u8]>::first_chunk);
            let found = match block {
                Some(block) => finder.block(scanner, block, offset as u16, starts, ends),
                None => finder.block(scanner, &last_block(bytes, at), offset as u16, starts, ends),
            };
            let close = match found {
                Found::Wall(wall) => {
                    at += wall;
                    break;
                }
                Found::Block => {
                    at += BLOCK;
                    let is_near = at < near.len();
                    // Where comments are short, whether one is open cannot be foreseen: it is asked only if it matters.
                    if is_near && braces.is_none() || !finder.in_comment {
                        continue;
                    }
                    match braces.as_ref().and_then(|braces| braces.comment_end(at)) {
                        Some(end) => finder.comment_end(near, at, end),
                        None if is_near => continue,
                        None => break,
                    }
                }
                Found::LongComment => {
                    let braces = braces.get_or_insert_with(Braces::of_nothing);
                    finder.has_odd |= braces.look(scanner, near, at);
                    match braces.comment_end(at) {
                        Some(end) => finder.comment_end(near, at, end),
                        None => finder.far_comment_end(near, at),
                    }
                }
            };
            let Some(close) = close else { break };
            at = close + 1;
            finder.end_comment(&mut self.ends, (at - position) as u16);
            while let Some(braces) = &braces
                && let Some(starts) = room(&mut self.starts, finder.starts)
                && let Some(ends) = room(&mut self.ends, finder.ends)
                && let Some(behind) = finder.gaps(scanner, braces, near, (position, at), starts, ends)
            {
                at = behind;
            }
        }
        self.comments = finder.comments;
        self.has_variations = finder.has_variations;
        self.from = position;
        self.next = 0;
        // Every end is that of a token whose start was seen before. The last token may go on behind what was looked at,
        // and one that touches the wall may be another token.
        debug_assert!(finder.ends <= finder.starts);
        self.count = finder.ends.min(finder.starts);
        if self.is_walled && self.count > 0 && position + usize::from(self.ends[self.count - 1]) == at {
            self.count -= 1;
        }
        self.to = if self.count < finder.starts { self.start(self.count) } else { at };
        if !finder.has_odd {
            self.note_plain(position..at.min(bytes.len()));
        }
    }

    /// There is no odd byte in this stretch.
    fn note_plain(&mut self, stretch: Range<usize>) {
        let goes_on = (self.plain.start..=self.plain.end).contains(&stretch.start);
        let start = if goes_on { self.plain.start } else { stretch.start };
        self.plain = start..stretch.end.max(if goes_on { self.plain.end } else { 0 });
    }
}

/// The search for the tokens of a lane, from a position on.
struct Find<'a> {
    lane: &'a mut TokenIndex,
    bytes: &'a [u8],
    position: usize,
}

impl Look for Find<'_> {
    type Seen = ();

    #[inline(always)]
    fn look(self, scanner: impl Scanner) {
        self.lane.find_with(scanner, self.bytes, self.position);
    }
}

/// The tokens of a lane, by their places.
#[derive(Clone, Copy)]
pub struct TokenSpans<'a> {
    /// The text from where the lane begins.
    text: &'a [u8],
    /// In ascending order; eight bytes can be read at each.
    starts: &'a [u16],
    ends: &'a [u16; ROOM],
}

impl TokenSpans<'_> {
    /// How many there are.
    #[must_use]
    #[inline]
    pub fn count(self) -> usize {
        self.starts.len()
    }

    /// Where they start, counted from where the lane begins.
    #[must_use]
    #[inline]
    pub fn starts(&self) -> &[u16] {
        self.starts
    }

    /// Where they end.
    #[must_use]
    #[inline]
    pub fn ends(&self) -> &[u16] {
        &self.ends[..self.starts.len()]
    }

    /// The bytes of the token at this place and those behind it.
    #[must_use]
    #[inline(always)]
    pub fn text(self, place: usize) -> Option<Bytes8> {
        let start = usize::from(*self.starts.get(place)?);
        // SAFETY: of the last token, `TokenIndex::tokens` has seen that eight bytes can be read at its start. All others start
        // before it: the finder goes from left to right, has written each start below the count, and no place exceeds
        // 16 bits, see `LONGEST`.
        let text = unsafe { self.text.get_unchecked(start..start + size_of::<Bytes8>()) };
        Some(Bytes8::of(text))
    }

    /// The text from where the lane begins: that of which starts and ends are places.
    #[must_use]
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

/// The next places of a list; `None` if there are too few for a block.
#[inline(always)]
fn room(list: &mut [u16; ROOM], at: usize) -> Option<&mut [u16; BLOCK]> {
    list.get_mut(at..)?.first_chunk_mut()
}

/// The last bytes of a text, and behind them NULs, which are walls.
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

    /// The tokens of a lane that is entered at the beginning of a text.
    fn tokens(bytes: &[u8]) -> (Vec<Range<usize>>, usize) {
        let mut lane = TokenIndex::new();
        lane.enter(bytes, 0);
        ((0..lane.count).filter_map(|place| lane.token(place)).collect(), lane.to)
    }

    fn words(text: &str) -> Vec<&str> {
        tokens(text.as_bytes()).0.into_iter().map(|token| &text[token]).collect()
    }

    #[test]
    fn tokens_are_found_ahead() {
        assert_eq!(words("13. Nf3+) {ok} 13... e5! "), ["13", "Nf3+", ")", "{ok}", "13", "e5", "!"]);
        assert_eq!(words("1.e4 e5\n2.Nf3\t[x"), ["1", "e4", "e5", "2", "Nf3"]);
        assert_eq!(words("e4 {a {b} c} e5"), ["e4"], "comments do not nest");
        assert_eq!(words("e4 e.p. e5 "), ["e4"], "a word may go on behind a dot");
        assert_eq!(words("a8=Q e8(Q) e5 "), ["a8=Q"], "and behind a parenthesis");
        assert_eq!(words("e4 e5\u{e9} d4 "), ["e4"]);
        let long = format!("e4 {{{}}} e5{}", "x".repeat(300), " ".repeat(BLOCK));
        assert_eq!(words(&long).last(), Some(&"e5"));
        let longer = format!("e4 {{{}}} e5 ", "x".repeat(70_000));
        assert_eq!(words(&longer), ["e4"]);
    }

    #[test]
    fn comments_of_any_length_anywhere_are_passed() {
        for length in (0..200).chain([255, 256, 1000, 4000, 4096, 4097, 5000, 9000]) {
            for lead in 0..=BLOCK {
                let [long, short] = [length, length % 7].map(|length| format!("{{{}}}", ".".repeat(length)));
                // Close to the end of the text comments are the lexer's.
                let text = format!("{:lead$}e4 {long} e5{short} {long}Nf3 {:BLOCK$}", "", "");
                assert_eq!(words(&text), ["e4", &long, "e5", &short, &long, "Nf3"], "{lead} before {length}");
            }
        }
    }

    #[test]
    fn what_stands_between_long_comments_is_found() {
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
        // Each of these ends the lane in a way of its own.
        const WALLS: [&str; 8] = [" e8(Q) ", " e4.. ", " 12.... ", " } ", " [", " ; ", " é ", " \0 "];
        let comment = format!("{{{}}}", "d=31, mt=1000, ".repeat(9));
        for (count, first) in (1..9).flat_map(|count| (0..GAPS.len()).map(move |first| (count, first))) {
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
            for width in [ScanLevel::Portable, ScanLevel::Avx2, ScanLevel::Avx512] {
                let mut lane = TokenIndex::new();
                lane.forget(width, 0..0);
                lane.enter(whole.as_bytes(), 0);
                let found: Vec<_> =
                    (0..lane.count).filter_map(|place| lane.token(place)).map(|at| &whole[at]).collect();
                assert_eq!(found, expected, "{width:?}");
            }
            for wall in WALLS {
                check(format!("{text}{wall}{comment} e4 {comment} Nf6 {comment}{:BLOCK$}", "").as_bytes());
            }
        }
    }

    #[test]
    fn parentheses_are_told_from_other_signs() {
        let long = format!("{{{}}}", ".".repeat(200));
        for (text, expected) in [
            ("e4 !? $1 e5", false),
            ("e4 (d4) e5", true),
            ("e4 ! (d4) e5", true),
            ("e4 {(} e5", false),
            ("e4 $1 ) e5", true),
        ] {
            for text in [format!("{text} {:BLOCK$}", ""), format!("{long} {text} {long} {text} {:BLOCK$}", "")] {
                let mut lane = TokenIndex::new();
                lane.enter(text.as_bytes(), 0);
                assert_eq!(lane.has_variations(), expected, "{text}");
            }
        }
    }

    #[test]
    fn brackets_in_long_comments_are_told() {
        for (comment, comments) in [("", CommentPresence::Plain), ("[", CommentPresence::Bracketed)] {
            for place in [0, 1, 70, 200, 5000] {
                let text = format!("e4 {{{}{comment}{:300}}} e5 {:BLOCK$}", ".".repeat(place), "", "");
                let mut lane = TokenIndex::new();
                lane.enter(text.as_bytes(), 0);
                assert_eq!((lane.count, lane.comments()), (3, comments), "at {place}");
            }
        }
    }

    #[test]
    fn a_lane_goes_on_where_it_ended() {
        let text = "Nf3 Nf6 Ng1 Ng8 ".repeat(400);
        let (mut lane, mut at, mut count) = (TokenIndex::new(), 0, 0);
        while lane.enter(text.as_bytes(), at) {
            let token = lane.token(lane.next()).unwrap();
            assert_eq!(token.len(), 3);
            (at, count) = (token.end, count + 1);
            lane.take_all_before(lane.next() + 1);
        }
        assert_eq!(count, 1600);
    }

    #[test]
    fn a_token_that_was_split_is_found_anew() {
        let text = b"2Nf3 e5 d4 ";
        let mut lane = TokenIndex::new();
        for (position, token) in [(0, 0..4), (1, 1..4), (4, 5..7), (6, 6..7), (7, 8..10)] {
            assert!(lane.enter(text, position));
            assert_eq!(lane.token(lane.next()), Some(token), "at {position}");
        }
    }

    /// What the lane says of a text, the lexer says too; and where it says that text is plain, it is.
    fn check(text: &[u8]) {
        let bytes = [b"1. ", text].concat();
        let mut lane = TokenIndex::new();
        lane.enter(&bytes, 0);
        let is_odd = |byte: &u8| !byte.is_ascii() || *byte == b'\r';
        assert!(!bytes[lane.plain()].iter().any(is_odd), "{}", bytes.escape_ascii());
        let is_plain = !bytes.iter().any(is_odd);
        assert!(!is_plain || lane.plain().contains(&lane.to.saturating_sub(1)), "{}", bytes.escape_ascii());
        let mut lexer = Lexer::new(&bytes, 0);
        let mut read: Vec<Range<usize>> = Vec::new();
        while let Some(token) = lexer.next_token() {
            match token.kind {
                TokenKind::Dots => {}
                TokenKind::Number(_) => {
                    let digits = bytes[token.start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                    read.push(token.start..token.start + digits);
                }
                // `$1` and `!?` are one token to the lexer and two to the lane.
                TokenKind::Nag(_) | TokenKind::Suffix => read.push(token.start..token.start + 1),
                _ => read.push(token.span()),
            }
        }
        let end = lexer.position();
        let (found, _) = tokens(&bytes);
        for token in found.iter().filter(|token| token.end < end) {
            let behind_sign = token.start > 0 && matches!(bytes[token.start - 1], b'$' | b'!' | b'?');
            // The lexer splits `2Nf3`; nobody takes it for a number or a word.
            let text = &bytes[token.clone()];
            let is_glued = text[0].is_ascii_digit() && !text.iter().all(u8::is_ascii_digit);
            assert!(
                behind_sign || is_glued || read.contains(token),
                "{token:?} of {:?}",
                bytes.escape_ascii().to_string()
            );
        }
    }

    proptest! {
        #[test]
        fn the_lane_reads_what_the_lexer_reads(
            text in "([ \n]|[KQRBN]?x?[a-h][1-8][+#]?|[1-9]{1,3}\\.{0,3}|\\{[^{}]{0,90}\\}|[()!?$.]|e\\.p\\.|e8\\(Q\\)|O-O|-|é|;){0,60}"
        ) {
            check(text.as_bytes());
        }

        #[test]
        fn the_lane_reads_what_the_lexer_reads_behind_long_comments(
            text in "([KQRBN]?x?[a-h][1-8] |[1-9]\\. |\\{[a-z\n]{0,400}[\\[{\r\0é]?[a-z\n]{0,200}\\}|[}{]){0,12}"
        ) {
            check(text.as_bytes());
        }

        #[test]
        fn every_scanner_finds_the_same(
            bytes in prop::collection::vec(0x20_u8..0x80, 0..600),
            gaps in prop::collection::vec((0..600_usize, 0..300_usize), 0..4),
        ) {
            // Long stretches without braces, so that comments get long.
            let mut bytes = bytes;
            for (at, length) in gaps {
                let at = at.min(bytes.len());
                bytes.splice(at..at, vec![b'x'; length]);
            }
            let found = |scan: &dyn Fn(&mut TokenIndex)| {
                let mut lane = TokenIndex::new();
                scan(&mut lane);
                let tokens: Vec<_> = (0..lane.count).map(|place| lane.token(place)).collect();
                (tokens, lane.to, lane.is_walled, (lane.comments, lane.has_variations), lane.plain)
            };
            let portable = found(&|lane| lane.find_with(Portable, &bytes, 0));
            for width in [ScanLevel::Portable, ScanLevel::Avx2, ScanLevel::Avx512] {
                let of_width = found(&|lane| {
                    lane.forget(width, 0..0);
                    lane.find(&bytes, 0);
                });
                prop_assert_eq!(&of_width, &portable, "{:?}", width);
            }
        }
    }
}
