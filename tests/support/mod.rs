//! What several test programs share: the data folder, notes on skipped tests, random numbers, games and positions, and a
//! reference implementation of the rules.

#![allow(dead_code, unused_imports, reason = "each program uses a part")]

pub(crate) mod chess;
pub(crate) mod games;
#[path = "../../src/chess/random.rs"]
mod random;
pub(crate) mod slow;

use std::io::Write;
use std::path::PathBuf;

pub(crate) use random::Random;

/// The folder with external data sets, which the variable `ADOUBE_DATA` names. Without it, the test is named as skipped.
///
/// # Panics
///
/// Panics if the variable names no folder.
pub(crate) fn data_folder() -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("ADOUBE_DATA").filter(|name| !name.is_empty()) else {
        skipped("ADOUBE_DATA names no folder of data");
        return None;
    };
    assert!(std::path::Path::new(&folder).is_dir(), "ADOUBE_DATA: {} is no folder", folder.display());
    Some(folder.into())
}

/// Restores the default action of the signals that end a run. A run inherits which are ignored: hang-ups under `nohup`,
/// interrupts and SIGQUIT in a background job of a shell.
#[cfg(all(unix, feature = "cli"))]
pub(crate) fn restore_signals() {
    for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP, libc::SIGQUIT] {
        // SAFETY: this restores the default action and installs no handler.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
}

/// Says that the current test is skipped, also where the test runner captures its output.
pub(crate) fn skipped(why: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    let _ = writeln!(std::io::stderr(), "skipped: {test}: {why}");
}

/// Prints a line of a test's report.
#[allow(clippy::print_stderr, reason = "tests report what they ran")]
pub(crate) fn say(line: &str) {
    eprintln!("{line}");
}
