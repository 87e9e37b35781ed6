//! Which set-ups are playable: sets of positions judged by others, if the data folder is there.

mod chess_support;

use std::fs;

use adoube::chess::fen;
use chess_support::{data_folder, say};

/// What we say about a FEN: `Ok`, or the reasons against it.
fn judge(text: &str) -> Result<(), String> {
    let reading = fen::read(text.as_bytes()).map_err(|error| error.to_string())?;
    let reasons = |refusals: Vec<adoube::chess::setup::Refusal>| {
        refusals.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    reading.setup.position().map(|_| ()).map_err(reasons)
}

/// Every line is judged as expected.
fn all_judged(file: &str, expected: bool) {
    let Some(folder) = data_folder() else { return };
    let text = fs::read_to_string(folder.join(file)).unwrap();
    let wrong: Vec<String> = text
        .lines()
        .filter(|line| judge(line).is_ok() != expected)
        .map(|line| format!("{line}: {:?}", judge(line)))
        .collect();
    say(&format!("{file}: {} positions, {} judged otherwise", text.lines().count(), wrong.len()));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn valid_positions_are_accepted() {
    all_judged("fen/cozy-valid.sfens", true);
}

#[test]
fn invalid_positions_are_refused() {
    all_judged("fen/cozy-invalid.sfens", false);
}

/// Positions with a proof game are accepted without a doubt; of those that were proved illegal, what the board alone shows is seen.
#[test]
fn the_legality_sample_is_judged() {
    let Some(folder) = data_folder() else { return };
    let text = fs::read_to_string(folder.join("fen/tromp-legality.tsv")).unwrap();
    let (mut legal, mut refused, mut doubted, mut deeper) = (0, 0, 0, 0);
    for line in text.lines() {
        let mut columns = line.split('\t');
        let (Some(position), Some(verdict)) = (columns.next(), columns.next()) else { continue };
        let has_doubts = || !fen::read(position.as_bytes()).unwrap().setup.doubts().is_empty();
        match (verdict, judge(position).is_ok()) {
            ("legal", accepted) => {
                assert!(accepted && !has_doubts(), "{position}: {:?}", judge(position));
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

/// Where chess.js is stricter about spelling we say so beside the reading.
#[test]
fn the_spelling_that_another_reader_refuses_is_told() {
    let Some(folder) = data_folder() else { return };
    let text = fs::read_to_string(folder.join("fen/chessjs-validate_fen.tsv")).unwrap();
    for line in text.lines().skip(1) {
        let (position, verdict) = line.rsplit_once('\t').unwrap();
        if verdict == "true" {
            assert_eq!(judge(position), Ok(()), "{position}");
        } else if judge(position).is_ok() {
            let reading = fen::read(position.as_bytes()).unwrap();
            let is_told =
                !(reading.missing.is_empty() && reading.notes.is_empty() && reading.setup.doubts().is_empty());
            assert!(is_told, "{position}");
        }
    }
}
