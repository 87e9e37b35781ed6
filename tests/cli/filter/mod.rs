//! End-to-end tests of `adoube filter`.

use std::fs;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use adoube::game::replay::read_game;
use adoube::game::rules::RuleSet;
use tempfile::TempDir;

mod copies;
mod positions;
mod sorting;
mod splitting;
mod unique;

fn filter(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_adoube")).arg("filter").args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// With this text on standard input.
fn filter_text(arguments: &[&str], text: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adoube"));
    let command = command.arg("filter").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let text = text.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&text));
    let output = child.wait_with_output().unwrap();
    // A run with --head may end before it has read everything.
    drop(writer.join().unwrap());
    output
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

/// A folder with a file of these bytes, and the path of the file.
fn file(bytes: impl AsRef<[u8]>) -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pgn");
    fs::write(&path, bytes).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

/// The texts of the games in a text.
fn games(text: &[u8]) -> Vec<&[u8]> {
    let (mut games, mut at) = (Vec::new(), 0);
    while at < text.len() {
        let game = read_game(text, at, RuleSet::EMPTY);
        at = game.span.end;
        games.push(&text[game.span]);
    }
    games
}

/// The value of a tag of a game.
fn tag(game: &[u8], name: &str) -> String {
    let text = String::from_utf8_lossy(game);
    let start = format!("[{name} \"");
    text.lines().find_map(|line| line.strip_prefix(&start)?.strip_suffix("\"]")).unwrap_or_default().to_owned()
}
