use std::collections::HashSet;

use super::super::ReachError;
use super::check::check_scenes;
use super::*;

/// Boards full of bishops that are dead for both sides.
const DEAD: [&str; 4] = [
    "3k1b2/2p1pBp1/KpP1P1P1/1P3B2/4B1B1/5B2/8/8 w - - 3 57",
    "8/8/3b3p/4bp1P/5p1K/4bPp1/5bP1/5k2 b - - 0 1",
    "8/1p2B1B1/1PpB1B2/k1P5/p1P5/P7/5K2/8 w - - 0 1",
    "1k6/b1b5/7p/5p1P/5p2/5PpK/6P1/8 w - - 0 1",
];

fn proof(fen: &str, side: Color) -> (Position, Scenes) {
    let position = Position::from_fen(fen).unwrap();
    let scenes = explore(&position, side, 20_000).scenes.unwrap_or_else(|| panic!("{fen}"));
    (position, scenes)
}

#[test]
fn boards_full_of_bishops_are_proved_dead() {
    for fen in DEAD {
        for side in Color::BOTH {
            let (position, scenes) = proof(fen, side);
            assert_eq!(check_scenes(&position, side, &scenes), Ok(()), "{fen}");
        }
    }
}

#[test]
fn a_mate_or_a_promotion_prevents_a_proof() {
    for fen in [
        "1Bb5/1p6/pPp3k1/2Pp3p/P2PpBpP/4P1P1/5K2/8 w - - 0 1",
        "7k/8/8/8/8/8/P7/K1B5 w - - 0 1",
        "5k1K/8/8/8/8/5b2/2B5/8 w - - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    ] {
        let position = Position::from_fen(fen).unwrap();
        assert!(explore(&position, Color::White, 5_000).scenes.is_none(), "{fen}");
    }
}

/// Each reachable position fits a scene: the reference implementation visits them all.
#[test]
fn play_never_leaves_the_scenes() {
    for fen in [DEAD[3], "8/8/7p/5p1P/5p1K/5Pp1/6P1/4bk2 b - - 0 1", "k7/1p6/1Pp5/n1P5/N1p5/1pP1B3/1P6/K7 w - - 0 1"] {
        let (start, scenes) = proof(fen, Color::White);
        let homes: Bitboard = scenes.roamers.iter().map(|roamer| roamer.home).collect();
        let index: HashMap<Scene, &Roaming> = scenes.scenes.iter().map(|(scene, roaming)| (*scene, roaming)).collect();
        let mut seen = HashSet::from([start.pack()]);
        let mut waiting = vec![start];
        while let Some(position) = waiting.pop() {
            let straight = position.by_type(PieceType::Rook) | position.by_type(PieceType::Queen);
            let bishops = position.by_type(PieceType::Bishop);
            // In these positions all bishops roam, or none does.
            let roaming = if homes.is_empty() { Bitboard::EMPTY } else { straight | bishops };
            let sets = index.get(&Scene::new(&position, roaming)).unwrap_or_else(|| panic!("{position:?}"));
            let all = sets.reach.iter().fold(Bitboard::EMPTY, |all, &reach| all | reach);
            assert!((roaming & !all).is_empty(), "{position:?}");
            assert!(position.turn() == Color::White || !position.is_checkmate(), "{position:?}");
            let moves = position.legal_moves();
            let after = moves.into_iter().map(|mv| position.after_unchecked(mv));
            waiting.extend(after.filter(|after| seen.insert(after.pack())));
        }
        assert!(seen.len() > 500, "{fen}: {}", seen.len());
    }
}

#[test]
fn tampered_scenes_are_rejected() {
    let (position, scenes) = proof(DEAD[0], Color::White);
    let check_tampered = |tamper: &dyn Fn(&mut Scenes)| {
        let mut scenes = scenes.clone();
        tamper(&mut scenes);
        check_scenes(&position, Color::White, &scenes)
    };
    assert_eq!(check_tampered(&|_| ()), Ok(()));
    for at in 0..scenes.scenes.len() {
        assert!(check_tampered(&|scenes| drop(scenes.scenes.remove(at))).is_err(), "scene {at}");
        for roamer in 0..scenes.roamers.len() {
            for square in scenes.scenes[at].1.reach[roamer].into_iter().skip(at % 5).step_by(5) {
                let smaller =
                    check_tampered(&|scenes| scenes.scenes[at].1.reach[roamer] &= !Bitboard::from_square(square));
                assert!(smaller.is_err(), "{square} of roamer {roamer} in scene {at}");
            }
            if scenes.scenes[at].1.gone >> roamer & 1 == 1 {
                assert!(
                    check_tampered(&|scenes| scenes.scenes[at].1.gone &= !(1 << roamer)).is_err(),
                    "{roamer} in {at}"
                );
            }
        }
    }
    assert_eq!(check_tampered(&|scenes| scenes.roamers.truncate(2)), Err(ReachError::WrongPieces));
    assert_eq!(check_tampered(&|scenes| scenes.roamers[0].kind = PieceType::Queen), Err(ReachError::WrongPieces));
    let everywhere = |scenes: &mut Scenes| {
        let sets = scenes.scenes.iter_mut().flat_map(|(_, roaming)| &mut roaming.reach);
        sets.for_each(|reach| *reach = Bitboard::ALL);
    };
    assert!(check_tampered(&everywhere).is_err());
}
