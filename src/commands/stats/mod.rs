//! `adoube stats`: what is in an archive, as tables.
//!
//! Games are read, played and counted on all threads; the counts of parts merge into those of the whole, in the order of
//! the text. In the same way rows for games and plies are made, and written in that order.

mod args;
mod event_args;
mod fold;
mod games;
mod making;
mod merge;
mod plot;
mod rows;
mod run;
mod tree_args;

pub use args::Args;
pub use run::run;
