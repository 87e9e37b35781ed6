//! What happens at Ctrl-C, and at the signals by which schedulers and closed terminals end a job.
//!
//! A command that polls the stop flag of [`listen`] ends on its own, with what it has. Otherwise the process ends as it
//! would without this module, after unfinished files that have a name are removed. A signal that is ignored, as under
//! `nohup`, stays ignored.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

static STOP: AtomicBool = AtomicBool::new(false);
static IS_POLLED: AtomicBool = AtomicBool::new(false);
static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
static BEGIN: Once = Once::new();

/// From now on, a signal sets the returned flag instead of ending the process. Long computations poll the flag.
///
/// If no handler can be installed, signals still end the process.
pub fn listen() -> &'static AtomicBool {
    IS_POLLED.store(true, Ordering::Relaxed);
    BEGIN.call_once(watch);
    &STOP
}

/// The names of files that are being written. A signal that ends the process removes them. While the guard is held, no
/// signal ends the process.
pub fn unfinished_files() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    BEGIN.call_once(watch);
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes writing beyond the limit on the size of a file (`ulimit -f`) an error, as on a full disk. By default, the
/// system ends the process.
pub fn survive_file_size_limit() {
    // A handler, because child processes would inherit an ignored signal.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(libc::SIGXFSZ, std::sync::Arc::default());
}

/// Answers a signal: sets the flag, or removes unfinished files and ends the process.
#[cfg_attr(not(any(unix, windows)), expect(dead_code, reason = "no signals reach a program in a browser"))]
fn answer(end: impl FnOnce()) {
    if IS_POLLED.load(Ordering::Relaxed) {
        STOP.store(true, Ordering::Relaxed);
        return;
    }
    let names = unfinished_files();
    for name in names.iter() {
        let _ = fs::remove_file(name);
    }
    end();
}

/// Starts a thread that answers signals. A handler itself may neither lock nor remove files.
#[cfg(unix)]
fn watch() {
    use std::sync::mpsc::sync_channel;
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    let (installed, is_installed) = sync_channel::<()>(1);
    let answers = move || {
        let wanted = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|&signal| !is_ignored(signal));
        let Ok(mut signals) = Signals::new(wanted) else { return };
        drop(installed);
        for signal in signals.forever() {
            answer(|| _ = emulate_default_handler(signal));
        }
    };
    if thread::Builder::new().name("signals".to_owned()).spawn(answers).is_ok() {
        // Returns when the handlers are installed.
        let _ = is_installed.recv();
    }
}

/// Whether the process was started with this signal ignored.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let mut action = std::mem::MaybeUninit::<libc::sigaction>::uninit();
    // SAFETY: without a new action the call changes nothing, and if it succeeds, it fills in the old one.
    unsafe {
        libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr()) == 0
            && action.assume_init().sa_sigaction == libc::SIG_IGN
    }
}

#[cfg(windows)]
fn watch() {
    /// The exit code of a process that Ctrl-C ended.
    const INTERRUPTED: i32 = 130;
    let _ = ctrlc::set_handler(|| answer(|| std::process::exit(INTERRUPTED)));
}

#[cfg(not(any(unix, windows)))]
const fn watch() {}
