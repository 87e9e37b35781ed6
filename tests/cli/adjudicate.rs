//! End-to-end tests of `adoube adjudicate`.

use std::fs;
use std::process::{Command, Output};

use tempfile::TempDir;

/// Runs `adoube adjudicate` with these arguments and nothing else.
fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_adoube")).env_clear().arg("adjudicate").args(arguments).output().unwrap()
}

/// Rules on a game in a temporary folder.
fn adjudicate(game: &str, arguments: &[&str]) -> (Output, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.pgn"), game).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_adoube"));
    command.current_dir(&folder).env_clear().args(["adjudicate", "game.pgn"]).args(arguments);
    (command.output().unwrap(), folder)
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn claims_after_the_end_are_rejected_without_penalty() {
    let bare_kings = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4p3/4K3 w - - 0 1\"]\n\n1. Kxe2 1-0\n";
    let (output, _folder) = adjudicate(bare_kings, &["--claim", "fifty"]);
    let stdout = text(&output.stdout);
    assert!(
        stdout.contains("draw: dead-position") && stdout.contains("the claim is rejected: the game is over"),
        "{stdout}"
    );
    assert!(!stdout.contains("minutes") && !stdout.contains("correct claim"), "{stdout}");
}

#[test]
fn claims_end_with_the_game() {
    let game = format!("[Date \"2024.01.01\"]\n\n1. e4 e5 {}*\n", "Nf3 Nf6 Ng1 Ng8 ".repeat(2000));
    let (output, _folder) = adjudicate(&game, &["--format", "jsonl"]);
    let stdout = text(&output.stdout);
    assert!(stdout.contains("fivefold") && stdout.len() < 10_000, "{} bytes: {:.300}", stdout.len(), stdout);
}

#[test]
fn the_edition_of_a_date_in_another_form_is_that_of_its_one_reading() {
    for (date, edition, is_unread) in [
        ("2015-05-01", "fide-2014", false),
        ("13.05.2015", "fide-2014", false),
        ("05.04.2015", "fide-2014", false),
        ("1980/??/??", "fide-2001", false),
        ("last spring", "fide-2023", true),
        ("????.??.??", "fide-2023", false),
    ] {
        let (output, _folder) = adjudicate(&format!("[Date \"{date}\"]\n\n1. e4 *\n"), &["--format", "jsonl"]);
        let stdout = text(&output.stdout);
        assert!(stdout.contains(&format!("\"edition\":\"{edition}\"")), "{date}: {stdout}");
        assert_eq!(stdout.contains("the Date tag cannot be read as a date"), is_unread, "{date}: {stdout}");
    }
}

#[test]
fn claims_beyond_the_first_are_counted() {
    for (plies, more) in [(12, None), (13, Some("and 1 more claim;")), (14, Some("and 3 more claims;"))] {
        let moves: Vec<&str> = ["Nf3", "Nf6", "Ng1", "Ng8"].into_iter().cycle().take(plies).collect();
        let output = run(&["--laws", "fide-2001", "--moves", &moves.join(" ")]);
        let stdout = text(&output.stdout);
        assert_eq!(stdout.contains("more claim"), more.is_some(), "{stdout}");
        assert!(more.is_none_or(|more| stdout.contains(more)), "{stdout}");
    }
}

#[test]
fn errors_in_given_moves_are_located_there() {
    for (arguments, place) in [
        (vec!["--moves", "2... Nc6 3. Bb5 Ra5"], "error in the moves, column 17: [M101]"),
        (vec!["--moves", "Nc6\n3. Bb5 Ra5"], "error in the moves, line 2, column 8: [M101]"),
    ] {
        let (output, _folder) = adjudicate("[Event \"e\"]\n\n1. e4 e5\n2. Nf3 *\n", &arguments);
        assert!(text(&output.stdout).contains(place), "{output:?}");
    }
    for arguments in [vec!["--moves", "e4 e5 Nf3 Ra3"], vec!["--fen", "startpos", "--moves", "e4 e5 Nf3 Ra3"]] {
        let output = run(&arguments);
        assert!(text(&output.stdout).contains("error in the moves, column 11: [M101]"), "{output:?}");
    }
    // An error in the record itself keeps its line.
    let (output, _folder) = adjudicate("[Event \"e\"]\n\n1. e4 e5\n2. Ra4 *\n", &["--moves", "Nc6"]);
    assert!(text(&output.stdout).contains("error in the record, line 4: [M101]"), "{output:?}");
}

