//! Which games are copied, and that all of their bytes are.

use std::fs;

use proptest::prelude::*;

use super::{code, file, filter, filter_text, games, stderr, stdout};

const CLASSICS: &str = "fixtures/games/classics.pgn";

#[test]
fn without_a_selection_the_output_is_the_input() {
    let output = filter(&[CLASSICS]);
    assert_eq!((code(&output), &output.stdout), (0, &fs::read(CLASSICS).unwrap()));
    assert_eq!(stderr(&output), "17 of 17 games selected\n");
    let damaged = b"[White \"a\"\n1. e4 {x} e5 (1... c5 2. Nf3)) Ke9 \x00\xff\n\n%escape\n;rest\r\n1. d4 zz 1-0\n\n\n";
    assert_eq!(filter_text(&[], damaged).stdout, damaged);
}

#[test]
fn conditions_numbers_and_heads_select_games() {
    let text = fs::read(CLASSICS).unwrap();
    let all = games(&text);
    assert_eq!(filter(&["--game", "2-4", CLASSICS]).stdout, all[1..4].concat());
    assert_eq!(filter(&["--head", "3", CLASSICS]).stdout, all[..3].concat());
    let white = |name: &str, is_kept: bool| -> Vec<u8> {
        let has = |game: &&&[u8]| {
            let line =
                String::from_utf8_lossy(game).lines().find(|line| line.starts_with("[White ")).unwrap().to_owned();
            line.contains(name) == is_kept
        };
        all.iter().filter(has).copied().collect::<Vec<_>>().concat()
    };
    assert_eq!(filter(&["--where", "White ~ morphy", CLASSICS]).stdout, white("Morphy", true));
    assert_eq!(filter(&["--where", "White ~ morphy", "--invert", CLASSICS]).stdout, white("Morphy", false));
    let output = filter(&["--game", "2-", "--invert", "-q", CLASSICS]);
    assert_eq!((output.stdout.as_slice(), stderr(&output)), (all[0], ""));
    let sample = filter(&["--sample", "5", "--seed", "3", CLASSICS]).stdout;
    assert!(games(&sample).len() == 5 && games(&sample).iter().all(|game| all.contains(game)));
}

#[test]
fn the_exit_code_is_that_of_grep() {
    let some = filter(&["-c", "--where", "White ~ morphy", CLASSICS]);
    assert_eq!((code(&some), stdout(&some)), (0, "1\n"));
    let none = filter(&["--count", "--where", "White ~ nobody", CLASSICS]);
    assert_eq!((code(&none), stdout(&none)), (1, "0\n"));
    assert_eq!(code(&filter(&["--exit-zero", "--where", "White ~ nobody", CLASSICS])), 0);
    assert_eq!(code(&filter(&["--where", "White ~ morphy", CLASSICS, "there-is-no-such-file.pgn"])), 2);
    assert_eq!(code(&filter_text(&[], b"")), 1);
    // An input without games is named, and the others count.
    let (_folder, empty) = file("\n");
    let output = filter(&[CLASSICS, &empty]);
    assert_eq!(code(&output), 0);
    assert!(stderr(&output).contains("it has no games"), "{}", stderr(&output));
}

#[test]
fn games_that_were_apart_get_a_blank_line() {
    let (_folder, path) = file("[White \"a\"]\n\n1. e4 *");
    let output = filter(&[&path, &path]);
    assert_eq!(stdout(&output), "[White \"a\"]\n\n1. e4 *\n\n[White \"a\"]\n\n1. e4 *");
    let (_folder, path) = file("\u{feff}[White \"a\"]\r\n\r\n1. e4 *\r\n");
    let output = filter(&[&path, &path]);
    let game = "[White \"a\"]\r\n\r\n1. e4 *\r\n";
    assert_eq!(stdout(&output), format!("\u{feff}{game}\r\n{game}"));
    // Games that stood together stay so.
    assert_eq!(stdout(&filter_text(&["--game", "1,2"], b"1. e4 *\n1. d4 *\n1. c4 *")), "1. e4 *\n1. d4 *\n");
}

