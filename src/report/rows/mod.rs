//! Rows of data: the formats, and what fills them.
//!
//! ```text
//! fact, ply ----------ValueWriter--> JSON Lines, CSV -----> any io::Write
//! game, ply --facts::RowLayout-----> Batch --ColumnFile---> Parquet, in any io::Write
//! record --------------RowWriter---> JSON Lines, CSV, Parquet, or a Batch
//! Batch, Grid --------arrow--------> RecordBatch
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

use super::Paint;

#[cfg(feature = "python")]
pub use arrow::{record_batch, schema};
#[cfg(feature = "parquet")]
pub use batch::{Batch, Column, ROWS_IN_GROUP, Row, TEXT_IN_GROUP};
#[cfg(feature = "python")]
pub(in crate::report) use batches::BatchRows;
#[cfg(feature = "python")]
pub use batches::{BatchSink, BatchTaker, hand_on_parts, part_columns};
#[cfg(feature = "parquet")]
pub use parquet::{ColumnError, ColumnFile, ColumnFileOptions};
#[cfg(feature = "python")]
pub(in crate::report) use records::columns;
pub(in crate::report) use records::{RecordColumn, RowRecord, RowWriter, joined, write_records};
pub use safe_cells::SafeCells;
pub use text::RowBuffer;
pub(in crate::report) use text::{Csv, Json, append, csv_row};

/// The format of records that have no format of their own: verdicts, rules, facts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordFormat {
    /// For people, in these colors.
    Text(Paint),
    /// One JSON object per line.
    Jsonl,
    /// A table with a header.
    Csv,
    /// A table with types, see <https://parquet.apache.org>.
    #[cfg(feature = "parquet")]
    Parquet,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnType {
    /// Text in UTF-8.
    Text,
    /// A 32-bit integer.
    Integer,
    /// A 64-bit integer.
    Long,
    /// A 64-bit floating-point number.
    Real,
    /// True or false.
    Flag,
    Date,
    /// A complete date and time of day, in UTC.
    Timestamp,
}