#[test]
fn given_moves_have_no_result_and_may_end_in_a_comment() {
    for start in [&[][..], &["--fen", "startpos"]] {
        for moves in ["f3 e5 g4 Qh4#", "f3 e5 g4 Qh4# ; mate", "f3 e5 g4 Qh4# {mate}"] {
            let output = run(&[start, &["--moves", moves]].concat());
            assert_eq!(output.status.code(), Some(0), "{output:?}");
            assert!(!text(&output.stdout).contains("error in the moves"), "{output:?}");
        }
        for moves in ["f3 e5 g4 Qh4# 0-1", "e4 e5 0-1 Nf3", "e4 e5 *"] {
            let output = run(&[start, &["--moves", moves]].concat());
            assert_eq!(output.status.code(), Some(2), "{output:?}");
            assert!(text(&output.stderr).contains("no tags or result"), "{output:?}");
        }
        let output = run(&[start, &["--moves", "e4 e5 O-O"]].concat());
        assert!(text(&output.stdout).contains("error in the moves, column 7: [M101]"), "{output:?}");
    }
}

#[test]
fn servers_have_neither_touch_move_nor_written_moves() {
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for server in ["lichess", "chesscom", "iccf", "engine"] {
        for question in [&["--touched", "e1,h1"][..], &["--claim", "touch-move"], &["--event", "draw-offer:white"]] {
            let output = run(&[&["--laws", server, "--fen", castling], question].concat());
            let stdout = text(&output.stdout);
            assert!(
                !["must castle", "arbiter", "Article 4", "orally"].iter().any(|word| stdout.contains(word)),
                "{stdout}"
            );
            assert_eq!(stdout.contains("there is no touch-move rule"), question[0] != "--event", "{stdout}");
        }
    }
    let repeated = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1";
    let output = run(&["--laws", "lichess", "--moves", repeated]);
    assert!(!text(&output.stdout).contains("intended"), "{output:?}");
    let output = run(&["--laws", "lichess", "--moves", repeated, "--claim", "threefold", "--intended", "Ng8"]);
    assert!(text(&output.stdout).contains("a claim is possible only after the move is made"), "{output:?}");
    let output = run(&["--laws", "chesscom", "--moves", repeated, "--claim", "threefold"]);
    assert!(text(&output.stdout).contains("the draw is automatic, without a claim"), "{output:?}");
    let output = run(&["--laws", "lichess", "--moves", &format!("{repeated} Ng8"), "--claim", "threefold"]);
    assert!(text(&output.stdout).contains("the claim is accepted"), "{output:?}");
}

#[test]
fn a_wrong_claim_costs_the_claimant_time_under_the_laws_of_2001() {
    for (laws, costs) in [("fide-2001", true), ("fide-2014", false), ("fide-2023", false)] {
        let output = run(&["--laws", laws, "--moves", "e4 e5", "--claim", "threefold"]);
        let stdout = text(&output.stdout);
        assert_eq!(
            stdout.contains("White loses half of the remaining time, but at most three minutes"),
            costs,
            "{stdout}"
        );
    }
}

#[test]
fn missing_and_ambiguous_moves_are_unplayable_not_illegal() {
    let cases = [
        ("1. e4 e5 2. Nf3 Nc6 3. Ke3 1-0", "undetermined: illegal-move (fide-2023 7.5.1; inferred)"),
        ("1. e4 e5 2. Nf3 3. Bb5 a6 4. Ba4 Nf6 1-0", "undetermined: unplayable (fide-2023; inferred)"),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ke4 Kd5 1-0", "undetermined: unplayable (fide-2023; inferred)"),
        ("1. d4 d5 2. Nf3 Nf6 3. Nd2 1-0", "undetermined: unplayable (fide-2023; inferred)"),
        ("1. d4 d5 2. Nf", "undetermined: unplayable (fide-2023; inferred)"),
    ];
    for (moves, answer) in cases {
        let (output, _folder) = adjudicate(moves, &[]);
        assert!(text(&output.stdout).contains(answer), "{moves}: {output:?}");
        assert_eq!(text(&output.stdout).contains("makes an illegal move"), answer.contains("illegal"), "{moves}");
    }
}

