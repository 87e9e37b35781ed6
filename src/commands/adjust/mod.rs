//! `adoube adjust`: repairs that leave each game the same.

mod adjustment;
mod args;
mod edit_args;
mod log;
mod run;
mod sample;
mod stored;
mod undo;

pub use args::Args;
pub use run::run;
