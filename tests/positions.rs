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

#[test]
fn positions_with_a_proof_game_are_accepted() {
    let Some(folder) = data_folder() else { return };
    let text = fs::read_to_string(folder.join("fen/tromp-legality.tsv")).unwrap();
    for line in text.lines().skip(0) {
        let mut columns = line.split('\t');
        let (Some(position), Some(verdict)) = (columns.next(), columns.next()) else { continue };
        let reason = columns.next().unwrap_or_default();
        let ours = judge(position);
        let reason = if verdict == "legal" { "" } else { reason };
        say(&format!(
            "TROMP {verdict} {reason} -> {}",
            if let Err(e) = &ours {
                e.split(' ').filter(|w| !w.contains(|c: char| c.is_ascii_digit())).collect::<Vec<_>>().join(" ")
            } else {
                "ok".into()
            }
        ));
    }
}

#[test]
fn chess_js() {
    let Some(folder) = data_folder() else { return };
    let text = fs::read_to_string(folder.join("fen/chessjs-validate_fen.tsv")).unwrap();
    for line in text.lines().skip(1) {
        let (position, verdict) = line.rsplit_once('\t').unwrap();
        if judge(position).is_ok() != (verdict == "true") {
            say(&format!(
                "CHESSJS {verdict} {position:?} {:?} {:?}",
                judge(position),
                fen::read(position.as_bytes()).map(|r| (r.missing, r.notes))
            ));
        }
    }
}
