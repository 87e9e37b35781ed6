//! The run of `adoube validate`: from arguments to the exit status.

use std::path::Path;

use crate::commands::driver::{Driver, DriverArgs};
use crate::commands::{Error, ExitStatus, outputs};
use crate::input::Inputs;
use crate::report::summary;

use super::Args;
use super::validation::Validation;

/// Checks the inputs and reports the findings.
pub fn run(args: &Args) -> Result<ExitStatus, Error> {
    let inputs = if args.fen.is_some() { None } else { Some(args.inputs.open()?) };
    check_outputs(args, inputs.as_ref())?;
    args.inputs.announce(inputs.is_some(), args.diagnostics.diagnostics());
    let mut output = args.output.open(args.format.content())?;
    if args.split_to.is_some() {
        output.outlive_reader();
    }
    let mut driver = Driver::new(
        Validation::new(args, &mut output)?,
        DriverArgs {
            inputs: &args.inputs,
            selection: &args.selection,
            diagnostics: args.diagnostics,
            threads: args.threads,
            chunk_bytes: None,
        },
    );
    match (&inputs, &args.fen) {
        (Some(inputs), _) => driver.read(inputs)?,
        (None, fen) => driver.read_position(fen.as_deref().unwrap_or_default())?,
    }
    let Finished { summary, status, has_content } = finish(driver, args)?;
    // A report names what could not be read, so it is written even if that is a part of the inputs.
    let status_of_report = if has_content { ExitStatus::Clean } else { status };
    outputs::finish(output, status_of_report, &args.diagnostics.diagnostics())?;
    args.diagnostics.diagnostics().result(&summary);
    Ok(status)
}

/// Returns an error if outputs would overwrite inputs or each other.
fn check_outputs(args: &Args, inputs: Option<&Inputs>) -> Result<(), Error> {
    let copies = args.split_to().map(|(good, bad)| [good, bad]);
    if copies.iter().flatten().any(|path| path.as_os_str() == "-") {
        return Err(Error::Usage("--split-to writes files; `-` is not one".to_owned()));
    }
    if copies.is_some() && args.inputs.inputs.is_empty() && args.inputs.files_from.is_none() {
        let message = "--split-to takes two files, GOOD and BAD; name the input, too (`-` for standard input)";
        return Err(Error::Usage(message.to_owned()));
    }
    if copies.is_some() && args.selection.sample.is_some() {
        return Err(Error::Usage("--split-to copies every game and cannot be used with --sample".to_owned()));
    }
    let written = args.output.output.as_deref().into_iter().chain(copies.into_iter().flatten());
    outputs::check(written, inputs, args.inputs.files_from.as_deref().map(Path::new))
}

/// The result of a run.
struct Finished {
    summary: String,
    status: ExitStatus,
    /// Whether any game or position was read, or there are findings about an input without any.
    has_content: bool,
}

/// Ends the report and the copies.
fn finish(mut driver: Driver<'_, Validation<'_>>, args: &Args) -> Result<Finished, Error> {
    driver.end()?;
    let Driver {
        command:
            Validation {
                mut tally,
                mut reporter,
                copies,
                shown,
                #[cfg(feature = "cross-check")]
                agreement,
                ..
            },
        mut run,
        selector,
        ..
    } = driver;
    (tally.files, tally.bytes) = (driver.files, driver.bytes);
    reporter.summary(&tally).map_err(|error| run.writing(error))?;
    selector.report_missed(&mut run);
    if args.require_checked && tally.unchecked > 0 {
        let games = summary::counted(tally.unchecked, "game is", "games are");
        run.error(format_args!("--require-checked: {games} of another chess variant and not checked"));
    }
    selector.report_unmatched(&run);
    let summary = summary::text(&tally, shown.rules(), &run.diagnostics.paint);
    #[cfg(feature = "cross-check")]
    let summary = if args.cross_check { summary + &agreement.text(tally.games) } else { summary };
    if let Some(copies) = copies {
        copies.finish(run.status, &run.diagnostics).map_err(|error| run.writing(error))?;
    }
    Ok(Finished { summary, status: run.status, has_content: tally.games > 0 || !tally.findings.is_empty() })
}
