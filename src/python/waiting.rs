//! Work on another thread, and waiting for it without the lock of the interpreter, until Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

use super::error::error;

/// How often a wait looks for signals.
const TICK: Duration = Duration::from_millis(20);

/// Waits for the next value; `None` if all senders are gone. Calls `idle` now and then. Raises the exception of a signal.
pub(super) fn receive<T: Send>(
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
pub(super) const PANICKED: &str = "internal error: a thread of adoube panicked; its message is on standard error";

/// Starts a thread that nobody waits for.
pub(super) fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Result<(), String> {
    let started = thread::Builder::new().name(name.to_owned()).spawn(work);
    started.map(drop).map_err(|error| format!("cannot start a thread: {error}"))
}
