//! The run of `adoube diff`: from arguments to the exit status.

use std::borrow::Cow;
use std::io;
use std::sync::Arc;

use crate::archive::compare::{ArchiveDifference, ArchivedGame, Comparison, ComparisonCounts};
use crate::archive::copies::CopyKind;
use crate::archive::sort::MEMORY;
use crate::archive::within::{CopyPair, CopySearch};
use crate::commands::copies::CopyCounts;
use crate::commands::driver::{Driver, DriverArgs};
use crate::commands::{Error, ExitStatus, outputs};
use crate::game::difference::GameContent;
use crate::game::finding::tally::digits;
use crate::input::Inputs;
use crate::options::{InputArgs, Output};
use crate::report::differences::{DifferenceFormat, DifferenceKind, DifferenceWriter, ShownDifference, ShownGame};
use crate::report::summary::counted;

use super::Args;
use super::collector::{Collector, Destination};

/// Compares the archives, or looks for copies within one.
pub fn run(args: &Args) -> Result<ExitStatus, Error> {
    if args.first == "-" && args.second.as_ref().is_some_and(|second| second == "-") {
        return Err(Error::Usage("standard input cannot be both archives".to_owned()));
    }
    let archives = args.archives();
    let mut sources = Vec::new();
    for archive in &archives {
        let inputs = archive.open()?;
        outputs::check(args.output.output.as_deref(), Some(&inputs), None)?;
        sources.push((archive, inputs));
    }
    let (format, content) = args.shown(args.diagnostics.color);
    let output = args.output.open(content)?;
    let report = Report { args, format, output, names: Vec::new(), status: ExitStatus::Clean };
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
        self.finish(|writer, names| {
            let report = |difference: ArchiveDifference| writer.difference(&shown_difference(&difference, names));
            let counts = comparison.finish(report)?;
            let is_same = counts.changed == 0 && counts.only == [0; 2];
            Ok((summary(&counts), is_same))
        })
    }

    /// Looks for copies within one archive.
    fn copies(mut self, source: &Source<'_>) -> Result<ExitStatus, Error> {
        let mut search = CopySearch::new(MEMORY, &self.args.temporary(), self.args.ignored())?;
        self.read(source, Destination::Copies(&mut search))?;
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
            Ok((format!("{}: {found}\n", counted(games, "game", "games")), is_same))
        })
    }

    fn read(&mut self, (archive, inputs): &Source<'_>, destination: Destination<'_>) -> Result<(), Error> {
        let ignored = Arc::new(self.args.ignored());
        let collector = Collector { destination, ignored, inputs: &mut self.names, last: None };
        let driver_args = DriverArgs {
            inputs: archive,
            selection: &self.args.selection,
            diagnostics: &self.args.diagnostics,
            threads: self.args.threads,
            chunk_bytes: None,
            has_digest: false,
        };
        let mut driver = Driver::new(collector, driver_args);
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
        let Self { args, format, mut output, names, mut status } = self;
        let diagnostics = args.diagnostics.diagnostics();
        let writing = |error| Error::of_writing(error, status);
        // An archive that could not be read to its end would lack games that it has.
        if status != ExitStatus::Failed {
            let archives: Vec<Cow<'_, str>> =
                std::iter::once(&args.first).chain(&args.second).map(|path| path.to_string_lossy()).collect();
            let archives: Vec<&str> = archives.iter().map(|name| &**name).collect();
            let mut writer = DifferenceWriter::begin(format, &archives, &mut output).map_err(writing)?;
            let (summary, is_same) = differences(&mut writer, &names).map_err(writing)?;
            writer.end(&summary).map_err(writing)?;
            diagnostics.result(&summary);
            status = if is_same { ExitStatus::Clean } else { ExitStatus::Findings };
        }
        outputs::finish(output, status, &diagnostics)?;
        Ok(status)
    }
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
fn summary(counts: &ComparisonCounts) -> String {
    let ComparisonCounts { games: [a, b], equal, changed, only: [only_a, only_b] } = *counts;
    format!(
        "{} in A, {} in B: {} equal, {} changed, {} only in A, {} only in B\n",
        counted(a, "game", "games"),
        digits(b),
        digits(equal),
        digits(changed),
        digits(only_a),
        digits(only_b)
    )
}
