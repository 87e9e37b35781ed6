//! Boards and pictures of positions: the formats `board`, `svg`, `png`, `gif` and `apng` of `--as`.
//!
//! ```text
//! Plies --album--> Album --gallery--> Sheet or Animation --> the files that target names
//! ```

mod album;
mod args;
mod gallery;
mod target;

use std::io::Write;

use crate::chess::fen;
use crate::chess::setup::Setup;
use crate::commands::{Error, ExitStatus};
use crate::report::diagram::{Diagram, board};

use super::{Args, OutputKind};

pub use args::{BoardArg, Delay, PictureArgs, ThemeArg};

pub(super) use album::Album;
pub(super) use gallery::{Gallery, Out};

/// The setup of `--fen`, if the command line has no moves and the setup cannot be played from. It can still be drawn.
pub(super) fn unplayable(args: &Args) -> Option<Setup> {
    let is_alone = args.moves.is_none() && args.uci.is_none() && args.at.is_empty();
    let text = args.fen.as_ref().filter(|_| is_alone && (args.what == OutputKind::Board || args.what.is_picture()))?;
    let setup = fen::parse(text.as_bytes()).ok()?.setup;
    setup.position_ignoring_reachability().is_err().then_some(setup)
}

/// Draws a setup.
pub(super) fn draw(setup: Setup, args: &Args) -> Result<ExitStatus, Error> {
    args.ply_format()?;
    let diagram = Diagram::of_setup(setup);
    if let Some(mut gallery) = Gallery::of(args)? {
        let output = gallery.open(args)?;
        let taken = gallery.take(&Album::new(diagram), "<fen>", 1);
        taken.map_err(|error| Error::of_writing(error, ExitStatus::Clean))?;
        return gallery.finish(output, ExitStatus::Clean, args.diagnostics.diagnostics());
    }
    let style = args.board_style();
    let mut output = args.output.open()?;
    let text = board(&diagram, style.diagram, style.lettering, style.paint);
    let written = output.write_all(text.as_bytes()).and_then(|()| output.commit());
    written.map_err(|error| Error::of_writing(error, ExitStatus::Clean))?;
    Ok(ExitStatus::Clean)
}
