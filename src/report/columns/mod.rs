//! Games and plies as columns, for engines that read Parquet files.
//!
//! ```text
//! Game --games, plies--> Batch --ColumnFile--> Parquet, in any io::Write
//! ```
//!
//! A [`Batch`] is filled where a game is read; batches are written in the order of the games. A file is cut into row
//! groups after a fixed number of rows, wherever the batches were cut, so its bytes do not depend on the number of
//! threads, and no more than a row group is held in memory.

mod batch;
mod file;
pub mod games;
pub mod plies;

pub use batch::Batch;
pub use file::{ColumnError, ColumnFile, ROWS_IN_GROUP};

/// A column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// What stands in it.
    pub kind: Kind,
    /// Whether every row has a value.
    pub is_required: bool,
}

/// What stands in a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Text in UTF-8.
    Text,
    /// A number of 32 bits.
    Integer,
    /// A number of 64 bits.
    Long,
    /// A floating-point number of 64 bits.
    Real,
    /// Yes or no.
    Flag,
    /// A whole date.
    Date,
}

impl Column {
    /// A column in which every row has a value.
    #[must_use]
    pub const fn required(name: &'static str, kind: Kind) -> Self {
        Self { name, kind, is_required: true }
    }

    /// A column in which rows may have no value.
    #[must_use]
    pub const fn optional(name: &'static str, kind: Kind) -> Self {
        Self { name, kind, is_required: false }
    }
}
