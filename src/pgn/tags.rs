//! Tag pairs: `[Name "value"]` (PGN 8.1), and what people write instead.

use std::borrow::Cow;

use super::place::Span;
use super::{names, text};

/// A tag pair as it stands in the text. Ranges count from the start of the lexer's bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// The whole of it, from `[` to `]`.
    pub span: Span,
    /// The name.
    pub name: Span,
    /// The value without its quotes, escapes not undone (see [`unescape`]).
    pub value: Span,
    /// What is wrong with it, if anything.
    pub fault: Option<TagFault>,
    /// Whether it is written `[Name "value"]`, with exactly these spaces.
    pub plain_layout: bool,
}

/// A tag pair with a name that is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownTag {
    /// The whole of it.
    pub span: Span,
    /// The place of its name in [`KNOWN`](super::names::KNOWN).
    pub name: usize,
    /// The value without its quotes, escapes not undone.
    pub value: Span,
}

/// The tag pairs of a game with names that are known, each name once, in the order of the text.
#[derive(Clone, Default, Debug)]
pub struct KnownTags {
    names: u64,
    list: Vec<KnownTag>,
}

/// Few games have more tags.
const USUAL_TAGS: usize = 20;

const _: () = assert!(names::KNOWN.len() <= u64::BITS as usize);

impl KnownTags {
    /// One bit for each name of [`KNOWN`](super::names::KNOWN) that is there.
    #[must_use]
    #[inline]
    pub fn names(&self) -> u64 {
        self.names
    }

    /// The tags, in the order of the text.
    #[must_use]
    #[inline]
    pub fn list(&self) -> &[KnownTag] {
        &self.list
    }

    /// Whether there is a tag of this name, by its place in [`KNOWN`](super::names::KNOWN).
    #[must_use]
    #[inline]
    pub fn has(&self, name: usize) -> bool {
        self.names >> name & 1 == 1
    }

    /// The tag of this name.
    #[must_use]
    #[inline]
    pub fn get(&self, name: usize) -> Option<&KnownTag> {
        if self.has(name) { self.list.iter().find(|tag| tag.name == name) } else { None }
    }

    /// Adds a tag, whose name must not be there yet.
    #[inline(always)]
    pub(crate) fn add(&mut self, tag: KnownTag) {
        debug_assert!(!self.has(tag.name));
        if self.list.capacity() == 0 {
            self.list = Vec::with_capacity(USUAL_TAGS);
        }
        self.names |= 1 << tag.name;
        self.list.push(tag);
    }
}

/// Somebody who takes the tags of a game as they are read.
pub trait TagReader {
    /// The tags that were taken.
    fn known(&self) -> &KnownTags;

    /// Takes a tag, whose name has not come before. `value` is what stands at the place of its value.
    fn take(&mut self, tag: KnownTag, value: &[u8]);
}

impl TagReader for KnownTags {
    #[inline(always)]
    fn known(&self) -> &KnownTags {
        self
    }

    #[inline(always)]
    fn take(&mut self, tag: KnownTag, _: &[u8]) {
        self.add(tag);
    }
}

/// Why a tag pair is not one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TagFault {
    /// A `"` inside the value without a backslash before it.
    UnescapedQuote,
    /// No `]` after the value.
    Unclosed,
    /// No closing `"`.
    UnclosedValue,
    /// A backslash took the closing `"` for itself.
    EscapedClosingQuote,
    /// The value stands in no quotes, or in others than `"`.
    Unquoted,
    /// The value goes on after the end of the line.
    MultiLine,
    /// No `[` before the name.
    Unopened,
    /// Another tag begins inside it.
    Spliced,
    /// The file ends inside it.
    Truncated,
    /// Opens with `[`, and is like no tag at all.
    Malformed,
}

/// Reads the tag pair that opens at `bytes[at]`, a `[`. It always ends on the way to the end of the line, but for a sound
/// tag pair over several lines, and for a value over several lines that does find its end.
#[must_use]
pub fn read(bytes: &[u8], at: usize) -> Tag {
    let whole = read_plain(bytes, at).or_else(|| read_over_lines(bytes, at));
    whole.unwrap_or_else(|| read_with_care(bytes, at))
}

