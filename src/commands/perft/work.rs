//! Threads that take tasks from one queue.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

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
