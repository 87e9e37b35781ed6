//! The reports of `adoube perft`: counts, counts per move (*divide*), suites, statistics, and differences from other
//! engines.

mod rows;
mod text;

use std::io::{self, Write};

use crate::chess::perft::statistics::Statistics;
use crate::witness::perft::PerftDifference;

use super::rows::{RecordFormat, RowWriter, json_record};
use rows::{CountRow, PrefixRow, StatisticsRow};

pub use text::{ResumedCount, SuiteTally, difference as difference_text, rate, speed};

/// The table of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PerftRows {
    Counts,
    /// The kinds of moves with which paths end.
    Statistics,
    /// The moves with which paths begin.
    Prefixes,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Perft<'a> {
    /// The suite and the line number that it comes from.
    pub place: Option<(&'a str, u64)>,
    pub fen: &'a str,
    /// The moves, in UCI, with which all paths begin.
    pub prefix: &'a [String],
    /// The length of the paths in plies, including the prefix.
    pub depth: u32,
    pub nodes: u64,
    /// The number of paths after each move in UCI, if requested.
    pub divide: Option<&'a [(String, u64)]>,
    pub expected: Option<u64>,
    /// Whether the count is complete. If not, `divide` holds the finished moves.
    pub complete: bool,
    /// The duration of the count in seconds.
    pub seconds: f64,
}

impl Perft<'_> {
    /// Whether the complete count equals the expected one, if there is one.
    pub fn is_correct(&self) -> Option<bool> {
        self.expected.filter(|_| self.complete).map(|expected| expected == self.nodes)
    }

    /// Nodes per second; `None` without nodes, or if the time is too short to measure.
    #[allow(clippy::cast_precision_loss, reason = "a rate needs no more than three digits")]
    pub fn rate(&self) -> Option<f64> {
        (self.nodes > 0 && self.seconds > 0.0).then(|| (self.nodes as f64 / self.seconds).round())
    }
}

/// The writer of counts, in one format.
#[derive(Debug)]
pub struct PerftReporter<W: Write + Send>(Kind<W>);

#[derive(Debug)]
enum Kind<W: Write + Send> {
    Text(W),
    Jsonl(W),
    Rows(RowWriter<W>),
}

impl<W: Write + Send> PerftReporter<W> {
    /// Begins a report with its header, if any.
    pub fn begin(format: RecordFormat, table: PerftRows, out: W) -> io::Result<Self> {
        Ok(Self(match (format, table) {
            (RecordFormat::Text(_), _) => Kind::Text(out),
            (RecordFormat::Jsonl, _) => Kind::Jsonl(out),
            (RecordFormat::Table(format), PerftRows::Counts) => {
                Kind::Rows(RowWriter::records::<CountRow<'_>>(format, out)?)
            }
            (RecordFormat::Table(format), PerftRows::Statistics) => {
                Kind::Rows(RowWriter::records::<StatisticsRow<'_>>(format, out)?)
            }
            (RecordFormat::Table(format), PerftRows::Prefixes) => {
                Kind::Rows(RowWriter::records::<PrefixRow<'_>>(format, out)?)
            }
        }))
    }

    /// Writes a count. The text format omits correct counts of a suite.
    pub fn count(&mut self, perft: &Perft<'_>) -> io::Result<()> {
        match &mut self.0 {
            Kind::Text(out) => text::count(perft, out),
            Kind::Jsonl(out) => rows::count_jsonl(perft, out),
            Kind::Rows(rows) => CountRow::all(perft).try_for_each(|row| rows.record(&row)),
        }
    }

    /// Writes the statistics of the paths of 1, 2, … plies.
    pub fn statistics(&mut self, fen: &str, statistics: &[Statistics]) -> io::Result<()> {
        let mut all = (1..).zip(statistics).map(|(depth, row)| StatisticsRow(fen, depth, *row));
        match &mut self.0 {
            Kind::Text(out) => text::statistics(statistics, out),
            Kind::Jsonl(out) => all.try_for_each(|row| json_record(&row, "perft_statistics", out)),
            Kind::Rows(rows) => all.try_for_each(|row| rows.record(&row)),
        }
    }

    /// Writes the moves with which paths begin.
    pub fn prefix(&mut self, fen: &str, moves: &[String]) -> io::Result<()> {
        match &mut self.0 {
            Kind::Text(out) => writeln!(out, "{}", moves.join(" ")),
            Kind::Jsonl(out) => rows::prefix_jsonl(fen, moves, out),
            Kind::Rows(rows) => rows.record(&PrefixRow(fen, moves)),
        }
    }

    /// Writes a difference from `other`; returns whether the format has a place for it.
    pub fn difference(&mut self, other: &str, difference: &PerftDifference) -> io::Result<bool> {
        match &mut self.0 {
            Kind::Text(out) => out.write_all(difference_text(other, difference).as_bytes())?,
            Kind::Jsonl(out) => rows::difference_jsonl(other, difference, out)?,
            Kind::Rows(_) => return Ok(false),
        }
        Ok(true)
    }

    /// Ends the report; returns the output.
    pub fn finish(self) -> io::Result<W> {
        match self.0 {
            Kind::Text(out) | Kind::Jsonl(out) => Ok(out),
            Kind::Rows(rows) => rows.finish(),
        }
    }
}

#[cfg(test)]
mod tests;
