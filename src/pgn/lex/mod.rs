//! The lexer: the bytes of a game as tokens with byte ranges.
//!
//! It never fails and never drops text: whatever is not a PGN token becomes [`TokenKind::Junk`], and between two tokens
//! there is only white space. So the tokens and the gaps between them tile the game. The lexer also finds the end of
//! the game; see [`split`](super::split) for the rules.

mod token;

use super::foreign;
use super::index::TokenIndex;
use super::place::Span;
use super::scan::{BLOCK, Masks, classify, is_space, is_symbol};
use super::split::{GamePart, TextEnding, is_like_move, move_before_number};
use super::tags::{self, Tag, TagFault};
use super::{sweep, text};
use token::half_points;
pub use token::{CommentShape, Outcome, Token, TokenKind};

/// Reads one game, token by token.
///
/// ```
/// use adoube::pgn::lex::{Lexer, TokenKind};
///
/// let mut lexer = Lexer::new(b"1. e4 e5 *\n\n1. d4 *", 0);
/// let kinds: Vec<_> = std::iter::from_fn(|| lexer.next_token()).map(|token| token.kind).collect();
/// assert_eq!(kinds.len(), 4);
/// assert_eq!(kinds[0], TokenKind::Number(1));
/// assert_eq!(lexer.position(), 12, "where the next game starts");
/// ```
#[derive(Clone)]
pub struct Lexer<'a> {
    pub(super) bytes: &'a [u8],
    /// Where the game starts. Nothing decides how it is read that is before it: a chunk of a text may begin here.
    pub(super) start: usize,
    pub(super) position: usize,
    /// The end of the game, as far as it is known; at first the end of the bytes.
    pub(super) limit: usize,
    pub(super) section: GamePart,
    pub(super) ending: Option<TextEnding>,
    pub(super) depth: usize,
    pub(super) first_tag: Option<Span>,
    pub(super) event_seen: bool,
    pub(super) previous_end: usize,
    /// Whether the last token was cut off by the end of the bytes.
    pub(super) cut: bool,
    /// See [`Self::is_open_ended`].
    pub(super) open_ended: bool,
    tag: Option<Tag>,
    window: usize,
    masks: Masks,
}

impl<'a> Lexer<'a> {
    /// A lexer for the game that starts at `start`. `bytes` may contain any number of games after it.
    pub fn new(bytes: &'a [u8], start: usize) -> Self {
        Self {
            bytes,
            start,
            position: start,
            limit: bytes.len(),
            section: GamePart::Head,
            ending: None,
            depth: 0,
            first_tag: None,
            event_seen: false,
            previous_end: start,
            cut: false,
            open_ended: false,
            tag: None,
            // An invalid position, so that the search for the first token moves the window.
            window: start.wrapping_sub(BLOCK),
            masks: Masks::default(),
        }
    }

    /// The offset from which the next token is read; after the last token, the start of the next game.
    #[inline]
    pub fn position(&self) -> usize {
        self.position
    }

    /// All bytes of the text, from its beginning.
    #[inline]
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The parts of the last [`TokenKind::Tag`].
    pub fn tag(&self) -> Option<&Tag> {
        self.tag.as_ref()
    }

    /// The current part of the game.
    #[inline]
    pub fn section(&self) -> GamePart {
        self.section
    }

    /// The number of open variations.
    #[inline]
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// How the game ended; `None` before its end.
    pub fn ending(&self) -> Option<TextEnding> {
        self.ending
    }

    /// Whether the search for the end of a comment reached the end of the bytes. Then more bytes could change how the
    /// text is read from that comment on, even if this game ended before the end of the bytes.
    pub fn is_open_ended(&self) -> bool {
        self.open_ended
    }

    /// The next token; `None` at the end of the game.
    #[inline]
    pub fn next_token(&mut self) -> Option<Token> {
        if self.position >= self.limit {
            self.end_at_limit();
            return None;
        }
        let start = self.skip_space();
        if start >= self.limit {
            self.end_at_limit();
            return None;
        }
        if self.section == GamePart::Head && self.bytes[start] != b'[' {
            return self.in_head(start);
        }
        self.token_at(start)
    }

