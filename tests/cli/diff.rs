//! End-to-end tests of `adoube diff`.

use std::fs;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

const CLASSICS: &str = "fixtures/games/classics.pgn";

fn diff(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_adoube")).arg("diff").args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

/// The games of a file of fixtures, without the white space around them.
fn games(path: &str) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let mut games: Vec<String> = text.split("\n\n[").map(|game| format!("[{}", game.trim())).collect();
    games[0].remove(0);
    games
}

fn write(folder: &TempDir, name: &str, games: &[String]) -> String {
    let path = folder.path().join(name);
    fs::write(&path, games.join("\n\n") + "\n").unwrap();
    path.to_str().unwrap().to_owned()
}

/// The differences of two archives, or of the games of one, as objects.
fn differences(arguments: &[&str]) -> Vec<Value> {
    let output = diff(&[&["-q", "--format", "jsonl"], arguments].concat());
    assert_eq!(code(&output), i32::from(!output.stdout.is_empty()), "{}", stderr(&output));
    stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The only difference of two archives.
fn only(arguments: &[&str]) -> Value {
    let mut all = differences(arguments);
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0)
}

#[test]
fn the_order_and_the_spelling_of_games_do_not_matter() {
    let folder = tempfile::tempdir().unwrap();
    let mut all = games(CLASSICS);
    all.reverse();
    let reversed = write(&folder, "b.pgn", &all);
    assert_eq!(differences(&[CLASSICS, &reversed]), <[Value; 0]>::default());
    let respelled = Command::new(env!("CARGO_BIN_EXE_adoube")).args(["replay", "--to-pgn", CLASSICS]).output().unwrap();
    let path = folder.path().join("c.pgn");
    fs::write(&path, respelled.stdout).unwrap();
    let output = diff(&[path.to_str().unwrap(), &reversed]);
    assert_eq!((code(&output), stderr(&output).contains("17 equal")), (0, true), "{}", stdout(&output));
}

#[test]
fn each_change_is_found_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let all = games(CLASSICS);
    let reti = all.iter().position(|game| game.contains("Reti, Richard")).unwrap();
    let changed = |from: &str, to: &str| {
        let mut games = all.clone();
        assert!(games[reti].contains(from), "{from}");
        games[reti] = games[reti].replacen(from, to, 1);
        only(&[CLASSICS, &write(&folder, "b.pgn", &games)])
    };
    for (from, to, change) in [
        (
            "Reti, Richard",
            "Réti, R",
            serde_json::json!({"what": "tag", "name": "White", "a": "Reti, Richard", "b": "Réti, R"}),
        ),
        ("[Round \"?\"]", "[Round \"3\"]", serde_json::json!({"what": "tag", "name": "Round", "a": null, "b": "3"})),
        ("11. Bd8#", "11. Bd8# {mate}", serde_json::json!({"what": "comments", "ply": 21, "a": null, "b": "mate"})),
        ("1. e4", "1. e4 $1", serde_json::json!({"what": "nags", "ply": 1, "a": null, "b": "$1"})),
        (
            "2. d4",
            "2. d4 (2. Nf3 d5 (2... g6) 3. Nc3 {x})",
            serde_json::json!({"what": "variations", "ply": 3, "a": null, "b": "(2. Nf3 d5 (2... g6) 3. Nc3 {x})"}),
        ),
    ] {
        let difference = changed(from, to);
        assert_eq!(difference["kind"], "changed");
        assert_eq!(difference["changes"], serde_json::json!([change]));
        assert_eq!(
            (difference["a"]["game"].as_u64(), difference["b"]["game"].as_u64()),
            (Some(reti as u64 + 1), Some(reti as u64 + 1))
        );
    }
    let moves = |from: &str, to: &str| {
        let difference = changed(from, to);
        let change = difference["changes"][0].clone();
        assert_eq!((&difference["changes"][1], &change["what"]), (&Value::Null, &Value::from("moves")), "{difference}");
        let text = |name: &str| change[name].as_str().unwrap_or_default().to_owned();
        (text("kind"), change["ply"].as_u64().unwrap(), text("a"), text("b"), change["common_end"].as_u64().unwrap())
    };
    let (a, none) = ("11. Bd8#".to_owned(), String::new());
    assert_eq!(moves(" 11. Bd8#", ""), ("b-shorter".to_owned(), 20, a, none, 0));
    let swapped = ("swapped".to_owned(), 0, "1. e4 c6 2. d4 d5".to_owned(), "1. d4 d5 2. e4 c6".to_owned(), 17);
    assert_eq!(moves("1. e4 c6 2. d4 d5", "1. d4 d5 2. e4 c6"), swapped);
}

