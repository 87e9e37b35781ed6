//! `--unique`: games that are copies of others are left out.

use std::fs;

use super::{code, file, filter, games, stderr};

const CLASSICS: &str = "fixtures/games/classics.pgn";

fn trimmed(text: &[u8]) -> Vec<&[u8]> {
    games(text).into_iter().map(<[u8]>::trim_ascii).collect()
}

#[test]
fn second_copies_are_left_out() {
    let text = fs::read(CLASSICS).unwrap();
    let mut reversed = trimmed(&text);
    reversed.reverse();
    let (folder, path) = file(reversed.join(&b"\n\n"[..]));
    let removed = folder.path().join("removed.pgn");
    let removed = removed.to_str().unwrap();
    let output = filter(&["--unique", CLASSICS, &path, "--removed", removed]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(trimmed(&output.stdout), trimmed(&text));
    assert!(stderr(&output).contains("left out: 17 duplicates"), "{}", stderr(&output));
    let removed = fs::read_to_string(removed).unwrap();
    let reasons: Vec<&str> = removed.lines().filter(|line| line.starts_with('%')).collect();
    assert_eq!(reasons.len(), 17);
    assert_eq!(reasons[0], format!("% game 1 of {path}: duplicate of game 17 of {CLASSICS}"));
    for game in trimmed(&text) {
        assert!(removed.contains(std::str::from_utf8(game).unwrap()), "every byte is there");
    }
}

#[test]
fn a_respelled_copy_is_a_copy_and_the_kind_decides() {
    let tags = "[Event \"Open\"]\n[Site \"Utrecht\"]\n[Date \"2024.03.09\"]\n[Round \"3\"]\n";
    let full = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 10. Bc2 c5 11. d4 Qc7";
    let game = |white: &str, moves: &str| {
        format!("{tags}[White \"{white}\"]\n[Black \"Vermeer, Anna\"]\n[Result \"1-0\"]\n\n{moves} 1-0\n")
    };
    let texts = [
        game("Holm, Lars", full),
        game("Holm,L", &full.replace("Nf3", "Ng1-f3").replace("O-O", "0-0")),
        game("Holm, Lars", full.rsplit_once(" 10.").unwrap().0),
        game("Holm, Lars", &full.replace("8. c3 O-O 9. h3", "8. h3 O-O 9. c3")),
        game("Somebody, Else", full),
    ];
    let (_folder, path) = file(texts.join("\n"));
    let kept = |arguments: &[&str]| {
        let output = filter(&[arguments, &[&path]].concat());
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let all = texts.each_ref().map(|text| text.trim().as_bytes());
        let numbers =
            trimmed(&output.stdout).into_iter().map(|game| all.iter().position(|text| *text == game).unwrap() + 1);
        numbers.collect::<Vec<_>>()
    };
    assert_eq!(kept(&["--unique"]), [1, 3, 4, 5]);
    assert_eq!(kept(&["--unique", "--keep", "newest"]), [2, 3, 4, 5]);
    assert_eq!(kept(&["--unique=shorter"]), [1, 4, 5]);
    assert_eq!(kept(&["--unique=shorter", "--keep=newest"]), [3, 4, 5]);
    assert_eq!(kept(&["--unique=twins"]), [1, 5]);
    // The order is that of --sort, and the copies are the same.
    assert_eq!(kept(&["--unique=twins", "--sort", "White desc"]), [5, 1]);
}

#[test]
fn removed_games_are_read_and_sorted_again() {
    let (folder, path) = file(fs::read(CLASSICS).unwrap().repeat(2));
    let [removed, again] =
        ["removed.pgn", "again.pgn"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    assert_eq!(code(&filter(&["--unique", &path, "--removed", &removed])), 0);
    let output = filter(&["--sort", "White", &removed, "-o", &again]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stderr(&filter(&["--count", &again])).contains("17 of 17"), "every game is there");
}

#[test]
fn annotations_of_duplicates_are_united() {
    let tags = "[Event \"Open\"]\n[Site \"?\"]\n[Date \"2024.03.09\"]\n[Round \"3\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n";
    let texts = [
        "1. e4 {One.} e5 2. Nf3 *\n",
        "1. e4 e5 $2 {Two.} 2. Nf3 (2. f4 {Three.}) *\n",
        "{Zero.} 1. e4 {One.} e5 2. Nf3 *\n",
        "1. e4 {Kept.} c5 *\n",
    ];
    let (_folder, path) = file(texts.map(|text| format!("{tags}{text}")).join("\n"));
    let output = filter(&["--unique", "--merge-comments", &path]);
    let expected = ["{Zero.} 1. e4 {One.} e5 $2 {Two.} 2. Nf3 (2. f4 {Three.}) *", "1. e4 {Kept.} c5 *"]
        .map(|text| format!("{tags}{text}\n"));
    assert_eq!(std::str::from_utf8(&output.stdout).unwrap(), expected.join("\n"));
    assert_eq!(stderr(&output), "4 of 4 games selected, 2 kept\nleft out: 2 duplicates; annotations added to 1 game\n");
}

#[test]
fn annotations_that_are_not_united_are_named() {
    let tags = "[Event \"Open\"]\n[Site \"?\"]\n[Date \"2024.03.09\"]\n[Round \"3\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n";
    let moves =
        "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Nf3 Nbd7 7. Rc1 c6 8. Bd3 dxc4 9. Bxc4 Nd5 10. Bxe7 Qxe7";
    let short = moves.rsplit_once(" 10.").unwrap().0;
    let texts = [
        format!("{tags}\n{moves} *\n"),
        format!("{tags}\n{short} {{A comment.}} *\n"),
        format!("{tags}[Variant \"Atomic\"]\n\n1. e4 e5 *\n"),
        format!("{tags}[Variant \"Atomic\"]\n\n1. e4 e5 *\n"),
    ];
    let (_folder, path) = file(texts.join("\n"));
    let output = filter(&["--unique=shorter", "--merge-comments", &path]);
    let expected = "4 of 4 games selected, 2 kept\nleft out: 1 duplicate, 1 shorter copy; \
                    the annotations of 1 inexact copy are not added\n";
    assert_eq!((code(&output), stderr(&output)), (0, expected));
    let (_folder, path) = file([&*texts[2], &texts[3].replace("e4 e5", "e4 {!} e5")].join("\n"));
    let output = filter(&["--unique", "--merge-comments", &path]);
    let expected = "warning: %: game 1: the annotations of its duplicate, game 2, are not added: not all of the moves can be played";
    assert!(stderr(&output).contains(&expected.replace('%', &path)), "{}", stderr(&output));
}

#[test]
fn copies_do_not_go_to_a_file_of_games() {
    let (folder, path) = file(fs::read(CLASSICS).unwrap().repeat(2));
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::create_dir(at("years")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(at("years"), at("other")).unwrap();
    for (removed, output) in [
        ("1-0.pgn", &["-o", "{Result}.pgn"][..]),
        ("n0001.pgn", &["--split", "9", "-o", "n{n}.pgn"]),
        ("other/1-0.pgn", &["-o", "years/{Result}.pgn"]),
    ] {
        let mut arguments = vec!["--unique".to_owned(), path.clone(), "--removed".to_owned(), at(removed)];
        arguments.extend(output.iter().map(|word| if word.contains('{') { at(word) } else { (*word).to_owned() }));
        let output = filter(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(code(&output), 2, "{removed}");
        assert!(stderr(&output).contains("would be written twice"), "{}", stderr(&output));
        assert!(!folder.path().join(removed).exists(), "{removed}");
    }
}

#[test]
fn games_are_counted_without_their_copies() {
    let (_folder, path) = file(fs::read(CLASSICS).unwrap().repeat(2));
    let output = filter(&["--unique", "--count", &path]);
    assert_eq!((code(&output), &*output.stdout), (0, &b"17\n"[..]));
    assert_eq!(stderr(&output), "34 of 34 games selected, 17 kept\nleft out: 17 duplicates\n");
    let output = filter(&["--unique", "--count", CLASSICS]);
    assert_eq!(
        (&*output.stdout, stderr(&output)),
        (&b"17\n"[..], "17 of 17 games selected, 17 kept\nno copies found\n")
    );
}

#[test]
fn nameless_games_are_copies_if_all_that_they_say_is_the_same() {
    let text = "1. e4 e5 2. Nf3 Nc6 *\n";
    for (other, kept) in [(text.to_owned(), 1), (format!("[Date \"2024.03.09\"]\n\n{text}"), 2)] {
        let (_folder, path) = file([text, &other].join("\n"));
        for kind in ["--unique", "--unique=twins"] {
            assert_eq!(games(&filter(&[kind, &path]).stdout).len(), kept, "{kind} {other}");
        }
    }
}

#[test]
fn the_options_depend_on_each_other() {
    for arguments in [
        &["--keep", "first"][..],
        &["--removed", "x.pgn"],
        &["--merge-comments"],
        &["--unique", "--removed", "-"],
        &["--unique", "--count", "--merge-comments"],
        &["--unique", "twins"],
        &["--unique=all"],
    ] {
        assert_eq!(code(&filter(&[arguments, &[CLASSICS]].concat())), 2, "{arguments:?}");
    }
}
