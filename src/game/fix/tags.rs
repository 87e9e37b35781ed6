//! Fixes of tag pairs, FEN tags among them.

use std::borrow::Cow;

use crate::chess::epd::{self, EpdReading};
use crate::chess::fen::{FenField, FenStyle};
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::Square;
use crate::game::Evidence;
use crate::game::finding::Finding;
use crate::game::rules::Rule;
use crate::game::values::dates::{UNKNOWN_DATE, standard_date, standard_dates};
use crate::pgn::lex::{Lexer, Outcome, TokenKind};
use crate::pgn::names::{DATE, FEN, KNOWN, RESULT, ROSTER, SET_UP, VARIANT, known};
use crate::pgn::place::Span;
use crate::pgn::tags::{TagFault, inner_tag, parse_tag, read_unopened};

use super::structure::whole_line;
use super::{Edit, GameWithFindings, results};

/// The value of a roster tag that says nothing.
fn unknown(name: usize) -> &'static str {
    if name == DATE { UNKNOWN_DATE } else { "?" }
}

/// The missing tags of the Seven Tag Roster, each before the next one of the roster that is present, or after the last.
pub(super) fn added_roster(faulty: &GameWithFindings<'_>, finding: &Finding) -> Option<Vec<Edit>> {
    let Evidence::MissingTags(missing) = &finding.evidence else { return None };
    let present = faulty.game.tags.known().list();
    let mut edits: Vec<Edit> = Vec::new();
    for name in missing.iter().filter_map(|name| known(name.as_bytes())) {
        let value = if name == RESULT { results::of_marker(faulty)?.text() } else { unknown(name) };
        let previous = present.iter().filter(|tag| tag.name < name).max_by_key(|tag| tag.name);
        let at = if let Some(tag) = previous {
            whole_line(faulty.bytes, &tag.span)?.end
        } else {
            let first = present.first()?;
            if ends_at_tags(faulty) {
                return None;
            }
            whole_line(faulty.bytes, &first.span)?.start
        };
        let line = format!("[{} \"{value}\"]{}", KNOWN[name], faulty.line_end());
        match edits.iter_mut().find(|edit| edit.span.start == at) {
            Some(edit) => edit.text.extend_from_slice(line.as_bytes()),
            None => edits.push(Edit::insert(at, line)),
        }
    }
    edits.sort_by_key(|edit| edit.span.start);
    Some(edits)
}

/// Whether the game has no movetext, and other tags follow: it may end only because these repeat the name of its first tag.
fn ends_at_tags(faulty: &GameWithFindings<'_>) -> bool {
    let has_movetext = faulty.game.plies() > 0 || faulty.game.outcome.is_some();
    !has_movetext && faulty.bytes[faulty.game.span.end..].trim_ascii_start().starts_with(b"[")
}

/// A tag without its line, which must have nothing else.
pub(super) fn deleted(faulty: &GameWithFindings<'_>, finding: &Finding) -> Option<Edit> {
    whole_line(faulty.bytes, &finding.span).map(Edit::delete)
}

/// The tag pair as `[Name "value"]`, at the start of a line.
pub(super) fn laid_out(faulty: &GameWithFindings<'_>, finding: &Finding) -> Option<Edit> {
    // A second tag of the name that opens the section might begin another game.
    let is_second = |other: &Finding| {
        matches!(other.rule, Rule::DuplicateTag | Rule::ConflictingTags) && other.span == finding.span
    };
    if faulty.game.report.findings.iter().any(is_second) {
        return None;
    }
    let Span { start, end } = finding.span;
    let tag = parse_tag(faulty.bytes, start);
    let is_read = matches!(
        tag.fault,
        None | Some(
            TagFault::UnescapedQuote
                | TagFault::Unclosed
                | TagFault::UnclosedValue
                | TagFault::EscapedClosingQuote
                | TagFault::Unquoted
                | TagFault::MultiLine
        )
    );
    let value = faulty.text(&tag.value);
    let has_name = !tag.name.is_empty()
        && faulty.text(&tag.name).iter().all(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii() || *byte == b'_');
    let has_end = match tag.fault {
        // It may be several tags, or its last mark the closing one before a wrong bracket.
        Some(TagFault::UnescapedQuote) => {
            let is_text = |byte: &u8| byte.is_ascii_alphanumeric() || !byte.is_ascii();
            let ends_well = |at: usize| at + 1 == value.len() || value[at..].iter().any(is_text);
            !value.contains(&b'[') && inner_tag(value).is_none() && memchr::memrchr(b'"', value).is_none_or(ends_well)
        }
        // With another quotation mark, the last one may be a part of the value, and the closing one be missing.
        Some(TagFault::EscapedClosingQuote) => !value.contains(&b'"'),
        Some(TagFault::Unclosed) => !value.ends_with(b"]"),
        // A comment in brackets is none.
        Some(TagFault::Unquoted) => known(faulty.text(&tag.name)).is_some(),
        _ => true,
    };
    let is_one_line = tag.fault == Some(TagFault::MultiLine) || !faulty.text(&finding.span).contains(&b'\n');
    if !is_read || tag.span.end != end || !is_one_line || !has_name || !has_end {
        return None;
    }
    if tag.fault.is_some() && !is_silent(faulty, faulty.text(&tag.name), value) {
        return None;
    }
    let value: Cow<'_, [u8]> = match tag.fault {
        None => value.into(),
        Some(TagFault::Unquoted) => unquoted(value)?.into(),
        Some(TagFault::MultiLine) => {
            let lines = value.split(|byte| matches!(byte, b'\n' | b'\r')).map(<[u8]>::trim_ascii);
            lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(&b' ').into()
        }
        Some(_) => escaped(value).into(),
    };
    let before = &faulty.bytes[faulty.game.span.start..start];
    let blanks = before.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let is_at_start = matches!(before.last(), None | Some(b'\n' | b'\r'));
    let line_end = if is_at_start { "" } else { faulty.line_end() };
    let text = [line_end.as_bytes(), b"[", faulty.text(&tag.name), b" \"", &value, b"\"]"].concat();
    Some(Edit::new(start - blanks..end, text))
}

