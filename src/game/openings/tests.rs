//! Tests of the built-in table, of the look-up of openings, and of the table readers.

use std::collections::HashMap;

use crate::chess::position::Position;
use crate::game::openings::Book;
use crate::game::record::steps::Steps;
use crate::game::replay::read_game;
use crate::game::rules::RuleSet;

use super::read;
use super::read::FaultKind;

/// The opening of a game: code, name and ply.
fn named<'b>(book: &'b Book, game: &str) -> Option<(&'b str, &'b str, u32)> {
    let game = read_game(game.as_bytes(), 0, RuleSet::EMPTY);
    book.name(&game).map(|named| (named.opening.eco(), named.opening.name(), named.ply))
}

#[test]
fn built_in_table_is_valid() {
    let book = Book::parse(include_bytes!("table.tsv")).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((book.len(), book.repeated()), (3810, 0));
    assert_eq!(Book::embedded().len(), book.len());
    assert!(book.at(&Position::initial()).is_none(), "a game that has not begun has no name");
}

#[test]
fn last_named_position_counts() {
    let book = Book::embedded();
    let najdorf = ("B90", "Sicilian Defense: Najdorf Variation", 10);
    for (game, opening) in [
        ("1. e4 *", ("B00", "King's Pawn Game", 1)),
        ("1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 *", najdorf),
        // No later position has a name.
        ("1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Qd2 h6 7. Qd1 *", najdorf),
        // Other move orders.
        ("1. Nf3 c5 2. e4 d6 3. Nc3 a6 4. d4 cxd4 5. Nxd4 Nf6 *", najdorf),
        // An illegal move ends the known game, not the name of the moves before it.
        ("1. e4 e5 2. Qe4 *", ("C20", "King's Pawn Game", 2)),
    ] {
        assert_eq!(named(book, game), Some(opening), "{game}");
    }
    assert_eq!(named(book, "*"), None);
}

#[test]
fn repeated_position_counts_again() {
    // The position after 1. Nf3 occurs again after two knights have gone out and back.
    let text = "1. Nf3 Nh6 2. Ng1 Ng8 3. Nf3 Na6 4. Nc3 Nc5 *";
    assert_eq!(named(Book::embedded(), text).map(|(eco, _, ply)| (eco, ply)), Some(("A04", 5)));
}

#[test]
fn names_games_from_other_positions() {
    let book = Book::embedded();
    let italian =
        "[SetUp \"1\"]\n[FEN \"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3\"]\n\n3. Bc4 *";
    assert_eq!(named(book, italian), Some(("C50", "Italian Game", 1)));
    // Without a castling right it is another position.
    let without = italian.replace("KQkq - 2", "KQk - 2");
    assert_eq!(named(book, &without), None);
    let chess960 = "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\"]\n\n1. e4 e5 *";
    assert_eq!(named(book, chess960), None);
    let other = "[Variant \"Atomic\"]\n\n1. e4 e5 *";
    assert_eq!(named(book, other), None);
}

#[test]
fn every_table_line_leads_to_its_name() {
    let table = std::str::from_utf8(include_bytes!("table.tsv")).unwrap();
    for row in table.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        let plies = columns[2].split(' ').count() as u32;
        assert_eq!(
            named(Book::embedded(), &format!("{} *", columns[2])),
            Some((columns[0], columns[1], plies)),
            "{row}"
        );
    }
}

/// Finds a name with many captures after it.
#[test]
fn finds_a_name_before_many_captures() {
    let game = "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qd8 4. d4 Nf6 5. Nf3 Bg4 6. h3 Bxf3 7. Qxf3 c6 8. Be3 e6 9. Bd3 Nbd7 10. O-O Be7 \
        11. Ne4 Nxe4 12. Bxe4 Nf6 13. Bxc6+ bxc6 14. Qxc6+ Nd7 15. d5 exd5 16. Qxd5 O-O 17. Rad1 Nf6 18. Qxd8 Rfxd8 19. Rxd8+ \
        Rxd8 20. Bxa7 Ra8 21. Bd4 Rxa2 22. Bxf6 Bxf6 23. b3 Rxc2 *";
    assert_eq!(
        named(Book::embedded(), game),
        Some(("B01", "Scandinavian Defense: Valencian Variation, Main Line", 10))
    );
}

#[test]
fn only_legal_en_passant_distinguishes_positions() {
    let table = b"eco\tname\tuci\nA00\tone\te2e4 a7a6 e4e5 d7d5\nA01\ttwo\te2e4 a7a6 h2h3 d7d5\n";
    let book = Book::parse(table).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(named(&book, "1. e4 a6 2. e5 d5 *").map(|named| named.1), Some("one"));
    // The same pieces, but no en passant: the pawn did not just move to d5.
    assert_eq!(named(&book, "1. e3 d6 2. e4 d5 3. e5 a6 *"), None);
    // No pawn can capture on d6, so it does not matter when the pawn moved.
    assert_eq!(named(&book, "1. h3 d5 2. e4 a6 *").map(|named| named.1), Some("two"));
}

/// The reference implementation: each position as text, looked up in a map.
#[test]
fn agrees_with_a_text_look_up() {
    let table = std::str::from_utf8(include_bytes!("table.tsv")).unwrap();
    let mut names = HashMap::new();
    for row in table.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        let game = read_game(format!("{} *", columns[2]).as_bytes(), 0, RuleSet::EMPTY);
        names.insert(fields(game.position()), (columns[0], columns[1]));
    }
    let text = std::fs::read("fixtures/games/gnuchess-book-sample.pgn").unwrap();
    let (mut at, mut games, mut seen) = (0, 0, 0);
    while at < text.len() {
        let game = read_game(&text, at, RuleSet::EMPTY);
        at = game.span.end;
        let sheet = crate::game::record::score_sheet::ScoreSheet::from_game(&game, &text);
        let steps: Steps<'_> = sheet.main_line(game.start());
        let slow = steps.filter_map(|step| names.get(&fields(&step.after)).map(|name| (name, step.ply + 1))).last();
        let fast = Book::embedded().name(&game);
        assert_eq!(
            fast.map(|named| (named.opening.eco(), named.opening.name(), named.ply)),
            slow.map(|(name, ply)| (name.0, name.1, ply))
        );
        games += 1;
        seen += u32::from(fast.is_some());
    }
    assert!(games >= 400 && seen >= 390, "{seen} of {games}");
}

/// The FEN fields that decide whether positions are equal.
fn fields(position: &Position) -> String {
    position.to_fen().rsplitn(3, ' ').nth(2).unwrap().to_owned()
}

// Tests of the table readers.

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
