//! Comparison of the counts with those of a library or an engine.

use super::counting::{Counting, until_error};
use super::job::Job;
use super::{Args, PerftError, work};
use crate::chess::position::Position;
use crate::chess::uci::UciMode;
use crate::commands::{Error, ExitStatus};
use crate::witness::perft::{
    Chess960, DivideCounts, Engine, PerftDifference, Request, ShakmatyError, ShakmatyPosition, first_difference,
};

/// Another program that counts move paths.
pub(super) enum Other<'a> {
    /// The library, in this process.
    Shakmaty,
    /// An engine, in a process of its own.
    Engine(Engine<'a>),
}

impl<'a> Other<'a> {
    /// The program that the arguments name, ready for use; `None` without one.
    pub(super) fn new(args: &Args, job: &Job, counting: &Counting<'a>) -> Result<Option<Self>, Error> {
        if args.cross_check {
            ShakmatyPosition::new(&job.position).map_err(PerftError::Shakmaty)?;
            return Ok(Some(Self::Shakmaty));
        }
        let Some(command) = &args.against else { return Ok(None) };
        if job.rest == 0 {
            return Err(Error::Usage("--against requires a depth of at least 1".to_owned()));
        }
        let chess960 = if job.mode == UciMode::Chess960 { Chess960::Yes } else { Chess960::No };
        let engine = Engine::start(command, chess960, args.patience(), counting.stop).map_err(PerftError::Engine)?;
        Ok(Some(Self::Engine(engine)))
    }

    /// Its name in a report.
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Shakmaty => "shakmaty",
            Self::Engine(_) => "the engine",
        }
    }

    /// The exit status of a disagreement: an engine is under test, while the library tests adoube.
    pub(super) const fn status(&self) -> ExitStatus {
        match self {
            Self::Shakmaty => ExitStatus::Failed,
            Self::Engine(_) => ExitStatus::Findings,
        }
    }

    /// The first position where it differs from the finished count.
    pub(super) fn difference(
        &mut self,
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
        let theirs = |path: &[String], position: &Position, depth| match self {
            Self::Shakmaty => by_library(counting, position, depth, job.mode),
            Self::Engine(engine) => {
                let moves = [&job.prefix, path].concat();
                let request = Request { fen: &job.fen, moves: &moves, depth };
                engine.divide(request).map_err(|error| PerftError::Engine(error).into())
            }
        };
        first_difference(&job.position, job.rest, job.mode, ours, theirs)
    }
}

/// The library's counts below each move, a move a task.
fn by_library(counting: &Counting<'_>, position: &Position, depth: u32, mode: UciMode) -> Result<DivideCounts, Error> {
    let library = ShakmatyPosition::new(position).map_err(PerftError::Shakmaty)?;
    let tasks = library.moves(mode);
    let worker = || |(_, after): &(String, ShakmatyPosition)| after.count(depth - 1, counting.stop);
    let mut counts = DivideCounts::new();
    let flow =
        work::run(&tasks, counting.threads, counting.stop, worker, |index, count: Result<u64, ShakmatyError>| {
            until_error(count.map_err(PerftError::Shakmaty).map(|count| {
                counts.insert(tasks[index].0.clone(), count);
            }))
        });
    flow.break_value().map_or(Ok(counts), |fault| Err(fault.into()))
}
