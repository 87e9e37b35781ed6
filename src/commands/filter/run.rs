//! The run of `adoube filter`: from arguments to the exit status.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use crate::commands::driver::{Driver, DriverArgs};
use crate::commands::{Error, ExitStatus, outputs};
use crate::game::finding::tally::digits;
use crate::options::OutputContent;
use crate::report::summary::counted;

use super::Args;
use super::copier::{Copier, Reader};

/// Copies the selected games to the output.
pub fn run(args: &Args) -> Result<ExitStatus, Error> {
    let diagnostics = args.diagnostics.diagnostics();
    args.inputs.announce(true, &diagnostics);
    let inputs = args.inputs.open()?;
    let list = args.inputs.files_from.as_deref().map(Path::new);
    outputs::check(args.output.output.as_deref(), Some(&inputs), list)?;
    let selection = args.selection();
    let mut output = args.output.open(OutputContent::Games)?;
    let reader = Reader { rules: selection.rules(), is_count: args.count };
    let driver_args = DriverArgs {
        inputs: &args.inputs,
        selection: &selection,
        diagnostics: &args.diagnostics,
        threads: args.threads,
        chunk_bytes: None,
        has_digest: false,
    };
    let mut driver = Driver::new(Copier::new(reader, &mut output), driver_args);
    driver.read(&inputs)?;
    driver.end()?;
    let Driver { command: Copier { selected, between, .. }, mut run, selector, .. } = driver;
    selector.report_missed(&mut run);
    selector.report_unmatched(&run);
    if args.count {
        writeln!(output, "{selected}").map_err(|error| run.writing(error))?;
    }
    outputs::finish(output, run.status, &diagnostics)?;
    let read = if selector.is_done() { None } else { Some(selector.read()) };
    diagnostics.result(&summary(selected, read, between));
    Ok(match run.status {
        ExitStatus::Failed => ExitStatus::Failed,
        _ if selected == 0 => ExitStatus::Findings,
        _ => ExitStatus::Clean,
    })
}

/// The last lines on standard error. The number of games that were read is unknown if `--head` has ended the run.
fn summary(selected: u64, read: Option<u64>, between: u64) -> String {
    let mut text = match read {
        Some(read) => format!("{} of {} selected\n", digits(selected), counted(read, "game", "games")),
        None => format!("{} selected\n", counted(selected, "game", "games")),
    };
    if between > 0 {
        let _ = writeln!(text, "{} between games left out", counted(between, "byte", "bytes"));
    }
    text
}
