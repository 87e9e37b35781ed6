//! The `adoube` program: arguments to command to exit code.

use std::process::ExitCode;

use adoube::cli;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().collect();
    cli::run(&arguments).into()
}
