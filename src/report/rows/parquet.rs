//! The writer of Parquet files, row group by row group.
//!
//! The columns of a group are encoded and compressed in memory, by several threads, and then written one after the other.

use std::io::{self, Write};
use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::{Arc, Mutex, PoisonError};
use std::{iter, thread};

use bytes::Bytes;
use parquet::basic::{
    Compression, IntType, LogicalType, Repetition, TimeUnit, TimestampType, Type as Physical, ZstdLevel,
};
use parquet::column::writer::{ColumnCloseResult, ColumnWriter, get_column_writer, get_typed_column_writer_mut};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{WriterProperties, WriterPropertiesBuilder, WriterPropertiesPtr};
use parquet::file::writer::{SerializedFileWriter, SerializedPageWriter, TrackedWrite};
use parquet::schema::types::{ColumnDescPtr, Type, TypePtr};

use crate::game::facts::FactValue;

use super::batch::{Batch, Stored, Values, text_end};
use super::{Column, ColumnType};

/// The key of the description of the columns in the metadata of a file.
const METADATA_KEY: &str = "adoube";

/// Times since 1 January 1970. Parquet has no seconds.
const UTC_MILLISECONDS: LogicalType =
    LogicalType::Timestamp(TimestampType { is_adjusted_to_u_t_c: true, unit: TimeUnit::MILLIS });

/// Numbers of 64 bits without a sign.
const UNSIGNED: LogicalType = LogicalType::Integer(IntType { bit_width: 64, is_signed: false });

/// Why a file could not be written: the error of the Parquet writer or of the output.
#[derive(Debug)]
pub struct ColumnError(ParquetError);

/// A Parquet file that is being written.
#[derive(Debug)]
pub struct ColumnFile<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    properties: WriterPropertiesPtr,
    threads: NonZero<usize>,
    pending: Batch,
}

#[derive(Clone, Copy, Debug)]
pub struct ColumnFileOptions {
    /// The level of the Zstandard compression, 1 to 22; by default 1.
    pub level: Option<i32>,
    /// How many threads encode the columns of a row group; by default one.
    pub threads: NonZero<usize>,
}

impl Default for ColumnFileOptions {
    fn default() -> Self {
        Self { level: None, threads: NonZero::<usize>::MIN }
    }
}

