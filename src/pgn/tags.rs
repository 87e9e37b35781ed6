//! Tag pairs: `[Name "value"]` (PGN 8.1), and their malformed variants.

use std::borrow::Cow;

use super::place::Span;
use super::{names, text};

/// A tag pair in a text. Ranges count from the start of the lexer's bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// The tag pair, from `[` to `]`.
    pub span: Span,
    /// The name.
    pub name: Span,
    /// The value without its quotes, still escaped (see [`unescape`]).
    pub value: Span,
    /// What is wrong with it, if anything.
    pub fault: Option<TagFault>,
    /// Whether it has exactly the form `[Name "value"]`.
    pub is_canonical: bool,
}

/// A tag pair with a known name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownTag {
    /// The tag pair, from `[` to `]`.
    pub span: Span,
    /// The index of its name in [`KNOWN`](super::names::KNOWN).
    pub name: usize,
    /// The value without its quotes, still escaped.
    pub value: Span,
}

/// The tag pairs of a game with known names, each name once, in the order of the text.
#[derive(Clone, Default, Debug)]
pub struct KnownTags {
    names: u64,
    list: Vec<KnownTag>,
}

/// The initial capacity; few games have more tags.
const USUAL_TAGS: usize = 20;

const _: () = assert!(names::KNOWN.len() <= u64::BITS as usize);

impl KnownTags {
    /// The present names of [`KNOWN`](super::names::KNOWN), one bit each.
    #[inline]
    pub fn names(&self) -> u64 {
        self.names
    }

    /// The tags, in the order of the text.
    #[inline]
    pub fn list(&self) -> &[KnownTag] {
        &self.list
    }

    /// Whether there is a tag with this name, by its index in [`KNOWN`](super::names::KNOWN).
    #[inline]
    pub fn has(&self, name: usize) -> bool {
        self.names >> name & 1 == 1
    }

    /// The tag with this name, by its index.
    #[inline]
    pub fn get(&self, name: usize) -> Option<&KnownTag> {
        if self.has(name) { self.list.iter().find(|tag| tag.name == name) } else { None }
    }

    /// Adds a tag, whose name must be new.
    #[inline(always)]
    pub(crate) fn add(&mut self, tag: KnownTag) {
        debug_assert!(!self.has(tag.name));
        if self.list.capacity() == 0 {
            self.list = Vec::with_capacity(USUAL_TAGS);
        }
        self.names |= 1 << tag.name;
        self.list.push(tag);
    }

    /// Forgets the values that end after this offset. Their names stay known.
    pub(crate) fn forget_after(&mut self, end: usize) {
        self.list.retain(|tag| tag.value.end <= end);
    }
}

/// A receiver of the tags of a game.
pub trait TagReader {
    /// The tags received so far.
    fn known(&self) -> &KnownTags;

    /// Receives a tag whose name is new. `value` is the text of its value.
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

/// The error in a malformed tag pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TagFault {
    /// A `"` inside the value without a backslash before it.
    UnescapedQuote,
    /// No `]` after the value.
    Unclosed,
    /// No closing `"`.
    UnclosedValue,
    /// A backslash escapes the closing `"`.
    EscapedClosingQuote,
    /// The value has no quotes, or quotes other than `"`.
    Unquoted,
    /// The value continues after the end of the line.
    MultiLine,
    /// No `[` before the name.
    Unopened,
    /// Another tag starts inside it.
    Spliced,
    /// The file ends inside it.
    Truncated,
    /// It starts with `[` but does not resemble a tag.
    Malformed,
}

/// Reads the tag pair that starts at `bytes[at]`, a `[`. It ends on the same line, except for a well-formed tag pair
/// over several lines and for a value over several lines that has an end.
pub fn parse_tag(bytes: &[u8], at: usize) -> Tag {
    let whole = read_plain(bytes, at).or_else(|| read_over_lines(bytes, at));
    whole.unwrap_or_else(|| read_leniently(bytes, at))
}

