//! `adoube adjust`: repairs that leave each game the same.

mod adjustment;
mod args;
mod log;
mod run;
mod undo;

pub use args::Args;
pub use run::run;
