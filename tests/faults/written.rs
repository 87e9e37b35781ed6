//! Another program writes to a file while a run replaces it, before each system call of the run: its bytes stay. Another
//! run of this program waits.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::injected::library;
use crate::support::say;
use crate::{adoube, stderr};

const GAME: &str = "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7+ 1-0\n\n";
const NEW: &str = "[Event \"NEW\"]\n\n1. d4 *\n";

/// A folder with a file of three games, and the log of a run that adjusted it, if that is wanted.
fn folder(is_adjusted: bool) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.pgn"), GAME.repeat(3)).unwrap();
    if is_adjusted {
        let run = command(folder.path(), "adjust -q --in-place --log >log >a.pgn").output().unwrap();
        assert_eq!(run.status.code(), Some(0), "{}", stderr(&run));
    }
    folder
}

/// A run; `>` stands for the folder.
fn command(folder: &Path, arguments: &str) -> Command {
    let mut command = adoube();
    command.args(arguments.split(' ').map(|argument| match argument.strip_prefix('>') {
        Some(name) => folder.join(name).into_os_string(),
        None => argument.into(),
    }));
    command
}

/// Runs the program once for each of its calls, before which another process writes to `written`. `check` gets the
/// finished run and the folder.
fn before_each_call(arguments: &str, written: &str, cuts: bool, is_adjusted: bool, check: impl Fn(&Output, &Path)) {
    let Some(library) = library() else { return };
    let counted = folder(is_adjusted);
    let calls = library.calls(&mut command(counted.path(), arguments), counted.path());
    let mut refused = 0;
    for number in 1..=calls {
        let folder = folder(is_adjusted);
        let mut run = command(folder.path(), arguments);
        library.write_before(&mut run, number, &folder.path().join(written), cuts);
        let output = run.output().unwrap();
        let what = format!("{arguments}, call {number} of {calls}: {}", stderr(&output));
        let is_refused = output.status.code() == Some(2);
        assert!(output.status.code().is_some_and(|code| code < 3), "{what}");
        assert!(!is_refused || stderr(&output).starts_with("error: "), "{what}");
        refused += usize::from(is_refused);
        let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        assert_eq!(names.filter(|name| name.starts_with('.')).count(), 0, "{what}");
        check(&output, folder.path());
    }
    say(&format!("{arguments}: {calls} calls, {refused} refused"));
    assert!(calls > 10 && refused > 0, "{calls} {refused}");
}

fn text(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

#[test]
fn an_appended_game_stays() {
    for arguments in ["adjust -q --in-place >a.pgn", "adjust -q --in-place --backup .bak --log >log >a.pgn"] {
        before_each_call(arguments, "a.pgn", false, false, |run, folder| {
            let now = text(folder, "a.pgn");
            assert_eq!(now.matches("NEW").count(), 1, "{now}");
            assert_eq!(now.contains("Qxf7#"), run.status.code() == Some(0), "{now}");
            let has_backup = folder.join("a.pgn.bak").exists();
            assert_eq!(has_backup, run.status.code() == Some(0) && arguments.contains("backup"));
        });
    }
}

#[test]
fn a_game_appended_while_a_run_is_undone_stays() {
    before_each_call("adjust -q --undo >log", "a.pgn", false, true, |run, folder| {
        let now = text(folder, "a.pgn");
        assert_eq!(now.matches("NEW").count(), 1, "{now}");
        assert_eq!(now.contains("Qxf7+"), run.status.code() == Some(0), "{now}");
    });
}

#[test]
fn a_shortened_file_stays_short() {
    before_each_call("adjust -q --in-place >a.pgn", "a.pgn", true, false, |_, folder| {
        assert!(text(folder, "a.pgn").len() <= 10, "{}", text(folder, "a.pgn"));
    });
}

#[test]
fn a_file_that_is_made_meanwhile_is_not_replaced() {
    before_each_call("adjust -q --in-place --backup .bak >a.pgn", "a.pgn.bak", false, false, |run, folder| {
        let backup = text(folder, "a.pgn.bak");
        assert_eq!(run.status.code() == Some(0), backup == GAME.repeat(3) + NEW, "{backup}");
        assert!(run.status.code() == Some(0) || backup == NEW, "{backup}");
    });
    before_each_call("filter -q >a.pgn -o >{Result}.pgn", "1-0.pgn", false, false, |run, folder| {
        let split = text(folder, "1-0.pgn");
        assert_eq!(split.matches("NEW").count(), 1, "{split}");
        assert_eq!(split.contains("Qxf7+"), run.status.code() == Some(0), "{split}");
    });
    before_each_call("adjust -q >a.pgn -o >out", "out", false, false, |run, folder| {
        let out = text(folder, "out");
        assert!(out.contains("NEW") || run.status.code() == Some(0), "{out}");
    });
}

#[test]
fn two_runs_on_one_file_wait_for_each_other() {
    for _ in 0..crate::number("ADOUBE_PAIRS", 8) {
        let folder = folder(false);
        let start = |tag: &str| {
            let mut run = command(folder.path(), &format!("adjust -q --in-place --set-tag {tag}=1 >a.pgn"));
            run.stderr(std::process::Stdio::piped()).spawn().unwrap()
        };
        let runs = [start("P"), start("Q"), start("R")];
        for run in runs {
            let output = run.wait_with_output().unwrap();
            assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        }
        let now = text(folder.path(), "a.pgn");
        for tag in ["P", "Q", "R"] {
            assert_eq!(now.matches(&format!("[{tag} \"1\"]")).count(), 3, "{now}");
        }
    }
}
