//! Findings, verdicts and tables of statistics as batches of rows, with the columns that CSV has.

use std::borrow::Cow;
use std::sync::Arc;
use std::{fmt, io, mem};

use crate::game::facts::FactType;
use crate::parts::InputPart;
use crate::report::record::{self, Record};
use crate::report::stats::number::rounded;
use crate::report::{mating, verdicts};
use crate::stats::{CellValue, ColumnUnit, Grid, GridColumn};

use super::{Batch, Column, ColumnType};

/// The number of rows after which a batch is handed on.
const ROWS: usize = 4096;

/// What takes the rows of a command in place of an output. It gets batches with the name of their table; an error ends the
/// run.
#[derive(Clone)]
pub struct BatchSink(pub Arc<BatchTaker>);

/// A function that takes batches of rows.
pub type BatchTaker = dyn Fn(&str, Batch) -> io::Result<()> + Send + Sync;

impl fmt::Debug for BatchSink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BatchSink")
    }
}

/// The writer of rows that are known one by one.
#[derive(Debug)]
pub struct RecordRows {
    name: &'static str,
    batch: Batch,
    sink: BatchSink,
}

pub fn finding_columns() -> Arc<[Column]> {
    columns_of_text(&record::COLUMNS)
}

/// The columns of verdicts, or of answers to `--can-mate`.
pub fn verdict_columns(is_mating: bool) -> Arc<[Column]> {
    columns_of_text(if is_mating { &mating::COLUMNS } else { &verdicts::COLUMNS })
}

/// Columns for the cells of CSV. A name has the same type in all tables.
fn columns_of_text(names: &[&'static str]) -> Arc<[Column]> {
    let kind = |name: &str| match name {
        "game" | "line" | "column" | "offset" | "length" | "positions" => ColumnType::Long,
        "ply" | "plies" | "moves_after" => ColumnType::Integer,
        "agrees" | "shortest" => ColumnType::Flag,
        _ => ColumnType::Text,
    };
    names.iter().map(|&name| Column { name: Cow::Borrowed(name), kind: kind(name), is_required: false }).collect()
}

impl RecordRows {
    /// Begins a table of findings.
    pub fn of_findings(sink: BatchSink) -> Self {
        Self { name: "findings", batch: Batch::new(finding_columns()), sink }
    }

    /// Begins a table of verdicts, or of answers to `--can-mate`.
    pub fn of_verdicts(is_mating: bool, sink: BatchSink) -> Self {
        Self { name: "verdicts", batch: Batch::new(verdict_columns(is_mating)), sink }
    }

    pub(in crate::report) fn finding(&mut self, finding: &Record<'_>) -> io::Result<()> {
        let long = |number: u64| Some(i64::try_from(number).unwrap_or(i64::MAX));
        self.batch
            .row()
            .text(Some(finding.file))
            .long(long(finding.game))
            .long(long(finding.line))
            .long(long(finding.column))
            .long(long(finding.offset))
            .long(long(finding.length as u64))
            .integer(finding.ply.map(|ply| i32::try_from(ply).unwrap_or(i32::MAX)))
            .text(Some(finding.code))
            .text(Some(finding.name))
            .text(Some(finding.severity.name()))
            .text(Some(&finding.message))
            .text(finding.article)
            .text(finding.fen)
            .text(finding.white)
            .text(finding.black)
            .text(finding.date);
        self.hand_on(ROWS)
    }

    /// Appends a row of CSV; an empty cell has no value.
    pub(in crate::report) fn cells(&mut self, cells: &[String]) -> io::Result<()> {
        let columns = Arc::clone(self.batch.columns());
        let mut row = self.batch.row();
        for (cell, column) in cells.iter().zip(&*columns) {
            let cell = Some(cell.as_str()).filter(|cell| !cell.is_empty());
            match column.kind {
                ColumnType::Long => row.long(cell.and_then(|cell| cell.parse().ok())),
                ColumnType::Integer => row.integer(cell.and_then(|cell| cell.parse().ok())),
                ColumnType::Flag => row.flag(cell.map(|cell| cell == "true")),
                _ => row.text(cell),
            };
        }
        drop(row);
        self.hand_on(ROWS)
    }

    /// Hands on the last rows.
    pub(in crate::report) fn finish(&mut self) -> io::Result<()> {
        self.hand_on(1)
    }

    /// Hands on the batch if it has this many rows, or much text.
    fn hand_on(&mut self, rows: usize) -> io::Result<()> {
        if self.batch.len() < rows && !self.batch.is_full() {
            return Ok(());
        }
        let empty = Batch::new(Arc::clone(self.batch.columns()));
        (self.sink.0)(self.name, mem::replace(&mut self.batch, empty))
    }
}

/// The columns of the parts of inputs: the line of a plan.
pub fn part_columns() -> Arc<[Column]> {
    columns_of_text(&["part"])
}

pub fn hand_on_parts(sink: BatchSink, parts: impl Iterator<Item = InputPart>) -> io::Result<()> {
    let mut rows = RecordRows { name: "parts", batch: Batch::new(part_columns()), sink };
    for part in parts {
        rows.cells(&[part.to_string()])?;
    }
    rows.finish()
}

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
                    (ColumnType::Long, CellValue::Integer(number)) => row.long(Some(*number)),
                    (ColumnType::Long, _) => row.long(None),
                    // A fraction that identifies a row is text.
                    (ColumnType::Real, CellValue::Text(number)) => row.real(number.parse().ok()),
                    (ColumnType::Real, cell) => row.real(cell.number().map(rounded)),
                    (ColumnType::Flag, CellValue::Flag(flag)) => row.flag(Some(*flag)),
                    (ColumnType::Flag, _) => row.flag(None),
                    (_, CellValue::Missing) => row.text(None),
                    (_, CellValue::Text(text)) => row.text(Some(text)),
                    (_, CellValue::Integer(number)) => row.text(Some(&number.to_string())),
                    (_, CellValue::Number(number)) => row.text(Some(&rounded(*number).to_string())),
                    (_, CellValue::Flag(flag)) => row.text(Some(&flag.to_string())),
                };
            }
        }
        batch
    }
}

/// The type of a column, which does not depend on its values.
const fn column_type(kind: ColumnUnit) -> ColumnType {
    match kind {
        ColumnUnit::Count | ColumnUnit::Label(FactType::Integer) => ColumnType::Long,
        ColumnUnit::Share | ColumnUnit::Number(_) | ColumnUnit::Label(FactType::Real) => ColumnType::Real,
        ColumnUnit::Label(FactType::Flag) => ColumnType::Flag,
        ColumnUnit::Label(_) | ColumnUnit::Mark => ColumnType::Text,
    }
}
