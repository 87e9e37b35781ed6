//! Comparison of the counts with those of the library shakmaty.

use super::job::Job;
use super::work::{Counting, until_error};
use super::{PerftError, compare, work};
use crate::chess::position::Position;
use crate::commands::{Error, ExitStatus};
use crate::witness::perft::{DivideCounts, ShakmatyError, ShakmatyPosition};

pub(super) struct Library<'a>(&'a Counting<'a>);

impl<'a> Library<'a> {
    /// The library, if it accepts the position.
    pub(super) fn new(job: &Job, counting: &'a Counting<'_>) -> Result<Self, PerftError> {
        ShakmatyPosition::new(&job.position)?;
        Ok(Self(counting))
    }
}

impl compare::Other for Library<'_> {
    fn name(&self) -> &'static str {
        "shakmaty"
    }

    /// The library tests adoube.
    fn status(&self) -> ExitStatus {
        ExitStatus::Failed
    }

    /// The library's counts below each move, a move a task.
    fn divide(&mut self, job: &Job, _: &[String], position: &Position, depth: u32) -> Result<DivideCounts, Error> {
        let Self(counting) = self;
        let library = ShakmatyPosition::new(position).map_err(PerftError::Shakmaty)?;
        let tasks = library.moves(job.mode);
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
}
