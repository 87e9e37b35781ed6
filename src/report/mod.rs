//! The output formats: text, data, diagrams and charts.
//!
//! The modules depend on findings and rules, but not on how files are read or games are checked. They write to any
//! [`std::io::Write`]. `docs/formats.md` specifies the formats.
//!
//! ```text
//! rows      terminal       the ground: rows of data in each format; text for people
//! findings  facts  ...     what commands report, by its subject
//! ```

mod certificate;
#[cfg(feature = "pictures")]
pub mod charts;
pub mod diagram;
pub mod diff;
pub mod differences;
pub mod facts;
pub mod findings;
mod ink;
#[cfg(feature = "pictures")]
mod letters;
pub mod official;
pub mod perft;
#[cfg(feature = "pictures")]
pub mod pictures;
pub mod rows;
pub mod rules;
pub mod stats;
pub mod terminal;
pub mod verdicts;

pub use facts::{facts_list, facts_pages};
pub use findings::{FindingFormat, Reporter, numbered_record};
pub use rows::SafeCells;
pub use terminal::visible::{MAX_QUOTE_LENGTH, OutputFilter, Replacement, Visible, shortened, shortened_message};
pub use terminal::wrap::Paint;
pub use terminal::{Diagnostics, Failure, FailureKind, Listener, SharedListener, Verbosity};

/// A result as PGN writes it.
const fn outcome_text(outcome: crate::game::Outcome) -> &'static str {
    outcome.text()
}
