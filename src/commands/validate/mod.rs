//! `adoube validate`: checks games and positions and prints the findings.

#[cfg(feature = "cross-check")]
mod agreement;
mod args;
mod fold;
mod shown_rules;
mod validation;

use std::io::Write;

use crate::commands::baseline::Baseline;
use crate::commands::driver::{Driver, DriverArgs};
use crate::commands::partial::PartEnd;
use crate::commands::session::Session;
use crate::commands::{Error, ExitStatus};
use crate::game::finding::tally::Tally;
use crate::game::rules::{Applicability, Rule, SITE, Severity};
use crate::input::Inputs;
use crate::options::Output;
use crate::parts::output::Counts;
use crate::report::Reporter;
use crate::report::findings::summary;
use crate::report::terminal::numbers::counted;

use validation::Validation;

pub use args::{Args, FindingFormatArg};
pub use shown_rules::{Selector, ShownRules};

/// Checks the inputs and reports the findings.
pub fn run(args: &Args) -> Result<ExitStatus, Error> {
    if args.partial.merge {
        return merge(args);
    }
    let session = args.session();
    let inputs = args.fen.is_none().then(|| session.open_inputs()).transpose()?;
    args.partial.check_format(args.format.of_one_document()).map_err(Error::Usage)?;
    check_outputs(args, &session, inputs.as_ref())?;
    let baseline = Baseline::open(&args.baseline)?;
    let mut output = session.open_output()?;
    if args.split_to.is_some() || args.baseline.written().is_some() {
        output.outlive_reader();
    }
    let mut driver = Driver::new(
        Validation::new(args, baseline, reporter(args, &mut output)?)?,
        DriverArgs {
            has_digest: args.partial.partial.is_some()
                || matches!(args.format, FindingFormatArg::Jsonl | FindingFormatArg::Sarif)
                || args.run.diagnostics.verbose,
            ..DriverArgs::new(&args.inputs, &args.selection, &args.run)
        },
    );
    match (&inputs, &args.fen) {
        (Some(inputs), _) => driver.read(inputs)?,
        (None, fen) => driver.read_position(fen.as_deref().unwrap_or_default())?,
    }
    let Finished { summary, status, has_content, part, baseline } = finish(driver, args)?;
    session.finish(output, status, has_content, || (args.signature(), part))?;
    args.run.diagnostics.diagnostics().result(&summary);
    if let Some((baseline, is_complete)) = baseline {
        baseline.write(args.rules().rules(), is_complete, &args.run.diagnostics.diagnostics())?;
    }
    Ok(status)
}

/// Combines reports in parts.
fn merge(args: &Args) -> Result<ExitStatus, Error> {
    args.partial.check_format(args.format.of_one_document()).map_err(Error::Usage)?;
    let whole = args.session().merge(&args.signature(), |whole, output| {
        let writing = |error| Error::of_writing(error, ExitStatus::Clean);
        let mut empty = Vec::new();
        let mut reporter = Reporter::begin(args.report_format(), &mut empty).map_err(writing)?;
        let header = reporter.flushed().map_err(writing)?.len();
        reporter.summary(&tally_of(&whole.counts), Some(whole.digest())).map_err(writing)?;
        drop(reporter);
        output.write_all(&empty[..header]).map_err(writing)?;
        Ok(empty.split_off(header))
    })?;
    let diagnostics = args.run.diagnostics.diagnostics();
    diagnostics.result(&summary::text(&tally_of(&whole.counts), args.rules().rules(), &diagnostics.paint));
    Ok(whole.status)
}

/// Begins the report.
fn reporter<'a>(args: &Args, output: &'a mut Output) -> Result<Reporter<&'a mut Output>, Error> {
    #[cfg(feature = "python")]
    if let Some(sink) = &args.run.output.rows {
        return Ok(Reporter::of_rows(sink.clone(), output));
    }
    Reporter::begin(args.report_format(), output).map_err(|error| Error::of_writing(error, ExitStatus::Clean))
}

/// Returns an error if outputs would overwrite inputs or each other.
fn check_outputs(args: &Args, session: &Session<'_>, inputs: Option<&Inputs>) -> Result<(), Error> {
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
    let written = copies.into_iter().flatten().chain(args.baseline.written());
    session.check_outputs(inputs, written, args.baseline.read())
}

