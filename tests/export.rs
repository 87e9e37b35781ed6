//! Games in export format are read back unchanged and written identically again.

mod support;

use std::fmt::Write as _;

use proptest::prelude::*;

use adoube::chess::moves::Move;
use adoube::chess::position::Position;
use adoube::chess::san;
use adoube::game::record::export::{PlyRange, export};
use adoube::game::record::score_sheet::{ScoreSheet, SheetEntry};
use adoube::game::replay::{Game, ReplayOptions, read_game_as};
use adoube::game::rules::{RuleSet, Severity};
use adoube::pgn::text::decode;
use support::Random;

fn read(bytes: &[u8]) -> Game {
    read_game_as(
        bytes,
        0,
        &ReplayOptions { rules: RuleSet::at_least(Severity::Style), variations: true, ..ReplayOptions::default() },
    )
}

fn exported(text: &str) -> String {
    let game = read(text.as_bytes());
    let mut out = String::new();
    export(&game, text.as_bytes(), PlyRange::WHOLE, &mut out);
    out
}

/// The content of a game without its layout.
fn content(text: &str) -> Vec<String> {
    let bytes = text.as_bytes();
    let game = read(bytes);
    let sheet = ScoreSheet::from_game(&game, bytes);
    let plain = |text: &str| text.replace("\r\n", " ").replace(['\n', '\r', '\t'], " ");
    let entries = sheet.entries.iter().map(|entry| match entry {
        SheetEntry::Move(mv) => format!("{mv:?}"),
        SheetEntry::Comment(span) | SheetEntry::Unplayed(span) => format!("{{{}", plain(&decode(&bytes[span.clone()]))),
        SheetEntry::Nag(nag) => format!("${nag}"),
        SheetEntry::Open { .. } => "(".to_owned(),
        SheetEntry::Close => ")".to_owned(),
        SheetEntry::Escape(span) => decode(&bytes[span.clone()]).into_owned(),
    });
    entries.collect()
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
        position.play(mv);
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
    let text = include_str!("../fixtures/replay/annotated.pgn");
    let game = read(text.as_bytes());
    let mut out = String::new();
    export(&game, text.as_bytes(), PlyRange::WHOLE, &mut out);
    assert_eq!(read(out.as_bytes()).report.findings, []);
}
