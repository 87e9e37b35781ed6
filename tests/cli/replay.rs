//! End-to-end tests of `adoube replay`.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::{fs, iter};

use serde_json::{Value, json};
use tempfile::TempDir;

const ANNOTATED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/replay/annotated.pgn");

/// Runs `adoube replay` with these arguments and nothing else.
fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_adoube")).env_clear().arg("replay").args(arguments).output().unwrap()
}

/// Its output; panics if it fails.
fn written(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A file in a temporary folder.
fn file(name: &str, content: impl AsRef<[u8]>) -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, content).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

#[test]
fn ply_records_have_the_selected_fields() {
    let text = written(&["--format", "jsonl", ANNOTATED]);
    let records = objects(&text);
    assert_eq!(records.len(), 11);
    assert_eq!(
        records[2],
        json!({"type": "ply", "file": ANNOTATED, "game": 1, "ply": 2, "san": "Bc4", "uci": "f1c4",
               "fen": "rnbqkbnr/pppp1ppp/8/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR b KQkq - 1 2",
               "clk": 178.5, "eval": null, "mate": null})
    );
    assert_eq!((&records[5]["mate"], &records[4]["eval"]), (&json!(1), &json!(-31)));
    let fields = "played,number,side,lan,spent,nags,comment,check,checkmate,captured,halfmove_clock,repetitions,material,tag:White";
    let text = written(&["--format", "jsonl", "--fields", fields, "--game", "1", "--at", "last,0", ANNOTATED]);
    let records = objects(&text);
    assert_eq!(records[0]["comment"], "A short game.");
    assert_eq!(
        records[1],
        json!({"type": "ply", "played": 7, "number": 4, "side": "white", "lan": "Qh5xf7#", "spent": 3, "nags": [],
               "comment": "[%clk 0:02:54]", "check": true, "checkmate": true, "captured": "p", "halfmove_clock": 0,
               "repetitions": 1, "material": "KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPP", "tag:White": "Blanche, Anna"})
    );
    let fields = "san,clk,spent,eval,mate,depth,seldepth,nodes,nps,tbhits,book";
    let text =
        "1. e4 {book} e5 {-M4/23 0.519s, tl=9.5s, n=3000000000, sd=31, nps=250000, tbhits=3, White mates} 2. f4 *\n";
    let (_folder, path) = file("engines.pgn", text);
    let csv = written(&["--format", "csv", "--fields", fields, &path]);
    let rows: Vec<&str> = csv.lines().skip(1).collect();
    assert_eq!(rows, ["e4,,,,,,,,,,true", "e5,9.5,0.52,,2,23,31,3000000000,250000,3,false", "f4,,,,,,,,,,false"]);
    // A check is not a checkmate.
    let text =
        written(&["--format", "jsonl", "--fields", "check,checkmate", "--moves", "e4 f5 Qh5+ g6", "--at", "3,4"]);
    let flags: Vec<_> = objects(&text).iter().map(|row| (row["check"].clone(), row["checkmate"].clone())).collect();
    assert_eq!(flags, [(json!(true), json!(false)), (json!(false), json!(false))]);
    let csv = written(&["--format", "csv", "--fields", "check,checkmate", "--moves", "e4 f5 Qh5+", "--at", "last"]);
    assert!(csv.ends_with("\ntrue,false\n"), "{csv}");
    let csv = written(&["--format", "csv", "--fields", "game,ply,san,comment", "--game", "1", ANNOTATED]);
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(&rows[4][3], "[%clk 0:02:55] [%eval -0.31] [%cal Rh5f7,Rc4f7]");
    assert!(
        written(&[ANNOTATED]).starts_with(&format!("{ANNOTATED}: game 1: Blanche, Anna – Noir, Émile, An example"))
    );
}

