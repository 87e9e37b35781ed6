//! End-to-end tests of `adoube stats --table match`.

use std::fmt::Write as _;
use std::fs;

use serde_json::{Value, json};

use crate::stats_support::{rows, run, written};

const MATCH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/stats/match.pgn");

fn values(row: &Value, columns: &str) -> Vec<Value> {
    columns.split(' ').map(|column| row[column].clone()).collect()
}

/// Writes games to a file, and calls `take` with its path.
fn with_games<T>(games: &str, take: impl FnOnce(&str) -> T) -> T {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    fs::write(&path, games).unwrap();
    take(path.to_str().unwrap())
}

/// A game from this opening, in which the engines search from the next move on.
fn game(white: &str, black: &str, round: &str, opening: &str, result: &str, more: &str) -> String {
    let tags = [("White", white), ("Black", black), ("Round", round), ("Result", result)];
    let mut text = String::new();
    for (name, value) in tags {
        writeln!(text, "[{name} \"{value}\"]").unwrap();
    }
    let book: Vec<String> = opening.split(' ').map(|san| format!("{san} {{book}}")).collect();
    writeln!(text, "{more}\n{} Nf3 {{+0.10/12 0.520s, n=1000}} Nc6 {{-0.10/14 0.1s}} {result}\n", book.join(" "))
        .unwrap();
    text
}

/// Counted by hand: the games of a pair have 2 and 1½ points, so the error is √(0.25² + 0.25²) / 4.
#[test]
fn a_match_of_two_engines() {
    let table = rows(&["--table", "match", "--sprt", "0,5", MATCH]);
    assert_eq!(table.len(), 2);
    let columns = "engine opponent games wins draws losses no_result score elo elo_error los nelo pairs pairs_1_5 pairs_2 \
                   unpaired repeated time_losses crashes illegal_moves";
    assert_eq!(
        values(&table[0], columns),
        *json!([
            "Alpha 1.0",
            "Beta 2.1",
            4,
            3,
            1,
            0,
            0,
            0.875,
            338.039_216,
            null,
            0.999_989,
            737.022_176,
            2,
            1,
            1,
            0,
            1,
            0,
            0,
            0
        ])
        .as_array()
        .unwrap()
    );
    assert_eq!(
        values(&table[1], "engine wins losses score time_losses pairs_0 pairs_0_5"),
        [json!("Beta 2.1"), json!(0), json!(3), json!(0.125), json!(1), json!(1), json!(1)]
    );
    assert_eq!(values(&table[0], "decision")[0], "continue");
    let text = written(&["--table", "match", "--sprt", "0,5", MATCH]);
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    for part in ["Alpha 1.0 – Beta 2.1  3-1-0", "+338.0", "0 0 0 1 1", "losses on time 1", "SPRT: normalized [0, 5]"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    let csv = written(&["--table", "match", "--format", "csv", MATCH]);
    assert!(csv.starts_with("engine,opponent,games,") && !csv.contains("llr"), "{csv}");
}

#[test]
fn pairs_are_games_of_one_opening_with_both_colors() {
    let games = [
        game("A", "B", "1", "e4 e5", "1-0", "[Termination \"illegal move\"]"),
        game("B", "A", "1", "e4 e5", "1/2-1/2", ""),
        game("A", "B", "2", "d4 d5", "0-1", "[Termination \"abandoned\"]"),
        game("B", "A", "3", "c4 c5", "*", ""),
        game("C", "A", "4", "e4 e5", "1-0", ""),
    ];
    with_games(&games.concat(), |path| {
        let table = rows(&["--table", "match", path]);
        let shown: Vec<_> = table
            .iter()
            .map(|row| values(row, "engine opponent games pairs unpaired no_result crashes illegal_moves"))
            .collect();
        let expected = [
            json!(["C", null, 1, 0, 1, 0, 0, 0]),
            json!(["C", "A", 1, 0, 1, 0, 0, 0]),
            json!(["B", null, 4, 1, 1, 1, 0, 1]),
            json!(["B", "A", 4, 1, 1, 1, 0, 1]),
            json!(["A", null, 5, 1, 2, 1, 1, 0]),
            json!(["A", "C", 1, 0, 1, 0, 0, 0]),
            json!(["A", "B", 4, 1, 1, 1, 1, 0]),
        ];
        assert_eq!(shown, expected.map(|row| row.as_array().unwrap().clone()));
        let a = &table[4];
        assert_eq!(
            values(a, "pairs_1_5 mean_search_depth mean_spent mean_nodes"),
            [json!(1), json!(13.2), json!(0.268), json!(1000.0)]
        );
        let text = written(&["--table", "match", path]);
        assert!(text.contains("games without a game with the other colors: 2 (rounds 2, 4)"), "{text}");
        assert!(text.contains("games without a result: 1"), "{text}");
        assert!(text.contains("\n  A       1-1-2 ") && text.contains("\n    – C   0-0-1 "), "{text}");
    });
}

/// The output does not depend on parts, threads and the order in which names first occur.
#[test]
fn parts_merge() {
    let engines = ["Alpha", "Beta", "Gamma"];
    let openings = ["e4 e5", "d4 d5", "c4 e5"];
    let game = |number: usize| {
        let (white, black) = (engines[number % 3], engines[(number + 1 + number / 7 % 2) % 3]);
        let result = ["1-0", "1/2-1/2", "0-1", "1/2-1/2", "*"][number * number % 5];
        game(white, black, &number.to_string(), openings[number / 2 % 3], result, "")
    };
    let games: Vec<String> = (0..60).map(game).collect();
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("all.pgn"), games.concat()).unwrap();
    for cut in [1, 7, 30, 59] {
        let parts = [("a", &games[..cut]), ("b", &games[cut..])].map(|(name, games)| {
            fs::write(path(&format!("{name}.pgn")), games.concat()).unwrap();
            let part = path(&format!("{name}.part"));
            written(&["--partial", &part, "--table", "match,results,crosstable", &path(&format!("{name}.pgn"))]);
            part
        });
        for format in ["text", "jsonl"] {
            let whole = written(&[
                "--format",
                format,
                "--sprt",
                "logistic:0,10",
                "--table",
                "match,results,crosstable",
                &path("all.pgn"),
            ]);
            assert_eq!(
                whole,
                written(&["--format", format, "--sprt", "logistic:0,10", "--merge", &parts[0], &parts[1]])
            );
        }
    }
}

#[test]
fn wrong_arguments_are_errors() {
    for (arguments, message) in [
        (&["--table", "match", "--sprt", "2,0", MATCH][..], "ELO0 must be less than ELO1"),
        (&["--table", "match", "--sprt", "bayesian:0,2", MATCH], "unknown model `bayesian`"),
        (&["--table", "standings", "--sprt", "0,2", MATCH], "--sprt requires --table match"),
        (&["--table", "match", "--by", "year", MATCH], "--by: the table match"),
        (&["--table", "match", "--k", "10", MATCH], "--k requires --table standings"),
        (&["--table", "match", "--points", "3,1,0", MATCH], "--points requires --table standings|crosstable|rounds"),
        (&["--table", "match:3", MATCH], "the table match has no bands"),
    ] {
        let output = run(arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && error.contains(message), "{arguments:?}: {error}");
    }
}