/// A well-formed tag pair with line ends between its tokens: the import format "may even have a tag pair spanning more
/// than a single line" (PGN 8.1). `None` if it has no line end, or more than [`MAX_VALUE_LINES`].
///
/// Only a complete tag pair counts, so a `[` on a line of its own in the movetext opens none. Its value is on one line,
/// because a string contains no line end (PGN 7). A name is followed by white space or a quote, never by another `[`,
/// so no byte is examined for more than two brackets.
#[cold]
fn read_over_lines(bytes: &[u8], at: usize) -> Option<Tag> {
    let name_start = skip_space(bytes, at + 1)?;
    let name = name_start..name_end(bytes, name_start);
    if !bytes.get(name_start)?.is_ascii_alphabetic() || name.len() > MAX_NAME_LEN {
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
    is_whole.then(|| Tag { span: at..bracket + 1, name, value: quote + 1..close, fault: None, is_canonical: false })
}

/// The longest name, and the longest white space, in a tag pair over several lines, in bytes.
const MAX_NAME_LEN: usize = 255;
const WIDEST_SPACE: usize = 1024;

/// The first byte that is not white space; `None` if there is none, or too much white space before it.
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
        is_canonical: true,
    })
}

/// The first quote, backslash or control character from `at` on. SWAR, eight bytes at a time: subtracting a bound
/// borrows from the highest bit of each smaller byte. Only the first match is exact.
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

/// The end of the letters, digits and underscores that start at `at`.
#[inline]
fn name_end(bytes: &[u8], at: usize) -> usize {
    at + bytes[at..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count()
}

/// Whether this `[` seems to start a tag pair: a name, then white space, then something like a quote; or a well-formed
/// tag pair over several lines.
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

/// Whether this `[` is followed by this name and an opening quote, so that it cannot be other text.
pub fn opens_tag_named(bytes: &[u8], at: usize, name: &[u8]) -> bool {
    bytes
        .get(at..)
        .and_then(|rest| rest.strip_prefix(b"["))
        .and_then(|rest| rest.strip_prefix(name))
        .is_some_and(|rest| rest.starts_with(b" \""))
}

const QUOTES: [&str; 9] = ["\"", "'", "“", "”", "„", "«", "‘", "\u{93}", "&quot;"];

/// The end of a lenient name: anything except white space, quotes and brackets.
fn loose_name_end(bytes: &[u8], at: usize) -> usize {
    let stops = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'"' | b'[' | b']' | b'{' | b'}' | 0x80..);
    at + bytes[at..].iter().take_while(|byte| !stops(byte)).count()
}

