//! The tags of a game: sound or not, known or not, what they say.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::laws::edition::Day;
use crate::pgn::lex::{Outcome, Token, TokenKind};
use crate::pgn::names::{FEN, KNOWN, PLY_COUNT, RESULT, ROSTER, SET_UP, VARIANT, known};
use crate::pgn::place::Span;
use crate::pgn::split::GamePart;
use crate::pgn::tags::{KnownTag, KnownTags, TagFault, TagReader, unescape};
use crate::pgn::text;

use super::Evidence;
use super::excerpt::excerpt;
use super::findings::Findings;
use super::reader_mode::ReaderMode;
use super::replay::{Limit, Replay};
use super::rules::Rule;
use super::termination::{self, Termination};
use super::values::{
    Variant, increment, is_eco, is_rating, is_round, is_time, is_time_control, plain_increment, read_date, read_variant,
};

/// What the tags of a game say, as far as the game needs it.
#[derive(Clone, Default, Debug)]
pub struct TagBook {
    known: KnownTags,
    others: Option<Box<Others>>,
    pub(super) first: Option<Span>,
    /// What `Result` says.
    result: Option<Outcome>,
    /// What `Variant` says.
    pub(super) variant: Option<Variant>,
    /// What `Termination` says.
    pub(super) termination: Option<Termination>,
    pub(super) date: Option<Day>,
    pub(super) increment: Option<u64>,
    /// The place in the roster behind the last of its tags.
    next_in_roster: usize,
}

/// Tags with names that are not known.
#[derive(Clone, Default, Debug)]
struct Others {
    values: BTreeMap<Box<[u8]>, Span>,
    /// How much memory they take, about.
    room: usize,
    /// The known names that some of them are, but for capitals.
    misspelt: Vec<&'static str>,
}

/// The most characters a value may have (PGN 7).
const LONGEST_VALUE: usize = 255;

/// The most bytes that may be taken by tags whose names are not known, and what each takes beside its name.
const MOST_ROOM: usize = 16 << 20;
const ROOM_OF_ONE: usize = 64;

/// The seven tags of the roster, one bit each.
const ROSTER_BITS: u64 = (1 << ROSTER) - 1;

/// What the value of a tag must be, by its name's place in [`KNOWN`].
static MEANINGS: [Meaning; KNOWN.len()] = {
    let mut meanings = [Meaning::Text; KNOWN.len()];
    let mut index = 0;
    while index < KNOWN.len() {
        meanings[index] = Meaning::of(KNOWN[index].as_bytes());
        index += 1;
    }
    meanings
};

/// What the value of a tag says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Meaning {
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

impl Meaning {
    const fn of(name: &[u8]) -> Self {
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
    /// Where the value of one of the usual tags stands, its escapes not undone.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<Span> {
        self.known_value(known(name.as_bytes())?)
    }

