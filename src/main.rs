//! The `adoube` program: arguments to command to exit code.

use std::io;
use std::process::ExitCode;

use adoube::cli::Cli;
use adoube::commands::{Error, ExitStatus};

fn main() -> ExitCode {
    let command = match Cli::parse_arguments() {
        Ok(cli) => cli.command,
        Err(message) => return help_or_usage(&message),
    };
    let status = command.run().unwrap_or_else(|error| {
        if !matches!(error, Error::Closed(_)) {
            command.diagnostics().error(&error);
        }
        error.status()
    });
    command.reported(status).into()
}

/// Writes what clap has to say: help and version to standard output, faults of usage to standard error.
fn help_or_usage(message: &clap::Error) -> ExitCode {
    let earned = if message.use_stderr() { ExitStatus::Failed } else { ExitStatus::Clean };
    match message.print() {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => ExitStatus::Failed.into(),
        _ => earned.into(),
    }
}
