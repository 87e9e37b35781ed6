//! `adoube diff`: the differences between two archives of games or of positions.

use std::borrow::Cow;
use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::{env, io};

use clap::{ValueEnum, ValueHint};

use crate::archive::archived_game::{ArchivedGame, content_hash, position_content_hash, read};
use crate::archive::compare::{ArchiveDifference, Comparison, ComparisonCounts};
use crate::archive::copies::CopyKind;
use crate::archive::fingerprint::Fingerprint;
use crate::archive::self_compare::{CopyPair, CopySearch};
use crate::archive::sort::MEMORY;
use crate::commands::copies::CopyCounts;
use crate::commands::driver::{Chosen, Command, Driver, DriverArgs, Fold, Line, Run, Text, TextNote};
use crate::commands::error::Refused;
use crate::commands::{Error, ExitStatus, outputs};
use crate::game::difference::{GameContent, Ignored, IgnoredItem};
use crate::game::facts::{ItemKind, PositionItem};
use crate::game::finding::tally::digits;
use crate::game::replay::position_text::PositionFormat;
use crate::game::replay::{Game, Validity};
use crate::input::Inputs;
use crate::options::{ColorArgs, InputArgs, InputFormat, Output, OutputContent, RunArgs, SelectionArgs, offering};
use crate::pgn::place::{Locator, Span};
use crate::pipeline::{ChunkText, KeptText};
use crate::report::differences::{DifferenceFormat, DifferenceKind, DifferenceWriter, ShownDifference, ShownGame};
use crate::report::rows::TableFormat;
use crate::report::terminal::numbers::counted;

// The arguments of `adoube diff`.

/// The arguments of `adoube diff`.
#[derive(clap::Args, Clone, Debug)]
#[allow(missing_docs, reason = "a doc comment on a flattened group would show in the help")]
pub struct Args {
    /// The first archive: a file, a directory, or `-` for standard input
    #[arg(value_name = "A", value_hint = ValueHint::AnyPath)]
    pub first: OsString,

    /// The second archive; without it, the copies within A are shown
    #[arg(value_name = "B", value_hint = ValueHint::AnyPath)]
    pub second: Option<OsString>,

    /// Read both archives in this format, whatever their names
    ///
    /// By default, *.fen and *.epd files hold one position per line, and everything else is PGN.
    #[arg(long, value_name = "FORMAT", help_heading = "Inputs")]
    pub input_format: Option<InputFormat>,

    #[command(flatten)]
    pub selection: SelectionArgs,

    /// Do not compare these: tags, tag:NAME, moves, result, comments, nags, variations; of positions operations, op:NAME
    ///
    /// Comments, NAGs and variations belong to moves: without these, they are not compared either. The counters of a position are
    /// the operations hmvc and fmvn, also in FEN.
    #[arg(long, value_name = "WHAT", value_delimiter = ',', help_heading = "Comparison", hide_possible_values = true,
          value_parser = offering(IgnoredItem::from_str, || IgnoredItem::NAMES.map(Into::into).into()))]
    pub ignore: Vec<IgnoredItem>,

    /// Compare nothing but the moves of the main line, or nothing but the positions
    #[arg(long, conflicts_with = "ignore", help_heading = "Comparison")]
    pub against_moves_only: bool,

    /// Folder of temporary files [default: that of the system]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Comparison")]
    pub temp_dir: Option<PathBuf>,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: DifferenceFormatArg,

    #[command(flatten)]
    pub run: RunArgs,
}

/// A format of differences.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Default, Debug)]
pub enum DifferenceFormatArg {
    /// For people: a line for each game, and below it what has changed
    #[default]
    Text,
    /// JSON Lines: one object for each difference
    Jsonl,
    /// CSV with a header line: one row for each changed value
    Csv,
    /// The same rows for DuckDB, Polars, Spark, and others
    #[cfg(feature = "parquet")]
    Parquet,
    /// A page for a browser, A beside B
    Html,
}

impl Args {
    /// The archives, one or two, as inputs.
    fn archives(&self) -> Vec<InputArgs> {
        let paths = std::iter::once(&self.first).chain(&self.second);
        let inputs = paths.map(|path| InputArgs {
            inputs: vec![path.clone()],
            input_format: self.input_format,
            ..InputArgs::default()
        });
        inputs.collect()
    }

    /// What is not compared.
    fn ignored(&self) -> Ignored {
        let mut ignored = if self.against_moves_only { Ignored::all_but_moves() } else { Ignored::default() };
        self.ignore.iter().for_each(|item| ignored.add(item));
        ignored
    }

