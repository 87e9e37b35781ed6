//! `adoube adjudicate`: rulings on games and positions by the Laws, with reasons.

mod adjudication;
#[cfg(feature = "chasolver")]
mod agreement;
mod args;
mod fold;
mod run;
mod self_check;

pub use args::Args;
pub use run::run;
