//! Rows of data: the formats, and what fills them.
//!
//! ```text
//! fact, ply ----------ValueWriter--> JSON Lines, CSV -----> any io::Write
//! game, ply --facts::RowLayout-----> Batch --ColumnFile---> Parquet, in any io::Write
//! record, row of a Grid --RowWriter-> CSV, Parquet, or a Batch
//! Batch ---------------arrow-------> RecordBatch
//! ```
//!
//! The thread that reads a game fills a [`Batch`]; batches are written in
//! the order of the games. A file is cut into row groups after a fixed number of rows, or of bytes of text if they are
//! long, whatever the sizes of the batches. So its bytes do not depend on the number of threads, and at most one row
//! group is in memory.

#[cfg(feature = "python")]
mod arrow;
#[cfg(feature = "parquet")]
mod batch;
#[cfg(feature = "python")]
mod batches;
#[cfg(feature = "parquet")]
mod parquet;
mod records;
mod safe_cells;
mod text;

use std::borrow::Cow;

use super::Paint;

#[cfg(feature = "python")]
pub use arrow::{record_batch, schema};
#[cfg(feature = "parquet")]
pub use batch::{Batch, ROWS_IN_GROUP, Row, TEXT_IN_GROUP};
#[cfg(feature = "python")]
pub(in crate::report) use batches::BatchRows;
#[cfg(feature = "python")]
pub use batches::{BatchSink, BatchTaker, hand_on_parts, part_columns};
#[cfg(feature = "parquet")]
pub use parquet::{ColumnError, ColumnFile, ColumnFileOptions};
#[cfg(feature = "python")]
pub(in crate::report) use records::columns;
pub(in crate::report) use records::{RecordColumn, RowRecord, RowWriter, joined, json_record, write_records};
pub use safe_cells::SafeCells;
pub use text::RowBuffer;
pub(in crate::report) use text::{Csv, Json, append, csv_row};

/// The format of rows that have no format of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordFormat {
    /// For people, in these colors.
    Text(Paint),
    /// One JSON object per line.
    Jsonl,
    /// One table.
    Table(TableFormat),
}

/// A format of tables: rows with the same columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableFormat {
    /// With a header line (RFC 4180, but lines end with LF).
    Csv,
    /// With types, see <https://parquet.apache.org>.
    #[cfg(feature = "parquet")]
    Parquet,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    pub name: Cow<'static, str>,
    /// The type of its values, or of the elements of its lists.
    pub kind: ColumnType,
    /// Whether its values are lists.
    pub is_list: bool,
    /// Whether every row has a value.
    pub is_required: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnType {
    /// Text in UTF-8.
    Text,
    /// A 32-bit integer.
    Integer,
    /// A 64-bit integer.
    Long,
    /// A 64-bit integer without a sign.
    Count,
    /// A 64-bit floating-point number.
    Real,
    /// True or false.
    Flag,
    Date,
    /// A complete date and time of day, in UTC.
    Timestamp,
}
