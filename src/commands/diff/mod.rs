//! `adoube diff`: the differences between two archives.

mod args;
mod collector;
mod run;

pub use args::Args;
pub use run::run;
