use crate::chess::bitboard::Bitboard;
use crate::chess::piece::PieceType;

use super::*;

fn ask(fen: &str, side: Color) -> CanMate {
    can_mate(&Position::from_fen(fen).unwrap(), side, 200_000)
}

/// The length of a helpmate, which is verified move by move.
fn line_mates(fen: &str, side: Color) -> usize {
    let CanMate::Yes(line) = ask(fen, side) else { panic!("{fen}: {:?}", ask(fen, side)) };
    let mut position = Position::from_fen(fen).unwrap();
    for &mv in &line {
        assert!(position.is_legal(mv), "{fen}: {mv:?}");
        position.play_unchecked(mv);
    }
    assert!(position.is_checkmate() && position.turn() != side, "{fen}");
    line.len()
}

/// The reach sets that prove that a side cannot mate, checked.
fn walls(fen: &str, side: Color) -> (Position, ReachProof) {
    let CanMate::No(Proof::Closed(walls)) = ask(fen, side) else { panic!("{fen}: {:?}", ask(fen, side)) };
    let position = Position::from_fen(fen).unwrap();
    assert_eq!(check(&position, side, &walls), Ok(()), "{fen}");
    (position, walls)
}

fn is_dead(fen: &str) -> bool {
    matches!(deadness(&Position::from_fen(fen).unwrap(), BUDGET), Deadness::Dead(_))
}

const WALLS: [&str; 3] = [
    "8/8/3k4/1p2p1p1/pP1pP1P1/P2P4/1K6/8 b - - 32 62",
    "8/6b1/1p3k2/1Pp1p1p1/2P1PpP1/5P2/8/5K2 b - - 11 61",
    "2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - - 0 1",
];

#[test]
fn pawn_walls_are_proved_by_reach_sets() {
    for fen in WALLS {
        for side in Color::BOTH {
            walls(fen, side);
        }
        assert!(is_dead(fen), "{fen}");
    }
}

/// A lone queen against a king that its own pieces shut in, and cages of bishops.
const LAST_PIECES_AND_CAGES: [&str; 6] = [
    "8/6pp/8/8/ppp5/bkp4Q/qnp5/n1K5 b - - 0 1",
    "8/6pp/8/4q3/ppp5/bkp4Q/qnp2p2/n1K5 b - - 0 1",
    "8/4b3/6r1/4q3/ppp5/bkp4Q/qnp5/n1K5 b - - 0 1",
    "6Q1/8/4b3/8/ppp5/qkp3r1/rnp5/n1K5 b - - 0 1",
    "6Q1/8/4n3/8/ppp5/qkp3b1/rnp5/n1K5 b - - 0 1",
    "B1B1B1B1/pBpBpBp1/P1P1P1P1/4b3/5b2/8/8/k1K5 w - - 0 1",
];

#[test]
fn proofs_by_last_pieces_and_cages_are_minimal() {
    for fen in LAST_PIECES_AND_CAGES {
        let (position, proof) = walls(fen, Color::White);
        for (at, piece) in proof.pieces.iter().enumerate() {
            for square in piece.reach {
                let mut pieces = proof.pieces.clone();
                pieces[at].reach &= !Bitboard::from_square(square);
                assert!(
                    check(&position, Color::White, &ReachProof { pieces }).is_err(),
                    "{fen}: {square} taken from {piece:?}"
                );
            }
        }
        let free = ReachProof {
            pieces: proof.pieces.iter().map(|piece| PieceReach { may_be_captured: true, ..*piece }).collect(),
        };
        assert!(check(&position, Color::White, &free).is_err(), "{fen}");
    }
}

#[test]
fn a_last_piece_may_still_mate() {
    // The queen captures an unguarded piece; the king has a square; the wall has a hole.
    for fen in [
        "8/6pp/8/8/ppp5/bkp4Q/rnp5/b1K5 b - - 0 1",
        "8/6pp/8/8/1pp5/bkp4Q/qnp5/n1K5 b - - 0 1",
        "8/6pp/8/8/ppp5/bkp3N1/qnp5/n1K5 b - - 0 1",
        "B1B1B3/pBpBpBp1/P1P1P1P1/8/8/8/8/k1K5 w - - 0 1",
    ] {
        assert!(line_mates(fen, Color::White) > 0, "{fen}");
    }
}

#[test]
fn helpmates_behind_walls_are_found() {
    assert!(line_mates("1b1k4/p1p1p1p1/P1P1P1P1/p1p1pBp1/8/8/P1P1P1P1/3K4 w - - 0 1", Color::White) > 0);
    assert!(line_mates("k1b1b1b1/8/8/BpBpBpBp/1PbP1PpP/6P1/6P1/K1B5 w - - 0 1", Color::Black) > 0);
    assert!(line_mates("k1b5/8/8/BpBpBpBp/1PbPbPpP/6P1/6P1/K1B5 w - - 0 1", Color::Black) > 0);
}

