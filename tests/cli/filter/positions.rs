//! Lines of FEN and EPD as items: conditions, orders, copies, files.
//!
//! `fixtures/positions/book.epd` is made by hand; the expected lines follow from the Laws and the standard of PGN, not from a program.

use std::fs;

use super::{code, file, filter, stderr, stdout};

const BOOK: &str = "fixtures/positions/book.epd";

/// The lines of the book, without its comment.
fn lines() -> Vec<String> {
    fs::read_to_string(BOOK).unwrap().lines().skip(1).map(|line| format!("{line}\n")).collect()
}

/// The numbers of the positions of the book that a run writes, from 1; each line must be as it was.
fn numbers(arguments: &[&str]) -> Vec<usize> {
    let output = filter(&[arguments, &[BOOK]].concat());
    assert!(code(&output) < 2, "{}", stderr(&output));
    let all = lines();
    let numbers = stdout(&output).split_inclusive('\n').map(|line| {
        all.iter().position(|other| other == line).unwrap_or_else(|| panic!("{line:?} is no line of the book")) + 1
    });
    numbers.collect()
}

#[test]
fn conditions_are_about_positions_and_operations() {
    for (condition, expected) in [
        ("side_to_move = black", &[1, 2, 3, 4, 12][..]),
        ("check = true and legal_moves = 0", &[11]),
        ("pieces < 7 and not castling = KQkq", &[7, 8, 10]),
        ("op:id ~ possible or op:id ~ /^all/", &[5, 9]),
        ("op:ce < 0", &[4]),
        ("has:op:ce and op:ce != -7", &[3]),
        ("not has:castling", &[7, 8]),
        ("op:fmvn = 3 and side_to_move = white", &[5, 6, 11]),
        ("move_number = 3", &[4, 5, 6, 11]),
        ("material = KPvKRP", &[7, 8]),
        ("position = 'r3k2r/8/8/8/8/8/8/R3K2R w KQ -'", &[10]),
        ("pattern = '*/*/*/*/4P3/*/*/*'", &[1, 2]),
        ("opening ~ \"king's pawn\"", &[1, 2]),
        ("ending = checkmate", &[11]),
    ] {
        assert_eq!(numbers(&["--where", condition]), expected, "{condition}");
    }
    // The other lines, that without a position among them.
    assert_eq!(numbers(&["--invert", "--where", "side_to_move = white"]), [1, 2, 3, 4, 12, 13]);
    assert_eq!(numbers(&["--head", "2", "--where", "pieces < 7"]), [7, 8]);
    assert_eq!(numbers(&["--game", "3-5,9"]), [3, 4, 5, 9]);
    let output = filter(&["--count", "--where", "pieces > 20", BOOK]);
    assert_eq!((code(&output), stdout(&output)), (0, "8\n"));
    assert!(stderr(&output).contains("8 of 13 positions selected"), "{}", stderr(&output));
    assert!(stderr(&output).contains("1 line is no position"), "{}", stderr(&output));
    let output = filter(&["--where", "pieces > 40", BOOK]);
    assert_eq!(code(&output), 1);
    assert!(stderr(&output).contains("none of the 13 positions matches the condition"), "{}", stderr(&output));
}

