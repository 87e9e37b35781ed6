//! The games of all inputs, read on all threads, with results in the order of the text; and `--per game`, a row for each
//! game.

use std::io;
use std::ops::ControlFlow;

use crate::commands::driver::{
    DriverArgs, GameSelector, LineColumn, Measured, PartOf, PartReading, Reading, Run, read_covering,
};
use crate::commands::{Error, ExitStatus, outputs};
use crate::game::facts::Facts;
use crate::game::finding::tally::digits;
use crate::game::openings::Book;
use crate::game::rules::{Rule, RuleSet, Severity};
use crate::game::verdict::error_summary::ErrorSummary;
use crate::input::{InputError, Inputs, Meter, Opened, UnreadMembers};
use crate::options::{InputFormat, SelectionArgs};
use crate::parts::tiling::{Cover, Covers};
use crate::parts::{Before, Digest, InputPart};
use crate::pipeline::{Collected, Digesting, GameSource, Pipeline};
use crate::report::facts::games::{GameFormat, GameRows, GameStyle};
use crate::report::terminal::numbers::counted;
use crate::stats::Stats;

use super::fold::{ChunkGame, ErrorSamples, Gathering, Part, Reducer};
use super::{Args, read_book};

/// The state of the run.
pub(super) struct Games<'a, M: Reducer, K> {
    args: &'a Args,
    reducer: &'a M,
    /// Takes the results in order, with the number of games of the text before each.
    keep: K,
    run: Run,
    selector: GameSelector<'a, SampledGame<M::Output>>,
    files: Files,
    /// Games with errors, and text between games.
    errors: [FileErrors; 2],
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

#[derive(Default)]
pub(super) struct Files {
    /// Their number; the parts of a file are one.
    pub(super) count: u64,
    /// The names of the first ones, of files in parts with the first part.
    pub(super) names: Vec<String>,
    pub(super) covers: Covers,
}

impl Files {
    fn add(&mut self, name: &str, part: Option<&InputPart>) {
        self.count += u64::from(part.is_none_or(|part| !self.covers.continues(part)));
        let is_beginning = part.is_none_or(|part| part.start == 0);
        if is_beginning && self.names.len() < Stats::MAX_NAMES {
            self.names.push(name.to_owned());
        }
    }
}

struct SampledGame<T> {
    output: T,
    /// The number of games of its text before it.
    before: u64,
    /// The name of its text, and its errors.
    faults: Option<(String, ErrorSummary)>,
}

/// The start of the next chunk in a text.
#[derive(Default)]
struct Cursor {
    games: u64,
    corner: LineColumn,
    faulty: ErrorSamples,
    stray: ErrorSamples,
}

impl Cursor {
    /// The start of a part of a text.
    fn at(before: Before) -> Self {
        let Before { games, lines, columns, .. } = before;
        Self { games, corner: LineColumn { lines, columns }, ..Self::default() }
    }
}

impl<'a, M: Reducer, K: FnMut(M::Output, u64) -> io::Result<()>> Games<'a, M, K> {
    pub(super) fn new(args: &'a Args, reducer: &'a M, keep: K, inputs: &Inputs) -> Self {
        let run = Run::new(args.run.diagnostics.bar(|| inputs.total_bytes()), args.run.diagnostics.diagnostics());
        let selector = GameSelector::new(&args.selection);
        Self { args, reducer, keep, run, selector, files: Files::default(), errors: Default::default() }
    }

    /// Reads all inputs; returns the files.
    pub(super) fn go(mut self, inputs: &Inputs, chunk_bytes: usize) -> Result<(Files, ExitStatus), Error> {
        let Args { inputs: input_args, selection, run, .. } = self.args;
        let args = DriverArgs { inputs: input_args, selection, run, chunk_bytes: Some(chunk_bytes), has_digest: true };
        let meter = Meter::default();
        let pipeline = args.pipeline(&meter, &self.run.progress);
        self.all(inputs, &args.open_options(meter), &pipeline)?;
        self.finish()
    }

