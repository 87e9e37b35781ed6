//! The user's wish to stop: Ctrl-C, and the signal by which schedulers end a job.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

static STOP: AtomicBool = AtomicBool::new(false);
static BEGIN: Once = Once::new();

/// From now on a signal no longer ends the process but makes this true; whoever works looks at it now and then.
///
/// Where no handler can be installed, signals end the process as ever.
pub fn listen() -> &'static AtomicBool {
    BEGIN.call_once(|| {
        let _ = ctrlc::set_handler(|| STOP.store(true, Ordering::Relaxed));
    });
    &STOP
}
