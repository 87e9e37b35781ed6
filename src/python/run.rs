//! A command that runs on a thread of its own, the events that it sends, and waiting for it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::time::Duration;
use std::{io, mem, process, thread};

use arrow_array::RecordBatch;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::api::PgnGames;
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::cli::Command;
use crate::commands::{Error, ExitStatus, stats};
use crate::game::openings::Book;
use crate::game::rules::Severity;
use crate::options::{InputArgs, OutputArgs, RunArgs};
use crate::report::differences::difference_columns;
use crate::report::findings::finding_columns;
use crate::report::rows::{Batch, BatchSink, Column, part_columns, record_batch, schema};
use crate::report::verdicts::verdict_columns;
use crate::report::{Failure, Listener, SharedListener};

use super::error::{RunError, error, warn};
use super::source::SourceError;

/// How many batches wait for their consumer. More would only take memory.
const WAITING: usize = 2;

/// What a run sends.
enum Event {
    /// Rows, with the name of their table.
    Rows(String, RecordBatch),
    Warning(String),
    /// The total of bytes, if it is known, and how many are read.
    Reading(Option<u64>, Box<dyn Fn() -> u64 + Send>),
    /// The end, with what failed.
    Ended(Option<RunError>),
}

/// A run that is going on. Dropping it ends the run.
pub(super) struct Run {
    /// `None` after the end.
    events: Option<Receiver<Event>>,
    has_failed: bool,
    /// Whether nobody waits for results any more.
    is_gone: Arc<AtomicBool>,
    /// The process that began it.
    process: u32,
    /// What file objects raise.
    source_error: Arc<SourceError>,
    progress: Progress,
}

/// A progress bar of the Python side.
#[derive(Default)]
struct Progress {
    /// Makes a bar for a total of bytes.
    make: Option<Py<PyAny>>,
    bar: Option<Py<PyAny>>,
    /// The number of bytes read.
    read: Option<Box<dyn Fn() -> u64 + Send>>,
    shown: u64,
}

/// The side of the channel that the run has.
struct Sender {
    events: SyncSender<Event>,
    is_gone: Arc<AtomicBool>,
    source_error: Arc<SourceError>,
    /// What was reported as an error. Whether it makes the run fail is known at the end.
    errors: Mutex<Vec<RunError>>,
}

impl Run {
    /// Starts a command. `source_error` is what file objects among its inputs raise; `make_bar` makes a progress bar for a total of
    /// bytes.
    pub(super) fn start(
        py: Python<'_>,
        mut command: Command,
        source_error: Arc<SourceError>,
        make_bar: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        prepare();
        let (events, received) = sync_channel(WAITING);
        let is_gone = Arc::new(AtomicBool::new(false));
        let (for_run, of_file) = (Arc::clone(&is_gone), Arc::clone(&source_error));
        let sender = Arc::new(Sender { events, is_gone: for_run, source_error: of_file, errors: Mutex::default() });
        let for_rows = Arc::clone(&sender);
        let take = move |table: &str, batch: Batch| {
            let schema = schema(batch.columns());
            let rows = record_batch(batch, schema).map_err(io::Error::other)?;
            for_rows.send(Event::Rows(table.to_owned(), rows))
        };
        let has_rows = !matches!(command, Command::Adjust(_) | Command::Filter(_));
        if let Some((_, run)) = shared_args(&mut command) {
            run.diagnostics.listener = Some(SharedListener(Arc::<Sender>::clone(&sender)));
            run.output.rows = has_rows.then(|| BatchSink(Arc::new(take)));
        }
        let work = move || {
            // After a panic, whose message is on standard error, the channel ends without an event that says so.
            let _ = catch_unwind(AssertUnwindSafe(|| sender.end(command.run())));
        };
        spawn("adoube", work).map_err(|fault| error(py, fault))?;
        let progress = Progress { make: make_bar, ..Progress::default() };
        Ok(Self { events: Some(received), has_failed: false, is_gone, process: process::id(), source_error, progress })
    }

    /// The next rows with the name of their table; `None` at the end. Waits without the lock of the interpreter.
    pub(super) fn next(&mut self, py: Python<'_>) -> PyResult<Option<(String, RecordBatch)>> {
        if process::id() != self.process {
            let message = "another process reads these rows; after a fork, make a new table";
            return Err(PyRuntimeError::new_err(message));
        }
        let rows = self.wait(py);
        if !matches!(rows, Ok(Some(_))) {
            self.has_failed |= rows.is_err();
            self.events = None;
            self.progress.close(py);
        }
        rows
    }

