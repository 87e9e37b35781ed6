//! Tables as data: JSON Lines with an object per row, or CSV (RFC 4180, but with LF line ends).

use std::io::{self, Write};
#[cfg(feature = "python")]
use std::sync::Arc;

use crate::game::facts::{FactType, ValueWriter};
#[cfg(feature = "python")]
use crate::report::rows::{Batch, Column, ColumnType};
use crate::report::rows::{Json, csv_row};
use crate::report::terminal::numbers::rounded;
use crate::stats::{CellValue, ColumnUnit, Grid, GridColumn, RowSelection, Stats};

/// Writes one object per row: its type, the table, then the columns.
pub(super) fn jsonl(grid: &Grid, out: &mut impl Write) -> io::Result<()> {
    grid.rows.iter().try_for_each(|row| row_as_json(grid.name, &grid.columns, row, out))
}

pub(super) fn row_as_json(
    table: &str,
    columns: &[GridColumn],
    row: &[CellValue],
    out: &mut impl Write,
) -> io::Result<()> {
    object(table, columns.iter().map(|column| column.name.as_str()).zip(row), out)
}

/// Writes the header, then one row per line; an unknown value is an empty field.
pub(super) fn csv(grid: &Grid, out: &mut impl Write) -> io::Result<()> {
    header(&grid.columns, out)?;
    grid.rows.chunks(ROWS_AT_ONCE).try_for_each(|rows| records(rows, out))
}

/// The number of CSV lines that are formatted before they are written.
pub(super) const ROWS_AT_ONCE: usize = 1024;

pub(super) fn header(columns: &[GridColumn], out: &mut impl Write) -> io::Result<()> {
    let mut line = Vec::new();
    csv_row(&mut line, columns, |column, out| out.text(&column.name));
    out.write_all(&line)
}

pub(super) fn records(rows: &[Vec<CellValue>], out: &mut impl Write) -> io::Result<()> {
    let mut lines = Vec::new();
    for row in rows {
        csv_row(&mut lines, row, |cell, out| write_cell(cell, out));
    }
    out.write_all(&lines)
}

/// Writes the general numbers, then the rows of each table.
pub(super) fn summary_as_jsonl(stats: &Stats, selection: &RowSelection, out: &mut impl Write) -> io::Result<()> {
    let facts = super::summary::facts(stats);
    object("summary", facts.iter().map(|(name, value)| (*name, value)), out)?;
    super::summary::tables(stats).try_for_each(|table| jsonl(&table.grid(selection), out))
}

/// Writes all in one table: table, label, count, share.
pub(super) fn summary_as_csv(stats: &Stats, selection: &RowSelection, out: &mut impl Write) -> io::Result<()> {
    let labels = ["table", "label"].map(|name| GridColumn::new(name, ColumnUnit::Label(FactType::Text)));
    let columns = labels
        .into_iter()
        .chain([GridColumn::new("value", ColumnUnit::Count), GridColumn::new("share", ColumnUnit::Share)]);
    let text = |text: &str| CellValue::Text(text.to_owned());
    let facts = super::summary::facts(stats);
    let mut rows: Vec<Vec<CellValue>> =
        facts.into_iter().map(|(name, value)| vec![text("summary"), text(name), value, CellValue::Missing]).collect();
    for grid in super::summary::tables(stats).map(|table| table.grid(selection)) {
        let is_label = |column: &&GridColumn| {
            matches!(column.kind, ColumnUnit::Label(_)) && !matches!(column.name.as_str(), "few" | "exact" | "example")
        };
        let labels = grid.columns.iter().take_while(is_label).count();
        if labels == 0 {
            rows.extend(grid.rows.iter().flat_map(|row| outcomes(&grid, row)));
            continue;
        }
        rows.extend(grid.rows.iter().map(|row| {
            let label: Vec<String> = row[..labels].iter().map(field).collect();
            vec![text(grid.name), CellValue::Text(label.join(" ")), row[labels].clone(), row[labels + 1].clone()]
        }));
    }
    csv(&Grid { name: "summary", title: String::new(), columns: columns.collect(), rows, notes: Vec::new() }, out)
}

