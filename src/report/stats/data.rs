//! Tables as data: JSON Lines with an object per row, or a table in any of its formats.

use std::io::{self, Write};
use std::sync::Arc;

use crate::game::facts::{FactType, FactValue, ValueWriter};
#[cfg(feature = "python")]
use crate::report::rows::Batch;
use crate::report::rows::{Column, ColumnType, Json, RowWriter, TableFormat};
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

/// Writes the rows of a table, or the tree, in a format of tables.
pub(super) fn table(grid: &Grid, format: TableFormat, out: &mut (impl Write + Send)) -> io::Result<()> {
    let columns = columns(&grid.columns);
    let mut rows = RowWriter::begin(format, grid.name, &columns, out)?;
    grid.rows.iter().try_for_each(|cells| rows.row(values(cells, &columns)))?;
    rows.end()
}

pub(super) fn columns(columns: &[GridColumn]) -> Arc<[Column]> {
    let column = |column: &GridColumn| {
        // The type does not depend on the values.
        let kind = match column.kind {
            ColumnUnit::Count | ColumnUnit::Label(FactType::Integer) => ColumnType::Long,
            ColumnUnit::Share | ColumnUnit::Number(_) | ColumnUnit::Label(FactType::Real) => ColumnType::Real,
            ColumnUnit::Label(FactType::Flag) => ColumnType::Flag,
            ColumnUnit::Label(_) | ColumnUnit::Mark => ColumnType::Text,
        };
        Column { name: column.name.clone().into(), kind, is_list: false, is_required: false }
    };
    columns.iter().map(column).collect()
}

/// The values of a row, of the types of these columns.
pub(super) fn values<'c>(cells: &'c [CellValue], columns: &'c [Column]) -> impl Iterator<Item = Option<FactValue<'c>>> {
    cells.iter().zip(columns).map(|(cell, column)| {
        Some(match (column.kind, cell) {
            (_, CellValue::Missing) => return None,
            // A fraction that identifies a row is text.
            (ColumnType::Real, CellValue::Text(number)) => {
                number.parse().map_or_else(|_| number.as_str().into(), FactValue::Real)
            }
            (_, CellValue::Text(text)) => text.as_str().into(),
            (ColumnType::Real, cell) => FactValue::Real(rounded(cell.number()?)),
            (ColumnType::Text, cell) => field(cell).into(),
            (_, CellValue::Integer(number)) => FactValue::Integer(*number),
            (_, CellValue::Number(number)) => FactValue::Real(rounded(*number)),
            (_, CellValue::Flag(flag)) => FactValue::Flag(*flag),
        })
    })
}

/// A table of statistics.
#[cfg(feature = "python")]
impl From<&Grid> for Batch {
    fn from(grid: &Grid) -> Self {
        let columns = columns(&grid.columns);
        let mut batch = Self::new(Arc::clone(&columns));
        grid.rows.iter().for_each(|cells| batch.push(values(cells, &columns)));
        batch
    }
}

/// Writes the general numbers, then the rows of each table.
pub(super) fn summary_as_jsonl(stats: &Stats, selection: &RowSelection, out: &mut impl Write) -> io::Result<()> {
    let facts = super::summary::facts(stats);
    object("summary", facts.iter().map(|(name, value)| (*name, value)), out)?;
    super::summary::tables(stats).try_for_each(|table| jsonl(&table.grid(selection), out))
}

/// All in one table: table, label, count, share.
pub(super) fn summary_table(stats: &Stats, selection: &RowSelection) -> Grid {
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
    Grid { name: "summary", title: String::new(), columns: columns.collect(), rows, notes: Vec::new() }
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

fn write_cell(value: &CellValue, out: &mut Json<'_>) {
    match value {
        CellValue::Missing => out.missing(),
        CellValue::Text(text) => out.text(text),
        CellValue::Integer(number) => out.integer(*number),
        CellValue::Number(number) => out.real(rounded(*number)),
        CellValue::Flag(flag) => out.flag(*flag),
    }
}

/// The value as text; empty if there is none.
pub(super) fn field(value: &CellValue) -> String {
    match value {
        CellValue::Missing => String::new(),
        CellValue::Text(text) => text.clone(),
        CellValue::Integer(number) => number.to_string(),
        CellValue::Number(number) => rounded(*number).to_string(),
        CellValue::Flag(flag) => flag.to_string(),
    }
}
