//! The sections of a page: tables with their charts.

use crate::report::charts::{Chart, charts};
use crate::stats::standings::table::EventError;
use crate::stats::{CellValue, Grid, Plan, RowSelection, Sort, Stats, Table, TableKind};

/// The maximum number of rows of the default tables: in general, and of tables in numeric order.
const ROWS_OF_SUMMARY: [usize; 2] = [20, 60];

/// The maximum number of rows of requested tables.
const ROWS: usize = 1000;

/// A table with its charts.
#[derive(Clone, Debug)]
pub struct PageSection {
    /// The displayed rows.
    pub grid: Grid,
    /// Its charts; empty if there is nothing to draw.
    pub charts: Vec<Chart>,
}

/// The sections of a plan.
pub fn sections(stats: &Stats, plan: &Plan, look: &RowSelection) -> Result<Vec<PageSection>, EventError> {
    let shown = stats.grids(plan, &RowSelection { top: look.top.or(Some(ROWS)), ..look.clone() })?;
    let whole = stats.grids(plan, &RowSelection { top: None, ..look.clone() })?;
    let mut sections = Vec::with_capacity(whole.len());
    for (index, (mut shown, whole)) in shown.into_iter().zip(whole).enumerate() {
        let table = stats.tables.get(index);
        if let Some(table) = table.filter(|_| plan.is_summary) {
            if TableKind::PAGE.contains(&table.asked().kind) && !is_known(&whole) {
                continue;
            }
            shown = table.grid(&look_beside_summary(table, look));
        }
        let charts = charts(&whole, &shown, table.map_or(&[], Table::by));
        sections.push(PageSection { grid: shown, charts });
    }
    Ok(sections)
}

/// Whether a row has a known value.
fn is_known(grid: &Grid) -> bool {
    grid.rows.iter().any(|row| row.first().is_some_and(|label| *label != CellValue::Nothing))
}

/// The selection of rows of a default table. Squares are sorted by count, because the first squares of a board, the
/// corners, are the least informative.
fn look_beside_summary(table: &Table, look: &RowSelection) -> RowSelection {
    let is_of_squares = table.asked().kind == TableKind::Squares;
    let busiest = || Sort { column: "moves".to_owned(), falls: true };
    let rows = ROWS_OF_SUMMARY[usize::from(table.spec().is_ordered && !is_of_squares)];
    let sort = look.sort.clone().or_else(|| is_of_squares.then(busiest));
    RowSelection { sort, top: look.top.or(Some(rows)), ..look.clone() }
}
