//! The blocks of a page, which run in a folder with the fixtures: commands, scripts, and excerpts of output.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::{env, fs};

use crate::support::skipped;

/// Programs that may be missing; examples that need them are skipped then.
const OTHER_PROGRAMS: [&str; 5] = ["duckdb", "jq", "parallel", "stockfish", "zstd"];

pub(crate) fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A folder with the fixtures, to run commands in.
pub(crate) fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(project("fixtures"), folder.path().join("fixtures")).unwrap();
    folder
}

pub(crate) fn shell(script: &str, folder: &Path) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_adoube"));
    let here = program.parent().unwrap().to_owned();
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([here].into_iter().chain(env::split_paths(&path))).unwrap();
    let mut command = Command::new("sh");
    command.args(["-c", script]).current_dir(folder).env("PATH", path).stdin(Stdio::null());
    command.output().unwrap()
}

pub(crate) fn is_installed(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

/// A program that the commands need and that is not installed. Says then that they are skipped.
pub(crate) fn missing_program(commands: &str) -> Option<&'static str> {
    let program = OTHER_PROGRAMS.into_iter().find(|program| needs(commands, program) && !is_installed(program))?;
    skipped(&format!("there is no {program} for: {}", commands.trim_end()));
    Some(program)
}

/// Whether a line of the block runs the program, at its start, after a pipe, or as an engine.
fn needs(block: &str, program: &str) -> bool {
    block
        .lines()
        .any(|line| line.split(['|', ';', '&']).any(|part| part.trim_start().starts_with(&format!("{program} "))))
        || block.contains(&format!("--against {program}"))
}

/// The fenced blocks of a text, in order: language and content.
pub(crate) fn blocks(text: &str) -> Vec<(&str, &str)> {
    let blocks = text.split("\n```").skip(1).step_by(2);
    blocks.filter_map(|block| block.split_once('\n')).collect()
}

/// Runs all blocks of a page, in one folder, as a reader would. Returns the number of those that ran.
pub(crate) fn run(page: &str) -> usize {
    let folder = folder();
    let text = fs::read_to_string(project(page)).unwrap();
    let mut count = 0;
    for (language, block) in blocks(&text) {
        let is_excerpt = language == "text" && block.starts_with("$ ");
        if !is_excerpt && language != "sh" || block.contains("cargo ") || missing_program(block).is_some() {
            continue;
        }
        count += 1;
        if is_excerpt {
            check_excerpt(block, folder.path());
        } else if let Some(script) = block.strip_prefix("#!/bin/sh\n# ") {
            let name = script.split(':').next().unwrap_or_default();
            fs::write(folder.path().join(name), block).unwrap();
        } else {
            block.lines().for_each(|line| check_command(line, folder.path(), page));
        }
    }
    count
}

/// An excerpt is a command, and all that it writes.
fn check_excerpt(excerpt: &str, folder: &Path) {
    let (command, expected) = excerpt[2..].split_once('\n').unwrap();
    let output = shell(command, folder);
    let written = String::from_utf8(output.stdout).unwrap();
    assert_eq!(written.trim_end(), expected.trim_end(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// A command that can be run, and ends with the code of the comment `# exit code 1`, if there is one. On the pages with recipes, it
/// ends with 0 if there is none.
fn check_command(line: &str, folder: &Path, page: &str) {
    let output = shell(line, folder);
    let diagnostics = String::from_utf8_lossy(&output.stderr);
    let expected = line.split_once("# exit code ").map(|(_, text)| text.split(':').next().unwrap_or_default().parse());
    let is_right = match (output.status.code(), expected) {
        (Some(code), Some(expected)) => expected == Ok(code),
        (Some(1), None) => !page.starts_with("docs/recipes/"),
        (code, None) => code == Some(0),
        (None, _) => false,
    };
    let written = String::from_utf8_lossy(&output.stdout);
    assert!(is_right, "{page}: {line}\n{:?}\n{written}\n{diagnostics}", output.status);
    assert!(!diagnostics.contains("error: "), "{page}: {line}\n{diagnostics}");
}
