//! Games and plies as columns, for analytical databases and data frames: Parquet files, and with the feature `python`
//! record batches of Apache Arrow.
//!
//! ```text
//! Game, Ply --RowLayout-----------------> Batch --ColumnFile--> Parquet, in any io::Write
//! finding, verdict, Grid --RecordRows--> Batch --arrow-------> RecordBatch
//! ```
//!
//! A [`RowLayout`] selects the facts of a row. The thread that reads a game fills a [`Batch`]; batches are written in
//! the order of the games. A file is cut into row groups after a fixed number of rows, or of bytes of text if they are
//! long, whatever the sizes of the batches. So its bytes do not depend on the number of threads, and at most one row
//! group is in memory.

#[cfg(feature = "python")]
mod arrow;
mod batch;
mod file;
#[cfg(feature = "python")]
mod records;
mod table;

#[cfg(feature = "python")]
pub use arrow::{record_batch, schema};
pub use batch::Batch;
pub use file::{ColumnError, ColumnFile, ColumnFileOptions};
#[cfg(feature = "python")]
pub use records::{BatchSink, BatchTaker, RecordRows, finding_columns, hand_on_parts, part_columns, verdict_columns};
pub use table::{RowLayout, SharedValues};

use std::borrow::Cow;

/// The maximum number of rows in a row group.
pub const ROWS_IN_GROUP: usize = 1 << 17;

/// The number of bytes of text, before compression, after which a row group ends.
pub const TEXT_IN_GROUP: usize = 64 << 20;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    pub name: Cow<'static, str>,
    pub kind: ColumnType,
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
    /// A 64-bit floating-point number.
    Real,
    /// True or false.
    Flag,
    /// A complete date.
    Date,
    /// A complete date and time of day, in UTC.
    Timestamp,
}