impl<W: Write + Send> ColumnFile<W> {
    /// A file with this table, a description of it in its metadata, and columns in which nearly every row has a value of its
    /// own, so that a dictionary of the values is of no use.
    pub(in crate::report) fn described<'a>(
        out: W,
        table: &str,
        rows: Batch,
        description: String,
        distinct_columns: impl Iterator<Item = &'a str>,
        options: ColumnFileOptions,
    ) -> Result<Self, ColumnError> {
        let description = KeyValue::new(METADATA_KEY.to_owned(), description);
        let mut properties = WriterProperties::builder().set_key_value_metadata(Some(vec![description]));
        for name in distinct_columns {
            properties = properties.set_column_dictionary_enabled(name.into(), false);
        }
        Self::begin(out, table, rows, properties, options)
    }

    /// A file of a table with this name and these columns.
    pub(super) fn of_table(out: W, table: &str, columns: Arc<[Column]>) -> Result<Self, ColumnError> {
        let (properties, options) = (WriterProperties::builder(), ColumnFileOptions::default());
        Self::begin(out, table, Batch::new(columns), properties, options)
    }

    fn begin(
        out: W,
        table: &str,
        pending: Batch,
        properties: WriterPropertiesBuilder,
        ColumnFileOptions { level, threads }: ColumnFileOptions,
    ) -> Result<Self, ColumnError> {
        let level = level.map_or_else(|| Ok(ZstdLevel::default()), ZstdLevel::try_new)?;
        let properties = properties
            .set_compression(Compression::ZSTD(level))
            .set_created_by(concat!("adoube ", env!("CARGO_PKG_VERSION")).to_owned());
        let properties = Arc::new(properties.build());
        let writer = SerializedFileWriter::new(out, schema(table, pending.columns())?, Arc::clone(&properties))?;
        Ok(Self { writer, properties, threads, pending })
    }

    pub(super) fn row<'v>(&mut self, values: impl Iterator<Item = Option<FactValue<'v>>>) -> Result<(), ColumnError> {
        self.pending.push(values);
        if self.pending.is_full() { self.write_group() } else { Ok(()) }
    }

    pub(super) fn output(&self) -> &W {
        self.writer.inner()
    }

    /// Writes the remaining rows and the footer. No row may follow.
    pub(super) fn end(&mut self) -> Result<(), ColumnError> {
        self.end_group()?;
        self.writer.finish()?;
        Ok(())
    }

    /// Appends rows.
    pub fn write(&mut self, batch: &Batch) -> Result<(), ColumnError> {
        let mut from = 0;
        while from < batch.len() {
            from = self.pending.fill(batch, from);
            if self.pending.is_full() {
                self.write_group()?;
            }
        }
        Ok(())
    }

    /// The number of rows that wait in memory, and of the bytes of their text.
    pub fn waiting(&self) -> (usize, usize) {
        (self.pending.len(), self.pending.text_len())
    }

    /// Writes the rows that wait in memory.
    pub fn end_group(&mut self) -> Result<(), ColumnError> {
        if self.pending.is_empty() { Ok(()) } else { self.write_group() }
    }

    /// Writes the remaining rows and the footer. Without the footer the file is invalid.
    pub fn finish(mut self) -> Result<W, ColumnError> {
        self.end_group()?;
        Ok(self.writer.into_inner()?)
    }

    fn write_group(&mut self) -> Result<(), ColumnError> {
        let columns = Arc::clone(self.pending.columns());
        let batch = std::mem::replace(&mut self.pending, Batch::new(Arc::clone(&columns)));
        let descriptions = self.writer.schema_descr().columns();
        let columns = batch.stored.into_iter().zip(&*columns).zip(descriptions).collect();
        let encoded = in_threads(self.threads, columns, |((stored, column), description)| {
            EncodedColumn::new(stored, column, description, &self.properties)
        });
        let mut group = self.writer.next_row_group()?;
        for column in encoded {
            let EncodedColumn { bytes, result } = column?;
            group.append_column(&bytes, result)?;
        }
        group.close()?;
        Ok(())
    }
}

/// A column of a row group as a file contains it.
struct EncodedColumn {
    bytes: Bytes,
    result: ColumnCloseResult,
}

impl EncodedColumn {
    fn new(
        stored: Stored,
        column: &Column,
        description: &ColumnDescPtr,
        properties: &WriterPropertiesPtr,
    ) -> Result<Self, ColumnError> {
        let mut bytes = TrackedWrite::new(Vec::new());
        let pages = Box::new(SerializedPageWriter::new(&mut bytes));
        let mut writer = get_column_writer(Arc::clone(description), Arc::clone(properties), pages);
        write_column(&mut writer, stored, column)?;
        let result = writer.close()?;
        Ok(Self { bytes: bytes.into_inner()?.into(), result })
    }
}