    /// The folder of temporary files.
    fn temporary(&self) -> PathBuf {
        self.temp_dir.clone().unwrap_or_else(env::temp_dir)
    }

    fn shown(&self, color: ColorArgs) -> (DifferenceFormat, OutputContent) {
        match self.format {
            DifferenceFormatArg::Text => (DifferenceFormat::Text(self.run.output.paint(color)), OutputContent::Report),
            DifferenceFormatArg::Jsonl => (DifferenceFormat::Jsonl, OutputContent::Json),
            DifferenceFormatArg::Csv => (DifferenceFormat::Table(TableFormat::Csv), OutputContent::Csv),
            #[cfg(feature = "parquet")]
            DifferenceFormatArg::Parquet => (DifferenceFormat::Table(TableFormat::Parquet), OutputContent::Binary),
            DifferenceFormatArg::Html => (DifferenceFormat::Html, OutputContent::Report),
        }
    }
}

// The run of `adoube diff`: from arguments to the exit status.

/// Compares the archives, or looks for copies within one.
pub fn run(args: &Args) -> Result<ExitStatus, Error> {
    if args.first == "-" && args.second.as_ref().is_some_and(|second| second == "-") {
        return Err(Error::Usage("standard input cannot be both archives".to_owned()));
    }
    let archives = args.archives();
    let mut sources = Vec::new();
    for archive in &archives {
        let inputs = archive.open()?;
        outputs::check(args.run.output.output.as_deref(), Some(&inputs), None)?;
        sources.push((archive, inputs));
    }
    let (format, content) = args.shown(args.run.diagnostics.color);
    let output = args.run.output.open(content)?;
    let report = Report { args, format, output, names: Vec::new(), kind: None, status: ExitStatus::Clean };
    match &sources[..] {
        [archive] => report.copies(archive),
        archives => report.differences(archives),
    }
}

/// A run with its output.
struct Report<'a> {
    args: &'a Args,
    format: DifferenceFormat,
    output: Output,
    /// The names of the inputs so far.
    names: Vec<Box<str>>,
    /// What the archives contain, as far as they were read.
    kind: Option<ItemKind>,
    status: ExitStatus,
}

/// The arguments that name an archive, and its texts.
type Source<'a> = (&'a InputArgs, Inputs);

impl Report<'_> {
    /// Compares two archives.
    fn differences(mut self, sources: &[Source<'_>]) -> Result<ExitStatus, Error> {
        let mut comparison = Comparison::new(&self.args.temporary(), self.args.ignored())?;
        for (side, source) in sources.iter().enumerate() {
            self.read(source, Destination::Comparison(&mut comparison, side))?;
        }
        let kind = self.kind;
        self.finish(|writer, names| {
            let report = |difference: ArchiveDifference| writer.difference(&shown_difference(&difference, names));
            let counts = comparison.finish(report)?;
            let is_same = counts.changed == 0 && counts.only == [0; 2];
            Ok((summary(&counts, kind), is_same))
        })
    }

    /// Looks for copies within one archive.
    fn copies(mut self, source: &Source<'_>) -> Result<ExitStatus, Error> {
        let mut search = CopySearch::new(MEMORY, &self.args.temporary(), self.args.ignored())?;
        self.read(source, Destination::Copies(&mut search))?;
        let kind = self.kind;
        self.finish(|writer, names| {
            let mut counts = CopyCounts::default();
            let games = search.finish::<io::Error>(|pair| {
                counts.add(pair.kind);
                let CopyPair { kind, games, changes } = pair;
                let games = games.each_ref().map(|(game, content)| Some(shown(game, content, names)));
                writer.difference(&ShownDifference { kind: kind_of_copy(kind), games, changes: &changes })
            })?;
            let found = counts.to_string();
            let is_same = found.is_empty();
            let found = if is_same { "no copies".to_owned() } else { found };
            Ok((format!("{}: {found}\n", counted_items(games, kind)), is_same))
        })
    }

    fn read(&mut self, (archive, inputs): &Source<'_>, destination: Destination<'_>) -> Result<(), Error> {
        let ignored = Arc::new(self.args.ignored());
        let collector = Collector { destination, ignored, inputs: &mut self.names, kind: &mut self.kind, last: None };
        let Args { selection, run, .. } = self.args;
        let mut driver = Driver::new(collector, DriverArgs::new(archive, selection, run));
        driver.read(inputs)?;
        driver.end()?;
        let Driver { mut run, selector, .. } = driver;
        selector.report_missed(&mut run);
        selector.report_unmatched(&run);
        self.status = self.status | run.status;
        Ok(())
    }

    /// Writes the report. `differences` writes what was found, and returns the summary and whether nothing was.
    fn finish(
        self,
        differences: impl FnOnce(&mut DifferenceWriter<&mut Output>, &[Box<str>]) -> io::Result<(String, bool)>,
    ) -> Result<ExitStatus, Error> {
        let Self { args, format, mut output, names, mut status, kind: _ } = self;
        let diagnostics = args.run.diagnostics.diagnostics();
        let writing = |error| Error::of_writing(error, status);
        // An archive that could not be read to its end would lack games that it has.
        if status != ExitStatus::Failed {
            let archives: Vec<Cow<'_, str>> =
                std::iter::once(&args.first).chain(&args.second).map(|path| path.to_string_lossy()).collect();
            let archives: Vec<&str> = archives.iter().map(|name| &**name).collect();
            let mut writer = begin(args, format, &archives, &mut output).map_err(writing)?;
            let (summary, is_same) = differences(&mut writer, &names).map_err(writing)?;
            writer.end(&summary).map_err(writing)?;
            diagnostics.result(&summary);
            status = if is_same { ExitStatus::Clean } else { ExitStatus::Findings };
        }
        outputs::finish(output, status, &diagnostics)?;
        Ok(status)
    }
}

