//! The extension module `adoube._adoube` of the Python package. `adoube/` beside this file is its Python side.
//!
//! ```text
//! Python --keywords--> arguments --clap--> the Args of a command --> a thread that runs the command
//!                                                                        |
//! Polars, DuckDB, … <--Arrow C stream-- stream <--bounded channel-- record batches
//! ```
//!
//! A function of the package is a command of the program: its keywords are the options, parsed by the same code, and its
//! rows are the rows of the command. `position` and `search` are the small rest: positions, and questions about them.
//!
//! No function holds the lock of the interpreter while it works. A wait looks for signals often, so that Ctrl-C raises
//! `KeyboardInterrupt` at once. Threads belong to a call; a process that forks shares none of them.

mod arguments;
mod error;
mod position;
mod run;
mod source;
mod table;

use pyo3::prelude::*;

/// The module.
#[pymodule]
mod _adoube {
    #[pymodule_export]
    use super::arguments::{main, options};
    #[pymodule_export]
    use super::position::{PythonPosition, can_mate, perft};
    #[pymodule_export]
    use super::table::{Table, fact_named_at_lichess, facts_table, table, tables, text};

    /// The version of the package.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
