//! Position legality against positions whose history others have settled, by a proof game or by a reason.

mod game_support;

use std::collections::BTreeMap;

use adoube::chess::fen;
use adoube::laws::retro::{DEEPEST, Unreachable, level_of, unreachable};
use game_support::data;

/// The level at which a FEN is first found illegal.
fn level(text: &str) -> Option<u8> {
    let Ok(reading) = fen::read(text.as_bytes()) else { return Some(0) };
    let refusals = reading.setup.position().err().unwrap_or_default();
    let refused = refusals.iter().map(level_of);
    refused.chain(unreachable(&reading.setup, DEEPEST).iter().map(Unreachable::level)).min()
}

#[test]
#[allow(clippy::print_stderr, reason = "the report of a test is talk")]
fn no_position_with_a_proof_game_is_called_illegal() {
    let Some(folder) = data() else { return eprintln!("skipped: no data folder") };
    let table = std::fs::read_to_string(folder.join("fen/tromp-legality.tsv")).unwrap();
    let mut caught: BTreeMap<Option<u8>, u32> = BTreeMap::new();
    let mut missed: BTreeMap<&str, u32> = BTreeMap::new();
    let mut legal = 0;
    for line in table.lines().skip(1) {
        let mut fields = line.split('\t');
        let (fen, verdict, reason) = (fields.next().unwrap(), fields.next().unwrap(), fields.next().unwrap_or(""));
        let level = level(fen);
        if verdict == "legal" {
            assert_eq!(level, None, "{fen}");
            legal += 1;
        } else {
            *caught.entry(level).or_default() += 1;
            if level.is_none() {
                *missed.entry(reason).or_default() += 1;
            }
        }
    }
    assert!(legal > 0 && caught.keys().any(Option::is_some));
    eprintln!("{legal} legal positions pass; illegal ones by level: {caught:?}; not caught, by reason: {missed:?}");
}
