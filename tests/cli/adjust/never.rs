//! What no fix does, whatever the options.

use super::{adjust, code, file, stderr};

/// The Seven Tag Roster, and other tags.
fn tags(date: &str, result: &str, others: &str) -> String {
    format!(
        "[Event \"a\"]\n[Site \"b\"]\n[Date \"{date}\"]\n[Round \"1\"]\n[White \"c\"]\n[Black \"d\"]\n\
         [Result \"{result}\"]\n{others}\n"
    )
}

/// Asserts that all fixes together leave a game as it is.
fn assert_kept(text: &str) {
    let (_folder, path) = file(text);
    let output = adjust(&["--unsafe-fixes", "--select", "all", "--exit-zero", &path]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(String::from_utf8_lossy(&output.stdout), text);
}

/// Asserts that all fixes together leave the movetext of a game as it is.
fn assert_moves_kept(moves: &str) {
    assert_kept(&format!("{}{moves}\n", tags("2020.01.02", "*", "")));
}

#[test]
fn an_unknown_result_never_replaces_another() {
    for (tag, marker) in [("1-0", "*"), ("*", "1-0"), ("1/2-1/2", "*")] {
        assert_kept(&format!("{}1. e4 e5 {marker}\n", tags("2020.01.02", tag, "")));
    }
    // Not even where the board shows that neither is right.
    assert_kept(&format!("{}1. f3 e5 2. g4 Qh4# *\n", tags("2020.01.02", "1-0", "")));
}

#[test]
fn nobody_chooses_between_two_results() {
    for (tag, marker) in [("1-0", "0-1"), ("1-0", "1/2-1/2")] {
        assert_kept(&format!("{}1. e4 e5 {marker}\n", tags("2020.01.02", tag, "")));
    }
    assert_kept(&format!("{}1. f3 e5 2. g4 Qh4# 1/2-1/2\n", tags("2020.01.02", "1-0", "")));
}

#[test]
fn what_is_unknown_stays_unknown() {
    for date in ["????.??.??", "2020.??.??", "2020.01.??"] {
        assert_kept(&format!("{}1. e4 e5 *\n", tags(date, "*", "[EventDate \"2020.01.02\"]\n")));
    }
    let (_folder, path) = file("[Event \"a\"]\n[EventDate \"2020.01.02\"]\n\n1. e4 e5 *\n");
    let output = adjust(&["--unsafe-fixes", "--select", "T101", &path]);
    assert!(String::from_utf8_lossy(&output.stdout).contains("[Date \"????.??.??\"]"), "{output:?}");
}

#[test]
fn a_date_with_two_readings_stays() {
    assert_kept(&format!("{}1. e4 e5 *\n", tags("03/04/2020", "*", "")));
}

#[test]
fn an_illegal_move_stays_and_so_does_what_follows_it() {
    for moves in [
        "1. e4 e5 2. Ke3 Nf6+ *",
        "1. e4 e5 2. Bb5 Qh4 3. O-O+ *",
        "1. d4 d5 2. Nf3 Nf6 3. Nd2 e6+ *",
        "1. e4 foo 2. Nf3+ Nc6 *",
        "1. e4 e5 2. Nf3 (2. Ke3 Nc6+) Nc6 *",
        "1. e4 e5 2. Ke3 0-0 *",
    ] {
        assert_moves_kept(moves);
    }
}

#[test]
fn a_game_longer_than_4_mib_stays_and_that_is_said() {
    let text = "[A \"b\"]\n".repeat(600_000) + "\n1. e4 *\n";
    let (_folder, path) = file(&text);
    let output = adjust(&[&path]);
    assert!(stderr(&output).contains("game 1 is longer than 4 MiB, and was not adjusted"), "{}", stderr(&output));
    assert_eq!(code(&output), 1);
    assert!(output.stdout == text.as_bytes());
}

#[test]
fn what_is_left_of_too_many_findings_is_said() {
    let text = "[A \"b\"]\n".repeat(170_000) + "\n1. e4 *\n";
    let (_folder, path) = file(&text);
    let output = adjust(&[&path]);
    assert!(stderr(&output).contains("game 1 has so many findings that not all were fixed"), "{}", stderr(&output));
    assert_eq!(code(&output), 1);
    let left = output.stdout.split(|byte| *byte == b'A').count();
    assert!((2..25_000).contains(&left), "{left} tags are left");
    let again = file(std::str::from_utf8(&output.stdout).unwrap());
    let output = adjust(&[&again.1]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "[A \"b\"]\n\n1. e4 *\n");
    assert!(!stderr(&output).contains("not all"), "{}", stderr(&output));
}

#[test]
fn a_null_move_and_a_drop_stay() {
    for moves in ["1. e4 -- 2. d4 e5+ *", "1. e4 e5 2. N@f3 Nc6+ *"] {
        assert_moves_kept(moves);
    }
}

#[test]
fn a_game_of_another_variant_stays() {
    for variant in ["Atomic", "Crazyhouse", "Giveaway"] {
        let tags = tags("2020.01.02", "*", &format!("[Variant \"{variant}\"]\n"));
        assert_kept(&format!("{tags}1. e4+ e7e5 3. Ng1f3 Nc6 *\n"));
    }
}
