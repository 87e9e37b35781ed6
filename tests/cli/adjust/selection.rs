//! The options that choose the games to adjust: all others are copied.

use std::fs;
use std::process::{Command, Stdio};

use super::{adjust, code, file, stderr};

/// Games with a needless check suffix, each with its number as the round.
fn games(count: usize) -> String {
    let game = |number| format!("[Event \"a\"]\n[Round \"{number}\"]\n\n1. e4+ *\n\n");
    (1..=count).map(game).collect::<Vec<_>>().concat()
}

/// The numbers of the games that were adjusted; all others are as they were.
fn adjusted(arguments: &[&str], games: &str) -> Vec<usize> {
    let (_folder, path) = file(games);
    let output = adjust(&[&["-q", &path], arguments].concat());
    assert!(code(&output) < 2, "{}", stderr(&output));
    let text = String::from_utf8(output.stdout).unwrap();
    let (old, new): (Vec<&str>, Vec<&str>) = (games.split("[Event").collect(), text.split("[Event").collect());
    assert_eq!(old.len(), new.len());
    let is_adjusted = |number: &usize| {
        assert!(new[*number] == old[*number] || new[*number] == old[*number].replace("e4+", "e4"));
        new[*number] != old[*number]
    };
    (1..old.len()).filter(is_adjusted).collect()
}

#[test]
fn only_the_selected_games_are_adjusted() {
    let games = games(9);
    assert_eq!(adjusted(&[], &games), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(adjusted(&["--game", "2,4-5"], &games), [2, 4, 5]);
    assert_eq!(adjusted(&["--head", "2"], &games), [1, 2]);
    assert_eq!(adjusted(&["--where", "Round = 3 or Round > 7"], &games), [3, 8, 9]);
    assert_eq!(adjusted(&["--where", "Round > 3", "--head", "2"], &games), [4, 5]);
    assert_eq!(adjusted(&["--where", "Round > 3", "--game", "2-5"], &games), [4, 5]);
    let sample = adjusted(&["--sample", "3", "--where", "Round > 3"], &games);
    assert!(sample.len() == 3 && sample[0] > 3, "{sample:?}");
    assert_ne!(sample, adjusted(&["--sample", "3", "--where", "Round > 3", "--seed", "1"], &games));
}

#[test]
fn a_selection_of_a_long_file_does_not_depend_on_the_threads() {
    let games = games(60_000);
    let (_folder, path) = file(&games);
    for selection in [&["--head", "30000"][..], &["--game", "1-10,59990-"], &["--sample", "1000"]] {
        let [one, three] = ["-j1", "-j3"].map(|threads| adjust(&[&["-q", threads, &path], selection].concat()));
        assert!(one.stdout == three.stdout && one.stdout.len() < games.len());
    }
}

#[test]
fn head_counts_over_all_inputs() {
    let (folder, path) = file(games(2));
    let other = folder.path().join("b.pgn");
    fs::write(&other, games(2)).unwrap();
    let output = adjust(&["--head", "3", "--in-place", folder.path().to_str().unwrap()]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stderr(&output).contains("3 games, 3 games adjusted\n"), "{}", stderr(&output));
    assert_eq!(fs::read_to_string(path).unwrap().matches("e4+").count(), 0);
    assert_eq!(fs::read_to_string(other).unwrap(), games(2).replacen("e4+", "e4", 1));
}

#[test]
fn only_errors_of_selected_games_count() {
    let (_folder, path) = file(format!("{}[Event \"b\"]\n\n1. e5 *\n", games(1)));
    assert_eq!(code(&adjust(&[&path])), 1);
    assert_eq!(code(&adjust(&["--game", "1", &path])), 0);
    let missed = adjust(&["--game", "9", &path]);
    assert_eq!(code(&missed), 2);
    assert!(stderr(&missed).contains("no input has a game with this number"), "{}", stderr(&missed));
    let unmatched = adjust(&["--where", "Round = x", &path]);
    assert!(stderr(&unmatched).contains("none of the 2 games matches the condition"), "{}", stderr(&unmatched));
}

#[test]
fn a_sample_needs_files() {
    let mut run = Command::new(env!("CARGO_BIN_EXE_adoube"));
    let output = run.args(["adjust", "--sample", "1"]).stdin(Stdio::null()).output().unwrap();
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("<stdin> can be read only once"), "{}", stderr(&output));
}
