//! `adoube completions`: completion scripts for shells.

use std::io::Write;

use clap_complete::Shell;

use super::{Error, ExitStatus};
use crate::options::{OutputArgs, OutputContent};

/// The arguments of `adoube completions`.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct Args {
    /// Shell to write completions for
    #[arg(value_name = "SHELL")]
    pub shell: Shell,
}

/// Writes the completion script for the given command tree.
pub fn run(args: Args, mut tree: clap::Command) -> Result<ExitStatus, Error> {
    let name = tree.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut tree, name, &mut script);
    let mut stdout = OutputArgs::default().open(OutputContent::Report)?;
    stdout
        .write_all(&script)
        .and_then(|()| stdout.commit())
        .map_err(|error| Error::of_writing(error, ExitStatus::Clean))?;
    Ok(ExitStatus::Clean)
}
