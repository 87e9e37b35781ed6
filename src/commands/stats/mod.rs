//! `adoube stats`: statistics of archives, as tables.
//!
//! All threads read, replay and count games. The counts of chunks are merged in the order of the text. Rows for games
//! and plies are written in the same order.

mod args;
mod fold;
mod games;
mod merge;
#[cfg(feature = "parquet")]
mod partition;
#[cfg(feature = "pictures")]
mod plot;
#[cfg(feature = "parquet")]
mod rows;
mod table_args;

use std::collections::BTreeSet;
use std::io::Write;
use std::sync::Arc;

use crate::commands::{Error, ExitStatus, outputs};
use crate::game::openings::Book;
use crate::input::{Inputs, MAX_FILE_LEN, Sink, read_file};
use crate::options::SelectionArgs;
use crate::parts::tiling::Cover;
use crate::report::rows::RecordFormat;
#[cfg(feature = "python")]
use crate::report::rows::{Batch, BatchSink};
use crate::report::stats::{sections, write_page, write_summary, write_tables};
#[cfg(feature = "python")]
use crate::report::stats::{summary_grids, tree_grid};
use crate::stats::standings::event::EventGames;
use crate::stats::standings::table::{EventError, report};
use crate::stats::tree::TreeWalk;
use crate::stats::{PART_BEGINS, Plan, RowSelection, Stats, Table};

use args::Shape;
use fold::Counting;
use games::read_games;
use merge::merged;

pub use args::Args;
#[cfg(feature = "python")]
pub use rows::row_columns;

/// The number of bytes per chunk. It is large, because the counts of each chunk must be merged. It does not depend on
/// the number of threads, because the chunks can determine which rows are dropped.
const CHUNK_BYTES: usize = 4 << 20;

/// The same if the result of a game is many times as large as its text: rows of plies, or separate counts.
const CHUNK_BYTES_OF_ROWS: usize = 512 << 10;

/// Counts the inputs and writes the result, or writes a row for each game or ply.
pub fn run(args: &Args) -> Result<ExitStatus, Error> {
    let shape = args.shape()?;
    if let Some(path) = &args.partial {
        outputs::check_partial(path, PART_BEGINS, "does not contain counts")?;
    }
    let parts = args.part.open().map_err(Error::Usage)?;
    args.inputs.announce(parts.is_none(), &args.run.diagnostics.diagnostics());
    let inputs = match parts {
        Some(parts) => parts,
        None if args.merge => args.inputs.open_parts()?,
        None => args.inputs.open()?,
    };
    let written = [
        args.run.output.output.as_deref(),
        args.partial.as_deref(),
        #[cfg(feature = "pictures")]
        args.plot.as_deref(),
    ];
    let also_read = [
        args.inputs.list(),
        args.part.file(),
        args.openings.as_deref(),
        args.event.aliases.as_deref(),
        args.baseline.as_deref(),
    ];
    outputs::check(written.into_iter().flatten(), Some(&inputs), also_read.into_iter().flatten())?;
    match shape {
        Shape::Tables(format) => show(args, &inputs, Some(format)),
        Shape::Page => show(args, &inputs, None),
        Shape::TournamentReport if args.merge || args.partial.is_some() => {
            let message = "--format trf cannot be used with --merge or --partial; save the counts of --table standings";
            Err(Error::Usage(message.to_owned()))
        }
        Shape::TournamentReport => write_report(args, &inputs),
        _ if inputs.has_uncounted_parts() => {
            let message = "--part: rows have the numbers of games, which the plan must count; make it with --count";
            Err(Error::Usage(message.to_owned()))
        }
        Shape::Games(style) => games::write_game_rows(args, style, &inputs),
        #[cfg(feature = "parquet")]
        Shape::Rows => rows::write(args, &inputs),
    }
}