    /// Passes the tokens before this position. Returns false, and stays where it is, if a token extends over the position or
    /// the game ends before it: what a reader passes over must not change where a game ends.
    #[cold]
    pub fn pass_to(&mut self, position: usize) -> bool {
        let mut passed = self.clone();
        loop {
            let mut next = passed.clone();
            match next.next_token() {
                Some(token) if token.end <= position => passed = next,
                token => {
                    let is_between = token.map_or(next.position, |token| token.start) >= position;
                    if is_between {
                        *self = passed;
                    }
                    return is_between;
                }
            }
        }
    }

    /// Continues at a position, which must be between two tokens of this game and not before [`Self::position`].
    #[cold]
    pub fn resume_at(&mut self, position: usize) {
        self.position = position;
        self.previous_end = position;
    }

    /// Fills the token index from the current position. Returns whether it has a token. Only for the movetext section
    /// before the termination marker.
    #[inline]
    pub fn enter(&self, index: &mut TokenIndex) -> bool {
        index.enter(&self.bytes[..self.limit], self.position)
    }

    /// Continues after a token that was taken from the token index.
    #[inline]
    pub fn resume_after_token(&mut self, position: usize) {
        self.position = position;
        self.previous_end = position;
    }

    /// The token at `start`, which is before the limit and not white space.
    #[inline]
    pub(super) fn token_at(&mut self, start: usize) -> Option<Token> {
        match self.bytes[start] {
            b'0'..=b'9' => Some(self.number(start)),
            b'/' if self.byte(start + 1) == b'*' => Some(self.rare(start)),
            b'#' if self.opens_hash_comment(start) => Some(self.rare(start)),
            b'a'..=b'z' | b'A'..=b'Z' | b'-' | b'+' | b'=' | b'#' | b'/' | b':' | b'@' | b'_' | 0x80.. => {
                Some(self.word(start))
            }
            b'.' => Some(self.run(start, TokenKind::Dots, |byte| byte == b'.')),
            b'!' | b'?' => Some(self.run(start, TokenKind::Suffix, |byte| matches!(byte, b'!' | b'?'))),
            b'$' => Some(self.nag(start)),
            b'{' => Some(self.comment(start)),
            b'(' => {
                self.depth += 1;
                Some(self.token(TokenKind::Open, start, start + 1))
            }
            b')' => {
                self.depth = self.depth.saturating_sub(1);
                Some(self.token(TokenKind::Close, start, start + 1))
            }
            b'*' => Some(self.marker(Outcome::Unknown, start, start + 1)),
            b'[' => self.bracket(start),
            _ => Some(self.rare(start)),
        }
    }

    /// A token, cut off at the limit of the game.
    #[inline]
    pub(super) fn token(&mut self, kind: TokenKind, start: usize, end: usize) -> Token {
        let end = end.min(self.limit);
        self.position = end;
        self.previous_end = end;
        Token { kind, start, end }
    }

    pub(super) fn tag_token(&mut self, tag: Tag) -> Token {
        let span = tag.span.clone();
        self.cut = tag.fault == Some(TagFault::Truncated);
        self.tag = Some(tag);
        self.token(TokenKind::Tag, span.start, span.end)
    }

