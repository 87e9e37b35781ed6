//! End-to-end tests of `adoube adjudicate --can-mate`.

use std::fs;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const HELPMATE: &str = "5k1K/8/8/7P/8/5n2/8/8 w - - 0 1";
const BISHOPS: &str = "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 0 1";
const MORTAL: &str = "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/2p2K2/2P5/8 w - - 0 1";
const SEARCHED: &str = "8/8/1p6/1P1p1kp1/3P2P1/5K2/8/8 b - g3 0 1";
const WALL: &str = "8/8/3k4/1p2p1p1/pP1pP1P1/P2P4/1K6/8 b - - 32 62";

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adoube"));
    command.env_clear().arg("adjudicate").args(arguments);
    command
}

fn run(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

/// Runs `adjudicate` on a file with this name and content.
fn ask(name: &str, text: &[u8], arguments: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(name), text).unwrap();
    command(&[&[name], arguments].concat()).current_dir(&folder).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn records(output: &Output) -> Vec<Value> {
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn yes_comes_with_a_helpmate() {
    let output = run(&["--fen", HELPMATE, "--can-mate", "black", "--shortest"]);
    let expected = "\
<fen>:1: position 1: yes: Black can mate (4 plies; no line is shorter)
  1. h6 Nh4 2. h7 Ng6#
  uci h5h6 f3h4 h6h7 h4g6
";
    assert_eq!((text(&output.stdout), output.status.code()), (expected, Some(0)));
    let output = run(&["--fen", HELPMATE, "--can-mate", "both", "--shortest", "--format", "jsonl"]);
    let [white, black] = &records(&output)[..] else { panic!("{output:?}") };
    assert_eq!((&white["side"], &white["answer"]), (&"white".into(), &"yes".into()));
    assert_eq!(black["type"], "can_mate");
    assert_eq!(black["uci"], serde_json::json!(["h5h6", "f3h4", "h6h7", "h4g6"]));
    assert_eq!((&black["plies"], &black["shortest"], &black["proof"]), (&4.into(), &true.into(), &Value::Null));
}

#[test]
fn no_comes_with_a_proof_and_an_explanation() {
    let output = run(&["--fen", WALL, "--can-mate", "white", "--why"]);
    let stdout = text(&output.stdout);
    for part in [
        "no: White cannot mate (proved closed)",
        "    4 [p][P] . [p][P] . [P] .\n    3 [P] .  . [P] .  +  +  +\n",
        "can never move or be captured, [in brackets]: Pa3 Pd3 pa4",
        "Black's king, the one to be mated, can reach",
    ] {
        assert!(stdout.contains(part), "{part}: {stdout}");
    }
    assert_eq!(output.status.code(), Some(0));
    let output = run(&["--fen", WALL, "--can-mate", "white", "--why", "--format", "jsonl"]);
    let record = &records(&output)[0];
    assert_eq!(record["proof"]["kind"], "closed");
    let king = record["proof"]["pieces"].as_array().unwrap().iter().find(|piece| piece["piece"] == "k").unwrap();
    assert_eq!(record["why"]["king_to_mate"], king["reach"]);
    assert!(record["why"]["fixed"].as_array().unwrap().contains(&"a4".into()), "{record}");
}

#[test]
fn each_kind_of_proof_is_explained() {
    for (fen, side, expected) in [
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "black", "Black has only the king"),
        ("8/8/8/3k4/8/2B5/q7/7K b - - 0 1", "white", "White's bishops attack dark squares only"),
        ("4k3/2q5/8/8/8/2N5/8/4K3 w - - 0 1", "white", "a lone knight can mate only if"),
        ("6Rk/8/7K/8/8/8/8/8 b - - 0 1", "white", "1... Kxg8: White has nothing left to mate with"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "white", "stalemate"),
    ] {
        let output = run(&["--fen", fen, "--can-mate", side, "--why"]);
        assert!(text(&output.stdout).contains(expected), "{expected}: {output:?}");
        assert_eq!(output.status.code(), Some(0), "{fen}");
    }
    let output = run(&["--fen", HELPMATE, "--can-mate", "black", "--why"]);
    assert!(text(&output.stdout).contains("    6  .  .  .  .  .  .  n  .\n"), "{output:?}");
}

#[test]
fn games_are_queried_at_a_ply_or_at_their_end() {
    let game = b"1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 e5 *\n";
    let output = ask("a.pgn", game, &["--can-mate", "white", "--format", "csv"]);
    let rows: Vec<&str> = text(&output.stdout).lines().collect();
    assert!(rows[0].starts_with("file,game,line,ply,fen,side,answer,san,uci,plies,shortest,proof"), "{}", rows[0]);
    assert!(rows[1].contains(",white,no,,,,,lines 1,") && rows[2].contains(",white,yes,"), "{rows:?}");
    let output = ask("a.pgn", game, &["--can-mate", "black", "--at", "3", "--game", "1", "--format", "jsonl"]);
    let record = &records(&output)[0];
    assert_eq!(
        (&record["ply"], &record["san"], &record["shortest"]),
        (&3.into(), &serde_json::json!(["Qh4#"]), &true.into())
    );
    let output = ask("a.pgn", game, &["--can-mate", "black", "--head", "1"]);
    assert!(text(&output.stdout).contains("yes: Black has mated (mate is on the board)"), "{output:?}");
    assert!(text(&output.stdout).contains("after Black's move 2 (ply 4)"), "{output:?}");
    assert!(text(&output.stderr).contains("1 answer = 1 yes"), "{output:?}");
}

#[test]
fn unreachable_positions_get_no_answer() {
    for (name, bytes, note) in [
        ("a.pgn", &b"1. e4 Nb4 *\n"[..], "the game cannot be replayed to this point"),
        ("a.pgn", b"1. e4 -- 2. d4 *\n", "the game cannot be replayed to this point"),
        ("a.pgn", b"?? \x01 )) \xfe * %% ~ [[\n", "no move or tag could be read"),
        ("a.pgn", b"[SetUp \"1\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n*\n", "the record has no playable position"),
        ("a.pgn", b"[Variant \"Atomic\"]\n\n1. e4 *\n", "another chess variant"),
        ("a.fen", b"kk6/8/8/8/8/8/8/K7 w - - 0 1\n", "the record has no playable position"),
        ("a.fen", b"\xff\x00 nonsense\n", "the record has no playable position"),
    ] {
        let output = ask(name, bytes, &["--can-mate", "both"]);
        let stdout = text(&output.stdout);
        assert_eq!(stdout.matches("undetermined: whether").count(), 2, "{stdout}");
        assert_eq!(stdout.matches(note).count(), 2, "{note}: {stdout}");
        assert!(stdout.contains("(not answered: "), "{stdout}");
        assert_eq!(output.status.code(), Some(1), "{stdout}");
    }
    let output = ask("a.pgn", b"1. e4 Nb4 *\n", &["--can-mate", "white", "--at", "1"]);
    assert!(text(&output.stdout).contains("yes: White can mate"), "{output:?}");
    assert_eq!(ask("a.pgn", b"", &["--can-mate", "white"]).status.code(), Some(1));
    assert_eq!(ask("a.fen", b"# nothing\n\n", &["--can-mate", "white"]).status.code(), Some(1));
    let output = run(&["--fen", "8/8/8/8/8/8/8 w - - 0 1", "--can-mate", "white"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

#[test]
fn undetermined_answer_is_a_finding() {
    let ask = |format| run(&["--fen", HELPMATE, "--can-mate", "black", "--budget", "0", "--format", format]);
    let output = ask("jsonl");
    let record = &records(&output)[0];
    assert_eq!((&record["answer"], &record["positions"]), (&"undetermined".into(), &0.into()));
    assert_eq!(output.status.code(), Some(1));
    for format in ["text", "jsonl", "csv"] {
        let output = ask(format);
        assert!(
            text(&output.stdout).contains("the budget of 0 positions is used up; --budget raises it"),
            "{output:?}"
        );
    }
    let output = run(&["--fen", HELPMATE, "--can-mate", "black"]);
    assert!(!text(&output.stdout).contains("budget"), "{output:?}");
}

#[test]
fn places_after_a_null_move_get_no_answer() {
    let game = b"1. e4 -- 2. d4 e5 3. Nf3 *\n";
    for at in ["2", "3", "9"] {
        let output = ask("a.pgn", game, &["--can-mate", "white", "--at", at]);
        let stdout = text(&output.stdout);
        assert!(
            stdout.contains("undetermined: whether White can mate (not answered: the game cannot be replayed"),
            "{stdout}"
        );
        let output = ask("a.pgn", game, &["--at", at]);
        let stdout = text(&output.stdout);
        assert!(
            stdout.contains("undetermined: illegal-move") && stdout.contains("the game cannot be replayed"),
            "{stdout}"
        );
        assert!(!stdout.contains("no such position"), "{stdout}");
    }
    let output = ask("a.pgn", game, &["--can-mate", "white", "--at", "1"]);
    assert!(text(&output.stdout).contains("yes: White can mate"), "{output:?}");
}

#[test]
fn places_in_positions_are_refused() {
    for arguments in [&["--at", "3"][..], &["--at", "3", "--can-mate", "white"]] {
        let output = ask("a.fen", HELPMATE.as_bytes(), arguments);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""), "{output:?}");
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.fen"), HELPMATE).unwrap();
        let output = command(&[&["."], arguments].concat()).current_dir(&folder).output().unwrap();
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""), "{output:?}");
        assert!(text(&output.stderr).contains("--at applies to games; a position has no moves"), "{output:?}");
    }
}

