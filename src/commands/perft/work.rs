//! Threads that take tasks from one queue, and the counting of tasks with the sums of their counts.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use crate::chess::moves::Move;
use crate::chess::perft::PerftTier;
use crate::chess::perft::hashed::{Counter, Halt};
use crate::chess::perft::table::PerftTable;
use crate::chess::position::Position;
use crate::chess::uci::UciMode;
use crate::commands::Error;
use crate::witness::perft::DivideCounts;

use super::PerftError;
use super::job::{Task, by_name, split};

/// Runs all tasks on several threads, and passes each result with the task's index to `done`, in no particular order.
/// If `done` breaks, the other threads get the signal `stop`, and their results are dropped.
///
/// Each thread has its own worker.
pub(super) fn run<Task, Worker, Outcome, Broken>(
    tasks: &[Task],
    threads: usize,
    stop: &AtomicBool,
    worker: impl Fn() -> Worker + Sync,
    mut done: impl FnMut(usize, Outcome) -> ControlFlow<Broken>,
) -> ControlFlow<Broken>
where
    Task: Sync,
    Worker: FnMut(&Task) -> Outcome,
    Outcome: Send,
{
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (sender, outcomes) = mpsc::channel();
        for _ in 0..threads.min(tasks.len()) {
            let (sender, next, worker) = (sender.clone(), &next, &worker);
            scope.spawn(move || {
                let mut work = worker();
                while let Some((index, task)) = take(next, tasks) {
                    if sender.send((index, work(task))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let flow = outcomes.iter().try_for_each(|(index, outcome)| done(index, outcome));
        if flow.is_break() {
            next.store(tasks.len(), Ordering::Relaxed);
            stop.store(true, Ordering::Relaxed);
        }
        flow
    })
}

fn take<'t, Task>(next: &AtomicUsize, tasks: &'t [Task]) -> Option<(usize, &'t Task)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    Some((index, tasks.get(index)?))
}

// Counting of tasks, and the sums of their counts.

#[derive(Clone, Copy, Debug)]
pub(super) struct Counting<'a> {
    /// The way to count the last plies.
    pub(super) tier: PerftTier,
    pub(super) threads: usize,
    pub(super) table: Option<&'a PerftTable<'a>>,
    /// True as soon as they are to stop.
    pub(super) stop: &'a AtomicBool,
}

impl Counting<'_> {
    /// Counts every task and hands the counts on with the tasks' indices, in no particular order.
    pub(super) fn count(
        &self,
        tasks: &[Task],
        mut done: impl FnMut(usize, u64) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let worker = || {
            let mut counter = Counter::new(self.tier, self.table, self.stop);
            move |task: &Task| counter.count(&task.position, task.depth)
        };
        let flow = run(tasks, self.threads, self.stop, worker, |index, count: Result<u64, Halt>| {
            until_error(count.map_err(|halt| PerftError::Halt(halt).into()).and_then(|count| done(index, count)))
        });
        flow.break_value().map_or(Ok(()), Err)
    }

    /// The counts below each move; `depth` is at least 1.
    pub(super) fn divide(&self, position: &Position, depth: u32, mode: UciMode) -> Result<DivideCounts, Error> {
        let whole = Task::whole(0, position.clone(), depth);
        let tasks = split(whole, mode);
        let mut sums = Sums::new(position, &tasks, mode);
        self.count(&tasks, |index, count| Ok(sums.add(&tasks[index], count)?))?;
        Ok(sums.moves().collect())
    }
}

/// Continues unless there was an error.
pub(super) fn until_error<E>(result: Result<(), E>) -> ControlFlow<E> {
    match result {
        Ok(()) => Continue(()),
        Err(error) => Break(error),
    }
}

/// Sums over the subtrees that are finished: of all, and below each move.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    total: u64,
    moves: Vec<MoveSum>,
}

#[derive(Clone, Debug)]
struct MoveSum {
    mv: Move,
    name: String,
    nodes: u64,
    unfinished: usize,
}

impl Sums {
    /// Sums for a tree that is split into these tasks, all unfinished.
    pub(super) fn new(position: &Position, tasks: &[Task], mode: UciMode) -> Self {
        let tasks_of = |mv| tasks.iter().filter(|task| task.path.first() == Some(&mv)).count();
        let is_leaf = tasks.first().is_some_and(|task| task.path.is_empty());
        let moves = if is_leaf { Vec::new() } else { by_name(position, mode) };
        let sum = |(mv, name)| MoveSum { mv, name, nodes: 0, unfinished: tasks_of(mv) };
        Self { total: 0, moves: moves.into_iter().map(sum).collect() }
    }

    pub(super) fn add(&mut self, task: &Task, count: u64) -> Result<(), PerftError> {
        self.total = self.total.checked_add(count).ok_or(Halt::Overflow)?;
        let first = task.path.first();
        if let Some(sum) = self.moves.iter_mut().find(|sum| Some(&sum.mv) == first) {
            sum.nodes += count;
            sum.unfinished -= 1;
        }
        Ok(())
    }

    /// The sum over all finished tasks.
    pub(super) const fn total(&self) -> u64 {
        self.total
    }

    /// The first moves with a complete count, in alphabetical order, with their sums.
    pub(super) fn moves(&self) -> impl Iterator<Item = (String, u64)> {
        self.moves.iter().filter(|sum| sum.unfinished == 0).map(|sum| (sum.name.clone(), sum.nodes))
    }
}
