//! What happens at Ctrl-C, and at the signals by which schedulers and closed terminals end a job.
//!
//! A command that polls the stop flag of [`listen`] ends on its own, with what it has. Otherwise the process ends as it
//! would without this module, after unfinished files that have a name are removed and the terminal is given back. So it is
//! with all other signals that end a process by default. A signal that is ignored, as under `nohup`, stays ignored.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

static STOP: AtomicBool = AtomicBool::new(false);
static IS_POLLED: AtomicBool = AtomicBool::new(false);
static UNFINISHED: Mutex<UnfinishedFiles> = Mutex::new(BTreeMap::new());
static TERMINAL: Mutex<Option<TerminalHooks>> = Mutex::new(None);
static BEGIN: Once = Once::new();

/// Files and folders of a run that has not ended, each with the question whether what has its name is still that of the run.
pub type UnfinishedFiles = BTreeMap<PathBuf, Box<dyn Fn(&Path) -> bool + Send>>;

/// What to do with the terminal of a command that draws on it.
#[derive(Clone, Copy, Debug)]
pub struct TerminalHooks {
    /// Gives it back as it was. Called before a signal ends or stops the process.
    pub give_back: fn(),
    /// Takes it over again. Called when a stopped process goes on.
    pub take_back: fn(),
}

/// From now on, a signal sets the returned flag instead of ending the process. Long computations poll the flag.
///
/// If no handler can be installed, signals still end the process.
pub fn listen() -> &'static AtomicBool {
    IS_POLLED.store(true, Ordering::Relaxed);
    BEGIN.call_once(watch);
    &STOP
}

/// The files that a signal removes before it ends the process. While the guard is held, no signal ends the process.
pub fn unfinished_files() -> MutexGuard<'static, UnfinishedFiles> {
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

/// Makes a broken lease (see `fcntl(2)`) no reason to end the process, which asks whether its lease is whole.
#[cfg(target_os = "linux")]
pub fn survive_broken_leases() {
    static BEGIN: Once = Once::new();
    BEGIN.call_once(|| _ = signal_hook::flag::register(libc::SIGIO, std::sync::Arc::default()));
}

/// From now on, no signal ends or stops the process before it gives the terminal back.
pub fn guard_terminal(hooks: TerminalHooks) {
    BEGIN.call_once(watch);
    *TERMINAL.lock().unwrap_or_else(PoisonError::into_inner) = Some(hooks);
    #[cfg(unix)]
    unix::watch_stops();
}

/// Stops all processes of the job, as a terminal does at Ctrl-Z. A process that no shell could continue goes on.
pub fn stop_job() {
    #[cfg(unix)]
    unix::stop_job();
}

/// Answers a signal of a user or a scheduler: sets the flag, or ends the process.
#[cfg_attr(not(any(unix, windows)), expect(dead_code, reason = "no signals reach a program in a browser"))]
fn answer(end: impl FnOnce()) {
    if IS_POLLED.load(Ordering::Relaxed) {
        STOP.store(true, Ordering::Relaxed);
    } else {
        clear_away(end);
    }
}

/// Removes unfinished files, then ends the process.
fn clear_away(end: impl FnOnce()) {
    let files = unfinished_files();
    // What is in a folder comes after it.
    for (name, is_ours) in files.iter().rev() {
        if is_ours(name) {
            // A folder with files of others stays.
            let _ = if name.is_dir() { fs::remove_dir(name) } else { fs::remove_file(name) };
        }
    }
    end();
}

#[cfg(unix)]
use unix::watch;

#[cfg(unix)]
mod unix {
    use std::mem::MaybeUninit;
    use std::sync::OnceLock;
    use std::sync::mpsc::sync_channel;
    use std::thread;
    use std::time::Duration;

    use libc::{
        SIG_DFL, SIG_IGN, SIGABRT, SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGSTOP, SIGSYS, SIGTERM,
        SIGTRAP, SIGTSTP, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU,
    };
    use signal_hook::iterator::{Handle, Signals};

    use super::{PoisonError, TERMINAL, TerminalHooks, answer, clear_away};

