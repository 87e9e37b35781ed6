//! End-to-end tests of `adoube stats`.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use adoube::parts::digest::{seal, unseal};
use serde_json::{Value, json};

use crate::stats_support::{CLUB, rows, run, written};
use crate::support::data_folder;

const BOOK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/games/gnuchess-book-sample.pgn");
const CLASSICS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/games/classics.pgn");

const ALL_TABLES: &str = "results,lengths,openings,players,events,elo,difference,terminations,endings,claims,timecontrol,\
                          clocks,tags,material,squares,moves,firstmoves,positions,identity,duplicates";

/// The values of one column of a table, by those of another.
fn column(table: &str, key: &str, value: &str, arguments: &[&str]) -> BTreeMap<String, Value> {
    let rows = rows(&[&["--table", table], arguments].concat());
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    rows.iter().map(|row| (text(&row[key]), row[value].clone())).collect()
}

#[test]
fn games_that_occur_more_than_once_are_counted() {
    let table = ["--table", "duplicates"];
    assert_eq!(rows(&[&table[..], &[CLASSICS]].concat()), [] as [Value; 0]);
    let twice = rows(&[&table[..], &[CLASSICS, BOOK, CLASSICS]].concat());
    // Two of the 17 games have no players.
    assert_eq!(twice.len(), 15);
    assert!(twice.iter().all(|row| row["games"] == 2), "{twice:?}");
    let opera = twice.iter().find(|row| row["white"] == "morphy p").unwrap();
    assert_eq!(opera["play_id"].as_str().unwrap().len(), 32);
}

#[test]
fn results_are_counted_as_written() {
    assert_eq!(
        rows(&["--table", "results", CLUB]),
        [
            json!({"type": "stats", "table": "results", "games": 6, "share": 1.0, "white_wins": 2, "draws": 2, "black_wins": 1, "no_result": 1,
                "score": 0.6, "score_low": 0.230_724, "score_high": 0.882_379, "few": true, "mean_plies": 8.666_667})
        ]
    );
    let by_year = column("results", "year", "games", &["--by", "year", CLUB]);
    assert_eq!(
        by_year,
        BTreeMap::from([("2019".into(), json!(2)), ("2020".into(), json!(3)), ("null".into(), json!(1))])
    );
    let of_sides = column("results", "color", "wins", &["--by", "color", CLUB]);
    assert_eq!(of_sides, BTreeMap::from([("black".into(), json!(1)), ("white".into(), json!(2))]));
}

#[test]
fn players_score_from_their_point_of_view() {
    let rows = rows(&["--table", "players", "--sort", "score", CLUB]);
    let values: Vec<Value> = rows
        .iter()
        .map(|row| json!([row["player"], row["games"], row["wins"], row["draws"], row["losses"], row["score"]]))
        .collect();
    assert_eq!(
        values,
        [
            json!(["Bob", 4, 2, 1, 1, 0.625]),
            json!(["Cleo", 3, 1, 1, 1, 0.5]),
            json!(["Ada", 4, 0, 2, 1, 0.333_333]),
            json!(["Dora", 1, 0, 0, 0, null]),
        ]
    );
}

#[test]
fn endings_follow_the_laws() {
    let endings = column("endings", "ending", "games", &[CLUB]);
    let expected = [("checkmate", 2), ("flag", 1), ("ongoing", 1), ("stalemate", 1), ("threefold", 1)];
    assert_eq!(endings, expected.map(|(ending, games)| (ending.to_owned(), json!(games))).into());
    assert_eq!(column("claims", "draw", "games", &[CLUB]), BTreeMap::from([("threefold".into(), json!(1))]));
}

#[test]
fn moves_are_counted_on_the_board() {
    let moves = column("moves", "kind", "moves", &[CLUB]);
    let expected = [
        ("all", 52),
        // Qxf7; Qxa5, Qxc7, Qxd7, Qxb7, Qxb8, Qxc8; dxc6.
        ("capture", 8),
        // Qh4#, Qxf7#, Qxd7+.
        ("check", 3),
        ("mate", 2),
        ("en-passant", 1),
        ("castling-queenside", 1),
        ("promotion-knight", 1),
    ];
    assert_eq!(moves, expected.map(|(kind, count)| (kind.to_owned(), json!(count))).into());
    let squares = rows(&["--table", "squares", CLUB]);
    let at = |color: &str, piece: &str, square: &str| {
        let matches = |row: &&Value| row["color"] == color && row["piece"] == piece && row["square"] == square;
        squares.iter().find(matches).map(|row| (row["moves"].as_u64().unwrap(), row["captures"].as_u64().unwrap()))
    };
    assert_eq!(at("white", "K", "c1"), Some((1, 0)));
    assert_eq!(at("white", "R", "d1"), Some((1, 0)));
    assert_eq!(at("white", "P", "c6"), Some((1, 1)));
    assert_eq!(at("white", "P", "a8"), Some((1, 0)));
    assert_eq!(at("black", "N", "f6"), Some((4, 0)));
    assert_eq!(at("black", "K", "c8"), None);
}

