//! The `adoube` program: arguments to command to exit code.

use std::process::ExitCode;

use adoube::cli::{self, Cli};
use adoube::interrupt;

fn main() -> ExitCode {
    interrupt::survive_file_size_limit();
    let command = match Cli::parse_arguments() {
        Ok(cli) => cli.command,
        Err(message) => return message.print().into(),
    };
    let status = command.run().unwrap_or_else(|error| cli::report(&error, command.diagnostics()));
    command.reported(status).into()
}
