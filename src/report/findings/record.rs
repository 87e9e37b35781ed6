//! The flat record of a finding, which all formats share.

use std::borrow::Cow;

use serde::Serialize;

use crate::game::finding::{Edit, Excerpt, Fix, MoveContext, ReportedFinding};
use crate::game::rules::{Family, Rule, Severity};

use crate::report::rows::ColumnType::{Integer, Long, Text};
use crate::report::rows::{RecordColumn, RowRecord};
use crate::report::{MAX_QUOTE_LENGTH, Visible, shortened};

/// A finding. The serialized fields are the keys of JSONL, in this order.
#[derive(Clone, Serialize, Debug)]
pub(super) struct Record<'a> {
    pub(super) file: &'a str,
    pub(super) game: u64,
    pub(super) line: u64,
    pub(super) column: u64,
    pub(super) offset: u64,
    pub(super) length: usize,
    pub(super) ply: Option<u32>,
    pub(super) code: &'static str,
    #[serde(rename = "rule")]
    pub(super) name: &'static str,
    #[serde(rename = "severity", serialize_with = "severity_name")]
    pub(super) severity: Severity,
    pub(super) message: Cow<'a, str>,
    pub(super) article: Option<&'static str>,
    pub(super) fen: Option<&'a str>,
    pub(super) white: Option<&'a str>,
    pub(super) black: Option<&'a str>,
    pub(super) date: Option<&'a str>,
    /// The rule itself.
    #[serde(skip)]
    pub(super) rule: Rule,
    /// The move that the finding is about.
    #[serde(skip)]
    pub(super) moment: Option<MoveContext>,
    /// Whether it is about a position, not a game.
    #[serde(skip)]
    pub(super) is_position: bool,
    /// The line of the finding.
    #[serde(skip)]
    pub(super) excerpt: &'a Excerpt,
    /// Its fix, if it was computed.
    #[serde(skip)]
    pub(super) fix: Option<&'a Fix>,
    /// The offset of the finding, counted as those of its fix are.
    #[serde(skip)]
    pub(super) start: usize,
}

#[derive(Serialize, Debug)]
pub(super) struct EditRecord<'a> {
    pub(super) offset: u64,
    pub(super) length: usize,
    pub(super) text: EditText<'a>,
}

/// New bytes: as a string if they are UTF-8, otherwise as numbers.
#[derive(Serialize, Debug)]
#[serde(untagged)]
pub(super) enum EditText<'a> {
    Text(&'a str),
    Bytes(&'a [u8]),
}

impl RowRecord for Record<'_> {
    const TABLE: &'static str = "findings";

    fn columns() -> impl Iterator<Item = RecordColumn<Self>> {
        let columns: [RecordColumn<Self>; 16] = [
            RecordColumn("file", Text, |record| Some(record.file.into())),
            RecordColumn("game", Long, |record| Some(record.game.into())),
            RecordColumn("line", Long, |record| Some(record.line.into())),
            RecordColumn("column", Long, |record| Some(record.column.into())),
            RecordColumn("offset", Long, |record| Some(record.offset.into())),
            RecordColumn("length", Long, |record| Some((record.length as u64).into())),
            RecordColumn("ply", Integer, |record| record.ply.map(Into::into)),
            RecordColumn("code", Text, |record| Some(record.code.into())),
            RecordColumn("rule", Text, |record| Some(record.name.into())),
            RecordColumn("severity", Text, |record| Some(record.severity.name().into())),
            RecordColumn("message", Text, |record| Some((&*record.message).into())),
            RecordColumn("article", Text, |record| record.article.map(Into::into)),
            RecordColumn("fen", Text, |record| record.fen.map(Into::into)),
            RecordColumn("white", Text, |record| record.white.map(Into::into)),
            RecordColumn("black", Text, |record| record.black.map(Into::into)),
            RecordColumn("date", Text, |record| record.date.map(Into::into)),
        ];
        columns.into_iter()
    }
}

impl<'a> Record<'a> {
    pub(super) fn new(file: &'a str, located: &'a ReportedFinding) -> Self {
        let ReportedFinding { finding, game, is_position, players, place, offset, excerpt, fix } = located;
        let players = players.as_deref();
        Self {
            file,
            game: *game,
            line: place.line,
            column: place.column,
            offset: *offset,
            length: finding.span.len(),
            ply: finding.moment.map(|moment| moment.ply),
            code: finding.rule.code(),
            name: finding.rule.name(),
            severity: finding.severity,
            message: finding.message(),
            article: finding.article(),
            fen: finding.fen.as_deref(),
            white: players.and_then(|players| players.white.as_deref()),
            black: players.and_then(|players| players.black.as_deref()),
            date: players.and_then(|players| players.date.as_deref()),
            rule: finding.rule,
            moment: finding.moment,
            is_position: *is_position,
            excerpt,
            fix: fix.as_deref(),
            start: finding.span.start,
        }
    }