/// Whether a tag says nothing that the game does not say otherwise. Read as what it seems to be, the value of another one
/// would say something else about the game.
fn is_silent(faulty: &GameWithFindings<'_>, name: &[u8], value: &[u8]) -> bool {
    match known(name) {
        Some(FEN | SET_UP | VARIANT) => false,
        Some(RESULT) => faulty.game.outcome.is_some() && faulty.game.outcome == Outcome::from_text(value),
        _ => true,
    }
}

/// The bracket before a tag.
pub(super) fn opened(faulty: &GameWithFindings<'_>, finding: &Finding) -> Option<Edit> {
    let tag = read_unopened(faulty.bytes, finding.span.start)?;
    let is_safe = is_silent(faulty, faulty.text(&tag.name), faulty.text(&tag.value));
    is_safe.then(|| Edit::insert(tag.span.start, "["))
}

/// The tag section with the tags of the roster first and in their order.
pub(super) fn ordered(faulty: &GameWithFindings<'_>) -> Option<Edit> {
    let is_double = [Rule::DuplicateTag, Rule::ConflictingTags].into_iter().any(|rule| faulty.found.contains(rule));
    let mut lexer = Lexer::new(faulty.bytes, faulty.game.span.start);
    let tokens = std::iter::from_fn(|| lexer.next_token()).take_while(|token| token.kind == TokenKind::Tag);
    let mut lines: Vec<(usize, Span)> = Vec::new();
    for token in tokens {
        let name = known(faulty.text(&parse_tag(faulty.bytes, token.start).name)).filter(|name| *name < ROSTER);
        let line = whole_line(faulty.bytes, &token.span())?;
        if lines.last().is_some_and(|(_, last)| last.end != line.start) {
            return None;
        }
        lines.push((name.unwrap_or(ROSTER), line));
    }
    let first = lines.first()?.1.start;
    let section = first..lines.last()?.1.end;
    lines.sort_by_key(|(name, _)| *name);
    if lines[0].1.start != first && ends_at_tags(faulty) {
        return None;
    }
    let text: Vec<&[u8]> = lines.iter().map(|(_, line)| faulty.text(line)).collect();
    (!is_double).then(|| Edit::new(section, text.concat()))
}

/// A value with a backslash before each quote that has none.
fn escaped(value: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(value.len() + 2);
    let mut bytes = value.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' if matches!(bytes.peek(), Some(b'"' | b'\\')) => {
                text.push(byte);
                text.extend(bytes.next());
            }
            b'"' | b'\\' => text.extend([b'\\', byte]),
            _ => text.push(byte),
        }
    }
    text
}

/// A value without the quotation marks that are none, `“value”`; `None` if one of them is missing.
fn unquoted(value: &[u8]) -> Option<Vec<u8>> {
    const ENTITY: &str = "&quot;";
    const MARKS: [char; 9] = ['"', '\'', '“', '”', '„', '«', '»', '‘', '’'];
    let text = std::str::from_utf8(value).ok()?.trim();
    let marks = [("“", "”"), ("„", "“"), ("«", "»"), ("'", "'"), ("‘", "’"), ("”", "”"), (ENTITY, ENTITY)];
    // The closing mark may be that of another tag.
    if inner_tag(text.replace(MARKS, "\"").trim_matches('"').as_bytes()).is_some() {
        return None;
    }
    let inner = marks.iter().find_map(|(open, close)| text.strip_prefix(open)?.strip_suffix(close));
    let text = match inner {
        Some(inner) => Some(inner).filter(|inner| !inner.starts_with(MARKS) && !inner.ends_with(MARKS)),
        None => Some(text).filter(|text| !text.contains(MARKS)),
    };
    let text = text.filter(|text| !text.contains(ENTITY));
    Some(escaped(text?.as_bytes()))
}