#[test]
fn what_only_games_have_is_refused_for_positions_and_the_other_way_round() {
    const GAMES: &str = "fixtures/games/classics.pgn";
    for (arguments, input, message) in [
        (["--where", "WhiteElo > 2000"], BOOK, "`WhiteElo` is about games, not about positions"),
        (["--where", "plies > 20"], BOOK, "`plies` is about games, not about positions"),
        (["--where", "halfmove_clock > 3"], GAMES, "`halfmove_clock` is a fact about a ply, not about a game"),
        (["--where", "op:bm = e4"], GAMES, "`op:bm` is about lines of EPD, not about games"),
        (["--sort", "Date"], BOOK, "`Date` is about games, not about positions"),
        (["--sort", "legal_moves"], GAMES, "`legal_moves` is a fact about a ply, not about a game"),
        (["--unique=moves", "-q"], BOOK, "write --unique=position"),
        (["--unique", "-q"], BOOK, "write --unique=position"),
        (["-o", "{white}.epd"], BOOK, "`white` is about games, not about positions"),
        (["--where", "legal_move > 3"], BOOK, "did you mean `legal_moves`?"),
        (["--where", "side_to_move = whit"], BOOK, "did you mean `white`?"),
        (["--where", "eco = B9"], BOOK, "`B9` is no ECO code"),
        (["--seed", "3"], BOOK, "--s"),
    ] {
        let output = filter(&[&arguments[..], &[input]].concat());
        assert_eq!((code(&output), stdout(&output)), (2, ""), "{arguments:?}");
        assert!(stderr(&output).contains(message), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn copies_are_the_same_position_by_the_laws() {
    assert_eq!(numbers(&["--unique=position"]), [1, 3, 5, 6, 7, 9, 10, 11, 13]);
    assert_eq!(numbers(&["--unique=fen"]), [1, 3, 4, 5, 6, 7, 9, 10, 11, 13]);
    assert_eq!(numbers(&["--unique=position", "--keep", "newest"]), [2, 5, 6, 8, 9, 10, 11, 12, 13]);
    assert_eq!(numbers(&["--unique=position", "--keep", "annotated"]), [2, 5, 6, 7, 9, 10, 11, 12, 13]);
    let folder = tempfile::tempdir().unwrap();
    let removed = folder.path().join("removed.epd");
    let removed = removed.to_str().unwrap();
    let output = filter(&["--unique=position", "--removed", removed, BOOK]);
    assert!(stderr(&output).contains("13 of 13 positions selected, 9 kept"), "{}", stderr(&output));
    let removed = fs::read_to_string(removed).unwrap();
    assert!(removed.contains(&format!("# position 4 of {BOOK}: duplicate of position 3 of {BOOK}\n{}", lines()[3])));
    assert_eq!(removed.lines().filter(|line| !line.starts_with('#')).count(), 4);
    let output = filter(&["-c", "--unique=position", BOOK]);
    assert_eq!(stdout(&output), "9\n");
}

#[test]
fn positions_are_sorted_and_shuffled() {
    assert_eq!(numbers(&["--sort", "pieces,op:id desc", "--where", "pieces < 7"]), [8, 7, 10, 9]);
    assert_eq!(numbers(&["--sort", "op:ce"])[..2], [4, 3]);
    let sorted = |seed: &str, threads: &str| numbers(&["--sort", "random", "--seed", seed, "-j", threads]);
    let shuffled = sorted("7", "1");
    assert_eq!(shuffled, sorted("7", "3"));
    assert_ne!(shuffled, sorted("8", "1"));
    let mut again = shuffled.clone();
    again.sort_unstable();
    assert_eq!(again, (1..=13).collect::<Vec<_>>());
    assert_ne!(shuffled, again);
    // Within equal values.
    let by_side = numbers(&["--sort", "side_to_move,random", "--seed", "7"]);
    assert!(by_side[..5].iter().all(|number| [1, 2, 3, 4, 12].contains(number)), "{by_side:?}");
    // Games, too.
    let games = |seed: &str| filter(&["--sort", "random", "--seed", seed, "fixtures/games/classics.pgn"]).stdout;
    assert!(games("1") == games("1") && games("1") != games("2"));
}

#[test]
fn positions_are_split_over_files() {
    let folder = tempfile::tempdir().unwrap();
    let output = filter(&["-o", &format!("{}/{{side_to_move}}-{{pieces/10}}.epd", folder.path().display()), BOOK]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let mut names: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["black-30.epd", "unknown-unknown.epd", "white-0.epd", "white-30.epd"]);
    let all = lines();
    let white: String = [6, 7, 8, 9].map(|at: usize| all[at].as_str()).concat();
    assert_eq!(fs::read_to_string(folder.path().join("white-0.epd")).unwrap(), white);
}

#[test]
fn books_of_games_are_unique_by_their_last_position_or_their_moves() {
    let texts = [
        "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n",
        "[White \"B\"]\n[Result \"*\"]\n\n1. e4 {best by test} e5 2. Nf3 *\n",
        "[White \"A\"]\n\n1. Nf3 e5 2. e4 *\n",
        "[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Ng1 Nb8 4. Nf3 *\n",
        "[White \"A\"]\n\n1. e4 e5 2. Nf4 *\n",
    ];
    let (_folder, path) = file(texts.join("\n"));
    let kept = |kind: &str| {
        let output = filter(&[kind, &path]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        texts
            .iter()
            .enumerate()
            .filter(|(_, text)| stdout(&output).contains(*text))
            .map(|(at, _)| at + 1)
            .collect::<Vec<_>>()
    };
    assert_eq!(kept("--unique=moves"), [1, 3, 4, 5]);
    // The game with an illegal move has no last position.
    assert_eq!(kept("--unique=position"), [1, 5]);
    // The fourth has another clock and another number.
    assert_eq!(kept("--unique=fen"), [1, 3, 4, 5]);
}

#[test]
fn a_sample_has_as_many_of_each_group() {
    let positions = |seed: &str| numbers(&["--sample", "2", "--per", "side_to_move", "--seed", seed]);
    let chosen = positions("1");
    let of_black = chosen.iter().filter(|number| [1, 2, 3, 4, 12].contains(*number)).count();
    // The line without a position is a group of its own.
    assert_eq!((chosen.len(), of_black, chosen.contains(&13)), (5, 2, true), "{chosen:?}");
    assert!((2..20).any(|seed| positions(&seed.to_string()) != chosen));
    let game = |number: u32| {
        let elo = 1000 + number * 7 % 600;
        format!("[Round \"{number}\"]\n[WhiteElo \"{elo}\"]\n\n1. e4 *\n\n")
    };
    let text: String = (0..300).map(game).collect::<Vec<_>>().concat();
    let (_folder, path) = file(&text);
    let run =
        |threads: &str| filter(&["--sample", "3", "--per", "white_elo/100,plies", "--seed", "5", "-j", threads, &path]);
    let output = run("1");
    let mut bands = [0; 6];
    for line in stdout(&output).lines().filter_map(|line| line.strip_prefix("[WhiteElo \"")) {
        bands[line[..4].parse::<usize>().unwrap() / 100 - 10] += 1;
    }
    assert_eq!(bands, [3; 6], "{}", stderr(&output));
    assert_eq!(output.stdout, run("4").stdout);
    let output = filter(&["--sample", "1000", "--per", "white_elo/100", &path]);
    let warning = "6 of 6 groups selected with fewer than 1,000 each";
    assert!(stderr(&output).contains(warning), "{}", stderr(&output));
    for (arguments, message) in [
        (&["--per", "white_elo"][..], "--sample"),
        (&["--sample", "3", "--per", "eco/10"], "`eco` is not a number and has no bands"),
        (&["--sample", "3", "--per", "elo/0"], "expected a band width"),
        (&["--sample", "3", "--per", "side_to_move"], "`side_to_move` is a fact about a ply"),
    ] {
        let output = filter(&[arguments, &[path.as_str()]].concat());
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains(message), "{arguments:?}: {}", stderr(&output));
    }
}
