//! The tag pairs of a game: their syntax, names, order and values.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::game::Evidence;
use crate::game::finding::Players;
use crate::game::finding::excerpt::excerpt;
use crate::game::finding::list::Findings;
use crate::game::rules::Rule;
use crate::game::values::formats::{
    Variant, increment, is_eco, is_rating, is_round, is_time, is_time_control, plain_increment, read_date, read_variant,
};
use crate::game::values::termination::{self, Termination};
use crate::laws::edition::Day;
use crate::pgn::lex::{Outcome, Token, TokenKind};
use crate::pgn::names::{FEN, KNOWN, PLY_COUNT, RESULT, ROSTER, SET_UP, VARIANT, known};
use crate::pgn::place::Span;
use crate::pgn::split::GamePart;
use crate::pgn::tags::{KnownTag, KnownTags, TagFault, TagReader, unescape};
use crate::pgn::text;

use super::mode::ReaderMode;
use super::{Limit, Replay};

/// The tags of a game and the values that the reader needs.
#[derive(Clone, Default, Debug)]
pub struct TagBook {
    known: KnownTags,
    unknown: Option<Box<UnknownTags>>,
    pub(super) first: Option<Span>,
    /// The Result tag.
    result: Option<Outcome>,
    /// The Variant tag.
    pub(super) variant: Option<Variant>,
    /// The Termination tag.
    pub(super) termination: Option<Termination>,
    pub(super) date: Option<Day>,
    pub(super) increment: Option<u64>,
    /// The index in the Seven Tag Roster after the last roster tag read.
    next_in_roster: usize,
}

/// Tags with unknown names.
#[derive(Clone, Default, Debug)]
struct UnknownTags {
    values: BTreeMap<Box<[u8]>, Span>,
    /// The approximate memory they take, in bytes.
    memory: usize,
    /// The known names that differ from one of them only by case.
    misspelled: Vec<&'static str>,
}

/// The maximum length of a value in characters (PGN 7).
const MAX_VALUE_LENGTH: usize = 255;

/// The memory limit for tags with unknown names, and the overhead of each, in bytes.
const MAX_UNKNOWN_TAG_MEMORY: usize = 16 << 20;
const UNKNOWN_TAG_OVERHEAD: usize = 64;

/// The Seven Tag Roster, one bit a tag.
const ROSTER_BITS: u64 = (1 << ROSTER) - 1;

/// The kind of value of each tag, by its index in [`KNOWN`].
static VALUE_KINDS: [ValueKind; KNOWN.len()] = {
    let mut meanings = [ValueKind::Text; KNOWN.len()];
    let mut index = 0;
    while index < KNOWN.len() {
        meanings[index] = ValueKind::from_name(KNOWN[index].as_bytes());
        index += 1;
    }
    meanings
};

/// The kind of a tag's value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ValueKind {
    Text,
    Result,
    Date,
    UtcDate,
    OtherDate,
    Time,
    Rating,
    Eco,
    Round,
    TimeControl,
    Termination,
    Variant,
}

impl ValueKind {
    const fn from_name(name: &[u8]) -> Self {
        match name {
            b"Result" => Self::Result,
            b"Date" => Self::Date,
            b"UTCDate" => Self::UtcDate,
            b"EventDate" | b"SourceDate" => Self::OtherDate,
            b"Time" | b"UTCTime" => Self::Time,
            b"WhiteElo" | b"BlackElo" => Self::Rating,
            b"ECO" => Self::Eco,
            b"Round" => Self::Round,
            b"TimeControl" => Self::TimeControl,
            b"Termination" => Self::Termination,
            b"Variant" => Self::Variant,
            _ => Self::Text,
        }
    }
}