    /// The value of a tag of any name, its escapes undone. `bytes` are those the game was read from.
    #[must_use]
    pub fn text<'a>(&self, name: &str, bytes: &'a [u8]) -> Option<Cow<'a, str>> {
        let span = match known(name.as_bytes()) {
            Some(_) => self.value(name)?,
            None => self.others.as_ref()?.values.get(name.as_bytes())?.clone(),
        };
        Some(match unescape(&bytes[span]) {
            Cow::Borrowed(value) => text::decode(value),
            Cow::Owned(value) => Cow::Owned(text::decode(&value).into_owned()),
        })
    }

    /// The usual tags; of a name that comes twice, the first.
    #[must_use]
    pub fn known(&self) -> &KnownTags {
        &self.known
    }

    /// The names of all other tags, and where their values stand, in the order of the names.
    pub fn other_values(&self) -> impl Iterator<Item = (&[u8], Span)> + '_ {
        self.others.iter().flat_map(|others| &others.values).map(|(name, value)| (name.as_ref(), value.clone()))
    }

    /// The day of the game, as far as it is known.
    #[must_use]
    pub fn date(&self) -> Option<Day> {
        self.date
    }

    /// What the tag Result says.
    #[must_use]
    pub fn result(&self) -> Option<Outcome> {
        self.result
    }

    /// What the tag Termination says, as far as it is known.
    #[must_use]
    pub fn termination(&self) -> Option<Termination> {
        self.termination
    }

    /// Whether the tag Variant says that it is a game of Chess960.
    pub(super) fn names_chess960(&self) -> bool {
        self.variant == Some(Variant::Chess960)
    }

    /// Whether there is a FEN.
    pub(super) fn has_fen(&self) -> bool {
        self.known.has(FEN)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.first.is_none()
    }

    /// Where the value of the tag with this known name stands.
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
        let (name, value, fault, plain) = (tag.name.clone(), tag.value.clone(), tag.fault, tag.plain_layout);
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
            value_rules(&mut self.findings, token.span(), &self.bytes[name], value);
        }
        if plain && !self.opens_line(token.start) {
            self.within_line(token.span());
        }
    }

    /// The tags that follow, as long as their form is the usual one and their names are known and new. Tells where they stand,
    /// as [`Lexer::plain_tags`](crate::pgn::lex::Lexer::plain_tags) does.
    pub(super) fn plain_tags(&mut self) -> Option<Span> {
        if self.wish.pace == ReaderMode::Exact {
            return None;
        }
        let before = self.tags.known.list().len();
        let mut judge = Judge { tags: &mut self.tags, findings: &mut self.findings };
        let plain = self.lexer.plain_tags(self.wish.pace.width(), &mut judge);
        let [first, ..] = &self.tags.known.list()[before..] else { return None };
        let first = first.span.clone();
        self.tags.first.get_or_insert(first.clone());
        // Those that follow stand right below.
        if !self.opens_line(first.start) {
            self.within_line(first);
        }
        let last = self.tags.known.list().last();
        self.previous = last.map(|last| Token { kind: TokenKind::Tag, start: last.span.start, end: last.span.end });
        plain
    }

    /// A tag that does not open its line.
    #[cold]
    fn within_line(&mut self, tag: Span) {
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
            return self.twice(token, KNOWN[name].as_bytes(), first, value);
        }
        let text = &self.bytes[value.clone()];
        Judge { tags: &mut self.tags, findings: &mut self.findings }
            .judge(KnownTag { span: token.span(), name, value }, text);
    }

    fn other_tag(&mut self, token: &Token, name: Span, value: Span) {
        let text = &self.bytes[name.clone()];
        if text.iter().any(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_') {
            let name = excerpt(text);
            self.findings.add(Rule::TagName, token.span(), Evidence::Tag { name, value: String::new() });
        } else if let Some(meant) = KNOWN.iter().find(|known| known.as_bytes().eq_ignore_ascii_case(text)) {
            let value = excerpt(text);
            let misspelt = &mut self.tags.others.get_or_insert_default().misspelt;
            if !misspelt.contains(meant) {
                misspelt.push(meant);
            }
            self.findings.add(Rule::LowerCaseTag, token.span(), Evidence::Tag { name: (*meant).to_owned(), value });
        }
        let others = self.tags.others.get_or_insert_default();
        match others.values.get(text) {
            Some(first) => {
                let first = first.clone();
                self.twice(token, &self.bytes[name], first, value);
            }
            None if others.room + text.len() > MOST_ROOM => {
                self.beyond(Limit::Tags, token.span());
            }
            None => {
                others.room += text.len() + ROOM_OF_ONE;
                others.values.insert(text.into(), value);
            }
        }
    }

    #[cold]
    fn twice(&mut self, token: &Token, name: &[u8], first: Span, second: Span) {
        let (first, second) = (&self.bytes[first], &self.bytes[second]);
        let rule = if first == second { Rule::DuplicateTag } else { Rule::ConflictingTags };
        let evidence = Evidence::Twice { name: excerpt(name), first: excerpt(first), second: excerpt(second) };
        self.findings.add(rule, token.span(), evidence);
    }

    /// Tags that are missing, once all have been read.
    pub(super) fn missing_tags(&mut self) {
        let Some(first) = self.tags.first.clone() else { return };
        let is_complete = self.tags.known.names() & ROSTER_BITS == ROSTER_BITS;
        if is_complete || !self.findings.wants(Rule::MissingRosterTag) {
            return;
        }
        let misspelt = self.tags.others.as_ref().map_or(&[][..], |others| &others.misspelt);
        let present = |name: &&str| self.tags.has(name) || misspelt.contains(name);
        let missing: Vec<&'static str> = KNOWN[..ROSTER].iter().copied().filter(|name| !present(name)).collect();
        if !missing.is_empty() {
            self.findings.add(Rule::MissingRosterTag, first, Evidence::MissingTags(missing));
        }
    }

    /// `PlyCount` against the moves that were played.
    pub(super) fn ply_count(&mut self, plies: u32) {
        let Some(KnownTag { span, value, .. }) = self.tags.known.get(PLY_COUNT).cloned() else { return };
        let digits = std::str::from_utf8(&self.bytes[value]).unwrap_or_default();
        if let Ok(found) = digits.trim().parse()
            && found != u64::from(plies)
        {
            self.findings.add(Rule::WrongPlyCount, span, Evidence::Count { found, counted: u64::from(plies) });
        }
    }

    /// What the tag Result says, and where it stands.
    pub(super) fn result_of_tag(&self) -> Option<(Outcome, Span)> {
        Some((self.tags.result?, self.tags.known.get(RESULT)?.span.clone()))
    }

    /// Where the value of `Variant` stands.
    pub(super) fn variant_span(&self) -> Span {
        self.tags.known_value(VARIANT).unwrap_or(self.start..self.start)
    }

    /// The FEN of the tags, its escapes undone, and where it stands.
    #[inline]
    pub(super) fn fen_value(&self) -> Option<(Vec<u8>, Span)> {
        let span = self.tags.known_value(FEN)?;
        Some((unescape(&self.bytes[span.clone()]).into_owned(), span))
    }

    /// The value of `SetUp`.
    pub(super) fn set_up_value(&self) -> Option<(&[u8], Span)> {
        let span = self.tags.known_value(SET_UP)?;
        Some((&self.bytes[span.clone()], span))
    }
}

