//! Findings, verdicts and tables of statistics as batches of rows, with the columns that CSV has.

use std::borrow::Cow;
use std::sync::Arc;
use std::{fmt, io, mem};

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

/// The columns of findings.
#[must_use]
pub fn finding_columns() -> Arc<[Column]> {
    columns_of_text(&record::COLUMNS)
}

/// The columns of verdicts, or of answers to `--can-mate`.
#[must_use]
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
    #[must_use]
    pub fn of_findings(sink: BatchSink) -> Self {
        Self { name: "findings", batch: Batch::new(finding_columns()), sink }
    }

    /// Begins a table of verdicts, or of answers to `--can-mate`.
    #[must_use]
    pub fn of_verdicts(is_mating: bool, sink: BatchSink) -> Self {
        Self { name: "verdicts", batch: Batch::new(verdict_columns(is_mating)), sink }
    }

    /// Appends a finding.
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
#[must_use]
pub fn part_columns() -> Arc<[Column]> {
    columns_of_text(&["part"])
}

/// Hands on the parts of inputs.
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
        let column = |(at, column): (usize, &GridColumn)| {
            let kind = column_type(grid.rows.iter().map(|row| &row[at]), column.kind);
            Column { name: column.name.clone().into(), kind, is_required: false }
        };
        let columns: Arc<[Column]> = grid.columns.iter().enumerate().map(column).collect();
        let mut batch = Self::new(Arc::clone(&columns));
        for cells in &grid.rows {
            let mut row = batch.row();
            for (cell, column) in cells.iter().zip(&*columns) {
                match (column.kind, cell) {
                    (ColumnType::Long, CellValue::Integer(number)) => row.long(Some(*number)),
                    (ColumnType::Long, _) => row.long(None),
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

/// The type for these cells. Without any value, it follows from the kind of the column.
fn column_type<'a>(cells: impl Iterator<Item = &'a CellValue>, kind: ColumnUnit) -> ColumnType {
    let of_cell = |cell: &CellValue| match cell {
        CellValue::Missing => None,
        CellValue::Text(_) => Some(ColumnType::Text),
        CellValue::Integer(_) => Some(ColumnType::Long),
        CellValue::Number(_) => Some(ColumnType::Real),
        CellValue::Flag(_) => Some(ColumnType::Flag),
    };
    let join = |one: ColumnType, other: ColumnType| match (one, other) {
        (one, other) if one == other => one,
        (ColumnType::Long | ColumnType::Real, ColumnType::Long | ColumnType::Real) => ColumnType::Real,
        _ => ColumnType::Text,
    };
    cells.filter_map(of_cell).reduce(join).unwrap_or(match kind {
        ColumnUnit::Label | ColumnUnit::Mark => ColumnType::Text,
        ColumnUnit::Count => ColumnType::Long,
        ColumnUnit::Share | ColumnUnit::Number(_) => ColumnType::Real,
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::super::batch::Values;
    use super::*;
    use crate::report::samples::{EXCERPT, record};

    /// What is handed on, and a sink that keeps it.
    fn keeper() -> (Arc<Mutex<Vec<Batch>>>, BatchSink) {
        let taken = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&taken);
        let take = move |_: &str, batch| {
            kept.lock().unwrap().push(batch);
            Ok(())
        };
        (taken, BatchSink(Arc::new(take)))
    }

    fn stored<'a>(batch: &'a Batch, name: &str) -> &'a Values {
        &batch.stored[batch.columns().iter().position(|column| column.name == name).unwrap()].values
    }

    #[test]
    fn a_finding_fills_the_columns_of_csv() {
        let (taken, sink) = keeper();
        let mut rows = RecordRows::of_findings(sink);
        rows.finding(&record(&EXCERPT)).unwrap();
        assert!(taken.lock().unwrap().is_empty());
        rows.finish().unwrap();
        rows.finish().unwrap();
        let batches = taken.lock().unwrap();
        assert_eq!(batches.iter().map(Batch::len).collect::<Vec<_>>(), [1]);
        assert_eq!(*stored(&batches[0], "line"), Values::Long(vec![7]));
        assert_eq!(*stored(&batches[0], "ply"), Values::Integer(vec![27]));
        assert_eq!(*stored(&batches[0], "code"), Values::Text { bytes: b"M101".to_vec(), ends: vec![4] });
    }

    #[test]
    fn a_cell_of_csv_is_read_by_the_type_of_its_column() {
        let (taken, sink) = keeper();
        let mut rows = RecordRows::of_verdicts(false, sink);
        let cells = verdicts::COLUMNS.map(|name| match name {
            "line" => "3",
            "agrees" => "true",
            "verdict" => "draw",
            _ => "",
        });
        rows.cells(&cells.map(str::to_owned)).unwrap();
        rows.finish().unwrap();
        let batch = &taken.lock().unwrap()[0];
        assert_eq!(*stored(batch, "line"), Values::Long(vec![3]));
        assert_eq!(*stored(batch, "agrees"), Values::Flag(vec![true]));
        assert_eq!(*stored(batch, "ply"), Values::Integer(Vec::new()));
        assert_eq!(batch.stored.iter().filter(|stored| stored.levels == [1]).count(), 3);
    }

    #[test]
    fn the_type_of_a_column_fits_all_of_its_cells() {
        let kind = |cells: &[CellValue]| column_type(cells.iter(), ColumnUnit::Count);
        assert_eq!(kind(&[]), ColumnType::Long);
        assert_eq!(kind(&[CellValue::Missing, CellValue::Integer(1), CellValue::Number(0.5)]), ColumnType::Real);
        assert_eq!(kind(&[CellValue::Integer(1), CellValue::from("B00")]), ColumnType::Text);
        assert_eq!(kind(&[CellValue::Flag(true)]), ColumnType::Flag);
    }
}
