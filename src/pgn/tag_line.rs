//! The lines of tags, found ahead.
//!
//! Nearly every tag of an archive has a name that is known and stands on a line of its own, right below the one before. Then
//! each line has three bytes that mean anything to a tag, its quotes and its end, and a bit mask tells where they stand:
//!
//! ```text
//!   bytes   [ S i t e _ " L o n d o n " ] ⏎ [ R o u n d …
//!   stops   . . . . . . # . . . . . . # . # . . . . . . …      quotes, backslashes and control characters
//! ```
//!
//! To look for the end of a line before the next is looked at would be a chain of steps that wait for each other, so the stops of
//! all lines are found first. Whatever is not seen to be such a tag is left to [`tags::read`](super::tags), which would
//! read the same.

use std::ops::Range;

use super::lane::kinds::{BLOCK, Scanner};
use super::lane::{Look, last_block};
use super::names::{self, EVENT};
use super::tags::{KnownTag, KnownTags};

/// So many blocks are looked at together: most games have no more tags than fit there. Places in them are kept in 16 bits.
const BLOCKS: usize = 16;

/// So many stops are kept, if the last block does not bring more.
const ROOM: usize = 128;

/// Lines of tags in the usual form, the first of which opens with the `[` at `start`, each right below the one before.
pub(super) struct TagLines<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) start: usize,
    /// Whether these are the first tags of their game: among others, an `Event` may begin another game.
    pub(super) are_first: bool,
    /// Those of its tags that were read before, to which these are added.
    pub(super) tags: &'a mut KnownTags,
}

/// Reads tags up to the first that is not of the usual form, whose name is not known, or came before.
impl Look for TagLines<'_> {
    type Seen = ();

    #[inline(always)]
    fn look(self, scanner: impl Scanner) {
        let Self { bytes, mut start, are_first, tags } = self;
        let mut barred = tags.names() | if are_first { 0 } else { 1 << EVENT };
        let mut room = [0; ROOM + BLOCK];
        while let Some(text @ [b'[', ..]) = bytes.get(start..) {
            let mut stops = find_stops(scanner, text, &mut room);
            let mut at = 0;
            while let Some(line) = Line::read(text, at, stops).filter(|line| barred >> line.name & 1 == 0) {
                barred |= 1 << line.name | 1 << EVENT;
                let value = start + line.value.start..start + line.value.end;
                tags.add(KnownTag { span: start + at..value.end + 2, name: line.name, value });
                (at, stops) = (line.next, stops.get(line.stops..).unwrap_or_default());
            }
            // If few stops are left, their line may go on behind the last block.
            if at == 0 || stops.len() > MOST_STOPS {
                return;
            }
            start += at;
        }
    }
}

/// Where the first stops of the text are.
#[inline(always)]
fn find_stops<'a>(scanner: impl Scanner, text: &[u8], room: &'a mut [u16; ROOM + BLOCK]) -> &'a [u16] {
    let mut count = 0;
    // Whether the byte before the block is a stop.
    let mut before = 0;
    for base in (0..BLOCKS * BLOCK).step_by(BLOCK) {
        let stops = match text.get(base..).and_then(<[u8]>::first_chunk) {
            Some(block) => scanner.stops(block),
            None => scanner.stops(&last_block(text, base)),
        };
        let Some(list) = room.get_mut(count..).and_then(<[u16]>::first_chunk_mut) else { break };
        count += scanner.list(stops, base as u16, list);
        // A stop right behind the end of a line is that of an empty line.
        let mut behind_stops = stops & (stops << 1 | before);
        while behind_stops != 0 {
            let at = base + behind_stops.trailing_zeros() as usize;
            if text.get(at.wrapping_sub(1)) == Some(&b'\n') {
                return &room[..count];
            }
            behind_stops &= behind_stops.wrapping_sub(1);
        }
        before = stops >> (BLOCK - 1);
    }
    &room[..count]
}

/// A line with a tag. Places count from the beginning of the text.
struct Line {
    /// The place of its name in [`KNOWN`](super::names::KNOWN).
    name: usize,
    value: Range<usize>,
    /// So many stops are in the line.
    stops: usize,
    /// Where the next line begins.
    next: usize,
}

/// A line has two quotes and an end, which may be of two characters.
const MOST_STOPS: usize = 4;

impl Line {
    /// The line that begins at `at`, if it is a tag of the usual form. These stops of the text are the first from there on.
    #[inline(always)]
    fn read(text: &[u8], at: usize, stops: &[u16]) -> Option<Self> {
        let [open, close, end, ..] = stops else { return None };
        let [open, close, end] = [open, close, end].map(|stop| usize::from(*stop));
        let name_end = open.checked_sub(1)?;
        let is_sound = two_at(text, name_end)? == b" \"" && two_at(text, close)? == b"\"]" && end == close + 2;
        let [b'[', name @ ..] = text.get(at..)? else { return None };
        if !is_sound {
            return None;
        }
        let name = names::known_at(name, name_end.checked_sub(at + 1)?)?;
        let (stops, next) = match text.get(end..)? {
            [b'\n', ..] => (3, end + 1),
            [b'\r', b'\n', ..] => (4, end + 2),
            _ => return None,
        };
        Some(Self { name, value: open + 1..close, stops, next })
    }
}

#[inline(always)]
fn two_at(text: &[u8], at: usize) -> Option<&[u8; 2]> {
    text.get(at..)?.first_chunk()
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;
    use crate::pgn::lane::Width;
    use crate::pgn::names::KNOWN;

    fn seen(text: &str) -> Vec<(usize, &'static str, &str)> {
        let mut all = [Width::Portable, Width::Avx2, Width::Avx512].map(|width| {
            let mut tags = KnownTags::default();
            width.look(TagLines { bytes: text.as_bytes(), start: 0, are_first: true, tags: &mut tags });
            tags.list().iter().map(|tag| (tag.span.start, KNOWN[tag.name], &text[tag.value.clone()])).collect()
        });
        let first: Vec<_> = std::mem::take(&mut all[0]);
        assert!(all[1..].iter().all(|other| *other == first), "{text}");
        first
    }

    #[test]
    fn every_known_tag_of_any_length_is_seen() {
        for end in ["\n", "\r\n"] {
            for length in (0..140).chain([255, 256, 900]) {
                let mut text = String::new();
                let mut expected = Vec::new();
                let value = "v".repeat(length);
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
        ];
        for text in all {
            let more = format!("{text}\n1. e4 e5 2. Nf3 Nc6 *\n");
            assert_eq!(seen(&more), [(0, "Site", "a")], "{text}");
        }
    }
}
