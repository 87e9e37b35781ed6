//! Lines that open tag sections, looked for in comments: there they show that the comment is unclosed.

use super::lex::Outcome;
use super::names::KNOWN;
use super::place::Span;
use super::scan::is_space;
use super::tags;

/// The offsets of the tags in this range of a comment that open tag sections: those at the start of a line, if they are
/// `[Event "` or the line before them, as far as it is in the range, does not start with a tag.
pub fn game_openings(bytes: &[u8], range: Span) -> impl Iterator<Item = usize> + '_ {
    memchr::memchr_iter(b'[', &bytes[range.clone()]).map(move |at| range.start + at).filter(move |&at| {
        opens_like_tag(bytes, at)
            && starts_line(bytes, at)
            && (tags::opens_tag_named(bytes, at, b"Event") || !follows_tag_line(bytes, range.start, at))
            && tags::opens_tag(bytes, at)
    })
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
