//! `--plies` and `--per-game`: selected plies, in rows and as EPD.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

const CLASSICS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/games/classics.pgn");
const BOOK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/games/gnuchess-book-sample.pgn");

/// A game with evaluations and clocks. Black allows a mate in one at move 3.
const EVALUATED: &str = "[White \"A \\\"x\\\"\"]\n[TimeControl \"300+0\"]\n[Result \"1-0\"]\n\n\
    1. e4 { [%eval 0.3] [%clk 0:05:00] } e5 { [%eval 0.2,18] [%clk 0:04:58] } 2. Qh5 { [%eval -0.5] [%clk 0:04:50] } \
    Nc6 { [%eval 0.1] [%clk 0:04:00] } 3. Bc4 { [%eval -400.0] [%clk 0:04:45] } Nf6 { [%eval #1] [%clk 0:03:50] } \
    4. Qxf7# { [%clk 0:04:44] } 1-0\n\n[Result \"*\"]\n\n1. d4 { [%eval #-2] } *\n";

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_adoube")).env_clear().args(arguments).output().unwrap()
}

/// The output and the messages of a run that succeeds.
fn written(arguments: &[&str]) -> (String, String) {
    let Output { status, stdout, stderr } = run(arguments);
    let [stdout, stderr] = [stdout, stderr].map(|text| String::from_utf8(text).unwrap());
    assert_eq!(status.code(), Some(0), "{arguments:?}: {stderr}");
    (stdout, stderr)
}

