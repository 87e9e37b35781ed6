//! Counts as text.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::super::Visible;
use super::Perft;
use crate::chess::perft::statistics::Statistics;
use crate::report::terminal::numbers::{counted, digits};
use crate::report::terminal::wrap::COLUMNS as TERMINAL;
use crate::witness::perft::{PerftDifference, PerftFault};

pub(super) fn count(perft: &Perft<'_>, out: &mut impl Write) -> io::Result<()> {
    if let Some((file, line)) = perft.place {
        return line_of_suite(file, line, perft, out);
    }
    if let Some(divide) = perft.divide.filter(|divide| !divide.is_empty()) {
        for (name, nodes) in divide {
            writeln!(out, "{name} {nodes}")?;
        }
        writeln!(out)?;
    }
    let nodes = perft.nodes;
    match (perft.complete, perft.expected) {
        (false, _) => writeln!(out, "unfinished {nodes}"),
        (true, Some(expected)) if expected != nodes => writeln!(out, "nodes {nodes}\nexpected {expected}"),
        (true, _) => writeln!(out, "nodes {nodes}"),
    }
}

fn line_of_suite(file: &str, line: u64, perft: &Perft<'_>, out: &mut impl Write) -> io::Result<()> {
    let Perft { fen, depth, nodes, .. } = perft;
    match perft.expected {
        Some(expected) if expected != *nodes => {
            writeln!(out, "{}:{line}: D{depth}: expected {expected}, got {nodes}: {fen}", Visible(file))
        }
        _ => Ok(()),
    }
}

/// The names of the columns, as in CPW, *Perft Results*, on two lines so that the table fits a terminal.
const COLUMNS: [[&str; 10]; 2] = [
    ["", "", "", "", "", "promo-", "", "disc.", "double", ""],
    ["depth", "nodes", "captures", "e.p.", "castles", "tions", "checks", "checks", "checks", "mates"],
];

pub(super) fn statistics(rows: &[Statistics], out: &mut impl Write) -> io::Result<()> {
    let cells = (1_u64..).zip(rows).map(|(depth, row)| {
        let Statistics { nodes, captures, en_passant, castles, promotions, checks, discovered, double, mates } = *row;
        [depth, nodes, captures, en_passant, castles, promotions, checks, discovered, double, mates]
            .map(|number| number.to_string())
    });
    let lines: Vec<[String; 10]> = COLUMNS.into_iter().map(|line| line.map(str::to_owned)).chain(cells).collect();
    let width = |column: usize| lines.iter().map(|line| line[column].len()).max().unwrap_or(0);
    let widths: [usize; 10] = std::array::from_fn(width);
    let gap = if widths.iter().sum::<usize>() + 2 * (widths.len() - 1) > TERMINAL { " " } else { "  " };
    for line in &lines {
        let cells: Vec<String> = line.iter().zip(widths).map(|(cell, width)| format!("{cell:>width$}")).collect();
        writeln!(out, "{}", cells.join(gap).trim_end())?;
    }
    Ok(())
}

/// Describes a difference from `other` in a few lines.
pub fn difference(other: &str, difference: &PerftDifference) -> String {
    let PerftDifference { path, position, depth, fault } = difference;
    let mut text = format!("disagreement with {other}\nposition {}\n", position.to_fen());
    if !path.is_empty() {
        let _ = writeln!(text, "reached by {}", path.join(" "));
    }
    match fault {
        PerftFault::Moves { missing, extra } => {
            for name in missing {
                let _ = writeln!(text, "missing {name}: a legal move that {other} does not generate");
            }
            for name in extra {
                let _ = writeln!(text, "extra {name}: not a legal move");
            }
        }
        PerftFault::Counts(counts) => {
            let _ = writeln!(text, "depth {depth}; {other} contradicts its own counts one ply further");
            for (name, ours, theirs) in counts {
                let _ = writeln!(text, "{name} adoube {ours}, {other} {theirs}");
            }
        }
    }
    text
}

/// The part of a count that comes from the checkpoint of earlier runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResumedCount {
    /// Nothing: no checkpoint, or an empty one.
    Nothing,
    Part,
    /// The whole count.
    All,
}

/// The number of nodes, the time and the rate, including earlier runs; for standard error. A rate with a hash table is not
/// one of counting nodes, so the text says that there was one.
pub fn speed(nodes: u64, seconds: f64, earlier: ResumedCount, has_table: bool) -> String {
    let nodes_counted = counted(nodes, "node", "nodes");
    let how = if has_table { " with a hash table" } else { "" };
    let rate = rate(nodes, seconds).map(|rate| format!(" in {seconds:.2} s, {rate}{how}")).unwrap_or_default();
    match earlier {
        ResumedCount::Nothing => format!("{nodes_counted}{rate}\n"),
        ResumedCount::Part => format!("{nodes_counted}{rate}, earlier runs included\n"),
        ResumedCount::All => format!("{nodes_counted}, all taken from the checkpoint; nothing was left to count\n"),
    }
}

/// Nodes per second with a suitable unit; `None` without nodes, or if the time is too short to measure.
#[allow(clippy::cast_precision_loss, reason = "a rate needs no more than three digits")]
pub fn rate(nodes: u64, seconds: f64) -> Option<String> {
    if nodes == 0 || seconds < 1e-6 {
        return None;
    }
    let rate = nodes as f64 / seconds;
    let (unit, factor) =
        [("G", 1e9), ("M", 1e6), ("k", 1e3)].into_iter().find(|(_, factor)| rate >= *factor).unwrap_or(("", 1.0));
    Some(format!("{:.2} {unit}nodes/s", rate / factor))
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SuiteTally {
    pub positions: u64,
    /// Positions without an expected count.
    pub without_counts: u64,
    /// Correct counts.
    pub right: u64,
    pub wrong: u64,
    /// Counts that were skipped, because the expected number is too large.
    pub left_out: u64,
    pub unreadable: u64,
    /// Unknown EPD operations in other lines.
    pub not_understood: u64,
    /// The total number of counted nodes.
    pub nodes: u64,
}

impl SuiteTally {
    /// The number of counts that were made and compared.
    pub const fn checked(&self) -> u64 {
        self.right + self.wrong
    }

    /// One line, for standard error.
    pub fn text(&self) -> String {
        let Self { positions, without_counts, right, wrong, left_out, unreadable, not_understood, nodes } = *self;
        let mut text = format!(
            "{}: {} = {} right + {} wrong",
            counted(positions, "position", "positions"),
            counted(self.checked(), "count", "counts"),
            digits(right),
            digits(wrong)
        );
        if left_out > 0 {
            let _ = write!(text, "; {} above --max-nodes left out", digits(left_out));
        }
        if without_counts > 0 {
            let _ = write!(text, "; {} without a count", counted(without_counts, "position", "positions"));
        }
        if unreadable > 0 {
            let _ = write!(text, "; {} unreadable", counted(unreadable, "line", "lines"));
        }
        if not_understood > 0 {
            let _ = write!(text, "; {} not understood", counted(not_understood, "operation", "operations"));
        }
        let _ = writeln!(text, "; {}", counted(nodes, "node", "nodes"));
        text
    }
}
