//! The reports of `adoube perft`: counts, counts per move (*divide*), suites, statistics, and differences from other
//! engines.

mod rows;
mod text;

use std::io::{self, Write};

use crate::chess::perft::statistics::Statistics;
use crate::witness::perft::PerftDifference;

pub use text::{ResumedCount, SuiteTally, difference as difference_text, rate, speed};

/// The output format of counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PerftFormat {
    /// Text as other programs print it, for comparison.
    Text,
    /// One JSON object per line.
    Jsonl,
    /// A table with a header.
    Csv,
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
pub struct PerftReporter<W> {
    format: PerftFormat,
    out: W,
    has_header: bool,
}

impl<W: Write> PerftReporter<W> {
    /// A reporter that has not written anything yet.
    pub const fn new(format: PerftFormat, out: W) -> Self {
        Self { format, out, has_header: false }
    }

    /// Writes a count. The text format omits correct counts of a suite.
    pub fn count(&mut self, perft: &Perft<'_>) -> io::Result<()> {
        match self.format {
            PerftFormat::Text => text::count(perft, &mut self.out),
            PerftFormat::Jsonl => rows::count_jsonl(perft, &mut self.out),
            PerftFormat::Csv => {
                if !std::mem::replace(&mut self.has_header, true) {
                    rows::header_csv(&mut self.out)?;
                }
                rows::count_csv(perft, &mut self.out)
            }
        }
    }

    /// Writes the statistics of the paths of 1, 2, … plies.
    pub fn statistics(&mut self, fen: &str, statistics: &[Statistics]) -> io::Result<()> {
        match self.format {
            PerftFormat::Text => text::statistics(statistics, &mut self.out),
            PerftFormat::Jsonl => rows::statistics_jsonl(fen, statistics, &mut self.out),
            PerftFormat::Csv => rows::statistics_csv(fen, statistics, &mut self.out),
        }
    }

    /// Writes the moves with which paths begin.
    pub fn prefix(&mut self, fen: &str, moves: &[String]) -> io::Result<()> {
        match self.format {
            PerftFormat::Text => writeln!(self.out, "{}", moves.join(" ")),
            PerftFormat::Jsonl => rows::prefix_jsonl(fen, moves, &mut self.out),
            PerftFormat::Csv => {
                if !std::mem::replace(&mut self.has_header, true) {
                    writeln!(self.out, "fen,moves")?;
                }
                writeln!(self.out, "{fen},{}", moves.join(" "))
            }
        }
    }

    /// Writes a difference from `other`. CSV omits it, so the caller must report it elsewhere.
    pub fn difference(&mut self, other: &str, difference: &PerftDifference) -> io::Result<()> {
        match self.format {
            PerftFormat::Text => self.out.write_all(difference_text(other, difference).as_bytes()),
            PerftFormat::Jsonl => rows::difference_jsonl(other, difference, &mut self.out),
            PerftFormat::Csv => Ok(()),
        }
    }

    pub fn into_inner(self) -> W {
        self.out
    }
}

#[cfg(test)]
mod tests;
