//! The checks of tag pairs: their syntax, names, order and values.

use crate::game::Evidence;
use crate::game::finding::excerpt::{excerpt, excerpt_of_end};
use crate::game::finding::list::Findings;
use crate::game::replay::cursor::Cursor;
use crate::game::replay::options::ReaderMode;
use crate::game::rules::Rule;
use crate::game::values::dates::{read_date, read_days};
use crate::game::values::formats::{
    TagKind, is_count, is_eco, is_rating, is_round, is_time, is_time_control, read_variant,
};
use crate::game::values::termination::{self, Termination};
use crate::pgn::lex::{Outcome, Token, TokenKind};
use crate::pgn::names::{KNOWN, PLY_COUNT, ROSTER, VARIANT, known};
use crate::pgn::place::Span;
use crate::pgn::rare_bytes::is_control;
use crate::pgn::split::GamePart;
use crate::pgn::tags::{KnownTag, KnownTags, Tag, TagFault, TagReader, inner_tag, lone_backslash};
use crate::pgn::text;

use super::TagBook;

/// The maximum length of a value in characters (PGN 7).
const MAX_VALUE_LENGTH: usize = 255;

/// The memory limit for tags with unknown names, and the overhead of each, in bytes.
const MAX_UNKNOWN_TAG_MEMORY: usize = 16 << 20;
const UNKNOWN_TAG_OVERHEAD: usize = 64;

/// The Seven Tag Roster, one bit a tag.
const ROSTER_BITS: u64 = (1 << ROSTER) - 1;

/// The message about tags beyond this limit.
const TOO_MANY_TAGS: &str = "tags with unknown names take more than 16 MB: the rest is not checked for duplicates";

/// The kind of value of each tag, by its index in [`KNOWN`].
static VALUE_KINDS: [TagKind; KNOWN.len()] = {
    let mut meanings = [TagKind::Text; KNOWN.len()];
    let mut index = 0;
    while index < KNOWN.len() {
        meanings[index] = TagKind::from_name(KNOWN[index].as_bytes());
        index += 1;
    }
    meanings
};

#[cold]
pub(in crate::game::replay) fn read_tag(
    cursor: &Cursor<'_>,
    token: &Token,
    tags: &mut TagBook,
    findings: &mut Findings,
) {
    let bytes = cursor.bytes();
    if cursor.lexer().section() != GamePart::Head {
        return findings.quote(Rule::StrayTag, bytes, token.span());
    }
    let Some(tag) = cursor.lexer().tag() else { return };
    tags.first.get_or_insert(token.span());
    if let Some(fault) = tag.fault {
        report_fault(tag, fault, bytes, findings);
    }
    if !tag.is_canonical && tag.fault.is_none() && findings.wants(Rule::TagLayout) {
        findings.add(Rule::TagLayout, token.span(), Evidence::Nothing);
    }
    if tag.fault == Some(TagFault::Malformed) {
        return;
    }
    let mut checker = TagChecker { tags, findings };
    let (name, value) = (&bytes[tag.name.clone()], tag.value.clone());
    match known(name) {
        Some(index) => checker.take_known(bytes, token, index, value),
        None => checker.take_unknown(bytes, token, name, value),
    }
    let value = &bytes[tag.value.clone()];
    if tag.fault != Some(TagFault::MultiLine) {
        check_value(findings, token.span(), name, value);
    }
    check_damage(findings, tag.value.clone(), name, bytes);
    if tag.fault.is_none() {
        check_backslashes(findings, token.span(), name, value);
    }
    if tag.is_canonical && !opens_line(cursor, token.start) {
        report_tag_layout(token.span(), findings);
    }
}

/// Reads tags while they are in canonical form and have known names that have not occurred before, as
/// [`Lexer::canonical_tags`](crate::pgn::lex::Lexer::canonical_tags) does.
pub(in crate::game::replay) fn read_canonical_tags(
    cursor: &mut Cursor<'_>,
    tags: &mut TagBook,
    findings: &mut Findings,
    reader: ReaderMode,
) {
    let Some(level) = reader.level() else { return };
    let before = tags.known.list().len();
    cursor.lexer_mut().canonical_tags(level, &mut TagChecker { tags, findings });
    let new = &tags.known.list()[before..];
    let (Some(first), Some(last)) = (new.first(), new.last()) else { return };
    let (first, last) = (first.span.clone(), last.span.clone());
    tags.first.get_or_insert(first.clone());
    // The others each start on the next line.
    if !opens_line(cursor, first.start) {
        report_tag_layout(first, findings);
    }
    cursor.pass(Token { kind: TokenKind::Tag, start: last.start, end: last.end });
}

