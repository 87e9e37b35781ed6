//! Edits that a person asks for.

use std::fs;

use serde_json::Value;

use super::{adjust, code, file, stderr};

const GAME: &str =
    "[Event \"a\"]\n[White \"Nepo\"]\n[Annotator \"me\"]\n\n1. e4! {[%clk 0:01:00]} e5 (1... c5 {b}) 2. Nf3 *\n";

/// The id of the line 1. e4 e5, from `fixtures/identity/ids.tsv`.
const PLAY_ID: &str = "abe3cd071bf1018555269569db3ea9d4";

/// The text of a file after edits.
fn edited(text: &str, options: &[&str]) -> String {
    let (_folder, path) = file(text);
    let output = adjust(&[&["--no-fixes", &path], options].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn games_are_stripped() {
    let moves = |options: &str| {
        let text = edited(GAME, &["--strip", options]);
        text.split("\n\n").nth(1).unwrap().trim_end().to_owned()
    };
    assert_eq!(moves("comments"), "1. e4! e5 (1... c5) 2. Nf3 *");
    assert_eq!(moves("variations"), "1. e4! {[%clk 0:01:00]} e5 2. Nf3 *");
    assert_eq!(moves("nags,clocks"), "1. e4 e5 (1... c5 {b}) 2. Nf3 *");
    assert_eq!(moves("comments,variations,nags,evals"), "1. e4 e5 2. Nf3 *");
    assert!(!edited(GAME, &["--strip", "tag:Annotator"]).contains("Annotator"));
    let unknown = adjust(&["--strip", "coments"]);
    assert_eq!(code(&unknown), 2);
    assert!(stderr(&unknown).contains("did you mean `comments`?"), "{}", stderr(&unknown));
}

#[test]
fn tags_are_edited() {
    let options = ["--rename-tag", "Annotator=Source", "--set-tag", "Site=x = \"y\"", "--set-tag", "Event=b"];
    let text = edited(GAME, &options);
    let expected = "[Event \"b\"]\n[Site \"x = \\\"y\\\"\"]\n[White \"Nepo\"]\n[Source \"me\"]\n\n";
    assert!(text.starts_with(expected), "{text}");
    for (option, value) in
        [("--set-tag", "Site"), ("--set-tag", "a b=c"), ("--set-tag", "A=b\n"), ("--rename-tag", "A=")]
    {
        assert_eq!(code(&adjust(&[option, value])), 2, "{option} {value}");
    }
    for options in [
        ["--strip", "tag:A", "--set-tag", "A=b"],
        ["--rename-tag", "A=B", "--rename-tag", "B=A"],
        ["--strip", "tag:ECO", "--add", "eco"],
    ] {
        let output = adjust(&options);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains("would be both added and removed or renamed"), "{}", stderr(&output));
    }
}

#[test]
fn tags_are_set_to_facts() {
    let game = |white: &str, elo: &str, moves: &str| {
        format!("[White \"{white}\"]\n[WhiteElo \"{elo}\"]\n[Id \"old\"]\n\n{moves} *\n")
    };
    let games = [game("A", "1543", "1. e4 e5"), game("B \\\"b\\\"", "?", "1. e4 e5"), game("C", "1600", "1. e4 e4")];
    let text = edited(
        &games.join("\n"),
        &["--set-tag", "Id={play_id}", "--set-tag", "Band={white_elo/100}+", "--set-tag", "Who={{{white}, {plies}}}"],
    );
    let values = |name: &str| {
        let start = format!("[{name} \"");
        text.lines().filter_map(|line| line.strip_prefix(&start)?.strip_suffix("\"]")).collect::<Vec<_>>()
    };
    // The game with an illegal move has no id, so that its tag stays.
    assert_eq!(values("Id"), [PLAY_ID, PLAY_ID, "old"]);
    assert_eq!(values("Band"), ["1500+", "1600+"], "the second game has no rating");
    assert_eq!(values("Who"), ["{A, 2}", "{B \\\"b\\\", 2}", "{C, 1}"]);
    for (value, message) in [
        ("Id={play_idd}", "did you mean `play_id`?"),
        ("Id={", "a `{` has no `}`"),
        ("Id={game}", "`game` says where a game stands"),
        ("Id={eco/10}", "`eco` is not a number and has no bands"),
        ("Id={halfmove_clock}", "is a fact about a ply"),
    ] {
        let output = adjust(&["--set-tag", value]);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains(message), "{value}: {}", stderr(&output));
    }
}

#[test]
fn edits_that_meet_are_refused() {
    // In the first text, a game follows that is edited.
    for (text, options, expected) in [
        (
            "]\n()[Event \"x\"]\n\n1. e4 *\n",
            ["--strip", "variations", "--set-tag", "A=b"],
            "]\n()[Event \"x\"]\n[A \"b\"]\n\n1. e4 *\n",
        ),
        ("0 [Event \"\"]", ["--strip", "comments,tag:Event", "--set-tag", "Result=1-0"], "0 [Event \"\"]"),
    ] {
        let (_folder, path) = file(text);
        let output = adjust(&[&options[..], &[&path]].concat());
        assert_eq!(code(&output), 2, "{text}: {}", stderr(&output));
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
        assert!(stderr(&output).contains("two edits would change the same text"), "{}", stderr(&output));
    }
}

