//! End-to-end tests of facts by name: conditions, splits, fields, columns, and messages about unknown names.

use std::process::{Command, Output, Stdio};

const CLUB: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/stats/club.pgn");
const CLASSICS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/games/classics.pgn");

fn adoube(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_adoube")).env_clear().args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn unknown_name_is_an_error_with_a_suggestion() {
    for (arguments, meant) in [
        (&["validate", "--where", "WhiteELO > 2500"][..], "WhiteElo"),
        (&["replay", "--where", "WhiteELO > 2500"], "WhiteElo"),
        (&["adjudicate", "--where", "endings = stalemate"], "ending"),
        (&["stats", "--where", "speed = bliz"], "blitz"),
        (&["stats", "--by", "WhiteELO"], "WhiteElo"),
        (&["stats", "--by", "years"], "year"),
        (&["stats", "--table", "player"], "players"),
        (&["stats", "--sort", "game"], "games"),
        (&["adjudicate", "--laws", "fide2023"], "fide-2023"),
        (&["validate", "--select", "illegal-mvoe"], "illegal-move"),
        (&["replay", "--fields", "sna"], "san"),
        (&["replay", "--fields", "whiteelo"], "white_elo"),
        (&["explain", "min-elo"], "min_elo"),
    ] {
        let input: &[&str] = if arguments[0] == "explain" { &[] } else { &[CLUB] };
        let output = adoube(&[arguments, input].concat());
        let error = stderr(&output);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}: {error}");
        assert!(error.contains(&format!("`{meant}`")), "{arguments:?}: {error}");
    }
}

#[test]
fn unmatched_condition_is_reported_alike_by_every_command() {
    for command in ["validate", "replay", "stats", "adjudicate"] {
        let output = adoube(&[command, "--where", "WhiteTitle = GM", CLUB]);
        let error = stderr(&output);
        assert!(output.status.success(), "{command}: {error}");
        let expected = "warning: --where: none of the 6 games has the tag `WhiteTitle`\n\
                        warning: --where: none of the 6 games matches the condition\n";
        assert!(error.starts_with(expected), "{command}: {error}");
        let output = adoube(&[command, "--where", "has:WhiteTitle or White = Cleo", "-q", CLUB]);
        assert!(output.stderr.is_empty(), "{command}: {}", stderr(&output));
    }
    let output = adoube(&["stats", "--by", "WhiteTitle", CLUB]);
    assert_eq!(stderr(&output), "warning: --by: none of the 6 games has the tag `WhiteTitle`\n");
}

/// A game that is valid in one command is valid in all.
#[test]
fn condition_selects_the_same_games_in_every_command() {
    let bad = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/rules/R101-result-mismatch/bad.pgn");
    for condition in [
        "valid = false",
        "status = valid",
        "ending = checkmate",
        "certainty = proved",
        "White ~ /^(Mor|And)/",
        "Result = 1-0 and Date < 1900",
        "plies > 40 or White ~ Morphy",
        "finding = R101",
        "not finding ~ S and material = 'Q+RvQ*R*B*N*P*' at any time",
        "material != 'R2vR2' and pattern = '*/*/*/*/*/*/*/*RK1' for 2 plies for either color",
        "first_moves = '1. e4 e5' and not line = 'e4 e5 f4'",
    ] {
        let count = |arguments: &[&str]| {
            let output = adoube(&[arguments, &["--where", condition, bad, CLASSICS]].concat());
            stdout(&output)
        };
        let rows = count(&["replay", "--format", "csv", "--fields", "game", "--at", "0"]).lines().count() - 1;
        let verdicts = count(&["adjudicate", "--format", "csv"]).lines().count() - 1;
        let summary = count(&["validate", "--format", "jsonl"]);
        let summary: serde_json::Value = serde_json::from_str(summary.lines().last().unwrap()).unwrap();
        let stats: serde_json::Value =
            serde_json::from_str(count(&["stats", "--format", "jsonl"]).lines().next().unwrap()).unwrap();
        assert_eq!((rows, verdicts), (verdicts, rows), "{condition}");
        assert_eq!((&summary["games"], &stats["games"]), (&rows.into(), &rows.into()), "{condition}");
    }
}

