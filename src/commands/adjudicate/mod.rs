//! `adoube adjudicate`: rulings on games and positions by the Laws, with reasons.

mod adjudication;
#[cfg(feature = "chasolver")]
mod agreement;
mod args;
mod official;
mod self_check;

use std::io::{self, IsTerminal};

use crate::chess::fen;
use crate::commands::baseline::KnownFindings;
use crate::commands::driver::{Cursor, Driver, DriverArgs};
use crate::commands::partial::PartEnd;
use crate::commands::saved::{Saved, find_saved};
use crate::commands::{Error, ExitStatus};
use crate::game::replay::position_text::PositionFormat;
use crate::game::rules::RuleSet;
use crate::input::Inputs;
use crate::options::{InputFormat, Output};

use adjudication::{Adjudicate, Adjudication, Counts, reporter};

pub use args::Args;

/// Rules on the inputs and writes the verdicts.
pub fn run(args: &Args) -> Result<ExitStatus, Error> {
    if args.self_check {
        return self_check::run(args);
    }
    if let Some(list) = &args.official {
        return official::run(args, list);
    }
    args.partial.check_format(args.format.of_one_document()).map_err(Error::Usage)?;
    let request = args.request()?;
    let known = KnownFindings::open(args.baseline.as_deref())?;
    let work = Adjudicate {
        args,
        request: &request,
        condition_rules: args.selection.rules(),
        known: known.as_ref(),
        waits_for_number: args.selection.game.is_some(),
    };
    if args.partial.merge {
        return merge(work, args);
    }
    if let Some(moves) = &args.moves {
        return run_moves(moves, work, args);
    }
    let asks_alone = args.event.is_some() && args.inputs.has_none();
    let initial = (asks_alone && io::stdin().is_terminal()).then(|| "startpos".to_owned());
    if let Some(text) = args.fen.as_ref().or(initial.as_ref()) {
        return write(args, None, |output| one_position(text, driver(work, output)?));
    }
    let inputs = args.session().open_inputs()?;
    args.check_parts(&inputs)?;
    write(args, Some(&inputs), |output| {
        let mut driver = driver(work, output)?;
        driver.read(&inputs)?;
        let finished = finish(driver)?;
        if asks_alone && !finished.has_answers {
            args.run.diagnostics.diagnostics().error("for an event in the initial position, use --fen startpos");
        }
        Ok(finished)
    })
}

/// Opens the output, unless it would overwrite an input, runs `work`, and commits the output.
fn write(
    args: &Args,
    inputs: Option<&Inputs>,
    work: impl FnOnce(&mut Output) -> Result<Finished, Error>,
) -> Result<ExitStatus, Error> {
    let session = args.session();
    session.check_outputs(inputs, None, args.baseline.as_deref())?;
    let mut output = session.open_output()?;
    let Finished { status, has_answers, part } = work(&mut output)?;
    session.finish(output, status, has_answers, || (args.signature(), part))?;
    Ok(status)
}

/// The result of a run.
struct Finished {
    status: ExitStatus,
    /// Whether there was an answer for any game or position.
    has_answers: bool,
    /// With `--partial`: what is known of the part.
    part: PartEnd,
}

/// Combines reports in parts.
fn merge(work: Adjudicate<'_>, args: &Args) -> Result<ExitStatus, Error> {
    let whole = args.session().merge(&args.signature(), |_, output| {
        reporter(work, output)?.flushed().map_err(|error| Error::of_writing(error, ExitStatus::Clean))?;
        Ok(Vec::new())
    })?;
    let mut count = Counts::new(work.request);
    count.add_numbers(&whole.counts);
    args.run.diagnostics.diagnostics().result(&count.text());
    Ok(whole.status)
}

/// How many bytes of text a thread works on at a time: a verdict may be fifty times as long as its game, and there may be
/// several for a game.
const CHUNK_BYTES: usize = 64 << 10;

fn driver_args(args: &Args) -> DriverArgs<'_> {
    DriverArgs {
        chunk_bytes: Some(CHUNK_BYTES / args.compare.len().max(1)),
        has_digest: args.partial.partial.is_some() || args.run.diagnostics.verbose,
        ..DriverArgs::new(&args.inputs, &args.selection, &args.run)
    }
}