#[test]
fn text_without_moves_and_tags_is_not_a_game() {
    let output = ask("a.pgn", b"?? \x01 )) \xfe * %% ~ [[\n", &[]);
    assert!(text(&output.stdout).contains("not-a-game: nothing-read"), "{output:?}");
    for game in [&b"*\n"[..], b"{A game without moves} 1/2-1/2\n"] {
        let output = ask("a.pgn", game, &["--can-mate", "white"]);
        assert!(text(&output.stdout).contains("yes: White can mate"), "{output:?}");
    }
}

#[test]
fn long_lines_are_wrapped_at_80_columns() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/mating/positions.epd");
    let output = run(&[path, "--can-mate", "both", "--why"]);
    for line in text(&output.stdout).lines().filter(|line| line.starts_with("  ")) {
        assert!(line.chars().count() <= 80, "{line}");
    }
    let output = run(&[path, "--can-mate", "white", "--game", "6", "--format", "jsonl"]);
    let record = &records(&output)[0];
    let [san, uci] = ["san", "uci"].map(|key| record[key].as_array().unwrap());
    assert!(san.len() > 30, "{record}");
    let output = run(&[path, "--can-mate", "white", "--game", "6"]);
    let words: Vec<&str> = text(&output.stdout).split_whitespace().collect();
    assert!(uci.iter().all(|word| words.contains(&word.as_str().unwrap())), "{words:?}");
    let start = words.iter().position(|&word| word == "1.").unwrap();
    let printed = words[start..].iter().filter(|word| !word.ends_with('.')).take(san.len());
    assert!(printed.eq(san.iter().map(|word| word.as_str().unwrap()).collect::<Vec<_>>().iter()), "{words:?}");
}

