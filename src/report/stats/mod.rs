//! Tables about many games: as text, as JSON Lines, as CSV.

mod data;
mod number;
mod summary;
mod text;

use std::io::{self, Write};

use crate::stats::{Grid, Look, Plan, Stats};

use super::Paint;

/// How tables are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StatsFormat {
    /// For people.
    Text(Paint),
    /// One object a row.
    Jsonl,
    /// One row a row.
    Csv,
}

/// Writes the summary, or each table.
pub fn write_stats(
    stats: &Stats,
    plan: &Plan,
    look: &Look,
    format: StatsFormat,
    out: &mut impl Write,
) -> io::Result<()> {
    if plan.is_summary {
        return match format {
            StatsFormat::Text(paint) => summary::write(stats, look, paint, out),
            StatsFormat::Jsonl => data::summary_as_jsonl(stats, look, out),
            StatsFormat::Csv => data::summary_as_csv(stats, look, out),
        };
    }
    let grids: Vec<Grid> = stats.tables.iter().map(|table| table.grid(look)).collect();
    write_grids(&grids, format, out)
}

/// Writes tables one after the other.
fn write_grids(grids: &[Grid], format: StatsFormat, out: &mut impl Write) -> io::Result<()> {
    for (index, grid) in grids.iter().enumerate() {
        match format {
            StatsFormat::Text(paint) => {
                if index > 0 {
                    writeln!(out)?;
                }
                text::write(grid, paint, out)?;
            }
            StatsFormat::Jsonl => data::jsonl(grid, out)?,
            StatsFormat::Csv => data::csv(grid, out)?,
        }
    }
    Ok(())
}