impl TagBook {
    /// The byte range of the value of a tag with a known name, escapes included.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<Span> {
        self.known_value(known(name.as_bytes())?)
    }

    /// The value of any tag, with escapes resolved. `bytes` is the text that the game was read from.
    #[must_use]
    pub fn text<'a>(&self, name: &str, bytes: &'a [u8]) -> Option<Cow<'a, str>> {
        let span = match known(name.as_bytes()) {
            Some(_) => self.value(name)?,
            None => self.unknown.as_ref()?.values.get(name.as_bytes())?.clone(),
        };
        Some(match unescape(&bytes[span]) {
            Cow::Borrowed(value) => text::decode(value),
            Cow::Owned(value) => Cow::Owned(text::decode(&value).into_owned()),
        })
    }

    /// The value of a tag; `None` if it is missing, empty, or a placeholder for unknown.
    #[must_use]
    pub fn known_text<'a>(&self, name: &str, bytes: &'a [u8]) -> Option<Cow<'a, str>> {
        self.text(name, bytes).filter(|value| !matches!(value.as_ref(), "" | "?" | "????.??.??"))
    }

    /// The players and the date; `None` if the tags state none of them.
    #[must_use]
    pub fn players(&self, bytes: &[u8]) -> Option<Arc<Players>> {
        let text = |name: &str| self.known_text(name, bytes).map(Box::from);
        let players = Players { white: text("White"), black: text("Black"), date: text("Date") };
        (players != Players::default()).then(|| Arc::new(players))
    }

    /// The tags with known names; of a repeated name, the first.
    #[must_use]
    pub fn known(&self) -> &KnownTags {
        &self.known
    }

    /// The names and value ranges of all other tags, sorted by name.
    pub fn other_values(&self) -> impl Iterator<Item = (&[u8], Span)> + '_ {
        self.unknown.iter().flat_map(|unknown| &unknown.values).map(|(name, value)| (name.as_ref(), value.clone()))
    }

    /// The date of the game, as far as it is known.
    #[must_use]
    pub fn date(&self) -> Option<Day> {
        self.date
    }

    /// The result in the Result tag.
    #[must_use]
    pub fn result(&self) -> Option<Outcome> {
        self.result
    }

    /// The meaning of the Termination tag, if it is understood.
    #[must_use]
    pub fn termination(&self) -> Option<Termination> {
        self.termination
    }

    /// Whether the Variant tag names Chess960.
    pub(super) fn names_chess960(&self) -> bool {
        self.variant == Some(Variant::Chess960)
    }

    /// Whether there is a FEN tag.
    pub(super) fn has_fen(&self) -> bool {
        self.known.has(FEN)
    }

    pub(in crate::game) fn is_empty(&self) -> bool {
        self.first.is_none()
    }

    /// The byte range of the value of the tag with this index in [`KNOWN`].
    fn known_value(&self, name: usize) -> Option<Span> {
        self.known.get(name).map(|tag| tag.value.clone())
    }

    fn has(&self, name: &str) -> bool {
        known(name.as_bytes()).is_some_and(|index| self.known.has(index))
    }
}