    fn wait(&mut self, py: Python<'_>) -> PyResult<Option<(String, RecordBatch)>> {
        let Self { events, has_failed, source_error, progress, .. } = self;
        let Some(events) = events else {
            let message = "these rows ended with an error";
            return if *has_failed { Err(PyRuntimeError::new_err(message)) } else { Ok(None) };
        };
        loop {
            let event = receive(py, events, |py| progress.show(py))?;
            match event.ok_or_else(|| source_error.exception(py, || PyRuntimeError::new_err(PANICKED)))? {
                Event::Rows(table, rows) => {
                    progress.show(py)?;
                    return Ok(Some((table, rows)));
                }
                Event::Warning(message) => warn(py, &message)?,
                Event::Reading(total, read) => progress.begin(py, total, read)?,
                Event::Ended(None) => return Ok(None),
                Event::Ended(Some(fault)) => return Err(source_error.exception(py, || fault.raise(py))),
            }
        }
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        self.is_gone.store(true, Ordering::Relaxed);
        if process::id() != self.process {
            // A thread of the parent may have held the lock of the channel at the fork.
            mem::forget(self.events.take());
        }
    }
}

impl Progress {
    fn begin(&mut self, py: Python<'_>, total: Option<u64>, read: Box<dyn Fn() -> u64 + Send>) -> PyResult<()> {
        let Some(make) = &self.make else { return Ok(()) };
        self.bar = Some(make.call1(py, (total,))?);
        self.read = Some(read);
        Ok(())
    }

    /// Moves the bar to what is read.
    fn show(&mut self, py: Python<'_>) -> PyResult<()> {
        let (Some(bar), Some(read)) = (&self.bar, &self.read) else { return Ok(()) };
        let now = read();
        if now > self.shown {
            bar.call_method1(py, "update", (now - self.shown,))?;
            self.shown = now;
        }
        Ok(())
    }

    fn close(&mut self, py: Python<'_>) {
        // The rows are there, whatever becomes of the bar.
        let _ = self.show(py);
        let _ = self.bar.take().map(|bar| bar.call_method0(py, "close"));
    }
}

impl Sender {
    /// Sends an event; fails like a closed pipe if nobody waits for it.
    fn send(&self, event: Event) -> io::Result<()> {
        self.events.send(event).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    /// Sends the end of the run.
    fn end(&self, result: Result<ExitStatus, Error>) {
        let mut errors = mem::take(&mut *self.errors.lock().unwrap_or_else(PoisonError::into_inner));
        let failed = match result {
            Ok(status) => status == ExitStatus::Failed,
            Err(Error::Closed(_)) => return,
            Err(Error::Input(fault)) => {
                errors.push(RunError::of_input(&crate::commands::failure(&fault)));
                true
            }
            Err(fault) => {
                errors.push(RunError::new(fault));
                true
            }
        };
        if failed {
            let fault = RunError::all(errors);
            let _ = self.send(Event::Ended(Some(fault)));
            return;
        }
        // Such as an input without games: worth a warning, but not a failure.
        let sent = errors.into_iter().try_for_each(|error| self.send(Event::Warning(error.message)));
        let _ = sent.and_then(|()| self.send(Event::Ended(None)));
    }

    fn keep(&self, fault: RunError) {
        self.errors.lock().unwrap_or_else(PoisonError::into_inner).push(fault);
    }
}

impl Listener for Sender {
    fn message(&self, severity: Severity, message: String) {
        match severity {
            Severity::Error => self.keep(RunError::new(message)),
            _ => _ = self.send(Event::Warning(message)),
        }
    }

    fn error_at(&self, file: &str, line: Option<u64>, message: String) {
        self.keep(RunError::at(file, line, message));
    }

    fn failure(&self, failure: &Failure<'_>) {
        self.keep(RunError::of_input(failure));
    }

    fn reading(&self, total_bytes: Option<u64>, bytes_read: Box<dyn Fn() -> u64 + Send>) {
        let _ = self.send(Event::Reading(total_bytes, bytes_read));
    }