/// The results of all games, one per row.
fn outcomes(grid: &Grid, row: &[CellValue]) -> Vec<Vec<CellValue>> {
    let at = |name: &str| grid.column(name).map(|index| &row[index]);
    let games = at("games").and_then(CellValue::number).unwrap_or(0.0);
    let mut rows = Vec::new();
    for name in ["white_wins", "draws", "black_wins", "no_result"] {
        let value = at(name).cloned().unwrap_or(CellValue::Missing);
        let share = value.number().filter(|_| games > 0.0).map(|number| number / games);
        rows.push(vec![CellValue::from(grid.name), CellValue::from(name), value, CellValue::from(share)]);
    }
    rows
}

/// Writes an object with its keys in this order.
fn object<'a>(
    table: &str,
    values: impl Iterator<Item = (&'a str, &'a CellValue)>,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut line = format!("{{\"type\":\"stats\",\"table\":\"{table}\"").into_bytes();
    for (name, value) in values {
        line.push(b',');
        Json(&mut line).text(name);
        line.push(b':');
        write_cell(value, &mut Json(&mut line));
    }
    line.extend_from_slice(b"}\n");
    out.write_all(&line)
}

pub(in crate::report) fn write_cell(value: &CellValue, out: &mut impl ValueWriter) {
    match value {
        CellValue::Missing => out.missing(),
        CellValue::Text(text) => out.text(text),
        CellValue::Integer(number) => out.integer(*number),
        CellValue::Number(number) => out.real(rounded(*number)),
        CellValue::Flag(flag) => out.flag(*flag),
    }
}

/// The value as text; empty if there is none.
pub(in crate::report) fn field(value: &CellValue) -> String {
    match value {
        CellValue::Missing => String::new(),
        CellValue::Text(text) => text.clone(),
        CellValue::Integer(number) => number.to_string(),
        CellValue::Number(number) => rounded(*number).to_string(),
        CellValue::Flag(flag) => flag.to_string(),
    }
}

#[cfg(feature = "python")]
impl From<&Grid> for Batch {
    /// A table of statistics.
    fn from(grid: &Grid) -> Self {
        let column = |column: &GridColumn| {
            let kind = column_type(column.kind);
            Column { name: column.name.clone().into(), kind, is_required: false }
        };
        let columns: Arc<[Column]> = grid.columns.iter().map(column).collect();
        let mut batch = Self::new(Arc::clone(&columns));
        for cells in &grid.rows {
            let mut row = batch.row();
            for (cell, column) in cells.iter().zip(&*columns) {
                match (column.kind, cell) {
                    (_, CellValue::Missing) => row.missing(),
                    // A fraction that identifies a row is text.
                    (ColumnType::Real, CellValue::Text(number)) => row.some(number.parse().ok(), ValueWriter::real),
                    (ColumnType::Real, cell) => row.some(cell.number().map(rounded), ValueWriter::real),
                    (ColumnType::Text, cell) => row.text(&field(cell)),
                    (_, cell) => write_cell(cell, &mut row),
                }
            }
        }
        batch
    }
}

/// The type of a column, which does not depend on its values.
#[cfg(feature = "python")]
const fn column_type(kind: ColumnUnit) -> ColumnType {
    match kind {
        ColumnUnit::Count | ColumnUnit::Label(FactType::Integer) => ColumnType::Long,
        ColumnUnit::Share | ColumnUnit::Number(_) | ColumnUnit::Label(FactType::Real) => ColumnType::Real,
        ColumnUnit::Label(FactType::Flag) => ColumnType::Flag,
        ColumnUnit::Label(_) | ColumnUnit::Mark => ColumnType::Text,
    }
}
