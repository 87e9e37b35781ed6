//! Splitting of PGN text into games: the rules that determine where a game ends.
//!
//! A game is a tag section and a movetext section; either may be missing. It ends
//!
//! 1. **before a tag**, once its movetext has begun: a tag that starts a line or follows the termination marker, or
//!    `[Event "` anywhere, because that means that two games were spliced;
//! 2. **before a tag that repeats the tag section**, while there is no movetext: a tag that follows a blank line and has the
//!    name of the section's first tag, or a second `Event` tag, if a blank line is before it, if it does not start a line, or
//!    if the tags right after it repeat another tag of the section;
//! 3. **after its termination marker**: at the next blank line, or before a line that starts with move number 1. Text
//!    before that belongs to the game, such as a second marker or further moves;
//! 4. **at the end of the text**.
//!
//! A tag is on one line, or it is well-formed and contains at most eight line ends.
//!
//! These rules do not apply within a comment. An unclosed comment would therefore hide the rest of the file. So a
//! comment also ends before a line that opens a tag section with a game after it, unless the next brace after the line is a
//! `}`. Such a line starts with `[Event "`, or with another tag if the line before it does not. A game is after the tags if
//! the next line is movetext; if a blank line separates them from a further `{`, or two or more of them from any text, or
//! if no brace follows; or if the bytes end.
//!
//! Text between two games belongs to the second, white space between them to the first.

use crate::cpu::CpuLevel;

use super::foreign;
use super::index::scan;
use super::lex::{Lexer, Outcome, Token, TokenKind};
use super::names::{EVENT, KNOWN};
use super::place::Span;
use super::scan::is_space;
use super::section_start::{game_openings, starts_line};
use super::tag_line::TagLines;
use super::tags::{Tag, TagReader};
use super::{tags, text};

/// A section of a game's text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GamePart {
    /// Before the movetext: stray text, comments, tags.
    Head,
    /// The movetext.
    Moves,
    /// After the game termination marker.
    AfterTermination,
}

/// What ended the text of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextEnding {
    /// A game termination marker.
    Termination,
    /// The tags of the next game start on a new line.
    NextGame,
    /// The tags of another game start in the middle of a line.
    Spliced,
    /// The end of the bytes.
    EndOfText {
        /// Whether another game could start here. Not so within a comment or a tag, or before the first game.
        clean: bool,
    },
}

/// Returns the ranges of all games. Together they cover all bytes.
pub fn games(bytes: &[u8]) -> Games<'_> {
    Games { bytes, at: 0 }
}

/// An iterator over the ranges of games, created by [`games`].
pub struct Games<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Iterator for Games<'_> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        if self.at >= self.bytes.len() {
            return None;
        }
        let start = self.at;
        let mut lexer = Lexer::new(self.bytes, start);
        while lexer.next_token().is_some() {}
        self.at = lexer.position();
        Some(start..self.at)
    }
}

/// Guesses where the first game in a range starts, by the most reliable pattern that occurs in it (see
/// `START_PATTERNS`). It is a guess, because a comment may contain such a line; only splitting the text from its
/// beginning is certain.
pub fn likely_start(bytes: &[u8], range: Span) -> Option<usize> {
    let end = bytes.len().min(range.end.saturating_add(MAX_PATTERN_OVERLAP));
    START_PATTERNS.iter().find_map(|(pattern, opens_game)| {
        memchr::memmem::find_iter(&bytes[range.start..end], pattern)
            .map(|at| range.start + at)
            .take_while(|at| *at < range.end)
            .find(|&at| at > 0 && opens_game(bytes, at))
    })
}

/// Guesses where games start, in order, by the most reliable pattern that occurs anywhere in the bytes. `is_beginning` is
/// whether they are the beginning of a text.
pub fn likely_starts(bytes: &[u8], is_beginning: bool) -> impl Iterator<Item = usize> + '_ {
    let by_pattern = START_PATTERNS.into_iter().map(move |(pattern, opens_game)| {
        let found = memchr::memmem::find_iter(bytes, pattern);
        found.filter(move |&at| if at == 0 { is_beginning } else { opens_game(bytes, at) }).peekable()
    });
    let mut found = by_pattern.filter_map(|mut starts| starts.peek().is_some().then_some(starts));
    found.next().into_iter().flatten()
}