#[test]
fn a_result_is_held_against_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let mut all = games(CLASSICS);
    all[0] = all[0].replace("1-0", "0-1");
    let difference = only(&[CLASSICS, &write(&folder, "b.pgn", &all)]);
    assert_eq!(difference["changes"], serde_json::json!([{"what": "result", "a": "1-0", "b": "0-1", "board": "1-0"}]));
}

#[test]
fn games_of_one_archive_only() {
    let folder = tempfile::tempdir().unwrap();
    let mut all = games(CLASSICS);
    all.remove(3);
    all.push("[White \"New\"]\n[Black \"Game\"]\n\n1. a4 h5 *".to_owned());
    // A second copy of a game is one more.
    all.push(all[0].clone());
    let found = differences(&[CLASSICS, &write(&folder, "b.pgn", &all)]);
    let kinds: Vec<(&str, Option<u64>, Option<u64>)> = found
        .iter()
        .map(|found| (found["kind"].as_str().unwrap(), found["a"]["game"].as_u64(), found["b"]["game"].as_u64()))
        .collect();
    assert_eq!(kinds, [("only-a", Some(4), None), ("only-b", None, Some(17)), ("only-b", None, Some(18))]);
}

#[test]
fn other_players_of_the_same_moves_are_another_game() {
    let folder = tempfile::tempdir().unwrap();
    let game = |white: &str, black: &str, site: &str| {
        format!(
            "[Site \"https://lichess.org/{site}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0"
        )
    };
    let first = write(&folder, "a.pgn", &[game("anna", "bert", "aaaaaaaa")]);
    let second = write(&folder, "b.pgn", &[game("zoe", "quentin", "zzzzzzzz")]);
    let kinds: Vec<Value> = differences(&[&first, &second]).iter().map(|found| found["kind"].clone()).collect();
    assert_eq!(kinds, ["only-a", "only-b"]);
}

#[test]
fn a_game_is_recognized_by_its_tags_or_its_moves() {
    let folder = tempfile::tempdir().unwrap();
    let all = games(CLASSICS);
    let kinds = |a: &[String], b: &[String]| {
        let found = differences(&[&write(&folder, "a.pgn", a), &write(&folder, "b.pgn", b)]);
        let mut kinds: Vec<String> = found.iter().map(|found| found["kind"].as_str().unwrap().to_owned()).collect();
        kinds.dedup();
        (kinds.join(" "), found.len())
    };
    // A game that was cut after some plies, or has another first move.
    let game =
        "[Event \"Open\"]\n[Date \"2024.03.09\"]\n[Round \"3\"]\n[White \"Holm, Lars\"]\n[Black \"Vermeer, Anna\"]\n\n";
    let with = |moves: &str| vec![format!("{game}{moves}")];
    let full = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 *";
    for other in ["1. e4 *", "1. d4 d5 *", "*"] {
        assert_eq!(kinds(&with(full), &with(other)), ("changed".to_owned(), 1), "{other}");
    }
    // More games with the same moves and tags than are compared with one.
    let copies = |comment: &str| {
        (0..120).map(|at| all[0].replace("1. e4", &format!("1. e4 {{{comment}{at}}}"))).collect::<Vec<_>>()
    };
    assert_eq!(kinds(&copies("a"), &copies("b")), ("changed".to_owned(), 120));
    // The same moves by many other people.
    let people = |letters: &str| -> Vec<String> {
        let letters: Vec<char> = letters.chars().collect();
        let name = |at: usize| [at / 100, at / 10 % 10, at % 10].map(|digit| letters[digit]).iter().collect::<String>();
        (0..110).map(|at| format!("[Event \"x\"]\n[White \"{}\"]\n[Black \"E\"]\n\n{full}", name(at))).collect()
    };
    assert_eq!(kinds(&people("abcdefghij"), &people("klmnopqrst")), ("only-a only-b".to_owned(), 220));
}

#[test]
fn a_change_behind_16_mebibytes_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let game = |end: &str| vec![format!("[White \"A\"]\n\n1. e4 {{{}{end}}} e5 *", "x".repeat(17 << 20))];
    let difference = only(&[&write(&folder, "a.pgn", &game("a")), &write(&folder, "b.pgn", &game("b"))]);
    assert_eq!(difference["changes"][0]["what"], "rest");
}

