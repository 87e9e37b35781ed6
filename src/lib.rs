//! adoube: the arbiter's command line for chess.
//!
//! Modules are listed in the order in which data flows through them; see `docs/architecture.md`.

pub mod chess;
pub mod laws;
pub mod pgn;

pub mod input;

pub mod game;

pub mod stats;

pub mod witness;

pub mod interrupt;
pub mod memory;
pub mod pipeline;
pub mod progress;
pub mod report;

pub mod options;

pub mod commands;

pub mod cli;