#[test]
fn clocks_give_the_time_spent() {
    let rows = rows(&["--table", "clocks", "--by", "color", CLUB]);
    let values: Vec<Value> = rows
        .iter()
        .map(|row| json!([row["color"], row["number"], row["moves"], row["mean_spent"], row["mean_left"]]))
        .collect();
    // White had 5:00, was given 2, and has 4:52: 10 seconds. Black 4:58 + 2 - 4:59: 1 second.
    assert_eq!(
        values,
        [
            json!(["black", 1, 1, null, 298.0]),
            json!(["black", 2, 1, 1.0, 299.0]),
            json!(["white", 1, 1, null, 300.0]),
            json!(["white", 2, 1, 10.0, 292.0]),
        ]
    );
    // Engines write the time of each move: four games with 0.21, 0.19, 0.18, 0.21, 0.20, 0.21, 0.24 and 0.20 seconds.
    let engines = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/stats/match.pgn");
    let first = &self::rows(&["--table", "clocks", engines])[0];
    assert_eq!([&first["moves"], &first["mean_spent"], &first["mean_left"]], [&json!(8), &json!(0.205), &json!(null)]);
    let speeds = column("timecontrol", "time_control", "speed", &[CLUB]);
    assert_eq!(
        (&speeds["300+2"], &speeds["60"], &speeds["-"]),
        (&json!("blitz"), &json!("bullet"), &json!("correspondence"))
    );
}

#[test]
fn bands_have_the_requested_width() {
    let elo = column("elo:200", "elo_from", "games", &[CLUB]);
    assert_eq!(elo, BTreeMap::from([("1400".into(), json!(5)), ("1600".into(), json!(3)), ("null".into(), json!(4))]));
    let lengths = column("lengths:5", "moves_from", "games", &[CLUB]);
    assert_eq!(lengths, BTreeMap::from([("0".into(), json!(5)), ("10".into(), json!(1))]));
    let first = column("firstmoves:2", "first_moves", "games", &[CLUB]);
    assert!(first["1. e4 e5"] == 1 && first["20. dxc6 h5"] == 1, "{first:?}");
}

#[test]
fn positions_are_counted_once_a_game_by_any_order_of_moves() {
    let games = [
        "1. e4 e5 2. Nf3 1-0",
        "1. Nf3 e5 2. e4 0-1",
        "1. e4 e5 2. Nf3 Nc6 3. Ng1 Nb8 *",
        // The rest of this game is not played, and a null move ends the next one.
        "1. e4 e5 2. Nf4 Nc6 1/2-1/2",
        "1. e4 -- 2. Nf3 *",
    ];
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pgn");
    fs::write(&path, games.join("\n\n")).unwrap();
    let path = path.to_str().unwrap();
    let third = rows(&["--table", "positions:3", path]);
    let epd = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq -";
    let row = &third[0];
    assert_eq!((third.len(), &row["epd"], &row["games"]), (1, &json!(epd), &json!(3)));
    assert_eq!([&row["white_wins"], &row["black_wins"], &row["no_result"]], [1, 1, 1]);
    let all = column("positions", "epd", "games", &[path]);
    for (epd, games) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 5),
        // No pawn can capture on e3.
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -", 4),
        ("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -", 3),
        (epd, 3),
    ] {
        assert_eq!(all[epd], games, "{epd}");
    }
    assert_eq!(all.len(), 8, "{all:?}");
}

#[test]
fn openings_are_found_by_position() {
    let openings = rows(&["--table", "openings", "--by", "Round", "--where", "Round = 2", CLUB]);
    assert_eq!((openings.len(), &openings[0]["eco"]), (1, &json!("C23")));
}

#[test]
fn tags_are_listed_with_their_values() {
    let tags = rows(&["--table", "tags", CLUB]);
    let tag = |name: &str| tags.iter().find(|row| row["tag"] == name).unwrap();
    let values = |name: &str| {
        let row = tag(name);
        json!([row["games"], row["distinct"], row["exact"], row["example"]])
    };
    assert_eq!(values("Event"), json!([6, 2, true, "Club evening"]));
    assert_eq!(values("White"), json!([6, 4, true, "Ada"]));
    assert_eq!(values("WhiteElo"), json!([4, 3, true, "1510"]));
    assert_eq!(values("FEN"), json!([1, 1, true, "4k3/P6p/8/2pP4/8/8/7P/R3K2R w KQ c6 0 20"]));
}