#[test]
fn facts_are_explained_and_listed() {
    let page = stdout(&adoube(&["explain", "white_rating_diff"]));
    assert!(page.starts_with("white_rating_diff\na fact about a game: integer, in rating points\n"), "{page}");
    let list = stdout(&adoube(&["explain", "--facts"]));
    assert!(["About a game", "About a ply", "About a row of a table"].iter().all(|part| list.contains(part)), "{list}");
    let rows = stdout(&adoube(&["explain", "--facts", "--format", "csv"]));
    let objects = stdout(&adoube(&["explain", "--facts", "--format", "jsonl"]));
    assert_eq!(rows.lines().count(), objects.lines().count() + 1);
    assert!(objects.lines().all(|line| line.starts_with("{\"type\":\"fact\",\"name\":\"")), "{objects}");
    assert_eq!(adoube(&["explain", "M101", "speed", "--format", "csv"]).status.code(), Some(2));
}

#[test]
fn each_topic_of_the_list_can_be_explained() {
    let list = stdout(&adoube(&["explain"]));
    let topics: Vec<&str> = list.lines().filter_map(|line| line.trim().strip_prefix("adoube explain ")).collect();
    assert!(topics.len() > 9, "{list}");
    for topic in topics.iter().filter_map(|line| line.split(' ').next()) {
        let output = adoube(&["explain", topic]);
        assert_eq!((output.status.code(), stdout(&output).is_empty()), (Some(0), false), "{topic}");
    }
}

#[test]
fn a_game_without_the_position_writes_nothing() {
    let after_e4 = "fen:rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -";
    let output = adoube(&["replay", "--at", after_e4, CLASSICS]);
    let text = stdout(&output);
    assert!(!text.is_empty() && !text.starts_with('\n') && !text.contains("\n\n\n"), "{text}");
    assert_eq!(stderr(&output), "");
    let output = adoube(&["replay", "--at", &after_e4[..after_e4.len() - 7], CLASSICS]);
    assert_eq!(stdout(&output), "");
    assert!(stderr(&output).starts_with("warning: --at: none of the "), "{}", stderr(&output));
}

#[test]
fn exit_zero_ignores_findings() {
    let bad = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/rules/M101-illegal-move/bad.pgn");
    for command in ["validate", "replay", "stats", "adjudicate"] {
        let is_the_question = matches!(command, "validate" | "adjudicate");
        let code = |more: &[&str]| adoube(&[&[command, bad], more].concat()).status.code();
        assert_eq!((code(&[]), code(&["--exit-zero"])), (Some(is_the_question.into()), Some(0)), "{command}");
        assert_eq!(adoube(&[command, "nowhere.pgn", "--exit-zero"]).status.code(), Some(2), "{command}");
    }
    assert_eq!(adoube(&["perft", "startpos", "1", "--expect", "21", "--exit-zero"]).status.code(), Some(0));
}

/// Commands that write what they read tell of games with errors, and fail only if that is asked.
#[test]
fn games_with_errors_fail_a_run_if_that_is_asked() {
    let bad = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/rules/M101-illegal-move/bad.pgn");
    let other = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/rules/M106-missing-move/bad.pgn");
    let runs = [
        (&["replay", bad, CLASSICS][..], "warning: 11 games have errors, of "),
        (
            &["stats", bad, CLASSICS],
            "bad.pgn: 11 games have errors; only their legal moves are counted; the first is at line ",
        ),
        (
            &["stats", bad, other],
            " 2 files: 12 games have errors; only their legal moves are counted; the first is in ",
        ),
        (&["stats", "--sample", "1", bad], "bad.pgn: 1 game has errors"),
        (&["stats", "--per", "game", "--format", "csv", bad], "bad.pgn: 11 games have errors"),
        (&["filter", bad, CLASSICS], ""),
    ];
    for (arguments, message) in runs {
        let output = adoube(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(message), "{arguments:?}: {}", stderr(&output));
        let asked = adoube(&[arguments, &["--fail-on", "error"]].concat());
        assert_eq!((asked.status.code(), &asked.stdout), (Some(1), &output.stdout), "{arguments:?}");
        let both = adoube(&[arguments, &["--fail-on", "error", "--exit-zero"]].concat());
        assert_eq!(both.status.code(), Some(0), "{arguments:?}");
    }
    for arguments in [&["filter", bad][..], &["filter", "--unique", "--count", bad], &["filter", "--sort", "year", bad]]
    {
        let output = adoube(&[arguments, &["--fail-on", "error"]].concat());
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(stderr(&output).contains("11 selected games have errors"), "{arguments:?}: {}", stderr(&output));
    }
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().join("empty.pgn");
    std::fs::write(&empty, "").unwrap();
    let empty = empty.to_str().unwrap();
    for command in ["replay", "stats"] {
        let code = |arguments: &[&str]| adoube(&[&[command], arguments].concat()).status.code();
        assert_eq!((code(&[empty]), code(&[empty, empty])), (Some(1), Some(1)), "{command}");
        assert_eq!((code(&[empty, CLASSICS]), code(&[CLASSICS, empty])), (Some(0), Some(0)), "{command}");
        assert_eq!(code(&[empty, CLASSICS, "--fail-on", "error"]), Some(1), "{command}");
    }
    for command in ["replay", "stats", "filter"] {
        let output = adoube(&[command, CLASSICS, "--fail-on", "error"]);
        assert_eq!(output.status.code(), Some(0), "{command}: {}", stderr(&output));
    }
}