/// The name of a tag with the right capitals.
pub(super) fn renamed(faulty: &GameWithFindings<'_>, finding: &Finding) -> Option<Edit> {
    let Evidence::Tag { name, .. } = &finding.evidence else { return None };
    let tag = parse_tag(faulty.bytes, finding.span.start);
    // The tags about the starting position are read under both names; with another name, other tags may say something else.
    let is_start = [KNOWN[FEN], KNOWN[SET_UP], KNOWN[VARIANT]].contains(&name.as_str());
    let is_free = (is_start || is_silent(faulty, name.as_bytes(), faulty.text(&tag.value)))
        && faulty.game.tags.value(name).is_none();
    let is_same = faulty.text(&tag.name).eq_ignore_ascii_case(name.as_bytes());
    (is_free && is_same).then(|| Edit::new(tag.name, name.as_bytes()))
}

/// The value that says nothing, where a tag of the roster is empty.
pub(super) fn unknown_value(faulty: &GameWithFindings<'_>, finding: &Finding) -> Option<Edit> {
    let tag = parse_tag(faulty.bytes, finding.span.start);
    let name = known(faulty.text(&tag.name)).filter(|name| *name < ROSTER && *name != RESULT)?;
    (tag.fault.is_none() && tag.value.is_empty()).then(|| Edit::new(tag.value, unknown(name)))
}

/// The date as `YYYY.MM.DD`.
pub(super) fn date(faulty: &GameWithFindings<'_>, finding: &Finding) -> Option<Edit> {
    let tag = parse_tag(faulty.bytes, finding.span.start);
    let date = standard_date(std::str::from_utf8(faulty.text(&tag.value)).ok()?)?;
    tag.fault.is_none().then(|| Edit::new(tag.value, date))
}

/// The dates that a date with two readings may be.
pub(super) fn dates(faulty: &GameWithFindings<'_>, finding: &Finding) -> Option<Vec<Vec<Edit>>> {
    let tag = parse_tag(faulty.bytes, finding.span.start);
    let edits =
        standard_dates(faulty.text(&tag.value)).into_iter().map(|date| vec![Edit::new(tag.value.clone(), date)]);
    tag.fault.is_none().then(|| edits.collect())
}

/// The number of plies that were played.
pub(super) fn ply_count(faulty: &GameWithFindings<'_>, finding: &Finding) -> Option<Edit> {
    // If it is higher, moves may be lost.
    let Evidence::Count { counted, found } = finding.evidence else { return None };
    if found > counted {
        return None;
    }
    let tag = parse_tag(faulty.bytes, finding.span.start);
    let is_whole = faulty.is_sound() && faulty.game.marker.is_some() && tag.fault.is_none();
    is_whole.then(|| Edit::new(tag.value, counted.to_string()))
}

/// `[SetUp "1"]` on a line before the FEN.
pub(super) fn added_set_up(faulty: &GameWithFindings<'_>) -> Option<Edit> {
    if !faulty.has_certain_start {
        return None;
    }
    let line = whole_line(faulty.bytes, &faulty.game.tags.known().get(FEN)?.span)?;
    Some(Edit::insert(line.start, format!("[SetUp \"1\"]{}", faulty.line_end())))
}

// Fixes of FEN tags.

/// The FEN of the starting position, as the standard writes it.
pub(super) fn canonical_fen(faulty: &GameWithFindings<'_>, finding: &Finding) -> Option<Edit> {
    let start = faulty.game.start();
    if !faulty.has_certain_start {
        return None;
    }
    if let Evidence::Missing(fields) = &finding.evidence {
        // Without the field, the turn is White's and nobody can castle: the moves must agree, and the pieces.
        let is_certain = faulty.is_sound() && faulty.game.plies() > 0;
        if !is_certain || fields.contains(&FenField::Castling) && may_castle(start) {
            return None;
        }
    }
    let tag = faulty.game.tags.known().get(FEN)?;
    // Other operations of EPD than the counters would be lost.
    let text = faulty.text(&tag.value);
    if let Ok(EpdReading { operations, .. }) = epd::parse(text)
        && operations.iter().any(|operation| !matches!(&text[operation.opcode.clone()], b"hmvc" | b"fmvn"))
    {
        return None;
    }
    Some(Edit::new(tag.value.clone(), start.to_fen_with(FenStyle::PGN)))
}

/// Whether a king and a rook of the same color are on the squares from which they castle.
fn may_castle(position: &Position) -> bool {
    [Color::White, Color::Black].into_iter().any(|color| {
        let first_rank = if color == Color::White { 0 } else { 56 };
        let has = |file: u8, kind: PieceType| {
            let square = Square::from_index(first_rank + file);
            position.by_color(color).contains(square) && position.by_type(kind).contains(square)
        };
        has(4, PieceType::King) && (has(0, PieceType::Rook) || has(7, PieceType::Rook))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_without_a_backslash_get_one() {
        assert_eq!(escaped(br#"a "b" c"#), br#"a \"b\" c"#);
        assert_eq!(escaped(br#"a \"b\" \\ c"#), br#"a \"b\" \\ c"#);
        assert_eq!(escaped(br"a\b"), br"a\\b");
    }
}