#[test]
fn marked_squares_match_the_counts() {
    for (fen, side, taken) in
        [(WALL, "white", ["", ""]), (WALL, "black", ["", ""]), (BISHOPS, "black", ["", ", f8 (now taken)"])]
    {
        let output = run(&["--fen", fen, "--can-mate", side, "--why"]);
        let stdout = text(&output.stdout);
        let board: String = stdout.lines().skip_while(|line| !line.starts_with("    8 ")).take(8).collect();
        let output = run(&["--fen", fen, "--can-mate", side, "--why", "--format", "jsonl"]);
        let why = &records(&output)[0]["why"];
        for ((mark, key), taken) in [('o', "king_to_mate"), ('+', "mating_king")].into_iter().zip(taken) {
            let marked = board.chars().filter(|&cell| cell == mark).count();
            let reach = why[key].as_array().unwrap().len();
            assert_eq!(reach, marked + 1 + usize::from(!taken.is_empty()), "{stdout}");
            let sentence = format!("can reach {reach} squares: its own{taken}, {marked} marked {mark}");
            assert!(stdout.replace("\n    ", " ").contains(&sentence), "{sentence}: {stdout}");
        }
        let framed = board.matches('[').count();
        assert!(stdout.contains(&format!("({framed} of ")), "{stdout}");
        assert_eq!(why["fixed"].as_array().unwrap().len(), framed);
    }
    let output = run(&["--fen", MORTAL, "--can-mate", "black", "--why"]);
    let stdout = text(&output.stdout).replace("\n    ", " ");
    let fixed = stdout.matches('[').count() - 1;
    let heading = format!("({} of 16 never move, but 1 of them may be captured)", fixed + 1);
    assert!(stdout.contains(&heading) && stdout.contains("can never move, but may be captured: pc3\n"), "{stdout}");
}

