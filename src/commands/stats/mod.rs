//! `adoube stats`: statistics of archives, as tables.
//!
//! All threads read, replay and count games. The counts of chunks are merged in the order of the text. Rows for games
//! and plies are written in the same order.

mod args;
mod event_args;
mod fold;
mod game_rows;
mod games;
mod making;
mod merge;
#[cfg(feature = "parquet")]
mod partition;
#[cfg(feature = "pictures")]
mod plot;
mod row_args;
#[cfg(feature = "parquet")]
mod rows;
mod run;
mod tree_args;

pub use args::Args;
#[cfg(feature = "python")]
pub use rows::row_columns;
pub use run::run;