/// A tag pair that is sound but for the line ends between its tokens: on import it "may even have a tag pair spanning more
/// than a single line" (PGN 8.1). `None` if it stands on one line, or on more than [`MAX_VALUE_LINES`] and one.
///
/// Only a complete tag pair counts, so that a `[` on a line of its own among the moves opens none. Its value stands on one
/// line, for a string holds no line end (PGN 7). A name is followed by white space or a quote, never by another `[`, so
/// that no byte is looked at for more than two brackets.
#[cold]
fn read_over_lines(bytes: &[u8], at: usize) -> Option<Tag> {
    let name_start = skip_space(bytes, at + 1)?;
    let name = name_start..name_end(bytes, name_start);
    if !bytes.get(name_start)?.is_ascii_alphabetic() || name.len() > LONGEST_NAME {
        return None;
    }
    let quote = skip_space(bytes, name.end)?;
    if bytes.get(quote) != Some(&b'"') {
        return None;
    }
    let close = closing_quote(&bytes[..near_line_end(bytes, quote)], quote + 1)?;
    let bracket = skip_space(bytes, close + 1)?;
    let lines = text::count_line_ends(&bytes[at..bracket]);
    let is_whole = bytes.get(bracket) == Some(&b']') && (1..=MAX_VALUE_LINES).contains(&lines);
    is_whole.then(|| Tag { span: at..bracket + 1, name, value: quote + 1..close, fault: None, plain_layout: false })
}

/// The longest name of a tag pair over several lines, and the most white space in a row in it, in bytes.
const LONGEST_NAME: usize = 255;
const WIDEST_SPACE: usize = 1024;

/// The first byte that is no white space; `None` if there is none, or too much white space before it.
fn skip_space(bytes: &[u8], at: usize) -> Option<usize> {
    let near = bytes.get(at..)?;
    near.iter().take(WIDEST_SPACE).position(|byte| !byte.is_ascii_whitespace()).map(|length| at + length)
}

/// The usual form, `[Name "value"]` without escapes.
#[inline]
pub(super) fn read_plain(bytes: &[u8], at: usize) -> Option<Tag> {
    let name = at + 1..name_end(bytes, at + 1);
    if name.is_empty() || bytes.get(name.end..name.end + 2)? != b" \"" {
        return None;
    }
    let start = name.end + 2;
    let end = plain_value_end(bytes, start)?;
    (bytes.get(end..end + 2)? == b"\"]").then(|| Tag {
        span: at..end + 2,
        name,
        value: start..end,
        fault: None,
        plain_layout: true,
    })
}

/// The first quote, backslash or control character from `at` on, looked for eight bytes at a time: in each that is less
/// than a bound, the subtraction borrows from its highest bit. A byte behind the first one may be found in error.
#[inline]
fn plain_value_end(bytes: &[u8], at: usize) -> Option<usize> {
    const EACH: u64 = 0x0101_0101_0101_0101;
    const HIGHEST: u64 = 0x80 * EACH;
    let less = |word: u64, bound: u8| word.wrapping_sub(EACH * u64::from(bound)) & !word & HIGHEST;
    let mut at = at;
    while let Some(chunk) = bytes.get(at..)?.first_chunk() {
        let word = u64::from_le_bytes(*chunk);
        let found =
            less(word, b' ') | less(word ^ (EACH * u64::from(b'"')), 1) | less(word ^ (EACH * u64::from(b'\\')), 1);
        if found != 0 {
            return Some(at + found.trailing_zeros() as usize / 8);
        }
        at += 8;
    }
    bytes[at..].iter().position(|&byte| byte == b'"' || byte == b'\\' || byte < b' ').map(|length| at + length)
}

