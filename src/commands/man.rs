//! `adoube man`: the manual pages.

use std::io::Write;

use super::{Error, ExitStatus};
use crate::options::{OutputArgs, OutputContent};

/// The arguments of `adoube man`.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Subcommand; without one, the page of adoube itself
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,
}

/// Writes the manual page of a command as roff. `tree` is the command line of adoube.
pub fn run(args: &Args, mut tree: clap::Command) -> Result<ExitStatus, Error> {
    tree.build();
    let page = match &args.command {
        None => clap_mangen::Man::new(tree),
        Some(name) => {
            let Some(command) = tree.find_subcommand(name) else {
                return Err(Error::Usage(format!("unknown subcommand `{name}`")));
            };
            clap_mangen::Man::new(command.clone())
        }
    };
    let mut roff = Vec::new();
    let mut stdout = OutputArgs::default().open(OutputContent::Report)?;
    page.render(&mut roff)
        .and_then(|()| stdout.write_all(&roff))
        .and_then(|()| stdout.commit())
        .map_err(|error| Error::of_writing(error, ExitStatus::Clean))?;
    Ok(ExitStatus::Clean)
}