/// Guesses where the last game starts, as [`likely_start`] does for the first; `None` if that is the first byte.
pub fn last_likely_start(bytes: &[u8]) -> Option<usize> {
    // A backward search for one byte is many times as fast as one for several. Text without tags has hardly any bracket, but
    // a `1` in every line.
    let [with_tags @ .., (first_number, _)] = START_PATTERNS;
    let opens_with_tag = with_tags.into_iter().find_map(|(pattern, opens_game)| {
        let mut starts = memchr::memrchr_iter(pattern[0], bytes).filter(|&at| bytes[at..].starts_with(pattern));
        starts.find(|&at| at > 0 && opens_game(bytes, at))
    });
    opens_with_tag.or_else(|| {
        let mut starts = memchr::memrchr2_iter(b'\n', b'\r', bytes).map(|line_end| line_end + 1);
        starts.find(|&at| bytes[at..].starts_with(first_number))
    })
}

/// Patterns at which games probably start, the most reliable first: `[Event "` after a blank line; any tag after a
/// blank line; `[Event "` at the start of a line; and, for games without tags, `1.` at the start of a line.
const START_PATTERNS: [(&[u8], OpensGame); 4] = [
    (b"[Event \"", follows_blank_line),
    (b"[", |bytes, at| bytes.get(at + 1).is_some_and(u8::is_ascii_uppercase) && follows_blank_line(bytes, at)),
    (b"[Event \"", follows_line_end),
    (b"1.", follows_line_end),
];

type OpensGame = fn(&[u8], usize) -> bool;

/// The maximum number of bytes by which a pattern that starts in a range extends beyond it.
const MAX_PATTERN_OVERLAP: usize = b"[Event \"".len() - 1;

/// The number of bytes after a game that suffice to see that it ends there.
pub const AFTER_GAME: usize = 256;

/// The greatest length of such a pattern, with the line ends before it.
pub const MAX_START: usize = b"\r\n\r\n[Event \"".len();

/// The offset up to which games are settled when more text may follow these bytes. If a game ends at or before it, and
/// its lexer [is not open-ended](Lexer::is_open_ended), later bytes cannot change how it is read.
///
/// Except in comments, the lexer looks ahead only to the end of the line, or a few lines further for the end of a tag
/// value or of a tag.
pub fn settled_end(bytes: &[u8]) -> usize {
    let mut line_ends = memchr::memrchr2_iter(b'\n', b'\r', bytes);
    line_ends.nth(LINE_ENDS_AFTER).unwrap_or(0)
}

/// How many line ends (two for CR LF) are between a settled game and the end of the bytes.
const LINE_ENDS_AFTER: usize = 2 * tags::MAX_VALUE_LINES + 3;

/// The bytes from `at` on that are available wherever a game that ends at `at` or later is settled: some lines. What is read after
/// the end of a game must be among them, or it would depend on how a text is cut into chunks.
pub fn settled_ahead(bytes: &[u8], at: usize) -> &[u8] {
    let ahead = &bytes[at..];
    let mut line_ends = memchr::memchr2_iter(b'\n', b'\r', ahead);
    &ahead[..line_ends.nth(LINE_ENDS_AFTER).unwrap_or(ahead.len())]
}

/// Up to where the available bytes of a text settle its games: to their end, if nothing follows them.
#[derive(Clone, Copy, Debug)]
pub struct Settled(Option<usize>);

impl Settled {
    /// For these bytes; `has_more` is whether more may follow them.
    pub fn new(bytes: &[u8], has_more: bool) -> Self {
        Self(has_more.then(|| settled_end(bytes)))
    }

    /// Whether no later byte can change a game that ends here. `is_open_ended` is that of its [lexer](Lexer::is_open_ended).
    pub fn is_certain(self, end: usize, is_open_ended: bool) -> bool {
        self.0.is_none_or(|settled| !is_open_ended && end <= settled)
    }

    /// The same for the bytes from `at` on.
    #[must_use]
    pub fn from(self, at: usize) -> Self {
        Self(self.0.map(|end| end.saturating_sub(at)))
    }
}

/// Whether `at` starts a line and the line before it is empty.
fn follows_blank_line(bytes: &[u8], at: usize) -> bool {
    let before = &bytes[..at];
    before.ends_with(b"\n\n") || before.ends_with(b"\r\n\r\n") || before.ends_with(b"\r\r")
}

fn follows_line_end(bytes: &[u8], at: usize) -> bool {
    matches!(bytes[..at].last(), Some(b'\n' | b'\r'))
}