#[test]
fn games_are_not_joined() {
    let text = b"1. e4 e5\n\n[White \"b\"]\n\n1. d4 *\n\n1. c4 *\n";
    let output = filter_text(&["--game", "1,3"], text);
    assert_eq!(code(&output), 2);
    let message = stderr(&output);
    assert!(message.contains("game 3 of <stdin> would be read as a part of the game written before it"), "{message}");
    assert_eq!(code(&filter_text(&["--game", "2,3"], text)), 0);
}

#[test]
fn what_follows_a_result_does_not_swallow_the_next_game() {
    for (text, selected) in [
        ("[Event \"A\"]\n\n1. e4 1-0 {x \n\n[Event \"B\"]\n\n1. e4 e5 *\n\n1. d4 d5 *\n", "1,3"),
        ("1. e4 e5\n\n[White \"b\"]\n\n1. d4 *\n\n[]\n1. f3 *\n", "1,3"),
    ] {
        let all = games(text.as_bytes());
        let output = filter_text(&["--game", selected], text.as_bytes());
        let count = games(&output.stdout).len();
        assert!(code(&output) == 2 || count == 2, "{text}: {count} of {}: {}", all.len(), stderr(&output));
    }
    let (_folder, path) = file("*\r");
    assert_eq!(games(&filter(&[&path, &path]).stdout).len(), 2);
    // A game of tags alone ends where the tags of the next one begin, if a blank line is between them.
    let (_folder, tags) = file("[Event \"A\"]\n\n");
    let (_other, game) = file("[Event \"B\"]\n\n1. e4 *\n");
    let output = filter(&[&tags, &game]);
    assert_eq!((code(&output), games(&output.stdout).len()), (0, 2), "{}", stderr(&output));
}

#[test]
fn text_between_games_goes_with_the_next_game() {
    let games = ["1. e4 *\n\n", "{Round 2}.\n>{best is d4[Note \"x\"]\n\n[White \"b\"]\n\n1. d4 *\n\n", "1. c4 *\n"];
    let text = [games.concat().as_bytes(), b"\nsome words\n"].concat();
    let read = |arguments: &[&str]| {
        let output = filter_text(arguments, &text);
        assert_eq!(code(&output), 0, "{arguments:?}: {}", stderr(&output));
        (stdout(&output).to_owned(), stderr(&output).to_owned())
    };
    let left_out = |log: &str| -> Option<String> {
        let line = log.lines().find(|line| line.contains("outside of games left out"))?;
        line.split(' ').next().map(str::to_owned)
    };
    for order in [&[][..], &["--unique"], &["--sort", "Date"]] {
        let (all, log) = read(order);
        assert_eq!(all.trim_end(), games.concat().trim_end(), "{order:?}");
        assert_eq!(left_out(&log).as_deref(), Some("10"), "{order:?}: {log}");
        let (second, _) = read(&[order, &["--game", "2"]].concat());
        assert_eq!(second.trim_end(), games[1].trim_end(), "{order:?}");
        let (first, log) = read(&[order, &["--game", "1,3"]].concat());
        assert_eq!(first.trim_end(), [games[0], games[2]].concat().trim_end(), "{order:?}");
        assert_eq!(left_out(&log).as_deref(), Some("43"), "{order:?}: {log}");
    }
    let (first, _) = read(&["-q", "--where", "White = b"]);
    assert_eq!(first.trim_end(), games[1].trim_end());
}

#[test]
fn an_output_is_never_taken_for_another_format() {
    let game = |name: &str| format!("[White \"{name}\"]\n[Result \"*\"]\n\n1. e4 *\n\n");
    let utf16: Vec<u8> = format!("\u{feff}{}", game("hidden")).encode_utf16().flat_map(u16::to_le_bytes).collect();
    let between =
        [&b"\xff\xfe"[..], b"\xfe\xff", b"\x1f\x8b\x08\0", b"\x28\xb5\x2f\xfd", b"BZh91AY&SY", b"PK\x03\x04", &utf16];
    for bytes in between {
        for line_end in ["", "\n"] {
            let text = [game("a").as_bytes(), bytes, line_end.as_bytes(), game("b").as_bytes()].concat();
            let read = filter_text(&["--count", "--where", "White = b"], &text);
            if stdout(&read).trim() != "1" {
                continue;
            }
            for arguments in [&["--where", "White = b"][..], &["--sort", "White desc", "--where", "White = b"]] {
                let output = filter_text(arguments, &text);
                let again = filter_text(&["--where", "White = b"], &output.stdout);
                let what = format!("{bytes:x?} {line_end:?} {arguments:?}: {}", stderr(&output));
                assert_eq!(code(&again), 0, "{what}");
                assert_eq!(code(&filter_text(&["--where", "White = hidden"], &output.stdout)), 1, "{what}");
            }
        }
    }
}

