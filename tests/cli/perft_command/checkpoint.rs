//! Interrupted and resumed runs: `--checkpoint`, Ctrl-C.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::{KIWIPETE, command, counted, perft, stderr, stdout};
use crate::support::restore_signals;

const NODES: &str = "nodes 3195901860\n";

fn folder() -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.ckpt").to_str().unwrap().to_owned();
    (folder, path)
}

/// A long run, returned once some of its subtrees are in the file.
fn long_run(path: &str, more: &[&str]) -> Child {
    let child = command(["startpos", "7", "--hash", "off", "-j1", "--checkpoint", path])
        .args(more)
        .env("ADOUBE_PERFT_TIER", "plain")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let end = Instant::now() + Duration::from_mins(1);
    while finished(Path::new(path)) == 0 && Instant::now() < end {
        thread::sleep(Duration::from_millis(20));
    }
    child
}

/// The number of subtrees in the file.
fn finished(path: &Path) -> usize {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.lines().skip(6).filter(|line| !line.starts_with("end")).count()
}

#[test]
fn killed_run_resumes() {
    let (_folder, path) = folder();
    let mut child = long_run(&path, &[]);
    child.kill().unwrap();
    child.wait().unwrap();
    let kept = finished(Path::new(&path));
    assert!(kept > 0 && kept < 400, "{kept}");
    assert_eq!(counted(["startpos", "7", "--checkpoint", &path]), NODES);
    assert_eq!(finished(Path::new(&path)), 400);
    let again = perft(["startpos", "7", "--hash", "off", "--checkpoint", &path, "--divide"]);
    assert!(stdout(&again).ends_with(NODES), "a finished run prints its result at once");
    assert_eq!(stderr(&again), "3,195,901,860 nodes, all taken from the checkpoint; nothing was left to count\n");
}

#[test]
fn error_probability_of_earlier_runs_is_kept() {
    let (_folder, path) = folder();
    let first = perft(["startpos", "6", "-v", "--checkpoint", &path]);
    let doubt = stderr(&first)
        .lines()
        .find(|line| line.starts_with("the probability that the count is wrong"))
        .expect("a table was used");
    let again = perft(["startpos", "6", "-v", "--checkpoint", &path]);
    assert!(stderr(&again).contains(&format!("{doubt}, earlier runs included\n")), "{}", stderr(&again));
    assert!(stderr(&again).contains("hash: not used\n"), "{}", stderr(&again));
    let without = perft(["startpos", "6", "-v", "--hash", "off", "--checkpoint", &path]);
    assert!(stderr(&without).contains(&format!("hash: off\n{doubt}, earlier runs included\n")), "{}", stderr(&without));
}

#[cfg(unix)]
fn interrupt(child: &Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

#[cfg(unix)]
#[test]
fn interrupted_run_reports_finished_counts() {
    restore_signals();
    let (_folder, path) = folder();
    let child = long_run(&path, &[]);
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(stdout(&output).contains("unfinished "), "{}", stdout(&output));
    assert!(stderr(&output).contains("error: stopped: "), "{}", stderr(&output));
    assert!(stderr(&output).contains("the checkpoint keeps them"), "{}", stderr(&output));
    assert!(finished(Path::new(&path)) > 0);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_writes_no_file() {
    restore_signals();
    let (folder, path) = folder();
    let counts = folder.path().join("counts");
    let child = long_run(&path, &["-o", counts.to_str().unwrap()]);
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), counts.exists()), (Some(2), false), "{}", stderr(&output));
}

#[test]
fn a_checkpoint_of_another_job_is_refused_and_kept() {
    let (_folder, path) = folder();
    counted(["startpos", "4", "--checkpoint", &path]);
    let before = fs::read(&path).unwrap();
    for arguments in [["startpos", "5"], [KIWIPETE, "4"]] {
        let output = perft([arguments[0], arguments[1], "--checkpoint", &path]);
        assert_eq!((output.status.code(), stdout(&output)), (Some(2), ""));
        assert!(stderr(&output).contains("belongs to another job: fen rnbqkbnr/"), "{}", stderr(&output));
        assert!(stderr(&output).contains("depth 4"), "{}", stderr(&output));
    }
    let output = perft(["startpos", "4", "--prefix", "e2e4", "--checkpoint", &path]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn a_damaged_checkpoint_is_refused_and_kept() {
    let (_folder, path) = folder();
    counted(["startpos", "4", "--checkpoint", &path]);
    let whole = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    for damaged in [
        whole.replace("a2a3 8457", "a2a3 8458"),
        whole[..whole.len() / 2].to_owned(),
        whole.trim_end().to_owned(),
        lines[..lines.len() - 1].join("\n"),
        "adoube perft checkpoint 1".to_owned(),
        "adoube perft checkpoint 1\n\u{0}\nend 0\n".to_owned(),
    ] {
        fs::write(&path, &damaged).unwrap();
        let output = perft(["startpos", "4", "--checkpoint", &path]);
        assert_eq!((output.status.code(), stdout(&output)), (Some(2), ""), "{damaged}");
        assert!(stderr(&output).contains("the checkpoint is damaged"), "{}", stderr(&output));
        assert_eq!(fs::read_to_string(&path).unwrap(), damaged);
    }
}

#[test]
fn other_files_are_not_overwritten() {
    let (folder, path) = folder();
    fs::write(&path, "dear diary").unwrap();
    for path in [path.as_str(), folder.path().to_str().unwrap()] {
        let output = perft(["startpos", "3", "--checkpoint", path]);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("not a checkpoint of `adoube perft`"), "{}", stderr(&output));
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), "dear diary");
    let nowhere = folder.path().join("no").join("run.ckpt");
    let output = perft(["startpos", "3", "--checkpoint", nowhere.to_str().unwrap()]);
    assert_eq!((output.status.code(), stdout(&output)), (Some(2), ""));
    assert!(stderr(&output).contains("run.ckpt: cannot be written"), "{}", stderr(&output));
}
