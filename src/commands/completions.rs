//! `adoube completions`: what a shell needs to complete words.

use std::io::{self, Write};

use clap_complete::Shell;

use super::{Error, Status};

/// The arguments of `adoube completions`.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct Args {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub shell: Shell,
}

/// Writes the script that teaches the shell the given tree of commands.
pub fn run(args: Args, mut tree: clap::Command) -> Result<Status, Error> {
    let name = tree.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut tree, name, &mut script);
    let mut stdout = io::stdout().lock();
    stdout.write_all(&script).and_then(|()| stdout.flush()).map_err(|error| Error::of_writing(error, Status::Clean))?;
    Ok(Status::Clean)
}
