//! The reading of a report: records to values. What cannot be read is a finding, and counts as missing.

use std::collections::HashSet;

use crate::chess::piece::Color;
use crate::game::Evidence;
use crate::game::finding::list::Findings;
use crate::game::rules::Rule;
use crate::pgn::place::Span;
use crate::pgn::text::decode;
use crate::stats::standings::details::PlayerDetails;
use crate::trf::{FieldName, Record, RecordKind, RecordToken, RecordTokenKind, records};

use super::{NamedNumber, ReportPlayer, ReportTeam, ResultCode, RoundCell, Stated, Tenths, TournamentReport};

/// How long a quoted text is in a message, in characters.
const QUOTED: usize = 40;

/// A record that is being read.
struct Reading<'a, 'f> {
    text: &'a [u8],
    record: &'a Record,
    kind: RecordKind,
    tokens: &'a [RecordToken],
    findings: &'f mut Findings,
}

impl TournamentReport {
    /// Reads all records.
    pub(super) fn read(text: &[u8], findings: &mut Findings) -> Self {
        let mut report = Self::default();
        for record in records(text) {
            let Some(kind) = record.kind else {
                if !record.span.is_empty() {
                    let line = quoted(&text[record.span.clone()]);
                    let message = format!("`{line}` is no record of TRF16 or TRF26: unknown identifier");
                    findings.add(Rule::UnknownRecord, record.span, Evidence::Message(message));
                }
                continue;
            };
            let tokens = record.tokens(text);
            let mut reading = Reading { text, record: &record, kind, tokens: &tokens, findings };
            reading.report_stray();
            report.add(&mut reading);
        }
        report
    }

    fn add(&mut self, reading: &mut Reading<'_, '_>) {
        match reading.kind {
            RecordKind::Player => self.add_player(reading),
            RecordKind::Team | RecordKind::OldTeam => self.add_team(reading),
            RecordKind::RoundDates => {
                let mut dates = Vec::new();
                for (index, token) in reading.group(FieldName::Date) {
                    dates.resize(dates.len().max(index), Box::from(""));
                    dates.push(reading.string(token));
                }
                if reading.is_first(self.round_dates_span.is_some()) {
                    (self.round_dates, self.round_dates_span) = (dates, Some(reading.record.span.clone()));
                }
            }
            RecordKind::Byes | RecordKind::Prohibited => self.name_all(reading, FieldName::Member, true),
            RecordKind::ForfeitedMatch => {
                self.name_all(reading, FieldName::Team, true);
                self.name_all(reading, FieldName::OtherTeam, true);
            }
            RecordKind::OutOfOrder => {
                self.name_all(reading, FieldName::Team, true);
                self.name_all(reading, FieldName::OtherTeam, true);
                self.name_all(reading, FieldName::Member, false);
            }
            RecordKind::AssignedPoints => {
                let members: Vec<u32> =
                    reading.numbers(FieldName::Member).into_iter().map(|number| number.value).collect();
                self.scoring.is_partial |= members.is_empty();
                self.adjusted.extend(members);
                self.name_all(reading, FieldName::Member, true);
            }
            RecordKind::GameScoring => self.scoring.read_columns(reading.scores()),
            _ => self.add_text(reading),
        }
    }

    fn add_text(&mut self, reading: &mut Reading<'_, '_>) {
        let kind = reading.kind;
        let Some(token) = reading.field(FieldName::Text) else { return };
        let stated = Stated { value: reading.string(token), span: token.span.clone() };
        self.scoring.read_text(kind, &stated.value);
        match kind {
            RecordKind::Tournament if self.name.is_empty() => self.name.clone_from(&stated.value),
            RecordKind::Extension | RecordKind::Comment => return,
            _ => {}
        }
        if reading.is_first(self.texts.contains_key(kind.id())) {
            self.texts.insert(kind.id(), stated);
        }
    }

    fn add_player(&mut self, reading: &mut Reading<'_, '_>) {
        let Some(number) = reading.number(FieldName::Number).filter(|number| number.value > 0) else {
            let message = "a player without a starting rank number in columns 5 to 8; this line is not counted";
            let has_finding = reading.field(FieldName::Number).is_some();
            if !has_finding {
                reading.malformed(reading.record.span.clone(), message.to_owned());
            }
            return;
        };
        let text = |name| reading.field(name).map(|token| reading.string(token)).unwrap_or_default();
        let details = PlayerDetails {
            sex: text(FieldName::Sex),
            title: text(FieldName::Title),
            federation: text(FieldName::Federation),
            player_id: text(FieldName::PlayerId),
            birth_date: text(FieldName::BirthDate),
        };
        let player = ReportPlayer {
            name: reading.name(),
            details,
            rating: reading
                .number(FieldName::Rating)
                .and_then(|rating| u16::try_from(rating.value).ok())
                .filter(|rating| *rating > 0),
            player_id: reading
                .parsed(FieldName::PlayerId, "a number", |text| text.parse().ok())
                .filter(|id| id.value > 0),
            points: reading.parsed(FieldName::Points, "a number of points such as 6.5", Tenths::parse),
            rank: reading.number(FieldName::Rank).filter(|rank| rank.value > 0),
            rounds: reading.rounds(),
            number,
        };
        let number = player.number.clone();
        match self.by_number.entry(number.value) {
            std::collections::hash_map::Entry::Vacant(entry) => {
                entry.insert(self.players.len());
                self.players.push(player);
            }
            std::collections::hash_map::Entry::Occupied(entry) => {
                let first = self.players[*entry.get()].in_words();
                let message = format!(
                    "starting rank number {} is already that of {first}; this line is not counted",
                    number.value
                );
                reading.findings.add(Rule::RepeatedNumber, number.span, Evidence::Message(message));
            }
        }
    }

