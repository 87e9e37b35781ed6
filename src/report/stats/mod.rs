//! The reports of statistics: text, JSON Lines, tables, and an HTML page with charts.

mod data;
mod page;
mod summary;
mod text;
mod tree;

use std::io::{self, Write};

#[cfg(feature = "python")]
use crate::game::facts::FactType;
#[cfg(feature = "python")]
use crate::stats::tree::TreeRow;
use crate::stats::tree::TreeWalk;
#[cfg(feature = "python")]
use crate::stats::{ColumnUnit, GridColumn};
use crate::stats::{Grid, RowSelection, Stats};

use super::rows::RecordFormat;

pub use page::{PageSection, sections, write_page};

pub fn write_summary(
    stats: &Stats,
    selection: &RowSelection,
    format: RecordFormat,
    out: &mut (impl Write + Send),
) -> io::Result<()> {
    match format {
        RecordFormat::Text(paint) => summary::write(stats, selection, paint, out),
        RecordFormat::Jsonl => data::summary_as_jsonl(stats, selection, out),
        RecordFormat::Table(format) => data::table(&data::summary_table(stats, selection), format, out),
    }
}

/// The summary as tables: the general numbers, and one table for each part.
#[cfg(feature = "python")]
pub fn summary_grids(stats: &Stats, selection: &RowSelection) -> Vec<Grid> {
    let (names, values): (Vec<_>, Vec<_>) = summary::facts(stats).into_iter().unzip();
    let kind = |name: &str| match name {
        "first_day" | "last_day" => ColumnUnit::Label(FactType::Text),
        "players_exact" | "events_exact" => ColumnUnit::Label(FactType::Flag),
        _ => ColumnUnit::Count,
    };
    let columns = names.into_iter().map(|name| GridColumn::new(name, kind(name))).collect();
    let general = Grid { name: "summary", title: String::new(), columns, rows: vec![values], notes: Vec::new() };
    std::iter::once(general).chain(summary::tables(stats).map(|table| table.grid(selection))).collect()
}

/// The rows of a tree as a table.
#[cfg(feature = "python")]
pub fn tree_grid(walk: &TreeWalk<'_>) -> Grid {
    let mut rows = Vec::new();
    let Ok(()) = walk.each(|row| {
        rows.push(row.values());
        Ok::<(), std::convert::Infallible>(())
    });
    Grid { name: tree::NAME, title: String::new(), columns: TreeRow::columns(), rows, notes: Vec::new() }
}

/// Writes tables one after the other, and then the tree, if there is one.
pub fn write_tables(
    grids: &[Grid],
    tree: Option<&TreeWalk<'_>>,
    format: RecordFormat,
    out: &mut (impl Write + Send),
) -> io::Result<()> {
    for (index, grid) in grids.iter().enumerate() {
        match format {
            RecordFormat::Text(paint) => {
                if index > 0 {
                    writeln!(out)?;
                }
                // Tables of one event have the same notes; they are written once, below the last one.
                let is_repeated = grids.get(index + 1).is_some_and(|next| next.notes == grid.notes);
                text::write(grid, !is_repeated, paint, out)?;
            }
            RecordFormat::Jsonl => data::jsonl(grid, out)?,
            RecordFormat::Table(format) => data::table(grid, format, out)?,
        }
    }
    let Some(walk) = tree else { return Ok(()) };
    match format {
        RecordFormat::Text(paint) => {
            if !grids.is_empty() {
                writeln!(out)?;
            }
            tree::text(walk, paint, out)
        }
        RecordFormat::Jsonl => tree::jsonl(walk, out),
        RecordFormat::Table(format) => tree::table(walk, format, out),
    }
}
