//! What the tests of `adoube stats` share: running it, and reading what it writes.

#![allow(dead_code, reason = "no test uses all of it")]

use std::process::{Command, Output};

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

/// Six games, to be counted by hand.
pub(crate) const CLUB: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/stats/club.pgn");

/// Runs `adoube stats` with these arguments and nothing else.
pub(crate) fn run(arguments: &[&str]) -> Output {
    Command::new(cargo_bin("adoube")).env_clear().arg("stats").args(arguments).output().unwrap()
}

/// What it writes, if all is well.
pub(crate) fn written(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The objects it writes as JSON Lines.
pub(crate) fn rows(arguments: &[&str]) -> Vec<Value> {
    let text = written(&[&["--format", "jsonl"], arguments].concat());
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