#[test]
fn every_command_accepts_fen() {
    let kings = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    for arguments in [&["validate"][..], &["replay"], &["adjudicate"], &["perft", "2"]] {
        let output = adoube(&[arguments, &["--fen", kings]].concat());
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
    }
    assert_eq!(stdout(&adoube(&["perft", "--fen", kings, "1"])), "nodes 15\n");
    let output = adoube(&["validate", "--fen", "4k3/8/8/8/8/8/8/4K2R w Q - 0 1"]);
    assert!(output.status.code() == Some(1) && stdout(&output).starts_with("<fen>:1:"), "{}", stdout(&output));
    for (arguments, message) in [
        (&["perft", "startpos"][..], "the depth is missing"),
        (&["perft", "--fen", kings], "required"),
        (&["perft", "--fen", kings, "startpos", "2"], "the only argument is the depth"),
        (&["perft", CLUB, "3"], "--epd"),
    ] {
        let output = adoube(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(message), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn events_and_rule_sets_ignore_case() {
    let fen = "5k1K/8/8/7P/8/5n2/8/8 w - - 0 1";
    let small = adoube(&["adjudicate", "--fen", fen, "--event", "flag:white", "--laws", "fide-2023"]);
    let large = adoube(&["adjudicate", "--fen", fen, "--event", "Flag:WHITE", "--laws", "FIDE-2023"]);
    assert!(!small.stdout.is_empty());
    assert_eq!(stdout(&small), stdout(&large));
}

#[test]
fn finding_names_its_game() {
    let text = "[White \"Bronstein\"]\n[Black \"?\"]\n[Date \"1959.02.12\"]\n\n1. e4 e5 2. Ke3 *\n";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pgn");
    std::fs::write(&path, text).unwrap();
    let of = |format: &str| stdout(&adoube(&["validate", "--select", "M", "--format", format, path.to_str().unwrap()]));
    assert!(of("text").contains("\n  game 1, White's move 2: Bronstein – ?, 1959.02.12 (Laws 3."), "{}", of("text"));
    let object: serde_json::Value = serde_json::from_str(of("jsonl").lines().next().unwrap()).unwrap();
    assert_eq!((&object["white"], &object["date"]), (&"Bronstein".into(), &"1959.02.12".into()));
    assert!(object["black"].is_null());
    assert!(of("csv").lines().nth(1).unwrap().ends_with(",Bronstein,,1959.02.12"), "{}", of("csv"));
}

/// A file of this name with this text, in a folder that lives as long as it.
fn file(name: &str, text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

#[test]
fn the_profile_of_books_reports_what_makes_a_line_useless() {
    const BOOK: &str = "fixtures/positions/book.epd";
    let found = |arguments: &[&str]| {
        let output = adoube(&[&["validate", "--format", "csv", BOOK], arguments].concat());
        let text = stdout(&output);
        let mut lines = text.lines();
        let header: Vec<&str> = lines.next().unwrap().split(',').collect();
        let at = |name: &str| header.iter().position(|column| *column == name).unwrap();
        let (code, line) = (at("code"), at("line"));
        let cells = lines.map(|row| row.split(',').map(str::to_owned).collect::<Vec<_>>());
        let found = cells.map(|cells| (cells[code].clone(), cells[line].parse::<u32>().unwrap()));
        found.filter(|(code, _)| ["F125", "F126", "F127"].contains(&&**code)).collect::<Vec<_>>()
    };
    let expected = [("F125", 2), ("F127", 3), ("F127", 5), ("F125", 8), ("F127", 9), ("F126", 12), ("F127", 13)];
    let expected = expected.map(|(code, line)| (code.to_owned(), line));
    assert_eq!(found(&["--profile", "book"]), expected);
    assert_eq!(found(&[]), []);
    assert_eq!(
        found(&["--profile", "book", "--ignore", "F125,F126"]),
        expected.clone().into_iter().filter(|(code, _)| code == "F127").collect::<Vec<_>>()
    );
    assert_eq!(found(&["--select", "F126"]), [("F126".to_owned(), 12)]);
    let output = adoube(&["validate", "--profile", "book", BOOK]);
    assert!(stdout(&output).contains("the same position as in line 4"), "{}", stdout(&output));
    // Another file has positions of its own.
    let output = adoube(&["validate", "--select", "F127", "--format", "csv", BOOK, BOOK]);
    assert_eq!(stdout(&output).lines().count(), 9, "{}", stdout(&output));
    let (_folder, path) = file("a.epd", "4k3/8/8/8/8/8/8/4K2R w K -\n4k3/8/8/8/8/8/8/4K2R w K -\n");
    let of = |fail_on: &str| adoube(&["validate", "--profile", "book", "--fail-on", fail_on, &path]).status.code();
    assert_eq!((of("info"), of("error")), (Some(1), Some(0)));
}

#[test]
fn a_condition_about_games_refuses_positions() {
    let (_folder, path) = file("a.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - id \"x\";\n4k3/8/8/8/8/8/8/4K3 w - - id \"y\";\n");
    for command in ["validate", "replay", "adjudicate"] {
        let output = adoube(&[command, "--where", "WhiteElo > 2500", &path]);
        assert_eq!((output.status.code(), stdout(&output).lines().count()), (Some(2), 0), "{command}");
        let error = stderr(&output);
        let message = "a.epd: not read: --where: `WhiteElo` is about games, not about positions";
        assert!(error.contains(message), "{command}: {error}");
    }
    let output = adoube(&["replay", "--where", "pieces = 3", "--as", "epd", &path]);
    assert_eq!(stdout(&output), "4k3/8/8/8/8/8/4P3/4K3 w - - id \"x\";\n");
    let output = adoube(&["adjudicate", "--where", "op:id = y", "--format", "csv", &path]);
    assert_eq!(stdout(&output).lines().count(), 2);
}

#[test]
fn an_unmatched_condition_is_reported_for_games_chosen_by_number() {
    for command in ["validate", "replay", "stats", "adjudicate"] {
        let output = adoube(&[command, "--game", "2-3", "--where", "White = Nobody", CLUB]);
        assert!(output.status.success(), "{command}: {output:?}");
        let error = stderr(&output);
        assert!(
            error.starts_with(
                "warning: --where: none of the 2 games matches the condition; `=` compares whole texts and \
                 their case, `White ~ \"Nobody\"` finds a part in any case\n"
            ),
            "{command}: {error}"
        );
        let output = adoube(&[command, "--game", "70", "--where", "White = Nobody", CLUB]);
        assert_eq!(output.status.code(), Some(2), "{command}");
        assert!(stderr(&output).contains("--game: no input has a game with this number"), "{command}: {output:?}");
    }
}

#[test]
fn head_counts_the_selected_games_in_every_command() {
    let selection = ["--game", "2-5", "--head", "2", CLUB];
    let numbers = |arguments: &[&str]| {
        let output = adoube(&[arguments, &selection].concat());
        assert!(output.status.code().is_some_and(|code| code < 2), "{output:?}");
        let text = stdout(&output);
        let mut games: Vec<String> =
            text.lines().skip(1).filter_map(|line| line.split(',').nth(1)).map(str::to_owned).collect();
        games.dedup();
        games
    };
    assert_eq!(numbers(&["replay", "--format", "csv"]), ["2", "3"]);
    assert_eq!(numbers(&["adjudicate", "--format", "csv"]), ["2", "3"]);
    for command in ["validate", "stats"] {
        let output = adoube(&[&[command], &selection[..]].concat());
        assert!(
            (stdout(&output) + &stderr(&output)).contains("2 = 2 valid")
                || stderr(&output).contains("2 games = 2 valid"),
            "{command}: {output:?}"
        );
    }
}