#[test]
fn variations_come_with_the_line_they_leave() {
    let text = written(&[
        "--format",
        "jsonl",
        "--fields",
        "variation,parent,ply,san",
        "--variations",
        "--game",
        "1",
        ANNOTATED,
    ]);
    let lines: Vec<String> = objects(&text)
        .iter()
        .map(|record| format!("{}<{} {} {}", record["variation"], record["parent"], record["ply"], record["san"]))
        .collect();
    assert_eq!(lines[3..7], ["1<0 2 \"Nf3\"", "1<0 3 \"Nc6\"", "2<1 3 \"Nf6\"", "1<0 4 \"Bb5\""]);
    assert_eq!(lines[7], "0<null 3 \"Nc6\"");
}

#[test]
fn at_selects_positions() {
    let fens = |at: &str| written(&["--as", "fen", "--at", at, "--game", "1", ANNOTATED]);
    assert_eq!(fens("0"), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
    assert_eq!(fens("2w"), fens("3"));
    assert_eq!(fens("3b"), fens("6"));
    assert_eq!(fens("last"), fens("7"));
    assert_eq!(fens("all").lines().count(), 8);
    assert_eq!(fens("every:3"), format!("{}{}{}", fens("0"), fens("3"), fens("6")));
    assert_eq!(fens("fen:rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 99"), fens("2"));
    let output = run(&["--as", "fen", "--at", "5", ANNOTATED]);
    assert!(text(&output.stderr).contains("1 of 2 games have no such position"), "{output:?}");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn moves_are_written_in_every_notation_and_language() {
    assert_eq!(written(&["--as", "san", "--moves", "e2e4 e7e5 Ng1f3"]), "e4 e5 Nf3\n");
    assert_eq!(written(&["--as", "lan", "--moves", "1. e4 e5 2. Nf3"]), "e2-e4 e7-e5 Ng1-f3\n");
    let noted = written(&["--as", "pgn", "--moves", "e4 e5 ; note"]);
    assert!(noted.ends_with("1. e4 e5 { note} *\n\n"), "{noted}");
    assert_eq!(written(&["--as", "san", "--lang", "fr", "--uci", "e2e4 e7e5 g1f3 b8c6 e1e2"]), "e4 e5 Cf3 Cc6 Re2\n");
    assert_eq!(written(&["--as", "uci", "--lang", "de", "--moves", "e4 Sf6 Lc4"]), "e2e4 g8f6 f1c4\n");
    assert_eq!(written(&["--as", "san", "--lang", "figurine", "--moves", "Nf3"]), "♘f3\n");
    let chess960 = ["--fen", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "--moves", "O-O", "--as", "uci"];
    assert_eq!(written(&chess960), "e1g1\n");
    assert_eq!(written(&[&chess960[..], &["--chess960"]].concat()), "e1h1\n");
    assert_eq!(written(&["--fen", "4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1", "--uci", "e1b1", "--as", "uci"]), "e1b1\n");
}

#[test]
fn errors_in_given_moves_are_located_there() {
    let (_folder, path) = file("game.pgn", "[White \"W\"]\n\n1. e4 e5\n2. Nf3 *\n");
    for (arguments, place) in [
        (["--moves", "2... Nc6 3. Bb5 Ra5"], "<moves>:1:17: error[M101]"),
        (["--moves", "Nc6\n3. Bb5 Ra5"], "<moves>:2:8: error[M101]"),
        (["--uci", "b8c6 f1b5 a8a5"], "<uci>:1:11: error[M101]"),
    ] {
        let output = run(&[&[path.as_str()][..], &arguments].concat());
        assert!(text(&output.stderr).contains(place), "{output:?}");
    }
    let output = run(&[&path, "--moves", "Nc6 Bb5 Ra5", "--format", "jsonl"]);
    let last = text(&output.stdout).lines().last().unwrap_or_default();
    assert!(last.contains("\"file\":\"<moves>\",\"game\":1,\"line\":1,\"column\":9,\"offset\":8"), "{last}");
}

#[test]
fn unplayable_move_is_reported_after_all_before_it() {
    let (_folder, path) = file("game.pgn", "[White \"W\"]\n\n1. e4 e5 2. Ke3 Nf6 *\n\n1. d4 *\n");
    let output = run(&["--as", "san", &path]);
    assert_eq!((text(&output.stdout), output.status.code()), ("e4 e5\nd4\n", Some(0)));
    assert!(text(&output.stderr).contains("game.pgn:3:13: error[M101]: illegal move `Ke3`"), "{output:?}");
    let output = run(&["--format", "jsonl", &path]);
    let records = objects(text(&output.stdout));
    assert_eq!(
        (&records[2]["type"], &records[2]["code"], &records[2]["column"]),
        (&json!("finding"), &json!("M101"), &json!(13))
    );
    assert_eq!(records[3]["game"], 2);
    let output = run(&["--moves", "e4 e5 Ke3", "--as", "san"]);
    assert_eq!((text(&output.stdout), output.status.code()), ("e4 e5\n", Some(1)));
    assert!(text(&output.stderr).contains("<moves>:1:7: error[M101]"), "{output:?}");
}

#[test]
fn every_error_is_reported() {
    for (content, expected) in [
        ("hello\n\n[Event \"x\"]\n\n1. e4 *\n", "S102"),
        ("[Variant \"Atomic\"]\n\n1. e4 *\n", "F112"),
        ("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n", "F102"),
        ("1. e4 {never closed", "S101"),
        ("1. e4 1-0 d5\n", "R108"),
        ("", "contains no games"),
    ] {
        let (_folder, path) = file("game.pgn", content);
        let output = run(&["--as", "fen", &path]);
        assert_eq!(output.status.code(), Some(i32::from(content.is_empty())), "{content}");
        assert!(text(&output.stderr).contains(expected), "{content}: {output:?}");
        if expected.starts_with('F') {
            assert_eq!(text(&output.stdout), "", "{content}");
        }
    }
}

#[test]
fn positions_are_read() {
    let (_folder, path) =
        file("a.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"x\";\nnonsense\n4k3/8/8/8/8/8/8/4K3 b - -\n");
    let output = run(&["--as", "epd", &path]);
    assert_eq!(text(&output.stdout), "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"x\";\n4k3/8/8/8/8/8/8/4K3 b - -\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("a.epd:2:1: error[F101]"), "{output:?}");
    assert_eq!(
        written(&["--fen", "startpos", "--as", "fen"]),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
    );
}

#[test]
fn standard_input_gives_the_same_output_for_any_threads() {
    let game = fs::read_to_string(ANNOTATED).unwrap();
    let many: String = iter::repeat_n(game.as_str(), 300).collect::<Vec<_>>().join("\n");
    let from_stdin = |threads: &str| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_adoube"))
            .env_clear()
            .args(["replay", "--format", "jsonl", "-j", threads, "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let many = many.clone();
        let writer = std::thread::spawn(move || stdin.write_all(many.as_bytes()));
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap().unwrap();
        output.stdout
    };
    let one = from_stdin("1");
    assert_eq!(text(&one).lines().count(), 3300);
    assert!(one == from_stdin("3"));
}

#[test]
fn long_game_is_written_like_a_short_one() {
    let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(6_000);
    let (_folder, path) = file("long.pgn", format!("1. e4 *\n\n{moves}*\n"));
    let output = run(&["--as", "san", &path]);
    assert!(text(&output.stdout) == format!("e4\n{}\n", moves.trim_end()));
    let last = run(&["--format", "jsonl", "--fields", "game,played,repetitions", "--at", "last", &path]);
    assert_eq!(
        objects(text(&last.stdout))[1],
        json!({"type": "ply", "game": 2, "played": 24_000, "repetitions": 6_001})
    );
}

#[test]
fn a_game_is_saved_and_resumed() {
    let whole = written(&["--to-pgn", "--game", "1", ANNOTATED]);
    let (folder, _) = file("x", "");
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (first, second) = (path("first.pgn"), path("second.pgn"));
    written(&["--to-pgn", "--until", "3", "--game", "1", ANNOTATED, "-o", &first]);
    written(&["--to-pgn", "--from", "3", "--game", "1", ANNOTATED, "-o", &second]);
    let saved = fs::read_to_string(&first).unwrap();
    assert!(saved.contains("[Result \"*\"]") && saved.trim_end().ends_with('*'), "{saved}");
    let moves = |path: &str| written(&["--as", "san", path]);
    let both = format!("{} {}", moves(&first).trim(), moves(&second).trim());
    let (_folder, whole_path) = file("whole.pgn", &whole);
    assert_eq!(both, moves(&whole_path).trim());
    let fens = |path: &str, at: &str| written(&["--as", "fen", "--at", at, path]);
    assert_eq!(fens(&first, "last"), fens(&second, "0"));
    assert_eq!(fens(&whole_path, "last"), fens(&second, "last"));
}

#[test]
fn games_are_selected_by_condition_and_at_random() {
    let count = |arguments: &[&str]| written(&[&["--as", "san", ANNOTATED], arguments].concat()).lines().count();
    assert_eq!(count(&["--where", "Result = 1-0 and WhiteElo >= 2000"]), 1);
    assert_eq!(count(&["--where", "has:FEN or plies > 6"]), 2);
    assert_eq!(count(&["--where", "Black ~ nobody"]), 0);
    assert_eq!(count(&["--where", "White ~ blanche", "--head", "1"]), 1);
    let output = run(&["--where", "Black ~ nobody", ANNOTATED]);
    assert!(text(&output.stderr).contains("--where: none of"), "{}", text(&output.stderr));
    let output = run(&["--where", "WhiteElo >> 2", ANNOTATED]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("WhiteElo >> 2\n              ^"), "{}", text(&output.stderr));
    let (_folder, path) =
        file("many.pgn", (1..=200).map(|n| format!("[Round \"{n}\"]\n\n1. e4 *\n\n")).collect::<Vec<_>>().concat());
    let sample = |threads: &str, seed: &str| {
        written(&[
            "--format",
            "csv",
            "--fields",
            "game,tag:Round",
            "--sample",
            "5",
            "--seed",
            seed,
            "-j",
            threads,
            &path,
        ])
    };
    let rows = sample("1", "7");
    assert_eq!(rows.lines().count(), 6);
    assert!(rows.lines().skip(1).all(|row| row.split(',').next() == row.split(',').nth(1)), "{rows}");
    assert_eq!(rows, sample("3", "7"));
    assert_ne!(rows, sample("1", "8"));
}

#[test]
fn other_commands_select_the_same_games() {
    let run =
        |arguments: &[&str]| Command::new(env!("CARGO_BIN_EXE_adoube")).env_clear().args(arguments).output().unwrap();
    let output = run(&["validate", "--where", "Result = 1-0", ANNOTATED]);
    assert!(text(&output.stderr).starts_with("1 game = 1 valid"), "{output:?}");
    let output = run(&["adjudicate", "--where", "Result = 1-0", ANNOTATED]);
    assert_eq!(text(&output.stdout).matches("game 1: white-wins").count(), 1, "{output:?}");
    assert!(!text(&output.stdout).contains("game 2"), "{output:?}");
    let (_folder, path) = file("many.pgn", "1. e4 Kd5 *\n\n".repeat(100));
    let findings = |threads: &str| {
        let output = run(&["validate", "--concise", "--sample", "3", "-j", threads, &path]);
        assert!(text(&output.stderr).starts_with("3 games = 0 valid + 3 invalid"), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(findings("1").lines().count(), 3);
    assert_eq!(findings("1"), findings("2"));
    let output = run(&["adjudicate", "--format", "csv", "--sample", "3", &path]);
    assert_eq!(text(&output.stdout).lines().count(), 4, "{output:?}");
}

#[test]
fn wrong_arguments_are_named() {
    for (arguments, expected) in [
        (&["--fields", "fenn", ANNOTATED][..], "there is no field `fenn`; did you mean `fen`?"),
        (&["--fields", "fen", "--as", "uci", ANNOTATED], "--fields chooses the fields of records"),
        (&["--at", "x", ANNOTATED], "write 40 (after 40 plies"),
        (&["--lang", "xx", ANNOTATED], "unknown language"),
        (&["--uci", "Nf3"], "`Nf3` is not a UCI move"),
        (&["--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], "cannot play from this position"),
        (&["--moves", "e4", ANNOTATED], "choose one with --game N"),
        (&["--moves", "e4", "--game", "99", ANNOTATED], "the input has no game to continue"),
        (&["--moves", "e4", "--game", "1"], "there is no input"),
        (&["--to-pgn", "--at", "3", ANNOTATED], "use --from and --until instead of --at"),
        (&["--from", "3", ANNOTATED], "require --to-pgn"),
        (&["--to-pgn", "--until", "20b", ANNOTATED], "expected a number of plies"),
        (&["--to-pgn", "--format", "csv", ANNOTATED], "--to-pgn writes PGN text"),
        (&["no-such-file.pgn"], "no-such-file.pgn"),
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(expected), "{arguments:?}: {}", text(&output.stderr));
    }
    let output = run(&["--as", "fen", ANNOTATED, "-o", ANNOTATED]);
    assert_eq!(output.status.code(), Some(2));
    assert!(Path::new(ANNOTATED).metadata().unwrap().len() > 800);
}

#[test]
fn names_of_any_length_head_columns() {
    let name = "x".repeat(70_000);
    let text = written(&["--fields", &format!("tag:{name},san"), ANNOTATED]);
    assert!(text.contains(&format!("{name}  san\n")));
}

#[test]
fn moves_continue_a_saved_game_with_its_history() {
    let saved = "[Event \"?\"]\n[Result \"1/2-1/2\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 {=} 1/2-1/2\n\n1. d4 *\n";
    let (_folder, path) = file("saved.pgn", saved);
    let fields = ["--fields", "game,san,repetitions,halfmove_clock", "--format", "jsonl", "--at", "last"];
    for (how, moves) in [("--moves", "3. Nf3 Nf6 4. Ng1 Ng8"), ("--uci", "g1f3 g8f6 f3g1 f6g8")] {
        let text = written(&[&[&path, "--game", "1", how, moves][..], &fields].concat());
        let records = objects(&text);
        assert_eq!(records[0]["game"], 1);
        assert_eq!((&records[0]["san"], &records[0]["repetitions"]), (&json!("Ng8"), &json!(3)), "{text}");
        assert_eq!(records[0]["halfmove_clock"], 8);
    }
    let text = written(&[&path, "--where", "Result = 1/2-1/2", "--moves", "e4", "--as", "san"]);
    assert_eq!(text.trim_end(), "Nf3 Nf6 Ng1 Ng8 e4");
    let output = run(&[&path, "--game", "2", "--moves", "e4", "--as", "san"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let output = run(&[&path, "--game", "1", "--moves", "e4", "--to-pgn"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("the result `1/2-1/2` of game 1 is left out"), "{said}");
    let exported = String::from_utf8_lossy(&output.stdout);
    assert!(exported.contains("[Result \"*\"]") && exported.contains("{=} 3. e4 *"), "{exported}");
}

#[test]
fn an_en_passant_square_is_written_only_if_it_can_be_used() {
    let after = |moves: &str, when: &str| written(&["--moves", moves, "--as", "fen", "--at", "last", "--ep", when]);
    for (moves, always, legal) in [("e4", "e3", "-"), ("e4 a6 e5 d5", "d6", "d6"), ("e4 a6 e5 d6", "-", "-")] {
        for (when, expected) in [("always", always), ("legal", legal)] {
            assert_eq!(after(moves, when).split(' ').nth(3), Some(expected), "{moves} {when}");
        }
    }
    assert_eq!(written(&["--moves", "e4", "--as", "fen", "--at", "last"]), after("e4", "legal"));
    let record = written(&["--moves", "e4 c5 Nf3", "--format", "csv", "--fields", "fen,fen_before,epd"]);
    assert!(!record.contains("e3") && !record.contains("c6"), "{record}");
}

#[test]
fn export_keeps_comments_after_the_last_game() {
    let (_folder, path) = file("a.pgn", "[Event \"x\"]\n\n1. e4 *\n\n; final\n% line\n{more}\n");
    let once = written(&["--to-pgn", &path]);
    assert!(once.ends_with("1. e4 *\n\n{ final}\n% line\n{more}\n\n"), "{once}");
    let (_folder, path) = file("b.pgn", &once);
    assert_eq!(written(&["--to-pgn", &path]), once);
    // They belong to no game that a condition can choose.
    assert!(!written(&["--to-pgn", "--where", "Event = x", &path]).contains("final"));
}

#[test]
fn comments_that_open_a_variation_belong_to_its_first_move() {
    let (_folder, path) = file("a.pgn", "1. e4 ({a} {b [%clk 0:00:09]} 1. d4 {c [%clk 0:00:05]} d5 {d}) e5 *\n");
    let text = written(&["--variations", "--fields", "san,comment,clk", "--format", "csv", &path]);
    let expected = "san,comment,clk\ne4,,\nd4,a b [%clk 0:00:09] c [%clk 0:00:05],5\nd5,d,\ne5,,\n";
    assert_eq!(text, expected);
}

#[test]
fn counters_in_fields_of_an_epd_line_become_operations() {
    let (_folder, path) = file("a.epd", "4k3/8/8/8/8/8/8/R3K3 w Q - 98 80 id \"x\";\n4k3/8/8/8/8/8/8/R3K3 w Q -\n");
    let expected = "4k3/8/8/8/8/8/8/R3K3 w Q - hmvc 98; fmvn 80; id \"x\";\n4k3/8/8/8/8/8/8/R3K3 w Q -\n";
    assert_eq!(written(&["--as", "epd", &path]), expected);
}

#[test]
fn positions_may_be_on_lines_that_end_with_carriage_returns() {
    let positions = ["4k3/8/8/8/8/8/8/R3K3 w Q -", "4k3/8/8/8/8/8/8/4K3 b - -", "4k3/8/8/8/8/8/8/4K2R w K -"];
    let expected = {
        let (_folder, path) = file("a.epd", positions.join("\n"));
        written(&["--as", "fen", &path])
    };
    assert_eq!(expected.lines().count(), 3);
    for line_end in ["\r", "\r\n", "\n\r", "\r\r\n"] {
        let (_folder, path) = file("a.epd", positions.join(line_end));
        assert_eq!(written(&["--as", "fen", &path]), expected, "{line_end:?}");
    }
}

#[test]
fn a_line_of_positions_that_is_too_long_is_a_failure() {
    let (_folder, path) = file(
        "a.epd",
        format!("4k3/8/8/8/8/8/8/4K3 b - -\n4k3/8/8/8/8/8/8/R3K3 w Q - id \"{}\";\n", "x".repeat(1 << 20)),
    );
    let output = run(&["--as", "fen", &path]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("a.epd:2: only the first 1048576 bytes of this line are read"));
}

#[test]
fn a_column_that_occurs_twice_is_refused() {
    for (fields, column) in [("fen,fen", "fen"), ("all,san", "san"), ("tag:Own,tag:Own", "tag:Own")] {
        for format in ["text", "jsonl", "csv"] {
            let output = run(&["--moves", "e4", "--format", format, "--fields", fields]);
            assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""), "{fields}");
            let error = text(&output.stderr);
            assert!(error.contains(&format!("--fields: duplicate column `{column}`")), "{error}");
        }
    }
}
