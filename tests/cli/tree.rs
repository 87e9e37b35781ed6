//! End-to-end tests of `adoube stats --tree`.

use std::fs;
use std::path::{Path, PathBuf};

use adoube::parts::digest::{seal, unseal};
use serde_json::{Value, json};

use crate::stats_support::{CLUB, rows, run, written};

const BOOK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/games/gnuchess-book-sample.pgn");
const CLASSICS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/games/classics.pgn");

/// Two move orders to one position, a game that ends early, and one from a FEN position.
const GAMES: &str = "\
[White \"Ada\"]\n[WhiteElo \"2000\"]\n[BlackElo \"1900\"]\n\n1. d4 Nf6 2. c4 e6 1-0\n\n\
[White \"Bob\"]\n[WhiteElo \"1800\"]\n\n1. c4 Nf6 2. d4 e6 1/2-1/2\n\n\
[White \"Ada\"]\n\n1. c4 c5 0-1\n\n\
[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n[SetUp \"1\"]\n\n1. O-O *\n";

/// Writes a file of games into a folder.
fn file(folder: &Path, name: &str, text: &str) -> String {
    let path: PathBuf = folder.join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn row_is_a_move_in_a_position() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "games.pgn", GAMES);
    let rows = rows(&["--tree", "4", &path]);
    assert_eq!(
        rows[0],
        json!({"type": "stats", "table": "tree", "depth": 1, "line": "1. c4", "line_uci": "c2c4", "san": "c4", "uci": "c2c4",
            "epd": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "games": 2, "share": 0.666_667, "white_wins": 0,
            "draws": 1, "black_wins": 1, "no_result": 0, "score": 0.25, "score_low": 0.026_677, "score_high": 0.802_133,
            "few": true, "mean_elo": 1800.0, "mean_opponent": null, "eco": "A10", "opening": "English Opening",
            "transposes_to": null})
    );
    let values: Vec<Value> = rows
        .iter()
        .map(|row| json!([row["line"], row["games"], row["share"], row["mean_elo"], row["transposes_to"]]))
        .collect();
    assert_eq!(
        values,
        [
            json!(["1. c4", 2, 0.666_667, 1800.0, null]),
            json!(["1. c4 c5", 1, 0.5, null, null]),
            json!(["1. c4 Nf6", 1, 0.5, null, null]),
            json!(["1. c4 Nf6 2. d4", 1, 1.0, 1800.0, null]),
            json!(["1. c4 Nf6 2. d4 e6", 2, 1.0, 1900.0, null]),
            json!(["1. d4", 1, 0.333_333, 2000.0, null]),
            json!(["1. d4 Nf6", 1, 1.0, 1900.0, null]),
            json!(["1. d4 Nf6 2. c4", 1, 1.0, 2000.0, "1. c4 Nf6 2. d4"]),
        ]
    );
}

#[test]
fn the_tree_is_indented_by_plies() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "games.pgn", GAMES);
    let text = written(&["--tree", "3", &path]);
    assert_eq!(
        text,
        "\
Tree of 3 games, 3 plies deep
  move        games   share    score  95% interval  mean elo  eco  opening                                 transposes to
  1. c4           2   66.7%   ~25.0%     2.7–80.2%      1800  A10  English Opening
    1... c5       1   50.0%    ~0.0%     0.0–79.3%            A30  English Opening: Symmetrical Variation
    1... Nf6      1   50.0%   ~50.0%     5.5–94.5%            A15  English Opening: Anglo-Indian Defense
      2. d4       1  100.0%   ~50.0%     5.5–94.5%      1800  A50  Indian Defense: Normal Variation
  1. d4           1   33.3%  ~100.0%   20.7–100.0%      2000  A40  Queen's Pawn Game
    1... Nf6      1  100.0%  ~100.0%   20.7–100.0%      1900  A45  Indian Defense
      2. c4       1  100.0%  ~100.0%   20.7–100.0%      2000  A50  Indian Defense: Normal Variation        1. c4 Nf6 2. d4
  1 game is not in the tree, because it does not start from the initial position
  1 game ends before ply 3
  ~ before a score: fewer than 30 results
"
    );
    let empty = written(&["--tree", "1", "--min-count", "9", &path]);
    assert!(empty.contains("\n  no rows\n") && empty.contains("\n  0 of 2 rows\n"), "{empty}");
}