    /// Takes the next games of a text.
    fn part(
        &mut self,
        part: Part<M::Output, M::Scratch>,
        name: &str,
        cursor: &mut Cursor,
    ) -> io::Result<ControlFlow<()>> {
        self.run.check_listener()?;
        let (lines, extent) = (cursor.corner.lines, part.extent());
        cursor.faulty.merge(part.faulty, lines);
        cursor.stray.merge(part.stray, lines);
        cursor.corner.pass(extent);
        self.selector.add(part.chosen, part.matches);
        if let Some(whole) = part.whole {
            (self.keep)(whole, cursor.games)?;
        }
        if part.each.is_empty() {
            cursor.games += part.games;
        }
        for (matched, game) in part.each {
            if self.selector.ends_after(cursor.games) {
                return Ok(ControlFlow::Break(()));
            }
            let before = cursor.games;
            cursor.games += 1;
            let is_selected = self.selector.selects(cursor.games, matched);
            let Some((output, faults)) = game.filter(|_| is_selected) else { continue };
            let faults = faults.map(|faults| (name.to_owned(), ErrorSummary { line: faults.line + lines, ..faults }));
            let Some(SampledGame { output, faults, .. }) = self.selector.keep(SampledGame { output, before, faults })
            else {
                continue;
            };
            if let Some((_, faults)) = faults {
                cursor.faulty.add(faults);
            }
            (self.keep)(output, before)?;
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Counts the errors of a text, and the places with text between its games.
    fn count_errors(&mut self, name: &str, part: Option<&InputPart>, cursor: &Cursor) {
        // Lines before an uncounted part are unknown.
        let whose = match part.filter(|part| part.start > 0 && part.before.is_none()) {
            Some(part) => format!(" of part {}", part.index),
            None => String::new(),
        };
        let samples = [(&cursor.faulty, true), (&cursor.stray, false)];
        for ((samples, is_of_games), errors) in samples.into_iter().zip(&mut self.errors) {
            let ErrorSamples { places, first: Some(first) } = samples else { continue };
            let (code, lines) = (first.rule.info().code, first.line);
            let detail = format_args!("{name}: {} from line {lines} on: [{code}]", counted(*places, "error", "errors"));
            self.run.diagnostics.detail(detail);
            errors.add(name, *places, first, &whose);
            if first.is_error() {
                // Outside of games, an error is text that cannot be read.
                self.run.add(if is_of_games { ExitStatus::GameErrors } else { ExitStatus::Findings });
            }
        }
    }

    /// Says in a line each how many games have errors, and where text belongs to no game.
    fn report_errors(&mut self) {
        let about = [
            (
                "game has errors; only its legal moves are counted",
                "games have errors; only their legal moves are counted",
            ),
            ("place has text outside of any game", "places have text outside of any game"),
        ];
        for (errors, (one, many)) in self.errors.iter().zip(about) {
            errors.message(one, many).into_iter().for_each(|message| self.run.warning(message));
        }
    }

    fn finish(mut self) -> Result<(Files, ExitStatus), Error> {
        self.run.progress.finish();
        for SampledGame { output, before, faults } in self.selector.take_sample() {
            if let Some((name, faults)) = faults {
                self.errors[0].add(&name, 1, &faults, "");
                self.run.add(ExitStatus::GameErrors);
            }
            (self.keep)(output, before).map_err(|error| self.run.writing(error))?;
        }
        self.report_errors();
        self.run.check_any_games(&self.files.covers);
        self.selector.report_missed(&mut self.run);
        self.selector.report_unmatched(&self.run);
        if self.files.covers.0.is_empty() && self.run.status == ExitStatus::Clean {
            self.run.no_input();
        }
        let SelectionArgs { head: None, game: None, .. } = self.args.selection else {
            return Ok((self.files, self.run.status));
        };
        self.run.diagnostics.detail(format_args!("digest of the games: {}", self.files.covers.digest()));
        Ok((self.files, self.run.status))
    }
}

impl<'a, M: Reducer, K: FnMut(M::Output, u64) -> io::Result<()>> Reading for Games<'a, M, K> {
    type Work = Digesting<Gathering<'a, M>>;

    fn is_done(&self) -> bool {
        self.selector.is_done()
    }

    fn format_of(&self, name: &str) -> InputFormat {
        self.args.inputs.format_of(name)
    }

    fn work(&self, name: &str) -> Self::Work {
        let rules = RuleSet::at_least(Severity::Error) | RuleSet::from(Rule::StrayText);
        let (selection, selects_games) = (&self.args.selection, self.args.selects_games());
        let rules = rules | selection.rules();
        let work = Gathering { reducer: self.reducer, name: name.into(), selection, rules, selects_games };
        Digesting { work, has_digest: true }
    }

    fn text(
        &mut self,
        opened: Opened<GameSource<PartOf<Self::Work>>>,
        work: &Self::Work,
        pipeline: &Pipeline,
    ) -> Result<(), Error> {
        let Opened { name, part, content: games, replacements, .. } = opened;
        let opened_part = part.as_ref();
        let part = opened_part.map(|part| &*part.part);
        self.run.diagnostics.detail(format_args!("reading {name}"));
        if self.format_of(&name) != InputFormat::Pgn {
            self.run.add(ExitStatus::Findings);
            let why = match self.args.inputs.input_format {
                Some(_) => "by --input-format it contains positions, and only games are counted",
                None => "its name says that it contains positions; to read it as PGN, use --input-format pgn",
            };
            self.run.warning(format_args!("{name}: skipped: {why}"));
            if let Some(part) = part {
                let (input, digest) = (part.input.clone(), Digest::default());
                self.files.covers.add(Cover { input, games: 0, digest, part: Some(part.into()) });
            }
            return Ok(());
        }
        self.files.add(&name, part);
        let mut cursor = Cursor::at(part.and_then(|part| part.before).unwrap_or_default());
        let games_before = cursor.games;
        let mut is_cut = false;
        let reading = PartReading { name: &name, part: opened_part };
        let read = read_covering(pipeline, games, reading, work, |collected| match collected {
            Collected::Games(_, part) => self.part(part, &name, &mut cursor),
            Collected::Gap(error) => {
                is_cut = true;
                self.run.failed(&error);
                Ok(ControlFlow::Continue(()))
            }
        });
        let (error, digest, covered) = read.map_err(|error| self.run.writing(error))?;
        self.run.replaced(&name, &replacements);
        if let Some(error) = error {
            is_cut = true;
            self.run.failed(&error);
        }
        self.count_errors(&name, part, &cursor);
        let games = cursor.games - games_before;
        if games == 0 && !is_cut && part.is_none_or(|part| part.length() == part.size) {
            self.run.no_games(&name, InputFormat::Pgn, ExitStatus::GameErrors);
        }
        let input = part.map_or(name, |part| part.input.clone());
        self.files.covers.add(Cover { input, games, digest, part: covered });
        Ok(())
    }

    fn failed(&mut self, error: &InputError) -> Result<(), Error> {
        self.run.failed(error);
        Ok(())
    }

    fn unread(&mut self, unread: &UnreadMembers) {
        self.run.unread(unread);
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
    let keep = |rows: GameRows, before| rows.write(before, &mut output);
    let (files, status) = Games::new(args, &reducer, keep, inputs).go(inputs, CHUNK_BYTES)?;
    if status == ExitStatus::Failed && files.count == 0 {
        return Ok(status);
    }
    outputs::finish(output, status, &args.run.diagnostics.diagnostics())?;
    Ok(status)
}

struct Listing<'a> {
    /// The user's table of openings, if there is one.
    book: Option<&'a Book>,
    format: GameFormat,
}

impl Reducer for Listing<'_> {
    type Output = GameRows;
    type Scratch = ();

    fn empty(&self) -> GameRows {
        GameRows::default()
    }

    fn add(&self, rows: &mut GameRows, chunk_game: ChunkGame<'_>, (): &mut ()) {
        let facts =
            Facts::new(chunk_game.game, chunk_game.bytes, chunk_game.name, self.book).numbered(chunk_game.number);
        self.format.push(&facts, rows);
    }
}
