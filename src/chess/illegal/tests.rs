//! Positions and illegal moves, each with the article and the sentence of the reason.

use crate::chess::illegal::{Illegal, Prevention, legal_for_other_side, near_misses};
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::PieceType;
use crate::chess::position::Position;
use crate::chess::san;
use crate::chess::square::Square;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const CASTLE: &str = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";

/// FEN, SAN, and the article and sentence with which the move is refused.
const REFUSALS: &[(&str, &str, &str, &str)] = &[
    (
        "4k3/4n3/8/3P4/8/8/8/4RK2 b - - 0 1",
        "Nxd5",
        "3.9.2",
        "the knight on e7 is pinned to its king on e8 by the rook on e1",
    ),
    (START, "Nd4", "3.6", "none of White's knights on b1 and g1 can move to d4"),
    (START, "Ng1e5", "3.6", "a knight cannot move from g1 to e5"),
    (START, "Bc4", "3.5", "the bishop on f1 cannot move to c4: White's pawn on e2 is in the way"),
    (START, "Bd2", "3.1", "White's own pawn is on d2"),
    (START, "exd3", "3.7.3", "the pawn on e2 has nothing to capture on d3"),
    (START, "ed", "3.7.3", "no pawn of the e-file can capture on the d-file"),
    (START, "e5", "3.7", "a pawn cannot move from e2 to e5"),
    (START, "Rbd1", "3.3", "White has no rook on the b-file (rooks on a1 and h1)"),
    (START, "e7e5", "1.2", "the pawn on e7 is Black's, but White has the move"),
    (START, "e3e4", "3.10.2", "there is no piece on e3"),
    (START, "--", "1.2", "White has the move and cannot pass"),
    (START, "N@f3", "3.10.2", "a knight cannot be dropped on f3: chess has no drops"),
    (START, "e4=Q", "3.7.3.3", "a pawn cannot promote on e4, which is not on the last rank"),
    (START, "e4=K", "3.7.3.3", "a pawn cannot promote on e4, which is not on the last rank"),
    (START, "e2e4=P", "3.7.3.3", "a pawn cannot promote on e4, which is not on the last rank"),
    (START, "Nf3=P", "3.7.3.3", "a knight cannot promote"),
    (
        START,
        "O-O",
        "3.8.2.2.2",
        "White cannot castle kingside now: the bishop on f1 and the knight on g1 are in the way",
    ),
    (
        "4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1",
        "e4",
        "3.7.2",
        "the pawn on e2 cannot move to e4: Black's pawn on e3 is in the way",
    ),
    (
        "4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1",
        "e3",
        "3.7.1",
        "the pawn on e2 cannot move to e3, which is occupied by Black's pawn",
    ),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Nf3", "3.6", "White has no knight"),
    (
        "4k3/8/8/8/8/8/3r4/4K1N1 w - - 0 1",
        "Kd1",
        "3.9.2",
        "the king cannot move to d1, which is attacked by the rook on d2",
    ),
    ("8/8/8/8/8/4k3/8/4K3 w - - 0 1", "Ke2", "3.9.2", "the king cannot move to e2, next to the king on e3"),
    ("4r1k1/8/8/8/8/8/8/4K1N1 w - - 0 1", "Nf3", "3.9.2", "the king on e1 stays in check from the rook on e8"),
    ("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "Nd2", "C.10", "the knights on b1 and f1 can both move to d2"),
    ("6k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8", "3.7.3.3", "the promotion piece is missing: the pawn reaches e8"),
    ("6k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8=K", "3.7.3.3", "a pawn cannot promote to a king"),
    (
        "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
        "exd6",
        "3.7.3.2",
        "the pawn on e5 cannot capture en passant on d6: the pawn on d5 did not make a double step on the last move",
    ),
    (
        "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
        "exd6",
        "3.9.2",
        "capturing en passant with the pawn on e5 exposes the king on a5 to the rook on h5",
    ),
    (
        "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1",
        "O-O",
        "3.8.2.1",
        "White has no right to castle kingside: the king on e1 or the rook on h1 has moved before",
    ),
    (
        "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
        "O-O",
        "3.8.2.1",
        "White has no right to castle kingside: there is no rook on that side of the king on e1",
    ),
    ("4k3/8/8/8/8/8/8/R4K1R w - - 0 1", "O-O", "3.8.2.1", "White has no right to castle kingside: the king is on f1"),
    (
        "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "O-O",
        "3.8.2.2.1",
        "White cannot castle kingside now: the king would cross f1, which is attacked by the rook on f8",
    ),
    (
        "4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "Kg1",
        "3.8.2.2.1",
        "White cannot castle kingside now: the king would land on g1, which is attacked by the rook on g8",
    ),
    (
        "1k2r3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "O-O-O",
        "3.8.2.2.1",
        "White cannot castle queenside now: the king is in check from the rook on e8",
    ),
    (
        "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
        "a3",
        "5.1.1",
        "the game is over: White has been checkmated",
    ),
    ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "Kg8", "5.2.1", "the game is over: Black is stalemated"),
];

#[test]
fn each_illegal_move_has_an_article_and_a_sentence() {
    for (fen, san, article, sentence) in REFUSALS {
        let position = Position::from_fen(fen).unwrap();
        let written = san::parse(san.as_bytes()).unwrap();
        let reason = position.resolve(&written).expect_err(san);
        assert_eq!((reason.to_string().as_str(), reason.article()), (*sentence, *article), "{san} {fen}");
    }
}

