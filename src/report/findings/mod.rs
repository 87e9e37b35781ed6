//! Findings in each format, and their summary.
//!
//! ```text
//! ReportedFinding --Record--> text | jsonl | csv | github | sarif
//! Tally -------- summary --> the last lines on standard error
//! ```

mod github;
mod jsonl;
mod record;
mod reporter;
mod sarif;
pub mod summary;
mod text;

#[cfg(feature = "python")]
use std::sync::Arc;

#[cfg(feature = "python")]
use super::rows::{Column, columns};
#[cfg(feature = "python")]
use record::Record;
pub use record::numbered_record;
pub use reporter::{FindingFormat, Reporter};

/// The columns of findings.
#[cfg(feature = "python")]
pub fn finding_columns() -> Arc<[Column]> {
    columns::<Record<'_>>()
}

#[cfg(test)]
mod samples;
