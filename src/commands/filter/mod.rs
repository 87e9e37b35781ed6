//! `adoube filter`: games in, games out, byte for byte.

mod args;
mod copier;
mod run;

pub use args::Args;
pub use run::run;