    /// The signals by which users, terminals and schedulers end a job.
    const REQUESTS: [i32; 3] = [SIGHUP, SIGINT, SIGTERM];

    /// The others that end a process by default, but for those of a broken program: it cannot go on for a moment.
    const OTHERS: [i32; 10] =
        [SIGQUIT, SIGABRT, SIGTRAP, SIGSYS, SIGALRM, SIGVTALRM, SIGPROF, SIGUSR1, SIGUSR2, SIGXCPU];

    /// Those that only Linux has. SIGIO tells of a broken lease.
    #[cfg(target_os = "linux")]
    const OF_LINUX: [i32; 2] = [libc::SIGPWR, libc::SIGSTKFLT];
    #[cfg(not(target_os = "linux"))]
    const OF_LINUX: [i32; 0] = [];

    /// How long the terminal may take: it may not be read any more.
    const PATIENCE: Duration = Duration::from_secs(1);

    static HANDLE: OnceLock<Handle> = OnceLock::new();

    /// Starts a thread that answers signals. A handler itself may neither lock nor remove files.
    pub(super) fn watch() {
        let (installed, is_installed) = sync_channel::<()>(1);
        let answers = move || {
            let requests = REQUESTS.into_iter().filter(|&signal| action(signal) != Some(SIG_IGN));
            // What has a handler belongs to the program around this one.
            let others = OTHERS.into_iter().chain(OF_LINUX).filter(|&signal| action(signal) == Some(SIG_DFL));
            let Ok(mut signals) = Signals::new(requests.chain(others)) else { return };
            let _ = HANDLE.set(signals.handle());
            drop(installed);
            signals.forever().for_each(take);
        };
        if thread::Builder::new().name("signals".to_owned()).spawn(answers).is_ok() {
            // Returns when the handlers are installed.
            let _ = is_installed.recv();
        }
    }

    /// Also watches the signals that stop the process and let it go on.
    pub(super) fn watch_stops() {
        for signal in [SIGTSTP, SIGCONT] {
            if let Some(handle) = HANDLE.get().filter(|_| action(signal) == Some(SIG_DFL)) {
                // If this fails, the signal does what it does by default.
                let _ = handle.add_signal(signal);
            }
        }
    }

    pub(super) fn stop_job() {
        // SAFETY: the calls have no condition.
        unsafe {
            // A shell puts its jobs into process groups of their own, in its session.
            if libc::getpgrp() != libc::getsid(0) {
                libc::kill(0, SIGTSTP);
            }
        }
    }

    fn take(signal: i32) {
        match signal {
            SIGCONT => in_time(|terminal| terminal.take_back),
            SIGTSTP => {
                in_time(|terminal| terminal.give_back);
                raise(SIGSTOP);
            }
            _ if REQUESTS.contains(&signal) => answer(|| end(signal)),
            _ => clear_away(|| end(signal)),
        }
    }

    /// Ends the process as the signal does by default.
    fn end(signal: i32) {
        in_time(|terminal| terminal.give_back);
        // SAFETY: this restores the default action and installs no handler.
        unsafe { libc::signal(signal, SIG_DFL) };
        raise(signal);
    }

    /// Calls a function of the terminal, if a command draws on one. Does not wait for it forever.
    fn in_time(function: impl FnOnce(TerminalHooks) -> fn()) {
        let terminal = *TERMINAL.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(work) = terminal.map(function) else { return };
        let (finished, is_finished) = sync_channel(1);
        let call = move || {
            work();
            let _ = finished.send(());
        };
        if thread::Builder::new().spawn(call).is_ok() {
            let _ = is_finished.recv_timeout(PATIENCE);
        }
    }

    fn raise(signal: i32) {
        // SAFETY: the call has no condition.
        unsafe { libc::raise(signal) };
    }

    /// What a signal does: `SIG_DFL`, `SIG_IGN`, or its handler.
    fn action(signal: i32) -> Option<libc::sighandler_t> {
        let mut action = MaybeUninit::<libc::sigaction>::uninit();
        // SAFETY: without a new action the call changes nothing, and if it succeeds, it fills in the old one.
        unsafe {
            (libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr()) == 0)
                .then(|| action.assume_init().sa_sigaction)
        }
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