impl Lexer<'_> {
    /// Whether only white space or a byte order mark precedes `at` on its line.
    pub(super) fn at_line_start(&self, at: usize) -> bool {
        starts_line(self.bytes, at)
    }

    /// Whether a `%` at `at` is in the first column, where it starts an escape line (PGN 6).
    pub(super) fn is_escape(&self, at: usize) -> bool {
        let before = &self.bytes[..at];
        let before = before.strip_suffix("\u{feff}".as_bytes()).unwrap_or(before);
        matches!(before.last(), None | Some(b'\n' | b'\r'))
    }

    /// Whether there is an empty line between the previous token and `at`.
    fn after_blank_line(&self, at: usize) -> bool {
        has_blank_line(&self.bytes[self.previous_end..at])
    }

    #[cold]
    pub(super) fn end_at_limit(&mut self) {
        if self.ending.is_some() {
            return;
        }
        self.position = self.limit;
        let at_end = self.limit == self.bytes.len();
        self.ending = Some(match self.section {
            GamePart::AfterTermination => TextEnding::Termination,
            _ if at_end => TextEnding::EndOfText { clean: self.could_start_game() },
            _ => TextEnding::NextGame,
        });
    }

    /// Whether `[Event "` right after the end of the bytes would start another game.
    fn could_start_game(&self) -> bool {
        match self.section {
            GamePart::AfterTermination => true,
            GamePart::Moves => !self.cut,
            GamePart::Head => false,
        }
    }

    fn end_before(&mut self, at: usize, ending: TextEnding) -> Option<Token> {
        self.limit = at;
        self.position = at;
        self.ending = Some(ending);
        None
    }

    /// Handles a `[` that looks like a tag. It is the next tag of this game, or ends the game.
    #[cold]
    pub(super) fn tag_or_end(&mut self, start: usize) -> Option<Token> {
        match self.section {
            GamePart::Head => return self.tag_in_head(tags::parse_tag(self.bytes, start)),
            GamePart::Moves if self.at_line_start(start) => return self.end_before(start, TextEnding::NextGame),
            GamePart::Moves if tags::opens_tag_named(self.bytes, start, b"Event") => {
                return self.end_before(start, TextEnding::Spliced);
            }
            GamePart::Moves | GamePart::AfterTermination => {}
        }
        Some(self.tag_token(tags::parse_tag(self.bytes, start)))
    }

    /// Returns the next tag of this game, unless it repeats the tag section (rule 2).
    pub(super) fn tag_in_head(&mut self, tag: Tag) -> Option<Token> {
        if self.repeats_tag_section(&tag) {
            return self.end_before(tag.span.start, TextEnding::NextGame);
        }
        if self.first_tag.is_none() {
            self.first_tag = Some(tag.name.clone());
        }
        self.event_seen |= self.bytes[tag.name.clone()].eq_ignore_ascii_case(b"Event");
        Some(self.tag_token(tag))
    }

    /// Reads consecutive lines of one tag each, in canonical form and with known names that have not occurred before.
    /// This is a fast path of [`Lexer::next_token`], which would read the same tags.
    #[inline]
    pub fn canonical_tags(&mut self, level: CpuLevel, reader: &mut impl TagReader) {
        if self.section != GamePart::Head {
            return;
        }
        let starts_section = self.first_tag.is_none();
        let lead = match self.bytes.get(self.position..self.limit) {
            Some([b'\n', b'[', ..]) if !starts_section => 1,
            Some([b'\r', b'\n', b'[', ..]) if !starts_section => 2,
            Some([b'[', ..]) if starts_section => 0,
            _ => return,
        };
        let before = reader.known().list().len();
        let bytes = &self.bytes[..self.limit];
        scan(level, TagLines { bytes, start: self.position + lead, starts_section, reader });
        let list = reader.known().list();
        let [first, ..] = &list[before..] else { return };
        if starts_section {
            let name = first.span.start + 1;
            self.first_tag = Some(name..name + KNOWN[first.name].len());
            self.event_seen = first.name == EVENT;
        }
        let end = list.last().map_or(self.position, |last| last.span.end);
        (self.position, self.previous_end) = (end, end);
    }

    /// Whether a tag repeats the tag section (rule 2).
    fn repeats_tag_section(&self, tag: &Tag) -> bool {
        let Some(first) = self.first_tag.clone() else { return false };
        let start = tag.span.start;
        if !tag.is_canonical && tag.fault.is_none() && text::count_line_ends(&self.bytes[tag.span.clone()]) > 0 {
            let name = &self.bytes[tag.name.clone()];
            return (self.event_seen && name == b"Event" && self.event_opens_section(tag))
                || (name == &self.bytes[first] && self.after_blank_line(start));
        }
        let named = |name: &[u8]| tags::opens_tag_named(self.bytes, start, name);
        let same_letter = first.is_empty() || self.bytes.get(start + 1) == self.bytes.get(first.start);
        (self.event_seen && named(b"Event") && self.event_opens_section(tag))
            || (same_letter && named(&self.bytes[first]) && self.after_blank_line(start))
    }

    /// Whether an `Event` tag after another opens a section of its own (rule 2). If not, it stands twice in its section.
    #[cold]
    fn event_opens_section(&self, tag: &Tag) -> bool {
        if self.after_blank_line(tag.span.start) || !self.at_line_start(tag.span.start) {
            return true;
        }
        // What is examined after a game must be within its settled end.
        let rest = &self.bytes[tag.span.start..];
        let near = memchr::memchr2_iter(b'\n', b'\r', rest).nth(2 * tags::MAX_VALUE_LINES).unwrap_or(rest.len());
        let mut after = tag_names(self.bytes, tag.span.end..tag.span.start + near);
        after.retain(|name| name != b"Event");
        let section = self
            .first_tag
            .as_ref()
            .map_or(tag.span.start, |name| text::line_start(self.bytes, name.start))
            .max(self.start);
        !after.is_empty() && tag_names(self.bytes, section..tag.span.start).iter().any(|name| after.contains(name))
    }

    /// Handles any byte other than `[` before the movetext.
    #[cold]
    pub(super) fn in_head(&mut self, start: usize) -> Option<Token> {
        let bytes = self.bytes;
        if bytes[start..].starts_with("\u{feff}".as_bytes()) {
            return Some(self.token(TokenKind::ByteOrderMark, start, start + 3));
        }
        if let Some(end) = self.foreign_end(start) {
            return Some(self.token(TokenKind::StrayText, start, end));
        }
        let is_comment = matches!(bytes[start], b'{' | b';') || bytes[start] == b'%' && self.is_escape(start);
        // Text copied from web pages may have `<br>` between tags.
        let is_markup = self.first_tag.is_some() && matches!(bytes[start], b'<' | b'>');
        if is_comment || is_markup || self.markup_end(start).is_some() {
            return self.token_at(start);
        }
        if is_move_number(&bytes[start..]) {
            self.section = GamePart::Moves;
            return self.token_at(start);
        }
        if self.at_line_start(start) {
            if let Some(tag) = tags::read_unopened(bytes, start) {
                self.first_tag.get_or_insert(tag.name.clone());
                self.event_seen |= bytes[tag.name.clone()].eq_ignore_ascii_case(b"Event");
                return Some(self.tag_token(tag));
            }
            let line = &bytes[start..text::line_end(bytes, start)];
            // The text may run into the tags of the next game.
            let line = memchr::memmem::find(line, b"[Event \"").map_or(line, |tag| &line[..tag]);
            if self.first_tag.is_none() && !begins_movetext(line) {
                return Some(self.token(TokenKind::StrayText, start, start + line.trim_ascii_end().len()));
            }
        } else if !self.line_is_movetext_after_tag(start) {
            let end = memchr::memchr3(b'[', b'\n', b'\r', &bytes[start..]).map_or(bytes.len(), |at| start + at);
            return Some(self.token(TokenKind::StrayText, start, start + bytes[start..end].trim_ascii_end().len()));
        }
        self.section = GamePart::Moves;
        self.token_at(start)
    }

    /// Enters the movetext if it starts in canonical form: `1.` after an empty line after the tags, or as the first text
    /// of the game. Returns its offset.
    #[inline]
    pub fn begin_canonical_movetext(&mut self) -> Option<usize> {
        if self.section != GamePart::Head {
            return None;
        }
        self.position += match self.bytes[self.position..self.limit] {
            [b'\n', b'\n', b'1', b'.', ..] => 2,
            [b'1', b'.', ..] if self.first_tag.is_none() => 0,
            _ => return None,
        };
        self.section = GamePart::Moves;
        Some(self.position)
    }

    /// Reads the termination marker that follows, if it ends the game in canonical form: outside variations, after a
    /// space or on a new line, and before one or two empty lines and a `[`, or an empty line and move number 1.
    #[inline]
    pub fn canonical_marker(&mut self) -> Option<(Token, Outcome)> {
        let start = self.position + 1;
        if self.section != GamePart::Moves || self.depth > 0 || !matches!(self.byte(self.position), b' ' | b'\n') {
            return None;
        }
        let rest = self.bytes[..self.limit].get(start..)?;
        let outcome = match rest.first()? {
            b'1' if rest.starts_with(b"1-0") => Outcome::WhiteWins,
            b'1' if rest.starts_with(b"1/2-1/2") => Outcome::Draw,
            b'0' if rest.starts_with(b"0-1") => Outcome::BlackWins,
            b'*' => Outcome::Unknown,
            _ => return None,
        };
        let length = outcome.text().len();
        canonical_gap(&rest[length..])?;
        Some((self.marker(outcome, start, start + length), outcome))
    }

    /// Whether text after a tag on the same line is movetext, rather than a remnant of a malformed tag.
    fn line_is_movetext_after_tag(&self, start: usize) -> bool {
        let near = &self.bytes[..self.bytes.len().min(start + MAX_REMNANT_LENGTH)];
        self.first_tag.is_none() || is_movetext(&near[start..text::line_end(near, start)])
    }

    /// Applies rule 3: finds the end of the text that belongs to the game after its termination marker.
    pub(super) fn end_after_marker(&mut self, marker_end: usize) {
        self.section = GamePart::AfterTermination;
        let bytes = self.bytes;
        // Nearly all games end like this.
        if let Some(gap) = canonical_gap(&bytes[marker_end..]) {
            self.limit = marker_end + gap;
            self.position = self.limit;
            return;
        }
        let mut at = marker_end;
        loop {
            let text_start = at + bytes[at..].iter().take_while(|byte| is_space(**byte)).count();
            if text_start == bytes.len() {
                self.limit = text_start;
                return;
            }
            let gap = &bytes[at..text_start];
            let new_line = text::count_line_ends(gap) > 0;
            let starts_game = match bytes[text_start] {
                b'[' => tags::opens_tag(bytes, text_start) || has_blank_line(gap),
                _ if !new_line => false,
                _ if is_move_number(&bytes[text_start..]) => move_number(&bytes[text_start..]) == Some(1),
                _ => has_blank_line(gap),
            };
            if starts_game {
                self.limit = text_start;
                return;
            }
            at = self.token_end(text_start);
        }
    }

    /// The end of the comment or other token that starts at `at`.
    fn token_end(&mut self, at: usize) -> usize {
        let bytes = self.bytes;
        match bytes[at] {
            b'{' => self.comment_end(at).1,
            b';' => text::line_end(bytes, at),
            b'%' if self.is_escape(at) => text::line_end(bytes, at),
            b'[' => self.brackets_end(at),
            _ => {
                let stop = |byte: &u8| is_space(*byte) || matches!(byte, b'{' | b'[' | b';');
                (at + 1) + bytes[at + 1..].iter().take_while(|byte| !stop(byte)).count()
            }
        }
    }

    /// The offset of the first line in this range of a comment that opens a game.
    pub(super) fn game_opening_in(&self, range: Span) -> Option<usize> {
        game_openings(self.bytes, range).next()
    }

    /// The end of a document of another format that starts at `start`, outside any game: the next line with a tag, or the end
    /// of the bytes.
    pub(super) fn foreign_end(&self, start: usize) -> Option<usize> {
        let bytes = self.bytes;
        if self.first_tag.is_some() || !self.at_line_start(start) || foreign::document(&bytes[start..]).is_none() {
            return None;
        }
        let opens_tag = |at: &usize| *at > start && starts_line(bytes, *at) && tags::opens_tag(bytes, *at);
        let tag = memchr::memchr_iter(b'[', &bytes[start..]).map(|at| start + at).find(opens_tag);
        Some(start + bytes[start..tag.unwrap_or(bytes.len())].trim_ascii_end().len())
    }
}

