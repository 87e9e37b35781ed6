//! Unwinnability: the answers against a reference implementation, chasolver, and labeled collections.

mod boards;

use std::collections::HashSet;
use std::fs;

use adoube::chess::internal::PositionInternals;
use adoube::chess::moves::Move;
use adoube::chess::piece::Color;
use adoube::chess::position::Position;
use adoube::chess::uci::{self, UciMode};
use adoube::laws::unwinnable::{CanMate, Proof, can_mate, cannot_mate, check, check_scenes, is_open_play};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position as _, PositionError};

use crate::support::{Random, data_folder, say};
use crate::walls;

/// The budget in positions for each question about a collection.
const BUDGET: u32 = 12_000;

/// How many answers about random walls are compared, at least. Without chasolver, half of them have no other answer.
const LEAST: u32 = if cfg!(feature = "chasolver") { 400 } else { 200 };

/// Every `STEP`-th position of the collections of hard positions is tested.
const STEP: usize = 8;

/// The answer, after a check of its proof: adoube and shakmaty play the line, reach sets and scenes are verified.
/// `None` if undetermined.
fn answer(position: &Position, side: Color, budget: u32) -> Option<bool> {
    let answer = match can_mate(position, side, budget) {
        CanMate::Yes(line) => {
            replay(position, side, &line);
            true
        }
        CanMate::No(proof) => {
            match &proof {
                Proof::Closed(walls) => assert_eq!(check(position, side, walls), Ok(()), "{position:?} {side}"),
                Proof::Scenes(scenes) => {
                    assert_eq!(check_scenes(position, side, scenes), Ok(()), "{position:?} {side}");
                }
                _ => {}
            }
            false
        }
        CanMate::Unknown { .. } => return None,
    };
    assert!(!answer || cannot_mate(position, side).is_none(), "{position:?} {side}");
    Some(answer)
}

/// Asserts that adoube and shakmaty play a helpmate to its end.
fn replay(position: &Position, side: Color, line: &[Move]) {
    let fen: Fen = position.to_fen().parse().unwrap();
    let theirs = fen.into_position(CastlingMode::Chess960).or_else(PositionError::ignore_too_much_material);
    let mut theirs: Chess = theirs.or_else(PositionError::ignore_impossible_check).unwrap();
    let mut ours = position.clone();
    for &mv in line {
        assert!(ours.is_legal(mv), "{position:?}: {mv:?}");
        let word: UciMove = uci::write(mv, UciMode::Chess960).to_string().parse().unwrap();
        theirs.play_unchecked(word.to_move(&theirs).unwrap_or_else(|error| panic!("{position:?}: {mv:?}: {error}")));
        ours.play_unchecked(mv);
    }
    assert!(ours.is_checkmate() && ours.turn() != side, "{position:?}: {line:?}");
    assert!(theirs.is_checkmate(), "{position:?}: {line:?}");
}

/// The reference implementation: visits every reachable position. `None` if there are more than `most`.
fn reference(start: &Position, side: Color, most: usize) -> Option<bool> {
    let mut seen = HashSet::from([start.pack()]);
    let mut waiting = vec![start.clone()];
    while let Some(position) = waiting.pop() {
        if position.turn() != side && position.is_checkmate() {
            return Some(true);
        }
        for mv in &position.legal_moves() {
            let after = position.after_unchecked(mv);
            if seen.insert(after.pack()) {
                waiting.push(after);
            }
        }
        if seen.len() > most {
            return None;
        }
    }
    Some(false)
}

/// The answer of chasolver.
#[cfg(feature = "chasolver")]
fn chasolver(position: &Position, side: Color) -> Option<bool> {
    let board: chess::Board = position.to_fen().parse().ok()?;
    let side = if side == Color::White { chess::Color::White } else { chess::Color::Black };
    match chasolver::winnability(&board, side)? {
        chasolver::Winnability::Winnable { .. } => Some(true),
        chasolver::Winnability::Unwinnable => Some(false),
    }
}

#[test]
fn random_walls_agree_with_the_reference_and_chasolver() {
    let mut random = Random::new(0x0a11);
    let (mut compared, mut dead) = (0, 0);
    for _ in 0..400 {
        let Some(position) = walls::random(&mut random) else { continue };
        for side in Color::BOTH {
            let ours = answer(&position, side, BUDGET);
            let truth = reference(&position, side, 20_000);
            #[cfg(feature = "chasolver")]
            let truth = truth.or_else(|| chasolver(&position, side));
            if let (Some(ours), Some(truth)) = (ours, truth) {
                assert_eq!(ours, truth, "{position:?} {side}");
                compared += 1;
                dead += u32::from(!truth);
            }
        }
    }
    say(&format!("{compared} answers compared, {dead} of them no"));
    assert!(compared > LEAST && dead > 100, "{compared} {dead}");
}