/// Writes a tournament report of the event, and reports what it lacks.
fn write_report(args: &Args, inputs: &Inputs) -> Result<ExitStatus, Error> {
    let Counted { row_selection, counts, status, .. } = count(args, inputs)?;
    if status == ExitStatus::Failed && counts.counts.files == 0 {
        return Ok(status);
    }
    let diagnostics = args.run.diagnostics.diagnostics();
    let none = EventGames::new(&[]);
    let report =
        report(counts.event.as_ref().unwrap_or(&none), &row_selection.ranking).map_err(|fault| unshown(&fault))?;
    let writing = |error| Error::of_writing(error, status);
    let mut output = args.run.output.open(args.format.content())?;
    output.write_all(report.text.as_bytes()).map_err(writing)?;
    outputs::finish(output, status, &diagnostics)?;
    report.remarks.iter().for_each(|remark| diagnostics.warning(remark));
    diagnostics.warning(format_args!("left out, because the inputs do not say it: {}", report.missing.join("; ")));
    Ok(status)
}

struct Counted {
    plan: Plan,
    row_selection: RowSelection,
    counts: Stats,
    /// What was counted.
    covers: Vec<Cover>,
    status: ExitStatus,
}

/// Shows tables in this format, or a page.
fn show(args: &Args, inputs: &Inputs, format: Option<RecordFormat>) -> Result<ExitStatus, Error> {
    let counted = if args.merge { merge(args, inputs, format)? } else { count(args, inputs)? };
    let Counted { plan, row_selection, counts, covers, status } = &counted;
    // After a failed read, no file is replaced.
    if *status == ExitStatus::Failed && counts.counts.files == 0 {
        return Ok(*status);
    }
    let mut grids = Vec::new();
    if !plan.is_summary {
        grids = counts.grids(plan, row_selection).map_err(|fault| unshown(&fault))?;
        args.check_sort(plan, &grids)?;
    }
    let diagnostics = args.run.diagnostics.diagnostics();
    // As text, the tree has its notes below it.
    let is_text = matches!(format, Some(RecordFormat::Text(_)));
    counts.notes(!is_text).for_each(|note| diagnostics.warning(note));
    let without_value: BTreeSet<&str> = counts.tables.iter().flat_map(Table::tags_without_value).collect();
    for tag in without_value {
        let games = counts.counts.games;
        diagnostics.warning(format_args!("--by: none of the {games} games has the tag `{tag}`"));
    }
    let writing = |error| Error::of_writing(error, *status);
    // The files beside the output replace others only if it can be written.
    let mut beside = Vec::new();
    if let Some(path) = &args.partial
        && *status == ExitStatus::Failed
    {
        outputs::report_unwritten(path, &diagnostics);
    } else if let Some(path) = &args.partial {
        let mut sink = Sink::create(path)?;
        sink.write_all(&counts.store(plan, &terms(args), covers)).map_err(writing)?;
        beside.push(sink);
    }
    #[cfg(feature = "pictures")]
    let status = {
        let (chart, drawn) = draw(args, &counted)?;
        beside.extend(chart);
        &(*status | drawn)
    };
    #[cfg(feature = "python")]
    if let Some(BatchSink(take)) = &args.run.output.rows {
        let walk = counts.tree.as_ref().map(|tree| TreeWalk::new(tree, row_selection));
        let tables = if plan.is_summary { summary_grids(counts, row_selection) } else { grids };
        let trees = walk.as_ref().map(tree_grid);
        let handed_on = tables.iter().chain(&trees).try_for_each(|grid| take(grid.name, Batch::from(grid)));
        return handed_on.map(|()| *status).map_err(writing);
    }
    let mut output = args.run.output.open(args.format.content())?;
    let shown = match format {
        None => {
            write_page(counts, &sections(counts, plan, row_selection).map_err(|fault| unshown(&fault))?, &mut output)
        }
        Some(format) if plan.is_summary => write_summary(counts, row_selection, format, &mut output),
        Some(format) => {
            let walk = counts.tree.as_ref().map(|tree| TreeWalk::new(tree, row_selection));
            write_tables(&grids, walk.as_ref(), format, &mut output)
        }
    };
    let finished = shown.map_err(writing).and_then(|()| outputs::finish(output, *status, &diagnostics));
    if matches!(finished, Ok(_) | Err(Error::Closed(_))) {
        beside.into_iter().try_for_each(|sink| sink.commit().map(drop))?;
    }
    finished.map(|_| *status)
}