#[test]
fn rows_are_limited_and_sorted_within_each_position() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "games.pgn", GAMES);
    let lines = |arguments: &[&str]| -> Vec<String> {
        let rows = rows(&[&["--tree", "4", &path], arguments].concat());
        rows.iter().map(|row| row["line"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(lines(&["--min-count", "2"]), ["1. c4"]);
    assert_eq!(lines(&["--top", "1"]), ["1. c4", "1. c4 c5"]);
    let best = ["1. d4", "1. d4 Nf6", "1. d4 Nf6 2. c4", "1. d4 Nf6 2. c4 e6"];
    assert_eq!(lines(&["--top", "1", "--sort", "score"]), best);
    assert_eq!(lines(&["--where", "White = Ada and has:WhiteElo"]), best);
    assert_eq!(lines(&["--game", "1"]), best);
}

#[test]
fn the_tree_is_printed_after_the_tables() {
    let both = written(&["--tree", "2", "--table", "results", CLUB]);
    let apart = [written(&["--table", "results", CLUB]), written(&["--tree", "2", CLUB])].join("\n");
    assert_eq!(both, apart);
    let csv = written(&["--tree", "2", "--format", "csv", "--top", "1", CLUB]);
    assert!(csv.starts_with("depth,line,line_uci,san,uci,epd,games,share,") && csv.lines().count() == 3, "{csv}");
}

#[test]
fn opening_names_come_from_the_given_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let names = file(folder.path(), "names.tsv", "eco\tname\tpgn\nA00\tMine\t1. c4\n");
    let (games, part) = (file(folder.path(), "games.pgn", GAMES), path("a.part"));
    let given = ["--tree", "1", "--openings", &names, "--format", "csv"];
    let whole = written(&[&given[..], &["--partial", &part, &games]].concat());
    assert!(whole.contains(",A00,Mine,") && !whole.contains("A40"), "{whole}");
    assert_eq!(written(&["--merge", &part, "--openings", &names, "--format", "csv"]), whole);
    let refused = run(&["--merge", &part]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--tree needs that option again"));
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn the_output_is_the_same_for_any_number_of_threads_and_parts() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for format in ["text", "jsonl"] {
        let given =
            |threads| ["--tree", "30", "--table", "results", "--format", format, "-j", threads, BOOK, CLUB, CLASSICS];
        let one = written(&given("1"));
        assert!(one == written(&given("2")) && one == written(&given("5")), "{format}");
        let parts = [BOOK, CLUB, CLASSICS].map(|input| {
            let part = path(input.rsplit('/').next().unwrap());
            let _ = fs::remove_file(&part);
            written(&["--tree", "30", "--table", "results", "--partial", &part, input]);
            part
        });
        assert_eq!(
            written(&[&["--merge", "--format", format][..], &parts.each_ref().map(|part| &**part)].concat()),
            one
        );
    }
    let (one, other) = (path("5.part"), path("6.part"));
    written(&["--tree", "5", "--partial", &one, CLUB]);
    written(&["--tree", "6", "--partial", &other, BOOK]);
    let output = run(&["--merge", &one, &other]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("tree of 5 plies and tree of 6 plies"), "{error}");
}

#[test]
fn unsupported_requests_are_refused() {
    for (arguments, message) in [
        (&["--tree", "0", CLUB][..], "expected a whole number from 1 to 400"),
        (&["--tree", "401", CLUB], "expected a whole number from 1 to 400"),
        (&["--tree", "5", "--by", "year", CLUB], "--by: a tree cannot be split"),
        (&["--tree", "5", "--sort", "san", CLUB], "unknown column `san`; expected one of: black_wins, draws"),
        (&["--tree", "5", "--table", "results", "--format", "csv", CLUB], "writes a single table"),
        #[cfg(feature = "parquet")]
        (&["--tree", "5", "--table", "results", "--format", "parquet", CLUB], "writes a single table"),
        (&["--tree", "5", "--format", "html", CLUB], "--tree cannot be used with --format html"),
        (&["--tree", "5", "--merge", CLUB], "cannot be used with"),
    ] {
        let output = run(arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && error.contains(message), "{arguments:?}: {error}");
    }
    let folder = tempfile::tempdir().unwrap();
    let part = folder.path().join("a.part");
    let part = part.to_str().unwrap();
    written(&["--table", "results", "--partial", part, CLUB]);
    let output = run(&["--merge", part, "--openings", CLUB]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && error.contains("--openings"), "{error}");
    written(&["--tree", "2", "--partial", part, CLUB]);
    let sealed = fs::read(part).unwrap();
    let text = str::from_utf8(unseal(&sealed).unwrap()).unwrap().replacen("\"e2e4\"", "\"e2e5\"", 1);
    fs::write(part, seal(text.into_bytes())).unwrap();
    let output = run(&["--merge", part]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && error.contains("it has an impossible tree"), "{error}");
}
