//! The lines of tags, each in one look.
//!
//! Nearly every tag of an archive has a name that is known and stands on a line of its own, right below the one before. Then
//! the first two bytes that mean anything to a tag are its quotes, and a bit mask tells where they stand:
//!
//! ```text
//!   bytes   [ S i t e _ " L o n d o n " ] ⏎
//!   stops   . . . . . . # . . . . . . # . #      quotes, backslashes and control characters
//! ```
//!
//! Whatever is not seen to be such a tag is left to [`tags::read`](super::tags), which would read the same.

use std::num::NonZeroU64;
use std::ops::Range;

use super::index::Look;
use super::index::byte_classes::{Scanner, Stops};
use super::names::{self, EVENT};
use super::scan::BLOCK;
use super::tags::{KnownTag, TagReader};

/// The most bytes of a line that are looked at.
const LONGEST: usize = 4 * BLOCK;

/// So many bytes there must be from the beginning of a line on: nothing is asked for behind them.
const TEXT: usize = LONGEST + BLOCK;

/// Lines of tags in the usual form, each right below the one before, not too near the end of the bytes.
pub(super) struct TagLines<'a, R> {
    pub(super) bytes: &'a [u8],
    /// Where the first of them opens.
    pub(super) start: usize,
    /// Whether these are the first tags of their game: among others, an `Event` may begin another game.
    pub(super) are_first: bool,
    pub(super) reader: &'a mut R,
}

/// Reads tags up to the first that is not of the usual form, whose name is not known, or came before. Tells where the line
/// behind them begins if up to there all bytes are ASCII without carriage returns.
impl<R: TagReader> Look for TagLines<'_, R> {
    type Seen = Option<usize>;

    #[inline(always)]
    fn look(self, scanner: impl Scanner) -> Option<usize> {
        let Self { bytes, mut start, are_first, reader } = self;
        let mut odd = 0;
        let mut barred = reader.known().names() | if are_first { 0 } else { 1 << EVENT };
        while let Some(text) = bytes.get(start..).and_then(<[u8]>::first_chunk)
            && let Some(Line { name, value, next, odd: odd_here }) = Line::read(scanner, text)
            && barred >> name & 1 == 0
        {
            barred |= 1 << name | 1 << EVENT;
            let place = start + value.start..start + value.end;
            reader.take(KnownTag { span: start..place.end + 2, name, value: place }, &text[value]);
            odd |= odd_here;
            start += next;
        }
        (odd == 0).then_some(start)
    }
}

/// A line with a tag. Places count from its beginning.
struct Line {
    /// The place of its name in [`KNOWN`](super::names::KNOWN).
    name: usize,
    value: Range<usize>,
    /// Where the next line begins.
    next: usize,
    /// Not zero if there are bytes outside ASCII up to the next line or right behind, or a carriage return.
    odd: u64,
}

impl Line {
    /// The first line of this text, if it is a tag of the usual form.
    #[inline(always)]
    fn read(scanner: impl Scanner, text: &[u8; TEXT]) -> Option<Self> {
        let [b'[', behind @ ..] = text else { return None };
        let block = text.first_chunk()?;
        let Stops { places, foreign: mut odd } = scanner.stops(block);
        let places = NonZeroU64::new(places)?;
        let open = places.trailing_zeros() as usize;
        let close = if let Some(more) = NonZeroU64::new(places.get() & (places.get() - 1)) {
            more.trailing_zeros() as usize
        } else {
            let (close, foreign) = far_stop(scanner, text)?;
            odd |= foreign;
            close
        };
        let name_end = open.checked_sub(1)?;
        if text.get(name_end..)?.first_chunk()? != b" \"" || text.get(close..)?.first_chunk()? != b"\"]" {
            return None;
        }
        let name = names::known_at(behind, name_end.checked_sub(1)?)?;
        let line_end = scanner.line_end(block, places.get());
        let is_usual = line_end == close + 2 && text.get(line_end) == Some(&b'\n');
        let next = if is_usual {
            line_end + 1
        } else {
            let next = next_line(text, close + 2)?;
            odd |= u64::from(next != close + 3);
            next
        };
        Some(Self { name, value: open + 1..close, next, odd })
    }
}

/// Where the line behind the line end at this place begins, if there is one.
#[cold]
fn next_line(text: &[u8; TEXT], at: usize) -> Option<usize> {
    match text.get(at..)? {
        [b'\n', ..] => Some(at + 1),
        [b'\r', b'\n', ..] => Some(at + 2),
        _ => None,
    }
}

/// The first stop behind the first block; and, not zero if there are some, bytes outside ASCII in the blocks up to its own.
#[cold]
fn far_stop(scanner: impl Scanner, text: &[u8; TEXT]) -> Option<(usize, u64)> {
    let mut all_foreign = 0;
    for (i, block) in text.as_chunks().0.iter().take(LONGEST / BLOCK).enumerate().skip(1) {
        let Stops { places, foreign } = scanner.stops(block);
        all_foreign |= foreign;
        if places != 0 {
            return Some((i * BLOCK + places.trailing_zeros() as usize, all_foreign));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;
    use crate::pgn::index::ScanLevel;
    use crate::pgn::names::KNOWN;
    use crate::pgn::tags::KnownTags;

    fn seen(text: &str) -> Vec<(usize, &'static str, &str)> {
        let mut all = [ScanLevel::Portable, ScanLevel::Avx2, ScanLevel::Avx512].map(|width| {
            let mut tags = KnownTags::default();
            let bytes = [text.as_bytes(), &[b' '; TEXT]].concat();
            let plain_end = width.look(TagLines { bytes: &bytes, start: 0, are_first: true, reader: &mut tags });
            let is_plain = |end: usize| bytes[..end].is_ascii() && !bytes[..end].contains(&b'\r');
            match plain_end {
                Some(end) => {
                    assert!(is_plain(end) && end == tags.list().last().map_or(0, |last| last.span.end + 1), "{text}");
                }
                None => assert!(!is_plain(bytes.len()), "{text}"),
            }
            tags.list().iter().map(|tag| (tag.span.start, KNOWN[tag.name], &text[tag.value.clone()])).collect()
        });
        let first: Vec<_> = std::mem::take(&mut all[0]);
        assert!(all[1..].iter().all(|other| *other == first), "{text}");
        first
    }

    #[test]
    fn every_known_tag_of_any_length_is_seen() {
        for (end, last) in [("\n", ""), ("\r\n", ""), ("\n", "é"), ("\r\n", "é")] {
            for length in (0..140).chain([200, 230]) {
                let mut text = String::new();
                let mut expected = Vec::new();
                let value = "v".repeat(length) + last;
                for name in KNOWN {
                    expected.push((text.len(), name, value.as_str()));
                    write!(text, "[{name} \"{value}\"]{end}").unwrap();
                }
                write!(text, "{end}1. e4 e5 2. Nf3 Nc6 *{end}").unwrap();
                assert_eq!(seen(&text), expected, "{length}");
            }
        }
    }

    #[test]
    fn whatever_is_odd_ends_the_tags() {
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
        let far = format!("[Site \"a\"]\n[Round \"{}\"]\n", "b".repeat(LONGEST));
        for text in all.into_iter().chain([far.as_str()]) {
            let more = format!("{text}\n1. e4 e5 2. Nf3 Nc6 *\n");
            assert_eq!(seen(&more), [(0, "Site", "a")], "{text}");
        }
    }
}
