//! The games of all inputs, with results in the order of the text; and `--per game`, a row for each game.

use std::{io, mem};

use crate::commands::baseline::KnownFindings;
use crate::commands::driver::{Chosen, Command, Driver, DriverArgs, LineColumn, Run, Text};
use crate::commands::{Error, ExitStatus, outputs};
use crate::game::facts::MAX_LIST;
use crate::game::finding::tally::digits;
use crate::game::openings::Book;
use crate::game::rules::{Rule, RuleSet, Severity};
use crate::game::verdict::error_summary::ErrorSummary;
use crate::input::Inputs;
use crate::options::InputFormat;
use crate::parts::InputPart;
use crate::parts::tiling::Covers;
use crate::report::facts::games::{GameFormat, GameRows, GameStyle};
use crate::report::terminal::numbers::counted;
use crate::stats::Stats;

use super::fold::{ChunkGame, ErrorSamples, Errors, Gathering, Reducer, Sum};
use super::{Args, read_book};

/// What was read.
pub(super) struct Files {
    /// The number of files; the parts of a file are one.
    pub(super) count: u64,
    /// The names of the first ones, of files in parts with the first part.
    pub(super) names: Vec<String>,
    pub(super) covers: Covers,
    pub(super) status: ExitStatus,
}

impl Files {
    /// Whether nothing was read, because the run failed.
    pub(super) fn is_failure(&self) -> bool {
        self.status == ExitStatus::Failed && self.count == 0
    }
}

/// Reads all inputs. `keep` takes the results in order, with the number of games of the text before each.
pub(super) fn read_games<M: Reducer>(
    args: &Args,
    reducer: &M,
    keep: impl FnMut(M::Output, u64) -> io::Result<()>,
    inputs: &Inputs,
    chunk_bytes: usize,
) -> Result<Files, Error> {
    let known = KnownFindings::open(args.baseline.as_deref())?;
    let games = Games { args, reducer, known: known.as_ref(), keep, names: Vec::new(), errors: Default::default() };
    let driver_args = DriverArgs {
        chunk_bytes: Some(chunk_bytes),
        has_digest: true,
        ..DriverArgs::new(&args.inputs, &args.selection, &args.run)
    };
    let mut driver = Driver::new(games, driver_args);
    driver.read(inputs)?;
    driver.end()?;
    let Driver { command: Games { names, errors, .. }, mut run, selector, files: count, covers, .. } = driver;
    // How many games have errors, and where text belongs to no game.
    let about = [
        ("game has errors; only its legal moves are counted", "games have errors; only their legal moves are counted"),
        ("place has text outside of any game", "places have text outside of any game"),
        (
            "tournament report has errors; of entries that contradict each other, one is counted",
            "tournament reports have errors; of entries that contradict each other, one is counted",
        ),
    ];
    for (errors, (one, many)) in errors.iter().zip(about) {
        errors.message(one, many).into_iter().for_each(|message| run.warning(message));
    }
    run.check_any_games(&covers);
    selector.report_missed(&mut run);
    selector.report_unmatched(&run);
    Ok(Files { count, names, covers, status: run.status })
}

/// The results of the games so far.
struct Games<'a, M, K> {
    args: &'a Args,
    reducer: &'a M,
    /// The findings of `--baseline`.
    known: Option<&'a KnownFindings>,
    keep: K,
    names: Vec<String>,
    /// Games with errors, text between games, and tournament reports with errors.
    errors: [FileErrors; 3],
}

/// The places of one kind of error in all files.
#[derive(Default)]
struct FileErrors {
    files: u64,
    last_file: String,
    places: u64,
    /// The file of the first one, its place there, and what is wrong.
    first: Option<[String; 3]>,
}

impl FileErrors {
    fn add(&mut self, name: &str, places: u64, first: &ErrorSummary, whose: &str) {
        if self.files == 0 || self.last_file != name {
            self.files += 1;
            name.clone_into(&mut self.last_file);
        }
        self.places += places;
        let ErrorSummary { rule, line, message, .. } = first;
        let what = || [name.to_owned(), format!("line {line}{whose}"), format!("[{}] {message}", rule.info().code)];
        self.first.get_or_insert_with(what);
    }

    /// One line; `None` if nothing is wrong.
    fn message(&self, one: &str, many: &str) -> Option<String> {
        let Self { files, places, first: Some([name, place, what]), .. } = self else { return None };
        let places = counted(*places, one, many);
        Some(match files {
            1 => format!("{name}: {places}; the first is at {place}: {what}"),
            _ => format!("{} files: {places}; the first is in {name} at {place}: {what}", digits(*files)),
        })
    }
}

impl<'a, M: Reducer, K: FnMut(M::Output, u64) -> io::Result<()>> Command for Games<'a, M, K> {
    type Fold = Gathering<'a, M>;
    type TextState = Errors;

    const STATUS_WITHOUT_GAMES: ExitStatus = ExitStatus::GameErrors;

