//! The text of tournament report files: records of FIDE's TRF16 and TRF26 as byte ranges.
//!
//! A report is a row of lines, each a [`Record`] with an identifier in columns 1 to 3 and fields in fixed columns.
//! [`records`] finds the lines, [`Record::tokens`] their fields. The tokens of all records cover every byte of the text,
//! so nothing is lost. What the fields mean is decided elsewhere.
//!
//! The columns are those of the FIDE Handbook, C.04 Annex 2 (TRF16), and of TRF26, which adds records. Programs count them
//! in characters or in bytes; where the two differ, the one that fits is taken.

mod record;
mod token;

pub use record::{FieldName, Layout, Record, RecordKind, is_report, records};
pub use token::{RecordToken, RecordTokenKind};
