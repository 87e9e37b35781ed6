//! Tests of the FEN reader and writer.

use super::*;
use crate::chess::piece::{Color, Piece, PieceType};
use crate::chess::random::Random;
use crate::chess::square::Square;

const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn notes(text: &str) -> Vec<(FenNoteKind, Range<usize>)> {
    parse(text.as_bytes()).unwrap().notes.into_iter().map(|note| (note.kind, note.range)).collect()
}

fn error(text: &str) -> (FenField, FenFault, Range<usize>) {
    let error = parse(text.as_bytes()).unwrap_err();
    (error.field, error.fault, error.range)
}

#[test]
fn the_initial_position_reads_and_writes() {
    let reading = parse(INITIAL.as_bytes()).unwrap();
    assert_eq!(reading.notes, []);
    assert_eq!(reading.missing, []);
    assert_eq!(reading.setup.position().unwrap(), Position::initial());
    assert_eq!(Position::initial().to_fen(), INITIAL);
    let shredder = FenStyle { castling: CastlingStyle::Shredder, ..FenStyle::default() };
    let text = Position::initial().to_fen_with(shredder);
    assert_eq!(text, INITIAL.replace("KQkq", "HAha"));
    assert_eq!(Position::from_fen(&text).unwrap(), Position::initial());
}

#[test]
fn unusual_spelling_is_reported() {
    assert_eq!(notes("startpos"), [(FenNoteKind::Startpos, 0..8)]);
    assert_eq!(notes(&INITIAL.replace(' ', "_")), [(FenNoteKind::Underscores, 43..44)]);
    assert_eq!(notes(" 8/8/8/8/8/8/8/8  w"), [(FenNoteKind::OuterSpace, 0..1), (FenNoteKind::SurplusSpace, 16..18)]);
    assert_eq!(notes("8/8/8/8/8/8/8/8 w "), [(FenNoteKind::OuterSpace, 17..18)]);
    assert_eq!(notes("8/8/8/8/8/8/8/8 w - - 3 4;"), [(FenNoteKind::Semicolon, 25..26)]);
    assert_eq!(notes("8/8/8/8/8/8/8/8 w - - hmvc 3; fmvn 4;"), [(FenNoteKind::Operations, 22..37)]);
    assert_eq!(notes("8/8/8/8/8/8/8/44 W"), [(FenNoteKind::SplitDigits, 14..16), (FenNoteKind::UpperCaseTurn, 17..18)]);
    assert_eq!(notes(&INITIAL.replace("KQkq", "kqKQ")), [(FenNoteKind::CastlingOrder, 48..49)]);
    assert_eq!(notes(&INITIAL.replace("KQkq", "KHkq")), [(FenNoteKind::CastlingRepeated, 47..48)]);
}

#[test]
fn operations_of_epd_are_the_last_fields() {
    let setup = |text: &str| {
        parse(text.as_bytes()).map(|reading| (reading.setup.halfmove_clock, reading.setup.fullmove_number))
    };
    assert_eq!(setup("8/8/8/8/8/8/8/8 w - - hmvc 3; fmvn 4;"), Ok((3, 4)));
    assert_eq!(setup("8/8/8/8/8/8/8/8 w - - fmvn 4"), Ok((0, 4)));
    assert_eq!(setup("8/8/8/8/8/8/8/8 w - - 3 4 bm e4;"), Ok((3, 4)));
    assert!(setup("8/8/8/8/8/8/8/8 w - - 3 4 and more").is_err());
    assert!(setup("8/8/8/8/8/8/8/8 w - - e4").is_err());
}

