//! Moves in every spelling, each with its meaning and its departures from SAN.

use super::language::Alphabet;
use super::*;
use crate::chess::moves::Move;

/// The move in UCI (castling by the rook's square) and the names of its forms.
fn resolve(fen: &str, san: &str) -> (String, Vec<&'static str>) {
    let position = Position::from_fen(fen).unwrap();
    let written = parse(san.as_bytes()).unwrap_or_else(|fault| panic!("{san}: {fault} {fault:?}"));
    let found = position.resolve(&written).unwrap_or_else(|reason| panic!("{san}: {reason}"));
    (format!("{:?}", found.mv), found.forms.names().map(|(_, name)| name).collect())
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// Castling both ways, en passant on d6, a capture on f5.
const OPEN: &str = "r3k2r/8/8/3pPp2/4P3/2p5/1PB5/R3K2R w KQkq d6 0 1";
const PROMOTION: &str = "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1";

/// The SAN of a piece move in four forms: without disambiguation, with the file, the rank, and the square. Empty for
/// castling and pawn moves.
pub(super) fn with_every_origin(san: &str, mv: Move) -> Vec<String> {
    let (from, to) = (mv.from().to_string(), mv.to().to_string());
    let Some((before, mark)) = san.split_once(&to).filter(|_| san.starts_with(char::is_uppercase)) else {
        return Vec::new();
    };
    let takes = if before.ends_with('x') { "x" } else { "" };
    ["", &from[..1], &from[1..], &from].map(|origin| format!("{}{origin}{takes}{to}{mark}", &san[..1])).to_vec()
}

#[test]
fn moves_are_read_in_every_spelling() {
    let table: &[(&str, &str, &str, &[&str])] = &[
        (START, "e4", "e2e4", &[]),
        (START, "Nf3!?", "g1f3", &[]),
        (START, "Ng1f3", "g1f3", &[]),
        (START, "Ng1-f3", "g1f3", &["long-algebraic"]),
        (START, "e2-e4", "e2e4", &["long-algebraic"]),
        (START, "e2–e4", "e2e4", &["typographic-dash", "long-algebraic"]),
        (START, "g1-f3", "g1f3", &["long-algebraic"]),
        (START, "e2e4", "e2e4", &["uci-move"]),
        (START, "g1f3", "g1f3", &["uci-move"]),
        (START, "N-f3", "g1f3", &["hyphen"]),
        (START, "Pe4", "e2e4", &["pawn-letter"]),
        (START, "nf3", "g1f3", &["lower-piece"]),
        (START, "♘f3", "g1f3", &["figurine"]),
        (START, "♞f3", "g1f3", &["figurine"]),
        (START, "Nf3+-", "g1f3", &["assessment"]),
        (START, "е4", "e2e4", &["lookalike"]),
        (START, "ｅ４", "e2e4", &["lookalike"]),
        (START, "b4", "b2b4", &[]),
        (OPEN, "O-O", "e1h1", &[]),
        (OPEN, "O-O-O", "e1a1", &[]),
        (OPEN, "0-0", "e1h1", &["zero-castling"]),
        (OPEN, "o-o-o", "e1a1", &["lower-castling"]),
        (OPEN, "OO", "e1h1", &["glued-castling"]),
        (OPEN, "О-О", "e1h1", &["lookalike"]),
        (OPEN, "O–O–O", "e1a1", &["typographic-dash"]),
        (OPEN, "Kg1", "e1h1", &["king-move-castling"]),
        (OPEN, "e1g1", "e1h1", &["uci-move", "king-move-castling"]),
        (OPEN, "e1h1", "e1h1", &["uci-move", "king-move-castling"]),
        (OPEN, "exd6", "e5d6", &[]),
        (OPEN, "exd6e.p.", "e5d6", &["en-passant-suffix"]),
        (OPEN, "exd6ep!", "e5d6", &["en-passant-suffix"]),
        (OPEN, "ed6", "e5d6", &[]),
        (OPEN, "ef", "e4f5", &["target-file"]),
        (OPEN, "e:f5", "e4f5", &["colon-capture"]),
        (OPEN, "ef5:", "e4f5", &["colon-capture"]),
        (OPEN, "eXf5", "e4f5", &["capture-sign"]),
        (OPEN, "e×f5", "e4f5", &["capture-sign"]),
        (OPEN, "e4xf5", "e4f5", &["long-algebraic"]),
        (OPEN, "bxc3", "b2c3", &[]),
        (OPEN, "bb3", "c2b3", &["lower-piece"]),
        (OPEN, "ba4+", "c2a4", &["lower-piece"]),
        (OPEN, "Ba4ch", "c2a4", &["check-word"]),
        (OPEN, "Ba4†", "c2a4", &["check-word"]),
        (OPEN, "Ba4++", "c2a4", &["double-plus"]),
        (PROMOTION, "e8=Q+", "e7e8q", &[]),
        (PROMOTION, "e8Q", "e7e8q", &["promotion-no-equals"]),
        (PROMOTION, "e8(N)", "e7e8n", &["promotion-parentheses"]),
        (PROMOTION, "e8/R", "e7e8r", &["promotion-slash"]),
        (PROMOTION, "e8+=R", "e7e8r", &["promotion-after-check"]),
        (PROMOTION, "e8=q", "e7e8q", &["promotion-lower"]),
        (PROMOTION, "e8b", "e7e8b", &["promotion-no-equals", "promotion-lower"]),
        (PROMOTION, "e7e8q", "e7e8q", &["uci-move"]),
        (PROMOTION, "exd8=Q#", "e7d8q", &[]),
        (PROMOTION, "ed8Qmate", "e7d8q", &["promotion-no-equals", "mate-word"]),
        ("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", "ba3", "c1a3", &["lower-piece"]),
        ("4k3/8/8/8/8/n7/1P6/2B1K3 w - - 0 1", "ba3", "b2a3", &[]),
    ];
    for (fen, san, expected, forms) in table {
        assert_eq!(resolve(fen, san), ((*expected).to_string(), forms.to_vec()), "{san}");
    }
}

#[test]
fn null_moves_and_drops_are_read() {
    for san in ["--", "Z0", "null", "pass", "@@@@", "0000"] {
        assert_eq!(parse(san.as_bytes()).unwrap().spec, MoveSpec::Null, "{san}");
    }
    let to = Square::F3;
    assert_eq!(parse(b"N@f3").unwrap().spec, MoveSpec::Drop { kind: PieceType::Knight, to });
    assert_eq!(parse(b"@f3").unwrap().spec, MoveSpec::Drop { kind: PieceType::Pawn, to });
}

#[test]
fn errors_have_a_byte_range() {
    let table: &[(&[u8], SanErrorKind, Range<usize>)] = &[
        (b"", SanErrorKind::Empty, 0..0),
        (b"Sf3", SanErrorKind::PieceLetter, 0..1),
        (b"xyzzy", SanErrorKind::NoTarget, 1..5),
        (b"Nf9", SanErrorKind::NoTarget, 2..3),
        (b"e4Nc6", SanErrorKind::Trailing, 3..5),
        (b"Nf3e5x", SanErrorKind::Trailing, 5..6),
        (b"e\xff4", SanErrorKind::Encoding, 1..2),
        ("e4☃".as_bytes(), SanErrorKind::Character, 2..5),
        (b"1-0", SanErrorKind::NoTarget, 2..3),
    ];
    for (san, kind, range) in table {
        let expected = SanError { kind: *kind, range: range.clone() };
        assert_eq!(parse(san), Err(expected), "{}", san.escape_ascii());
    }
}

#[test]
fn a_small_b_with_a_capture_sign_captures() {
    let fen = "rnbqkbnr/pp1ppppp/2p5/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    let position = Position::from_fen(fen).unwrap();
    let read = |san: &str| position.resolve(&parse(san.as_bytes()).unwrap()).map(|found| found.mv.to().to_string());
    assert_eq!(read("bc4"), Ok("c4".to_owned()));
    assert!(read("bxc4").is_err(), "no pawn of the b-file can capture on c4, and the bishop captures nothing there");
    let capture = fen.replace("2p5/8/4P3", "8/8/2n1P3");
    let position = Position::from_fen(&capture).unwrap();
    assert!(position.resolve(&parse(b"bxc4").unwrap()).is_ok());
}

#[test]
fn resolving_finds_needless_and_missing_parts() {
    let compare = |fen: &str, san: &str| {
        let position = Position::from_fen(fen).unwrap();
        position.resolve(&parse(san.as_bytes()).unwrap()).unwrap()
    };
    assert_eq!(compare(START, "Ngf3").needless(), Some(OriginHint::File));
    assert_eq!(compare(START, "Ng1f3").needless(), Some(OriginHint::Square));
    assert!(compare(OPEN, "ed6").missing_capture_mark);
    assert!(compare(START, "Nxf3").wrong_capture_mark);
    let rooks = "4k3/8/8/8/R7/8/8/R3K3 w - - 0 1";
    assert_eq!(compare(rooks, "R1a2").needless(), None);
    assert_eq!(compare(rooks, "Ra1a2").needless(), Some(OriginHint::File));
    // The knight on c3 is pinned, so that the other one needs no file.
    let pinned = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1";
    assert_eq!(compare(pinned, "Nge2").needless(), Some(OriginHint::File));
    // The file and the rank both distinguish the rooks. SAN prefers the file, but the rank is not needless.
    let apart = "4k3/8/8/R7/8/8/8/1R2K3 w - - 0 1";
    assert_eq!(compare(apart, "R1b5").given, OriginHint::Rank);
    assert_eq!(compare(apart, "R1b5").needless(), None);
}

#[test]
fn localized_piece_letters_are_translated() {
    let german = Alphabet::ALL.iter().find(|alphabet| alphabet.code == "de").unwrap();
    let written = parse_localized(b"Sf3", german).unwrap();
    assert!(matches!(written.spec, MoveSpec::Move { kind: PieceType::Knight, .. }));
    assert_eq!(written.forms, Deviations::LOCALIZED);
    assert!(parse_localized(b"Nf3", german).is_err());
    assert!(matches!(parse_localized(b"O-O", german).unwrap().spec, MoveSpec::Castle(CastlingSide::King)));
}

#[test]
fn castling_as_a_king_move_names_no_other_file() {
    let position = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").unwrap();
    let reads = |san: &str| position.resolve(&parse(san.as_bytes()).unwrap());
    assert!(reads("Kc1").is_ok() && reads("Ke1c1").is_ok());
    let why = format!("{:?}", reads("Kaxc1").unwrap_err());
    assert!(!why.contains("Castling"), "{why}");
}

#[test]
fn suffixes_are_found_at_the_end() {
    let range = |san: &str| find_suffix(san.as_bytes()).map(|(range, _)| range);
    assert_eq!(range("e4"), None);
    assert_eq!(range("e4!"), Some(2..3));
    assert_eq!(range("Nf3!!??"), Some(3..7));
    assert_eq!(range("Nf3+-"), Some(3..5));
    assert_eq!(range("Nf3+"), None);
    assert_eq!(range("Nf3‼"), Some(3..6));
    assert_eq!(range("!!"), None);
    assert_eq!(range("="), None);
    assert_eq!(range(""), None);
}
