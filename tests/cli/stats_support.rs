//! Helpers for the tests of `adoube stats`: running it and reading its output.

use std::process::{Command, Output};

use serde_json::Value;

/// Six games that can be counted by hand.
pub(crate) const CLUB: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/stats/club.pgn");

/// Runs `adoube stats` with these arguments and nothing else.
pub(crate) fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_adoube")).env_clear().arg("stats").args(arguments).output().unwrap()
}

/// Its standard output; panics if it fails.
pub(crate) fn written(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The objects of its JSON Lines output.
pub(crate) fn rows(arguments: &[&str]) -> Vec<Value> {
    let text = written(&[&["--format", "jsonl"], arguments].concat());
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