#[test]
fn missing_fields_are_completed_and_reported() {
    let reading = parse(b"4k3/8/8/8/8/8/8/4K3 b").unwrap();
    assert_eq!(reading.missing, FenField::ALL[2..]);
    assert_eq!(reading.setup.position().unwrap().to_fen(), "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
}

#[test]
fn errors_have_a_field_and_a_byte_range() {
    assert_eq!(error(""), (FenField::Placement, FenFault::Empty, 0..0));
    assert_eq!(error("8/8/8/8/x7/8/8/8 w"), (FenField::Placement, FenFault::UnknownMan, 8..9));
    assert_eq!(error("8/8/8/8/8/8/8/p8 w"), (FenField::Placement, FenFault::LongRank(1), 15..16));
    assert_eq!(error("8/7/8/8/8/8/8/8 w"), (FenField::Placement, FenFault::ShortRank(7, 7), 2..3));
    assert_eq!(error("8/8/8/8/8/8/8 w"), (FenField::Placement, FenFault::FewRanks(7), 0..13));
    assert_eq!(error("8/8/8/8/8/8/8/8/8 w"), (FenField::Placement, FenFault::ManyRanks, 15..17));
    assert_eq!(error("8/8/8/8/8/8/8/8 x"), (FenField::Turn, FenFault::UnknownTurn, 16..17));
    assert_eq!(error("8/8/8/8/8/8/8/8 w KQxq"), (FenField::Castling, FenFault::UnknownCastling, 18..22));
    assert_eq!(error("8/8/8/8/8/8/8/8 w - e9"), (FenField::EnPassant, FenFault::UnknownSquare, 20..22));
    assert_eq!(error("8/8/8/8/8/8/8/8 w - - -1"), (FenField::HalfmoveClock, FenFault::NotANumber, 22..24));
    assert_eq!(
        error("8/8/8/8/8/8/8/8 w - - 0 4294967296"),
        (FenField::FullmoveNumber, FenFault::NumberTooLarge, 24..34)
    );
    assert!(parse(b"8/8/8/8/8/8/8/8 w - - 0 2147483647").is_ok());
    assert_eq!(
        error("8/8/8/8/8/8/8/8 w - - 0 2147483648"),
        (FenField::FullmoveNumber, FenFault::NumberTooLarge, 24..34)
    );
    assert_eq!(error("fen 8/8/8/8/8/8/8/8 w - - 0 1").0, FenField::Placement);
    assert_eq!(error("8/8/8/8/8/8/8/8 w - - 0 1 x y"), (FenField::FullmoveNumber, FenFault::TrailingText, 26..29));
}

#[test]
fn k_in_x_fen_is_the_outermost_rook() {
    // Two rooks on the king's side: K is the one on h1, G the inner one.
    let outer = "4k3/8/8/8/8/8/8/4K1RR w K - 0 1";
    let inner = "4k3/8/8/8/8/8/8/4K1RR w G - 0 1";
    assert_eq!(Position::from_fen(outer).unwrap().castling().single(), Some(Square::H1));
    assert_eq!(Position::from_fen(inner).unwrap().castling().single(), Some(Square::G1));
    for text in [outer, inner] {
        assert_eq!(Position::from_fen(text).unwrap().to_fen(), text);
    }
    // K may mean a rook that is not in the corner.
    let chess960 = "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1";
    let position = Position::from_fen(chess960).unwrap();
    assert_eq!(position.to_fen(), chess960);
    assert!(!position.has_standard_castling());
}

#[test]
fn setups_with_impossible_rights_are_read_back() {
    // No rook on the square, the king's own square, no king on the back rank, no king at all.
    for castling in ["K", "Q", "KQ", "GD", "KG", "HBA"] {
        for rank in ["4K1R1", "5K1R", "6KR", "R5K1", "RK5K", "8"] {
            let text = format!("4k3/8/8/8/8/8/8/{rank} w {castling} - 0 1");
            let setup = parse(text.as_bytes()).unwrap().setup;
            let written = setup.to_fen();
            assert_eq!(parse(written.as_bytes()).unwrap().setup, setup, "{text}: {written}");
        }
    }
}

#[test]
fn en_passant_is_written_always_or_when_legal() {
    let idle = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    let position = Position::from_fen(idle).unwrap();
    assert_eq!(position.to_fen_with(FenStyle::PGN), idle);
    assert_eq!(position.to_fen(), idle.replace("e3", "-"));
    // Both pawns leave the rank at once, which opens it from the rook to the king.
    let skewered = "8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1";
    assert_eq!(Position::from_fen(skewered).unwrap().legal_en_passant(), None);
}

#[test]
fn errors_are_sentences() {
    let sentence = |text| Position::from_fen(text).unwrap_err().to_string();
    assert_eq!(sentence("8/8/8/8/8/8/8/8 w - e9"), "en passant square: expected `-` or a square");
    assert_eq!(sentence("8/8/8/8/8/8/8/4K3 w - - 0 1"), "Black has no king");
    assert_eq!(
        sentence("4k3/4R3/8/8/8/8/8/4K3 w Q - 0 1"),
        "Black's king on e8 is in check from the rook on e7, but it is White's move; White has the right to castle with a rook on a1, but there is no such rook"
    );
}

#[test]
fn pieces_are_written_as_square_by_square() {
    let mut random = Random::new(3);
    for _ in 0..2000 {
        let mut setup = Setup::empty();
        let mut ranks = [(); 8].map(|()| String::new());
        for (rank, text) in ranks.iter_mut().rev().enumerate() {
            let mut vacant = 0;
            for file in 0..8 {
                if random.below(2) == 0 {
                    vacant += 1;
                    continue;
                }
                let piece = Piece { color: *random.one_of(&Color::BOTH), kind: *random.one_of(&PieceType::ALL) };
                setup.squares[8 * rank + file] = Some(piece);
                text.extend((vacant > 0).then_some(char::from(b'0' + vacant)));
                text.push(piece.fen_letter());
                vacant = 0;
            }
            text.extend((vacant > 0).then_some(char::from(b'0' + vacant)));
        }
        assert_eq!(setup.to_fen(), format!("{} w - - 0 1", ranks.join("/")));
    }
}
