//! Runs that are ended by a signal at a random moment, during every kind of output.
//!
//! `ADOUBE_KILLS` is the number of runs that SIGKILL ends; the other signals end a third of it each. `ADOUBE_KILLS_SEED`
//! chooses the moments.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process, setrlimit};

use crate::injected::{NO_UNNAMED_FILES, library};
use crate::support::{Random, restore_signals, say};
use crate::{CASES, Case, Folder, adoube, number};

/// What was left by some runs.
#[derive(Default, Debug)]
struct Left {
    runs: u64,
    killed: u64,
    /// Runs that had finished some output, and runs that had not.
    complete: u64,
    none: u64,
    damaged: Vec<String>,
    strays: Vec<String>,
    /// Complete files under their hidden name, which SIGKILL leaves between the two calls that replace a file.
    linked: u64,
}

/// A case with the time that it takes and what it writes.
struct Timed {
    case: &'static Case,
    duration: Duration,
    complete: BTreeMap<String, Vec<u8>>,
}

fn timed(folder: &Folder) -> Vec<Timed> {
    let time = |case: &'static Case| {
        case.complete(folder);
        let start = Instant::now();
        let complete = case.complete(folder);
        Timed { case, duration: start.elapsed(), complete }
    };
    CASES.iter().map(time).collect()
}

/// Runs a case, sends the signal after a random time, and looks at what is left.
fn end(
    timed: &Timed,
    folder: &Folder,
    signal: Signal,
    random: &mut Random,
    left: &mut Left,
    prepare: impl Fn(&mut Command),
) {
    let Timed { case, duration, complete } = timed;
    let has_old_files = random.below(2) == 0;
    folder.reset(case, has_old_files);
    let mut command = case.command(folder);
    prepare(&mut command);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let micros = duration.as_micros() as u64;
    thread::sleep(Duration::from_micros(random.below(micros as usize * 5 / 4) as u64));
    kill_process(Pid::from_child(&child), signal).unwrap();
    let status = child.wait().unwrap();
    let files = folder.files();
    left.runs += 1;
    left.killed += u64::from(status.signal().is_some());
    let is_written = complete.keys().any(|name| files.get(name).is_some_and(|bytes| complete[name] == *bytes));
    *(if is_written { &mut left.complete } else { &mut left.none }) += 1;
    left.damaged.extend(case.damaged(&files, complete).iter().map(|name| format!("{}: {name}", case.name)));
    for name in case.strays(&files) {
        let is_complete = complete.values().any(|bytes| *bytes == files[&name]) || case.name == "checkpoint";
        if signal == Signal::KILL && has_old_files && is_complete {
            left.linked += 1;
        } else {
            left.strays.push(format!("{} {signal:?}: {name}", case.name));
        }
    }
}

/// Sends the signal to runs of all cases in turns, until it has ended this many; returns what was left.
fn end_runs(
    what: &str,
    kills: u64,
    signal: Signal,
    folder: &Folder,
    cases: &[Timed],
    prepare: impl Fn(&mut Command, &Folder),
) -> Left {
    let mut random = Random::new(number("ADOUBE_KILLS_SEED", 1));
    let mut left = Left::default();
    for timed in cases.iter().cycle() {
        if left.killed >= kills {
            break;
        }
        assert!(left.runs < 10 * kills + 100, "{what}: the signal ends no run: {left:?}");
        end(timed, folder, signal, &mut random, &mut left, |command| prepare(command, folder));
    }
    say(&format!(
        "{what}: {} runs, {} ended by the signal, {} with complete output, {} without, {} damaged, {} strays, {} hidden \
         but complete",
        left.runs,
        left.killed,
        left.complete,
        left.none,
        left.damaged.len(),
        left.strays.len(),
        left.linked
    ));
    assert!(left.damaged.is_empty() && left.strays.is_empty(), "{what}: {left:?}");
    left
}

#[test]
fn a_killed_run_leaves_complete_files_or_none() {
    let folder = Folder::new(40);
    let left = end_runs("SIGKILL", number("ADOUBE_KILLS", 32), Signal::KILL, &folder, &timed(&folder), |_, _| {});
    // The moment between the two calls is short.
    assert!(left.linked <= 1 + left.killed / 100, "{left:?}");
}

#[test]
fn a_run_that_a_signal_ends_leaves_complete_files_or_none() {
    restore_signals();
    let folder = Folder::new(40);
    let cases = timed(&folder);
    for (signal, name) in [(Signal::INT, "SIGINT"), (Signal::TERM, "SIGTERM"), (Signal::HUP, "SIGHUP")] {
        end_runs(name, number("ADOUBE_KILLS", 24) / 3, signal, &folder, &cases, |_, _| {});
    }
}

#[test]
fn a_signal_removes_a_file_that_needs_a_name() {
    restore_signals();
    let Some(library) = library() else { return };
    let signals = [
        Signal::TERM,
        Signal::QUIT,
        Signal::ABORT,
        Signal::ALARM,
        Signal::VTALARM,
        Signal::PROF,
        Signal::USR1,
        Signal::USR2,
        Signal::XCPU,
    ];
    let folder = Folder::new(40);
    let cases = timed(&folder);
    for signal in signals {
        let name = format!("{signal:?} without unnamed files");
        end_runs(&name, number("ADOUBE_KILLS", 24) / 12, signal, &folder, &cases, |command, folder| {
            library.preload(command, folder, NO_UNNAMED_FILES);
            // SAFETY: this may be called after a fork.
            unsafe { command.pre_exec(without_core) };
        });
    }
}

#[test]
fn a_signal_removes_the_finished_files_of_a_split() {
    restore_signals();
    let folder = Folder::new(8);
    let (games, files) = (folder.input(), folder.outputs());
    let mut split = adoube();
    split.args(["filter", "-q", "--split", "1", "-o"]).arg(files.join("{number}.pgn")).arg(&games);
    let start = Instant::now();
    assert!(split.status().unwrap().success());
    let (duration, all) = (start.elapsed().as_micros() as usize, fs::read_dir(&files).unwrap().count());
    let mut random = Random::new(number("ADOUBE_KILLS_SEED", 1));
    for _ in 0..number("ADOUBE_KILLS", 24) / 2 {
        fs::remove_dir_all(&files).unwrap();
        let mut run = split.spawn().unwrap();
        thread::sleep(Duration::from_micros(random.below(duration) as u64));
        kill_process(Pid::from_child(&run), Signal::TERM).unwrap();
        let status = run.wait().unwrap();
        let left = fs::read_dir(&files).map_or(0, Iterator::count);
        // A signal may also come between the last file and the end of the process.
        let is_complete = left == all;
        assert!(is_complete || !status.success() && !files.exists(), "{status}: {left} of {all} files");
        fs::create_dir_all(&files).unwrap();
    }
}

/// Some signals would leave an image of the memory.
fn without_core() -> std::io::Result<()> {
    let nothing = Rlimit { current: Some(0), maximum: Some(0) };
    setrlimit(Resource::Core, nothing).map_err(std::io::Error::from)
}

#[test]
fn an_ignored_hang_up_stays_ignored() {
    let folder = Folder::new(1);
    let path = folder.outputs().join("out");
    let run = format!(
        "trap '' HUP; {} perft startpos 5 --hash off --checkpoint {} & sleep 0.2; kill -HUP $!; wait $!",
        env!("CARGO_BIN_EXE_adoube"),
        path.display()
    );
    let output = Command::new("sh").args(["-c", &run]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "nodes 4865609\n");
}
