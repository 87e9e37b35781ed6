//! Tests of the table readers.

use super::super::read::{self, FaultKind};
use super::named;
use crate::chess::position::Position;
use crate::game::openings::Book;

/// The rows of a table: code and name, position key, number of pieces.
fn read(text: &str) -> Vec<(String, u64, u32)> {
    let rows = read::rows(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    rows.iter().map(|row| (format!("{} {}", row.opening.eco(), row.opening.name()), row.key, row.pieces)).collect()
}

#[test]
fn all_formats_give_the_same_rows() {
    let one = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";
    let two = "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq -";
    let key = |fields: &str| Position::from_fen(&format!("{fields} 0 1")).unwrap().key();
    let expected =
        [("B20 Sicilian Defense".to_owned(), key(one), 32), ("C60 Ruy Lopez: Closed, Other".to_owned(), key(two), 32)];
    let name = "Ruy Lopez: Closed, Other";
    for text in [
        format!("eco\tname\tpgn\nB20\tSicilian Defense\t1. e4 c5\nC60\t{name}\t1. e4 e5 2. Nf3 Nc6 3. Bb5 a6\n"),
        format!(
            "\u{feff}name\tx\tuci\teco\tepd\r\nSicilian Defense\t\te2e4 c7c5\tB20\t{one}\r\n\r\n\
             name\tx\tuci\teco\tepd\r\n{name}\t\te2e4 e7e5 g1f3 b8c6 f1b5 a7a6\tC60\t{two}"
        ),
        format!("# A comment \"*\nB20 \"Sicilian Defense\" 1.e4 c5 * # more\nC60 \"{name}\"\n  1.e4 e5 2.Nf3\n Nc6 3.Bb5 a6 *"),
        format!("B20 \"Sicilian Defense\" 1.e4 c5 *\rC60 \"{name}\" 1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 *\r"),
        "{ A comment }\n\n[ECO \"B20\"]\n[Opening \"Sicilian Defense\"]\n\n1. e4 c5 *\n\n[ECO \"C60\"]\n[Opening \"Ruy Lopez\"]\n\
         [Variation \"Closed\"]\n[SubVariation \"Other\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2\n".to_owned(),
    ] {
        assert_eq!(read(&text), expected, "{text}");
    }
}

#[test]
fn first_name_of_a_position_counts() {
    let book = Book::parse(b"B20 \"one\" 1.e4 c5 *\nA10 \"two\" 1.c4 *\nB21 \"three\" 1.e4 c5 *\n").unwrap();
    assert_eq!((book.len(), book.repeated()), (2, 1));
    assert_eq!(named(&book, "1. e4 c5 *"), Some(("B20", "one", 2)));
}

/// The lines and kinds of all errors in a text.
fn faults(text: &str) -> Vec<(u64, FaultKind)> {
    let error = Book::parse(text.as_bytes()).unwrap_err();
    error.faults.into_iter().map(|fault| (fault.line, fault.kind)).collect()
}

#[test]
fn errors_have_line_numbers() {
    use FaultKind::*;
    let fault = |word: &str, reason: &str| Move { san: word.into(), reason: reason.into() };
    assert_eq!(faults(""), [(1, NoRows)]);
    assert_eq!(faults("eco\tname\tpgn\n"), [(1, NoRows)]);
    assert_eq!(faults("\n\nB20\tSicilian\t1. e4 c5\n").first().map(|fault| fault.0), Some(3));
    assert_eq!(faults("code\tname\tpgn\n"), [(1, Columns)]);
    assert_eq!(
        faults("eco\tname\tuci\nX\tn\te2e4\nA00\t\te2e4\nA00\tn\nA00\tn\te2e4 e2e4\nA00\tn\t\u{1}\n"),
        [
            (2, Code("X".into())),
            (3, Name(String::new())),
            (4, Fields { found: 2, needed: 3 }),
            (5, fault("e2e4", "there is no piece on e2")),
            (6, fault("␁", "this character does not occur in moves")),
        ]
    );
    let epd = "eco\tname\tpgn\tepd\nA00\tn\t1. a3\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n";
    assert!(matches!(faults(epd)[..], [(2, OtherPosition { .. })]));
    assert_eq!(faults("A00 \"a\" 1.a3 *\n\nA00 \"b\n"), [(3, OpenName)]);
    assert_eq!(faults("A00 \"a\" 1.a3 *\nA00 \"b\" 1.b3\nA00 \"c\" 1.c3 *"), [(2, OpenMoves)]);
    assert_eq!(faults("A00 a *"), [(1, Name(String::new()))]);
    assert!(matches!(faults("[ECO \"A00\"]\n[Opening \"a\"]\n\n1. a3 a6\n2. a3 *\n")[..], [(5, Move { .. })]));
    let set_up =
        "[ECO \"A00\"]\n[Opening \"a\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *\n";
    assert_eq!(faults(set_up), [(1, OtherStart)]);
}

#[test]
fn errors_and_lines_are_limited() {
    let text = format!("eco\tname\tpgn\n{}", "A00\tn\t1. Ke5\n".repeat(1000));
    let error = Book::parse(text.as_bytes()).unwrap_err();
    assert_eq!((error.faults.len(), error.more), (20, 980));
    assert!(error.to_string().ends_with("\nand 980 more"), "{error}");
    let long = format!("eco\tname\tpgn\nA00\tn\t{}\n", "Nf3 Nf6 Ng1 Ng8 ".repeat(101));
    assert_eq!(faults(&long), [(2, FaultKind::TooLong(400))]);
    let name = format!("A00 \"{}\" 1.a3 *", "x".repeat(100_000));
    assert!(matches!(&faults(&name)[..], [(1, FaultKind::Name(text))] if text.len() < 100));
}
