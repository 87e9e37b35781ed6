//! The reports of `adoube adjudicate`: verdicts as text or as rows.

mod answer;
mod count;
pub mod mating;
mod record;
mod text;

use std::io::{self, Write};
#[cfg(feature = "python")]
use std::sync::Arc;

use serde::Serialize;

use crate::game::verdict::error_summary::ErrorSummary;
use crate::game::verdict::ruling::Ruling;

#[cfg(feature = "python")]
use super::rows::{BatchRows, BatchSink, Column, columns};
use super::rows::{RecordFormat, RowWriter};
use super::{Failure, Paint};
use count::FaultyCounts;
pub use count::VerdictCounts;
use mating::MatingEntry;
use record::Record;
use text::error_sentence;

/// The writer of verdicts, one at a time, in one format.
#[derive(Debug)]
pub struct VerdictReporter<W: Write + Send>(Kind<W>);

#[derive(Debug)]
enum Kind<W: Write + Send> {
    Text(W, Paint),
    Jsonl(W),
    Rows(RowWriter<W>),
}

/// An answer to a question about a game or position, and its location.
#[derive(Clone, Copy, Debug)]
pub struct AnswerEntry<'a, T> {
    pub file: &'a str,
    /// The number of the game or position in its file, from 1.
    pub game: u64,
    pub is_position: bool,
    /// The line in which the game begins, from 1.
    pub line: u64,
    pub answer: &'a T,
    pub errors: Option<&'a ErrorSummary>,
}

pub type VerdictEntry<'a> = AnswerEntry<'a, Ruling>;

/// One object of JSON Lines.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Object<'a> {
    Verdict(&'a Record),
    CanMate(&'a mating::Record),
    Error(&'a Failure<'a>),
}

impl<W: Write + Send> VerdictReporter<W> {
    /// Begins a report with its header, if any: of verdicts, or of answers to `--can-mate`.
    pub fn begin(format: RecordFormat, is_mating: bool, out: W) -> io::Result<Self> {
        Ok(Self(match format {
            RecordFormat::Text(paint) => Kind::Text(out, paint),
            RecordFormat::Jsonl => Kind::Jsonl(out),
            RecordFormat::Table(format) if is_mating => Kind::Rows(RowWriter::records::<mating::Record>(format, out)?),
            RecordFormat::Table(format) => Kind::Rows(RowWriter::records::<Record>(format, out)?),
        }))
    }

    /// Hands on rows instead, and writes nothing.
    #[cfg(feature = "python")]
    pub fn of_rows(sink: BatchSink, is_mating: bool, out: W) -> Self {
        let rows = if is_mating { BatchRows::new::<mating::Record>(sink) } else { BatchRows::new::<Record>(sink) };
        Self(Kind::Rows(RowWriter::Batches(rows, out)))
    }

    /// Writes the ruling on a game of a file.
    pub fn ruling(&mut self, entry: &VerdictEntry<'_>) -> io::Result<()> {
        match &mut self.0 {
            Kind::Text(out, paint) => out.write_all(text::page(entry, *paint).as_bytes()),
            Kind::Jsonl(out) => object(out, &Object::Verdict(&Record::new(entry))),
            Kind::Rows(rows) => rows.record(&Record::new(entry)),
        }
    }

    /// Writes whether a side can mate.
    pub fn mating(&mut self, entry: &MatingEntry<'_>) -> io::Result<()> {
        match &mut self.0 {
            Kind::Text(out, paint) => out.write_all(mating::page(entry, *paint).as_bytes()),
            Kind::Jsonl(out) => object(out, &Object::CanMate(&mating::Record::new(entry))),
            Kind::Rows(rows) => rows.record(&mating::Record::new(entry)),
        }
    }

    /// Reports an unreadable input, if the format can.
    pub fn failure(&mut self, failure: &Failure<'_>) -> io::Result<()> {
        match &mut self.0 {
            Kind::Jsonl(out) => object(out, &Object::Error(failure)),
            Kind::Text(..) | Kind::Rows(_) => Ok(()),
        }
    }

    /// Ends the report and flushes. Must be called once, last.
    pub fn end(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Kind::Rows(rows) => rows.end(),
            _ => self.flushed().map(drop),
        }
    }

    /// The output, to which everything so far is written.
    pub fn flushed(&mut self) -> io::Result<&W> {
        match &mut self.0 {
            Kind::Text(out, _) | Kind::Jsonl(out) => {
                out.flush()?;
                Ok(out)
            }
            Kind::Rows(rows) => rows.flushed(),
        }
    }
}

/// The ruling as text without colors.
pub fn as_text(entry: &VerdictEntry<'_>) -> String {
    text::page(entry, Paint::PLAIN)
}

/// Writes an object with one call, so that output of other processes does not split lines.
fn object(out: &mut impl Write, object: &Object<'_>) -> io::Result<()> {
    let mut line = serde_json::to_vec(object)?;
    line.push(b'\n');
    out.write_all(&line)
}

/// The columns of verdicts, or of answers to `--can-mate`.
#[cfg(feature = "python")]
pub fn verdict_columns(is_mating: bool) -> Arc<[Column]> {
    if is_mating { columns::<mating::Record>() } else { columns::<Record>() }
}