#[test]
fn the_ending_of_the_output_is_that_of_its_content() {
    let folder = tempfile::tempdir().unwrap();
    for (input, name) in [("fixtures/games/classics.pgn", "a.fen"), ("fixtures/perft/standard.epd", "a.pgn")] {
        let path = folder.path().join(name);
        let output = filter(&[input, "-o", path.to_str().unwrap()]);
        assert_eq!(code(&output), 2, "{name}");
        assert!(stderr(&output).contains("the ending of the output says"), "{}", stderr(&output));
        assert!(!path.exists());
    }
}

#[test]
fn text_before_a_game_does_not_join_it_to_the_last_one() {
    // Behind a game without a result, the comment would be its own.
    let text = b"1. e4 e5\n\n[White \"b\"]\n\n1. d4 *\n\n{Round 2}.\n[White \"c\"]\n\n1. c4 *\n";
    let output = filter_text(&["--game", "1,3"], text);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(stdout(&output), "1. e4 e5\n\n[White \"c\"]\n\n1. c4 *\n");
    assert!(stderr(&output).contains("10 bytes outside of games left out"), "{}", stderr(&output));
}

#[test]
fn positions_are_copied_too_but_not_with_games() {
    let positions = "fixtures/perft/standard.epd";
    let text = fs::read_to_string(positions).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')).collect();
    let output = filter(&["--game", "1,3", positions]);
    assert_eq!(stdout(&output).lines().collect::<Vec<_>>(), [lines[0], lines[2]]);
    let output = filter(&[positions, CLASSICS]);
    assert_eq!(code(&output), 2);
    assert!(
        stderr(&output).contains("classics.pgn has the format PGN, and the inputs before it EPD"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn games_in_utf_16_are_written_in_utf_8() {
    let text: Vec<u8> = "\u{feff}[White \"ä\"]\n\n1. e4 *\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let output = filter_text(&[], &text);
    assert!(stdout(&output).ends_with("[White \"ä\"]\n\n1. e4 *\n"), "{output:?}");
    assert!(stderr(&output).contains("is in UTF-16; its games are written in UTF-8"), "{}", stderr(&output));
}

#[cfg(feature = "compression")]
#[test]
fn the_output_is_compressed_by_its_name() {
    let (folder, path) = file(fs::read(CLASSICS).unwrap());
    for name in ["b.pgn.zst", "b.pgn.gz", "b.pgn.bz2", "b.pgn.xz"] {
        let packed = folder.path().join(name);
        let packed = packed.to_str().unwrap();
        assert_eq!(code(&filter(&[&path, "-o", packed])), 0);
        assert!(fs::metadata(packed).unwrap().len() < fs::metadata(&path).unwrap().len());
        assert_eq!(filter(&[packed]).stdout, fs::read(&path).unwrap(), "{name}");
    }
    assert_eq!(code(&filter(&[&path, "-o", &path])), 2);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_selection_is_read_again_as_these_games(chosen in prop::collection::btree_set(1_usize..=17, 1..17)) {
        let text = fs::read(CLASSICS).unwrap();
        let all = games(&text);
        let numbers = chosen.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        let output = filter(&["--game", &numbers, CLASSICS]).stdout;
        let expected: Vec<&[u8]> = chosen.iter().map(|number| all[number - 1].trim_ascii()).collect();
        let read: Vec<&[u8]> = games(&output).into_iter().map(<[u8]>::trim_ascii).collect();
        prop_assert_eq!(read, expected);
        let others = filter(&["--game", &numbers, "--invert", CLASSICS]).stdout;
        prop_assert_eq!(games(&others).len() + chosen.len(), 17);
    }
}