/// The names of the tags that follow each other from the start of this range on, without a blank line; of the first of many.
fn tag_names(bytes: &[u8], range: Span) -> Vec<&[u8]> {
    let bytes = &bytes[..range.end.max(range.start)];
    let mut at = range.start;
    let mut names = Vec::new();
    while names.len() < MAX_COMPARED_TAGS {
        let start = at + bytes[at..].iter().take_while(|byte| is_space(**byte)).count();
        if bytes.get(start) != Some(&b'[') || has_blank_line(&bytes[at..start]) {
            break;
        }
        let tag = tags::parse_tag(bytes, start);
        names.push(&bytes[tag.name]);
        at = tag.span.end;
    }
    names
}

/// The maximum number of tags that are compared with those of a section that may repeat it.
const MAX_COMPARED_TAGS: usize = 32;

/// The maximum number of bytes that are examined after a tag on the same line. The limit keeps lines with many tags
/// from taking quadratic time.
const MAX_REMNANT_LENGTH: usize = 1024;

/// The length of the gap before the next game, if it is one or two empty lines (of two, only with LF) and then a `[`, or
/// one (with LF) and then `1.`. After an empty line, both always open a game.
#[inline]
fn canonical_gap(text: &[u8]) -> Option<usize> {
    match text {
        [b'\n', b'\n', b'[', ..] | [b'\n', b'\n', b'1', b'.', ..] => Some(2),
        [b'\n', b'\n', b'\n', b'[', ..] => Some(3),
        [b'\r', b'\n', b'\r', b'\n', b'[', ..] => Some(4),
        _ => None,
    }
}

