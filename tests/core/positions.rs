//! Playable setups: external sets of classified positions, if there is a data folder.

use std::fs;

use adoube::chess::fen;

use crate::support::{data_folder, say};

/// Whether a FEN is a playable position: `Ok`, or the reasons against it.
fn classify(text: &str) -> Result<(), String> {
    let reading = fen::parse(text.as_bytes()).map_err(|error| error.to_string())?;
    let reasons = |refusals: Vec<adoube::chess::setup::Refusal>| {
        refusals.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    reading.setup.position().map(|_| ()).map_err(reasons)
}

/// Asserts that every line is classified as expected.
fn assert_all(file: &str, expected: bool) {
    let Some(folder) = data_folder() else { return };
    let text = fs::read_to_string(folder.join(file)).unwrap();
    let wrong: Vec<String> = text
        .lines()
        .filter(|line| classify(line).is_ok() != expected)
        .map(|line| format!("{line}: {:?}", classify(line)))
        .collect();
    say(&format!("{file}: {} positions, {} classified otherwise", text.lines().count(), wrong.len()));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn valid_positions_are_accepted() {
    assert_all("fen/cozy-valid.sfens", true);
}

#[test]
fn invalid_positions_are_refused() {
    assert_all("fen/cozy-invalid.sfens", false);
}

/// Positions with a proof game are accepted without a doubt. Most positions that are proved illegal are refused or
/// doubted.
#[test]
fn legality_sample_is_classified() {
    let Some(folder) = data_folder() else { return };
    let text = fs::read_to_string(folder.join("fen/tromp-legality.tsv")).unwrap();
    let (mut legal, mut refused, mut doubted, mut deeper) = (0, 0, 0, 0);
    for line in text.lines() {
        let mut columns = line.split('\t');
        let (Some(position), Some(verdict)) = (columns.next(), columns.next()) else { continue };
        let has_doubts = || !fen::parse(position.as_bytes()).unwrap().setup.doubts().is_empty();
        match (verdict, classify(position).is_ok()) {
            ("legal", accepted) => {
                assert!(accepted && !has_doubts(), "{position}: {:?}", classify(position));
                legal += 1;
            }
            ("illegal", false) => refused += 1,
            ("illegal", true) if has_doubts() => doubted += 1,
            ("illegal", true) => deeper += 1,
            _ => {}
        }
    }
    say(&format!("legal {legal}; illegal: refused {refused}, doubted {doubted}, for deeper analysis {deeper}"));
    assert!(legal > 0 && deeper < refused / 5);
}

/// A spelling that only chess.js refuses is read with a note.
#[test]
fn nonstandard_fen_spelling_is_reported() {
    let Some(folder) = data_folder() else { return };
    let text = fs::read_to_string(folder.join("fen/chessjs-validate_fen.tsv")).unwrap();
    for line in text.lines().skip(1) {
        let (position, verdict) = line.rsplit_once('\t').unwrap();
        if verdict == "true" {
            assert_eq!(classify(position), Ok(()), "{position}");
        } else if classify(position).is_ok() {
            let reading = fen::parse(position.as_bytes()).unwrap();
            let is_noted =
                !(reading.missing.is_empty() && reading.notes.is_empty() && reading.setup.doubts().is_empty());
            assert!(is_noted, "{position}");
        }
    }
}
