//! `--per game` as CSV or JSON Lines: a row for each game, written as games are read.

use crate::commands::{Error, ExitStatus, outputs};
use crate::game::facts::Facts;
use crate::game::openings::Book;
use crate::input::Inputs;
use crate::report::games::{GameFormat, GameRows, GameStyle};

use super::Args;
use super::games::Games;
use super::making::{Here, Making};
use super::run::read_book;

/// The number of bytes per chunk. The row of a short game is more than a hundred times as long as its text.
const CHUNK_BYTES: usize = 64 << 10;

pub(super) fn write(args: &Args, style: GameStyle, inputs: &Inputs) -> Result<ExitStatus, Error> {
    args.check_rows()?;
    let book = read_book(args)?;
    let making = Listing { book: book.as_ref(), format: GameFormat::new(style, &args.rows.columns()?) };
    let mut output = args.output.open(args.format.content())?;
    making.format.header(&mut output).map_err(|error| Error::of_writing(error, ExitStatus::Clean))?;
    let keep = |rows: GameRows, before| rows.write(before, &mut output);
    let (files, status) = Games::new(args, &making, keep, inputs).go(inputs, CHUNK_BYTES)?;
    if status == ExitStatus::Failed && files.count == 0 {
        return Ok(status);
    }
    outputs::finish(output, status, &args.diagnostics.diagnostics())?;
    Ok(status)
}

struct Listing<'a> {
    /// The user's table of openings, if there is one.
    book: Option<&'a Book>,
    format: GameFormat,
}

impl Making for Listing<'_> {
    type Made = GameRows;
    type Scratch = ();

    fn nothing(&self) -> GameRows {
        GameRows::default()
    }

    fn add(&self, rows: &mut GameRows, here: Here<'_>, (): &mut ()) {
        let facts = Facts::new(here.game, here.bytes, here.name, self.book).numbered(here.number);
        self.format.push(&facts, rows);
    }
}
