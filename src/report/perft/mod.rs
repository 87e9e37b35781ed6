//! Counts of move paths: alone, below each move, for the lines of a suite, with statistics, and where two opinions part.

mod rows;
mod text;

use std::io::{self, Write};

use crate::chess::perft::statistics::Statistics;
use crate::witness::perft::PerftDifference;

pub use text::{ResumedCount, SuiteTally, difference as difference_text, rate, speed};

/// How counts are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PerftFormat {
    /// For people, and for those who compare with other programs.
    Text,
    /// One JSON object a line.
    Jsonl,
    /// A table with a header.
    Csv,
}

/// A count.
#[derive(Clone, PartialEq, Debug)]
pub struct Perft<'a> {
    /// Where it was asked for: the suite and the number of the line.
    pub place: Option<(&'a str, u64)>,
    /// The position.
    pub fen: &'a str,
    /// The moves, in UCI, that all paths begin with.
    pub prefix: &'a [String],
    /// The length of the paths in plies, those of the prefix included.
    pub depth: u32,
    /// How many paths there are.
    pub nodes: u64,
    /// How many of them begin with each move, by its name in UCI; `None` if that is not asked for.
    pub divide: Option<&'a [(String, u64)]>,
    /// How many there should be.
    pub expected: Option<u64>,
    /// Whether all of them have been counted. If not, `divide` holds the moves that are done.
    pub complete: bool,
    /// How long the counting took, in seconds.
    pub seconds: f64,
}

impl Perft<'_> {
    /// Whether the count is the expected one, if one is expected.
    #[must_use]
    pub fn is_correct(&self) -> Option<bool> {
        self.expected.filter(|_| self.complete).map(|expected| expected == self.nodes)
    }

    /// Nodes a second; `None` where there are no nodes or the time is too short to be measured.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "a rate needs no more than three digits")]
    pub fn rate(&self) -> Option<f64> {
        (self.nodes > 0 && self.seconds > 0.0).then(|| (self.nodes as f64 / self.seconds).round())
    }
}

/// Writes counts in one format.
#[derive(Debug)]
pub struct PerftReporter<W> {
    format: PerftFormat,
    out: W,
    has_header: bool,
}

impl<W: Write> PerftReporter<W> {
    /// A reporter that has written nothing yet.
    pub const fn new(format: PerftFormat, out: W) -> Self {
        Self { format, out, has_header: false }
    }

    /// Writes a count. In text the lines of a suite are written only when they are wrong.
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

    /// Writes the statistics of the paths of 1, 2, … moves.
    pub fn statistics(&mut self, fen: &str, statistics: &[Statistics]) -> io::Result<()> {
        match self.format {
            PerftFormat::Text => text::statistics(statistics, &mut self.out),
            PerftFormat::Jsonl => rows::statistics_jsonl(fen, statistics, &mut self.out),
            PerftFormat::Csv => rows::statistics_csv(fen, statistics, &mut self.out),
        }
    }

    /// Writes the beginning of paths.
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

    /// Writes where `other` parts from us. CSV has no word for it; there it must be told elsewhere.
    pub fn difference(&mut self, other: &str, difference: &PerftDifference) -> io::Result<()> {
        match self.format {
            PerftFormat::Text => self.out.write_all(difference_text(other, difference).as_bytes()),
            PerftFormat::Jsonl => rows::difference_jsonl(other, difference, &mut self.out),
            PerftFormat::Csv => Ok(()),
        }
    }

    /// What it writes to.
    pub fn into_inner(self) -> W {
        self.out
    }
}

#[cfg(test)]
mod tests;