#[test]
fn input_is_not_overwritten() {
    let game = "1. e4 e5 *\n";
    let (output, folder) = adjudicate(game, &["-o", "game.pgn"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("does not write pgn"), "{output:?}");
    let path = folder.path().join("game.txt");
    fs::write(&path, game).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_adoube"));
    let output = command.env_clear().arg("adjudicate").arg(&path).arg("-o").arg(&path).output().unwrap();
    assert!(text(&output.stderr).contains("is an input and would be overwritten"), "{output:?}");
    for name in ["game.pgn", "game.txt"] {
        assert_eq!(fs::read_to_string(folder.path().join(name)).unwrap(), game);
    }
}

#[test]
fn errors_of_the_record_are_reported_and_fail() {
    for (game, expected) in [
        ("1. e4 {never closed 1-0\n", "error in the record, line 1: [S101]"),
        ("[Result \"1-0\"]\n\n1. e4 0-1\n", "error in the record, line 3: [R101]"),
        ("1. e4 Nb4 *\n", "[M101] illegal move `Nb4`: none of Black's knights"),
        ("1. f3 e5 2. g4 Qh4# 3. a3 0-1\n", "[M103]"),
        ("\n\n[Event \"x\"]\n\n1. e4 e5 frob *\n", "game.pgn:3: game 1: ongoing"),
    ] {
        let (output, _folder) = adjudicate(game, &[]);
        assert!(text(&output.stdout).contains(expected), "{expected}: {output:?}");
        assert_eq!(output.status.code(), Some(1), "{game}");
        assert!(text(&output.stderr).contains("1 game has errors; see `adoube validate`"), "{output:?}");
    }
}

#[test]
fn text_outside_games_is_reported() {
    let (output, _folder) = adjudicate("hello\n", &[]);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(1), ""));
    assert!(text(&output.stderr).contains("[S102] text outside any game") && text(&output.stderr).contains("no game"));
    let (output, _folder) = adjudicate("", &[]);
    assert_eq!(output.status.code(), Some(1));
    let (output, _folder) = adjudicate("1. e4 *\n", &["--game", "2"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("no input has a game with this number"), "{output:?}");
}

#[test]
fn invalid_lines_report_reason_and_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.fen");
    fs::write(&path, "# two\n8/8/8/8/8/8/8/8 w - - 0 1\n4k3/8/8/8/8/8/8/4K3 w Q - 0 1\n").unwrap();
    let output = run(&[path.to_str().unwrap(), "--format", "jsonl"]);
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    assert!(lines[0].contains("\"line\":2") && lines[0].contains("\"fen\":null"), "{}", lines[0]);
    assert!(lines[0].contains("White has no king"), "{}", lines[0]);
    assert!(lines[1].contains("\"code\":\"F108\",\"line\":3"), "{}", lines[1]);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn event_verdict_is_compared_with_the_stated_result() {
    let (output, _folder) = adjudicate("1. e4 e5 1/2-1/2\n", &["--event", "flag:white"]);
    assert!(text(&output.stdout).contains("recorded result: 1/2-1/2 (does not agree)"), "{output:?}");
    assert_eq!(output.status.code(), Some(1));
    let (output, _folder) = adjudicate("1. e4 e5 1/2-1/2\n", &["--event", "resign:black", "--at", "1"]);
    assert!(!text(&output.stdout).contains("recorded result"), "{output:?}");
    let (output, _folder) = adjudicate("1. f3 e5 2. g4 Qh4# 0-1\n", &["--event", "flag:white"]);
    assert!(text(&output.stdout).contains("the event comes too late"), "{output:?}");
}