#[test]
fn what_is_ignored_is_not_compared() {
    let folder = tempfile::tempdir().unwrap();
    let mut all = games(CLASSICS);
    all[0] =
        all[0].replace("1. e4", "1. e4 {best by test} $1").replace("[Round \"?\"]", "[Round \"9\"]\n[Annotator \"x\"]");
    let other = write(&folder, "b.pgn", &all);
    let changes = |arguments: &[&str]| {
        let found = differences(&[&[CLASSICS, &other], arguments].concat());
        found
            .iter()
            .flat_map(|found| found["changes"].as_array().unwrap())
            .map(|change| change["what"].to_string())
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(changes(&[]), r#""tag" "tag" "comments" "nags""#);
    assert_eq!(changes(&["--ignore", "comments,tag:annotator"]), r#""tag" "nags""#);
    assert_eq!(changes(&["--ignore", "comments,nags,tags"]), "");
    assert_eq!(changes(&["--against-moves-only"]), "");
    assert_eq!(changes(&["--ignore", "moves"]), r#""tag" "tag""#);
    let output = diff(&[CLASSICS, &other, "--ignore", "clocks"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("write tags, tag:NAME"), "{}", stderr(&output));
}

/// Boards that report moves, and a list of official results.
#[test]
fn results_are_compared_without_moves() {
    let folder = tempfile::tempdir().unwrap();
    let tags = |white: &str, result: &str| format!("[White \"{white}\"]\n[Black \"B\"]\n[Result \"{result}\"]\n\n");
    let mate = "1. f3 e5 2. g4 Qh4#";
    let boards = [
        tags("A", "1-0") + "1. e4 e5 1-0",
        tags("C", "0-1") + mate + " 0-1",
        tags("D", "1-0") + "1. d4 {late} d5 (1... e5)",
        tags("E", "1-0") + "1. c4 1-0",
    ];
    let official = [
        tags("A", "1-0") + "1-0",
        tags("C", "1-0") + "1-0",
        tags("D", "1-0") + "1-0",
        tags("E", "1/2-1/2") + "1/2-1/2",
    ];
    let (boards, official) = (write(&folder, "a.pgn", &boards), write(&folder, "b.pgn", &official));
    let output = diff(&[&boards, &official, "--ignore", "moves"]);
    assert_eq!(code(&output), 1);
    let text = stdout(&output).replace(folder.path().to_str().unwrap(), "");
    assert_eq!(
        text,
        "~ changed    /a.pgn:7 | /b.pgn:7  C - B\n    result\n      A 0-1\n      B 1-0\n      by the last position: 0-1\n\
         ~ changed    /a.pgn:13 | /b.pgn:13  D - B\n    result\n      A 1-0 (no termination marker)\n      B 1-0\n\
         ~ changed    /a.pgn:19 | /b.pgn:19  E - B\n    result\n      A 1-0\n      B 1/2-1/2\n"
    );
    assert!(stderr(&output).contains("1 equal, 3 changed, 0 only in A"), "{}", stderr(&output));
}

/// Without moves and tags, only the players say which games are the same.
#[test]
fn results_of_other_players_are_not_equal() {
    let folder = tempfile::tempdir().unwrap();
    let game = |white: &str, result: &str| {
        format!(
            "[Event \"Open\"]\n[Date \"2024.01.02\"]\n[Round \"1\"]\n[White \"{white}\"]\n[Black \"B {white}\"]\n[Result \"{result}\"]\n\n"
        )
    };
    let boards = [
        game("Green, A", "1-0") + "1. e4 e5 1-0",
        game("Same, B", "0-1") + "1. d4 d5 0-1",
        game("Other, C", "1-0") + "1. c4 1-0",
    ];
    let official = [game("Green, A", "0-1") + "0-1", game("Same, B", "0-1") + "0-1", game("Other, C.", "1-0") + "1-0"];
    let (boards, official) = (write(&folder, "a.pgn", &boards), write(&folder, "b.pgn", &official));
    let output = diff(&[&boards, &official, "--ignore", "moves,tags"]);
    assert!(
        stderr(&output).contains("2 equal, 1 changed, 0 only in A, 0 only in B"),
        "{}{}",
        stdout(&output),
        stderr(&output)
    );
    assert!(
        stdout(&output).contains("Green, A - B Green, A") && !stdout(&output).contains("Same"),
        "{}",
        stdout(&output)
    );
}

const KING: &str = "4k3/8/8/8/8/8/8/4K3 w - -";
const ROOK: &str = "4k3/8/8/8/8/8/8/4K2R w K -";
const PAWN: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq";

#[test]
fn books_are_compared_by_positions_and_their_operations() {
    let folder = tempfile::tempdir().unwrap();
    let book = |name: &str, lines: &[String]| {
        let path = folder.path().join(name);
        fs::write(&path, lines.concat()).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let a = book(
        "a.epd",
        &[
            format!("{ROOK} id \"a\"; ce 10;\n"),
            format!("{KING} 0 1\n"),
            // No pawn can capture on e3: the square does not count (Article 9.2.3).
            format!("{PAWN} e3 0 1\n"),
            "8/8/8/4k3/8/8/8/4K3 b - - 3 9\n".to_owned(),
        ],
    );
    let b = book(
        "b.epd",
        &[
            "# a comment\n".to_owned(),
            format!("{PAWN} - hmvc 0; fmvn 1;\n"),
            format!("{ROOK} ce 25; id \"a\";\n"),
            format!("{KING} 0 1\n"),
            format!("{KING} 0 1\n"),
            "8/8/8/8/8/8/8/K1k5 w - - 0 1\n".to_owned(),
        ],
    );
    let output = diff(&[&a, &b]);
    assert_eq!(code(&output), 1);
    let summary = "4 positions in A, 5 in B: 2 equal, 1 changed, 1 only in A, 2 only in B";
    assert!(stderr(&output).contains(summary), "{}", stderr(&output));
    for expected in [
        &format!("~ changed    {a}:1 | {b}:3  {ROOK}\n    ce (operation)\n      A 10\n      B 25\n") as &str,
        &format!("- only in A  {a}:4  8/8/8/4k3/8/8/8/4K3 b - -\n"),
        &format!("+ only in B  {b}:5  {KING}\n"),
        &format!("+ only in B  {b}:6  8/8/8/8/8/8/8/K1k5 w - -\n"),
    ] {
        assert!(stdout(&output).contains(expected), "{expected}\n{}", stdout(&output));
    }
    let equal = |arguments: &[&str]| {
        let output = diff(&[&[a.as_str(), &b], arguments].concat());
        stderr(&output).split_once("B: ").unwrap().1.split(' ').next().unwrap().to_owned()
    };
    assert_eq!(equal(&["--ignore", "op:ce"]), "3");
    assert_eq!(equal(&["--against-moves-only"]), "3");
    assert_eq!(equal(&["--where", "pieces < 4"]), "1");
    let output = diff(&[&a, &b, "--format", "csv"]);
    let row = format!("changed,{a},1,1,{b},2,3,,,,,,op:ce,,10,25,{ROOK}");
    assert!(stdout(&output).lines().any(|line| line == row), "{row}\n{}", stdout(&output));
    let output = diff(&[&a, &b, "--format", "jsonl"]);
    let change = r#""changes":[{"what":"operation","name":"ce","a":"10","b":"25"}]"#;
    assert!(stdout(&output).contains(change), "{}", stdout(&output));
    // Within one book, positions that occur twice; FEN and EPD are compared, whatever the names are.
    let output = diff(&[&b]);
    assert!(stdout(&output).contains(&format!("~ duplicate  {b}:4 | {b}:5  {KING}\n")), "{}", stdout(&output));
    assert!(stderr(&output).contains("5 positions: 1 duplicate"), "{}", stderr(&output));
    let fens = book("fens.txt", &[format!("{KING} 0 1\n"), "no position\n".to_owned()]);
    let output = diff(&[&fens, &fens, "--input-format", "fen"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stderr(&output).contains("2 positions in A, 2 in B: 2 equal"), "{}", stderr(&output));
    for (arguments, these) in [([a.as_str(), CLASSICS], "games"), ([CLASSICS, &a], "positions")] {
        let output = diff(&arguments);
        assert_eq!((code(&output), stdout(&output)), (2, ""), "{arguments:?}");
        assert!(stderr(&output).contains(&format!("not compared: it has {these}")), "{}", stderr(&output));
    }
}

/// A game of 16 plies, with these players, ending and result.
fn game(white: &str, black: &str, end: &str) -> String {
    format!(
        "[Event \"Open\"]\n[Site \"Oslo\"]\n[Date \"2001.01.01\"]\n[Round \"1\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\
         [Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O{end} 1-0"
    )
}

#[test]
fn copies_within_one_archive_are_found_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let games = [
        game("Tal, M", "Réti, R", ""),
        game("Tal, M", "Réti, R", " {Castled.}"),
        game("Fischer, R", "Spassky, B", ""),
        game("Tal, Mikhail", "Reti", " 9. h3"),
        game("Tal, M", "Réti, R", ""),
        game("Tal, M", "Retti, R", ""),
    ];
    let archive = write(&folder, "a.pgn", &games);
    let found = differences(&[&archive]);
    let kinds: Vec<_> =
        found.iter().map(|copy| (copy["kind"].as_str().unwrap(), &copy["a"]["game"], &copy["b"]["game"])).collect();
    let [one, two, four, five, six] = [1, 2, 4, 5, 6].map(Value::from);
    let expected =
        [("duplicate", &one, &two), ("longer", &one, &four), ("duplicate", &one, &five), ("twin", &one, &six)];
    assert_eq!(kinds, expected);
    let changes: Vec<&Value> = found.iter().map(|copy| &copy["changes"]).collect();
    assert_eq!(changes[0], &serde_json::json!([{"what": "comments", "ply": 16, "a": null, "b": "Castled."}]));
    assert_eq!((&changes[1][2]["what"], &changes[1][2]["b"]), (&"moves".into(), &"9. h3".into()));
    assert_eq!(changes[2], &Value::Array(Vec::new()));
    assert_eq!(changes[3], &serde_json::json!([{"what": "tag", "name": "Black", "a": "Réti, R", "b": "Retti, R"}]));
    let output = diff(&[&archive]);
    assert_eq!((code(&output), stderr(&output)), (1, "6 games: 2 duplicates, 1 longer copy, 1 twin\n"));
    let csv = diff(&["--format", "csv", &archive]);
    assert_eq!(stdout(&csv).lines().filter(|line| line.starts_with("duplicate,")).count(), 2);
    let page = diff(&["--format", "html", &archive]);
    assert!(stdout(&page).contains("<h1>Copies in an archive</h1>"), "{}", stdout(&page));
    let none = diff(&[&write(&folder, "b.pgn", &games[2..4])]);
    assert_eq!((code(&none), stderr(&none)), (0, "2 games: no copies\n"));
    assert!(none.stdout.is_empty());
}

#[test]
fn what_is_ignored_still_tells_which_games_belong_together() {
    let folder = tempfile::tempdir().unwrap();
    let moves = "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Nf3 Nbd7 7. Rc1 c6";
    let game = |names: [&str; 2], moves: &str| {
        let [white, black] = names;
        format!(
            "[Event \"Hoogovens\"]\n[Site \"Beverwijk\"]\n[Date \"1960.01.12\"]\n[Round \"2\"]\n[White \"{white}\"]\n\
             [Black \"{black}\"]\n[Result \"0-1\"]\n\n{moves} 0-1"
        )
    };
    let a = write(&folder, "a.pgn", &[game(["Euwe, Max", "Larsen, Bent"], moves)]);
    // Names that are spelled otherwise, and half of the moves.
    let cut = moves.rsplit_once(" 5.").unwrap().0;
    let b = write(&folder, "b.pgn", &[game(["M Euwe", "B Larsen"], cut)]);
    for arguments in [&[&*a, &b][..], &["--ignore", "tags", &a, &b], &["--against-moves-only", &a, &b]] {
        let found = differences(arguments);
        assert_eq!(found.len(), 1, "{arguments:?} {found:?}");
        assert_eq!(found[0]["kind"], "changed", "{arguments:?}");
    }
}

#[test]
fn all_formats_show_the_same_and_attack_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let mut all = games(CLASSICS);
    all[0] = all[0].replace("Anderssen", "<b>\u{1b}[31m=cmd()|A\u{202e}").replace("Morphy", "<i>\u{1b}]0;x");
    let other = write(&folder, "b.pgn", &all);
    for format in ["text", "csv", "jsonl", "html"] {
        let output = diff(&[CLASSICS, &other, "--format", format]);
        assert_eq!(code(&output), 1);
        let text = stdout(&output);
        assert!(format == "csv" || !text.contains(['\u{1b}', '\u{202e}']), "{format}: {text}");
        if format == "html" {
            assert!(!text.contains("<b>") && !text.contains("<i>") && text.ends_with("</html>\n"), "{text}");
            let file = folder.path().join("diff.html");
            assert_eq!(code(&diff(&[CLASSICS, &other, "--format", format, "-o", file.to_str().unwrap()])), 1);
            assert_eq!(fs::read_to_string(file).unwrap(), text);
        }
    }
}

#[test]
fn what_cannot_be_read_is_not_compared() {
    let output = diff(&[CLASSICS, "there-is-no-such-file.pgn"]);
    assert_eq!((code(&output), stdout(&output)), (2, ""));
    assert_eq!(code(&diff(&["-", "-"])), 2);
    let output = diff(&["--exit-zero", CLASSICS, "fixtures/games/gnuchess-book-sample.pgn"]);
    assert_eq!(code(&output), 0);
    assert!(stdout(&output).contains("- only in A"), "{}", stdout(&output));
}
