//! The run of `adoube diff`: from arguments to the exit status.

use std::io;
use std::sync::Arc;

use crate::archive::compare::{ArchiveDifference, ArchivedGame, Comparison, ComparisonCounts};
use crate::commands::driver::{Driver, DriverArgs};
use crate::commands::{Error, ExitStatus, outputs};
use crate::game::difference::GameContent;
use crate::game::finding::tally::digits;
use crate::report::differences::{DifferenceWriter, ShownDifference, ShownGame};
use crate::report::summary::counted;

use super::Args;
use super::collector::Collector;

/// Compares the archives.
pub fn run(args: &Args) -> Result<ExitStatus, Error> {
    let diagnostics = args.diagnostics.diagnostics();
    if [&args.first, &args.second].iter().all(|path| *path == "-") {
        return Err(Error::Usage("standard input cannot be both archives".to_owned()));
    }
    let input_args = args.inputs();
    let inputs = [input_args[0].open()?, input_args[1].open()?];
    for inputs in &inputs {
        outputs::check(args.output.output.as_deref(), Some(inputs), None)?;
    }
    let (format, content) = args.shown(args.diagnostics.color);
    let mut output = args.output.open(content)?;
    let ignored = Arc::new(args.ignored());
    let mut comparison = Comparison::new(&args.temporary(), (*ignored).clone());
    let mut names = Vec::new();
    let mut status = ExitStatus::Clean;
    for side in 0..2 {
        let collector = Collector {
            side,
            comparison: &mut comparison,
            ignored: Arc::clone(&ignored),
            inputs: &mut names,
            last: None,
        };
        let driver_args = DriverArgs {
            inputs: &input_args[side],
            selection: &args.selection,
            diagnostics: &args.diagnostics,
            threads: args.threads,
            chunk_bytes: None,
            has_digest: false,
        };
        let mut driver = Driver::new(collector, driver_args);
        driver.read(&inputs[side])?;
        driver.end()?;
        let Driver { mut run, selector, .. } = driver;
        selector.report_missed(&mut run);
        selector.report_unmatched(&run);
        status = status | run.status;
    }
    let writing = |error| Error::of_writing(error, status);
    // An archive that could not be read to its end would lack games that it has.
    if status != ExitStatus::Failed {
        let archives = [&args.first, &args.second].map(|path| path.to_string_lossy());
        let archives = archives.each_ref().map(|name| &**name);
        let mut writer = DifferenceWriter::begin(format, archives, &mut output).map_err(writing)?;
        let report = |difference: ArchiveDifference| report(&mut writer, &names, &difference);
        let counts = comparison.finish::<io::Error>(report).map_err(writing)?;
        let summary = summary(&counts);
        writer.end(&summary).map_err(writing)?;
        diagnostics.result(&summary);
        let is_same = counts.changed == 0 && counts.only == [0; 2];
        status = if is_same { ExitStatus::Clean } else { ExitStatus::Findings };
    }
    outputs::finish(output, status, &diagnostics)?;
    Ok(status)
}

fn report(
    writer: &mut DifferenceWriter<impl io::Write>,
    names: &[Box<str>],
    difference: &ArchiveDifference,
) -> io::Result<()> {
    let shown = |game: &ArchivedGame, content| {
        let name = usize::try_from(game.input).ok().and_then(|input| names.get(input));
        ShownGame { file: name.map_or("?", |name| name), game: game.number, line: game.line, content }
    };
    match difference {
        ArchiveDifference::Only(game, content) => {
            let content: &GameContent = content;
            let shown = Some(shown(game, content));
            let games = if game.side == 0 { [shown, None] } else { [None, shown] };
            writer.difference(&ShownDifference { games, changes: &[] })
        }
        ArchiveDifference::Changed(games, changes) => {
            let games = games.each_ref().map(|(game, content)| Some(shown(game, content)));
            writer.difference(&ShownDifference { games, changes })
        }
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