/// The results for all items, in order. Up to these many threads, as far as the system allows them, take one item after the
/// other.
fn in_threads<T: Send, R: Send>(threads: NonZero<usize>, items: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let others = threads.get().min(items.len()).saturating_sub(1);
    let items = Mutex::new(items.into_iter().enumerate());
    let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work_off = || iter::from_fn(next).map(|(number, item)| (number, work(item))).collect();
    let mut results: Vec<(usize, R)> = thread::scope(|scope| {
        let spawn = |_| thread::Builder::new().spawn_scoped(scope, work_off).ok();
        let others: Vec<_> = (0..others).filter_map(spawn).collect();
        let mut results: Vec<(usize, R)> = work_off();
        for other in others {
            results.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        results
    });
    results.sort_unstable_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}

fn write_column(writer: &mut ColumnWriter<'_>, stored: Stored, column: &Column) -> Result<(), ColumnError> {
    let starts = stored.list_ends.as_deref().map(repetitions);
    let (levels, starts) = ((!column.is_required).then_some(stored.levels.as_slice()), starts.as_deref());
    match stored.values {
        Values::Text { bytes, ends } => {
            let all = ByteArray::from(bytes);
            let text = |(index, end): (usize, &usize)| {
                let start = text_end(&ends, index);
                all.slice(start, end - start)
            };
            let texts: Vec<ByteArray> = ends.iter().enumerate().map(text).collect();
            get_typed_column_writer_mut::<ByteArrayType>(writer).write_batch(&texts, levels, starts)?
        }
        Values::Integer(values) => {
            get_typed_column_writer_mut::<Int32Type>(writer).write_batch(&values, levels, starts)?
        }
        Values::Long(values) => {
            get_typed_column_writer_mut::<Int64Type>(writer).write_batch(&values, levels, starts)?
        }
        Values::Real(values) => {
            get_typed_column_writer_mut::<DoubleType>(writer).write_batch(&values, levels, starts)?
        }
        Values::Flag(values) => get_typed_column_writer_mut::<BoolType>(writer).write_batch(&values, levels, starts)?,
    };
    Ok(())
}

/// The repetition levels of lists that end there: 0 for the first element, 1 for the others.
fn repetitions(list_ends: &[usize]) -> Vec<i16> {
    let mut levels = vec![1; text_end(list_ends, list_ends.len())];
    for row in 0..list_ends.len() {
        levels[text_end(list_ends, row)] = 0;
    }
    levels
}

fn schema(table: &str, columns: &[Column]) -> Result<TypePtr, ColumnError> {
    let field = |column: &Column| -> Result<TypePtr, ParquetError> {
        let (physical, logical) = match column.kind {
            ColumnType::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            ColumnType::Integer => (Physical::INT32, None),
            ColumnType::Long => (Physical::INT64, None),
            ColumnType::Count => (Physical::INT64, Some(UNSIGNED)),
            ColumnType::Real => (Physical::DOUBLE, None),
            ColumnType::Flag => (Physical::BOOLEAN, None),
            ColumnType::Date => (Physical::INT32, Some(LogicalType::Date)),
            ColumnType::Timestamp => (Physical::INT64, Some(UTC_MILLISECONDS)),
        };
        let repetition = if column.is_required { Repetition::REQUIRED } else { Repetition::OPTIONAL };
        let of_value = |name, repetition| {
            let builder = Type::primitive_type_builder(name, physical);
            Ok(Arc::new(builder.with_repetition(repetition).with_logical_type(logical.clone()).build()?))
        };
        if !column.is_list {
            return of_value(&column.name, repetition);
        }
        let group = |name, repetition, logical, field| {
            let builder = Type::group_type_builder(name).with_repetition(repetition).with_logical_type(logical);
            Ok(Arc::new(builder.with_fields(vec![field]).build()?))
        };
        let elements = group("list", Repetition::REPEATED, None, of_value("element", Repetition::OPTIONAL)?)?;
        group(&column.name, repetition, Some(LogicalType::List), elements)
    };
    let fields = columns.iter().map(field).collect::<Result<Vec<TypePtr>, ParquetError>>()?;
    Ok(Arc::new(Type::group_type_builder(table).with_fields(fields).build()?))
}

impl From<ParquetError> for ColumnError {
    fn from(error: ParquetError) -> Self {
        Self(error)
    }
}

impl From<io::Error> for ColumnError {
    fn from(error: io::Error) -> Self {
        Self(ParquetError::External(Box::new(error)))
    }
}

impl std::fmt::Display for ColumnError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.0 {
            // An error of the output is printed without the text that the Parquet writer adds.
            ParquetError::External(source) => source.fmt(f),
            error => error.fmt(f),
        }
    }
}

impl std::error::Error for ColumnError {}

impl From<ColumnError> for io::Error {
    fn from(error: ColumnError) -> Self {
        match error.0 {
            ParquetError::External(source) => match source.downcast::<Self>() {
                Ok(source) => *source,
                Err(source) => Self::other(source),
            },
            error => Self::other(error),
        }
    }
}