/// Whether this white space contains a line that is empty or has only spaces.
fn has_blank_line(gap: &[u8]) -> bool {
    text::count_line_ends(gap) >= 2
}

fn is_move_number(text: &[u8]) -> bool {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && text.get(digits) == Some(&b'.')
}

fn move_number(text: &[u8]) -> Option<u32> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    std::str::from_utf8(&text[..digits]).ok()?.parse().ok()
}

/// Whether a line after tags can be movetext. Moves may touch other tokens there.
fn is_movetext(line: &[u8]) -> bool {
    let is_mark = |byte: &u8| matches!(byte, b'(' | b')' | b'{' | b'}' | b';' | b'*');
    line.first() == Some(&b'$') || begins_movetext(line) || line.split(is_mark).any(is_like_move)
}

/// Whether a line starts with a move number, a move or a result.
pub fn begins_like_movetext(line: &[u8]) -> bool {
    let mut words = line.split(u8::is_ascii_whitespace);
    let first = words.next().unwrap_or_default();
    is_move_number(line)
        || is_like_move(first)
        || !first.is_empty() && first.iter().all(u8::is_ascii_digit) && words.next().is_some_and(is_like_move)
}

/// Whether a line without tags before it can be movetext: it starts with a move number or movetext punctuation, or contains
/// a result or a token that looks like a move.
fn begins_movetext(line: &[u8]) -> bool {
    is_move_number(line)
        || matches!(line.first(), Some(b'{' | b';' | b'(' | b'*'))
        || line.split(u8::is_ascii_whitespace).any(is_like_move)
}

