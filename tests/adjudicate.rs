//! `adoube adjudicate` from outside: what is asked too late, too far, or over the top of an input.

use std::fs;
use std::process::{Command, Output};

use assert_cmd::cargo::cargo_bin;
use tempfile::TempDir;

/// Rules on a game, in a folder of its own.
fn adjudicate(game: &str, arguments: &[&str]) -> (Output, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.pgn"), game).unwrap();
    let mut command = Command::new(cargo_bin("adoube"));
    command.current_dir(&folder).env_clear().args(["adjudicate", "game.pgn"]).args(arguments);
    (command.output().unwrap(), folder)
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn a_claim_in_a_game_that_is_over_costs_nothing() {
    let bare_kings = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4p3/4K3 w - - 0 1\"]\n\n1. Kxe2 1-0\n";
    let (output, _folder) = adjudicate(bare_kings, &["--claim", "fifty"]);
    let said = text(&output.stdout);
    assert!(said.contains("draw: dead-position") && said.contains("the claim is rejected: the game is over"), "{said}");
    assert!(!said.contains("minutes") && !said.contains("would have been"), "{said}");
}

#[test]
fn nothing_can_be_claimed_behind_the_end() {
    let game = format!("[Date \"2024.01.01\"]\n\n1. e4 e5 {}*\n", "Nf3 Nf6 Ng1 Ng8 ".repeat(2000));
    let (output, _folder) = adjudicate(&game, &["--format", "jsonl"]);
    let said = text(&output.stdout);
    assert!(said.contains("fivefold") && said.len() < 10_000, "{} bytes: {:.300}", said.len(), said);
}

#[test]
fn a_ply_beyond_the_end_is_told() {
    let (output, _folder) = adjudicate("1. e4 e5 *\n", &["--at", "99"]);
    assert!(text(&output.stdout).contains("fewer half-moves"), "{output:?}");
}

#[test]
fn the_input_is_not_written_over() {
    let (output, folder) = adjudicate("1. e4 e5 *\n", &["-o", "game.pgn"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("is read and would be written over"), "{output:?}");
    assert_eq!(fs::read_to_string(folder.path().join("game.pgn")).unwrap(), "1. e4 e5 *\n");
}
