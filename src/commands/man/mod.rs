//! `adoube man`: the manual pages.

mod page;

use std::io::Write;
use std::path::PathBuf;

use clap::ValueHint;

use super::{Error, ExitStatus, folder};
use crate::options::{OutputArgs, OutputContent};

use page::page;

/// The arguments of `adoube man`.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Subcommand; without one, the page of adoube itself
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,

    /// Write all pages to this folder: adoube.1, adoube-validate.1, and so on
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with = "command")]
    pub dir: Option<PathBuf>,
}

/// Writes the manual page of a command as roff, or all pages. `tree` is the command line of adoube.
pub fn run(args: &Args, mut tree: clap::Command) -> Result<ExitStatus, Error> {
    tree.build();
    // It has no page.
    let tree = tree.mut_subcommand("help", |help| help.hide(true));
    if let Some(place) = &args.dir {
        let commands = tree.get_subcommands().filter(|command| command.get_name() != "help");
        let pages = std::iter::once(&tree).chain(commands).map(|command| {
            let name = command.get_display_name().unwrap_or(command.get_name());
            (format!("{name}.1"), page(command, &tree))
        });
        return folder::write(place, pages);
    }
    let page = match &args.command {
        None => page(&tree, &tree),
        Some(name) => match tree.find_subcommand(name) {
            Some(command) => page(command, &tree),
            None => return Err(Error::Usage(format!("unknown subcommand `{name}`"))),
        },
    };
    let mut stdout = OutputArgs::default().open(OutputContent::Report)?;
    stdout
        .write_all(&page)
        .and_then(|()| stdout.commit())
        .map_err(|error| Error::of_writing(error, ExitStatus::Clean))?;
    Ok(ExitStatus::Clean)
}
