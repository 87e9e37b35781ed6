//! The reporter of findings, in any format.

use std::io::{self, Write};

use crate::game::finding::ReportedFinding;
use crate::game::finding::tally::Tally;
use crate::parts::Digest;

use super::github::Github;
use super::jsonl::Jsonl;
use super::record::Record;
use super::sarif::Sarif;
use super::text::Text;
use crate::report::Failure;
use crate::report::Paint;
#[cfg(feature = "python")]
use crate::report::rows::{BatchRows, BatchSink};
use crate::report::rows::{RowWriter, TableFormat};

/// The output format of findings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FindingFormat {
    /// Text: the message, the game and move, and the line with the error underlined.
    Text(Paint),
    /// The same, in which many findings of one rule in a file are folded.
    Grouped(Paint),
    /// Text, one line per finding: `FILE:LINE:COLUMN: SEVERITY[CODE]: message`.
    Concise(Paint),
    /// One JSON object per line; failures and the summary are objects, too.
    Jsonl,
    Table(TableFormat),
    /// Workflow commands that become annotations on GitHub.
    Github,
    /// SARIF 2.1.0, for code scanning and for editors.
    Sarif,
}

/// The writer of findings in one format. It streams everything except the failures of SARIF.
#[derive(Debug)]
pub struct Reporter<W: Write + Send>(Kind<W>);

#[derive(Debug)]
enum Kind<W: Write + Send> {
    Text(Text<W>),
    Jsonl(Jsonl<W>),
    Rows(RowWriter<W>),
    Github(Github<W>),
    Sarif(Sarif<W>),
}

impl<W: Write + Send> Reporter<W> {
    /// Begins a report with its header, if any.
    pub fn begin(format: FindingFormat, out: W) -> io::Result<Self> {
        Ok(Self(match format {
            FindingFormat::Text(paint) => Kind::Text(Text::full(out, paint)),
            FindingFormat::Grouped(paint) => Kind::Text(Text::grouped(out, paint)),
            FindingFormat::Concise(paint) => Kind::Text(Text::concise(out, paint)),
            FindingFormat::Jsonl => Kind::Jsonl(Jsonl::new(out)),
            FindingFormat::Table(format) => Kind::Rows(RowWriter::records::<Record<'_>>(format, out)?),
            FindingFormat::Github => Kind::Github(Github::new(out)),
            FindingFormat::Sarif => Kind::Sarif(Sarif::begin(out)?),
        }))
    }

    /// Hands on rows instead, and writes nothing.
    #[cfg(feature = "python")]
    pub fn of_rows(sink: BatchSink, out: W) -> Self {
        Self(Kind::Rows(RowWriter::Batches(BatchRows::new::<Record<'_>>(sink), out)))
    }

    /// Writes a finding. `file` is the name to display.
    pub fn finding(&mut self, file: &str, located: &ReportedFinding) -> io::Result<()> {
        let record = &Record::new(file, located);
        match &mut self.0 {
            Kind::Text(text) => text.finding(record),
            Kind::Jsonl(jsonl) => jsonl.finding(record),
            Kind::Rows(rows) => rows.record(record),
            Kind::Github(github) => github.finding(record),
            Kind::Sarif(sarif) => sarif.finding(record),
        }
    }

    /// Lets SARIF say of each finding whether it is known. Must be called before the first one.
    pub const fn expect_known_findings(&mut self) {
        if let Kind::Sarif(sarif) = &mut self.0 {
            sarif.expect_suppressions();
        }
    }

    /// Writes a finding that is known, for this reason: SARIF as a suppressed one, the other formats not at all.
    pub fn known_finding(&mut self, file: &str, located: &ReportedFinding, reason: &str) -> io::Result<()> {
        match &mut self.0 {
            Kind::Sarif(sarif) => sarif.known_finding(&Record::new(file, located), reason),
            _ => Ok(()),
        }
    }

    /// Reports an unreadable input, if the format can. With text and tables it is reported on standard error only.
    pub fn failure(&mut self, failure: &Failure<'_>) -> io::Result<()> {
        match &mut self.0 {
            Kind::Text(_) | Kind::Rows(_) => Ok(()),
            Kind::Jsonl(jsonl) => jsonl.failure(failure),
            Kind::Github(github) => github.failure(failure),
            Kind::Sarif(sarif) => sarif.failure(failure),
        }
    }

    /// The output, to which everything so far is written.
    pub fn flushed(&mut self) -> io::Result<&W> {
        match &mut self.0 {
            Kind::Text(text) => text.flushed(),
            Kind::Jsonl(jsonl) => jsonl.flushed(),
            Kind::Rows(rows) => rows.flushed(),
            Kind::Github(github) => github.flushed(),
            Kind::Sarif(sarif) => sarif.flushed(),
        }
    }

    /// Ends the report with its footer, if any, and flushes. Must be called once, last. `digest` is that of all games, if they
    /// were all read.
    pub fn summary(&mut self, tally: &Tally, digest: Option<Digest>) -> io::Result<()> {
        match &mut self.0 {
            Kind::Jsonl(jsonl) => jsonl.summary(tally, digest),
            Kind::Sarif(sarif) => sarif.summary(tally, digest),
            Kind::Rows(rows) => rows.end(),
            Kind::Text(text) => text.end().map(drop),
            Kind::Github(github) => github.flushed().map(drop),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Evidence;
    use crate::game::finding::Finding;
    use crate::game::rules::Rule;
    use crate::pgn::place::Place;
    use crate::report::findings::samples::{EXCERPT, damaged, tally};

    fn written(format: FindingFormat) -> String {
        let finding = Finding {
            rule: Rule::IllegalMove,
            severity: Rule::IllegalMove.severity(),
            span: 42..46,
            moment: None,
            evidence: Evidence::Nothing,
            article: Some("3.9"),
            fen: None,
        };
        let place = Place { line: 7, column: 9 };
        let located = ReportedFinding {
            finding,
            game: 3,
            is_position: false,
            players: None,
            place,
            offset: 1042,
            excerpt: EXCERPT.clone(),
            fix: None,
        };
        let mut out = Vec::new();
        let mut reporter = Reporter::begin(format, &mut out).unwrap();
        reporter.finding("games.pgn", &located).unwrap();
        reporter.failure(&damaged()).unwrap();
        reporter.summary(&tally(), None).unwrap();
        drop(reporter);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn every_format_has_code_and_place_and_a_final_line_end() {
        for (format, expected) in [
            (FindingFormat::Text(Paint::PLAIN), "games.pgn:7:9: error[M101]: "),
            (FindingFormat::Concise(Paint::PLAIN), "games.pgn:7:9: error[M101]: "),
            (FindingFormat::Jsonl, r#""line":7,"column":9,"offset":1042,"length":4,"ply":null,"code":"M101""#),
            (FindingFormat::Table(TableFormat::Csv), "games.pgn,3,7,9,1042,4,,M101,illegal-move,error,"),
            (FindingFormat::Github, "::error file=games.pgn,line=7,col=9,"),
            (FindingFormat::Sarif, r#""startLine":7,"startColumn":9,"endColumn":13,"byteOffset":1042,"byteLength":4"#),
        ] {
            let text = written(format);
            assert!(text.contains(expected) && text.ends_with('\n'), "{format:?}: {text}");
        }
    }
}
