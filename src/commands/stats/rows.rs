//! `--format parquet`: a row for each game or ply, written as games are read.

use std::convert::Infallible;
use std::sync::Arc;
use std::{io, mem};

use crate::commands::driver::{is_long, text_of_game};
use crate::commands::ply_selection::PlySelection;
use crate::commands::{Error, ExitStatus, outputs};
use crate::game::facts::{FactColumn, Facts, PlyStyle};
use crate::game::openings::Book;
use crate::game::record::plies::Ply;
use crate::game::replay::{Game, read_game};
use crate::game::rules::{RuleSet, Severity};
use crate::input::Inputs;
use crate::options::Output;
use crate::pipeline::KeptText;
use crate::report::facts::RowLayout;
use crate::report::rows::{Batch, ColumnFile, ColumnFileOptions, TEXT_IN_GROUP};
#[cfg(feature = "python")]
use crate::report::rows::{BatchSink, Column};

#[cfg(feature = "python")]
use super::args::Shape;
use super::fold::{ChunkGame, Reducer};
use super::games::{read_games, report_without_lists};
use super::partition::{PartitionFolder, folder_of};
use super::table_args::Per;
use super::{Args, CHUNK_BYTES_OF_ROWS, read_book};

/// Writes a Parquet file, or a folder of them.
pub(super) fn write(args: &Args, inputs: &Inputs) -> Result<ExitStatus, Error> {
    args.check_rows()?;
    let book = read_book(args)?;
    let partition_by = args.rows.partition_columns()?;
    let table = layout(args)?.without(partition_by);
    let selection = PlySelection::new(&args.plies, args.selection.seed, table.ply_options(), false);
    let reducer = Filling { per: args.rows.per(), book: book.as_ref(), table, partition_by, selection };
    let mut without_lists = 0;
    #[cfg(feature = "python")]
    if let Some(BatchSink(take)) = &args.run.output.rows {
        let keep = |rows: Rows, before| {
            without_lists += rows.without_lists;
            reducer.hand_on(rows, before, &mut |_, batch| take("rows", batch))
        };
        let status = read_games(args, &reducer, keep, inputs, CHUNK_BYTES_OF_ROWS)?.status;
        report_without_lists(args, without_lists);
        return Ok(status);
    }
    let options = ColumnFileOptions { level: args.rows.compression_level, threads: args.run.threads.count() };
    let folder = args.run.output.output.as_deref().filter(|_| !partition_by.is_empty());
    let mut target = if let Some(path) = folder {
        Target::Folder(PartitionFolder::create(path, &reducer.table, options)?)
    } else {
        let file = reducer.table.file(args.run.output.open(args.format.content())?, options);
        Target::File(Box::new(file.map_err(|error| Error::of_writing(error.into(), ExitStatus::Clean))?))
    };
    let keep = |rows: Rows, before| {
        without_lists += rows.without_lists;
        reducer.hand_on(rows, before, &mut |folder, batch| target.write(folder, &batch))
    };
    let files = read_games(args, &reducer, keep, inputs, CHUNK_BYTES_OF_ROWS)?;
    report_without_lists(args, without_lists);
    let status = files.status;
    if files.is_failure() {
        return Ok(status);
    }
    let diagnostics = args.run.diagnostics.diagnostics();
    match target {
        Target::File(file) => {
            let output = file.finish().map_err(|error| Error::of_writing(error.into(), status))?;
            outputs::finish(output, status, &diagnostics)?;
        }
        Target::Folder(folder) if status == ExitStatus::Failed => {
            outputs::report_unwritten(folder.path(), &diagnostics);
        }
        Target::Folder(folder) => folder.finish().map_err(|error| Error::of_writing(error, status))?,
    }
    Ok(status)
}

/// The columns of the rows of games or plies; `None` for tables.
#[cfg(feature = "python")]
pub fn row_columns(args: &Args) -> Result<Option<Arc<[Column]>>, Error> {
    let is_rows = matches!(args.shape()?, Shape::Rows);
    is_rows.then(|| Ok(Arc::clone(layout(args)?.columns()))).transpose()
}

fn layout(args: &Args) -> Result<RowLayout, Error> {
    let columns = args.rows.columns()?;
    Ok(match args.rows.per() {
        Per::Game => RowLayout::for_games(&columns),
        Per::Ply => RowLayout::for_plies(&columns),
    })
}

/// What takes the rows of a folder, if there are folders.
type BatchTaker<'t> = dyn FnMut(Option<&Arc<str>>, Batch) -> io::Result<()> + 't;

/// Where rows go.
enum Target<'a> {
    File(Box<ColumnFile<Output>>),
    Folder(PartitionFolder<'a>),
}

impl Target<'_> {
    fn write(&mut self, folder: Option<&Arc<str>>, batch: &Batch) -> io::Result<()> {
        match (self, folder) {
            (Self::Folder(target), Some(folder)) => target.write(folder, batch),
            (Self::File(file), _) => Ok(file.write(batch)?),
            (Self::Folder(_), None) => Ok(()),
        }
    }
}