#[test]
fn scenes_or_searches_prove_what_reach_sets_cannot() {
    let bishops = "7k/8/1p6/1Pp5/2Pp4/pB1Pp1p1/P1B1P1P1/1B1B2K1 w - - 0 1";
    let en_passant = "8/8/1p6/1P1p1kp1/3P2P1/5K2/8/8 b - g3 0 1";
    let roaming = "3k1b2/2p1pBp1/KpP1P1P1/1P3B2/4B1B1/5B2/8/8 w - - 3 57";
    for side in Color::BOTH {
        assert!(matches!(ask(bishops, side), CanMate::No(Proof::Searched { .. } | Proof::Scenes(_))), "{side}");
        assert!(matches!(ask(roaming, side), CanMate::No(Proof::Scenes(_))), "{side}");
    }
    assert!(matches!(ask(en_passant, Color::White), CanMate::No(Proof::Searched { .. })));
}

#[test]
fn tampered_walls_are_rejected() {
    // Pawns of the other side promote in the last one.
    let promoting = ("8/6pp/8/8/ppp5/bkp4Q/qnp5/n1K5 b - - 0 1", Color::White);
    let both = WALLS.into_iter().flat_map(|fen| Color::BOTH.map(|side| (fen, side)));
    for (fen, side) in both.chain([promoting]) {
        let (position, walls) = walls(fen, side);
        let check_tampered = |tamper: &dyn Fn(&mut Vec<PieceReach>)| {
            let mut pieces = walls.pieces.clone();
            tamper(&mut pieces);
            check(&position, side, &ReachProof { pieces })
        };
        assert_eq!(check_tampered(&|_| ()), Ok(()));
        assert_eq!(check_tampered(&|pieces| pieces.truncate(3)), Err(ReachError::WrongPieces));
        assert_eq!(check_tampered(&|pieces| pieces[0].kind = PieceType::Queen), Err(ReachError::WrongPieces));
        for (at, piece) in walls.pieces.iter().enumerate() {
            for square in piece.everywhere() {
                let smaller = check_tampered(&|pieces| {
                    pieces[at].reach &= !Bitboard::from_square(square);
                    pieces[at].promoted &= !Bitboard::from_square(square);
                });
                assert!(smaller.is_err(), "{fen} {side}: {square} taken from {piece:?}");
            }
        }
        // All pieces capturable, or all pieces everywhere.
        assert!(check_tampered(&|pieces| pieces.iter_mut().for_each(|piece| piece.may_be_captured = true)).is_err());
        assert!(check_tampered(&|pieces| pieces.iter_mut().for_each(|piece| piece.reach = Bitboard::ALL)).is_err());
    }
}

#[test]
fn tiny_trees_and_forced_moves_are_proved() {
    let lines = |fen, side| matches!(ask(fen, side), CanMate::No(Proof::Lines { .. } | Proof::Searched { .. }));
    assert!(lines("5r1k/6P1/7K/5q2/8/8/8/8 b - - 0 51", Color::White));
    assert!(lines("7k/6q1/p4PPK/6PP/8/5P2/8/8 w - - 0 2", Color::Black));
    assert!(lines("k7/P1K5/8/8/8/8/8/8 b - - 2 58", Color::White));
    assert!(lines("8/1Q6/2kb1p1p/p1p1pP1P/P1PpP1B1/3P4/6K1/8 b - - 0 1", Color::White));
    assert!(line_mates("k7/P1K5/8/8/8/8/8/8 w - - 0 1", Color::White) > 0);
}

#[test]
fn positions_with_forced_stalemate_are_dead() {
    for fen in [
        // A check by a pawn, and every reply to it is stalemate.
        "k7/2Q5/3Q4/1p6/8/KP6/P1P5/8 b - - 2 52",
        // A queen that must be captured.
        "k7/2Q5/8/8/8/8/6q1/7K w - - 0 1",
        "k7/2Q5/8/4R3/3R4/8/6q1/7K w - - 0 1",
        // A queen that is captured in any case, which leaves insufficient material.
        "kQ6/8/2n5/8/2K5/8/8/8 b - - 0 1",
        "kQ6/8/8/1b6/5K2/8/8/8 b - - 0 1",
        "8/8/8/8/4B1b1/2qK2k1/8/8 w - - 3 68",
    ] {
        assert!(is_dead(fen), "{fen}");
    }
}

#[test]
fn helpmates_end_in_checkmate() {
    assert_eq!(line_mates("8/8/8/8/1b6/8/B1k5/K7 b - - 0 1", Color::Black), 1);
    assert!(line_mates("5k1K/8/8/7P/8/5n2/8/8 w - - 0 1", Color::Black) >= 4);
    assert!(line_mates("8/8/8/8/8/5k2/7P/5b1K b - - 0 1", Color::Black) >= 3);
    assert!(line_mates(&Position::initial().to_fen(), Color::White) > 0);
    assert!(line_mates(&Position::initial().to_fen(), Color::Black) > 0);
    assert_eq!(line_mates("R6k/8/6K1/8/8/8/8/8 b - - 0 1", Color::White), 0);
}

