//! Text for people: safe for a terminal, within its width, with numbers, boards and colors.

pub(in crate::report) mod board;
mod diagnostics;
pub mod numbers;
pub(in crate::report) mod visible;
pub mod wrap;

pub use diagnostics::{Diagnostics, Failure, FailureKind, Listener, SharedListener, Verbosity};
