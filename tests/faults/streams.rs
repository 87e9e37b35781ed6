//! Standard streams that are closed, or not open for what they are used for.

use std::fs;
use std::process::{Command, Output};

use crate::{Folder, stderr};

/// Runs the program in a shell, with these arguments and redirections.
fn shell(line: &str) -> Output {
    let line = format!("exec {} {line}", env!("CARGO_BIN_EXE_adoube"));
    Command::new("sh").args(["-c", &line]).output().unwrap()
}

const GAMES: &str = "fixtures/games/classics.pgn";

/// A run of each command that writes to standard output.
fn runs() -> Vec<String> {
    let runs = [
        "--help",
        "-h",
        "--version",
        "help validate",
        "validate --help",
        "man",
        "completions bash",
        "explain M101",
        "explain --list",
        "explain --facts",
        "perft startpos 2",
        "perft startpos 2 --divide",
    ];
    let of_games = [
        "validate",
        "validate --format sarif",
        "replay",
        "replay --to-pgn",
        "replay --game 1 --as gif",
        "replay --game 1 --as svg",
        "stats",
        "stats --tree 2",
        "stats --format html",
        "adjust",
        "adjust --profile export --diff",
        "filter",
        "filter --count",
        "diff fixtures/games/classics.pgn",
        "diff --format html fixtures/games/classics.pgn",
        "diff",
        "plan --parts 2",
        "adjudicate",
        "validate -o /dev/stdout",
        "replay -o /dev/fd/1",
    ];
    runs.iter().map(|run| (*run).to_owned()).chain(of_games.iter().map(|run| format!("{run} {GAMES}"))).collect()
}

#[test]
fn closed_standard_output_is_a_failure() {
    for run in runs() {
        for (redirection, reason) in [(">&-", "it is closed"), ("1</dev/null", "it is open for reading only")] {
            let output = shell(&format!("{run} {redirection}"));
            let message = stderr(&output);
            assert_eq!(output.status.code(), Some(2), "{run} {redirection}: {message}");
            assert!(message.starts_with("error: "), "{run} {redirection}: {message}");
            assert!(message.contains(&format!("cannot be written: {reason}")), "{run} {redirection}: {message}");
        }
    }
}

#[test]
fn standard_output_may_be_a_null_device_that_is_open_for_both() {
    for run in runs() {
        let output = shell(&format!("{run} 1<>/dev/null"));
        assert_eq!(output.status.code(), Some(0), "{run}: {}", stderr(&output));
    }
}

#[test]
fn standard_output_may_be_closed_if_nothing_is_written_to_it() {
    let folder = Folder::new(1);
    let out = folder.outputs().join("out");
    for run in ["validate", "replay", "stats", "adjudicate"] {
        let output = shell(&format!("{run} {GAMES} -o {} >&-", out.display()));
        assert_eq!(output.status.code(), Some(0), "{run}: {}", stderr(&output));
        assert!(fs::metadata(&out).unwrap().len() > 0 || run == "validate", "{run}");
    }
}

#[test]
fn closed_standard_input_is_a_failure_where_it_is_read() {
    for run in ["validate", "replay", "stats", "adjudicate", "validate -", "validate --files-from -", "perft --epd -"] {
        let output = shell(&format!("{run} <&-"));
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{run}: {message}");
        assert!(message.contains("error: <stdin>: cannot be opened: it is closed"), "{run}: {message}");
    }
    for run in runs() {
        let output = shell(&format!("{run} <&- >/dev/null"));
        assert_eq!(output.status.code(), Some(0), "{run}: {}", stderr(&output));
    }
}

#[test]
fn closed_standard_error_does_no_harm() {
    for run in runs() {
        let (open, closed) = (shell(&run), shell(&format!("{run} 2>&-")));
        assert_eq!((closed.status.code(), closed.stdout == open.stdout), (open.status.code(), true), "{run}");
    }
    assert_eq!(shell("validate fixtures/no-such-file.pgn 2>&-").status.code(), Some(2));
}

#[test]
fn a_reader_that_closes_the_pipe_does_not_keep_copies_from_being_made() {
    let folder = Folder::new(1500);
    let [input, good, bad] =
        ["games.pgn", "outputs/good", "outputs/bad"].map(|name| folder.path().join(name).display().to_string());
    let run = format!("validate --all {input} --split-to {good} {bad}");
    let whole = shell(&run);
    assert_eq!(whole.status.code(), Some(1), "{}", stderr(&whole));
    assert!(whole.stdout.len() > 1 << 17, "longer than what a pipe holds");
    let expected = [fs::read(&good).unwrap(), fs::read(&bad).unwrap()];
    for name in [&good, &bad] {
        fs::remove_file(name).unwrap();
    }
    let line = format!(
        "{{ {} {run}; echo $? >{}; }} | head -c 9",
        env!("CARGO_BIN_EXE_adoube"),
        folder.path().join("code").display()
    );
    assert_eq!(Command::new("sh").args(["-c", &line]).output().unwrap().stdout.len(), 9);
    assert_eq!(fs::read_to_string(folder.path().join("code")).unwrap(), "1\n");
    assert!([fs::read(&good).unwrap(), fs::read(&bad).unwrap()] == expected);
}