/// Draws the chart of `--plot`, unless the counts are incomplete. Its file is not yet in place.
#[cfg(feature = "pictures")]
fn draw(args: &Args, counted: &Counted) -> Result<(Option<Sink>, ExitStatus), Error> {
    let Counted { plan, row_selection, counts, status, .. } = counted;
    let diagnostics = args.run.diagnostics.diagnostics();
    match plot::Plot::check(args, plan)? {
        Some(plot) if *status == ExitStatus::Failed => {
            outputs::report_unwritten(plot.path, &diagnostics);
            Ok((None, ExitStatus::Failed))
        }
        Some(plot) => {
            let sections = sections(counts, plan, row_selection).map_err(|fault| unshown(&fault))?;
            plot.draw(&sections, &diagnostics)
        }
        None => Ok((None, ExitStatus::Clean)),
    }
}

fn unshown(fault: &EventError) -> Error {
    Error::Usage(fault.to_string())
}

/// The sum of saved counts.
fn merge(args: &Args, inputs: &Inputs, format: Option<RecordFormat>) -> Result<Counted, Error> {
    let book = read_book(args)?.map(Arc::new);
    let (plan, counts) = merged(args, inputs)?;
    args.check_tables(&plan)?;
    let row_selection = args.row_selection(&plan, book)?;
    let diagnostics = args.run.diagnostics.diagnostics();
    let mut status = ExitStatus::Clean;
    if counts.counts.has_findings {
        status = ExitStatus::GameErrors;
        diagnostics.warning("these parts include games with errors, or text between games");
    }
    if format.is_none() && plan.is_summary && plan != Plan::page() {
        diagnostics.warning(
            "these parts have only the tables of the text summary; to merge them into a complete page, count them with \
             both --partial and --format html",
        );
    }
    Ok(Counted { plan, row_selection, counts, covers: Vec::new(), status })
}

fn count(args: &Args, inputs: &Inputs) -> Result<Counted, Error> {
    let book = read_book(args)?.map(Arc::new);
    let plan = args.plan()?;
    let row_selection = args.row_selection(&plan, book)?;
    args.check_tables(&plan)?;
    let reducer = Counting::new(&plan, row_selection.book.as_deref(), args.run.threads.count().get() == 1);
    let keep = |counts, _| {
        reducer.keep(counts);
        Ok(())
    };
    let chunk_bytes = if args.selects_games() { CHUNK_BYTES_OF_ROWS } else { CHUNK_BYTES };
    let files = read_games(args, &reducer, keep, inputs, chunk_bytes)?;
    let mut counts = reducer.finish();
    counts.counts.files = files.count;
    counts.names = files.names;
    counts.counts.has_findings = files.status != ExitStatus::Clean;
    Ok(Counted { plan, row_selection, counts, covers: files.covers.0, status: files.status })
}

/// The options, besides the plan, that determine the numbers. Counts with other options cannot be merged.
fn terms(args: &Args) -> Vec<String> {
    let SelectionArgs { head, condition, sample, seed, game, per: _, is_inverted: _ } = &args.selection;
    let numbers = head.iter().map(|head| format!("head {head}"));
    let sample = sample.iter().map(|size| format!("sample {size} seed {seed}"));
    let game = game.iter().map(|numbers| format!("game {numbers}"));
    let condition = condition.iter().map(|condition| format!("where {}", condition.any()));
    let openings = args.openings.iter().map(|path| format!("openings {}", path.display()));
    condition.chain(openings).chain(numbers).chain(sample).chain(game).collect()
}

/// The table of `--openings`.
fn read_book(args: &Args) -> Result<Option<Book>, Error> {
    let Some(path) = &args.openings else { return Ok(None) };
    let named = |error: &dyn std::fmt::Display| Error::Usage(format!("--openings: {}: {error}", path.display()));
    let bytes = read_file(path, MAX_FILE_LEN).map_err(|error| named(&error))?;
    Book::parse(&bytes).map(Some).map_err(|error| named(&error.to_string().trim_end().replace('\n', "; ")))
}
