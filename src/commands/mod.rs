//! The subcommands: one file or folder per command, with its arguments, its work, and its exit codes.
//!
//! A command never ends the process and never prints an error. It returns an [`ExitStatus`] or an [`Error`].

pub mod adjudicate;
pub mod adjust;
mod baseline;
mod boundary;
pub mod completions;
mod copies;
pub mod diff;
mod driver;
mod error;
pub mod explain;
pub mod filter;
pub mod help;
pub mod man;
mod outputs;
mod partial;
pub mod perft;
pub mod plan;
mod ply_selection;
pub mod replay;
mod saved;
mod session;
pub mod stats;
mod topics;
pub mod validate;

pub use error::{Error, ExitStatus, check_environment, failure};
