//! Comparison of the counts with those of a library or an engine.

use super::job::Job;
use super::work::Counting;
use super::{Args, PerftError};
use crate::chess::position::Position;
use crate::chess::uci::UciMode;
use crate::commands::{Error, ExitStatus};
use crate::witness::perft::{Chess960, DivideCounts, Engine, PerftDifference, Request, first_difference};

/// Another program that counts move paths.
pub(super) trait Other {
    fn name(&self) -> &'static str;

    fn status(&self) -> ExitStatus;

    /// The counts below each move of a position. `path` leads to it from the position of the job.
    fn divide(&mut self, job: &Job, path: &[String], position: &Position, depth: u32) -> Result<DivideCounts, Error>;
}

/// The program that the arguments name, ready for use; `None` without one.
pub(super) fn other<'a>(
    args: &Args,
    job: &Job,
    counting: &'a Counting<'_>,
) -> Result<Option<Box<dyn Other + 'a>>, Error> {
    #[cfg(feature = "cross-check")]
    if args.cross_check {
        return Ok(Some(Box::new(super::library::Library::new(job, counting)?)));
    }
    let Some(command) = &args.against else { return Ok(None) };
    if job.rest == 0 {
        return Err(Error::Usage("--against requires a depth of at least 1".to_owned()));
    }
    let chess960 = if job.mode == UciMode::Chess960 { Chess960::Yes } else { Chess960::No };
    let engine = Engine::start(command, chess960, args.patience(), counting.stop).map_err(PerftError::Engine)?;
    Ok(Some(Box::new(engine)))
}

/// The first position where the other program differs from the finished count.
pub(super) fn difference(
    other: &mut dyn Other,
    job: &Job,
    counting: &Counting<'_>,
    counted: DivideCounts,
) -> Result<Option<PerftDifference>, Error> {
    if job.rest == 0 {
        return Ok(None);
    }
    let mut counted = Some(counted);
    let ours = |position: &Position, depth| match counted.take() {
        Some(counted) => Ok(counted),
        None => counting.divide(position, depth, job.mode),
    };
    let theirs = |path: &[String], position: &Position, depth| other.divide(job, path, position, depth);
    first_difference(&job.position, job.rest, job.mode, ours, theirs)
}

/// An engine, in a process of its own.
impl Other for Engine<'_> {
    fn name(&self) -> &'static str {
        "the engine"
    }

    /// The engine is under test.
    fn status(&self) -> ExitStatus {
        ExitStatus::Findings
    }

    fn divide(&mut self, job: &Job, path: &[String], _: &Position, depth: u32) -> Result<DivideCounts, Error> {
        let moves = [&job.prefix, path].concat();
        let request = Request { fen: &job.fen, moves: &moves, depth };
        Engine::divide(self, request).map_err(|error| PerftError::Engine(error).into())
    }
}
