//! Counts for people.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::Perft;
use crate::chess::perft::statistics::Statistics;
use crate::witness::perft::{Difference, Fault};

pub(super) fn count(perft: &Perft<'_>, out: &mut impl Write) -> io::Result<()> {
    if let Some((file, line)) = perft.place {
        return line_of_suite(file, line, perft, out);
    }
    if let Some(divide) = perft.divide {
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
            writeln!(out, "{file}:{line}: D{depth}: expected {expected}, got {nodes}: {fen}")
        }
        _ => Ok(()),
    }
}

/// The names of the columns, as the wiki's page has them.
const COLUMNS: [&str; 10] =
    ["depth", "nodes", "captures", "e.p.", "castles", "promotions", "checks", "discovered", "double", "mates"];

pub(super) fn statistics(rows: &[Statistics], out: &mut impl Write) -> io::Result<()> {
    let cells = (1_u64..).zip(rows).map(|(depth, row)| {
        let Statistics { nodes, captures, en_passant, castles, promotions, checks, discovered, double, mates } = *row;
        [depth, nodes, captures, en_passant, castles, promotions, checks, discovered, double, mates]
            .map(|number| number.to_string())
    });
    let lines: Vec<[String; 10]> = std::iter::once(COLUMNS.map(str::to_owned)).chain(cells).collect();
    for line in &lines {
        for (column, cell) in line.iter().enumerate() {
            let width = lines.iter().map(|line| line[column].len()).max().unwrap_or(0);
            write!(out, "{}{cell:>width$}", if column == 0 { "" } else { "  " })?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Where `other` parts from us, in some lines.
#[must_use]
pub fn difference(other: &str, difference: &Difference) -> String {
    let Difference { path, position, depth, fault } = difference;
    let mut text = format!("disagreement with {other}\nposition {}\n", position.to_fen());
    // A String takes everything.
    if !path.is_empty() {
        let _ = writeln!(text, "reached by {}", path.join(" "));
    }
    match fault {
        Fault::Moves { missing, extra } => {
            for name in missing {
                let _ = writeln!(text, "missing {name}: a legal move that {other} does not have");
            }
            for name in extra {
                let _ = writeln!(text, "extra {name}: not a legal move");
            }
        }
        Fault::Counts(counts) => {
            let _ = writeln!(text, "depth {depth}; {other} contradicts its own counts one ply further");
            for (name, ours, theirs) in counts {
                let _ = writeln!(text, "{name} adoube {ours}, {other} {theirs}");
            }
        }
    }
    text
}