#[test]
fn output_does_not_depend_on_threads() {
    for format in ["text", "jsonl"] {
        for arguments in [&[][..], &["--table", ALL_TABLES], &["--table", ALL_TABLES, "--by", "year,White"]] {
            let given = |threads| [&["--format", format, "-j", threads, BOOK, CLUB, CLASSICS], arguments].concat();
            let one = written(&given("1"));
            assert!(one == written(&given("2")) && one == written(&given("5")), "{format} {arguments:?}");
        }
    }
}

#[test]
fn merged_parts_equal_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for arguments in [&[][..], &["--table", ALL_TABLES], &["--table", "results,openings,tags", "--by", "year"]] {
        let parts: Vec<String> = [BOOK, CLUB, CLASSICS]
            .iter()
            .enumerate()
            .map(|(index, input)| {
                let part = path(&format!("{index}.part"));
                written(&[&["--partial", &part, input], arguments].concat());
                part
            })
            .collect();
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        for format in ["text", "jsonl"] {
            let whole = written(&[&["--format", format, BOOK, CLUB, CLASSICS], arguments].concat());
            let merged = written(&[&["--merge", "--format", format][..], &parts].concat());
            assert_eq!(whole, merged, "{format} {arguments:?}");
        }
        let (whole, merged) = (path("whole.part"), path("again.part"));
        written(&[&["--partial", &whole, BOOK, CLUB, CLASSICS], arguments].concat());
        assert_eq!(written(&["--merge", &whole]), written(&[&["--merge"][..], &parts].concat()));
        let _ = fs::remove_file(merged);
    }
}

#[test]
fn parts_with_other_options_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (one, other, bad) = (path("one"), path("other"), path("bad"));
    written(&["--partial", &one, "--table", "results", CLUB]);
    written(&["--partial", &other, "--table", "results", "--where", "Round = 1", CLASSICS]);
    fs::write(&bad, "{\"adoube_stats\": 99}").unwrap();
    for (files, message) in [
        ([&one, &other], "were counted with different options"),
        ([&one, &bad], "version 99"),
        ([&one, &one], "both cover"),
        ([&one, &CLUB.to_owned()], "not a partial result of `adoube stats`"),
    ] {
        let output = run(&["--merge", files[0], files[1]]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && error.contains(message), "{error}");
    }
}

#[test]
fn damaged_parts_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (sound, bad) = (path("sound"), path("bad"));
    written(&["--partial", &sound, "--table", "lengths", CLUB]);
    let sealed = fs::read_to_string(&sound).unwrap();
    let text = str::from_utf8(unseal(sealed.as_bytes()).unwrap()).unwrap();
    for (from, to) in [
        ("[[0,9],", "[[0],"),
        ("\"count\":5", "\"count\":18446744073709551615"),
        ("\"wins\":2", "\"wins\":9"),
        ("\"valid\":6", "\"valid\":5"),
    ] {
        assert!(text.contains(from), "{from}: {text}");
        let refusal = |bytes: &[u8]| {
            fs::write(&bad, bytes).unwrap();
            let output = run(&["--merge", &bad]);
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            let is_refused =
                output.status.code() == Some(2) && error.contains("not a partial result of `adoube stats`");
            assert!(is_refused, "{to}: {error}");
            error
        };
        let changed = "it is incomplete, or it was changed";
        assert!(refusal(sealed.replacen(from, to, 1).as_bytes()).contains(changed));
        assert!(!refusal(&seal(text.replacen(from, to, 1).into_bytes())).contains(changed));
    }
}

#[test]
fn parts_keep_error_counts() {
    let folder = tempfile::tempdir().unwrap();
    let (part, missing) = (folder.path().join("a.part"), folder.path().join("b.part"));
    let (part, missing) = (part.to_str().unwrap(), missing.to_str().unwrap());
    let bad = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/rules/M101-illegal-move/bad.pgn");
    assert_eq!(run(&["--partial", part, bad]).status.code(), Some(0));
    let merged = run(&["--merge", part]);
    assert_eq!(merged.status.code(), Some(0));
    assert_eq!(run(&["--merge", part, "--fail-on", "error"]).status.code(), Some(1));
    assert!(String::from_utf8_lossy(&merged.stderr).contains("these parts include games with errors"));
    assert_eq!(run(&["--partial", missing, CLUB, "no-such-file.pgn"]).status.code(), Some(2));
    assert!(!fs::exists(missing).unwrap());
}

