//! Tests of the Laws: the built-in cases, and claims against a reference implementation.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use adoube::chess::position::Position;
use adoube::game::replay::read_game;
use adoube::game::rules::RuleSet;
use adoube::laws::claim::{ClaimBasis, ClaimGround, claimable_draws};
use adoube::laws::history::History;
use proptest::prelude::*;

use crate::support::chess::random_game;
use crate::support::data_folder;
use crate::support::games::{fixtures, read_all};

/// The lines of each built-in case, by its id.
fn cases() -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(fixtures("laws/cases.txt")).unwrap();
    let id = |block: &str| block.lines().find_map(|line| line.strip_prefix("id: ").map(str::to_owned));
    text.split("\n\n").filter_map(|block| Some((id(block)?, block.to_owned()))).collect()
}

#[test]
fn self_check_passes_every_case() {
    let output = Command::new(env!("CARGO_BIN_EXE_adoube")).args(["adjudicate", "--self-check"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    assert_eq!(text.lines().filter(|line| line.starts_with("ok ")).count(), cases().len(), "{text}");
}

#[test]
#[allow(clippy::print_stderr, reason = "tests report what they ran")]
fn every_external_case_is_included() {
    let Some(folder) = data_folder() else { return };
    let ours = cases();
    let table = std::fs::read_to_string(folder.join("laws/cases.jsonl")).unwrap();
    for line in table.lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let text = |key: &str| case[key].as_str().unwrap();
        let block = ours.get(text("id")).unwrap_or_else(|| panic!("{} is missing", text("id")));
        if text("kind") == "fen" {
            assert!(block.contains(text("input")), "{}: another position", text("id"));
        }
        let verdict =
            ["draw", "black-wins", "white-wins", "ongoing"].into_iter().find(|word| text("expected").starts_with(word));
        if let Some(verdict) = verdict {
            assert!(block.contains(&format!("expect: {verdict}")), "{}: another verdict", text("id"));
        }
    }
}

/// How often a position occurs: all positions are compared by value, without keys or clocks.
fn occurrences(positions: &[Position], position: &Position) -> usize {
    positions.iter().filter(|other| other.same_position(position)).count()
}

/// The reference implementation: the claims at each ply as letters, `T` for threefold and `F` for fifty, in lower case
/// with an intended move.
fn reference_claims(history: &History) -> BTreeMap<u32, BTreeSet<char>> {
    let positions: Vec<Position> = history.positions().collect();
    let mut claims = BTreeMap::new();
    for (ply, position) in (0..).zip(&positions) {
        let so_far = &positions[..=ply as usize];
        let mut letters = BTreeSet::new();
        let moves = position.legal_moves();
        if occurrences(so_far, position) >= 3 && !moves.is_empty() {
            letters.insert('T');
        }
        let recurs = |position: &Position| occurrences(so_far, position) >= 2;
        if moves.iter().any(|&mv| recurs(&position.after_unchecked(mv))) {
            letters.insert('t');
        }
        if position.halfmove_clock() >= 100 {
            letters.insert('F');
        }
        if position.halfmove_clock() == 99
            && moves.iter().any(|&mv| position.after_unchecked(mv).halfmove_clock() == 100)
        {
            letters.insert('f');
        }
        if !letters.is_empty() {
            claims.insert(ply, letters);
        }
    }
    claims
}

fn library_claims(history: &History) -> BTreeMap<u32, BTreeSet<char>> {
    let mut claims: BTreeMap<u32, BTreeSet<char>> = BTreeMap::new();
    for open in claimable_draws(history) {
        let letter = match (open.ground, open.basis) {
            (ClaimGround::Threefold, ClaimBasis::OnBoard) => 'T',
            (ClaimGround::Threefold, ClaimBasis::Intended) => 't',
            (ClaimGround::Fifty, ClaimBasis::OnBoard) => 'F',
            (ClaimGround::Fifty, ClaimBasis::Intended) => 'f',
            _ => panic!("{open:?}"),
        };
        for ply in open.from..=open.to {
            claims.entry(ply).or_default().insert(letter);
        }
    }
    claims
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn claims_match_the_reference(seed: u64) {
        // Few pieces, so that positions repeat.
        let fens = [
            "4k3/8/8/8/8/8/4K3/R7 w - - 90 70",
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "4k3/p7/8/1P6/8/8/8/4K3 b - - 0 1",
            "8/8/8/8/k1p4R/8/3P4/3K4 w - - 95 80",
        ];
        let start = Position::from_fen(fens[seed as usize % fens.len()]).unwrap();
        let mut history = History::new(start.clone());
        random_game(start, seed, 240, |_, mv| {
            if let Some(mv) = mv {
                assert!(history.push(mv));
            }
        });
        prop_assert_eq!(library_claims(&history), reference_claims(&history));
    }
}

#[test]
#[allow(clippy::print_stderr, reason = "tests report what they ran")]
fn claims_of_real_games_match_the_reference() {
    let Some(folder) = data_folder() else { return };
    let bytes = std::fs::read(folder.join("games/twic1599.pgn")).unwrap();
    let mut claims = 0;
    for game in read_all(&bytes, RuleSet::EMPTY) {
        let history = History::from_moves(game.start().clone(), game.moves());
        assert_eq!(history.plies(), game.plies());
        let expected = reference_claims(&history);
        assert_eq!(library_claims(&history), expected, "{:?}", game.span);
        claims += expected.len();
    }
    eprintln!("{claims} plies with claims");
}

#[test]
fn returns_moves_around_variations() {
    let text = b"1. e4 (1. d4 d5 (1... Nf6)) e5 {so} 2. Nf3 (2. f4) (2. Bc4 Nf6) Nc6 3. Bb5 *";
    let game = read_game(text, 0, RuleSet::EMPTY);
    let history = History::from_moves(game.start().clone(), game.moves());
    assert_eq!((history.plies(), history.last()), (5, game.position()));
    assert_eq!(game.comments(text).iter().map(|note| note.ply).collect::<Vec<_>>(), [2]);
}
