//! adoube: the arbiter's command line for chess.
//!
//! Modules are listed in the order in which data flows through them; see `docs/architecture.md`. Without the default feature
//! `cli`, the library is its core: `cpu`, `chess`, `laws`, `pgn` and `game`, with three small dependencies.

pub mod cpu;

pub mod chess;
pub mod laws;
pub mod pgn;

#[cfg(feature = "cli")]
pub mod input;

pub mod game;

#[cfg(feature = "cli")]
pub mod stats;

#[cfg(feature = "cli")]
pub mod witness;

#[cfg(feature = "cli")]
pub mod interrupt;
#[cfg(feature = "cli")]
pub mod memory;
#[cfg(feature = "cli")]
pub mod pipeline;
#[cfg(feature = "cli")]
pub mod progress;
#[cfg(feature = "cli")]
pub mod report;

#[cfg(feature = "cli")]
pub mod options;

#[cfg(feature = "cli")]
pub mod commands;

#[cfg(feature = "cli")]
pub mod cli;