/// Who judges tags with known names, as they are read.
struct Judge<'a> {
    tags: &'a mut TagBook,
    findings: &'a mut Findings,
}

impl TagReader for Judge<'_> {
    #[inline(always)]
    fn known(&self) -> &KnownTags {
        &self.tags.known
    }

    #[inline(always)]
    fn take(&mut self, tag: KnownTag, value: &[u8]) {
        let (span, name) = (tag.span.clone(), tag.name);
        self.judge(tag, value);
        if value.is_empty() || value.len() > LONGEST_VALUE {
            value_rules(self.findings, span, KNOWN[name].as_bytes(), value);
        }
    }
}

impl Judge<'_> {
    /// Takes a tag, and judges its order and its value.
    #[inline(always)]
    fn judge(&mut self, tag: KnownTag, value: &[u8]) {
        // Taken first: a reference to it, given to those who report, would have it written to the stack in parts and read
        // back as a whole, for which the processor has to wait.
        let (span, name) = (tag.span.clone(), tag.name);
        let place = self.tags.known.list().len();
        self.tags.known.add(tag);
        if name < ROSTER {
            if name < self.tags.next_in_roster || place > name || self.tags.others.is_some() {
                self.out_of_order(span.clone(), name);
            }
            self.tags.next_in_roster = self.tags.next_in_roster.max(name + 1);
        }
        if MEANINGS[name] != Meaning::Text {
            let rule = self.rule_for(MEANINGS[name], value);
            // An empty value is reported as such.
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

    /// Takes note of what a value says. The rule that it breaks, if any.
    #[inline(always)]
    fn rule_for(&mut self, meaning: Meaning, value: &[u8]) -> Option<Rule> {
        match meaning {
            Meaning::Text => None,
            Meaning::Result => {
                self.tags.result = Outcome::from_text(value);
                self.tags.result.is_none().then_some(Rule::BadResultTag)
            }
            Meaning::Date => {
                let day = read_date(value);
                self.tags.date = day.filter(|day| day.year > 0);
                day.is_none().then_some(Rule::BadDate)
            }
            Meaning::UtcDate => {
                let day = read_date(value);
                if self.tags.date.is_none() {
                    self.tags.date = day.filter(|day| day.year > 0);
                }
                day.is_none().then_some(Rule::BadDate)
            }
            Meaning::OtherDate => read_date(value).is_none().then_some(Rule::BadDate),
            Meaning::Time => (!is_time(value)).then_some(Rule::BadTime),
            Meaning::Rating => (!is_rating(value)).then_some(Rule::BadElo),
            Meaning::Eco => (!is_eco(value)).then_some(Rule::BadEco),
            Meaning::Round => (!is_round(value)).then_some(Rule::BadRound),
            Meaning::TimeControl => {
                let plain = plain_increment(value);
                self.tags.increment = plain.or_else(|| increment(value));
                (plain.is_none() && !is_time_control(value)).then_some(Rule::BadTimeControl)
            }
            Meaning::Termination => {
                let termination = termination::read(value);
                self.tags.termination = Some(termination.unwrap_or(Termination::Other));
                termination.is_none().then_some(Rule::UnknownTermination)
            }
            Meaning::Variant => {
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

/// The rules for values of any tag. Those of the usual form need not be shown if they are neither empty nor long: there is
/// no control character in them.
#[inline(never)]
fn value_rules(findings: &mut Findings, tag: Span, name: &[u8], value: &[u8]) {
    let rule = match value.len() {
        0 => Rule::EmptyValue,
        length if length > LONGEST_VALUE && text::count_chars(value) > LONGEST_VALUE => Rule::LongValue,
        _ if findings.wants(Rule::ControlInValue) && value.iter().any(|byte| *byte < b' ') => Rule::ControlInValue,
        _ => return,
    };
    if findings.wants(rule) {
        findings.add(rule, tag, Evidence::Tag { name: excerpt(name), value: excerpt(value) });
    }
}