impl Replay<'_> {
    #[cold]
    pub(super) fn tag(&mut self, token: &Token) {
        if self.lexer.section() != GamePart::Head {
            return self.quote(Rule::StrayTag, token);
        }
        let Some(tag) = self.lexer.tag() else { return };
        let (name, value, fault, plain) = (tag.name.clone(), tag.value.clone(), tag.fault, tag.is_canonical);
        self.tags.first.get_or_insert(token.span());
        if let Some(fault) = fault {
            self.tag_fault(token, fault);
        }
        if !plain && fault.is_none() && self.findings.wants(Rule::TagLayout) {
            self.findings.add(Rule::TagLayout, token.span(), Evidence::Nothing);
        }
        if fault == Some(TagFault::Malformed) {
            return;
        }
        match known(&self.bytes[name.clone()]) {
            Some(index) => self.known_tag(token, index, value.clone()),
            None => self.other_tag(token, name.clone(), value.clone()),
        }
        if fault != Some(TagFault::MultiLine) {
            let value = &self.bytes[value];
            check_value(&mut self.findings, token.span(), &self.bytes[name], value);
        }
        if plain && !self.opens_line(token.start) {
            self.report_tag_layout(token.span());
        }
    }

    /// Reads tags while they are in canonical form and have known names that have not occurred before. Returns their
    /// byte range, as [`Lexer::canonical_tags`](crate::pgn::lex::Lexer::canonical_tags) does.
    pub(super) fn read_canonical_tags(&mut self) -> Option<Span> {
        if self.options.reader == ReaderMode::Exact {
            return None;
        }
        let before = self.tags.known.list().len();
        let mut checker = TagChecker { tags: &mut self.tags, findings: &mut self.findings };
        let plain = self.lexer.canonical_tags(self.options.reader.scan_level(), &mut checker);
        let [first, ..] = &self.tags.known.list()[before..] else { return None };
        let first = first.span.clone();
        self.tags.first.get_or_insert(first.clone());
        // The unknown each start on the next line.
        if !self.opens_line(first.start) {
            self.report_tag_layout(first);
        }
        let last = self.tags.known.list().last();
        self.previous = last.map(|last| Token { kind: TokenKind::Tag, start: last.span.start, end: last.span.end });
        plain
    }

    /// Reports a tag that does not start its line.
    #[cold]
    fn report_tag_layout(&mut self, tag: Span) {
        if self.findings.wants(Rule::TagLayout) {
            self.findings.add(Rule::TagLayout, tag, Evidence::Nothing);
        }
    }

    fn opens_line(&self, at: usize) -> bool {
        at == 0 || matches!(self.bytes[at - 1], b'\n' | b'\r') || self.bytes[..at].ends_with("\u{feff}".as_bytes())
    }

    #[cold]
    fn tag_fault(&mut self, token: &Token, fault: TagFault) {
        let rule = match fault {
            TagFault::UnescapedQuote => Rule::UnescapedQuote,
            TagFault::Unclosed => Rule::UnclosedTag,
            TagFault::UnclosedValue | TagFault::EscapedClosingQuote => Rule::UnclosedValue,
            TagFault::Unquoted => Rule::UnquotedValue,
            TagFault::MultiLine => Rule::MultiLineValue,
            TagFault::Unopened => Rule::UnopenedTag,
            TagFault::Spliced => Rule::SplicedGame,
            TagFault::Truncated => Rule::TruncatedGame,
            TagFault::Malformed => Rule::MalformedTag,
        };
        self.quote(rule, token);
    }

    fn known_tag(&mut self, token: &Token, name: usize, value: Span) {
        if let Some(first) = self.tags.known_value(name) {
            return self.report_duplicate(token, KNOWN[name].as_bytes(), first, value);
        }
        let text = &self.bytes[value.clone()];
        TagChecker { tags: &mut self.tags, findings: &mut self.findings }
            .check(KnownTag { span: token.span(), name, value }, text);
    }

    fn other_tag(&mut self, token: &Token, name: Span, value: Span) {
        let text = &self.bytes[name.clone()];
        if text.iter().any(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_') {
            let name = excerpt(text);
            self.findings.add(Rule::TagName, token.span(), Evidence::Tag { name, value: String::new() });
        } else if let Some(meant) = KNOWN.iter().find(|known| known.as_bytes().eq_ignore_ascii_case(text)) {
            let value = excerpt(text);
            let misspelled = &mut self.tags.unknown.get_or_insert_default().misspelled;
            if !misspelled.contains(meant) {
                misspelled.push(meant);
            }
            self.findings.add(Rule::LowerCaseTag, token.span(), Evidence::Tag { name: (*meant).to_owned(), value });
        }
        let unknown = self.tags.unknown.get_or_insert_default();
        match unknown.values.get(text) {
            Some(first) => {
                let first = first.clone();
                self.report_duplicate(token, &self.bytes[name], first, value);
            }
            None if unknown.memory + text.len() > MAX_UNKNOWN_TAG_MEMORY => {
                self.report_limit(Limit::Tags, token.span());
            }
            None => {
                unknown.memory += text.len() + UNKNOWN_TAG_OVERHEAD;
                unknown.values.insert(text.into(), value);
            }
        }
    }

    #[cold]
    fn report_duplicate(&mut self, token: &Token, name: &[u8], first: Span, second: Span) {
        let (first, second) = (&self.bytes[first], &self.bytes[second]);
        let rule = if first == second { Rule::DuplicateTag } else { Rule::ConflictingTags };
        let evidence = Evidence::Twice { name: excerpt(name), first: excerpt(first), second: excerpt(second) };
        self.findings.add(rule, token.span(), evidence);
    }

    /// Reports missing roster tags, once all tags have been read.
    pub(super) fn check_missing_tags(&mut self) {
        let Some(first) = self.tags.first.clone() else { return };
        let is_complete = self.tags.known.names() & ROSTER_BITS == ROSTER_BITS;
        if is_complete || !self.findings.wants(Rule::MissingRosterTag) {
            return;
        }
        let misspelled = self.tags.unknown.as_ref().map_or(&[][..], |unknown| &unknown.misspelled);
        let present = |name: &&str| self.tags.has(name) || misspelled.contains(name);
        let missing: Vec<&'static str> = KNOWN[..ROSTER].iter().copied().filter(|name| !present(name)).collect();
        if !missing.is_empty() {
            self.findings.add(Rule::MissingRosterTag, first, Evidence::MissingTags(missing));
        }
    }

    /// Compares the PlyCount tag with the number of plies played.
    pub(super) fn check_ply_count(&mut self, plies: u32) {
        let Some(KnownTag { span, value, .. }) = self.tags.known.get(PLY_COUNT).cloned() else { return };
        let digits = std::str::from_utf8(&self.bytes[value]).unwrap_or_default();
        if let Ok(found) = digits.trim().parse()
            && found != u64::from(plies)
        {
            self.findings.add(Rule::WrongPlyCount, span, Evidence::Count { found, counted: u64::from(plies) });
        }
    }

    /// The result in the Result tag, and the range of the tag.
    pub(super) fn tag_result(&self) -> Option<(Outcome, Span)> {
        Some((self.tags.result?, self.tags.known.get(RESULT)?.span.clone()))
    }

    /// The byte range of the value of the Variant tag.
    pub(super) fn variant_span(&self) -> Span {
        self.tags.known_value(VARIANT).unwrap_or(self.start..self.start)
    }

    /// The value of the FEN tag, with escapes resolved, and its byte range.
    #[inline]
    pub(super) fn fen_value(&self) -> Option<(Vec<u8>, Span)> {
        let span = self.tags.known_value(FEN)?;
        Some((unescape(&self.bytes[span.clone()]).into_owned(), span))
    }

    /// The value of the SetUp tag, and its byte range.
    pub(super) fn set_up_value(&self) -> Option<(&[u8], Span)> {
        let span = self.tags.known_value(SET_UP)?;
        Some((&self.bytes[span.clone()], span))
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
        if VALUE_KINDS[name] != ValueKind::Text {
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
    fn rule_for(&mut self, meaning: ValueKind, value: &[u8]) -> Option<Rule> {
        match meaning {
            ValueKind::Text => None,
            ValueKind::Result => {
                self.tags.result = Outcome::from_text(value);
                self.tags.result.is_none().then_some(Rule::BadResultTag)
            }
            ValueKind::Date => {
                let day = read_date(value);
                self.tags.date = day.filter(|day| day.year > 0);
                day.is_none().then_some(Rule::BadDate)
            }
            ValueKind::UtcDate => {
                let day = read_date(value);
                if self.tags.date.is_none() {
                    self.tags.date = day.filter(|day| day.year > 0);
                }
                day.is_none().then_some(Rule::BadDate)
            }
            ValueKind::OtherDate => read_date(value).is_none().then_some(Rule::BadDate),
            ValueKind::Time => (!is_time(value)).then_some(Rule::BadTime),
            ValueKind::Rating => (!is_rating(value)).then_some(Rule::BadElo),
            ValueKind::Eco => (!is_eco(value)).then_some(Rule::BadEco),
            ValueKind::Round => (!is_round(value)).then_some(Rule::BadRound),
            ValueKind::TimeControl => {
                let plain = plain_increment(value);
                self.tags.increment = plain.or_else(|| increment(value));
                (plain.is_none() && !is_time_control(value)).then_some(Rule::BadTimeControl)
            }
            ValueKind::Termination => {
                let termination = termination::parse(value);
                self.tags.termination = Some(termination.unwrap_or(Termination::Other));
                termination.is_none().then_some(Rule::UnknownTermination)
            }
            ValueKind::Variant => {
                self.tags.variant = Some(read_variant(value));
                None
            }
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
        0 => Rule::EmptyValue,
        length if length > MAX_VALUE_LENGTH && text::count_chars(value) > MAX_VALUE_LENGTH => Rule::LongValue,
        _ if findings.wants(Rule::ControlInValue) && value.iter().any(|byte| *byte < b' ') => Rule::ControlInValue,
        _ => return,
    };
    if findings.wants(rule) {
        findings.add(rule, tag, Evidence::Tag { name: excerpt(name), value: excerpt(value) });
    }
}