/// A pawn that otherwise never moves can capture White's queen; after that White cannot mate.
#[test]
fn conditional_proof_names_its_condition() {
    let fen = "8/6pp/8/8/ppp5/bkp4Q/qnp5/n1K5 b - - 0 1";
    let output = run(&["--fen", fen, "--can-mate", "white", "--why"]);
    let stdout = text(&output.stdout).replace("\n    ", " ");
    assert!(stdout.contains("(11 of 14 never move as long as Qh3 is on the board)"), "{stdout}");
    assert!(stdout.contains("this holds while Qh3 is on the board, until a move"), "{stdout}");
}

#[test]
fn reason_is_printed_once() {
    for (fen, side, reason) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "white", "the game is over: stalemate\n"),
        ("R6k/8/6K1/8/8/8/8/7r b - - 0 1", "black", "the game is over: checkmate, Black is mated\n"),
    ] {
        let output = run(&["--fen", fen, "--can-mate", side, "--why"]);
        let stdout = text(&output.stdout);
        let end = reason.trim_end().rsplit(' ').next().unwrap();
        assert!(stdout.contains(reason) && stdout.matches(end).count() == 1, "{stdout}");
    }
    let searched = ["--fen", SEARCHED, "--can-mate", "white"];
    let brief = run(&searched);
    assert!(text(&brief.stdout).contains(" and in none is Black's king mated"), "{brief:?}");
    let full = run(&[&searched[..], &["--why"]].concat());
    assert_eq!(text(&full.stdout).matches("king mated").count(), 1, "{full:?}");
}

#[test]
fn move_numbers_near_their_limit_are_exact() {
    let output = run(&["--fen", "5k1K/8/8/7P/8/5n2/8/8 w - - 0 2147483647", "--can-mate", "black", "--shortest"]);
    let stdout = text(&output.stdout);
    assert!(stdout.contains("2147483647. h6 Nh4 2147483648. h7 Ng6#"), "{stdout}");
}

#[test]
fn the_budget_bounds_both_searches_of_shortest() {
    let hard = "k6B/1b4B1/2b2B2/4B3/3B4/1pB1B3/pP1B4/K7 b - - 0 1";
    for budget in ["100", "1000"] {
        let output =
            run(&["--fen", hard, "--can-mate", "white", "--shortest", "--budget", budget, "--format", "jsonl"]);
        let record: Value = serde_json::from_str(text(&output.stdout).lines().next().unwrap()).unwrap();
        assert_eq!(record["answer"], "undetermined", "{record}");
        assert!(record["positions"].as_u64().unwrap() <= budget.parse().unwrap(), "{record}");
    }
}

