//! The subcommands: one file or folder each, with its arguments, its work, and what its exit code means.
//!
//! A command never ends the process and never prints an error: it returns a [`Status`] or an [`Error`].

pub mod adjudicate;
pub mod completions;
mod error;
pub mod explain;
mod lines;
pub mod man;
pub mod perft;
mod rule_arg;
mod status;
pub mod validate;

pub use error::{Error, failure};
pub use status::Status;