    fn fold(&self, name: &str) -> Gathering<'a, M> {
        let rules = RuleSet::at_least(Severity::Error) | RuleSet::from(Rule::StrayText) | self.args.selection.rules();
        let rules = rules | self.args.plies.rules();
        let selects_games = self.args.selects_games();
        Gathering { reducer: self.reducer, name: name.into(), rules, known: self.known, selects_games }
    }

    fn takes_positions(&mut self, text: &Text<Self::Fold>, run: &mut Run) -> io::Result<bool> {
        run.add(ExitStatus::Findings);
        let why = match self.args.inputs.input_format {
            Some(_) => "by --input-format it contains positions, and only games are counted",
            None => "its name says that it contains positions; to read it as PGN, use --input-format pgn",
        };
        run.warning(format_args!("{}: skipped: {why}", text.name));
        Ok(false)
    }

    fn takes_reports(&mut self, text: &Text<Self::Fold>, run: &mut Run) -> io::Result<bool> {
        if self.reducer.takes_reports() {
            return Ok(true);
        }
        run.add(ExitStatus::Findings);
        let why = "it is a tournament report, which has no games, but pairings for --table standings, crosstable, rounds, or pairings";
        run.warning(format_args!("{}: skipped: {why}", text.name));
        Ok(false)
    }

    fn sum(&mut self, sum: Sum<M::Output>, games: u64, corner: LineColumn, errors: &mut Errors) -> io::Result<()> {
        for (samples, more) in errors.iter_mut().zip(sum.errors) {
            samples.merge(more, corner.lines);
        }
        sum.output.map_or(Ok(()), |output| (self.keep)(output, games))
    }

    fn game(&mut self, chosen: Chosen<Self::Fold>, errors: &mut Errors, run: &mut Run) -> io::Result<()> {
        let (output, error) = *chosen.item;
        let error = error.map(|error| ErrorSummary { line: error.line + chosen.corner.lines, ..error });
        match error {
            Some(error) if chosen.text.format == InputFormat::Trf => {
                self.errors[2].add(&chosen.text.name, 1, &error, "");
                run.add(ExitStatus::GameErrors);
            }
            // The text has ended.
            Some(error) if self.args.selection.sample.is_some() => {
                self.errors[0].add(&chosen.text.name, 1, &error, "");
                run.add(ExitStatus::GameErrors);
            }
            error => errors[0].extend(error),
        }
        (self.keep)(output, chosen.number - 1)
    }

    /// Counts the errors of a text, and the places with text between its games.
    fn text_end(&mut self, text: &Text<Self::Fold>, part: Option<&InputPart>, errors: &mut Errors, run: &mut Run) {
        let name = &*text.name;
        if part.is_none_or(|part| part.start == 0) && self.names.len() < Stats::MAX_NAMES {
            self.names.push(name.to_owned());
        }
        // Lines before an uncounted part are unknown.
        let whose = match part.filter(|part| part.start > 0 && part.before.is_none()) {
            Some(part) => format!(" of part {}", part.index),
            None => String::new(),
        };
        // Outside of games, an error is text that cannot be read.
        let statuses = [ExitStatus::GameErrors, ExitStatus::Findings];
        for ((samples, status), errors) in mem::take(errors).into_iter().zip(statuses).zip(&mut self.errors) {
            let ErrorSamples { places, first: Some(first) } = samples else { continue };
            let (code, lines) = (first.rule.info().code, first.line);
            let detail = format_args!("{name}: {} from line {lines} on: [{code}]", counted(places, "error", "errors"));
            run.diagnostics.detail(detail);
            errors.add(name, places, &first, &whose);
            if first.is_error() {
                run.add(status);
            }
        }
    }
}

// `--per game` as CSV or JSON Lines: a row for each game, written as games are read.

/// The number of bytes per chunk. The row of a short game is more than a hundred times as long as its text.
const CHUNK_BYTES: usize = 64 << 10;

pub(super) fn write_game_rows(args: &Args, style: GameStyle, inputs: &Inputs) -> Result<ExitStatus, Error> {
    args.check_rows()?;
    let book = read_book(args)?;
    let reducer = Listing { book: book.as_ref(), format: GameFormat::new(style, &args.rows.columns()?) };
    let mut output = args.run.output.open(args.format.content())?;
    reducer.format.header(&mut output).map_err(|error| Error::of_writing(error, ExitStatus::Clean))?;
    let mut without_lists = 0;
    let keep = |rows: GameRows, before| {
        without_lists += rows.without_lists;
        rows.write(before, &mut output)
    };
    let files = read_games(args, &reducer, keep, inputs, CHUNK_BYTES)?;
    report_without_lists(args, without_lists);
    if !files.is_failure() {
        outputs::finish(output, files.status, &args.run.diagnostics.diagnostics())?;
    }
    Ok(files.status)
}

/// Warns of games whose lists are missing.
pub(super) fn report_without_lists(args: &Args, games: u64) {
    if games > 0 {
        let games = counted(games, "game has", "games have");
        let limit = digits(MAX_LIST.into());
        args.run
            .diagnostics
            .diagnostics()
            .warning(format_args!("{games} more than {limit} plies and therefore no lists"));
    }
}

struct Listing<'a> {
    /// The user's table of openings, if there is one.
    book: Option<&'a Book>,
    format: GameFormat,
}

impl Reducer for Listing<'_> {
    type Output = GameRows;

    fn empty(&self) -> GameRows {
        GameRows::default()
    }

    fn add(&self, rows: &mut GameRows, chunk_game: ChunkGame<'_>) {
        self.format.push(&chunk_game.facts(self.book), rows);
    }
}
