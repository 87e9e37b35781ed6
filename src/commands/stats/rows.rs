//! `--format parquet`: a row for each game or ply, written as games come.

use std::io::Write;

use crate::game::openings::Book;
use crate::game::plies::Ply;
use crate::game::replay::read_game;
use crate::game::rules::RuleSet;
use crate::game::ruling::{Question, rule_on_game};
use crate::game::score_sheet::ScoreSheet;
use crate::report::columns::{Batch, Column, ColumnError, ColumnFile, ROWS_IN_GROUP, games, plies};

use super::args::Per;
use super::making::{Here, Making};

/// Rows.
pub(super) struct Filling<'a> {
    pub(super) per: Per,
    /// By which openings are named, if not by the usual one.
    pub(super) book: Option<&'a Book>,
    pub(super) question: Question,
}

/// The rows of some games, in order.
pub(super) struct Rows {
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

/// The rows of a longer game are made when they are written.
const LONG_GAME: usize = 20_000;

/// So many bytes behind a game are enough to see that it ends there.
const BEHIND: usize = 256;

impl Filling<'_> {
    const fn columns(&self) -> &'static [Column] {
        match self.per {
            Per::Game => games::COLUMNS,
            Per::Ply => plies::COLUMNS,
        }
    }

    /// Begins the file.
    pub(super) fn begin<W: Write + Send>(&self, out: W) -> Result<ColumnFile<W>, ColumnError> {
        let table = match self.per {
            Per::Game => "game",
            Per::Ply => "ply",
        };
        ColumnFile::new(out, table, self.columns())
    }

    fn row(&self, batch: &mut Batch, here: Here<'_>) {
        let Here { game, bytes, name, number } = here;
        let rulings = rule_on_game(game, bytes, &self.question);
        let opening = self.book.unwrap_or_else(|| Book::embedded()).name(game);
        games::push(batch, &games::Facts { file: name, number, game, bytes, ruling: rulings.first(), opening });
    }
}

impl Making for Filling<'_> {
    type Made = Rows;
    type Scratch = ();

    fn nothing(&self) -> Rows {
        Rows { pieces: Vec::new() }
    }

    fn add(&self, rows: &mut Rows, here: Here<'_>, (): &mut ()) {
        if self.per == Per::Ply && here.game.half_moves() > LONG_GAME {
            let span = &here.game.span;
            let text = here.bytes[span.start..here.bytes.len().min(span.end + BEHIND)].to_vec();
            return rows.pieces.push(Piece::Long { text, name: here.name.to_owned(), number: here.number });
        }
        if !matches!(rows.pieces.last(), Some(Piece::Batch(_))) {
            rows.pieces.push(Piece::Batch(Batch::new(self.columns())));
        }
        let Some(Piece::Batch(batch)) = rows.pieces.last_mut() else { return };
        match self.per {
            Per::Game => self.row(batch, here),
            Per::Ply => plies_of(here, |ply| plies::push(batch, here.name, here.number, ply)),
        }
    }
}

impl Rows {
    /// Writes them, so many games into the text.
    pub(super) fn write<W: Write + Send>(self, before: u64, file: &mut ColumnFile<W>) -> Result<(), ColumnError> {
        for piece in self.pieces {
            match piece {
                Piece::Batch(mut batch) => {
                    batch.count_games_from(before);
                    file.write(&batch)?;
                }
                Piece::Long { text, name, number } => write_long(&text, &name, before + number, file)?,
            }
        }
        Ok(())
    }
}

/// Writes the plies of a long game, a row group at a time.
fn write_long<W: Write + Send>(
    text: &[u8],
    name: &str,
    number: u64,
    file: &mut ColumnFile<W>,
) -> Result<(), ColumnError> {
    let game = read_game(text, 0, RuleSet::EMPTY);
    let mut batch = Batch::new(plies::COLUMNS);
    let mut result = Ok(());
    plies_of(Here { game: &game, bytes: text, name, number }, |ply| {
        plies::push(&mut batch, name, number, ply);
        if batch.len() == ROWS_IN_GROUP && result.is_ok() {
            result = file.write(&batch);
            batch = Batch::new(plies::COLUMNS);
        }
    });
    result?;
    file.write(&batch)
}

/// Hands out the plies of a game.
fn plies_of(here: Here<'_>, mut take: impl FnMut(&Ply<'_>)) {
    if here.game.has_start {
        let sheet = ScoreSheet::of(here.game, here.bytes);
        sheet.plies(here.game, here.bytes, plies::ASKED).for_each(|ply| take(&ply));
    }
}
