//! The fast path for tag lines: one tag per line, in canonical form, found with bit masks.
//!
//! Nearly every tag has a known name and is alone on its line, directly below the previous tag. Then the first two
//! delimiters on the line are its quotes:
//!
//! ```text
//!   bytes        [ S i t e _ " L o n d o n " ] ⏎
//!   delimiters   . . . . . . # . . . . . . # . #      quotes, backslashes and control characters
//! ```
//!
//! [`tags::parse_tag`](super::tags) reads all other tags, and would read these the same.

use std::num::NonZeroU64;
use std::ops::Range;

use super::index::{ScanTask, Scanner};
use super::names::{self, EVENT};
use super::scan::BLOCK;
use super::tags::{KnownTag, TagReader};

/// The longest line that is examined, in bytes.
const MAX_LEN: usize = 4 * BLOCK;

/// The number of bytes required from the start of a line on; nothing after them is read.
const TEXT: usize = MAX_LEN + BLOCK;

/// The task to read consecutive tag lines in canonical form, not too near the end of the bytes.
pub(super) struct TagLines<'a, R> {
    pub(super) bytes: &'a [u8],
    /// The offset of the first tag.
    pub(super) start: usize,
    /// Whether these are the first tags of their game. After others, an `Event` may start another game.
    pub(super) starts_section: bool,
    pub(super) reader: &'a mut R,
}

/// Reads tags up to the first one in another form, or with an unknown or repeated name.
impl<R: TagReader> ScanTask for TagLines<'_, R> {
    type Output = ();

    #[inline(always)]
    fn run(self, scanner: impl Scanner) {
        let Self { bytes, mut start, starts_section, reader } = self;
        let mut excluded = reader.known().names() | if starts_section { 0 } else { 1 << EVENT };
        while let Some(text) = bytes.get(start..).and_then(<[u8]>::first_chunk)
            && let Some(Line { name, value, next }) = Line::parse(scanner, text)
            && excluded >> name & 1 == 0
        {
            excluded |= 1 << name | 1 << EVENT;
            let place = start + value.start..start + value.end;
            reader.take(KnownTag { span: start..place.end + 2, name, value: place }, &text[value]);
            start += next;
        }
    }
}

/// A line with a tag. Offsets count from its start.
struct Line {
    /// The index of its name in [`KNOWN`](super::names::KNOWN).
    name: usize,
    value: Range<usize>,
    next: usize,
}

impl Line {
    /// The first line of a text, if it is a tag in the usual form.
    #[inline(always)]
    fn parse(scanner: impl Scanner, text: &[u8; TEXT]) -> Option<Self> {
        let [b'[', after_bracket @ ..] = text else { return None };
        let block = text.first_chunk()?;
        let places = NonZeroU64::new(scanner.tag_delimiters(block))?;
        let open = places.trailing_zeros() as usize;
        let close = if let Some(more) = NonZeroU64::new(places.get() & (places.get() - 1)) {
            more.trailing_zeros() as usize
        } else {
            far_delimiter(scanner, text)?
        };
        let name_end = open.checked_sub(1)?;
        if text.get(name_end..)?.first_chunk()? != b" \"" || text.get(close..)?.first_chunk()? != b"\"]" {
            return None;
        }
        let name = names::known_at(after_bracket, name_end.checked_sub(1)?)?;
        let next = match text.get(close + 2..)? {
            [b'\n', ..] => close + 3,
            [b'\r', b'\n', ..] => close + 4,
            _ => return None,
        };
        Some(Self { name, value: open + 1..close, next })
    }
}

/// The first delimiter after the first block.
#[cold]
fn far_delimiter(scanner: impl Scanner, text: &[u8; TEXT]) -> Option<usize> {
    for (i, block) in text.as_chunks().0.iter().take(MAX_LEN / BLOCK).enumerate().skip(1) {
        let places = scanner.tag_delimiters(block);
        if places != 0 {
            return Some(i * BLOCK + places.trailing_zeros() as usize);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;
    use crate::cpu::CpuLevel;
    use crate::pgn::index::scan;
    use crate::pgn::names::KNOWN;
    use crate::pgn::tags::KnownTags;

    fn read_tags(text: &str) -> Vec<(usize, &'static str, &str)> {
        let mut all = CpuLevel::ALL.map(|level| {
            let mut tags = KnownTags::default();
            let bytes = [text.as_bytes(), &[b' '; TEXT]].concat();
            scan(level, TagLines { bytes: &bytes, start: 0, starts_section: true, reader: &mut tags });
            tags.list().iter().map(|tag| (tag.span.start, KNOWN[tag.name], &text[tag.value.clone()])).collect()
        });
        let first: Vec<_> = std::mem::take(&mut all[0]);
        assert!(all[1..].iter().all(|other| *other == first), "{text}");
        first
    }

    #[test]
    fn known_tags_of_any_length_are_read() {
        for (end, last) in [("\n", ""), ("\r\n", ""), ("\n", "é"), ("\r\n", "é")] {
            for length in (0..140).chain([200, 230]).step_by(if cfg!(miri) { 47 } else { 1 }) {
                let mut text = String::new();
                let mut expected = Vec::new();
                let value = "v".repeat(length) + last;
                for name in KNOWN {
                    expected.push((text.len(), name, value.as_str()));
                    write!(text, "[{name} \"{value}\"]{end}").unwrap();
                }
                write!(text, "{end}1. e4 e5 2. Nf3 Nc6 *{end}").unwrap();
                assert_eq!(read_tags(&text), expected, "{length}");
            }
        }
    }

    #[test]
    fn other_forms_end_the_fast_path() {
        let all = [
            "[Site \"a\"]\n[Round \"b\"]1.",
            "[Site \"a\"]\n[Round  \"b\"]\n",
            "[Site \"a\"]\n[Round \"b\" ]\n",
            "[Site \"a\"]\n[Round \"b\"] \n",
            "[Site \"a\"]\n[Round \"b\"]\r1.",
            "[Site \"a\"]\n[Round \"b\\c\"]\n",
            "[Site \"a\"]\n[Round \"b\"\"]\n",
            "[Site \"a\"]\n[Round \"b\tc\"]\n",
            "[Site \"a\"]\n[Rounds \"b\"]\n",
            "[Site \"a\"]\n[Site \"a\"]\n",
            "[Site \"a\"]\n[Event \"a\"]\n",
            "[Site \"a\"]\n \n[Round \"b\"]\n",
            "[Site \"a\"]\n\n[Round \"b\"]\n",
            "[Site \"a\"]\n\r\n[Round \"b\"]\n",
            "[Site \"a\"]\n[Round b]\n\n1. e4 \"",
            "[Site \"a\"]\n[Round é]\n",
            "[Site \"a\"]\n\n1. é4",
        ];
        let far = format!("[Site \"a\"]\n[Round \"{}\"]\n", "b".repeat(MAX_LEN));
        for text in all.into_iter().chain([far.as_str()]) {
            let more = format!("{text}\n1. e4 e5 2. Nf3 Nc6 *\n");
            assert_eq!(read_tags(&more), [(0, "Site", "a")], "{text}");
        }
    }
}
