//! A batch as a record batch of Apache Arrow, without a copy of its texts.

use std::sync::Arc;

use arrow_array::{
    ArrayRef, BooleanArray, Date32Array, Float64Array, Int32Array, Int64Array, LargeListArray, LargeStringArray,
    RecordBatch, RecordBatchOptions, TimestampMillisecondArray, UInt64Array,
};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef, TimeUnit};

use super::batch::{Batch, ListLevel, Stored, Values};
use super::{Column, ColumnType};

/// The time zone of timestamps.
const UTC: &str = "UTC";

/// The name of the elements of a list, as in Parquet.
const ELEMENT: &str = "element";

pub fn schema(columns: &[Column]) -> SchemaRef {
    let field = |column: &Column| {
        let kind = match column.kind {
            // A batch may hold one text of more than 2 GiB.
            ColumnType::Text => DataType::LargeUtf8,
            ColumnType::Integer => DataType::Int32,
            ColumnType::Long => DataType::Int64,
            ColumnType::Count => DataType::UInt64,
            ColumnType::Real => DataType::Float64,
            ColumnType::Flag => DataType::Boolean,
            ColumnType::Date => DataType::Date32,
            ColumnType::Timestamp => DataType::Timestamp(TimeUnit::Millisecond, Some(UTC.into())),
        };
        if column.is_list {
            let element = Arc::new(Field::new(ELEMENT, kind, true));
            return Field::new(&*column.name, DataType::LargeList(element), true);
        }
        Field::new(&*column.name, kind, !column.is_required)
    };
    Arc::new(Schema::new(columns.iter().map(field).collect::<Vec<_>>()))
}

/// The rows of a batch. The schema is that of its columns.
pub fn record_batch(batch: Batch, schema: SchemaRef) -> Result<RecordBatch, ArrowError> {
    let rows = batch.len();
    let columns = Arc::clone(batch.columns());
    let arrays = columns.iter().zip(batch.stored).map(|(column, stored)| array(column, stored));
    let options = RecordBatchOptions::new().with_row_count(Some(rows));
    RecordBatch::try_new_with_options(schema, arrays.collect::<Result<_, _>>()?, &options)
}

fn array(column: &Column, stored: Stored) -> Result<ArrayRef, ArrowError> {
    let Stored { levels, list_ends: Some(ends), values } = stored else {
        return values_array(column.kind, &stored.levels, stored.values);
    };
    let is_element = |level: &i16| *level >= ListLevel::NULL;
    let mut start = 0;
    let lists: Vec<&[i16]> = ends.iter().map(|&end| &levels[std::mem::replace(&mut start, end)..end]).collect();
    let lengths = lists.iter().map(|list| list.iter().filter(|level| is_element(level)).count());
    let nulls = lists.iter().map(|list| list[0] > 0).collect::<NullBuffer>();
    let offsets = OffsetBuffer::from_lengths(lengths);
    let has_value = |level: &i16| i16::from(*level == ListLevel::VALUE);
    let element_levels: Vec<i16> = levels.iter().filter(|level| is_element(level)).map(has_value).collect();
    let elements = values_array(column.kind, &element_levels, values)?;
    let element = Arc::new(Field::new(ELEMENT, elements.data_type().clone(), true));
    Ok(Arc::new(LargeListArray::try_new(element, offsets, elements, Some(nulls))?))
}

/// Values of this type, with levels of 1 where there is one, and 0 where it is missing.
fn values_array(kind: ColumnType, levels: &[i16], values: Values) -> Result<ArrayRef, ArrowError> {
    let nulls = levels.contains(&0).then(|| levels.iter().map(|level| *level > 0).collect::<NullBuffer>());
    Ok(match values {
        Values::Text { bytes, ends } => {
            let mut ends = ends.into_iter();
            let mut last = 0;
            let end = |level: &i16| {
                if *level > 0 {
                    last = ends.next().unwrap_or(last);
                }
                i64::try_from(last).unwrap_or(i64::MAX)
            };
            let offsets: Vec<i64> = std::iter::once(0).chain(levels.iter().map(end)).collect();
            let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
            Arc::new(LargeStringArray::try_new(offsets, Buffer::from_vec(bytes), nulls)?)
        }
        Values::Integer(values) if kind == ColumnType::Date => {
            Arc::new(Date32Array::try_new(spread(levels, values).into(), nulls)?)
        }
        Values::Integer(values) => Arc::new(Int32Array::try_new(spread(levels, values).into(), nulls)?),
        Values::Long(values) if kind == ColumnType::Timestamp => {
            let times = TimestampMillisecondArray::try_new(spread(levels, values).into(), nulls)?;
            Arc::new(times.with_timezone(UTC))
        }
        Values::Long(values) if kind == ColumnType::Count => {
            let values: Vec<u64> = values.into_iter().map(i64::cast_unsigned).collect();
            Arc::new(UInt64Array::try_new(spread(levels, values).into(), nulls)?)
        }
        Values::Long(values) => Arc::new(Int64Array::try_new(spread(levels, values).into(), nulls)?),
        Values::Real(values) => Arc::new(Float64Array::try_new(spread(levels, values).into(), nulls)?),
        Values::Flag(values) => Arc::new(BooleanArray::new(spread(levels, values).into(), nulls)),
    })
}

/// A value for each row: that of the column, or the default if it has none.
fn spread<T: Copy + Default>(levels: &[i16], values: Vec<T>) -> Vec<T> {
    if values.len() == levels.len() {
        return values;
    }
    let mut values = values.into_iter();
    levels.iter().map(|level| if *level > 0 { values.next().unwrap_or_default() } else { T::default() }).collect()
}