/// Whether a token looks like a move or a result: it contains the name of a square, or is castling or a result.
pub(super) fn is_like_move(token: &[u8]) -> bool {
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    let is_castling = token.starts_with(b"O-O") || token.starts_with(b"0-0");
    let is_result = matches!(token, b"1-0" | b"0-1" | b"1/2-1/2" | b"1/2" | b"*");
    (token.len() <= 10 && token.windows(2).any(is_square)) || is_castling || is_result
}

/// The length of the move in a word that ends with a move number: `d62`, `O-O5`, `Nf6+10`.
pub(super) fn move_before_number(word: &[u8]) -> Option<usize> {
    let digits = word.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let (before, number) = word.split_at(word.len() - digits);
    let is_square =
        before.last().is_some_and(|file| matches!(file, b'a'..=b'h')) && matches!(number.first(), Some(b'1'..=b'8'));
    let length = before.len() + usize::from(is_square);
    let ends_move = is_square
        || before.ends_with(b"O-O")
        || matches!(before, [.., b'1'..=b'8', b'+' | b'#'] | [.., b'=', b'Q' | b'R' | b'B' | b'N']);
    (ends_move && length < word.len() && word.len() - length <= MAX_GLUED_DIGITS).then_some(length)
}

/// The most digits of a move number that touches the move before it.
const MAX_GLUED_DIGITS: usize = 3;

#[cfg(test)]
mod tests;
