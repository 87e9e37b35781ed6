//! Rows of records such as findings and verdicts, in CSV, JSON Lines and Parquet, and in batches.

use std::io::{self, Write};
#[cfg(feature = "parquet")]
use std::sync::Arc;

use crate::game::facts::{FactValue, ValueWriter};

#[cfg(feature = "python")]
use super::batches::BatchRows;
use super::text::{Json, append};
#[cfg(feature = "parquet")]
use super::{Batch, Column, ColumnFile};
use super::{ColumnType, RecordFormat, csv_row};

pub(in crate::report) trait RowRecord: Sized {
    /// The name of the table.
    #[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "a file of CSV has one table"))]
    const TABLE: &'static str;

    fn columns() -> impl Iterator<Item = RecordColumn<Self>>;
}

/// A column of records: its name, its type, and its value in a record.
pub(in crate::report) struct RecordColumn<R>(
    pub(in crate::report) &'static str,
    #[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "CSV has no types"))]
    pub(in crate::report)  ColumnType,
    pub(in crate::report) for<'r> fn(&'r R) -> Option<FactValue<'r>>,
);

/// The writer of records of one kind.
#[derive(Debug)]
pub(in crate::report) enum RowWriter<W: Write + Send> {
    Csv(W),
    /// JSON Lines, with the value of `type`.
    Jsonl(W, &'static str),
    #[cfg(feature = "parquet")]
    Parquet(Box<ColumnFile<W>>),
    /// Hands on rows, and writes nothing.
    #[cfg(feature = "python")]
    Batches(BatchRows, W),
}

/// Appends an object with a `type`, and a line end.
fn json_record<R: RowRecord>(record: &R, kind: &str, out: &mut Vec<u8>) {
    append(out, format_args!("{{\"type\":\"{kind}\""));
    for RecordColumn(name, _, value) in R::columns() {
        append(out, format_args!(",\"{name}\":"));
        Json(out).value(value(record).as_ref());
    }
    out.extend_from_slice(b"}\n");
}

#[cfg(feature = "parquet")]
pub(in crate::report) fn columns<R: RowRecord>() -> Arc<[Column]> {
    let column = |RecordColumn(name, kind, _): RecordColumn<R>| Column { name: name.into(), kind, is_required: false };
    R::columns().map(column).collect()
}

#[cfg(feature = "parquet")]
pub(super) fn push_record<R: RowRecord>(record: &R, batch: &mut Batch) {
    let mut row = batch.row();
    for RecordColumn(.., value) in R::columns() {
        row.value(value(record).as_ref());
    }
}

impl<W: Write + Send> RowWriter<W> {
    /// Begins a table in CSV (RFC 4180, but lines end with LF) with its header.
    pub(in crate::report) fn csv<R: RowRecord>(mut out: W) -> io::Result<Self> {
        let mut line = Vec::new();
        csv_row(&mut line, R::columns(), |RecordColumn(name, ..), out| out.text(name));
        out.write_all(&line)?;
        Ok(Self::Csv(out))
    }

    /// Begins a table in Parquet.
    #[cfg(feature = "parquet")]
    pub(in crate::report) fn parquet<R: RowRecord>(out: W) -> io::Result<Self> {
        Ok(Self::Parquet(Box::new(ColumnFile::of_records::<R>(out)?)))
    }

    pub(in crate::report) fn row<R: RowRecord>(&mut self, record: &R) -> io::Result<()> {
        match self {
            Self::Csv(out) => {
                let mut line = Vec::new();
                csv_row(&mut line, R::columns(), |RecordColumn(.., value), out| out.value(value(record).as_ref()));
                out.write_all(&line)
            }
            Self::Jsonl(out, kind) => {
                let mut line = Vec::new();
                json_record(record, kind, &mut line);
                out.write_all(&line)
            }
            #[cfg(feature = "parquet")]
            Self::Parquet(file) => Ok(file.record(record)?),
            #[cfg(feature = "python")]
            Self::Batches(rows, _) => rows.row(record),
        }
    }

    /// Writes what waits, and the footer if there is one. No row may follow.
    pub(in crate::report) fn end(&mut self) -> io::Result<()> {
        match self {
            #[cfg(feature = "parquet")]
            Self::Parquet(file) => Ok(file.end()?),
            _ => self.flushed().map(drop),
        }
    }

    /// The output, to which everything so far is written, but for the rows of a group of Parquet.
    pub(in crate::report) fn flushed(&mut self) -> io::Result<&W> {
        match self {
            Self::Csv(out) | Self::Jsonl(out, _) => {
                out.flush()?;
                Ok(out)
            }
            #[cfg(feature = "parquet")]
            Self::Parquet(file) => Ok(file.output()),
            #[cfg(feature = "python")]
            Self::Batches(rows, out) => {
                rows.finish()?;
                Ok(out)
            }
        }
    }
}

/// Writes records, in JSON Lines with this type, in a format other than text.
pub(in crate::report) fn write_records<R: RowRecord>(
    records: impl Iterator<Item = R>,
    kind: &'static str,
    format: RecordFormat,
    out: &mut (impl Write + Send),
) -> io::Result<()> {
    let mut rows = match format {
        RecordFormat::Text(_) | RecordFormat::Jsonl => RowWriter::Jsonl(out, kind),
        RecordFormat::Csv => RowWriter::csv::<R>(out)?,
        #[cfg(feature = "parquet")]
        RecordFormat::Parquet => RowWriter::parquet::<R>(out)?,
    };
    for record in records {
        rows.row(&record)?;
    }
    rows.end()
}

/// The elements of a list as one text; `None` if there are none.
pub(in crate::report) fn joined<'a>(list: &[impl AsRef<str>], separator: &str) -> Option<FactValue<'a>> {
    let list: Vec<&str> = list.iter().map(AsRef::as_ref).collect();
    (!list.is_empty()).then(|| list.join(separator).into())
}