fn driver<'a>(work: Adjudicate<'a>, output: &'a mut Output) -> Result<Driver<'a, Adjudication<'a>>, Error> {
    Ok(Driver::new(Adjudication::begin(work, output)?, driver_args(work.args)))
}

/// Rules on the game that `--moves` gives, or continues from an input.
fn run_moves(moves: &str, work: Adjudicate<'_>, args: &Args) -> Result<ExitStatus, Error> {
    let inputs = if args.continues_input() { Some(args.inputs.open()?) } else { None };
    let saved = match &inputs {
        Some(inputs) => find_saved(moves, inputs, driver_args(args))?,
        None => Saved::alone(tags_of(args.fen.as_deref())?, moves)?,
    };
    // The game is already selected.
    let work = Adjudicate { condition_rules: RuleSet::EMPTY, waits_for_number: false, ..work };
    write(args, inputs.as_ref(), |output| {
        let mut driver = driver(work, output)?;
        if let Some(note) = &saved.note {
            driver.run.warning(note);
        }
        let cursor = Cursor::new(&driver.command, &saved.name, InputFormat::Pgn);
        let items = cursor.games_in(&saved.text).entries.into_iter().filter_map(|entry| entry.item);
        for mut ruled in items.filter(|ruled| !ruled.is_between_games()) {
            driver.selector.add_selected(saved.number);
            if let Some(faults) = &mut ruled.faults {
                faults.count_from_moves(saved.given.lines);
            }
            let written = driver.command.report(&ruled, &saved.name, saved.number, &mut driver.run);
            written.map_err(|error| driver.run.writing(error))?;
        }
        finish(driver)
    })
}

/// The tag section of a game from a position.
fn tags_of(start: Option<&str>) -> Result<Vec<u8>, Error> {
    let Some(text) = start else { return Ok(Vec::new()) };
    let reading = fen::parse(text.as_bytes()).map_err(|error| Error::Usage(format!("--fen: {error}")))?;
    let position = reading.setup.position_without_impossible_rights();
    let (position, _) = position.map_err(|reasons| {
        let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
        Error::Usage(format!("--fen: cannot play from this position: {}", reasons.join("; ")))
    })?;
    Ok(format!("[SetUp \"1\"]\n[FEN \"{}\"]\n\n", position.to_fen()).into_bytes())
}

fn one_position(text: &str, driver: Driver<'_, Adjudication<'_>>) -> Result<Finished, Error> {
    if let Err(error) = fen::parse(text.as_bytes()) {
        return Err(Error::Usage(format!("--fen: {error}")));
    }
    let Driver { mut command, mut run, .. } = driver;
    let ruled = command.work.position_text(text.as_bytes(), PositionFormat::Fen);
    let written = command.report(&ruled, "<fen>", 1, &mut run).and_then(|()| command.reporter.end());
    written.map_err(|error| run.writing(error))?;
    run.diagnostics.result(&command.count.notes());
    #[cfg(feature = "chasolver")]
    run.diagnostics.result(&command.agreement.text());
    Ok(Finished { status: run.status, has_answers: command.count.total() > 0, part: PartEnd::default() })
}

/// Ends the report and writes the summary.
fn finish(mut driver: Driver<'_, Adjudication<'_>>) -> Result<Finished, Error> {
    driver.end()?;
    let Driver { mut command, mut run, selector, covers, .. } = driver;
    command.finish(&mut run).map_err(|error| run.writing(error))?;
    selector.report_missed(&mut run);
    selector.report_unmatched(&run);
    let has_answers = command.count.total() > 0;
    if has_answers || run.status != ExitStatus::Failed {
        run.diagnostics.result(&command.count.text());
    }
    #[cfg(feature = "chasolver")]
    run.diagnostics.result(&command.agreement.text());
    let part = PartEnd { header: command.header, counts: command.count.numbers(), once: Vec::new(), covers };
    Ok(Finished { status: run.status, has_answers, part })
}