#[test]
fn plans_start_after_forced_captures() {
    // A queen or rook is captured first, and a knight mates with the help of a rook that blocks its own king.
    line_mates("4R2Q/8/8/8/1n3k1K/7r/8/8 w - - 0 1", Color::Black);
    line_mates("5k2/5R2/5N2/5K2/8/8/8/7r b - - 0 1", Color::White);
    // The king or the rook captures the queen.
    line_mates("6r1/8/8/5K2/8/7N/6Q1/7k b - - 0 1", Color::White);
}

#[test]
fn pawns_that_never_promote_can_mate() {
    // Some programs call this dead, because no white pawn can promote.
    assert!(line_mates("k7/1pK3p1/6Pb/1p4pB/bP4P1/Bp6/1P4P1/8 w - - 0 1", Color::Black) >= 6);
}

#[test]
fn a_cornered_king_can_escape() {
    // chasolver 3.0.0 answers no to both; a comparison of mutated positions found that.
    assert!(line_mates("6k1/8/6pK/6P1/8/8/8/8 b - - 0 1", Color::Black) > 0);
    assert!(line_mates("8/8/8/8/6p1/6Pk/8/6K1 w - - 0 1", Color::White) > 0);
}

#[test]
fn a_lone_knight_mates_with_bishops_as_blockers() {
    // A bishop that blocks its own king guards one of the two squares from which a knight mates.
    for (fen, side) in [
        ("8/3b1k2/8/b7/2K5/8/8/N7 w - - 0 1", Color::White),
        ("3K4/8/8/8/8/1b2N3/7k/4b3 w - - 0 1", Color::White),
        ("8/8/4KNbb/6b1/8/8/8/2kb4 b - - 0 1", Color::White),
        ("8/8/1K6/8/3n1k2/1P6/4B3/8 w - - 3 65", Color::Black),
    ] {
        line_mates(fen, side);
    }
}

#[test]
fn a_lone_piece_mates_with_the_help_of_a_pawn() {
    line_mates("8/ppp5/5k2/6pp/8/4K3/B7/8 b - - 0 38", Color::White);
    line_mates("8/6p1/2p1k2p/1pNpp3/p5K1/8/8/8 b - - 1 47", Color::White);
}

#[test]
fn walls_are_tried_unless_a_king_walks_through() {
    // A king that is driven away cannot return; bishops guard; a king without squares is stalemated.
    for (fen, side) in [
        ("8/8/8/p2kp2p/P1p1P2P/2P2K2/8/8 b - - 0 40", Color::Black),
        ("8/k7/1p6/KP1p2p1/3P2P1/8/8/8 w - - 0 55", Color::White),
        ("4k3/8/3p1p2/3PbP2/3pBp2/3P1P2/8/4K3 w - - 0 1", Color::White),
        ("8/k7/8/1p6/bP6/Bp6/1P6/1K6 w - - 0 1", Color::White),
        ("8/1p6/kPp5/2P5/1pP5/1P6/3K4/8 b - - 0 1", Color::White),
        ("7k/p1p2p1P/5PpK/6P1/8/8/P1P5/8 w - - 0 1", Color::White),
    ] {
        assert!(cannot_mate(&Position::from_fen(fen).unwrap(), side).is_some(), "{fen}");
    }
    let open = Position::from_fen("8/4k3/6p1/6P1/3K4/8/8/8 w - - 2 48").unwrap();
    let walled = Position::from_fen(WALLS[0]).unwrap();
    for side in Color::BOTH {
        assert!(closed::is_open_to_king(&open, side) && !closed::is_open_to_king(&walled, side), "{side}");
    }
}

#[test]
fn checkmate_counts_with_any_material() {
    // Bishops of one color cannot checkmate in play; this position from chasolver.org was set up.
    let fen = "8/8/8/8/8/1k6/b1b5/RKR5 w - - 0 1";
    assert_eq!(ask(fen, Color::Black), CanMate::Yes(Vec::new()));
    assert_eq!(cannot_mate(&Position::from_fen(fen).unwrap(), Color::Black), None);
    assert_eq!(ask("8/8/8/8/8/1k6/b1b5/R1RK4 w - - 0 1", Color::Black), CanMate::No(Proof::Material));
}

#[test]
fn the_budget_is_respected() {
    let start = Position::initial();
    let CanMate::Unknown { positions } = can_mate(&start, Color::White, 3) else { panic!("too lucky") };
    assert!((3..=6).contains(&positions), "{positions}");
    assert_eq!(can_mate(&start, Color::White, 0), CanMate::Unknown { positions: 0 });
}