#[test]
fn any_number_of_tags_is_counted_the_same_way() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tags.pgn");
    let tags: Vec<String> = (0..1500).map(|number| format!("[Own{number} \"x\"]")).collect();
    fs::write(&path, format!("{}\n\n1. e4 *\n\n", tags.join("\n")).repeat(3)).unwrap();
    let given = ["--table", "tags", "--format", "jsonl", path.to_str().unwrap()];
    let first = run(&given);
    assert_eq!(first.stdout, run(&given).stdout);
    let text = String::from_utf8(first.stdout).unwrap();
    assert!(
        text.lines().count() == 1000 && text.lines().all(|line| line.contains("\"games\":3,\"share\":1.0,")),
        "{text}"
    );
    assert!(String::from_utf8_lossy(&first.stderr).contains("the others occur 1500 times"));
}

#[test]
fn selection_chooses_games() {
    let games = |arguments: &[&str]| rows(&[&["--table", "results", CLUB], arguments].concat())[0]["games"].clone();
    assert_eq!(games(&["--head", "2"]), 2);
    assert_eq!(games(&["--game", "2,4-"]), 4);
    assert_eq!(games(&["--where", "White = Ada"]), 2);
    assert_eq!(games(&["--sample", "3"]), 3);
    assert_eq!(games(&["--where", "White = Ada", "--head", "1"]), 1);
}

#[test]
fn csv_is_one_table() {
    let text = written(&["--format", "csv", "--table", "events", "--top", "1", CLUB]);
    assert_eq!(
        text,
        "event,games,share,white_wins,draws,black_wins,no_result,score,score_low,score_high,few,mean_plies\n\
         Club evening,3,0.5,1,1,1,0,0.5,0.125334,0.874666,true,6.333333\n"
    );
    let summary = written(&["--format", "csv", CLUB]);
    assert!(summary.starts_with("table,label,value,share\nsummary,files,1,\nsummary,games,6,\n"), "{summary}");
    assert!(
        summary.contains("\nresults,draws,2,0.333333\n") && summary.contains("\nendings,checkmate proved,2,0.333333\n"),
        "{summary}"
    );
}

#[test]
fn summary_fits_one_screen() {
    let text = written(&[CLUB]);
    for line in [
        "games    6 = 6 valid + 0 invalid + 0 unchecked",
        "plies    52 (8.7 per game)",
        "dates    2019.12.30 – 2020.01.05, complete in 4 of 6 games",
        "players  4",
        "events   2",
        "  White wins  2   33.3%  ██████████████████████████████",
        "  no result   1   16.7%  ███████████████",
    ] {
        assert!(text.lines().any(|other| other == line), "{line}\n{text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn uncountable_games_and_wrong_arguments_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.pgn");
    fs::write(
        &path,
        "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Ke3 1-0\n\nstray words\n\n[Event \"y\"]\n\n1. d4 *\n",
    )
    .unwrap();
    let output = run(&["--table", "moves", "--format", "csv", path.to_str().unwrap()]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{error}");
    assert!(error.contains("1 game has errors") && error.contains("line 4: [M101]"), "{error}");
    assert!(error.contains("1 place has text") && error.contains("line 6: [S102]"), "{error}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "kind,moves,share\nall,3,1\n");
    for (arguments, message) in [
        (&["--table", "result", CLUB][..], "unknown table `result`"),
        (&["--by", "years", CLUB], "did you mean `year`?"),
        (&["--sort", "wins", CLUB], "unknown column `wins`"),
        (&["--by", "year,year", CLUB], "two columns `year`"),
        (&["--by", "tag:type", CLUB], "cannot be named `type`"),
        (&["--table", "elo", "--by", "elo-band:200", CLUB], "use elo:200"),
        (&["--partial", CLUB, CLASSICS], "does not contain counts"),
        (&["--partial", "-", CLASSICS], "writes a file"),
        (&["--table", "results,lengths", "--format", "csv", CLUB], "writes a single table"),
        (&["no-such-file.pgn"], "no-such-file.pgn"),
    ] {
        let output = run(arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && error.contains(message), "{arguments:?}: {error}");
    }
}

/// Counts by another program, python-chess 1.11, over the whole of this archive.
#[test]
#[allow(clippy::print_stderr, reason = "tests report what they ran")]
fn lichess_month_matches_python_chess() {
    let Some(folder) = data_folder() else { return };
    let archive = folder.join("games/lichess-2013-01.pgn.zst");
    let output = run(&["--format", "jsonl", "--table", "results,endings,moves", archive.to_str().unwrap()]);
    let rows: Vec<Value> =
        String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let results = rows.iter().find(|row| row["table"] == "results").unwrap();
    assert_eq!(results["games"], 121_332);
    let ending = |name: &str| rows.iter().find(|row| row["ending"] == name).unwrap()["games"].clone();
    // python-chess counts 881 stalemates. Five of them were forced: the game was dead before its last move (5.2.2).
    assert_eq!((ending("checkmate"), ending("stalemate")), (json!(34_476), json!(881 - 5)));
}

#[test]
fn unreadable_input_keeps_the_output_file() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("kept");
    fs::write(&kept, "kept").unwrap();
    let kept = kept.to_str().unwrap();
    for format in [
        "text",
        "html",
        #[cfg(feature = "parquet")]
        "parquet",
    ] {
        let output = run(&["--format", format, "-o", kept, "no-such-file.pgn"]);
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(fs::read_to_string(kept).unwrap(), "kept", "{format}");
    }
}

#[cfg(unix)]
#[test]
fn standard_input_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.txt");
    fs::copy(CLUB, &path).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_adoube"));
    command.env_clear().args(["stats", "-o", path.to_str().unwrap(), "-"]).stdin(fs::File::open(&path).unwrap());
    let output = command.output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && error.contains("is an input and would be overwritten"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), fs::read(CLUB).unwrap());
}

