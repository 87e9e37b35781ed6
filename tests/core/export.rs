//! Games in export format are read back unchanged and written identically again.

use std::fmt::Write as _;

use proptest::prelude::*;

use adoube::chess::moves::Move;
use adoube::chess::position::Position;
use adoube::chess::san;
use adoube::game::record::export::PlyRange;

use crate::export_support::{self, read, written};
use crate::support::Random;

fn exported(text: &str) -> String {
    written(text.as_bytes(), &read(text.as_bytes(), 0), PlyRange::WHOLE)
}

fn content(text: &str) -> Vec<String> {
    export_support::content(text.as_bytes(), &read(text.as_bytes(), 0))
}

/// A line with every kind of element.
fn line(position: &Position, length: usize, depth: usize, random: &mut Random, comments: &[String], out: &mut String) {
    let mut position = position.clone();
    for _ in 0..length {
        let moves: Vec<Move> = position.legal_moves().into_iter().collect();
        if moves.is_empty() {
            return;
        }
        let choose = |random: &mut Random| moves[random.below(moves.len())];
        let mv = choose(random);
        _ = write!(out, "{} ", san::write(&position, mv));
        for _ in 0..random.below(3) {
            match random.below(6) {
                0 => out.push_str(["! ", "?? ", "$14 ", "$255 ", "± "][random.below(5)]),
                1 if !comments.is_empty() => {
                    _ = write!(out, "{{{}}} ", comments[random.below(comments.len())].replace('}', ")"));
                }
                2 if !comments.is_empty() => {
                    let comment = comments[random.below(comments.len())].replace(['\n', '\r'], " ");
                    _ = writeln!(out, ";{comment}");
                }
                3 if depth < 3 => {
                    out.push_str("( ");
                    line(&position, 1 + random.below(4), depth + 1, random, comments, out);
                    out.push_str(") ");
                }
                4 => out.push_str("\n%escape\n"),
                _ => {}
            }
        }
        position.play_unchecked(mv);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn exports_read_back_unchanged(seed: u64, length in 0_usize..40, comments in prop::collection::vec("[ a-zé{}\\[\\]%;\"\\\\\n\t()$1.]{0,120}", 0..5)) {
        let mut text = String::from("[Event \"a \\\"b\\\" \\\\\"]\n[Zeta \"z\"]\n[Alpha \"é\"]\n\n");
        line(&Position::initial(), length, 0, &mut Random::new(seed), &comments, &mut text);
        text.push_str("1/2-1/2\n");
        let once = exported(&text);
        prop_assert_eq!(content(&once), content(&text), "{}\n{}", text, once);
        prop_assert_eq!(&exported(&once), &once);
    }

    #[test]
    fn export_is_idempotent(text in "[a-h1-8NBRQKxO+#=. \n{}();%$!?\\[\\]\"-]{0,200}") {
        let once = exported(&text);
        let twice = exported(&once);
        prop_assert_eq!(&twice, &once, "{}", text);
    }
}

#[test]
fn exports_have_no_format_errors() {
    let once = exported(include_str!("../../fixtures/replay/annotated.pgn"));
    assert_eq!(read(once.as_bytes(), 0).report.findings, []);
}

#[test]
fn parts_of_a_game_numbered_from_zero_keep_their_numbers() {
    let text = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 0\"]\n\n1. e4 Kd7 2. e5 Ke6 *\n";
    let game = read(text.as_bytes(), 0);
    for (from, movetext) in [(0, "1. e4 Kd7 2. e5 Ke6 *"), (1, "1... Kd7 2. e5 Ke6 *"), (2, "1. e5 Ke6 *")] {
        let once = written(text.as_bytes(), &game, PlyRange { from, until: u32::MAX });
        assert!(once.contains(&format!("\n\n{movetext}\n")), "{once}");
        assert_eq!(exported(&once), once);
    }
}