/// Where the letters, digits and underscores that start at `at` end.
#[inline]
fn name_end(bytes: &[u8], at: usize) -> usize {
    at + bytes[at..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count()
}

/// Whether a tag pair, sound or not, seems to open at this `[`: a name, then white space, then something like a quote; or
/// a sound tag pair over several lines.
#[must_use]
pub fn opens_tag(bytes: &[u8], at: usize) -> bool {
    opens_tag_on_line(bytes, at) || read_over_lines(bytes, at).is_some()
}

fn opens_tag_on_line(bytes: &[u8], at: usize) -> bool {
    let name = skip_blanks(bytes, at + 1);
    let end = loose_name_end(bytes, name);
    if end == name || !bytes[name].is_ascii_alphabetic() {
        return false;
    }
    let rest = &bytes[skip_blanks(bytes, end)..];
    QUOTES.iter().any(|quote| rest.starts_with(quote.as_bytes())) || rest.is_empty()
}

/// Whether the tag at this `[` has this name and an opening quote, so that it cannot be text.
#[must_use]
pub fn opens_tag_named(bytes: &[u8], at: usize, name: &[u8]) -> bool {
    bytes
        .get(at..)
        .and_then(|rest| rest.strip_prefix(b"["))
        .and_then(|rest| rest.strip_prefix(name))
        .is_some_and(|rest| rest.starts_with(b" \""))
}

const QUOTES: [&str; 8] = ["\"", "'", "“", "”", "„", "«", "‘", "\u{93}"];

/// A name as people write it: anything but white space, quotes and brackets.
fn loose_name_end(bytes: &[u8], at: usize) -> usize {
    let stops = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'"' | b'[' | b']' | b'{' | b'}' | 0x80..);
    at + bytes[at..].iter().take_while(|byte| !stops(byte)).count()
}