/// Reports a tag that does not start its line.
#[cold]
fn report_tag_layout(tag: Span, findings: &mut Findings) {
    if findings.wants(Rule::TagLayout) {
        findings.add(Rule::TagLayout, tag, Evidence::Nothing);
    }
}

/// Whether a tag is the first text of its line, as far as the game shows.
fn opens_line(cursor: &Cursor<'_>, at: usize) -> bool {
    let before = &cursor.bytes()[cursor.start()..at];
    before.last().is_none_or(|byte| matches!(byte, b'\n' | b'\r')) || before.ends_with("\u{feff}".as_bytes())
}

fn report_fault(tag: &Tag, fault: TagFault, bytes: &[u8], findings: &mut Findings) {
    let rule = rule_of_fault(fault);
    let value = &bytes[tag.value.clone()];
    let message = match fault {
        TagFault::UnescapedQuote => inner_tag(value).map(|name| {
            let (text, name) = (excerpt(&bytes[tag.span.clone()]), excerpt(name));
            format!("`{text}` is two tags in one: `] [` is missing before `{name}`")
        }),
        TagFault::EscapedClosingQuote => Some(format!(
            "`{}`: the backslash takes the closing quotation mark into the value; a backslash is written `\\\\`",
            excerpt_of_end(&bytes[tag.span.clone()])
        )),
        _ => None,
    };
    match message {
        Some(message) => findings.add(rule, tag.span.clone(), Evidence::Message(message)),
        None => findings.quote(rule, bytes, tag.span.clone()),
    }
}

/// The rule that reports a fault in the syntax of a tag.
const fn rule_of_fault(fault: TagFault) -> Rule {
    match fault {
        TagFault::UnescapedQuote => Rule::UnescapedQuote,
        TagFault::Unclosed => Rule::UnclosedTag,
        TagFault::UnclosedValue | TagFault::EscapedClosingQuote => Rule::UnclosedValue,
        TagFault::Unquoted => Rule::UnquotedValue,
        TagFault::MultiLine => Rule::MultiLineValue,
        TagFault::Unopened => Rule::UnopenedTag,
        TagFault::Spliced => Rule::SplicedGame,
        TagFault::Truncated => Rule::TruncatedGame,
        TagFault::Malformed => Rule::MalformedTag,
    }
}

/// Reports missing roster tags, once all tags have been read.
pub(in crate::game::replay) fn check_missing_tags(tags: &TagBook, findings: &mut Findings) {
    let Some(first) = tags.first.clone() else { return };
    let is_complete = tags.known.names() & ROSTER_BITS == ROSTER_BITS;
    if is_complete || !findings.wants(Rule::MissingRosterTag) {
        return;
    }
    let misspelled = tags.unknown.as_ref().map_or(&[][..], |unknown| &unknown.misspelled);
    let is_present = |name: &usize| tags.known.has(*name) || misspelled.iter().any(|(meant, _)| meant == name);
    let missing: Vec<&'static str> = (0..ROSTER).filter(|name| !is_present(name)).map(|name| KNOWN[name]).collect();
    if !missing.is_empty() {
        findings.add(Rule::MissingRosterTag, first, Evidence::MissingTags(missing));
    }
}

/// Compares the PlyCount tag with the number of plies played.
pub(in crate::game::replay) fn check_ply_count(tags: &TagBook, bytes: &[u8], plies: u32, findings: &mut Findings) {
    let Some(KnownTag { span, value, .. }) = tags.known.get(PLY_COUNT).cloned() else { return };
    let digits = std::str::from_utf8(&bytes[value]).unwrap_or_default();
    if let Ok(found) = digits.trim().parse()
        && found != u64::from(plies)
    {
        findings.add(Rule::WrongPlyCount, span, Evidence::Count { found, counted: u64::from(plies) });
    }
}

/// Checks tags with known names as they are read.
struct TagChecker<'a> {
    tags: &'a mut TagBook,
    findings: &'a mut Findings,
}

impl TagReader for TagChecker<'_> {
    #[inline(always)]
    fn known(&self) -> &KnownTags {
        &self.tags.known
    }

    #[inline(always)]
    fn take(&mut self, tag: KnownTag, value: &[u8]) {
        let (span, name) = (tag.span.clone(), tag.name);
        self.check(tag, value);
        if value.is_empty() || value.len() > MAX_VALUE_LENGTH {
            check_value(self.findings, span, KNOWN[name].as_bytes(), value);
        }
    }
}

