//! `--format parquet`: a row for each game or ply, written as games are read.

use std::io::Write;

use crate::commands::driver::{is_long, text_of_game};
use crate::commands::{Error, ExitStatus, outputs};
use crate::game::facts::Facts;
use crate::game::openings::Book;
use crate::game::record::plies::Ply;
use crate::game::record::score_sheet::ScoreSheet;
use crate::game::replay::{Game, read_game};
use crate::game::rules::{RuleSet, Severity};
use crate::input::Inputs;
use crate::report::columns::{Batch, ColumnError, ColumnFile, RowLayout, TEXT_IN_GROUP};

use super::Args;
use super::games::Games;
use super::making::{Here, Making};
use super::row_args::Per;
use super::run::{CHUNK_BYTES_OF_ROWS, read_book};

/// Writes a Parquet file.
pub(super) fn write(args: &Args, inputs: &Inputs) -> Result<ExitStatus, Error> {
    args.check_rows()?;
    let book = read_book(args)?;
    let making = Filling { per: args.rows.per(), book: book.as_ref(), table: layout(args)? };
    let mut file = making
        .begin(args.output.open(args.format.content())?)
        .map_err(|error| Error::of_writing(error.into(), ExitStatus::Clean))?;
    let keep = |rows: Rows, before| Ok(making.write(rows, before, &mut file)?);
    let (files, status) = Games::new(args, &making, keep, inputs).go(inputs, CHUNK_BYTES_OF_ROWS)?;
    if status == ExitStatus::Failed && files.count == 0 {
        return Ok(status);
    }
    let output = file.finish().map_err(|error| Error::of_writing(error.into(), status))?;
    outputs::finish(output, status, &args.diagnostics.diagnostics())?;
    Ok(status)
}

/// The columns of a row.
fn layout(args: &Args) -> Result<RowLayout, Error> {
    let columns = args.rows.columns()?;
    Ok(match args.rows.per() {
        Per::Game => RowLayout::for_games(&columns),
        Per::Ply => RowLayout::for_plies(&columns),
    })
}

/// Rows.
struct Filling<'a> {
    per: Per,
    /// The user's table of openings, if there is one.
    book: Option<&'a Book>,
    /// The columns of a row.
    table: RowLayout,
}

/// The rows of some games, in order.
struct Rows {
    pieces: Vec<Piece>,
}

enum Piece {
    Batch(Batch),
    /// A game whose rows are not kept together in memory.
    Long {
        text: Vec<u8>,
        name: String,
        number: u64,
    },
}

impl Filling<'_> {
    /// Begins the file.
    fn begin<W: Write + Send>(&self, out: W) -> Result<ColumnFile<W>, ColumnError> {
        ColumnFile::new(out, &self.table)
    }

    /// Whether rows of plies repeat so much text of their games that those of another game could need too much memory.
    fn is_heavy(&self, rows: &Rows, game: &Game) -> bool {
        if !self.table.repeats_text() {
            return false;
        }
        let text_len = |piece: &Piece| if let Piece::Batch(batch) = piece { batch.text_len() } else { 0 };
        let before: usize = rows.pieces.iter().map(text_len).sum();
        let repeated = game.span.len().saturating_mul(game.plies() as usize);
        before.saturating_add(repeated) > TEXT_IN_GROUP
    }

    fn facts<'a>(&'a self, here: Here<'a>) -> Facts<'a> {
        Facts::new(here.game, here.bytes, here.name, self.book).numbered(here.number)
    }
}

impl Making for Filling<'_> {
    type Made = Rows;
    type Scratch = ();

    fn nothing(&self) -> Rows {
        Rows { pieces: Vec::new() }
    }

    fn add(&self, rows: &mut Rows, here: Here<'_>, (): &mut ()) {
        if self.per == Per::Ply && (is_long(here.game) || self.is_heavy(rows, here.game)) {
            let text = text_of_game(here.bytes, &here.game.span);
            return rows.pieces.push(Piece::Long { text, name: here.name.to_owned(), number: here.number });
        }
        if !matches!(rows.pieces.last(), Some(Piece::Batch(_))) {
            rows.pieces.push(Piece::Batch(self.table.batch()));
        }
        let Some(Piece::Batch(batch)) = rows.pieces.last_mut() else { return };
        match self.per {
            Per::Game => self.table.push_game(batch, &self.facts(here)),
            Per::Ply => {
                let facts = self.facts(here);
                plies_of(here, |ply| self.table.push_ply(batch, &facts, ply));
            }
        }
    }
}

impl Filling<'_> {
    /// Writes the rows of games; the number is that of the games before them in the text.
    fn write<W: Write + Send>(&self, rows: Rows, before: u64, file: &mut ColumnFile<W>) -> Result<(), ColumnError> {
        for piece in rows.pieces {
            match piece {
                Piece::Batch(mut batch) => {
                    batch.count_games_from(before);
                    file.write(&batch)?;
                }
                Piece::Long { text, name, number } => self.write_long(&text, &name, before + number, file)?,
            }
        }
        Ok(())
    }

    /// Writes the plies of a long game, a row group at a time.
    fn write_long<W: Write + Send>(
        &self,
        text: &[u8],
        name: &str,
        number: u64,
        file: &mut ColumnFile<W>,
    ) -> Result<(), ColumnError> {
        let game = read_game(text, 0, RuleSet::at_least(Severity::Error));
        let here = Here { game: &game, bytes: text, name, number };
        let facts = self.facts(here);
        let mut batch = self.table.batch();
        let mut result = Ok(());
        plies_of(here, |ply| {
            self.table.push_ply(&mut batch, &facts, ply);
            if batch.is_full() && result.is_ok() {
                result = file.write(&batch);
                batch = self.table.batch();
            }
        });
        result?;
        file.write(&batch)
    }
}

/// Hands out the plies of a game.
fn plies_of(here: Here<'_>, mut take: impl FnMut(&Ply<'_>)) {
    if here.game.has_start() {
        let sheet = ScoreSheet::from_game(here.game, here.bytes);
        sheet.plies(here.game, here.bytes, RowLayout::ply_options()).for_each(|ply| take(&ply));
    }
}