#[test]
fn names_and_openings_are_those_of_stats() {
    let (folder, _) = file("");
    let names = folder.path().join("names");
    let list = names.to_str().unwrap();
    fs::write(&names, "Nepo = Nepomniachtchi,I\n").unwrap();
    assert!(edited(GAME, &["--names", list]).contains("[White \"Nepomniachtchi,I\"]"));
    fs::write(&names, "@PLAYER \" ,.\"\nNepomniachtchi, Ian #gm RUS\n= Nepo.\n").unwrap();
    assert!(edited(GAME, &["--names", list]).contains("[White \"Nepomniachtchi, Ian\"]"));
    fs::write(&names, "Nepo\n").unwrap();
    let wrong = adjust(&["--names", list, list]);
    assert_eq!(code(&wrong), 2);
    assert!(stderr(&wrong).contains("names: line 1: no `=`"), "{}", stderr(&wrong));
    let text = edited(GAME, &["--add", "eco,opening,plycount"]);
    assert!(text.contains("[ECO \"C40\"]\n[Opening \"King's Knight Opening\"]\n[PlyCount \"3\"]\n\n"), "{text}");
    assert_eq!(edited(&text, &["--add", "eco,opening,plycount"]), text);
}

#[test]
fn edits_are_logged_and_undone() {
    let text = GAME.replace("Nf3", "Nf3+");
    let (folder, path) = file(&text);
    let log = folder.path().join("log");
    let log = log.to_str().unwrap();
    let edits = ["--strip", "comments", "--set-tag", "Event=b"];
    let output = adjust(&[&["--in-place", "--log", log, &path], &edits[..]].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stderr(&output).contains("  strip-comments  1 game\n  set-tag  1 game\n"), "{}", stderr(&output));
    let lines: Vec<Value> =
        fs::read_to_string(log).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kinds: Vec<(&str, &Value)> =
        lines.iter().map(|line| (line["type"].as_str().unwrap(), &line["edit"][0])).collect();
    let strip = Value::from("strip-comments");
    let (set, none) = (Value::from("set-tag"), Value::Null);
    let expected =
        [("begin", &none), ("edit", &set), ("edit", &strip), ("edit", &strip), ("fix", &none), ("end", &none)];
    assert_eq!(kinds, expected);
    assert_eq!((&lines[1]["rules"], &lines[4]["rules"][0]), (&none, &Value::from("N106")));
    let check = adjust(&[&["--check", &path], &edits[..]].concat());
    assert_eq!(code(&check), 0, "a second time: {}", stderr(&check));
    assert_eq!(code(&adjust(&["--undo", log])), 0);
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn a_game_that_cannot_be_edited_is_named_and_left_alone() {
    let text = format!("{GAME}\n[Event \"b\"]\n\n1. d4 (1. e4 d5 *\n");
    let (_folder, path) = file(&text);
    let output = adjust(&["--strip", "variations", "--no-fixes", &path]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("a.pgn: game 2: not edited: a variation is not closed"), "{}", stderr(&output));
    assert_eq!(String::from_utf8(output.stdout).unwrap(), text.replace(" (1... c5 {b})", ""));
}

#[test]
fn a_game_does_not_become_a_part_of_the_one_before() {
    let games = |marker: &str| format!("[Event \"a\"]\n\n1. e4 {marker}\n\n[Event \"b\"]\n\n1. d4 *\n");
    let (_folder, path) = file(games("e5"));
    let output = adjust(&["--strip", "tag:Event", "--no-fixes", &path]);
    assert_eq!(code(&output), 2);
    assert!(
        stderr(&output).contains("game 2: not edited: the game before it has no termination marker"),
        "{}",
        stderr(&output)
    );
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "1. e4 e5\n\n[Event \"b\"]\n\n1. d4 *\n");
    assert_eq!(edited(&games("*"), &["--strip", "tag:Event"]), "1. e4 *\n\n1. d4 *\n");
}

#[test]
fn only_selected_games_are_edited() {
    let games = GAME.repeat(3).replace("*\n[", "*\n\n[");
    assert_eq!(edited(&games, &["--strip", "comments", "--game", "2"]).matches("{[%clk").count(), 2);
    assert_eq!(edited(&games, &["--set-tag", "Event=b", "--where", "White = x"]), games);
}

#[test]
fn other_variants_keep_their_moves() {
    let text = "[Event \"a\"]\n[Variant \"Atomic\"]\n\n1. e4 {a} d5 2. exd5 Qxd5 {boom} *\n";
    let expected = "[Event \"b\"]\n[Variant \"Atomic\"]\n\n1. e4 d5 2. exd5 Qxd5 *\n";
    assert_eq!(edited(text, &["--strip", "comments", "--set-tag", "Event=b", "--add", "eco,plycount"]), expected);
    let (_folder, path) = file(text);
    assert_eq!(code(&adjust(&["--set-tag", "Variant=Standard", &path])), 2, "its moves would be others");
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let games = fs::read_to_string("fixtures/games/classics.pgn").unwrap();
    let (_folder, path) = file(games.repeat(40));
    let edits = ["--strip", "comments,nags", "--add", "eco", "--set-tag", "Source=x"];
    let [one, three] = ["-j1", "-j3"].map(|threads| adjust(&[&[threads, &path], &edits[..]].concat()));
    assert_eq!((code(&one), code(&three)), (0, 0), "{}", stderr(&one));
    assert!(one.stdout == three.stdout && one.stderr == three.stderr);
}