impl TagChecker<'_> {
    /// Adds a tag with a known name in any form.
    fn take_known(&mut self, bytes: &[u8], token: &Token, name: usize, value: Span) {
        match self.tags.known_value(name) {
            Some(first) => self.report_duplicate(token, KNOWN[name].as_bytes(), &bytes[first], &bytes[value]),
            None => self.check(KnownTag { span: token.span(), name, value: value.clone() }, &bytes[value]),
        }
    }

    /// Adds a tag with another name.
    fn take_unknown(&mut self, bytes: &[u8], token: &Token, name: &[u8], value: Span) {
        if name.iter().any(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_') {
            let evidence = Evidence::Tag { name: excerpt(name), value: String::new() };
            self.findings.add(Rule::TagName, token.span(), evidence);
        } else if let Some(meant) = KNOWN.iter().position(|known| known.as_bytes().eq_ignore_ascii_case(name)) {
            let misspelled = &mut self.tags.unknown.get_or_insert_default().misspelled;
            if !misspelled.iter().any(|(other, _)| *other == meant) {
                misspelled.push((meant, value.clone()));
                if meant == VARIANT && self.tags.variant.is_none() {
                    self.tags.variant = Some(read_variant(&bytes[value.clone()]));
                }
            }
            let evidence = Evidence::Tag { name: KNOWN[meant].to_owned(), value: excerpt(name) };
            self.findings.add(Rule::LowerCaseTag, token.span(), evidence);
        }
        let unknown = self.tags.unknown.get_or_insert_default();
        match unknown.values.get(name) {
            Some(first) => {
                let first = &bytes[first.clone()];
                self.report_duplicate(token, name, first, &bytes[value]);
            }
            None if unknown.memory + name.len() > MAX_UNKNOWN_TAG_MEMORY => {
                if !std::mem::replace(&mut unknown.is_full, true) {
                    self.findings.add(Rule::BeyondLimits, token.span(), Evidence::Message(TOO_MANY_TAGS.to_owned()));
                }
            }
            None => {
                unknown.memory += name.len() + UNKNOWN_TAG_OVERHEAD;
                unknown.values.insert(name.into(), value);
            }
        }
    }

    #[cold]
    fn report_duplicate(&mut self, token: &Token, name: &[u8], first: &[u8], second: &[u8]) {
        let rule = if first == second { Rule::DuplicateTag } else { Rule::ConflictingTags };
        let evidence = || Evidence::Twice { name: excerpt(name), first: excerpt(first), second: excerpt(second) };
        self.findings.add_with(rule, token.span(), evidence);
    }

    /// Adds a tag, and checks its order and value.
    #[inline(always)]
    fn check(&mut self, tag: KnownTag, value: &[u8]) {
        // Cloned first: with a reference to `tag`, the compiler stores it to the stack in parts and loads it back
        // whole, which defeats store-to-load forwarding.
        let (span, name) = (tag.span.clone(), tag.name);
        let index = self.tags.known.list().len();
        self.tags.known.add(tag);
        if name < ROSTER {
            if name < self.tags.next_in_roster || index > name || self.tags.unknown.is_some() {
                self.out_of_order(span.clone(), name);
            }
            self.tags.next_in_roster = self.tags.next_in_roster.max(name + 1);
        }
        if VALUE_KINDS[name] != TagKind::Text {
            let rule = self.rule_for(VALUE_KINDS[name], value);
            // Another rule reports empty values.
            if let Some(rule) = rule.filter(|_| !value.is_empty()) {
                self.bad_value(rule, span, name, value);
            }
        }
    }

    #[cold]
    fn out_of_order(&mut self, tag: Span, name: usize) {
        let evidence = Evidence::Tag { name: KNOWN[name].to_owned(), value: String::new() };
        self.findings.add(Rule::TagOrder, tag, evidence);
    }

    /// Stores the meaning of a value. Returns the rule that it breaks, if any.
    #[inline(always)]
    fn rule_for(&mut self, meaning: TagKind, value: &[u8]) -> Option<Rule> {
        match meaning {
            TagKind::Text => None,
            TagKind::Result => {
                self.tags.result = Outcome::from_text(value);
                self.tags.result.is_none().then_some(Rule::BadResultTag)
            }
            TagKind::Date | TagKind::UtcDate | TagKind::OtherDate => {
                let standard = read_date(value);
                // The Date tag says more about a game than UTCDate, if it says anything.
                if meaning == TagKind::Date || meaning == TagKind::UtcDate && self.tags.days.is_none() {
                    let days = standard.or_else(|| read_days(value)).filter(|days| days.first.year > 0);
                    self.tags.days = days.or(self.tags.days);
                }
                standard.is_none().then_some(Rule::BadDate)
            }
            TagKind::Time => (!is_time(value)).then_some(Rule::BadTime),
            TagKind::Rating => (!is_rating(value)).then_some(Rule::BadElo),
            TagKind::Eco => (!is_eco(value)).then_some(Rule::BadEco),
            TagKind::Round => (!is_round(value)).then_some(Rule::BadRound),
            TagKind::TimeControl => (!is_time_control(value)).then_some(Rule::BadTimeControl),
            TagKind::Termination => {
                let termination = termination::parse(value);
                self.tags.termination = Some(termination.unwrap_or(Termination::Other));
                termination.is_none().then_some(Rule::UnknownTermination)
            }
            TagKind::Variant => {
                self.tags.variant = Some(read_variant(value));
                None
            }
            TagKind::SetUp => (!matches!(value, b"0" | b"1")).then_some(Rule::BadNumber),
            TagKind::PlyCount => (!is_count(value)).then_some(Rule::BadNumber),
        }
    }

    #[cold]
    fn bad_value(&mut self, rule: Rule, tag: Span, name: usize, value: &[u8]) {
        let evidence = Evidence::Tag { name: KNOWN[name].to_owned(), value: excerpt(value) };
        self.findings.add(rule, tag, evidence);
    }
}