    fn add_team(&mut self, reading: &mut Reading<'_, '_>) {
        let number = reading.number(FieldName::Number);
        let twice = |team: &&ReportTeam| {
            team.number.as_ref().is_some_and(|known| number.as_ref().is_some_and(|number| number.value == known.value))
        };
        if let Some((number, first)) = number.as_ref().zip(self.teams.iter().find(twice)) {
            let message = format!("team number {} is already that of {}", number.value, first.name.value);
            reading.findings.add(Rule::RepeatedNumber, number.span.clone(), Evidence::Message(message));
        }
        let members = reading.numbers(FieldName::Member);
        let named = members.iter().map(|number| NamedNumber { number: number.clone(), may_be_team: false });
        self.named.extend(named);
        self.teams.push(ReportTeam { number, name: reading.name(), members });
    }

    fn name_all(&mut self, reading: &mut Reading<'_, '_>, field: FieldName, may_be_team: bool) {
        let numbers = reading.numbers(field).into_iter();
        self.named.extend(numbers.map(|number| NamedNumber { number, may_be_team }));
    }
}

impl Reading<'_, '_> {
    fn malformed(&mut self, span: Span, message: String) {
        self.findings.add(Rule::MalformedRecord, span, Evidence::Message(message));
    }

    /// Reports text outside the columns of a record.
    fn report_stray(&mut self) {
        let mut stray = self.tokens.iter().filter(|token| token.kind == RecordTokenKind::Stray);
        let Some(first) = stray.next() else { return };
        let last = stray.next_back().map_or(first.span.end, |last| last.span.end);
        let column = self.column(first.span.start);
        let message = format!(
            "`{}` in column {column} of record {} is outside its fields; a line may be shifted",
            quoted(&self.text[first.span.clone()]),
            self.kind.id()
        );
        self.malformed(first.span.start..last, message);
    }

    /// The column of an offset, from 1.
    fn column(&self, at: usize) -> usize {
        crate::pgn::text::count_chars(&self.text[self.record.span.start..at]) + 1
    }

    fn string(&self, token: &RecordToken) -> Box<str> {
        decode(&self.text[token.span.clone()]).into()
    }

    fn name(&self) -> Stated<Box<str>> {
        match self.field(FieldName::Name) {
            Some(token) => Stated { value: self.string(token), span: token.span.clone() },
            None => Stated { value: "".into(), span: self.record.span.clone() },
        }
    }

    /// The tokens of a field that is repeated, with their indexes.
    fn group(&self, name: FieldName) -> impl Iterator<Item = (usize, &RecordToken)> {
        self.tokens.iter().filter_map(move |token| match token.kind {
            RecordTokenKind::Field(found, index) if found == name => Some((index, token)),
            _ => None,
        })
    }

    fn field(&self, name: FieldName) -> Option<&RecordToken> {
        self.group(name).map(|(_, token)| token).next()
    }

    /// Whether a record is the first of its kind; a second one of a single kind is a finding.
    fn is_first(&mut self, is_known: bool) -> bool {
        if is_known && self.kind.is_single() {
            let message = format!("a second record {} ({}); the first one counts", self.kind.id(), self.kind.meaning());
            self.findings.add(Rule::RepeatedRecord, self.record.span.clone(), Evidence::Message(message));
        }
        !is_known
    }

    /// The value of a field; a text that is none is a finding.
    fn parsed<T>(&mut self, name: FieldName, expected: &str, parse: impl Fn(&str) -> Option<T>) -> Option<Stated<T>> {
        let token = self.field(name)?.clone();
        self.parsed_token(&token, name, expected, parse)
    }