fn refused(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn evaluated() -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pgn");
    fs::write(&path, EVALUATED).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

#[test]
fn rows_have_the_selected_plies() {
    let (_folder, path) = evaluated();
    for (condition, expected) in [
        ("eval > 0", "1,1,e4\n1,2,e5\n1,4,Nc6\n"),
        ("abs(eval - prev.eval) > 55", "1,3,Qh5\n1,4,Nc6\n1,5,Bc4\n"),
        ("mate is not null", "1,6,Nf6\n2,1,d4\n"),
        ("next.checkmate or result = '*'", "1,6,Nf6\n2,1,d4\n"),
    ] {
        let (rows, _) =
            written(&["replay", "--format", "csv", "--fields", "game,played,san", "--plies", condition, &path]);
        assert_eq!(rows, format!("game,played,san\n{expected}"), "{condition}");
    }
    let (rows, _) = written(&["replay", "--as", "fen", "--at", "0,2,4", "--plies", "played > 0 and eval > 15", &path]);
    assert_eq!(rows, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n");
    let (rows, messages) = written(&["replay", "--plies", "eval > 1000", &path]);
    assert!(rows.is_empty() && messages.contains("--plies: no ply of the 2 games is selected"), "{messages}");
}

#[test]
fn games_are_selected_by_their_plies() {
    let (_folder, path) = evaluated();
    for (condition, games) in [
        ("any(checkmate)", "1\n"),
        ("all(checkmate is not null)", "1\n2\n"),
        ("count(has:mate) = 1 and not any(played > 1)", "2\n"),
    ] {
        let (rows, _) =
            written(&["stats", "--per", "game", "--format", "csv", "--fields", "game", "--where", condition, &path]);
        assert_eq!(rows, format!("game\n{games}"), "{condition}");
    }
}

#[test]
fn epd_has_the_chosen_operations() {
    let (_folder, path) = evaluated();
    let (text, _) = written(&["replay", "--as", "epd", "--fields", "ce,dm,acd,acs,bm,id,White,san", &path]);
    let operations: Vec<&str> = text.lines().map(|line| line.splitn(5, ' ').nth(4).unwrap()).collect();
    let expected = [
        "bm e4; id \"FILE:1:0\"; White \"A 'x'\";",
        "ce -30; acs 0; bm e5; id \"FILE:1:1\"; White \"A 'x'\"; san e4;",
        "ce 20; acd 18; acs 2; bm Qh5; id \"FILE:1:2\"; White \"A 'x'\"; san e5;",
        "ce 50; acs 10; bm Nc6; id \"FILE:1:3\"; White \"A 'x'\"; san Qh5;",
        "ce 10; acs 58; bm Bc4; id \"FILE:1:4\"; White \"A 'x'\"; san Nc6;",
        "ce 32000; acs 5; bm Nf6; id \"FILE:1:5\"; White \"A 'x'\"; san Bc4;",
        "ce 32766; dm 1; acs 10; bm Qxf7#; id \"FILE:1:6\"; White \"A 'x'\"; san Nf6;",
        "acs 1; id \"FILE:1:7\"; White \"A 'x'\"; san Qxf7#;",
        "bm d4; id \"FILE:2:0\";",
        "ce 32764; dm 2; id \"FILE:2:1\"; san d4;",
    ];
    assert_eq!(operations, expected.map(|line| line.replace("FILE", &path)));
    let (text, _) = written(&[
        "replay",
        "--as",
        "epd",
        "--fields",
        "hmvc,game,file,legal_moves",
        "--at",
        "2",
        "--game",
        "1",
        &path,
    ]);
    let expected = format!(" hmvc 0; game 1; file \"{path}\"; legal_moves 29;\n");
    assert!(text.ends_with(&expected), "{text}");
    // What is written is read again.
    let epd = path.replace(".pgn", ".epd");
    fs::write(&epd, &text).unwrap();
    let (rows, _) =
        written(&["replay", "--format", "csv", "--fields", "op:legal_moves,op:file", "--plies", "op:game = 1", &epd]);
    assert_eq!(rows, format!("op:legal_moves,op:file\n29,{path}\n"));
}

#[test]
fn a_sample_of_each_game_depends_on_the_game_and_the_seed() {
    let rows = |arguments: &[&str]| -> Vec<(u64, u64)> {
        let (text, _) = written(&[&["replay", "--format", "jsonl", "--fields", "game,played"], arguments].concat());
        let value = |line: &str| serde_json::from_str::<Value>(line).unwrap();
        text.lines().map(value).map(|row| (row["game"].as_u64().unwrap(), row["played"].as_u64().unwrap())).collect()
    };
    let all: BTreeSet<_> = rows(&["--plies", "played > 3", BOOK]).into_iter().collect();
    let three = rows(&["--plies", "played > 3", "--per-game", "3", BOOK]);
    let games: BTreeSet<u64> = three.iter().map(|(game, _)| *game).collect();
    assert!(games.len() == 400 && three.len() == 1200 && three.is_sorted());
    assert!(three.iter().all(|row| all.contains(row)));
    for threads in ["1", "4"] {
        assert_eq!(rows(&["--plies", "played > 3", "--per-game", "3", "-j", threads, BOOK]), three);
    }
    // The same plies of the same games, whatever stands around them.
    let one = rows(&["--plies", "played > 3", "--per-game", "3", "--game", "17", BOOK]);
    assert_eq!(one, three.iter().copied().filter(|(game, _)| *game == 17).collect::<Vec<_>>());
    assert_ne!(rows(&["--plies", "played > 3", "--per-game", "3", "--seed", "1", BOOK]), three);
    assert_eq!(rows(&["--per-game", "1000000", BOOK]), rows(&[BOOK]));
    assert_eq!(rows(&["--per-game", "2", "--sample", "5", BOOK]).len(), 10);
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_has_the_same_plies() {
    use parquet::file::reader::{FileReader, SerializedFileReader};

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plies.parquet");
    let selection = ["--plies", "check and prev.captured is null", "--per-game", "2"];
    let (csv, _) =
        written(&[&["replay", "--format", "csv", "--fields", "game,ply"], &selection[..], &[CLASSICS]].concat());
    assert!(csv.lines().count() > 10);
    let output = path.to_str().unwrap();
    for command in [&["replay"][..], &["stats", "--per", "ply"]] {
        written(&[command, &["--fields", "game,ply"], &selection[..], &[CLASSICS, "-o", output]].concat());
        let reader = SerializedFileReader::new(fs::File::open(&path).unwrap()).unwrap();
        let rows: Vec<String> = reader
            .get_row_iter(None)
            .unwrap()
            .map(|row| row.unwrap().get_column_iter().map(|(_, field)| field.to_string()).collect::<Vec<_>>().join(","))
            .collect();
        assert_eq!(rows, csv.lines().skip(1).collect::<Vec<_>>(), "{command:?}");
    }
}

#[test]
fn options_that_do_not_fit_are_refused() {
    for (arguments, message) in [
        (&["replay", "--plies", "evil > 3"][..], "did you mean `eval`?\n    evil > 3\n    ^"),
        (&["replay", "--variations", "--plies", "prev.check"], "--variations cannot be used with `prev.`"),
        (&["replay", "--variations", "--as", "epd", "--fields", "bm"], "--variations cannot be used with `prev.`"),
        (&["replay", "--to-pgn", "--plies", "check"], "--to-pgn writes whole games"),
        (&["replay", "--fields", "ce"], "`ce` is an operation of EPD and needs --as epd"),
        (&["replay", "--as", "epd", "--fields", "all"], "choose the operations of EPD one by one"),
        (&["replay", "--as", "epd", "--fields", "ce,id,ce"], "duplicate operation `ce`"),
        (&["replay", "--as", "epd", "--fields", "white_material_value"], "cannot be an operation of EPD"),
        (&["replay", "--as", "epd", "--fields", "ce", "--format", "csv"], "writes lines of EPD"),
        (&["replay", "--as", "san", "--fields", "ce"], "--fields chooses the fields of records"),
        (&["replay", "--seed", "3"], "--sample <N>|--per-game <N>"),
        (&["stats", "--plies", "check"], "--plies and --per-game select plies and require --per ply"),
        (&["stats", "--per", "game", "--per-game", "3", "--format", "csv"], "require --per ply"),
    ] {
        let found = refused(&[arguments, &[CLASSICS]].concat());
        assert!(found.contains(message), "{arguments:?}: {found}");
    }
}

#[test]
fn operations_of_a_line_stay_as_they_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.epd");
    fs::write(&path, "4k3/8/8/8/8/8/4P3/4K3 b - - bm Ke7 Kf7; id \"one\";\n").unwrap();
    let (line, _) = written(&["replay", "--as", "epd", "--fields", "op:id,op:bm", path.to_str().unwrap()]);
    assert_eq!(line, "4k3/8/8/8/8/8/4P3/4K3 b - - id \"one\"; bm Ke7 Kf7;\n");
}