fn skip_blanks(bytes: &[u8], at: usize) -> usize {
    at + bytes.get(at..).unwrap_or_default().iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// Every other form, sound ones (spaces, escapes) first.
#[cold]
fn read_with_care(bytes: &[u8], at: usize) -> Tag {
    let line_end = near_line_end(bytes, at);
    let name_start = skip_blanks(bytes, at + 1).min(line_end);
    let name = name_start..loose_name_end(&bytes[..line_end], name_start);
    let tag = |end: usize, value: Span, fault: Option<TagFault>| Tag {
        span: at..end,
        name: name.clone(),
        value,
        fault,
        plain_layout: false,
    };
    let malformed = |end| tag(end, end..end, Some(TagFault::Malformed));
    if name.is_empty() {
        return malformed(bracket_end(bytes, name.end, line_end));
    }
    let quote = skip_blanks(bytes, name.end).min(line_end);
    if quote == line_end && line_end == bytes.len() {
        return tag(line_end, line_end..line_end, Some(TagFault::Truncated));
    }
    if bytes.get(quote) != Some(&b'"') {
        let end = bracket_end(bytes, quote, line_end);
        let value = quote..end - usize::from(end > quote && bytes[end - 1] == b']');
        return if value.is_empty() { malformed(end) } else { tag(end, value, Some(TagFault::Unquoted)) };
    }
    let start = quote + 1;
    match closing_quote(&bytes[..line_end], start) {
        Some(close) => after_value(bytes, line_end, start..close, &tag),
        None => without_closing_quote(bytes, line_end, start, &tag),
    }
}

/// The value has its closing quote; what follows must be `]`.
fn after_value(bytes: &[u8], line_end: usize, value: Span, tag: &dyn Fn(usize, Span, Option<TagFault>) -> Tag) -> Tag {
    let bracket = skip_blanks(bytes, value.end + 1);
    if bytes.get(bracket) == Some(&b']') {
        let mut sound = tag(bracket + 1, value, None);
        let spaced_so = |name: &Span, value: &Span| bytes.get(name.end..value.start) == Some(b" \"");
        sound.plain_layout = sound.name.start == sound.span.start + 1
            && spaced_so(&sound.name, &sound.value)
            && bracket == sound.value.end + 1;
        return sound;
    }
    if let Some(inner) = spliced_tag(bytes, &value) {
        return tag(inner, value.start..inner, Some(TagFault::Spliced));
    }
    if bracket >= line_end {
        let fault = if line_end == bytes.len() { TagFault::Truncated } else { TagFault::Unclosed };
        return tag(value.end + 1, value, Some(fault));
    }
    if bytes[bracket] == b'[' && opens_tag(bytes, bracket) {
        return tag(value.end + 1, value, Some(TagFault::Unclosed));
    }
    // Quotes inside the value: it ends with the line's last `"]`.
    let line = &bytes[value.start..line_end];
    match memchr::memmem::rfind(line, b"\"]") {
        Some(last) => {
            let close = value.start + last;
            tag(close + 2, value.start..close, Some(TagFault::UnescapedQuote))
        }
        None => tag(line_end, value.start..line_end, Some(TagFault::UnescapedQuote)),
    }
}

/// The most bytes of a line in which the end of a tag is looked for: a line may open any number of tags.
const LONGEST_LINE: usize = 1 << 16;

/// The end of the line, if it is near; or else as far as one looks.
fn near_line_end(bytes: &[u8], at: usize) -> usize {
    text::line_end(&bytes[..bytes.len().min(at + LONGEST_LINE)], at)
}

/// The line ends before the value does.
fn without_closing_quote(
    bytes: &[u8],
    line_end: usize,
    start: usize,
    tag: &dyn Fn(usize, Span, Option<TagFault>) -> Tag,
) -> Tag {
    let line = bytes[start..line_end].trim_ascii_end();
    if let Some(value) = line.strip_suffix(b"\\\"]") {
        return tag(start + line.len(), start..start + value.len() + 1, Some(TagFault::EscapedClosingQuote));
    }
    if let Some(close) = value_on_next_lines(bytes, line_end) {
        return tag(close + 2, start..close, Some(TagFault::MultiLine));
    }
    if line_end == bytes.len() && !line.ends_with(b"]") {
        return tag(line_end, start..line_end, Some(TagFault::Truncated));
    }
    let value = line.strip_suffix(b"]").unwrap_or(line);
    tag(start + line.len(), start..start + value.len(), Some(TagFault::UnclosedValue))
}

/// How many lines a value may run over before it counts as never closed.
pub(super) const MAX_VALUE_LINES: usize = 8;

/// Where the `"]` of a value is that goes on over some lines. A blank line or another tag stops the search.
fn value_on_next_lines(bytes: &[u8], mut line_end: usize) -> Option<usize> {
    for _ in 1..MAX_VALUE_LINES {
        let start = line_end + if bytes[line_end..].starts_with(b"\r\n") { 2 } else { 1 };
        line_end = near_line_end(bytes, start.min(bytes.len()));
        let line = bytes.get(start..line_end)?;
        if line.trim_ascii().is_empty() || line.starts_with(b"[") {
            return None;
        }
        if let Some(close) = closing_quote(&bytes[..line_end], start) {
            return (bytes.get(close + 1) == Some(&b']')).then_some(close);
        }
    }
    None
}

/// The `[` inside this value that opens another tag, whose opening quote was taken for the closing one.
fn spliced_tag(bytes: &[u8], value: &Span) -> Option<usize> {
    let inner = value.start + memchr::memrchr(b'[', &bytes[value.clone()])?;
    let name = name_end(bytes, inner + 1);
    (name > inner + 1 && bytes[inner + 1].is_ascii_uppercase() && skip_blanks(bytes, name) == value.end)
        .then_some(inner)
}

/// The first `"` from `start` on that no backslash escapes.
fn closing_quote(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    loop {
        at += memchr::memchr2(b'"', b'\\', bytes.get(at..)?)?;
        if bytes[at] == b'"' {
            return Some(at);
        }
        at += 2;
    }
}

/// Just behind the first `]` of the line, or the end of the line.
fn bracket_end(bytes: &[u8], from: usize, line_end: usize) -> usize {
    memchr::memchr(b']', &bytes[from..line_end]).map_or(line_end, |at| from + at + 1)
}

/// Reads a line such as `Event "t"]`, a tag without its `[`; `None` if it is not like one.
#[must_use]
pub fn read_unopened(bytes: &[u8], at: usize) -> Option<Tag> {
    let line_end = text::line_end(bytes, at);
    let line = &bytes[..line_end];
    let name = at..name_end(line, at);
    let quote = skip_blanks(line, name.end);
    if name.is_empty() || quote == name.end || line.get(quote) != Some(&b'"') {
        return None;
    }
    let close = closing_quote(line, quote + 1)?;
    (line.get(close + 1) == Some(&b']')).then(|| Tag {
        span: at..close + 2,
        name,
        value: quote + 1..close,
        fault: Some(TagFault::Unopened),
        plain_layout: false,
    })
}

/// A value with its escapes undone: `\"` is `"`, `\\` is `\` (PGN 7).
#[must_use]
pub fn unescape(value: &[u8]) -> Cow<'_, [u8]> {
    if memchr::memchr(b'\\', value).is_none() {
        return Cow::Borrowed(value);
    }
    let mut plain = Vec::with_capacity(value.len());
    let mut rest = value.iter();
    while let Some(&byte) = rest.next() {
        match (byte, rest.as_slice().first()) {
            (b'\\', Some(&escaped @ (b'"' | b'\\'))) => {
                plain.push(escaped);
                rest.next();
            }
            _ => plain.push(byte),
        }
    }
    Cow::Owned(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> (String, String, Option<TagFault>, usize) {
        let tag = read(text.as_bytes(), 0);
        (text[tag.name.clone()].into(), text[tag.value.clone()].into(), tag.fault, tag.span.end)
    }

    #[test]
    fn sound_tags_in_all_layouts() {
        assert_eq!(parts("[Event \"t\"]\n"), ("Event".into(), "t".into(), None, 11));
        assert_eq!(parts("[ Event  \"t\" ]\n"), ("Event".into(), "t".into(), None, 14));
        assert_eq!(parts("[Event \"t\"] [Site \"s\"]"), ("Event".into(), "t".into(), None, 11));
        assert_eq!(parts(r#"[A "Joe \"X\" \\"]"#), ("A".into(), r#"Joe \"X\" \\"#.into(), None, 18));
        assert_eq!(parts("[Annotator \"a]b\"]").2, None);
        assert_eq!(parts("[Event\n\"t\"]\n"), ("Event".into(), "t".into(), None, 11));
        assert_eq!(parts("[\r\n Event \"\\\"t\"\r\n]"), ("Event".into(), "\\\"t".into(), None, 18));
        assert_eq!(unescape(br#"Joe \"X\" \\"#).as_ref(), br#"Joe "X" \"#);
    }

    #[test]
    fn each_fault_is_told_apart() {
        use TagFault::{
            EscapedClosingQuote, Malformed, MultiLine, Spliced, Truncated, Unclosed, UnclosedValue, UnescapedQuote,
            Unquoted,
        };
        for (text, value, fault) in [
            ("[A \"Joe \"The Man\" X\"]\n", "Joe \"The Man\" X", UnescapedQuote),
            ("[A \"Joe\"\n", "Joe", Unclosed),
            ("[A \"Joe]\n", "Joe", UnclosedValue),
            ("[A \"C:\\path\\\"]\n", "C:\\path\\", EscapedClosingQuote),
            ("[A 'Joe']\n", "'Joe'", Unquoted),
            ("[A “Joe”]\n", "“Joe”", Unquoted),
            ("[A Joe]\n", "Joe", Unquoted),
            ("[A \"Joe\nBlow\"]\n", "Joe\nBlow", MultiLine),
            ("[T \"66.6[Event \"B\"]\n", "66.6", Spliced),
            ("[Event \"uncl", "uncl", Truncated),
            ("[Event\n\"Joe\n\"]", "", Malformed),
            ("[Event \"Joe\"\n[Site \"s\"]", "Joe", Unclosed),
            ("[Event]\n", "", Malformed),
            ("[]\n", "", Malformed),
        ] {
            let (_, found_value, found, _) = parts(text);
            assert_eq!((found_value.as_str(), found), (value, Some(fault)), "{text:?}");
        }
        assert_eq!(read_unopened(b"Event \"t\"]\n", 0).and_then(|tag| tag.fault), Some(TagFault::Unopened));
        assert_eq!(read_unopened(b"Event t\n", 0), None);
    }

    #[test]
    fn text_in_brackets_is_no_tag() {
        assert!(opens_tag(b"[Event \"x\"]", 0));
        assert!(!opens_tag(b"[#]", 0));
        assert!(!opens_tag(b"[%clk 1]", 0));
        for (text, opens) in [
            ("[\nEvent\n\"x\"\n]", true),
            ("[Event\n\"x\"", false),
            ("[\n\n\n\n\n\n\n\nEvent \"x\"]", true),
            ("[\n\n\n\n\n\n\n\n\nEvent \"x\"]", false),
            ("[\ne4 e5 \"x\"]", false),
            ("[\n", false),
        ] {
            assert_eq!(opens_tag(text.as_bytes(), 0), opens, "{text:?}");
        }
    }
}