    /// The byte at `at`, or a NUL beyond the end.
    #[inline]
    pub(super) fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }

    /// Moves the window of masks to `at`. Beyond the end of the bytes everything is white space.
    #[inline]
    fn move_window(&mut self, at: usize) {
        self.window = at;
        self.masks = match self.bytes.get(at..).and_then(|rest| rest.first_chunk::<BLOCK>()) {
            Some(block) => classify(block),
            None => self.last_masks(at),
        };
    }

    #[cold]
    fn last_masks(&self, at: usize) -> Masks {
        let mut block = [b' '; BLOCK];
        let rest = self.bytes.get(at..).unwrap_or_default();
        block[..rest.len()].copy_from_slice(rest);
        classify(&block)
    }

    /// Moves to the next byte that is not white space, or to the end of the bytes.
    #[inline]
    fn skip_space(&mut self) -> usize {
        loop {
            if self.position.wrapping_sub(self.window) >= BLOCK {
                if self.position >= self.bytes.len() {
                    self.position = self.bytes.len();
                    return self.position;
                }
                self.move_window(self.position);
            }
            let offset = self.position - self.window;
            let visible = !self.masks.space >> offset;
            if visible != 0 {
                self.position += visible.trailing_zeros() as usize;
                return self.position;
            }
            self.position = self.window + BLOCK;
        }
    }

    /// The end of the run of symbol characters that starts at `start`.
    #[inline]
    fn word_end(&mut self, start: usize) -> usize {
        if start.wrapping_sub(self.window) >= BLOCK {
            self.move_window(start);
        }
        let length = (!(self.masks.symbol >> (start - self.window))).trailing_zeros() as usize;
        let end = start + length;
        if end < self.window + BLOCK { end } else { self.long_word_end(start) }
    }

    /// [`Self::word_end`] for a run that reaches the end of the window. One that is longer than a window ends where its
    /// first token ends, because looking for its end again for each of them would take quadratic time.
    fn long_word_end(&mut self, start: usize) -> usize {
        self.move_window(start);
        let length = (!self.masks.symbol).trailing_zeros() as usize;
        if length < BLOCK {
            return (start + length).min(self.bytes.len());
        }
        let rest = &self.bytes[start..];
        if let Some(number_end) = typographic_number_end(&rest[..rest.len().min(MAX_NUMBER_LEN)]) {
            return start + number_end;
        }
        let ends_word = |character: char| match u8::try_from(character) {
            Ok(byte) if byte.is_ascii() => !is_symbol(byte),
            _ => is_odd_space(character),
        };
        if text::lossy_chars(rest).next().is_some_and(|(_, first)| is_odd_space(first)) {
            return start + text::character_length(rest);
        }
        let mut end = text::lossy_chars(rest).skip_while(|(_, character)| !ends_word(*character)).map(|(at, _)| at);
        start + end.next().unwrap_or(rest.len())
    }

    #[inline]
    fn word(&mut self, start: usize) -> Token {
        let end = self.word_end(start);
        // The masks are those of the window in which the word starts.
        if self.masks.non_ascii != 0 || matches!(self.byte(end), b'.' | b'(') {
            return self.unusual_word(start, end);
        }
        self.token(TokenKind::Symbol, start, end)
    }

    /// Symbol tokens with bytes outside ASCII, or that continue after a dot or a parenthesis: `e.p.`, `e8(Q)`.
    #[cold]
    fn unusual_word(&mut self, start: usize, end: usize) -> Token {
        if let Some(number_end) = typographic_number_end(&self.bytes[start..end]) {
            return self.token(TokenKind::Symbol, start, start + number_end);
        }
        for (at, character) in text::lossy_chars(&self.bytes[start..end]) {
            let kind = match character {
                // Inside a move, it does not separate two tokens.
                '\u{feff}' if at > 0 && start + at + '\u{feff}'.len_utf8() < end && self.byte(end) != b'.' => continue,
                '\u{feff}' => TokenKind::ByteOrderMark,
                _ if is_odd_space(character) => TokenKind::OddSpace,
                _ => continue,
            };
            return match at {
                0 => self.token(kind, start, start + text::character_length(&self.bytes[start..end])),
                _ => self.token(TokenKind::Symbol, start, start + at),
            };
        }
        if let Some(length) = move_before_number(&self.bytes[start..end]).filter(|_| self.byte(end) == b'.') {
            return self.token(TokenKind::Symbol, start, start + length);
        }
        let tail = &self.bytes[end..self.bytes.len().min(end + 4)];
        let more = match tail {
            [b'.', b'p' | b'P', b'.', ..] => 3,
            [b'.', b'p' | b'P', ..] => 2,
            [b'(', ..]
                if matches!(self.bytes[start..end], [.., b'1' | b'8'] | [.., b'1' | b'8', b'=' | b'/' | b'-']) =>
            {
                promotion_length(&self.bytes[end..])
                    .map_or(0, |length| length + usize::from(matches!(self.byte(end + length), b'+' | b'#')))
            }
            _ => 0,
        };
        self.token(TokenKind::Symbol, start, end + more)
    }

    /// A token that starts with a digit: a move number, a result, or castling with zeros.
    #[inline]
    fn number(&mut self, start: usize) -> Token {
        let mut end = start;
        let mut value = 0_u32;
        if self.bytes[start..].starts_with(b"0000") && self.is_null_move(start) {
            return self.token(TokenKind::Symbol, start, start + 4);
        }
        while let digit @ b'0'..=b'9' = self.byte(end) {
            value = value.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
            end += 1;
        }
        match self.byte(end) {
            b'.' | b','
                if value == 0
                    && let Some(length) = half_points(&self.bytes[start..self.limit]) =>
            {
                self.token(TokenKind::Symbol, start, start + length)
            }
            b'.' => {
                while self.byte(end) == b'.' {
                    end += 1;
                }
                self.token(TokenKind::Number(value), start, end)
            }
            byte if is_space(byte) => self.token(TokenKind::Number(value), start, end),
            _ => self.number_or_result(start, end, value),
        }
    }

    /// Whether `0000` is the null move of UCI and not a number.
    #[cold]
    fn is_null_move(&mut self, start: usize) -> bool {
        self.word_end(start) == start + 4 && self.byte(start + 4) != b'.'
    }

    /// A token that starts with digits but is not a plain move number.
    fn number_or_result(&mut self, start: usize, digits_end: usize, value: u32) -> Token {
        let end = self.word_end(start);
        let word = &self.bytes[start..end];
        if let Some(outcome) = Outcome::from_text(word) {
            return self.marker(outcome, start, end);
        }
        let letters = word[digits_end - start..].first().is_some_and(u8::is_ascii_alphabetic);
        if letters || word.len() == digits_end - start {
            return self.token(TokenKind::Number(value), start, digits_end);
        }
        self.unusual_word(start, end)
    }

    pub(super) fn marker(&mut self, outcome: Outcome, start: usize, end: usize) -> Token {
        let token = self.token(TokenKind::Termination(outcome), start, end);
        if self.depth == 0 && self.section != GamePart::AfterTermination {
            self.end_after_marker(end);
        }
        token
    }

    fn run(&mut self, start: usize, kind: TokenKind, belongs: impl Fn(u8) -> bool) -> Token {
        let mut end = start + 1;
        while belongs(self.byte(end)) {
            end += 1;
        }
        self.token(kind, start, end)
    }

    /// A NAG ends with its number if a move follows directly: the move is a separate token.
    fn nag(&mut self, start: usize) -> Token {
        let mut end = self.word_end(start + 1).max(start + 1);
        let digits = self.bytes[start + 1..end].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if is_like_move(&self.bytes[start + 1 + digits..end]) {
            end = start + 1 + digits;
        }
        let number = std::str::from_utf8(&self.bytes[start + 1..end]).ok().and_then(|digits| digits.parse().ok());
        self.token(TokenKind::Nag(number), start, end)
    }

    /// A comment ends with its first `}`. If a `{` or the end of the bytes comes first, a line that opens a game shows
    /// that the comment is unclosed, and cuts it off.
    fn comment(&mut self, start: usize) -> Token {
        let (shape, end) = self.comment_end(start);
        self.cut |= shape == CommentShape::Unclosed && self.bytes[end..].trim_ascii_start().is_empty();
        self.token(TokenKind::Comment(shape), start, end)
    }

    pub(super) fn comment_end(&mut self, start: usize) -> (CommentShape, usize) {
        let mut from = start + 1;
        let mut shape = CommentShape::Closed;
        loop {
            let brace = memchr::memchr2(b'{', b'}', &self.bytes[from..]).map(|at| from + at);
            if let Some(close) = brace.filter(|&at| self.bytes[at] == b'}') {
                return (shape, close + 1);
            }
            self.open_ended |= brace.is_none();
            if let Some(game) = self.game_opening_in(from..brace.unwrap_or(self.bytes.len())) {
                return (CommentShape::Unclosed, game);
            }
            let Some(inner) = brace else {
                return (CommentShape::Unclosed, start + self.bytes[start..].trim_ascii_end().len());
            };
            shape = CommentShape::Nested;
            from = inner + 1;
        }
    }

    /// The next token if it is a closed comment in the movetext without a `{` inside, and the offset of its first `[`.
    /// A fast path of [`Self::next_token`], which returns the same token.
    #[inline]
    pub fn next_plain_comment(&mut self) -> Option<(Token, Option<usize>)> {
        if self.section != GamePart::Moves {
            return None;
        }
        let text = &self.bytes[..self.limit];
        let start = match text.get(self.position..)? {
            [b'{', ..] => self.position,
            [b' ' | b'\n', b'{', ..] => self.position + 1,
            _ => return None,
        };
        let end = sweep::comment_end(text, start + 1)?;
        let token = self.token(TokenKind::Comment(CommentShape::Closed), start, end.close + 1);
        Some((token, end.bracket))
    }

    fn bracket(&mut self, start: usize) -> Option<Token> {
        if self.section == GamePart::Head
            && let Some(tag) = tags::read_plain(self.bytes, start)
        {
            return self.tag_in_head(tag);
        }
        if tags::opens_tag(self.bytes, start) {
            return self.tag_or_end(start);
        }
        if let Some(end) = self.markup_end(start) {
            return Some(self.token(TokenKind::Reserved, start, end));
        }
        if let Some(end) = self.foreign_end(start).filter(|_| self.section == GamePart::Head) {
            return Some(self.token(TokenKind::StrayText, start, end));
        }
        if self.section == GamePart::Head && self.at_line_start(start) {
            let tag = tags::parse_tag(self.bytes, start);
            return Some(self.tag_token(tag));
        }
        let end = self.brackets_end(start);
        Some(self.token(TokenKind::Junk, start, end))
    }

    /// The end of the junk that a `[` opens: after its `]`, if that is near.
    pub(super) fn brackets_end(&self, start: usize) -> usize {
        let line_end = self.line_end_near(start);
        memchr::memchr(b']', &self.bytes[start..line_end]).map_or(start + 1, |at| start + at + 1)
    }

    /// The end of the line, or a limit: junk in brackets is short, and a long line may contain a lot of it.
    fn line_end_near(&self, start: usize) -> usize {
        text::line_end(&self.bytes[..self.limit.min(start + MAX_BRACKETS_LEN)], start)
    }

    /// Whether `#` at the start of a line opens a comment of another format, and is not a mark of checkmate that was
    /// wrapped: no move follows a checkmate.
    fn opens_hash_comment(&self, start: usize) -> bool {
        let rest = self.bytes[start + 1..self.line_end_near(start)].trim_ascii_start();
        self.section == GamePart::Moves
            && self.at_line_start(start)
            && rest.first().is_some_and(u8::is_ascii_alphabetic)
    }

    /// The end of a comment of another format, `/* … */`, if that is near; it does not reach beyond a line with a tag.
    fn slash_comment_end(&self, start: usize) -> usize {
        let text = &self.bytes[start + 2..self.limit.min(start + MAX_BRACKETS_LEN).max(start + 2)];
        let tag = memchr::memmem::find(text, b"\n[").unwrap_or(text.len());
        start + 2 + memchr::memmem::find(&text[..tag], b"*/").map_or(0, |at| at + 2)
    }

    /// The end of the markup of a forum, or of HTML around preformatted text.
    pub(super) fn markup_end(&self, start: usize) -> Option<usize> {
        let may_open = !matches!(self.bytes[start], b'`' | b'~') || self.at_line_start(start);
        let length = foreign::markup(&self.bytes[start..self.limit]).filter(|_| may_open)?;
        Some(start + length)
    }

    /// Tokens with rare first characters.
    #[cold]
    fn rare(&mut self, start: usize) -> Token {
        let line = || text::line_end(&self.bytes[..self.limit], start);
        match self.bytes[start] {
            b';' => {
                let end = line();
                self.token(TokenKind::LineComment, start, end)
            }
            b'%' if self.is_escape(start) => {
                let end = line();
                self.token(TokenKind::Escape, start, end)
            }
            b'}' => self.token(TokenKind::StrayBrace, start, start + 1),
            b'`' | b'~' if let Some(end) = self.markup_end(start) => self.token(TokenKind::Reserved, start, end),
            b'&' if let Some(length) = foreign::entity(&self.bytes[start..self.limit]) => {
                self.token(TokenKind::Reserved, start, start + length)
            }
            b'<' => {
                let end = memchr::memchr(b'>', &self.bytes[start..self.line_end_near(start)])
                    .map_or(start + 1, |at| start + at + 1);
                self.token(TokenKind::Reserved, start, end)
            }
            b'>' => self.token(TokenKind::Reserved, start, start + 1),
            b'/' => {
                let end = self.slash_comment_end(start);
                self.token(TokenKind::Junk, start, end)
            }
            b'#' => {
                let end = line();
                self.token(TokenKind::Junk, start, end)
            }
            _ => self.run(start, TokenKind::Junk, is_junk),
        }
    }
}

