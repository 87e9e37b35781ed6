//! The sections of the HTML page: one for each table.

#[cfg(feature = "pictures")]
use crate::report::charts::{Chart, charts};
use crate::stats::standings::table::EventError;
use crate::stats::{CellValue, Grid, Plan, RowSelection, Sort, Stats, Table, TableKind};

/// The maximum number of rows of a default table.
const MAX_DEFAULT_ROWS: usize = 20;

/// The maximum number of rows of a default table in numeric order.
const MAX_DEFAULT_ORDERED_ROWS: usize = 60;

/// The maximum number of rows of a requested table, unless `--top` sets another.
const MAX_ROWS: usize = 1000;

/// A table with its charts.
#[derive(Clone, Debug)]
pub struct PageSection {
    /// The displayed rows.
    pub grid: Grid,
    /// The charts of the table; empty if there is nothing to draw.
    #[cfg(feature = "pictures")]
    pub charts: Vec<Chart>,
}

/// Returns the sections for the tables of a plan. Default tables without data are left out.
pub fn sections(stats: &Stats, plan: &Plan, selection: &RowSelection) -> Result<Vec<PageSection>, EventError> {
    let shown = stats.grids(plan, &RowSelection { top: selection.top.or(Some(MAX_ROWS)), ..selection.clone() })?;
    let full = stats.grids(plan, &RowSelection { top: None, ..selection.clone() })?;
    let mut sections = Vec::with_capacity(full.len());
    for (index, (mut shown, full)) in shown.into_iter().zip(full).enumerate() {
        let table = stats.tables.get(index);
        if let Some(table) = table.filter(|_| plan.is_summary) {
            if TableKind::PAGE.contains(&table.request().kind) && !has_known_label(&full) {
                continue;
            }
            shown = table.grid(&default_selection(table, selection));
        }
        sections.push(PageSection {
            #[cfg(feature = "pictures")]
            charts: charts(&full, &shown, table.map_or(&[], Table::by)),
            grid: shown,
        });
    }
    Ok(sections)
}

/// Whether any row has a known label: not all games lack the value that this table counts.
fn has_known_label(grid: &Grid) -> bool {
    grid.rows.iter().any(|row| row.first().is_some_and(|label| *label != CellValue::Missing))
}

/// The rows to show of a default table. Squares are sorted by the number of moves: in board order the first rows would
/// be those of the first rank, which say little.
fn default_selection(table: &Table, selection: &RowSelection) -> RowSelection {
    let is_squares = table.request().kind == TableKind::Squares;
    let by_moves = || Sort { column: "moves".to_owned(), descending: true };
    let is_ordered = table.info().is_ordered && !is_squares;
    let rows = if is_ordered { MAX_DEFAULT_ORDERED_ROWS } else { MAX_DEFAULT_ROWS };
    let sort = selection.sort.clone().or_else(|| is_squares.then(by_moves));
    RowSelection { sort, top: selection.top.or(Some(rows)), ..selection.clone() }
}