/// The numbers of a tally, with their names.
const fn numbers(tally: &mut Tally) -> [(&'static str, &mut u64); 11] {
    let Tally {
        files,
        games,
        positions,
        reports,
        valid,
        invalid,
        unchecked,
        plies,
        bytes,
        safe_fixes,
        unsafe_fixes,
        ..
    } = tally;
    [
        ("files", files),
        ("games", games),
        ("positions", positions),
        ("reports", reports),
        ("valid", valid),
        ("invalid", invalid),
        ("unchecked", unchecked),
        ("plies", plies),
        ("bytes", bytes),
        (SAFE_FIXES, safe_fixes),
        (UNSAFE_FIXES, unsafe_fixes),
    ]
}

/// The counts of a tally. A rule whose findings all have a lower severity than its own is counted under both names.
fn counts_of(mut tally: Tally) -> Counts {
    let numbers: Vec<_> = numbers(&mut tally).into_iter().map(|(name, number)| (name.to_owned(), *number)).collect();
    let findings = tally.findings.iter().map(|(rule, count)| {
        let severity = tally.highest_severity(*rule);
        let lowered = if severity == rule.severity() { String::new() } else { format!(" {severity}") };
        (format!("{}{lowered}", rule.code()), *count)
    });
    numbers.into_iter().chain(findings).collect()
}

const SAFE_FIXES: &str = "safe-fixes";
const UNSAFE_FIXES: &str = "unsafe-fixes";

const fn counter_of_fixes(applicability: Applicability) -> Option<&'static str> {
    match applicability {
        Applicability::Safe => Some(SAFE_FIXES),
        Applicability::Unsafe => Some(UNSAFE_FIXES),
        Applicability::Shown => None,
    }
}

fn tally_of(counts: &Counts) -> Tally {
    let mut tally = Tally::default();
    for (name, number) in numbers(&mut tally) {
        *number = counts.get(name).copied().unwrap_or_default();
    }
    for (name, &count) in counts.iter().filter(|(_, count)| **count > 0) {
        let (code, severity) = name.split_once(' ').map_or((&**name, None), |(code, severity)| (code, Some(severity)));
        let Some(rule) = Rule::from_code(code) else { continue };
        let severity = Severity::ALL.into_iter().find(|known| severity == Some(known.name()));
        tally.add(rule, severity.unwrap_or(rule.severity()), count);
    }
    tally
}

/// The result of a run.
struct Finished {
    summary: String,
    status: ExitStatus,
    /// Whether any game or position was read, or there are findings about an input without any.
    has_content: bool,
    /// With `--partial`: what is known of the part.
    part: PartEnd,
    /// The baseline, and whether all inputs were read.
    baseline: Option<(Baseline, bool)>,
}

/// Ends the report and the copies.
fn finish(mut driver: Driver<'_, Validation<'_>>, args: &Args) -> Result<Finished, Error> {
    driver.end()?;
    let digest = driver.digest();
    let Driver {
        command:
            Validation {
                mut tally,
                mut reporter,
                header,
                once,
                baseline,
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
    let has_games = driver.covers.0.iter().any(|cover| cover.games > 0);
    if !has_games && args.baseline.written().is_some() {
        // What is empty is probably a failed download, and would remove all entries with their reasons.
        run.report(ExitStatus::Failed, "the inputs contain no games, from which a baseline could be made");
    }
    let is_complete = run.status != ExitStatus::Failed && has_games;
    if let (Some(baseline), Some(counts)) = (&baseline, &mut tally.baseline)
        && is_complete
        && args.selection.selects_all()
    {
        counts.stale = baseline.report_stale(shown.rules(), &mut run);
    }
    let is_part = args.partial.partial.is_some();
    let ended = if is_part { reporter.flushed().map(drop) } else { reporter.summary(&tally, digest) };
    ended.map_err(|error| run.writing(error))?;
    selector.report_missed(&mut run);
    if args.require_checked && tally.unchecked > 0 {
        let games = counted(tally.unchecked, "game is", "games are");
        run.error(format_args!("--require-checked: {games} of another chess variant and not checked"));
    }
    selector.report_unmatched(&run);
    let has_content = tally.games > 0 || !tally.findings.is_empty();
    let mut summary = match run.status {
        ExitStatus::Failed if !has_content => String::new(),
        _ => summary::text(&tally, shown.rules(), &run.diagnostics.paint),
    };
    if let (Some(counts), Some(path)) = (tally.baseline, &args.baseline.baseline) {
        summary += &summary::of_baseline(counts, &path.to_string_lossy());
    }
    if args.run.diagnostics.verbose {
        summary += &summary::web_pages(&tally, shown.rules(), SITE);
    }
    #[cfg(feature = "cross-check")]
    let summary = if args.cross_check { summary + &agreement.text(tally.games) } else { summary };
    if let Some(copies) = copies {
        copies.finish(run.status, &run.diagnostics).map_err(|error| run.writing(error))?;
    }
    let part = PartEnd { header, counts: counts_of(tally), once, covers: driver.covers };
    let baseline = baseline.map(|baseline| (baseline, is_complete));
    Ok(Finished { summary, status: run.status, has_content, part, baseline })
}
