//! `adjudicate --official`: the games of an event against its official list.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

/// An event of 60 players and nine rounds, made by a formula: the score of each pairing by round and board.
const PLAYERS: usize = 60;
const ROUNDS: usize = 9;

/// A game that ends with this result.
#[derive(Clone)]
struct Board {
    round: usize,
    white: String,
    black: String,
    /// The result of the official list, and those of the tag and the marker.
    official: String,
    tag: String,
    marker: String,
    moves: String,
    is_played: bool,
}

fn name(player: usize) -> String {
    const SURNAMES: [&str; 12] = [
        "Adler",
        "Brandt",
        "Castillo",
        "Dvorak",
        "Ekman",
        "Fischbach",
        "Gomez",
        "Hoffmann",
        "Ivanchuk",
        "Jansson",
        "Kowalski",
        "Lindqvist",
    ];
    const GIVEN: [&str; 5] = ["Anna", "Boris", "Clara", "Dmitri", "Elena"];
    format!("{}, {}", SURNAMES[player % 12], GIVEN[player / 12])
}

/// A round robin of the first rounds by Berger's circle: nobody meets twice.
fn event() -> Vec<Board> {
    let mut boards = Vec::new();
    for round in 0..ROUNDS {
        let seat = |at: usize| if at == 0 { 0 } else { 1 + (at - 1 + round) % (PLAYERS - 1) };
        for board in 0..PLAYERS / 2 {
            let (one, other) = (seat(board), seat(PLAYERS - 1 - board));
            let (white, black) = if (round + board) % 2 == 0 { (one, other) } else { (other, one) };
            let result = ["1-0", "0-1", "1/2-1/2"][(round * 7 + board * 5) % 3].to_owned();
            boards.push(Board {
                round: round + 1,
                white: name(white),
                black: name(black),
                official: result.clone(),
                tag: result.clone(),
                marker: result,
                moves: "1. e4 e5 2. Nf3 Nc6".to_owned(),
                is_played: true,
            });
        }
    }
    boards
}

/// The games as a broadcast writes them: names with initials, without commas.
fn pgn(boards: &[Board]) -> String {
    let mut text = String::new();
    for (at, board) in boards.iter().enumerate().filter(|(_, board)| board.is_played) {
        let Board { round, white, black, tag, marker, moves, .. } = board;
        let _ = write!(
            text,
            "[Event \"Live\"]\n[Round \"{round}.{}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{tag}\"]\n\n{moves} {marker}\n\n",
            at % 30 + 1
        );
    }
    text
}

fn csv(boards: &[Board]) -> String {
    let rows = boards
        .iter()
        .map(|board| format!("{};\"{}\";\"{}\";{}\n", board.round, board.white, board.black, board.official));
    format!("Rd;White;Black;Result\n{}", rows.collect::<String>())
}

fn adjudicate(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_adoube"))
        .env_clear()
        .current_dir(folder)
        .arg("adjudicate")
        .args(arguments)
        .output()
        .unwrap()
}

