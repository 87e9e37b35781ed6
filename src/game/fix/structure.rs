//! Fixes of lines: blank ones, and their ends.

use crate::game::finding::Finding;
use crate::game::rules::Rule;
use crate::pgn::place::Span;
use crate::pgn::text::{count_line_ends, line_end};

use super::{Edit, Faulty};

/// No byte order marks from here to the next text.
pub(super) fn unmarked(faulty: &Faulty<'_>, finding: &Finding) -> Option<Edit> {
    let start = finding.span.start;
    let is_first = faulty.bytes[faulty.game.span.start..start].trim_ascii().is_empty();
    // Text that was not played stays as it is.
    if !is_first && !faulty.is_sound() {
        return None;
    }
    let marks = faulty.bytes[start..].chunks(MARK.len()).take_while(|chunk| *chunk == MARK).count();
    Some(Edit::delete(start..start + marks * MARK.len()))
}

/// A byte order mark in UTF-8.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// No blank lines from here to the next text.
pub(super) fn joined(faulty: &Faulty<'_>, finding: &Finding) -> Option<Edit> {
    // Text that was not played stays as it is.
    if !faulty.is_sound() {
        return None;
    }
    let start = finding.span.start;
    let rest = &faulty.bytes[start..faulty.game.span.end];
    let gap = rest.len() - rest.trim_ascii_start().len();
    // White space at the start of the next line stays.
    let blank = memchr::memrchr(b'\n', &rest[..gap]).map_or(0, |last| last + 1);
    // Lines that end with a carriage return wait for its fix.
    (blank > 0).then(|| Edit::delete(start..start + blank))
}

/// A blank line between tags and movetext, or after the game.
pub(super) fn blank_line(faulty: &Faulty<'_>, finding: &Finding) -> Option<Edit> {
    // Text is missing here, which a blank line would hide.
    if faulty.found.contains(Rule::SplicedGame) {
        return None;
    }
    let at = finding.span.start;
    let before = &faulty.bytes[faulty.game.span.start..at];
    let gap = &before[before.trim_ascii_end().len()..];
    let missing = 2_usize.checked_sub(count_line_ends(gap)).filter(|missing| *missing > 0)?;
    // White space at the start of the line stays there.
    let start = at - gap.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    Some(Edit::insert(if missing == 2 { at } else { start }, faulty.line_end().repeat(missing)))
}

/// A line feed for each carriage return that stands alone.
pub(super) fn line_feeds(faulty: &Faulty<'_>) -> Option<Vec<Edit>> {
    // In a value it is no line end.
    if faulty.found.contains(Rule::ControlInValue) || faulty.found.contains(Rule::MultiLineValue) {
        return None;
    }
    let span = faulty.game.span.clone();
    let bare = memchr::memchr_iter(b'\r', faulty.text(&span)).map(|at| span.start + at);
    let bare = bare.filter(|at| faulty.bytes.get(at + 1) != Some(&b'\n'));
    Some(bare.map(|at| Edit::new(at..at + 1, "\n")).collect())
}

/// The range of the whole line that contains only this text; `None` if it contains more.
pub(super) fn whole_line(bytes: &[u8], span: &Span) -> Option<Span> {
    let opens = span.start == 0 || matches!(bytes[span.start - 1], b'\n' | b'\r');
    let end = line_end(bytes, span.end);
    let closes = bytes[span.end..end].trim_ascii().is_empty();
    let length = if bytes[end..].starts_with(b"\r\n") { 2 } else { 1 };
    (opens && closes && end < bytes.len()).then(|| span.start..end + length)
}
