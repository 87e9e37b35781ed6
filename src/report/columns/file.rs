//! The writer of Parquet files, row group by row group.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, TimeUnit, TimestampType, Type as Physical, ZstdLevel};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{Type, TypePtr};

use super::batch::{Batch, Stored, Values, text_end};
use super::{Column, ColumnType, RowLayout};

/// The key of the description of the columns in the metadata of a file.
const METADATA_KEY: &str = "adoube";

/// Times since 1 January 1970. Parquet has no seconds.
const UTC_MILLISECONDS: LogicalType =
    LogicalType::Timestamp(TimestampType { is_adjusted_to_u_t_c: true, unit: TimeUnit::MILLIS });

/// Why a file could not be written: the error of the Parquet writer or of the output.
#[derive(Debug)]
pub struct ColumnError(ParquetError);

/// A Parquet file that is being written.
pub struct ColumnFile<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    pending: Batch,
}

impl<W: Write + Send> ColumnFile<W> {
    /// Begins a file with rows of this layout. `level` is that of the Zstandard compression, 1 to 22; 1 by default.
    pub fn new(out: W, layout: &RowLayout, level: Option<i32>) -> Result<Self, ColumnError> {
        let level = level.map_or_else(|| Ok(ZstdLevel::default()), ZstdLevel::try_new)?;
        let description = KeyValue::new(METADATA_KEY.to_owned(), layout.description().map_err(io::Error::from)?);
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(level))
            .set_created_by(concat!("adoube ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_key_value_metadata(Some(vec![description]));
        let writer = SerializedFileWriter::new(out, schema(layout)?, Arc::new(properties.build()))?;
        Ok(Self { writer, pending: layout.batch() })
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
    #[must_use]
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
        let mut group = self.writer.next_row_group()?;
        for (stored, column) in batch.stored.into_iter().zip(&*columns) {
            if let Some(mut writer) = group.next_column()? {
                write_column(&mut writer, stored, column)?;
                writer.close()?;
            }
        }
        group.close()?;
        Ok(())
    }
}

fn write_column(writer: &mut SerializedColumnWriter<'_>, stored: Stored, column: &Column) -> Result<(), ColumnError> {
    let levels = (!column.is_required).then_some(stored.levels.as_slice());
    match stored.values {
        Values::Text { bytes, ends } => {
            let all = ByteArray::from(bytes);
            let text = |(index, end): (usize, &usize)| {
                let start = text_end(&ends, index);
                all.slice(start, end - start)
            };
            let texts: Vec<ByteArray> = ends.iter().enumerate().map(text).collect();
            writer.typed::<ByteArrayType>().write_batch(&texts, levels, None)?
        }
        Values::Integer(values) => writer.typed::<Int32Type>().write_batch(&values, levels, None)?,
        Values::Long(values) => writer.typed::<Int64Type>().write_batch(&values, levels, None)?,
        Values::Real(values) => writer.typed::<DoubleType>().write_batch(&values, levels, None)?,
        Values::Flag(values) => writer.typed::<BoolType>().write_batch(&values, levels, None)?,
    };
    Ok(())
}

/// The Parquet schema of the rows.
fn schema(layout: &RowLayout) -> Result<TypePtr, ColumnError> {
    let field = |column: &Column| -> Result<TypePtr, ParquetError> {
        let (physical, logical) = match column.kind {
            ColumnType::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            ColumnType::Integer => (Physical::INT32, None),
            ColumnType::Long => (Physical::INT64, None),
            ColumnType::Real => (Physical::DOUBLE, None),
            ColumnType::Flag => (Physical::BOOLEAN, None),
            ColumnType::Date => (Physical::INT32, Some(LogicalType::Date)),
            ColumnType::Timestamp => (Physical::INT64, Some(UTC_MILLISECONDS)),
        };
        let repetition = if column.is_required { Repetition::REQUIRED } else { Repetition::OPTIONAL };
        let builder = Type::primitive_type_builder(&column.name, physical);
        Ok(Arc::new(builder.with_repetition(repetition).with_logical_type(logical).build()?))
    };
    let fields = layout.columns().iter().map(field).collect::<Result<Vec<TypePtr>, ParquetError>>()?;
    Ok(Arc::new(Type::group_type_builder(layout.row().name()).with_fields(fields).build()?))
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
