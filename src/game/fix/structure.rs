//! Fixes of lines: blank ones, and their ends.

use crate::chess::san;
use crate::game::finding::Finding;
use crate::game::rules::Rule;
use crate::pgn::foreign;
use crate::pgn::lex::{CommentShape, Lexer, Outcome, Token, TokenKind};
use crate::pgn::place::Span;
use crate::pgn::rare_bytes::is_control;
use crate::pgn::text::{count_line_ends, decode, line_end};

use super::{Edit, GameWithFindings, MAX_EDITS};

/// No byte order marks from here to the next text.
pub(super) fn unmarked(faulty: &GameWithFindings<'_>, finding: &Finding) -> Option<Edit> {
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
pub(super) fn joined(faulty: &GameWithFindings<'_>, finding: &Finding) -> Option<Edit> {
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
pub(super) fn blank_line(faulty: &GameWithFindings<'_>, finding: &Finding) -> Option<Edit> {
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
pub(super) fn line_feeds(faulty: &GameWithFindings<'_>) -> Option<Vec<Edit>> {
    // A carriage return within a tag value does not end a line.
    if faulty.found.contains(Rule::ControlInValue) || faulty.found.contains(Rule::MultiLineValue) {
        return None;
    }
    let span = faulty.game.span.clone();
    let bare = memchr::memchr_iter(b'\r', faulty.text(&span)).map(|at| span.start + at);
    let bare = bare.filter(|at| faulty.bytes.get(at + 1) != Some(&b'\n'));
    if bare.clone().nth(MAX_EDITS).is_some() {
        let mut text = faulty.text(&span).to_vec();
        bare.for_each(|at| text[at - span.start] = b'\n');
        return Some(vec![Edit::new(span, text)]);
    }
    Some(bare.map(|at| Edit::new(at..at + 1, "\n")).collect())
}

/// A space in place of each control character between tokens. The fix of the first finding is that of all.
pub(super) fn without_controls(faulty: &GameWithFindings<'_>, finding: &Finding) -> Option<Vec<Edit>> {
    // Before the first move, they may be in a tag, or in what should be one.
    let first_move = faulty.game.span.start + faulty.game.records().get(1)?.offset as usize;
    let is_in_moves = |other: &&Finding| other.rule == Rule::ControlCharacter && other.span.start > first_move;
    let first = faulty.game.report.findings.iter().find(is_in_moves);
    if first.is_none_or(|first| first.span != finding.span) {
        return None;
    }
    // Such characters may have replaced moves.
    let has_gap = faulty.found.contains(Rule::WrongMoveNumber) || faulty.found.contains(Rule::WrongNumberDots);
    if has_gap || !faulty.is_sound() {
        return None;
    }
    let span = faulty.game.span.clone();
    let mut lexer = Lexer::new(faulty.bytes, span.start);
    let mut at = span.start;
    let mut edits = Vec::new();
    loop {
        let token = lexer.next_token().filter(|token| token.start < span.end);
        let is_text = |token: &Token| {
            token.kind != TokenKind::Junk || !faulty.text(&token.span()).iter().copied().all(is_control)
        };
        if token.as_ref().is_some_and(|token| !is_text(token)) {
            continue;
        }
        let gap = at..token.as_ref().map_or(span.end, |token| token.start);
        let controls = gap.filter(|at| is_control(faulty.bytes[*at]));
        let before = edits.len();
        edits.extend(controls.map(|at| Edit::new(at..at + 1, " ")).take(MAX_CONTROLS + 1));
        // A suffix must not lose its move.
        let is_suffix = token.as_ref().is_some_and(|token| b"+#=!?-".contains(&faulty.bytes[token.start]));
        if edits.len() > before && is_suffix {
            return None;
        }
        if edits.len() > MAX_CONTROLS {
            return None;
        }
        let Some(token) = token else { break };
        at = token.end;
    }
    let is_in_moves = edits.first().is_some_and(|first| first.span.start > first_move);
    is_in_moves.then_some(edits)
}

/// A game with more control characters is taken for damaged, and keeps them.
const MAX_CONTROLS: usize = 64;

/// No markup like this. The fix of the first finding is that of all.
pub(super) fn without_markup(faulty: &GameWithFindings<'_>, finding: &Finding) -> Option<Vec<Edit>> {
    let is_entity = |text: &[u8]| text.starts_with(b"&");
    if !faulty.is_sound() {
        return None;
    }
    let mut lexer = Lexer::new(faulty.bytes, faulty.game.span.start);
    let reserved = std::iter::from_fn(|| lexer.next_token()).filter(|token| token.kind == TokenKind::Reserved);
    let alike: Vec<Span> = reserved
        .map(|token| token.span())
        .filter(|span| is_entity(faulty.text(span)) == is_entity(faulty.text(&finding.span)))
        .collect();
    if is_entity(faulty.text(&finding.span)) {
        let is_space = |span: &Span| faulty.text(span) == b"&nbsp;";
        return alike.iter().all(is_space).then(|| alike.into_iter().map(|span| Edit::new(span, " ")).collect());
    }
    let is_markup = |span: &Span| foreign::markup(faulty.text(span)).is_some();
    is_markup(&finding.span)
        .then(|| alike.into_iter().filter(is_markup).map(|span| unmarked_up(faulty, span)).collect())
}

/// Without this markup, with its line if it is alone there. What it separated stays apart.
fn unmarked_up(faulty: &GameWithFindings<'_>, span: Span) -> Edit {
    if let Some(line) = whole_line(faulty.bytes, &span).filter(|line| line.end <= faulty.game.span.end) {
        return Edit::delete(line);
    }
    let is_text = |byte: Option<&u8>| byte.is_some_and(|byte| !byte.is_ascii_whitespace());
    let before = span.start.checked_sub(1).and_then(|at| faulty.bytes.get(at));
    let separates = is_text(before) && is_text(faulty.bytes.get(span.end));
    Edit::new(span, if separates { " " } else { "" })
}

/// The end of a comment without one: before the first word in it that is movetext.
pub(super) fn closed(faulty: &GameWithFindings<'_>, finding: &Finding) -> Option<Edit> {
    let mut lexer = Lexer::new(faulty.bytes, faulty.game.span.start);
    let comment = std::iter::from_fn(|| lexer.next_token()).find(|token| token.start >= finding.span.start)?;
    if comment.start != finding.span.start || comment.kind != TokenKind::Comment(CommentShape::Unclosed) {
        return None;
    }
    let text = faulty.text(&(comment.start + 1..comment.end));
    let mut end = 0;
    for word in text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
        let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let is_number = digits > 0 && word.get(digits) == Some(&b'.');
        let is_move = word.iter().any(u8::is_ascii_digit) && san::parse(word).is_ok();
        if is_number || is_move || Outcome::from_text(word).is_some() {
            let at = comment.start + 1 + end;
            return (end > 0 && (is_number || is_move)).then(|| Edit::insert(at, "}"));
        }
        end = word.as_ptr().addr() - text.as_ptr().addr() + word.len();
    }
    None
}

/// The lines of the game in UTF-8 that are not.
pub(super) fn in_utf8(faulty: &GameWithFindings<'_>) -> Option<Vec<Edit>> {
    let span = faulty.game.span.clone();
    let mut at = span.start;
    let mut edits = Vec::new();
    for line in faulty.text(&span).split_inclusive(|byte| *byte == b'\n') {
        if std::str::from_utf8(line).is_err() {
            let first = line.iter().position(|byte| !byte.is_ascii())?;
            let last = line.iter().rposition(|byte| !byte.is_ascii())?;
            edits.push(Edit::new(at + first..at + last + 1, decode(&line[first..=last]).into_owned()));
        }
        at += line.len();
    }
    Some(edits)
}

/// The range of the whole line that contains only this text; `None` if it contains more.
pub(super) fn whole_line(bytes: &[u8], span: &Span) -> Option<Span> {
    let opens = span.start == 0 || matches!(bytes[span.start - 1], b'\n' | b'\r');
    let end = line_end(bytes, span.end);
    let closes = bytes[span.end..end].trim_ascii().is_empty();
    let length = if bytes[end..].starts_with(b"\r\n") { 2 } else { 1 };
    (opens && closes && end < bytes.len()).then(|| span.start..end + length)
}
