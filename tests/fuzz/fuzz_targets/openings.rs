//! The bytes of a table of openings, in any of its formats. What must hold:
//!
//! * A table that is read has openings with a code, a name and a family. An error names at most twenty lines of the
//!   file.
//! * The opening of a game is that of its last position in the table, as a search through all its positions finds it.
//!   The games are those of the table itself, if it is PGN, and a few of its lines.

#![no_main]

use adoube::game::openings::Book;
use adoube::game::replay::{ReplayOptions, read_game_as};
use adoube::pgn::split::games;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let book = match Book::parse(data) {
        Ok(book) => book,
        Err(error) => {
            let lines = data.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count() as u64 + 1;
            assert!((1..=20).contains(&error.faults.len()), "{error:?}");
            assert!(error.faults.iter().all(|fault| (1..=lines).contains(&fault.line)), "{error:?}");
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    assert!(!book.is_empty() && book.len() + book.repeated() <= data.len());
    check_games(&book, data);
    for line in data.split(|byte| matches!(byte, b'\n' | b'\r')).take(20) {
        // The moves are the last column.
        let moves = line.rsplit(|byte| *byte == b'\t').next().unwrap_or_default();
        check_games(&book, moves);
    }
});

/// Compares the opening of each game with that of its last named position.
fn check_games(book: &Book, text: &[u8]) {
    for span in games(text).take(20) {
        let game = read_game_as(text, span.start, &ReplayOptions::default());
        let mut expected = None;
        let history = game.history();
        // Openings begin at the initial position.
        for position in history.positions() {
            expected = book.at(&position).or(expected);
        }
        let found = book.name(&game).map(|found| found.opening);
        if game.has_start() && game.plies() == history.plies() {
            assert_eq!(found, expected, "{}", text[span].escape_ascii());
        }
        for opening in found.into_iter().chain(expected) {
            assert!(!opening.eco().is_empty() && opening.eco().starts_with(opening.volume()), "{opening:?}");
            assert!(opening.name().starts_with(opening.family()) && !opening.name().is_empty(), "{opening:?}");
        }
    }
}
