//! Rows of records such as findings and verdicts, in CSV, JSON Lines and Parquet, and in batches.

use std::io::{self, Write};
use std::sync::Arc;

use crate::game::facts::{FactValue, ValueWriter};

#[cfg(feature = "parquet")]
use super::ColumnFile;
#[cfg(feature = "python")]
use super::batches::BatchRows;
use super::text::{Json, append, csv_row};
use super::{Column, ColumnType, RecordFormat, TableFormat};

/// A record that is one row of a table.
pub(in crate::report) trait RowRecord: Sized {
    /// The name of the table.
    const TABLE: &'static str;

    fn columns() -> impl Iterator<Item = RecordColumn<Self>>;
}

/// A column of records: its name, its type, and its value in a record.
pub(in crate::report) struct RecordColumn<R>(
    pub(in crate::report) &'static str,
    pub(in crate::report) ColumnType,
    pub(in crate::report) for<'r> fn(&'r R) -> Option<FactValue<'r>>,
);

/// The writer of the rows of one table.
#[derive(Debug)]
pub(in crate::report) enum RowWriter<W: Write + Send> {
    Csv(W),
    #[cfg(feature = "parquet")]
    Parquet(Box<ColumnFile<W>>),
    /// Hands on rows, and writes nothing.
    #[cfg(feature = "python")]
    Batches(BatchRows, W),
}

/// Writes a record as an object with a `type`, and a line end.
pub(in crate::report) fn json_record<R: RowRecord>(record: &R, kind: &str, out: &mut impl Write) -> io::Result<()> {
    let mut line = Vec::new();
    append(&mut line, format_args!("{{\"type\":\"{kind}\""));
    for RecordColumn(name, _, value) in R::columns() {
        append(&mut line, format_args!(",\"{name}\":"));
        Json(&mut line).value(value(record).as_ref());
    }
    line.extend_from_slice(b"}\n");
    out.write_all(&line)
}

pub(in crate::report) fn columns<R: RowRecord>() -> Arc<[Column]> {
    let column = |RecordColumn(name, kind, _): RecordColumn<R>| Column {
        name: name.into(),
        kind,
        is_list: false,
        is_required: false,
    };
    R::columns().map(column).collect()
}

impl<W: Write + Send> RowWriter<W> {
    /// Begins a table of records.
    pub(in crate::report) fn records<R: RowRecord>(format: TableFormat, out: W) -> io::Result<Self> {
        Self::begin(format, R::TABLE, &columns::<R>(), out)
    }

    /// Begins a table with this name and these columns; in CSV with its header.
    pub(in crate::report) fn begin(
        format: TableFormat,
        #[cfg_attr(
            not(feature = "parquet"),
            expect(unused_variables, reason = "a file of CSV has no name of its table")
        )]
        table: &str,
        columns: &Arc<[Column]>,
        mut out: W,
    ) -> io::Result<Self> {
        match format {
            TableFormat::Csv => {
                let mut line = Vec::new();
                csv_row(&mut line, &**columns, |column, out| out.text(&column.name));
                out.write_all(&line)?;
                Ok(Self::Csv(out))
            }
            #[cfg(feature = "parquet")]
            TableFormat::Parquet => Ok(Self::Parquet(Box::new(ColumnFile::of_table(out, table, Arc::clone(columns))?))),
        }
    }

    pub(in crate::report) fn record<R: RowRecord>(&mut self, record: &R) -> io::Result<()> {
        self.row(R::columns().map(|RecordColumn(.., value)| value(record)))
    }

    /// Writes a row with a value for each column of the table.
    pub(in crate::report) fn row<'v>(&mut self, values: impl Iterator<Item = Option<FactValue<'v>>>) -> io::Result<()> {
        match self {
            Self::Csv(out) => {
                let mut line = Vec::new();
                csv_row(&mut line, values, |value, out| out.value(value.as_ref()));
                out.write_all(&line)
            }
            #[cfg(feature = "parquet")]
            Self::Parquet(file) => Ok(file.row(values)?),
            #[cfg(feature = "python")]
            Self::Batches(rows, _) => rows.row(values),
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

    /// Ends the table; returns the output.
    pub(in crate::report) fn finish(self) -> io::Result<W> {
        match self {
            Self::Csv(mut out) => out.flush().map(|()| out),
            #[cfg(feature = "parquet")]
            Self::Parquet(file) => Ok(file.finish()?),
            #[cfg(feature = "python")]
            Self::Batches(mut rows, out) => rows.finish().map(|()| out),
        }
    }

    /// The output, to which everything so far is written, but for the rows of a group of Parquet.
    pub(in crate::report) fn flushed(&mut self) -> io::Result<&W> {
        match self {
            Self::Csv(out) => {
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
    mut records: impl Iterator<Item = R>,
    kind: &str,
    format: RecordFormat,
    out: &mut (impl Write + Send),
) -> io::Result<()> {
    let RecordFormat::Table(format) = format else {
        return records.try_for_each(|record| json_record(&record, kind, out));
    };
    let mut rows = RowWriter::records::<R>(format, out)?;
    records.try_for_each(|record| rows.record(&record))?;
    rows.end()
}

/// The elements of a list as one text; `None` if there are none.
pub(in crate::report) fn joined<'a>(list: &[impl AsRef<str>], separator: &str) -> Option<FactValue<'a>> {
    let list: Vec<&str> = list.iter().map(AsRef::as_ref).collect();
    (!list.is_empty()).then(|| list.join(separator).into())
}