struct Filling<'a> {
    per: Per,
    /// The user's table of openings, if there is one.
    book: Option<&'a Book>,
    table: RowLayout,
    /// The facts that name the folders of files.
    partition_by: &'a [FactColumn],
    /// The plies that have rows.
    selection: PlySelection,
}

/// The rows of some games. Those of a folder are in order.
struct Rows {
    pieces: Vec<Piece>,
    /// How many games have too many moves for lists.
    without_lists: u64,
}

struct Piece {
    folder: Option<Arc<str>>,
    content: Content,
}

enum Content {
    Batch(Batch),
    /// A game whose rows are not kept together in memory.
    Long {
        text: KeptText,
        name: String,
        number: u64,
    },
}

impl Filling<'_> {
    /// Whether rows of plies repeat so much text of their games that those of another game could need too much memory.
    fn is_heavy(&self, rows: &Rows, game: &Game) -> bool {
        if !self.table.repeats_text() {
            return false;
        }
        let text_len = |piece: &Piece| if let Content::Batch(batch) = &piece.content { batch.text_len() } else { 0 };
        let before: usize = rows.pieces.iter().map(text_len).sum();
        let repeated = game.span.len().saturating_mul(game.plies() as usize);
        before.saturating_add(repeated) > TEXT_IN_GROUP
    }
}

impl Reducer for Filling<'_> {
    type Output = Rows;

    fn empty(&self) -> Rows {
        Rows { pieces: Vec::new(), without_lists: 0 }
    }

    fn add(&self, rows: &mut Rows, chunk_game: ChunkGame<'_>) {
        let facts = chunk_game.facts(self.book);
        let folder = (!self.partition_by.is_empty()).then(|| folder_of(self.partition_by, &facts));
        if self.per == Per::Ply && (is_long(chunk_game.game) || self.is_heavy(rows, chunk_game.game)) {
            let text = text_of_game(chunk_game.bytes, &chunk_game.game.span);
            let content = Content::Long { text, name: chunk_game.name.to_owned(), number: chunk_game.number };
            return rows.pieces.push(Piece { folder, content });
        }
        let last = rows.pieces.iter().rposition(|piece| piece.folder == folder);
        let last = last.filter(|at| matches!(rows.pieces[*at].content, Content::Batch(_)));
        let at = last.unwrap_or_else(|| {
            rows.pieces.push(Piece { folder, content: Content::Batch(self.table.batch()) });
            rows.pieces.len() - 1
        });
        let Content::Batch(batch) = &mut rows.pieces[at].content else { return };
        match self.per {
            Per::Game => {
                rows.without_lists += u64::from(self.table.lacks_lists(chunk_game.game));
                self.table.push_game(batch, &facts);
            }
            Per::Ply => {
                let shared = self.table.shared_values(&facts);
                self.each_ply(&facts, |ply| self.table.push_ply(batch, &shared, ply, PlyStyle::default()));
            }
        }
    }
}

impl Filling<'_> {
    /// Hands on the rows of games, with their folders; the number is that of the games before them in the text.
    fn hand_on(&self, rows: Rows, before: u64, take: &mut BatchTaker<'_>) -> io::Result<()> {
        for Piece { folder, content } in rows.pieces {
            let mut take = |batch| take(folder.as_ref(), batch);
            match content {
                Content::Batch(mut batch) => {
                    batch.count_games_from(before);
                    take(batch)?;
                }
                Content::Long { text, name, number } => self.hand_on_long(&text, &name, before + number, &mut take)?,
            }
        }
        Ok(())
    }

    /// Hands on the plies of a long game, a row group at a time.
    fn hand_on_long(
        &self,
        text: &[u8],
        name: &str,
        number: u64,
        take: &mut dyn FnMut(Batch) -> io::Result<()>,
    ) -> io::Result<()> {
        let game = read_game(text, 0, RuleSet::at_least(Severity::Error));
        let chunk_game = ChunkGame { game: &game, bytes: &text.into(), name, number };
        let facts = chunk_game.facts(self.book);
        let shared = self.table.shared_values(&facts);
        let mut batch = self.table.batch();
        let mut result = Ok(());
        self.each_ply(&facts, |ply| {
            self.table.push_ply(&mut batch, &shared, ply, PlyStyle::default());
            if batch.is_full() && result.is_ok() {
                result = take(mem::replace(&mut batch, self.table.batch()));
            }
        });
        result?;
        take(batch)
    }

    /// Hands out the selected plies of a game, with what these rows need.
    fn each_ply(&self, facts: &Facts<'_>, mut take: impl FnMut(&Ply<'_>)) {
        let Ok(()) = self.selection.each(
            facts,
            |ply| ply.step.is_some(),
            |view| -> Result<(), Infallible> {
                take(view.ply);
                Ok(())
            },
        );
    }
}