fn begin<'o>(
    #[cfg_attr(not(feature = "python"), expect(unused_variables, reason = "rows go into a file"))] args: &Args,
    format: DifferenceFormat,
    archives: &[&str],
    output: &'o mut Output,
) -> io::Result<DifferenceWriter<&'o mut Output>> {
    #[cfg(feature = "python")]
    if let Some(sink) = &args.run.output.rows {
        return Ok(DifferenceWriter::of_rows(sink.clone(), output));
    }
    DifferenceWriter::begin(format, archives, output)
}

fn shown<'a>(game: &ArchivedGame, content: &'a GameContent, names: &'a [Box<str>]) -> ShownGame<'a> {
    let name = usize::try_from(game.input).ok().and_then(|input| names.get(input));
    ShownGame { file: name.map_or("?", |name| name), game: game.number, line: game.line, content }
}

/// A difference of two archives as it is shown.
fn shown_difference<'a>(difference: &'a ArchiveDifference, names: &'a [Box<str>]) -> ShownDifference<'a> {
    match difference {
        ArchiveDifference::Only(game, content) => {
            let shown = Some(shown(game, content, names));
            let (kind, games) = if game.side == 0 {
                (DifferenceKind::OnlyA, [shown, None])
            } else {
                (DifferenceKind::OnlyB, [None, shown])
            };
            ShownDifference { kind, games, changes: &[] }
        }
        ArchiveDifference::Changed(games, changes) => {
            let games = games.each_ref().map(|(game, content)| Some(shown(game, content, names)));
            ShownDifference { kind: DifferenceKind::Changed, games, changes }
        }
    }
}

const fn kind_of_copy(kind: CopyKind) -> DifferenceKind {
    match kind {
        CopyKind::Duplicate => DifferenceKind::Duplicate,
        CopyKind::Shorter => DifferenceKind::Shorter,
        CopyKind::Longer => DifferenceKind::Longer,
        CopyKind::Twin => DifferenceKind::Twin,
    }
}

/// The last line on standard error.
fn summary(counts: &ComparisonCounts, kind: Option<ItemKind>) -> String {
    let ComparisonCounts { games: [a, b], equal, changed, only: [only_a, only_b] } = *counts;
    format!(
        "{} in A, {} in B: {} equal, {} changed, {} only in A, {} only in B\n",
        counted_items(a, kind),
        digits(b),
        digits(equal),
        digits(changed),
        digits(only_a),
        digits(only_b)
    )
}

fn counted_items(count: u64, kind: Option<ItemKind>) -> String {
    match kind {
        Some(ItemKind::Position) => counted(count, "position", "positions"),
        Some(ItemKind::Game) | None => counted(count, "game", "games"),
    }
}

// Takes the games of an archive for the comparison with another one, or for the search for copies.

/// Reads games for one of both purposes.
struct Reader {
    ignored: Arc<Ignored>,
    purpose: Purpose,
}

#[derive(Clone, Copy)]
enum Purpose {
    Comparison,
    Copies,
}

