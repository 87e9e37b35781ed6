//! `adoube plan`: cuts inputs into parts that many machines can read at the same time.

mod args;
mod cutting;
mod run;

pub use args::Args;
pub use run::run;
