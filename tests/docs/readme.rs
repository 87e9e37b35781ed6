//! Every command in README.md and in the guide runs as printed, and their excerpts match the output.

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

/// Whether a line of the block runs the program, at its start, after a pipe, or as an engine.
fn needs(block: &str, program: &str) -> bool {
    block
        .lines()
        .any(|line| line.split(['|', ';', '&']).any(|part| part.trim_start().starts_with(&format!("{program} "))))
        || block.contains(&format!("--against {program}"))
}