/// Checks what applies to the value of any tag. Values of plain tags that are neither empty nor long need no check:
/// they contain no control characters.
#[inline(never)]
fn check_value(findings: &mut Findings, tag: Span, name: &[u8], value: &[u8]) {
    let rule = match value.len() {
        0 => Some(Rule::EmptyValue),
        length => (length > MAX_VALUE_LENGTH && text::count_chars(value) > MAX_VALUE_LENGTH).then_some(Rule::LongValue),
    };
    if let Some(rule) = rule {
        let evidence = || Evidence::Tag { name: excerpt(name), value: excerpt(value) };
        findings.add_with(rule, tag.clone(), evidence);
    }
    if value.iter().any(|byte| *byte < b' ' && !is_control(*byte)) {
        let evidence = || Evidence::Tag { name: excerpt(name), value: excerpt(value) };
        findings.add_with(Rule::ControlInValue, tag, evidence);
    }
}

/// Reports the first control character in a value that PGN does not allow.
fn check_damage(findings: &mut Findings, value: Span, name: &[u8], bytes: &[u8]) {
    let Some(at) = bytes[value.clone()].iter().position(|byte| *byte < b' ' && is_control(*byte)) else { return };
    let at = value.start + at;
    let evidence = || {
        let (name, text) = (excerpt(name), excerpt(&bytes[value]));
        let code = bytes[at];
        Evidence::Message(format!(
            "{name} `{text}` contains the control character 0x{code:02X}: the text was probably damaged"
        ))
    };
    findings.add_with(Rule::ControlCharacter, at..at + 1, evidence);
}

/// Reports a backslash that escapes nothing.
fn check_backslashes(findings: &mut Findings, tag: Span, name: &[u8], value: &[u8]) {
    let Some(at) = lone_backslash(value) else { return };
    let evidence = || {
        let (name, found) = (excerpt(name), excerpt(&value[at..value.len().min(at + 2)]));
        Evidence::Message(format!("{name} contains `{found}`: a value has a backslash only in `\\\"` and `\\\\`"))
    };
    findings.add_with(Rule::StrayBackslash, tag, evidence);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::replay::rules_found_by;

    const ROSTER_TAGS: &str =
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"?\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n";

    #[test]
    fn reports_missing_roster_tags_once_and_not_misspelled_ones() {
        let found = |text: &str| rules_found_by(text, |game, findings| check_missing_tags(game.tags, findings));
        assert_eq!(found(&format!("{ROSTER_TAGS}\n1. e4 *")), [Rule::MissingRosterTag]);
        assert_eq!(found(&format!("{ROSTER_TAGS}[Result \"*\"]\n\n1. e4 *")), []);
        assert_eq!(found(&format!("{ROSTER_TAGS}[result \"*\"]\n\n1. e4 *")), [], "T112 reports `result`");
        assert_eq!(found("1. e4 *"), [], "without any tag");
    }

    #[test]
    fn compares_the_ply_count() {
        let found = |count: &str| {
            let text = format!("[PlyCount \"{count}\"]\n\n1. e4 e5 *");
            rules_found_by(&text, |game, findings| check_ply_count(game.tags, game.bytes, game.line.ply, findings))
        };
        assert_eq!(found("3"), [Rule::WrongPlyCount]);
        assert_eq!(found("2"), []);
        assert_eq!(found("many"), []);
    }
}
