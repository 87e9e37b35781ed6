//! End-to-end tests of the tables of an event: `adoube stats --table standings` and others.

use std::fs;

use adoube::parts::digest::{seal, unseal};
use serde_json::{Value, json};

use crate::stats_support::{CLUB, rows, run, written};

const SWISS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/stats/swiss.pgn");

const TABLES: &str = "standings,crosstable,rounds,pairings";

/// Some columns of each row.
fn values(rows: &[Value], columns: &[&str]) -> Vec<Value> {
    rows.iter().map(|row| columns.iter().map(|column| row[*column].clone()).collect()).collect()
}

/// Calls `take` with a file that defines Robert as an alias of Bob.
fn with_aliases<T>(take: impl FnOnce(&str) -> T) -> T {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("aliases.txt");
    fs::write(&path, "# one person\nRobert = Bob\n").unwrap();
    take(path.to_str().unwrap())
}

/// Counted by hand. Cleo's bye is a game against a dummy with 1½ points: half a point a round.
#[test]
fn standings_of_a_swiss() {
    let rows = with_aliases(|aliases| rows(&["--table", "standings", "--k", "20", "--aliases", aliases, SWISS]));
    let columns = ["rank", "rank_to", "player", "rating", "games", "points", "bh_c1", "bh", "sb"];
    assert_eq!(
        values(&rows, &columns),
        [
            json!([1, 1, "Cleo", 2000, 2, 2.5, 4.0, 5.5, 4.5]),
            json!([2, 2, "Bob", 2050, 3, 2.0, 4.0, 4.0, 2.0]),
            json!([3, 3, "Ada", 2100, 3, 2.0, 4.0, 4.0, 1.5]),
            json!([4, 4, "Dan", 1950, 2, 1.5, 4.0, 4.0, 1.0]),
            json!([5, 5, "Eve", 1900, 2, 0.0, 4.0, 4.0, 0.0]),
            json!([6, 6, "Fay", null, 0, 0.0, 0.0, 0.0, 0.0]),
        ]
    );
    // Cleo: 1½ of 2 against 2100 and 2050 is 75 %, so 193 more than 2075; 0.36 and 0.43 were to be expected.
    let columns = ["rated_games", "rated_points", "average", "performance", "expected", "change"];
    assert_eq!(
        (values(&rows[..1], &columns), values(&rows[5..], &columns)),
        (vec![json!([2, 1.5, 2075, 2268, 0.79, 14.2])], vec![json!([0, 0.0, null, null, null, null])])
    );
}

#[test]
fn tied_players_share_ranks() {
    let arguments = ["--table", "standings", "--tie-break", "bh,win", "--where", "Event = 'Club evening'", CLUB];
    assert_eq!(
        values(&rows(&arguments), &["rank", "rank_to", "player", "bh", "win"]),
        [json!([1, 1, "Bob", 1.0, 2]), json!([2, 3, "Ada", 2.5, 0]), json!([2, 3, "Cleo", 2.5, 0])]
    );
    let text = written(&arguments);
    assert!(text.contains("\n  rank  player") && text.contains("\n   2-3  Ada "), "{text}");
    assert!(text.contains("\n  a round robin, 3 players, 3 rounds\n  bh: Buchholz; win: rounds won; "), "{text}");
}

#[test]
fn crosstable_rounds_and_pairings_of_a_swiss() {
    let (cross, rounds) = with_aliases(|aliases| {
        let of = |table| rows(&["--table", table, "--aliases", aliases, SWISS]);
        (of("crosstable"), of("rounds"))
    });
    assert_eq!(
        values(&cross, &["number", "player", "1", "2", "3", "4", "5", "6", "points"]),
        [
            json!([1, "Cleo", "×", "½", "1", null, null, null, 2.5]),
            json!([2, "Bob", "½", "×", null, "½", "1", null, 2.0]),
            json!([3, "Ada", "0", null, "×", "1", "1", null, 2.0]),
            json!([4, "Dan", null, "½", "0", "×", null, "+", 1.5]),
            json!([5, "Eve", null, "0", "0", null, "×", "*", 0.0]),
            json!([6, "Fay", null, null, null, "-", "*", "×", 0.0]),
        ]
    );
    assert_eq!(
        values(&rounds, &["number", "round_1", "round_2", "round_3"]),
        [
            json!([1, "bye1", "3w1", "2b½"]),
            json!([2, "4w½", "5b1", "1w½"]),
            json!([3, "5w1", "1b0", "4w1"]),
            json!([4, "2b½", "6w+", "3b0"]),
            json!([5, "3b0", "2w0", "6b*"]),
            json!([6, null, "4b-", "5w*"]),
        ]
    );
    let pairings = written(&["--format", "csv", "--table", "pairings", "--top", "3", SWISS]);
    assert_eq!(
        pairings,
        "round,date,white,black,result\n1,2024.05.03,Ada,Eve,1-0\n1,2024.05.03,Bob,Dan,½-½\n1,2024.05.03,Cleo,BYE,+/-\n"
    );
}

#[test]
fn irregularities_are_reported() {
    let text = written(&["--table", "standings", "--sort", "player", "--top", "2", SWISS]);
    for note in [
        "a Swiss, 7 players, 3 rounds",
        "1 bye",
        "1 game without a result: no points",
        "1 game without moves by a player: unplayed, points by the result",
        "4 rounds without an entry for a player: counted as absences",
        "2 of 7 rows",
    ] {
        assert!(text.lines().any(|line| line.trim() == note), "{note}\n{text}");
    }
    assert!(text.lines().nth(3).unwrap().contains("Robert"), "{text}");
}

