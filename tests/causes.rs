//! One cause, one finding: what a small fault leads to is not reported as well.

mod game_support;

use adoube::game::rules::{Profile, RuleSet};
use game_support::{read_all, seen};

/// The codes found in a text by the rules of a profile.
fn codes(text: &str, profile: Profile) -> Vec<&'static str> {
    found(text, profile.rules())
}

fn found(text: &str, rules: RuleSet) -> Vec<&'static str> {
    let bytes = text.as_bytes();
    seen(bytes, &read_all(bytes, rules)).into_iter().map(|seen| seen.code).collect()
}

/// The seven tags of a game that goes on.
const ROSTER: &str = "[Event \"t\"]\n[Site \"s\"]\n[Date \"2020.01.01\"]\n[Round \"1\"]\n[White \"a\"]\n[Black \"b\"]\n\
    [Result \"*\"]\n";

#[test]
fn a_word_in_place_of_a_move_ends_the_judging() {
    assert_eq!(codes("1. foo f5 2. Nc3 Nf6 *", Profile::Archive), ["S116"]);
    assert_eq!(codes("1. e4 foo e5 2. Nf3 xyzzy Nc6 3. Ra5 *", Profile::Archive), ["S116", "S116", "M101"]);
    assert_eq!(codes("1. e4 e5 (1... foo 2. Nf3) 2. Nf3 *", Profile::Archive), ["M111"]);
}

#[test]
fn a_number_can_say_whose_move_it_is() {
    let castles_too_early = "[SetUp \"1\"]\n[FEN \"r2qk3/8/8/8/8/8/8/R3K2R b KQq - 0 1\"]\n\n1... O-O-O 2. O-O Kd7 *";
    assert_eq!(codes(castles_too_early, Profile::Archive), ["M101"]);
    assert_eq!(codes("1. e4 e5 2. Nc6 Nf3 *", Profile::Archive), ["M106"]);
}

#[test]
fn a_block_of_text_is_one_finding() {
    let text = format!("Adventure I\n\nI am afraid that I\nshall have to go.\n\n{ROSTER}\n1. e4 *\n");
    assert_eq!(codes(&text, Profile::Archive), ["S102"]);
}

#[test]
fn web_pages_leave_their_marks_between_tags() {
    assert_eq!(codes("[Event \"t\"]<br />[Site \"s\"]\n\n1. e4 *", Profile::Archive), ["S118"]);
}

#[test]
fn comments_may_stand_among_tags_and_around_moves() {
    let text = ROSTER.replace("[Round", "{hall B}\n; second floor\n[Round");
    assert_eq!(codes(&format!("{text}\n1. e4 *\n"), Profile::Archive), [""; 0]);
    assert_eq!(codes("1. e4 d5 2. e5 f5 3. exf6(e.p.) Nxf6 *", Profile::Archive), [""; 0]);
}

#[test]
fn tags_are_judged_once() {
    assert_eq!(codes("[White \"a\"]\n\n1. e4 *", Profile::Export), ["T101"]);
    assert_eq!(codes("[white \"a\"]\n\n1. e4 *", Profile::Archive), ["T112"]);
    let quotes = ROSTER.replace("\"a\"", "\"Joe \\\"X\\\" Y\"");
    assert_eq!(codes(&format!("{quotes}\n1. e4 *\n"), Profile::Export), [""; 0]);
    let counted_from_zero = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 0\"]\n\n1. e4 *";
    assert_eq!(codes(counted_from_zero, Profile::Archive), ["F110"]);
}

#[test]
fn a_result_in_the_last_comment_stands_in_for_the_marker() {
    assert_eq!(codes("1. e4 e5 {Black resigned. 1-0}", Profile::Archive), ["R112"]);
    assert_eq!(codes("1. e4 {1-0 was the bet} e5", Profile::Archive), ["R102"]);
}

#[test]
fn a_result_in_a_variation_that_is_closed_is_not_that_of_the_game() {
    assert_eq!(codes("1. e4 (1. d4 1-0) e5 2. Nf3", Profile::Archive), ["V105", "R102"]);
    assert_eq!(codes("1. e4 e5 (1... c5 (1... e6) 1-0)", Profile::Archive), ["V105", "R102"]);
    assert_eq!(codes("1. e4 Ra5 (1... c5 (1... e6 1-0) d6)", Profile::Archive), ["M101", "V105", "R102"]);
    assert_eq!(codes("1. e4 e5 (1... c5 2. Nf3 1-0", Profile::Archive), ["V101"]);
}

#[test]
fn a_tag_that_is_none_opens_the_next_game_behind_a_blank_line() {
    let text = format!("{ROSTER}\n1. e4 *\n\n[Event]\n{ROSTER}\n1. d4 *\n");
    assert_eq!(codes(&text, Profile::Archive), ["T110"]);
}
