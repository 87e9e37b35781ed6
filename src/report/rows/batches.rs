//! Rows of records as batches, with the columns that CSV has.

use std::sync::Arc;
use std::{fmt, io, mem};

use crate::game::facts::FactValue;
use crate::parts::InputPart;

use super::records::columns;
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

/// The columns of the parts of inputs: the line of a plan.
pub fn part_columns() -> Arc<[Column]> {
    columns::<InputPart>()
}

impl BatchRows {
    pub(in crate::report) fn new<R: RowRecord>(sink: BatchSink) -> Self {
        Self { table: R::TABLE, batch: Batch::new(columns::<R>()), sink }
    }

    pub(super) fn row<'v>(&mut self, values: impl Iterator<Item = Option<FactValue<'v>>>) -> io::Result<()> {
        self.batch.push(values);
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
    parts.try_for_each(|part| rows.row(std::iter::once(Some(part.to_string().into()))))?;
    rows.finish()
}
