//! The stop flag: Ctrl-C, or the signal by which schedulers end a job, sets it.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

static STOP: AtomicBool = AtomicBool::new(false);
static BEGIN: Once = Once::new();

/// Installs a signal handler that sets the returned flag instead of ending the process. Long computations poll the
/// flag.
///
/// If no handler can be installed, signals still end the process.
pub fn listen() -> &'static AtomicBool {
    BEGIN.call_once(|| {
        let _ = ctrlc::set_handler(|| STOP.store(true, Ordering::Relaxed));
    });
    &STOP
}