#[test]
fn claim_of_an_automatic_draw_is_accepted() {
    let fen = "4k3/8/8/8/8/8/4K3/R7 w - - 100 70";
    let output = run(&["--fen", fen, "--claim", "fifty", "--laws", "lichess"]);
    assert!(text(&output.stdout).contains("(lichess, its own rule; proved)"), "{output:?}");
    assert!(text(&output.stdout).contains("the claim is accepted"), "{output:?}");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn drawn_timeout_names_no_loser() {
    let game = "[Result \"1/2-1/2\"]\n[Termination \"Time forfeit\"]\n\n1. e4 e5 1/2-1/2\n";
    let (output, _folder) = adjudicate(game, &["--format", "jsonl"]);
    let stdout = text(&output.stdout);
    assert!(
        stdout.contains("\"verdict\":\"undetermined\",\"reason\":\"flag\"") && stdout.contains("\"by\":null"),
        "{stdout}"
    );
}

#[test]
fn unreadable_intended_move_fails_and_touch_after_the_end_is_ignored() {
    let fen = "4k3/8/8/8/8/8/4K3/R7 w - - 90 70";
    let output = run(&["--fen", fen, "--claim", "fifty", "--intended", "xyz"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("`xyz` is not a move"), "{output:?}");
    let output = run(&["--fen", "R6k/8/6K1/8/8/8/8/8 b - - 0 1", "--touched", "h8"]);
    assert!(text(&output.stdout).contains("the game is over"), "{output:?}");
}

#[test]
fn material_rule_of_a_server_is_cited() {
    let output = run(&["--fen", "8/8/8/4k3/8/8/3N4/3NK3 b - - 0 70", "--laws", "chesscom"]);
    assert!(text(&output.stdout).contains("draw: insufficient-material (chesscom, its own rule"), "{output:?}");
    assert!(text(&output.stdout).contains("insufficient material by rule"), "{output:?}");
}

#[test]
fn unended_engine_game_is_reported() {
    let (output, _folder) =
        adjudicate("1. e4 {+0.10/10 1s} e5 *\n", &["--engine-rules", "resign:movecount=3,score=600"]);
    assert!(
        text(&output.stdout).contains("the engine rules do not end the game; 1 of 2 moves have no evaluation"),
        "{output:?}"
    );
}

#[test]
fn self_check_ignores_the_environment_and_refuses_options() {
    let output = Command::new(env!("CARGO_BIN_EXE_adoube"))
        .env_clear()
        .env("ADOUBE_THREADS", "2")
        .args(["adjudicate", "--self-check", "-q"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(text(&output.stdout).contains(" 0 wrong"), "{output:?}");
    let output = run(&["--self-check", "--event", "agree"]);
    assert!(text(&output.stderr).contains("cannot be used with '--event"), "{output:?}");
}

#[test]
fn claims_and_touches_have_csv_columns() {
    let fen = "4k3/8/8/8/8/8/4K3/R7 w - - 90 70";
    let output = run(&["--fen", fen, "--claim", "fifty", "--intended", "Ra2", "--format", "csv"]);
    let stdout = text(&output.stdout);
    assert!(stdout.contains("rejected too-soon,black 2,Ra2"), "{stdout}");
    let output = run(&["--fen", fen, "--touched", "a1,e2", "--format", "csv"]);
    assert!(text(&output.stdout).contains(",move Rb1 "), "{output:?}");
}

#[test]
fn events_after_unplayable_moves_get_no_ruling() {
    let (output, _folder) = adjudicate("1. e4 Nb4 *\n", &["--event", "flag:white"]);
    assert!(text(&output.stdout).contains("the game cannot be replayed to this point"), "{output:?}");
    let no_kings = "[SetUp \"1\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n*\n";
    let (output, _folder) = adjudicate(no_kings, &["--touched", "e1"]);
    assert!(!text(&output.stdout).contains("touch-move:") && text(&output.stdout).contains("not-a-game"), "{output:?}");
    let (output, _folder) = adjudicate(no_kings, &["--claim", "fifty"]);
    assert!(!text(&output.stdout).contains("rejected"), "{output:?}");
}

#[test]
fn draw_by_agreement_needs_a_move_by_both() {
    for arguments in [&[][..], &["--event", "agree"]] {
        let (output, _folder) = adjudicate("1. e4 1/2-1/2\n", arguments);
        assert!(text(&output.stdout).contains("only after both have made a move"), "{output:?}");
        assert_eq!(output.status.code(), Some(1));
    }
}

#[test]
fn player_who_touched_a_piece_cannot_claim() {
    let game = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *\n";
    let (output, _folder) = adjudicate(game, &["--claim", "threefold", "--touched", "g1"]);
    let stdout = text(&output.stdout);
    assert!(
        stdout.contains("touched a piece") && !stdout.contains("correct claim") && !stdout.contains("claim:"),
        "{stdout}"
    );
}

#[test]
fn penalties_are_those_of_the_edition() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    for (laws, class, more, expected) in [
        ("fide-2018", "rapid", "full", "Black gets 2 more minutes"),
        ("fide-2018", "blitz", "full", "Black gets 1 more minute"),
        ("fide-2023", "rapid", "full", "Black gets 1 more minute (fide-2023 7.5.1, 7.5.5, A.3)"),
        ("fide-2014", "blitz", "full", "Black gets 1 more minute"),
        ("fide-2014", "blitz", "limited", "White completes an illegal move"),
        ("fide-2001", "rapid", "full", "Black gets 2 more minutes (fide-2001)"),
        ("uscf", "rapid", "full", "Black gets 2 more minutes (uscf 11D)"),
        ("uscf", "blitz", "full", "not established"),
        ("lichess", "blitz", "full", "players cannot make illegal moves"),
    ] {
        let event = ["--event", "illegal:white:1", "--supervision", more];
        let output = run(&[&["--fen", fen, "--laws", laws, "--time-class", class], &event[..]].concat());
        assert!(text(&output.stdout).contains(expected), "{laws} {class}: {output:?}");
    }
}

#[test]
fn verdict_follows_the_chosen_rule_set() {
    let game = format!("[Date \"2024.01.01\"]\n[Result \"1-0\"]\n\n{}e4 1-0\n", "Nf3 Nf6 Ng1 Ng8 ".repeat(4));
    let (output, _folder) = adjudicate(&game, &["--laws", "uscf"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let (output, _folder) = adjudicate(&game, &[]);
    assert!(text(&output.stdout).contains("fivefold") && text(&output.stdout).contains("does not agree"), "{output:?}");
}

#[test]
fn an_impossible_halfmove_clock_is_reported_if_a_draw_depends_on_it() {
    let output = run(&["--fen", "4k3/8/8/8/8/8/8/R3K2R w KQ - 160 10"]);
    assert!(text(&output.stdout).contains("warning in the record, line 1: [F110]"), "{output:?}");
    assert_eq!(output.status.code(), Some(1));
    let output = run(&["--fen", "4k3/8/8/8/8/8/8/R3K2R w KQ - 30 10"]);
    assert!(!text(&output.stdout).contains("[F110]"), "{output:?}");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn event_needs_a_single_game() {
    let games = "1. e4 e5 *\n\n1. d4 *\n";
    for arguments in [&["--event", "flag:white"][..], &["--claim", "fifty"], &["--touched", "g1"]] {
        let (output, _folder) = adjudicate(games, arguments);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""), "{arguments:?}");
        assert!(text(&output.stderr).contains("--game"), "{output:?}");
        let (output, _folder) = adjudicate(games, &[arguments, &["--game", "2"]].concat());
        assert!(text(&output.stdout).contains("game 2:"), "{output:?}");
        let (output, _folder) = adjudicate(games, &[arguments, &["--head", "1"]].concat());
        assert!(text(&output.stdout).contains("game 1:"), "{output:?}");
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.fen");
    fs::write(&path, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\n").unwrap();
    let output = run(&[path.to_str().unwrap(), "--event", "flag:white"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

#[test]
fn at_accepts_every_kind_of_place() {
    let game = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 *\n";
    for (at, ply) in [("4b", 8), ("8", 8), ("1w", 1), ("last", 9), ("fen:startpos", 8)] {
        let (output, _folder) = adjudicate(game, &["--at", at, "--format", "jsonl"]);
        assert!(text(&output.stdout).contains(&format!("\"ply\":{ply},")), "{at}: {output:?}");
    }
    for at in ["9w", "10", "fen:4k3/8/8/8/8/8/8/4K3 w - -"] {
        for more in [&[][..], &["--event", "flag:white"], &["--can-mate", "white"]] {
            let (output, _folder) = adjudicate(game, &[&["--at", at], more].concat());
            assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""), "{at}: {output:?}");
            let stderr = text(&output.stderr);
            assert!(stderr.contains("no such position: it has 9 plies and ends with 5w"), "{at}: {stderr}");
        }
    }
    let (output, _folder) = adjudicate(game, &["--at", "all"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn moves_continue_a_saved_game() {
    let saved = "[Result \"1/2-1/2\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 1/2-1/2\n";
    let (output, _folder) = adjudicate(saved, &["--moves", "Ng8", "--claim", "threefold"]);
    assert!(text(&output.stdout).contains("game.pgn:1: game 1: draw: threefold"), "{output:?}");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let (output, _folder) = adjudicate(&saved.repeat(2), &["--moves", "Ng8"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(text(&output.stderr).contains("--game N"), "{output:?}");
    let (output, _folder) = adjudicate(&saved.repeat(2), &["--moves", "Ng8", "--game", "2"]);
    assert!(text(&output.stdout).contains("game 2: ongoing"), "{output:?}");
    let output = run(&["--fen", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "--moves", "Ra8"]);
    assert!(text(&output.stdout).contains("white-wins: checkmate"), "{output:?}");
    let (output, _folder) = adjudicate(saved, &["--moves", "Ng5"]);
    assert!(text(&output.stdout).contains("undetermined: illegal-move"), "{output:?}");
    assert_eq!(output.status.code(), Some(1));
    let output = run(&["--moves", "f3 e5 g4 Qh4"]);
    assert!(text(&output.stdout).contains("black-wins: checkmate"), "{output:?}");
}

#[test]
fn illegal_position_is_explained() {
    let output = run(&["--fen", "4r2k/8/8/8/8/8/8/B3K3 w - - 0 1", "--format", "jsonl"]);
    let stdout = text(&output.stdout);
    assert!(stdout.contains("\"verdict\":\"not-a-game\"") && stdout.contains("\"article\":\"3.10.3\""), "{stdout}");
    assert!(stdout.contains("both kings are in check") && stdout.contains("\"fen\":null"), "{stdout}");
    assert_eq!(output.status.code(), Some(1));
    let limited = ["--time-class", "blitz", "--supervision", "limited", "--event", "illegal-position"];
    let output = run(&[&["--fen", "4r2k/8/8/8/8/8/8/B3K3 w - - 0 1"], &limited[..]].concat());
    assert!(text(&output.stdout).contains("draw: illegal-position-stands (fide-2023 A.5.4"), "{output:?}");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let output = run(&["--fen", "P6k/8/8/8/8/8/8/4K3 b - - 0 1", "--event", "unpromoted:white", "--format", "jsonl"]);
    assert!(text(&output.stdout).contains("\"fen\":\"Q6k/8/8/8/8/8/8/4K3 b - - 0 1\""), "{output:?}");
    assert!(text(&output.stdout).contains("{\"to\":\"black\",\"minutes\":2}"), "{output:?}");
}

#[test]
fn impossible_touches_are_refused() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (arguments, why) in [
        (&["--touched", "e5"][..], "there is no piece on e5"),
        (&["--touched", "b1", "--released", "d2"], "another piece of the same player is on d2"),
        (&["--touched", "e7", "--released", "e5"], "no piece of White"),
        (&["--claim", "threefold", "--touched", "e5"], "there is no piece on e5"),
    ] {
        let output = run(&[&["--fen", fen], arguments].concat());
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""), "{arguments:?}");
        assert!(text(&output.stderr).contains(why), "{output:?}");
    }
}

#[test]
fn claim_that_needs_earlier_moves_is_undetermined() {
    let claim = |clock: &str| {
        let fen = format!("4k3/8/8/8/8/8/P7/R3K3 w - - {clock} 70");
        run(&["--fen", &fen, "--claim", "threefold", "--format", "jsonl"])
    };
    let open = claim("20");
    let stdout = text(&open.stdout);
    assert_eq!(open.status.code(), Some(1));
    assert!(stdout.contains(r#""verdict":"undetermined","reason":"threefold""#), "{stdout}");
    assert!(stdout.contains(r#""accepted":null,"why":"needs-history","at_most":6"#), "{stdout}");
    assert!(stdout.contains(r#""penalty":null"#) && !text(&open.stderr).contains("rejected"), "{open:?}");
    let wrong = claim("7");
    assert!(text(&wrong.stdout).contains(r#""accepted":false,"why":"too-few","at_most":2"#), "{wrong:?}");
    assert!(text(&wrong.stdout).contains(r#""penalty":{"to":"black","minutes":2}"#), "{wrong:?}");
}

#[test]
fn other_variants_get_no_ruling() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.epd");
    fs::write(&path, "4k3/8/8/8/8/8/4P3/R3K3 w - - variant \"Crazyhouse\";\n").unwrap();
    let path = path.to_str().unwrap();
    let output = run(&[path, "--event", "flag:white", "--format", "jsonl"]);
    assert!(text(&output.stdout).contains(r#""verdict":"not-a-game","reason":"other-variant""#), "{output:?}");
    assert_eq!(output.status.code(), Some(1));
    let output = run(&[path, "--can-mate", "white"]);
    assert!(text(&output.stdout).contains("another chess variant"), "{output:?}");
    let (output, _folder) = adjudicate("[Variant \"Atomic\"]\n\n1. e4 e5 *\n", &[]);
    assert!(text(&output.stdout).contains("which the Laws of Chess do not cover"), "{output:?}");
}

#[test]
fn game_option_rules_on_the_selected_games_only() {
    let games = "[White \"a\"]\n\n1. e4 e5 *\n\n[White \"b\"]\n\n1. f3 e5 2. g4 *\n\n".repeat(500);
    let arguments = ["--event", "flag:white", "--format", "jsonl"];
    let (alone, _folder) = adjudicate("[White \"b\"]\n\n1. f3 e5 2. g4 *\n", &arguments);
    let (chosen, _folder) = adjudicate(&games, &[&arguments[..], &["--game", "400"]].concat());
    let answer = |output: &Output| text(&output.stdout).split_once("\"verdict\":").unwrap().1.to_owned();
    assert_eq!(answer(&alone), answer(&chosen));
    assert!(text(&chosen.stdout).contains(r#""game":400,"line":1597,"#), "{chosen:?}");
    let (several, _folder) = adjudicate(&games, &["--game", "3,998-", "--format", "csv"]);
    let rows: Vec<&str> = text(&several.stdout).lines().skip(1).map(|row| row.split(',').nth(1).unwrap()).collect();
    assert_eq!(rows, ["3", "998", "999", "1000"]);
    let (none, _folder) = adjudicate(&games, &["--game", "1001"]);
    assert_eq!(none.status.code(), Some(2), "{none:?}");
}

#[test]
fn only_articles_of_the_edition_are_cited() {
    let starts =
        ["4k2r/8/8/8/8/8/4P3/4K3 w - - 0 1", "P6k/8/8/8/8/8/8/4K3 b - - 0 1", "4r2k/8/8/8/8/8/8/B3K3 w - - 0 1"];
    let events = [
        "flag:white",
        "flag:both",
        "resign:black",
        "agree",
        "draw-offer:white",
        "draw-offer:black:declined",
        "illegal:white",
        "illegal:black:2",
        "unpromoted:white",
        "no-move:white",
        "two-hands:white",
        "illegal-stood:white",
        "illegal-position",
        "wrong-array",
        "colors-reversed",
        "late:both",
        "refuse:white",
        "refuse:both",
    ];
    for fen in starts {
        for event in events {
            for class in ["standard", "rapid", "blitz"] {
                for how in ["full", "limited"] {
                    let arguments = ["--fen", fen, "--event", event, "--time-class", class, "--supervision", how];
                    let compare = ["--compare", "fide-2001,fide-2014,uscf,lichess", "--format", "jsonl"];
                    let output = run(&[&arguments[..], &compare].concat());
                    for line in text(&output.stdout).lines() {
                        let is_of_2014 = line.contains(r#""edition":"fide-2014""#);
                        assert!(!line.contains("fide-2023") && !line.contains("fide-2018"), "{event} {class}: {line}");
                        for number in ["5.1.1", "7.5.1", "7.5.5", "A.5.", "A.4.2", "III.", "9.1.2"] {
                            assert!(!line.contains(number), "{event} {class} {number}: {line}");
                        }
                        assert!(is_of_2014 || !line.contains("7.5.a"), "{event} {class}: {line}");
                    }
                }
            }
        }
    }
}