/// The length of a promotion in parentheses: `(Q)`, `(=Q)`, `(Queen)`.
fn promotion_length(text: &[u8]) -> Option<usize> {
    const PIECES: [&[u8]; 8] = [b"q", b"r", b"b", b"n", b"queen", b"rook", b"bishop", b"knight"];
    let close = text.iter().take(10).position(|byte| *byte == b')')?;
    let piece = text[1..close].strip_prefix(b"=").unwrap_or(&text[1..close]);
    PIECES.iter().any(|name| piece.eq_ignore_ascii_case(name)).then_some(close + 1)
}

/// The longest junk token in brackets, in bytes.
const MAX_BRACKETS_LEN: usize = 256;

/// Whether a byte belongs to no other token. (NUL opens a junk token, too, but does not continue one, because
/// [`Lexer::byte`] returns it beyond the end.)
const fn is_junk(byte: u8) -> bool {
    matches!(byte, 1..=8 | 14..=31 | 127 | b'"' | b'%' | b'&' | b'\'' | b',' | b'\\' | b']' | b'^' | b'`' | b'|' | b'~')
}

/// The longest move number whose dots are not ASCII, in bytes.
const MAX_NUMBER_LEN: usize = 4096;

/// Whether a character is white space outside ASCII, or a byte order mark.
fn is_odd_space(character: char) -> bool {
    character.is_whitespace() || character == '\u{feff}'
}

/// The end of a move number whose dots are not ASCII and that a move follows directly: `2．Nc3`.
fn typographic_number_end(word: &[u8]) -> Option<usize> {
    let is_digit = |c: char| c.is_ascii_digit() || matches!(c, '０'..='９');
    let is_dot = |c: char| matches!(c, '．' | '。' | '․' | '…');
    let mut rest = text::lossy_chars(word).skip_while(|(_, c)| is_digit(*c));
    let (dot, _) = rest.next().filter(|(at, c)| *at > 0 && is_dot(*c))?;
    rest.find(|(_, c)| !is_dot(*c)).map(|(end, _)| end).filter(|end| *end > dot)
}

#[cfg(test)]
mod tests;
