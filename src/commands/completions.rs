//! `adoube completions`: completion scripts for shells.

use std::io::Write;
use std::path::PathBuf;

use clap::{ValueEnum, ValueHint};
use clap_complete::{Generator, Shell};

use super::{Error, ExitStatus, folder};
use crate::options::{OutputArgs, OutputContent};

/// The arguments of `adoube completions`.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Shell to write completions for
    #[arg(value_name = "SHELL", required_unless_present = "dir")]
    pub shell: Option<Shell>,

    /// Write the script to this folder, under the name that the shell expects; without SHELL, those of all shells
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub dir: Option<PathBuf>,
}

/// Writes completion scripts for the given command tree.
pub fn run(args: &Args, mut tree: clap::Command) -> Result<ExitStatus, Error> {
    let name = tree.get_name().to_owned();
    let mut script = |shell: Shell| {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut tree, &*name, &mut script);
        script
    };
    let chosen = args.shell.as_slice();
    if let Some(place) = &args.dir {
        let shells = if chosen.is_empty() { Shell::value_variants() } else { chosen };
        return folder::write(place, shells.iter().map(|shell| (shell.file_name(&name), script(*shell))));
    }
    let mut stdout = OutputArgs::default().open(OutputContent::Report)?;
    chosen
        .iter()
        .try_for_each(|shell| stdout.write_all(&script(*shell)))
        .and_then(|()| stdout.commit())
        .map_err(|error| Error::of_writing(error, ExitStatus::Clean))?;
    Ok(ExitStatus::Clean)
}
