//! Rows of records and tables of statistics as batches, with the columns that CSV has.

use std::sync::Arc;
use std::{fmt, io, mem};

use crate::game::facts::{FactType, ValueWriter};
use crate::parts::InputPart;
use crate::report::stats::data::{field, write_cell};
use crate::report::stats::number::rounded;
use crate::report::{mating, record, verdicts};
use crate::stats::{CellValue, ColumnUnit, Grid, GridColumn};

use super::records::{columns, push_record};
use super::{Batch, Column, ColumnType, RecordColumn, RowRecord};

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
pub(in crate::report) struct BatchRows {
    table: &'static str,
    batch: Batch,
    sink: BatchSink,
}

pub fn finding_columns() -> Arc<[Column]> {
    columns::<record::Record<'_>>()
}

/// The columns of verdicts, or of answers to `--can-mate`.
pub fn verdict_columns(is_mating: bool) -> Arc<[Column]> {
    if is_mating { columns::<mating::Record>() } else { columns::<verdicts::Record>() }
}

/// The columns of the parts of inputs: the line of a plan.
pub fn part_columns() -> Arc<[Column]> {
    columns::<InputPart>()
}

impl BatchRows {
    pub(in crate::report) fn new<R: RowRecord>(sink: BatchSink) -> Self {
        Self { table: R::TABLE, batch: Batch::new(columns::<R>()), sink }
    }

    pub(super) fn row<R: RowRecord>(&mut self, record: &R) -> io::Result<()> {
        push_record(record, &mut self.batch);
        self.hand_on(ROWS)
    }

    /// Hands on the last rows.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        self.hand_on(1)
    }

    /// Hands on the batch if it has this many rows, or much text.
    fn hand_on(&mut self, rows: usize) -> io::Result<()> {
        if self.batch.len() < rows && !self.batch.is_full() {
            return Ok(());
        }
        let empty = Batch::new(Arc::clone(self.batch.columns()));
        (self.sink.0)(self.table, mem::replace(&mut self.batch, empty))
    }
}

impl RowRecord for InputPart {
    const TABLE: &'static str = "parts";

    fn columns() -> impl Iterator<Item = RecordColumn<Self>> {
        [RecordColumn("part", ColumnType::Text, |part: &Self| Some(part.to_string().into()))].into_iter()
    }
}

pub fn hand_on_parts(sink: BatchSink, mut parts: impl Iterator<Item = InputPart>) -> io::Result<()> {
    let mut rows = BatchRows::new::<InputPart>(sink);
    parts.try_for_each(|part| rows.row(&part))?;
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
const fn column_type(kind: ColumnUnit) -> ColumnType {
    match kind {
        ColumnUnit::Count | ColumnUnit::Label(FactType::Integer) => ColumnType::Long,
        ColumnUnit::Share | ColumnUnit::Number(_) | ColumnUnit::Label(FactType::Real) => ColumnType::Real,
        ColumnUnit::Label(FactType::Flag) => ColumnType::Flag,
        ColumnUnit::Label(_) | ColumnUnit::Mark => ColumnType::Text,
    }
}