    /// These edits, with their offsets in the file.
    pub(super) fn edits(&self, edits: &'a [Edit]) -> Vec<EditRecord<'a>> {
        let edits = edits.iter().map(|Edit { span, text }| EditRecord {
            offset: (self.offset + span.start as u64).saturating_sub(self.start as u64),
            length: span.len(),
            text: std::str::from_utf8(text).map_or(EditText::Bytes(text), EditText::Text),
        });
        edits.collect()
    }

    /// The source of the rule: `Laws 3.9`, `PGN 8.2.3`.
    pub(super) fn source(&self) -> Cow<'static, str> {
        match self.article {
            Some(article) => Cow::Owned(format!("Laws {article}")),
            None if self.rule.info().source == "adoube" => Cow::Borrowed("adoube's own rule"),
            None => Cow::Borrowed(self.rule.info().source),
        }
    }

    /// The game and move in words: `game 3, Black's move 14: Bronstein – Averbakh, 1959.02.12`.
    pub(super) fn moment_in_words(&self) -> String {
        match self.rule {
            Rule::NoGames => return "the whole file".to_owned(),
            Rule::StrayText => return "outside any game".to_owned(),
            rule if rule.family() == Family::Events => return "tournament report".to_owned(),
            _ => {}
        }
        let mut words = numbered_record(self.game, self.is_position);
        if let Some(MoveContext { number, turn, .. }) = self.moment {
            words = format!("{words}, {turn}'s move {number}");
        }
        let players = match (self.white, self.black) {
            (None, None) => None,
            (white, black) => Some(format!("{} – {}", white.unwrap_or("?"), black.unwrap_or("?"))),
        };
        let known: Vec<&str> = players.as_deref().into_iter().chain(self.date).collect();
        if known.is_empty() {
            words
        } else {
            format!("{words}: {}", Visible(&shortened(&known.join(", "), MAX_QUOTE_LENGTH)))
        }
    }

    /// The length of the finding in characters, if the excerpt shows all of its text unchanged.
    pub(super) fn characters(&self) -> Option<usize> {
        let Excerpt { text, lead, length } = self.excerpt;
        let bytes: usize = text.chars().skip(*lead).take(*length).map(char::len_utf8).sum();
        (bytes == self.length).then_some(*length)
    }
}

/// A game or position with its number in the file: `game 3`.
pub fn numbered_record(number: u64, is_position: bool) -> String {
    format!("{} {number}", if is_position { "position" } else { "game" })
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
fn severity_name<S: serde::Serializer>(severity: &Severity, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(severity.name())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::findings::samples::{EXCERPT, record, record_of_a_tag};
    use crate::report::rows::{RowWriter, TableFormat};

    fn written(records: &[Record<'_>]) -> String {
        let mut out = Vec::new();
        let mut rows = RowWriter::records::<Record<'_>>(TableFormat::Csv, &mut out).unwrap();
        for record in records {
            rows.record(record).unwrap();
        }
        drop(rows);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn an_empty_report_has_a_header() {
        assert_eq!(
            written(&[]),
            "file,game,line,column,offset,length,ply,code,rule,severity,message,article,fen,white,black,date\n"
        );
    }

    #[test]
    fn rows_round_trip() {
        let mut first = record(&EXCERPT);
        first.message = "one, \"two\"\nthree".into();
        let text = written(&[first.clone(), record_of_a_tag(&EXCERPT)]);
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        assert_eq!(rows.len(), 2);
        assert_eq!(
            rows[0].iter().collect::<Vec<_>>(),
            [
                "games.pgn",
                "3",
                "7",
                "9",
                "1042",
                "4",
                "27",
                "M101",
                "illegal-move",
                "error",
                first.message.as_ref(),
                "3.9",
                "4k3/4n3/8/3P4/8/8/8/4R1K1 b - - 0 14",
                "Bronstein",
                "Averbakh",
                "1959.02.12",
            ]
        );
        assert_eq!((&rows[1][6], &rows[1][11], &rows[1][12]), ("", "", ""));
    }
}