#[test]
fn dead_positions_stay_dead() {
    let mut random = Random::new(0xdead);
    let mut steps = 0;
    for _ in 0..60 {
        let Some(mut position) = walls::random(&mut random) else { continue };
        for side in Color::BOTH {
            let mut was_unable = false;
            for _ in 0..20 {
                let now = answer(&position, side, BUDGET);
                assert!(!(was_unable && now == Some(true)), "{position:?} {side}");
                was_unable |= now == Some(false);
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[random.below(moves.len())]);
                steps += u32::from(was_unable);
            }
        }
    }
    assert!(steps > 100, "{steps}");
}

#[test]
fn open_play_guarantees_are_never_refuted() {
    let mut random = Random::new(0x0be4);
    let (mut guaranteed, mut confirmed) = (0, 0);
    for position in (0..6_000).filter_map(|_| boards::random(&mut random)) {
        for side in Color::BOTH.into_iter().filter(|&side| is_open_play(&position, side, 1)) {
            let answer = can_mate(&position, side, BUDGET);
            assert!(!matches!(answer, CanMate::No(_)), "{} {side}", position.to_fen());
            guaranteed += 1;
            confirmed += u32::from(matches!(answer, CanMate::Yes(_)));
        }
    }
    say(&format!("{guaranteed} guarantees, {confirmed} of them confirmed by a line"));
    assert!(guaranteed > 2_000 && guaranteed - confirmed < 10, "{guaranteed} {confirmed}");
}

/// The default budget of `adoube adjudicate --event`, in positions.
const DEFAULT: u32 = 200_000;

/// The positions of `fixtures/mating/helpmates.epd`, each with the side that can mate.
fn helpmates() -> Vec<(Position, Color)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/mating/helpmates.epd");
    let text = fs::read_to_string(path).unwrap();
    let read = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let side = match words[5] {
            "\"White" => Color::White,
            "\"Black" => Color::Black,
            _ => panic!("{line}"),
        };
        (position(&words[..4]).unwrap_or_else(|| panic!("{line}")), side)
    };
    text.lines().filter(|line| !line.starts_with('#')).map(read).collect()
}

#[test]
fn hard_helpmates_are_found_within_the_default_budget() {
    let helpmates = helpmates();
    for (position, side) in &helpmates {
        assert_eq!(answer(position, *side, DEFAULT), Some(true), "{} {side}", position.to_fen());
    }
    say(&format!("{} helpmates found", helpmates.len()));
    assert!(helpmates.len() >= 40);
}

/// The lines of a collection without comments.
fn lines(name: &str) -> Option<Vec<String>> {
    let text = fs::read_to_string(data_folder()?.join("unwinnable").join(name)).unwrap();
    Some(text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()).map(str::to_owned).collect())
}

/// A position from the first four fields of a FEN, or fewer.
fn position(words: &[&str]) -> Option<Position> {
    let field = |at: usize| words.get(at).copied().unwrap_or("-");
    Position::from_fen(&format!("{} {} {} {} 0 1", field(0), field(1), field(2), field(3))).ok()
}

#[test]
fn flag_falls_are_decided() {
    for (name, can) in [("timeouts-10k.txt", None), ("unfair-20k.txt", Some(false))] {
        let Some(lines) = lines(name) else { return };
        let (mut undetermined, mut yes) = (0, 0);
        for line in &lines {
            let words: Vec<&str> = line.split_whitespace().collect();
            let position = position(&words[..4]).unwrap_or_else(|| panic!("{line}"));
            let winner = position.turn().other();
            let ours = answer(&position, winner, 30 * BUDGET);
            undetermined += u32::from(ours.is_none());
            yes += u32::from(ours == Some(true));
            assert!(ours.is_none() || can.is_none() || ours == can, "{line}: {ours:?}");
            if can == Some(false) {
                assert!(cannot_mate(&position, winner).is_some(), "not proved at once: {line}");
            }
        }
        say(&format!("{name}: {} positions, {yes} of them yes, {undetermined} undetermined", lines.len()));
        assert_eq!(undetermined, 0);
    }
}

#[test]
fn labeled_positions_get_correct_answers() {
    for name in ["test-vector.txt", "chasolver-positions.txt"] {
        let Some(lines) = lines(name) else { return };
        let (mut asked, mut undetermined) = (0, 0);
        for line in lines.iter().step_by(STEP) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let Some(position) = position(&words[1..words.len().min(5)]) else { continue };
            for (side, letter) in [(Color::White, 'W'), (Color::Black, 'B')] {
                let ours = answer(&position, side, BUDGET);
                asked += 1;
                undetermined += u32::from(ours.is_none());
                assert!(ours.is_none_or(|ours| ours == words[0].contains(letter)), "{line} {side}: {ours:?}");
            }
        }
        say(&format!("{name}: {asked} questions, {undetermined} undetermined with {BUDGET} positions"));
        assert!(undetermined * 5 < asked);
    }
}