/// A long list of remarks is cut, and no name reaches a terminal as a control sequence.
#[test]
fn remarks_are_limited_and_escaped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("twice.pgn");
    let tags = |n: u32| format!("[Round \"1\"]\n[White \"\u{1b}[2J{n}\"]\n[Black \"x{n}\"]\n[Result \"1-0\"]\n\n");
    let games: String = (0..20).map(|n| format!("{}1. e4 e5 1-0\n\n", tags(n)).repeat(2)).collect();
    fs::write(&path, games).unwrap();
    let text = String::from_utf8(run(&["--table", "standings", path.to_str().unwrap()]).stdout).unwrap();
    assert!(text.contains("\n  and 10 more notes\n"), "{text}");
    assert!(text.contains("are paired more than once in round 1") && !text.contains('\u{1b}'), "{text}");
}

#[test]
fn the_output_does_not_depend_on_parts_and_threads() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let text = fs::read_to_string(SWISS).unwrap();
    let cut = text.match_indices("[Event").nth(4).unwrap().0;
    let halves = [("a", &text[..cut]), ("b", &text[cut..])].map(|(name, games)| {
        let (input, part) = (path(&format!("{name}.pgn")), path(&format!("{name}.part")));
        fs::write(&input, games).unwrap();
        written(&["--partial", &part, "--table", "results", "--table", TABLES, &input]);
        part
    });
    for format in ["text", "jsonl"] {
        let look = ["--format", format, "--tie-break", "PS,ARO", "--system", "swiss", "--k", "10"];
        let whole = written(&[&look[..], &["-j", "1", "--table", "results", "--table", TABLES, SWISS]].concat());
        let merged = written(&[&look[..], &["--merge", &halves[0], &halves[1]]].concat());
        assert_eq!(whole, merged);
        assert_eq!(whole, written(&[&look[..], &["-j", "3", "--table", "results", "--table", TABLES, SWISS]].concat()));
    }
    let whole = rows(&["--table", TABLES, SWISS]);
    assert_eq!(rows(&["--table", TABLES, "--game", "1-", SWISS]), whole, "games that are counted apart");
    // A part with contradictory counts is rejected.
    let sealed = fs::read(&halves[0]).unwrap();
    let part = str::from_utf8(unseal(&sealed).unwrap()).unwrap().replace("[\"May Open\",4]", "[\"May Open\",5]");
    fs::write(&halves[0], seal(part.into_bytes())).unwrap();
    let output = run(&["--merge", &halves[0], &halves[1]]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && error.contains("it has no event for standings"), "{error}");
}

#[test]
fn invalid_arguments_are_named_in_the_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("aliases.txt");
    fs::write(&path, "Ada = Bob\nEve\n").unwrap();
    for (arguments, message) in [
        (&["--table", "standings", CLUB][..], "2 events (\"Club evening\", \"Problem night\")"),
        (&["--table", "standings", CLUB], "--where 'Event = \"Club evening\"'"),
        (&["--table", "rounds", "--by", "year", SWISS], "--by: the table rounds describes one event"),
        (&["--table", "standings:3", SWISS], "the table standings has no bands"),
        (&["--table", "standings", "--sort", "elo", SWISS], "--sort: unknown column `elo`; "),
        (&["--table", "standings,rounds", "--format", "csv", SWISS], "writes a single table"),
        (&["--tie-break", "BH", SWISS], "--tie-break requires --table standings|crosstable|rounds"),
        (&["--table", "pairings", "--system", "swiss", SWISS], "--system requires"),
        (&["--table", "results", "--aliases", CLUB, SWISS], "--aliases requires"),
        (&["--table", "rounds", "--k", "10", SWISS], "--k requires --table standings"),
        (&["--table", "standings", "--k", "15", SWISS], "[possible values: 10, 20, 40]"),
        (&["--table", "standings", "--tie-break", "BH,Koya", SWISS], "unknown tie-break `Koya`; expected one of: BH,"),
        (&["--table", "standings", "--tie-break", "BH1,BH/C1", SWISS], "BH/C1 is given twice"),
        (&["--table", "standings", "--aliases", path.to_str().unwrap(), SWISS], "aliases.txt: line 2: no `=`"),
        (&["--table", "standings", "--aliases", "no-such-file", SWISS], "--aliases: no-such-file: "),
    ] {
        let output = run(arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && error.contains(message), "{arguments:?}: {error}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn an_input_list_is_not_overwritten() {
    with_aliases(|aliases| {
        let output = run(&["--table", "standings", "--aliases", aliases, "-o", aliases, SWISS]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && error.contains("is an input and would be overwritten"), "{error}");
    });
}

/// Missing games cannot be known, but missing rounds can.
#[test]
fn missing_rounds_are_reported() {
    let table = written(&["--table", "standings", "--where", "Round >= 3", SWISS]);
    for note in ["no game of rounds 1–2", "treated as a Swiss, because not all players have met", "1 round\n"] {
        assert!(table.contains(note), "{table}");
    }
    assert!(!written(&["--table", "standings", SWISS]).contains("no game of rounds"));
}

/// The name of an event may contain shell commands, and users paste it into a shell.
#[test]
fn names_of_events_are_quoted_for_the_shell() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pgn");
    let game = |event: &str| format!("[Event \"{event}\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. e4 1-0\n\n");
    for (event, is_advised) in [("Cup", true), ("x'; touch it; echo '", false)] {
        fs::write(&path, game(event) + &game(&format!("{event} 2"))).unwrap();
        let output = run(&["--table", "standings", path.to_str().unwrap()]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2));
        assert!(error.contains("choose it with --where"), "{error}");
        assert_eq!(error.contains("as in `--where 'Event"), is_advised, "{error}");
    }
}
