//! The output formats: text, data, diagrams and charts, one module per format.
//!
//! The modules depend on findings and rules, but not on how files are read or games are checked. They write to any
//! [`std::io::Write`]. `docs/formats.md` specifies the formats.
//!
//! ```text
//! LocatedFinding --Record--> text | jsonl | csv | github | sarif
//! Tally -------- summary --> the last lines on standard error
//! ```

mod board;
mod certificate;
#[cfg(feature = "pictures")]
pub mod charts;
mod csv;
mod diagnostics;
pub mod diagram;
pub mod diff;
pub mod differences;
pub mod games;
mod github;
mod ink;
mod jsonl;
#[cfg(feature = "pictures")]
mod letters;
pub mod mating;
pub mod perft;
#[cfg(feature = "pictures")]
pub mod pictures;
pub mod plies;
mod record;
mod reporter;
pub mod rows;
pub mod rules;
mod sarif;
pub mod stats;
pub mod summary;
mod text;
pub mod verdicts;
mod visible;
pub mod wrap;

pub use csv::SafeCells;
pub use diagnostics::{Diagnostics, Listener, SharedListener, Verbosity};
pub use record::{Failure, FailureKind, numbered_record};
pub use reporter::{FindingFormat, Reporter};
pub use rules::{facts_list, facts_pages};
pub use visible::{MAX_QUOTE_LENGTH, OutputFilter, Replacement, Visible, shortened, shortened_message};
pub use wrap::Paint;

/// A result as PGN writes it.
const fn outcome_text(outcome: crate::game::Outcome) -> &'static str {
    outcome.text()
}

#[cfg(test)]
mod samples;
