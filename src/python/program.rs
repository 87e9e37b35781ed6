//! The program, run inside the interpreter.

use std::ffi::OsString;
use std::io::{self, Write};

use pyo3::prelude::*;

use crate::cli;

/// Runs the program with these arguments, the first of which is its name; returns its exit code.
#[pyfunction]
pub(super) fn main(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(move || {
        let status = cli::run(&arguments);
        // At the end of a program in Rust, the runtime does this.
        let _ = io::stdout().flush();
        status as u8
    })
}