struct Item {
    text: KeptText,
    key: Key,
    /// Its offset in the chunk, and the line in which it begins, from 1.
    start: usize,
    line: u64,
}

/// What a game is known by.
enum Key {
    Content(u128),
    Fingerprint(Box<Fingerprint>),
}

/// Where the games go.
enum Destination<'a> {
    /// To the comparison, as those of A (0) or of B (1).
    Comparison(&'a mut Comparison, usize),
    Copies(&'a mut CopySearch),
}

/// The games of one archive.
struct Collector<'a> {
    destination: Destination<'a>,
    ignored: Arc<Ignored>,
    /// The inputs so far, of both archives.
    inputs: &'a mut Vec<Box<str>>,
    /// What was read so far, of which there is one kind.
    kind: &'a mut Option<ItemKind>,
    /// The input that was read last.
    last: Option<Arc<Text<Reader>>>,
}

impl Fold for Reader {
    type Item = Item;
    type Sum = ();

    fn read(&self, bytes: &[u8], start: usize) -> Game {
        read(bytes, start)
    }

    fn game(&self, game: &mut Game, bytes: &ChunkText<'_>, span: Span) -> Option<Item> {
        if game.status == Validity::NoGame {
            return None;
        }
        let text = bytes.keep(span.clone());
        let start = span.start + (text.len() - text.trim_ascii_start().len());
        let key = match self.purpose {
            Purpose::Comparison => Key::Content(content_hash(game, bytes, &self.ignored)),
            Purpose::Copies => Key::Fingerprint(Box::new(Fingerprint::of_game(game, bytes, true))),
        };
        Some(Item { text, key, start, line: 1 })
    }

    fn position(&self, line: &Line, format: PositionFormat) -> Item {
        let text = line.text();
        let key = match self.purpose {
            Purpose::Comparison => Key::Content(position_content_hash(text, format, &self.ignored)),
            Purpose::Copies => {
                let item = PositionItem::read(text, format);
                Key::Fingerprint(Box::new(Fingerprint::of_position_line(text, item.as_ref(), false, true)))
            }
        };
        // Its corner is its line.
        Item { text: text.to_vec().into(), key, start: 0, line: 1 }
    }

    fn place<'t>(items: impl Iterator<Item = &'t mut Item>, bytes: &[u8]) {
        let mut locator = Locator::new(bytes);
        for item in items {
            item.line = locator.place(item.start).line;
        }
    }
}

impl Command for Collector<'_> {
    type Fold = Reader;
    type TextState = ();

    fn fold(&self, _: &str) -> Reader {
        let purpose = match self.destination {
            Destination::Comparison(..) => Purpose::Comparison,
            Destination::Copies(_) => Purpose::Copies,
        };
        Reader { ignored: Arc::clone(&self.ignored), purpose }
    }

    fn game(&mut self, chosen: Chosen<Reader>, (): &mut (), _: &mut Run) -> io::Result<()> {
        let Chosen { text: input, number, corner, item, .. } = chosen;
        let (kind, format) = (input.format.items(), input.format.of_positions());
        if self.kind.replace(kind).is_some_and(|other| other != kind) {
            let name = &input.name;
            let (these, others) = if kind == ItemKind::Game { ("games", "positions") } else { ("positions", "games") };
            let message = format!("{name}: not compared: it has {these}, and what was read before it has {others}");
            return Err(Refused(message).into());
        }
        if self.last.as_ref().is_none_or(|last| !Arc::ptr_eq(last, &input)) {
            self.inputs.push(input.name.clone());
            self.last = Some(input);
        }
        let side = if let Destination::Comparison(_, side) = self.destination { side } else { 0 };
        let game =
            ArchivedGame { side, input: self.inputs.len() as u64 - 1, number, line: corner.lines + item.line, format };
        match (&mut self.destination, item.key) {
            (Destination::Comparison(comparison, _), Key::Content(hash)) => {
                Ok(comparison.push(game, &item.text, hash)?)
            }
            (Destination::Copies(search), Key::Fingerprint(fingerprint)) => {
                Ok(search.push(game, &item.text, &fingerprint)?)
            }
            _ => unreachable!("games are read for one destination"),
        }
    }

    fn text_note(&mut self, note: TextNote, text: &Text<Reader>, (): &mut (), run: &mut Run) -> io::Result<()> {
        if note == (TextNote::NoGames { is_cut: false }) {
            let missing = if text.format == InputFormat::Pgn { "games" } else { "positions" };
            run.warning(format_args!("{}: it has no {missing}", text.name));
        }
        Ok(())
    }
}
