//! `adoube filter`: games in, games out, byte for byte.

mod args;
mod copier;
mod file_names;
mod joiner;
mod removal;
mod run;
mod writer;

pub use args::Args;
pub use run::run;