fn skip_blanks(bytes: &[u8], at: usize) -> usize {
    at + bytes.get(at..).unwrap_or_default().iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// All other forms, first the well-formed ones with spaces or escapes.
#[cold]
fn read_leniently(bytes: &[u8], at: usize) -> Tag {
    let line_end = near_line_end(bytes, at);
    let name_start = skip_blanks(bytes, at + 1).min(line_end);
    let name = name_start..loose_name_end(&bytes[..line_end], name_start);
    let tag = |end: usize, value: Span, fault: Option<TagFault>| Tag {
        span: at..end,
        name: name.clone(),
        value,
        fault,
        is_canonical: false,
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

/// Reads the rest of a tag after the closing quote of its value, which should be `]`.
fn after_value(bytes: &[u8], line_end: usize, value: Span, tag: &dyn Fn(usize, Span, Option<TagFault>) -> Tag) -> Tag {
    let bracket = skip_blanks(bytes, value.end + 1);
    if bytes.get(bracket) == Some(&b']') {
        let mut found = tag(bracket + 1, value, None);
        let has_one_space = |name: &Span, value: &Span| bytes.get(name.end..value.start) == Some(b" \"");
        found.is_canonical = found.name.start == found.span.start + 1
            && has_one_space(&found.name, &found.value)
            && bracket == found.value.end + 1;
        return found;
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

/// The largest number of bytes searched for the end of a tag, because a line may contain any number of tags.
const MAX_LINE_LEN: usize = 1 << 16;

/// The end of the line, or the limit of the search.
fn near_line_end(bytes: &[u8], at: usize) -> usize {
    text::line_end(&bytes[..bytes.len().min(at + MAX_LINE_LEN)], at)
}

/// Reads the rest of a tag whose value has no closing quote on its line.
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

/// The largest number of lines of a value; a longer one counts as unclosed.
pub(super) const MAX_VALUE_LINES: usize = 8;

/// The offset of the `"]` of a value that continues on the next lines. A blank line or another tag stops the search.
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

/// The `[` of another tag inside this value, whose opening quote was read as the closing one.
fn spliced_tag(bytes: &[u8], value: &Span) -> Option<usize> {
    let inner = value.start + memchr::memrchr(b'[', &bytes[value.clone()])?;
    let name = name_end(bytes, inner + 1);
    (name > inner + 1 && bytes[inner + 1].is_ascii_uppercase() && skip_blanks(bytes, name) == value.end)
        .then_some(inner)
}

/// The first unescaped `"` from `start` on.
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

/// The offset after the first `]` of the line, or the end of the line.
fn bracket_end(bytes: &[u8], from: usize, line_end: usize) -> usize {
    memchr::memchr(b']', &bytes[from..line_end]).map_or(line_end, |at| from + at + 1)
}

/// Reads a tag without its `[`, such as `Event "t"]`; `None` if the line is not one.
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
        is_canonical: false,
    })
}

/// The name of a second tag in a value with bare quotes, as in `Adams" Black "Brown` or `Adams Black "Brown`: the known name
/// before a quote.
pub fn inner_tag(value: &[u8]) -> Option<&[u8]> {
    let parts: Vec<&[u8]> = value.split(|&byte| byte == b'"').collect();
    let before = &parts[..parts.len() - 1];
    before.iter().enumerate().find_map(|(index, part)| {
        let words: Vec<&[u8]> = part.split(|byte| matches!(byte, b' ' | b'\t' | b',')).collect();
        // Between two quotes there is only the name, with white space on one side or both.
        let is_between = index % 2 == 1 && words.len() > 1 && words.iter().filter(|word| !word.is_empty()).count() == 1;
        let is_last = before.len() == 1 && words.len() > 2 && words.last().is_some_and(|last| last.is_empty());
        let name = words.into_iter().rfind(|word| !word.is_empty())?;
        let is_known =
            names::KNOWN.iter().chain(&names::ALSO_KNOWN).any(|known| known.as_bytes().eq_ignore_ascii_case(name));
        (is_known && (is_between || is_last)).then_some(name)
    })
}

/// The offset of a backslash in a value that escapes nothing.
pub fn lone_backslash(value: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += memchr::memchr(b'\\', value.get(at..)?)?;
        if !matches!(value.get(at + 1), Some(b'"' | b'\\')) {
            return Some(at);
        }
        at += 2;
    }
}

/// Unescapes a value: `\"` is `"`, `\\` is `\` (PGN 7).
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

/// The text of a value, with escapes resolved.
pub fn value_text(value: &[u8]) -> Cow<'_, str> {
    match unescape(value) {
        Cow::Borrowed(value) => text::decode(value),
        Cow::Owned(value) => Cow::Owned(text::decode(&value).into_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> (String, String, Option<TagFault>, usize) {
        let tag = parse_tag(text.as_bytes(), 0);
        (text[tag.name.clone()].into(), text[tag.value.clone()].into(), tag.fault, tag.span.end)
    }

    #[test]
    fn well_formed_tags_in_all_layouts() {
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
    fn faults_are_classified() {
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
    fn text_in_brackets_is_not_a_tag() {
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

    #[test]
    fn a_second_tag_in_a_value_is_found_by_its_name() {
        for (value, name) in [
            (r#"Adams" Black "Brown"#, Some("Black")),
            (r#"Adams",Black"Brown"#, Some("Black")),
            (r#"Adams" black "Brown"#, Some("black")),
            (r#"Adams Black "Brown"#, Some("Black")),
            (r#"Open" Site "Oslo" Date "2024.01.01"#, Some("Site")),
            (r#"The "White" Rook"#, None),
            (r#"The White "Knight" Open"#, None),
            (r#"Joe "The Man" X"#, None),
            (r#"Black"Brown"#, None),
            ("Adams", None),
        ] {
            assert_eq!(inner_tag(value.as_bytes()).map(|name| str::from_utf8(name).unwrap()), name, "{value}");
        }
    }

    #[test]
    fn a_backslash_escapes_quotes_and_backslashes_only() {
        for (value, at) in [
            (r#"a \"b\" \\"#, None),
            (r"Let\'s", Some(3)),
            (r"C:\\games\", Some(9)),
            (r"C:\games", Some(2)),
            ("", None),
        ] {
            assert_eq!(lone_backslash(value.as_bytes()), at, "{value}");
        }
    }
}