#[test]
fn line_numbers_are_correct_in_long_files() {
    let folder = tempfile::tempdir().unwrap();
    for end in ["\n", "\r\n", "\r"] {
        // Lines are counted every 64 KiB, at any place; in the second text each game ends within a line.
        for game in
            ["[Event \"é\"]|[White \"Anderssen\"]||1. e4 e5 1-0||", "[Event \"é\"]|[White \"W\"]||1. e4 e5 1-0 "]
        {
            let games = 5_000;
            let text = game.repeat(games) + "[Event \"last\"]||1. e4 Ke5 *|";
            let lines = text.matches('|').count();
            let path = folder.path().join("long.pgn");
            fs::write(&path, text.replace('|', end)).unwrap();
            for threads in ["1", "2"] {
                let output = run(&["-j", threads, path.to_str().unwrap()]);
                let error = String::from_utf8(output.stderr).unwrap();
                assert!(error.contains(&format!("line {lines}: [M10")), "{end:?} {lines} {error}");
            }
        }
    }
}

/// The text is longer than the part of a thread: one thread continues counting where several merge parts.
#[test]
fn summary_does_not_depend_on_threads() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.pgn");
    let game = |number: u32| {
        let tags = format!("[Event \"?\"]\n[White \"A{}\"]\n[Odd \"{number}\"]\n", number * 7919 % 1500);
        let moves = ["1. e4 c5 2. Nf3", "1. d4 Nf6 2. c4 e6", "1. f3 e5 2. g4 Qh4#", "1. e4 Ke5"][number as usize % 4];
        format!("{tags}\n{moves} {{{:64}}} *\n\n", ' ')
    };
    fs::write(&path, (0..70_000).map(game).collect::<String>()).unwrap();
    assert!(fs::metadata(&path).unwrap().len() > 8 << 20);
    let stored = folder.path().join("counts.part");
    let counted = |threads: &str| {
        let output = run(&["-j", threads, "--partial", stored.to_str().unwrap(), path.to_str().unwrap()]);
        (output.stdout, output.stderr, fs::read(&stored).unwrap())
    };
    let alone = counted("1");
    assert!(String::from_utf8_lossy(&alone.0).contains("70,000"), "{}", String::from_utf8_lossy(&alone.0));
    assert!(["2", "3"].into_iter().all(|threads| counted(threads) == alone));
}

/// There are more rows than are kept, and the text is longer than the part of a thread.
#[test]
fn dropped_rows_do_not_depend_on_threads() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.pgn");
    let game = |number: u32| format!("[White \"A{}\"]\n\n1. e4 {{{:64}}} *\n\n", number * 7919 % 1500, ' ');
    fs::write(&path, (0..60_000).map(game).collect::<String>()).unwrap();
    assert!(fs::metadata(&path).unwrap().len() > 5 << 20);
    let counted = |threads: &str| {
        let output = run(&["-j", threads, "--table", "tags", "--by", "White", path.to_str().unwrap()]);
        assert!(
            String::from_utf8_lossy(&output.stderr).contains("dropped"),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        output.stdout
    };
    let alone = counted("1");
    assert!(["2", "3"].into_iter().all(|threads| counted(threads) == alone));
}