    fn is_gone(&self) -> bool {
        self.is_gone.load(Ordering::Relaxed) || self.source_error.ends_run()
    }
}

/// Makes the tables that all runs share, while the caller has the lock of the interpreter. `os.fork` needs the lock, too,
/// so no child process finds a table that a thread of its parent was making.
fn prepare() {
    static PREPARED: Once = Once::new();
    PREPARED.call_once(|| {
        let game = PgnGames::new(b"1. f3 e5 2. g4 Qh4# 0-1").next();
        let _ = game.map(|game| (game.findings().len(), game.verdict()));
        let _ = (Book::embedded(), Position::initial().shortest_helpmate(Color::Black));
    });
}

// What the commands that functions run have in common: inputs, rows with their columns, or a text.

/// The inputs and the run of a command; `None` if no function runs it.
pub(super) fn shared_args(command: &mut Command) -> Option<(Option<&mut InputArgs>, &mut RunArgs)> {
    let (inputs, run) = match command {
        Command::Validate(args) => (&mut args.inputs, &mut args.run),
        Command::Replay(args) => (&mut args.inputs, &mut args.run),
        Command::Stats(args) => (&mut args.inputs, &mut args.run),
        Command::Adjudicate(args) => (&mut args.inputs, &mut args.run),
        Command::Plan(args) => (&mut args.inputs, &mut args.run),
        Command::Adjust(args) => (&mut args.inputs, &mut args.run),
        Command::Filter(args) => (&mut args.inputs, &mut args.run),
        Command::Diff(args) => return Some((None, &mut args.run)),
        _ => return None,
    };
    Some((Some(inputs), run))
}

/// Where a command writes its text; `None` if it has none, or writes it to files.
pub(super) fn text_output(command: &mut Command) -> Option<&mut OutputArgs> {
    match command {
        Command::Adjust(args) if args.writes_to_stdout() => Some(&mut args.run.output),
        Command::Filter(args) if args.run.output.output.is_none() => Some(&mut args.run.output),
        _ => None,
    }
}

/// The columns of the rows, if they are known before the run.
pub(super) fn columns(command: &Command) -> Result<Option<Arc<[Column]>>, Error> {
    Ok(match command {
        Command::Validate(_) => Some(finding_columns()),
        Command::Stats(args) => stats::row_columns(args)?,
        Command::Adjudicate(args) => {
            args.request()?;
            Some(verdict_columns(args.can_mate.is_some()))
        }
        Command::Plan(_) => Some(part_columns()),
        Command::Replay(args) => args.columns()?,
        Command::Diff(_) => Some(difference_columns()),
        _ => None,
    })
}

// Work on another thread, and waiting for it without the lock of the interpreter, until Ctrl-C.

/// How often a wait looks for signals.
const TICK: Duration = Duration::from_millis(20);

/// Waits for the next value; `None` if all senders are gone. Calls `idle` now and then. Raises the exception of a signal.
fn receive<T: Send>(
    py: Python<'_>,
    receiver: &mut Receiver<T>,
    mut idle: impl FnMut(Python<'_>) -> PyResult<()>,
) -> PyResult<Option<T>> {
    loop {
        // Also when the other thread is the faster one, so that nothing has to be waited for.
        py.check_signals()?;
        // A mutable borrow, because a receiver may be sent to another thread, but not shared.
        let borrowed = &mut *receiver;
        match py.detach(move || borrowed.recv_timeout(TICK)) {
            Ok(value) => return Ok(Some(value)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => idle(py)?,
        }
    }
}

/// Does work on a thread of its own. After Ctrl-C it is told to stop, and nobody waits for it.
pub(super) fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
) -> PyResult<T> {
    let stop = Arc::new(AtomicBool::new(false));
    let (sender, mut receiver) = sync_channel(1);
    let stopped = Arc::clone(&stop);
    let worker = move || _ = sender.send(work(&stopped));
    spawn("adoube", worker).map_err(|fault| error(py, fault))?;
    let result = receive(py, &mut receiver, |_| Ok(()));
    stop.store(true, Ordering::Relaxed);
    // No result without an interrupt: the thread has ended by a panic.
    result?.ok_or_else(|| error(py, PANICKED))
}

/// What to say about a thread that panicked.
const PANICKED: &str = "internal error: a thread of adoube panicked; its message is on standard error";

/// Starts a thread that nobody waits for.
fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Result<(), String> {
    let started = thread::Builder::new().name(name.to_owned()).spawn(work);
    started.map(drop).map_err(|error| format!("cannot start a thread: {error}"))
}
