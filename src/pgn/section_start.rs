//! Lines that open games, looked for in comments: there they show that the comment is unclosed.

use super::lex::Outcome;
use super::names::KNOWN;
use super::place::Span;
use super::scan::is_space;
use super::split::begins_like_movetext;
use super::{tags, text};

/// The offsets of the tags in this range of a comment that open games: those at the start of a line that begin a tag section
/// with a game after it. A section begins with `[Event "`, or where the line before, as far as it is in the range, does not
/// start with a tag. The range ends before a brace, or at the end of the bytes.
pub fn game_openings(bytes: &[u8], range: Span) -> impl Iterator<Item = usize> + '_ {
    let mut section = TagSection { end: range.start, opens_game: false };
    memchr::memchr_iter(b'[', &bytes[range.clone()]).map(move |at| range.start + at).filter(move |&at| {
        let opens_section = opens_like_tag(bytes, at)
            && starts_line(bytes, at)
            && (tags::opens_tag_named(bytes, at, b"Event") || !follows_tag_line(bytes, range.start, at))
            && tags::opens_tag(bytes, at);
        if opens_section && at >= section.end {
            section = TagSection::read(bytes, at, range.end);
        }
        opens_section && section.opens_game
    })
}

/// Tags that follow each other in a comment.
struct TagSection {
    end: usize,
    /// Whether a game follows them. If not, the comment quotes the tags.
    opens_game: bool,
}

impl TagSection {
    /// Reads the tags from `start` on, in text that ends before the brace at `text_end`, or at the end of the bytes.
    #[cold]
    fn read(bytes: &[u8], start: usize, text_end: usize) -> Self {
        let skip_space = |at: usize| at + bytes[at..].iter().take_while(|byte| is_space(**byte)).count();
        let (mut end, mut next, mut count) = (start, start, 0);
        while next < text_end && bytes[next] == b'[' && tags::opens_tag(bytes, next) {
            end = tags::parse_tag(bytes, next).span.end;
            next = skip_space(end);
            count += 1;
        }
        let opens_game = match bytes.get(text_end) {
            // The brace is in a tag.
            _ if next > text_end => true,
            None if next == text_end => true,
            Some(b'}') if next == text_end => false,
            brace => {
                let is_apart = text::count_line_ends(&bytes[end..next]) > 1;
                let line = &bytes[next..text_end];
                let line = &line[..text::line_end(line, 0)];
                begins_like_movetext(line)
                    || brace != Some(&b'}') && is_apart && (line.is_empty() || count > 1 || brace.is_none())
            }
        };
        Self { end: next, opens_game }
    }
}

/// The offsets of the games in this range of a comment: of the tags that open tag sections ([`game_openings`]), and of those
/// after a game termination marker on the same line.
pub fn swallowed_games(bytes: &[u8], range: Span) -> impl Iterator<Item = usize> + '_ {
    let mut openings = game_openings(bytes, range.clone()).peekable();
    memchr::memchr_iter(b'[', &bytes[range.clone()]).map(move |at| range.start + at).filter(move |&at| {
        openings.next_if_eq(&at).is_some()
            || (opens_like_tag(bytes, at) && follows_result(&bytes[range.start..at]) && tags::opens_tag(bytes, at))
    })
}

/// Whether the games in this comment, braces included, are quoted: they have an end before its `}`, and the game around it has
/// its own. Text that begins with the result of that game, or ends without one, was swallowed.
pub fn quotes_games(bytes: &[u8], comment: &Span) -> bool {
    let within = comment.start + 1..comment.end - 1;
    let goes_on = || bytes[comment.end..].iter().find(|byte| !is_space(**byte)).is_some_and(|next| *next != b'[');
    swallowed_games(bytes, within.clone()).next().is_some_and(|first| !follows_result(&bytes[within.start..first]))
        && follows_result(&bytes[within])
        && (follows_result(&bytes[..comment.start]) || goes_on())
}

/// Whether the last word of a text is a game termination marker.
fn follows_result(before: &[u8]) -> bool {
    let last = before.trim_ascii_end().rsplit(|byte| is_space(*byte)).next();
    last.is_some_and(|word| Outcome::from_text(word).is_some())
}

/// Whether a bracket is followed by a name that can be that of a tag. Other text in brackets is common in comments, so a name
/// that begins with a small letter must be a known one.
fn opens_like_tag(bytes: &[u8], at: usize) -> bool {
    let name = bytes[at + 1..].trim_ascii_start();
    let length = name.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let is_known = || KNOWN.iter().any(|known| known.as_bytes().eq_ignore_ascii_case(&name[..length]));
    name.first().is_some_and(u8::is_ascii_uppercase) || (length > 0 && is_known())
}

/// Whether only white space or a byte order mark precedes `at` on its line.
pub(super) fn starts_line(bytes: &[u8], at: usize) -> bool {
    matches!(bytes[..indentation_start(bytes, at)].last(), None | Some(b'\n' | b'\r'))
}

/// The offset of the white space and the byte order mark before `at`.
fn indentation_start(bytes: &[u8], at: usize) -> usize {
    let without_blanks = |before: &[u8]| {
        before.len() - before.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t' | 11 | 12)).count()
    };
    let before = &bytes[..without_blanks(&bytes[..at])];
    without_blanks(before.strip_suffix("\u{feff}".as_bytes()).unwrap_or(before))
}

/// Whether the line before the one that `at` starts begins with a tag. A line that begins before `from` does not count: there
/// may be another game.
fn follows_tag_line(bytes: &[u8], from: usize, at: usize) -> bool {
    let before = &bytes[..indentation_start(bytes, at)];
    let before = before.strip_suffix(b"\n").unwrap_or(before);
    let before = before.strip_suffix(b"\r").unwrap_or(before);
    let Some(end) = memchr::memrchr2(b'\n', b'\r', before).filter(|end| *end >= from) else { return false };
    let line = end + 1;
    let blanks = before[line..].iter().take_while(|byte| is_space(**byte)).count();
    before.get(line + blanks) == Some(&b'[') && tags::opens_tag(bytes, line + blanks)
}
