//! `adoube stats`: what is in an archive, as tables.
//!
//! Games are read, played and counted on all threads; the counts of parts merge into those of the whole, in the order of
//! the text.

mod args;
mod event_args;
mod fold;
mod merge;
mod run;

pub use args::Args;
pub use run::run;