    fn parsed_token<T>(
        &mut self,
        token: &RecordToken,
        name: FieldName,
        expected: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Option<Stated<T>> {
        let text = self.string(token);
        let value = parse(&text);
        if value.is_none() {
            let (found, id) = (quoted(text.as_bytes()), self.kind.id());
            let message = format!("`{found}` in record {id}: the {} should be {expected}", name.name());
            self.malformed(token.span.clone(), message);
        }
        value.map(|value| Stated { value, span: token.span.clone() })
    }

    fn number(&mut self, name: FieldName) -> Option<Stated<u32>> {
        self.parsed(name, "a number", whole)
    }

    /// The numbers of a field, without zeros, which stand for nobody.
    fn numbers(&mut self, name: FieldName) -> Vec<Stated<u32>> {
        let tokens: Vec<RecordToken> = self.group(name).map(|(_, token)| token.clone()).collect();
        let numbers = tokens.iter().filter_map(|token| self.parsed_token(token, name, "a number", whole));
        numbers.filter(|number| number.value > 0).collect()
    }

    /// The letters and points of record 162.
    fn scores(&mut self) -> Vec<(Box<str>, Tenths)> {
        let kinds: Vec<(usize, Box<str>)> =
            self.group(FieldName::Kind).map(|(index, token)| (index, self.string(token))).collect();
        let tokens: Vec<(usize, RecordToken)> =
            self.group(FieldName::Points).map(|(index, token)| (index, token.clone())).collect();
        let points = tokens.iter().filter_map(|(index, token)| {
            Some((*index, self.parsed_token(token, FieldName::Points, "a number of points", Tenths::parse)?.value))
        });
        let points: Vec<(usize, Tenths)> = points.collect();
        let of = |index: usize| points.iter().find(|(at, _)| *at == index).map(|(_, points)| *points);
        kinds.into_iter().filter_map(|(index, kind)| Some((kind, of(index)?))).collect()
    }

    /// The entries of the rounds of a player.
    fn rounds(&mut self) -> Vec<Option<RoundCell>> {
        let filled: HashSet<usize> = self
            .tokens
            .iter()
            .filter_map(|token| match token.kind {
                RecordTokenKind::Field(FieldName::Opponent | FieldName::Color | FieldName::Result, index) => {
                    Some(index)
                }
                _ => None,
            })
            .collect();
        let mut cells = vec![None; filled.iter().max().map_or(0, |last| last + 1)];
        let fields: Vec<(FieldName, usize, RecordToken)> = self
            .tokens
            .iter()
            .filter_map(|token| match token.kind {
                RecordTokenKind::Field(name @ (FieldName::Opponent | FieldName::Color | FieldName::Result), index) => {
                    Some((name, index, token.clone()))
                }
                _ => None,
            })
            .collect();
        for (name, index, token) in fields {
            let cell = cells[index].get_or_insert_with(|| RoundCell {
                opponent: 0,
                color: None,
                result: ResultCode::Open,
                span: token.span.clone(),
                result_span: token.span.clone(),
            });
            cell.span.end = token.span.end;
            cell.result_span = cell.span.clone();
            match name {
                FieldName::Opponent => {
                    cell.opponent = self.parsed_token(&token, name, "a number", whole).map_or(0, |number| number.value);
                }
                FieldName::Color => {
                    let color = |text: &str| match text {
                        "w" | "W" => Some(Some(Color::White)),
                        "b" | "B" => Some(Some(Color::Black)),
                        "-" => Some(None),
                        _ => None,
                    };
                    cell.color = self.parsed_token(&token, name, "w, b or -", color).and_then(|color| color.value);
                }
                _ => {
                    let codes = "one of 1 = 0 + - W D L H F U Z";
                    cell.result = self
                        .parsed_token(&token, name, codes, ResultCode::parse)
                        .map_or(ResultCode::Open, |code| code.value);
                    cell.result_span = token.span.clone();
                }
            }
        }
        cells
    }
}

impl Tenths {
    /// Reads `6`, `6.5` or `6,5`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (sign, text) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
        let (whole, tenths) = text.split_once(['.', ',']).unwrap_or((text, "0"));
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let tenths = Some(tenths.trim_end_matches('0'))
            .filter(|tenths| tenths.len() <= 1 && (tenths.is_empty() || is_number(tenths)))?;
        let whole: i32 = whole.parse().ok().filter(|number| is_number(whole) && *number < 100_000)?;
        Some(Self(sign * (whole * 10 + tenths.parse::<i32>().unwrap_or(0))))
    }
}

fn whole(text: &str) -> Option<u32> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// A text for a message: shortened.
pub(super) fn quoted(text: &[u8]) -> String {
    let text = decode(text);
    let mut short: String = text.chars().take(QUOTED).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read() {
        for (text, tenths) in [("6", 60), ("6.5", 65), ("0,5", 5), ("10.0", 100), ("-1.0", -10), ("2.50", 25)] {
            assert_eq!(Tenths::parse(text), Some(Tenths(tenths)), "{text}");
        }
        for text in ["", ".", "x", "6.x", "6.25", "+1", "1e3", "999999"] {
            assert_eq!(Tenths::parse(text), None, "{text}");
        }
        assert_eq!((Tenths(65).to_string(), Tenths(-5).to_string()), ("6.5".to_owned(), "-0.5".to_owned()));
    }
}