#[test]
fn the_sentence_contains_the_number_of_the_move_that_lost_a_right() {
    let position = Position::from_fen(&CASTLE.replace("KQ", "Q")).unwrap();
    let reason = position.resolve(&san::parse(b"O-O").unwrap()).unwrap_err();
    for (moved, end) in [(None, ": the king on e1 or the rook on h1"), (Some(PieceType::Rook), ", when the rook moved")]
    {
        let text = reason.clone().with_right_lost_at(12, moved).to_string();
        assert!(text.starts_with(&format!("White lost the right to castle kingside at move 12{end}")), "{text}");
    }
}

#[test]
fn hints_are_legal_moves_similar_to_the_san() {
    let position = Position::from_fen(START).unwrap();
    let san = |text: &str| san::parse(text.as_bytes()).unwrap();
    let names = |text: &str| -> Vec<String> {
        near_misses(&position, &san(text)).into_iter().map(|m| san::write(&position, m).to_string()).collect()
    };
    assert_eq!(names("Bf3")[..], ["Nf3", "f3"].map(String::from)[..]);
    assert!(names("--").is_empty());
    assert_eq!(legal_for_other_side(&position, &san("e5")).map(|m| format!("{m:?}")), Some("e7e5".to_string()));
    assert_eq!(legal_for_other_side(&position, &san("Nd4")), None);
}

/// FEN, move, and the sentence with which the move as a value is refused.
const REFUSED_VALUES: &[(&str, Move, &str)] = &[
    (START, Move::new(Square::E2, Square::E5, MoveKind::Normal), "a pawn cannot move from e2 to e5"),
    (
        START,
        Move::new(Square::E2, Square::E4, MoveKind::EnPassant),
        "the move from e2 to e4 is an ordinary move, not an en passant capture",
    ),
    (START, Move::NULL, "White has the move and cannot pass"),
    (
        CASTLE,
        Move::new(Square::E1, Square::G1, MoveKind::Normal),
        "castling is the move of the king to its rook, from e1 to h1",
    ),
    (
        CASTLE,
        Move::new(Square::E1, Square::F1, MoveKind::Castle),
        "the move from e1 to f1 is an ordinary move, not castling",
    ),
    (
        CASTLE,
        Move::new(Square::E1, Square::C1, MoveKind::Castle),
        "castling is the move of the king to its rook, from e1 to a1",
    ),
    (CASTLE, Move::new(Square::E1, Square::G1, MoveKind::Promotion(PieceType::Queen)), "a king cannot promote"),
    (
        "4k3/8/8/8/8/8/8/4K1RR w G - 0 1",
        Move::new(Square::E1, Square::H1, MoveKind::Castle),
        "White's own rook is on h1",
    ),
    (
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        Move::new(Square::E5, Square::D6, MoveKind::Normal),
        "the move from e5 to d6 is an en passant capture, not an ordinary move",
    ),
    (
        "6k1/4P3/8/8/8/8/8/4K3 w - - 0 1",
        Move::new(Square::E7, Square::E8, MoveKind::Normal),
        "the promotion piece is missing: the pawn reaches e8",
    ),
];

#[test]
fn each_refused_value_has_a_sentence() {
    for (fen, mv, sentence) in REFUSED_VALUES {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(position.after(*mv).unwrap_err().to_string(), *sentence, "{mv} {fen}");
    }
}

#[test]
fn every_value_is_a_legal_move_or_refused_with_a_reason_that_is_true() {
    let kinds = [MoveKind::Normal, MoveKind::EnPassant, MoveKind::Castle];
    let promotions = PieceType::ALL.into_iter().filter(|kind| kind.is_promotion()).map(MoveKind::Promotion);
    let kinds: Vec<MoveKind> = kinds.into_iter().chain(promotions).collect();
    for fen in REFUSALS.iter().map(|(fen, ..)| *fen).chain(REFUSED_VALUES.iter().map(|(fen, ..)| *fen)) {
        let position = Position::from_fen(fen).unwrap();
        let mut legal = Vec::new();
        for (from, to) in Square::all().flat_map(|from| Square::all().map(move |to| (from, to))) {
            for mv in kinds.iter().map(|&kind| Move::new(from, to, kind)) {
                let mut after = position.clone();
                match after.play(mv) {
                    Ok(undo) => {
                        after.undo(mv, undo);
                        legal.push(mv);
                    }
                    Err(reason) => check_reason(&position, mv, &reason),
                }
                assert_eq!(after, position);
            }
        }
        let mut expected = position.legal_moves().to_vec();
        legal.sort();
        expected.sort();
        assert_eq!(legal, expected, "{fen}");
    }
}

fn check_reason(position: &Position, mv: Move, reason: &Illegal) {
    let is_true = match reason {
        Illegal::WrongEncoding { mv: refused, legal } => *refused == mv && position.is_legal(*legal) && *legal != mv,
        Illegal::Ambiguous { .. } | Illegal::CaptureWithoutFile { .. } => false,
        Illegal::CastlingPrevented { by, .. } => match by {
            Prevention::Blocked { pieces } | Prevention::InCheck { checkers: pieces } => !pieces.is_empty(),
            Prevention::Through { attackers, .. } | Prevention::Into { attackers, .. } => !attackers.is_empty(),
        },
        Illegal::AfterMate { .. } => position.is_checkmate(),
        Illegal::AfterStalemate { .. } => position.is_stalemate(),
        _ => true,
    };
    assert!(is_true, "{mv} {position}: {reason}");
}
