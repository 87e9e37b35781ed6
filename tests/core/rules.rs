//! The move generator against a reference implementation and shakmaty, on random games of chess and Chess960.

use adoube::chess::fen::{CastlingStyle, EnPassantMode, FenStyle};
use adoube::chess::internal::PositionInternals;
use adoube::chess::moves::{Move, MoveKind};
use adoube::chess::piece::PieceType;
use adoube::chess::position::Position;
use adoube::chess::square::Square;
use proptest::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position as _};

use crate::support::chess::{random_game, random_start};
use crate::support::{Random, slow};

/// Half of the games start from the initial position.
fn start(seed: u64) -> Position {
    if seed.is_multiple_of(2) { Position::initial() } else { random_start(seed / 2) }
}

fn sorted(position: &Position) -> Vec<Move> {
    let mut moves = position.legal_moves().to_vec();
    moves.sort_unstable();
    moves
}

#[test]
fn every_piece_that_can_meet_a_check_is_found() {
    for (fen, moves) in [
        // No piece; a knight captures; a bishop interposes.
        ("4R1k1/5ppp/8/8/8/8/8/K7 b - - 0 1", 0),
        ("4R1k1/2n2ppp/8/8/8/8/8/K7 b - - 0 1", 1),
        ("4R1k1/5ppp/3b4/8/8/8/8/K7 b - - 0 1", 1),
        // No piece, although a pinned pawn is next to the queen; in a double check no bishop on its line either.
        ("Kqr5/P7/8/r7/8/8/8/6k1 w - - 0 1", 0),
        ("Kq1r4/8/3B3k/8/8/r3n3/8/8 w - - 0 1", 0),
        // A pawn: by one step, by two, by capture, en passant, by capture and by a step to its last rank.
        ("8/3r4/2r4K/5P2/2b4k/8/5q2/8 w - - 0 1", 1),
        ("8/8/1k6/8/K6r/8/1qP5/8 w - - 0 1", 1),
        ("8/n7/7K/6r1/7q/6P1/2k5/8 w - - 0 1", 1),
        ("8/8/8/Ppq5/K7/8/k7/2n5 w - b6 0 1", 1),
        ("7q/4b1P1/8/7K/8/8/8/1k4r1 w - - 0 1", 4),
        ("4r2K/5rP1/3q1k2/8/8/8/2b5/8 w - - 0 1", 4),
    ] {
        let position = Position::from_fen(fen).unwrap();
        assert!(position.is_check());
        assert_eq!((position.has_legal_move(), position.legal_moves().len()), (moves > 0, moves), "{fen}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn legal_moves_match_the_reference(seed: u64) {
        random_game(start(seed), seed, 120, |position, _| {
            let expected = slow::legal_moves(position);
            assert_eq!(sorted(position), expected, "{position:?}");
            assert_eq!(position.count_legal_moves() as usize, expected.len(), "{position:?}");
            assert_eq!(position.has_legal_move(), !expected.is_empty(), "{position:?}");
            assert!(position.is_check() || !position.has_obvious_move() || !expected.is_empty(), "{position:?}");
        });
    }

    #[test]
    fn check_evasions_match_the_reference(seed: u64) {
        let (mut position, mut random) = (start(seed), Random::new(seed));
        for _ in 0..150 {
            let moves = slow::legal_moves(&position);
            assert_eq!(position.has_legal_move(), !moves.is_empty(), "{position:?}");
            // Every piece that can give check gives check.
            let checks: Vec<Move> = moves.iter().copied().filter(|m| position.after_unchecked(*m).is_check()).collect();
            let moves = if checks.is_empty() { moves } else { checks };
            let Some(&m) = moves.get(random.below(moves.len())) else { break };
            position.play_unchecked(m);
        }
    }

    #[test]
    fn played_positions_equal_their_fens(seed: u64) {
        let shredder = FenStyle { castling: CastlingStyle::Shredder, en_passant: EnPassantMode::Always };
        random_game(start(seed), seed, 200, |position, m| {
            // Equality includes the key and whether the en passant capture is legal.
            for text in [position.to_fen_with(FenStyle::PGN), position.to_fen_with(shredder)] {
                assert_eq!(&Position::from_fen(&text).unwrap(), position, "{text}");
            }
            if let Some(m) = m {
                let mut played = position.clone();
                let undo = played.play_unchecked(m);
                let target = match m.kind() {
                    MoveKind::EnPassant => Some(PieceType::Pawn),
                    MoveKind::Castle => None,
                    _ => position.piece_at(m.to()).map(|piece| piece.kind),
                };
                assert_eq!(undo.captured(), target, "{position:?} {m:?}");
                assert_eq!(&played, &position.after_unchecked(m));
                played.undo(m, undo);
                assert_eq!(&played, position, "{m:?}");
            }
        });
    }

    #[test]
    fn a_move_is_legal_if_it_is_listed(seed: u64) {
        let kinds = [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen].map(MoveKind::Promotion);
        let kinds = [[MoveKind::Normal, MoveKind::EnPassant, MoveKind::Castle].as_slice(), &kinds].concat();
        random_game(start(seed), seed, 30, |position, _| {
            let legal = sorted(position);
            for from in Square::all() {
                for to in Square::all() {
                    for &kind in &kinds {
                        let m = Move::new(from, to, kind);
                        assert_eq!(position.is_legal(m), legal.binary_search(&m).is_ok(), "{position:?} {m:?} {kind:?}");
                    }
                }
            }
        });
    }

    #[test]
    fn shakmaty_agrees(seed: u64) {
        let mut peer: Option<Chess> = None;
        random_game(start(seed), seed, 200, |position, m| {
            let other = peer.get_or_insert_with(|| {
                let fen: Fen = position.to_fen().parse().unwrap();
                fen.into_position(CastlingMode::Chess960).unwrap()
            });
            let fen = Fen::from_position(other, shakmaty::EnPassantMode::Always).to_string();
            assert_eq!(position.to_fen_with(FenStyle::PGN), fen);
            let fen = Fen::from_position(other, shakmaty::EnPassantMode::Legal).to_string();
            assert_eq!(position.to_fen(), fen);
            assert_eq!(position.is_check(), other.is_check(), "{fen}");
            assert_eq!(position.is_checkmate(), other.is_checkmate(), "{fen}");
            assert_eq!(position.is_stalemate(), other.is_stalemate(), "{fen}");
            let name = |m: shakmaty::Move| m.to_uci(CastlingMode::Chess960).to_string();
            let mut theirs: Vec<(String, shakmaty::Move)> = other.legal_moves().into_iter().map(|m| (name(m), m)).collect();
            let mut ours: Vec<String> = position.legal_moves().iter().map(|m| format!("{m:?}")).collect();
            theirs.sort_by(|a, b| a.0.cmp(&b.0));
            ours.sort();
            assert!(ours.iter().eq(theirs.iter().map(|(name, _)| name)), "{fen}");
            if let Some(m) = m {
                let name = format!("{m:?}");
                let (_, same) = theirs.iter().find(|(their_name, _)| *their_name == name).unwrap();
                other.play_unchecked(*same);
            }
        });
    }
}

#[test]
fn castling_rook_can_have_shielded_the_king() {
    let legal = |fen: &str| {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(sorted(&position), slow::legal_moves(&position));
        position.legal_moves().iter().filter(|m| m.kind() == MoveKind::Castle).count()
    };
    assert_eq!(legal("4k3/8/8/8/8/8/8/1RK5 w B - 0 1"), 1);
    assert_eq!(legal("4k3/8/8/8/8/8/8/qRK5 w B - 0 1"), 0);
    assert_eq!(legal("4k3/8/8/8/8/8/8/4KR1q w F - 0 1"), 0);
}