#[test]
fn can_mate_refuses_irrelevant_options() {
    for arguments in [
        &["--fen", HELPMATE, "--shortest"][..],
        &["--fen", HELPMATE, "--why"],
        &["--fen", HELPMATE, "--can-mate", "green"],
        &["--fen", HELPMATE, "--can-mate", "white", "--event", "flag:white"],
        &["--fen", HELPMATE, "--can-mate", "white", "--laws", "uscf"],
        &["--fen", HELPMATE, "--can-mate", "white", "--compare", "uscf,iccf"],
        &["--fen", HELPMATE, "--can-mate", "white", "--claim", "fifty"],
        &["--fen", HELPMATE, "--can-mate", "white", "--touched", "h5"],
        &["--fen", HELPMATE, "--can-mate", "white", "--if-unproved", "draw"],
        &["--fen", HELPMATE, "--can-mate", "white", "--self-check"],
        &["--fen", HELPMATE, "--can-mate", "white", "--at", "3"],
        &["--fen", HELPMATE, "--can-mate", "white", "--why", "--format", "csv"],
        &["--input-format", "fen", "--at", "3", "--can-mate", "white"],
    ] {
        let output = run(arguments);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""), "{arguments:?}");
        assert!(text(&output.stderr).starts_with("error: "), "{output:?}");
    }
}

#[test]
fn answers_do_not_depend_on_threads() {
    let mut lines = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/mating/positions.epd")).unwrap();
    lines.extend_from_slice(&lines.clone().repeat(9));
    let answers = |threads: &str| {
        let output = ask("a.epd", &lines, &["--can-mate", "both", "--format", "jsonl", "-j", threads]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        output.stdout
    };
    let one = answers("1");
    assert_eq!(text(&one).lines().count(), 140);
    assert_eq!(one, answers("3"));
}

#[test]
fn a_closed_pipe_ends_the_run_quietly() {
    let lines = format!("{HELPMATE}\n").repeat(3000);
    let arguments = ["-", "--input-format", "fen", "--can-mate", "both", "-q"];
    let mut child =
        command(&arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    // The program may end before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
}

#[cfg(feature = "chasolver")]
#[test]
fn cross_check_reports_disagreements() {
    let output = run(&["--fen", HELPMATE, "--can-mate", "both", "--cross-check"]);
    assert!(text(&output.stderr).contains("cross-check: chasolver agrees on 2 of 2 questions"), "{output:?}");
    assert_eq!(output.status.code(), Some(0));
    let wrong = "8/8/8/8/6p1/6Pk/8/6K1 w - - 0 1";
    let output = run(&["--fen", wrong, "--can-mate", "white", "--cross-check"]);
    let stderr = text(&output.stderr);
    assert!(stderr.contains("can White mate? adoube: it can: ") && stderr.contains("chasolver: it cannot"), "{stderr}");
    assert!(stderr.contains("adoube is right: shakmaty, too, plays the line to mate"), "{stderr}");
    assert_eq!(output.status.code(), Some(2));
    let output = run(&["--fen", wrong, "--event", "flag:black", "--cross-check"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let chess960 = "1r2k3/8/8/8/8/8/8/1R2K3 w Bb - 0 1";
    let output = run(&["--fen", chess960, "--can-mate", "white", "--cross-check"]);
    assert!(text(&output.stderr).contains("on 1 it has no opinion"), "{output:?}");
    assert_eq!(output.status.code(), Some(0));
    let output = ask("a.fen", b"kk6/8/8/8/8/8/8/K7 w - - 0 1\n", &["--can-mate", "white", "--cross-check"]);
    assert!(!text(&output.stderr).contains("cross-check"), "{output:?}");
}

#[cfg(feature = "chasolver")]
#[test]
fn verdicts_are_cross_checked_where_mate_matters() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/games/classics.pgn");
    let output = run(&[folder, "--cross-check"]);
    assert_ne!(output.status.code(), Some(2), "{output:?}");
    assert!(text(&output.stderr).contains("cross-check: chasolver agrees on "), "{output:?}");
    let flag = ["--event", "flag:white", "--cross-check"];
    for fen in [HELPMATE, WALL, "8/8/4k3/3R4/2K5/8/8/8 w - - 0 50"] {
        let output = run(&[&["--fen", fen], &flag[..]].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(!text(&output.stderr).contains("agrees on 0 of"), "{output:?}");
    }
}
