//! Every command in README.md, in the guide and on the page about pgn-extract runs as printed, and excerpts match the output.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::{env, fs};

use crate::support::skipped;

/// Programs that may be missing; examples that need them are skipped then.
const OTHER_PROGRAMS: [&str; 4] = ["jq", "parallel", "stockfish", "zstd"];

fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The blocks of README.md and of the guide in this language.
fn blocks(language: &str) -> Vec<String> {
    let pages = ["README.md", "docs/guide.md"].map(|page| fs::read_to_string(project(page)).unwrap());
    let fence = format!("```{language}\n");
    let blocks = pages.iter().flat_map(|page| page.split(&fence).skip(1));
    blocks.map(|rest| rest.split("```").next().unwrap_or_default().to_owned()).collect()
}

/// A folder with the fixtures, to run commands in.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(project("fixtures"), folder.path().join("fixtures")).unwrap();
    folder
}

fn shell(script: &str, folder: &Path) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_adoube"));
    let here = program.parent().unwrap().to_owned();
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([here].into_iter().chain(env::split_paths(&path))).unwrap();
    let mut command = Command::new("sh");
    command.args(["-c", script]).current_dir(folder).env("PATH", path).stdin(Stdio::null());
    command.output().unwrap()
}

fn is_installed(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

#[test]
fn excerpt_matches_the_output() {
    let excerpts: Vec<String> = blocks("text").into_iter().filter(|block| block.starts_with("$ ")).collect();
    assert!(!excerpts.is_empty(), "no page shows an excerpt");
    for excerpt in excerpts {
        let (command, expected) = excerpt[2..].split_once('\n').unwrap();
        let output = shell(command, folder().path());
        let written = String::from_utf8(output.stdout).unwrap();
        assert_eq!(written.trim_end(), expected.trim_end(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn every_command_runs() {
    let folder = folder();
    for block in blocks("sh").iter().filter(|block| !block.contains("cargo ")) {
        let missing = OTHER_PROGRAMS.iter().find(|program| needs(block, program) && !is_installed(program));
        if let Some(program) = missing {
            skipped(&format!("there is no {program} for: {}", block.trim_end()));
            continue;
        }
        for line in block.lines() {
            let output = shell(line, folder.path());
            let diagnostics = String::from_utf8_lossy(&output.stderr);
            assert!(matches!(output.status.code(), Some(0 | 1)), "{line}\n{diagnostics}");
            assert!(!diagnostics.contains("error: "), "{line}\n{diagnostics}");
        }
    }
}

/// The table of README.md has the examples of `adoube --help`, which run on files of these names.
#[test]
fn the_jobs_are_those_of_the_help_and_run() {
    let help = String::from_utf8(shell("adoube --help", &project(".")).stdout).unwrap();
    let help: String = help.split_whitespace().collect::<Vec<_>>().join(" ");
    let folder = tempfile::tempdir().unwrap();
    let games = ["games", "a", "b", "old", "new"].map(|name| (name, "fixtures/games/classics.pgn"));
    for (name, source) in games.into_iter().chain([("event", "fixtures/stats/swiss.pgn")]) {
        fs::copy(project(source), folder.path().join(format!("{name}.pgn"))).unwrap();
    }
    shell("adoube filter --game 5 games.pgn -o game.pgn", folder.path());
    let readme = fs::read_to_string(project("README.md")).unwrap();
    let table = readme.lines().skip_while(|line| !line.starts_with("| I want to")).skip(2);
    let rows: Vec<(&str, &str)> =
        table.map_while(|line| line.strip_prefix("| ")?.strip_suffix("` |")?.split_once(" | `")).collect();
    assert!(rows.len() >= 15, "{rows:?}");
    for (job, command) in rows {
        if command.contains(" -i ") {
            // It needs a terminal.
            continue;
        }
        let is_missing = cfg!(not(feature = "pictures")) && command.contains("board.svg");
        assert!(is_missing || help.contains(&format!("{command} {job}")), "{command}: {job}\n{help}");
        if let Some(program) = OTHER_PROGRAMS.iter().find(|program| needs(command, program) && !is_installed(program)) {
            skipped(&format!("there is no {program} for: {command}"));
        } else if !is_missing {
            let output = shell(command, folder.path());
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(matches!(output.status.code(), Some(0 | 1)), "{command}: {errors}");
        }
    }
}

/// The commands of the page about pgn-extract run; where it says so, both programs select as many games.
#[test]
fn what_pgn_extract_does_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let all = ["classics", "gnuchess-book-sample"]
        .map(|name| fs::read_to_string(project(&format!("fixtures/games/{name}.pgn"))).unwrap());
    fs::write(folder.path().join("games.pgn"), all.concat()).unwrap();
    let selected = |command: &str| {
        let output = shell(command, folder.path());
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(matches!(output.status.code(), Some(0 | 1)) && !errors.contains("error: "), "{command}: {errors}");
        String::from_utf8_lossy(&output.stdout).lines().filter(|line| line.starts_with("[Event ")).count()
    };
    let page = fs::read_to_string(project("docs/from-pgn-extract.md")).unwrap();
    let rows: Vec<Vec<&str>> =
        page.lines().filter(|line| line.starts_with("| `")).map(|line| line.split(" | ").collect()).collect();
    assert!(rows.len() > 30, "{rows:?}");
    let mut compared = 0;
    for row in rows {
        let [theirs, ours] = [row[0], row[1]].map(|cell| cell.trim_start_matches("| ").trim_matches('`'));
        if theirs.contains("FILE") || ours.contains('…') {
            continue;
        }
        let ours = selected(ours);
        if row[2].starts_with("the same") && is_installed("pgn-extract") {
            assert_eq!(ours, selected(&theirs.replacen("pgn-extract", "pgn-extract -s", 1)), "{theirs}");
            compared += 1;
        }
    }
    if compared == 0 {
        skipped("there is no pgn-extract to compare with");
    }
}

/// Whether a line of the block runs the program, at its start, after a pipe, or as an engine.
fn needs(block: &str, program: &str) -> bool {
    block
        .lines()
        .any(|line| line.split(['|', ';', '&']).any(|part| part.trim_start().starts_with(&format!("{program} "))))
        || block.contains(&format!("--against {program}"))
}