fn rows(folder: &Path, arguments: &[&str]) -> Vec<Value> {
    let output = adjudicate(folder, &[&["--format", "jsonl"], arguments].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The names of a broadcast: the given name first, without a comma.
fn with_live_names(mut boards: Vec<Board>) -> Vec<Board> {
    for board in &mut boards {
        for name in [&mut board.white, &mut board.black] {
            let (surname, given) = name.split_once(", ").unwrap();
            *name = format!("{given} {surname}");
        }
    }
    boards
}

/// Makes a difference of each kind, in rounds 1 to 9, and a game that is not listed.
fn disturb(list: &mut [Board], live: &mut Vec<Board>) {
    const MATE: &str = "1. f3 e5 2. g4 Qh4#";
    let first = |list: &[Board], round: usize, result: &str| {
        list.iter().position(|board| board.round == round && board.official == result).unwrap()
    };
    let set = |board: &mut Board, tag: &str, marker: &str| (board.tag, board.marker) = (tag.into(), marker.into());
    // The board proves the official result, and that of the game.
    let at = first(list, 1, "0-1");
    set(&mut live[at], "1-0", "1-0");
    live[at].moves = MATE.into();
    let at = first(list, 2, "0-1");
    live[at].moves = MATE.into();
    list[at].official = "1-0".into();
    let at = first(list, 3, "1-0");
    set(&mut live[at], "1-0", "1/2-1/2");
    let at = first(list, 4, "1/2-1/2");
    set(&mut live[at], "*", "*");
    let at = first(list, 5, "1-0");
    live[at].is_played = false;
    let at = first(list, 6, "1-0");
    let Board { white, black, .. } = live[at].clone();
    (live[at].white, live[at].black) = (black, white);
    set(&mut live[at], "0-1", "0-1");
    let at = first(list, 7, "0-1");
    live[at].moves = String::new();
    let at = first(list, 8, "1-0");
    live[at].round = 9;
    let at = first(list, 9, "1-0");
    list[at].official = "*".into();
    live.push(Board { white: "Stranger, Sam".into(), black: "Other, Olaf".into(), ..live[0].clone() });
}

/// Ten differences in 270 pairings are found, and nothing else, on one screen.
#[test]
fn ten_differences_in_an_event_are_exactly_ten() {
    const COMPARE: [&str; 3] = ["live.pgn", "--official", "official.csv"];
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let write = |list: &[Board], live: &[Board]| {
        fs::write(folder.join("official.csv"), csv(list)).unwrap();
        fs::write(folder.join("live.pgn"), pgn(live)).unwrap();
    };
    let mut list = event();
    let mut live = with_live_names(event());
    write(&list, &live);
    let agreed = adjudicate(folder, &COMPARE);
    assert_eq!((agreed.status.code(), agreed.stdout.len()), (Some(0), 0), "{}", stderr(&agreed));
    assert!(stderr(&agreed).starts_with("270 pairings: 270 agree, 0 differ\n"), "{}", stderr(&agreed));

    disturb(&mut list, &mut live);
    write(&list, &live);
    let found = rows(folder, &COMPARE);
    let differences: Vec<&str> = found.iter().map(|row| row["differences"].as_str().unwrap()).collect();
    assert_eq!(
        differences,
        [
            "result",
            "result",
            "result",
            "unfinished",
            "no-game",
            "colors",
            "no-moves",
            "round",
            "no-official-result",
            "not-listed"
        ]
    );
    let right: Vec<Value> = found[..3].iter().map(|row| row["right"].clone()).collect();
    assert_eq!(right, [Value::from("official"), Value::from("game"), Value::Null]);
    assert_eq!((&found[0]["board"], &found[0]["board_reason"]), (&Value::from("0-1"), &Value::from("checkmate")));

    let text = adjudicate(folder, &COMPARE);
    assert_eq!(text.status.code(), Some(1));
    let shown = String::from_utf8(text.stdout.clone()).unwrap();
    assert!(shown.lines().count() <= 40 && shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    assert!(shown.contains("\n  the board shows 0-1 (checkmate); the official list is right\n"), "{shown}");
    assert!(shown.contains("\n  the board shows 0-1 (checkmate); the result of the game is right\n"), "{shown}");
    assert!(
        stderr(&text).starts_with("270 pairings: 261 agree, 9 differ; 1 game is not listed\n"),
        "{}",
        stderr(&text)
    );
    assert_eq!(rows(folder, &[&COMPARE[..], &["--all"]].concat()).len(), 271);
}

/// The same list as a report, as games and as CSV gives the same rows.
#[test]
fn lists_of_all_formats_are_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let boards = event();
    let mut live = boards.clone();
    (live[3].tag, live[3].marker) = ("*".into(), "*".into());
    fs::write(folder.path().join("live.pgn"), pgn(&live)).unwrap();
    fs::write(folder.path().join("list.csv"), csv(&boards)).unwrap();
    fs::write(folder.path().join("games.pgn"), pgn(&boards)).unwrap();
    let results: Vec<Board> = boards.into_iter().map(|board| Board { moves: String::new(), ..board }).collect();
    fs::write(folder.path().join("results.pgn"), pgn(&results)).unwrap();
    let written = Command::new(env!("CARGO_BIN_EXE_adoube"))
        .env_clear()
        .current_dir(folder.path())
        .args(["stats", "-q", "-o", "list.trf", "games.pgn"])
        .output()
        .unwrap();
    assert_eq!(written.status.code(), Some(0), "{}", stderr(&written));
    let compared = ["list.csv", "list.trf", "games.pgn", "results.pgn"].map(|list| {
        let mut rows = rows(folder.path(), &["live.pgn", "--official", list, "--all"]);
        rows.sort_by_key(|row| row["game"].as_u64());
        rows
    });
    assert_eq!(compared[0].len(), 270);
    assert_eq!(compared[0].iter().filter(|row| !row["differences"].is_null()).count(), 1);
    for (list, rows) in compared.iter().enumerate().skip(1) {
        for (row, expected) in rows.iter().zip(&compared[0]) {
            assert_eq!(row, expected, "{list}");
        }
    }
}

#[test]
fn names_that_are_not_certain_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write(
        "list.csv",
        "round,white,black,result\n1,\"Polgar, Judit\",\"Tal, Mikhail\",1-0\n1,\"Petrov, A\",\"Kasparov, Garry\",+/-\n",
    );
    write(
        "live.pgn",
        "[Round \"1\"]\n[White \"Polgar, Zsuzsa\"]\n[Black \"Tal M\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n",
    );
    let found = rows(folder.path(), &["live.pgn", "--official", "list.csv", "--all"]);
    assert_eq!((&found[0]["differences"], &found[0]["names"]), (&Value::from("names"), &Value::from("doubtful")));
    // A forfeited game has no record.
    assert_eq!((&found[1]["differences"], &found[1]["game"]), (&Value::Null, &Value::Null));
}

#[test]
fn lists_that_cannot_be_read_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("live.pgn", "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n");
    for (text, part) in [
        ("", "it has no pairings"),
        ("round,white,result\n1,A,1-0\n", "line 1: no column `black`; the columns are: round, white, result"),
        ("white,black,result\nA,B,won\n", "line 2: `won` is no result"),
        ("round,white,black,result\nfirst,A,B,1-0\n", "line 2: `first` is no round"),
        ("[White \"?\"]\n", "it has no pairings"),
    ] {
        write("list.csv", text);
        let output = adjudicate(folder.path(), &["live.pgn", "--official", "list.csv"]);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(stderr(&output).contains(part), "{text}: {}", stderr(&output));
    }
    write("list.csv", "white,black,result\nA,B,1-0\n");
    let output = adjudicate(folder.path(), &["live.pgn", "--official", "list.csv", "-o", "list.csv"]);
    assert_eq!(output.status.code(), Some(2), "the list is not replaced");
    let output = adjudicate(folder.path(), &["live.pgn", "--all"]);
    assert_eq!(output.status.code(), Some(2), "--all needs --official");
}
