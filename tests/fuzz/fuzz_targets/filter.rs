//! A condition of `--where` or `--plies`. What must hold:
//!
//! * A condition is printed as it was written, and what is printed means the same.
//! * `not (…)`, `(…) and (…)` and `(…) or (…)` of a condition mean what they say. Only the limit of nesting refuses them.
//! * A condition about plies that is true of some move is `any(…)` of the game, one that is true of all is `all(…)`, and
//!   `count(…)` is their number.
//! * An error has a message that names a place. Any nesting is read or refused.

#![no_main]

use adoube::game::facts::Facts;
use adoube::game::filter::{Filter, PlyFilter};
use adoube::game::record::score_sheet::ScoreSheet;
use adoube::game::replay::read_game;
use adoube::game::rules::Profile;
use libfuzzer_sys::fuzz_target;

/// Games with and without each kind of value.
const GAMES: [&[u8]; 3] = [
    b"[Event \"Club\"]\n[Date \"2024.0?.09\"]\n[White \"V\xe9 \\\"q\\\"\"]\n[WhiteElo \"2500\"]\n[BlackElo \"x\"]\n\
      [Result \"1-0\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n",
    b"[Event \"\"]\n[Site \"?\"]\n[Date \"1999.12.31\"]\n[Round \"3.2\"]\n[White \"A\"]\n[Black \"B\"]\n[ECO \"B07\"]\n\
      [TimeControl \"300+2\"]\n[Own \"x y\"]\n[Result \"*\"]\n\n1. d4 {[%clk 0:05:00] [%eval 0.3]} d5 $1 {[%eval #-2]} 2. c4 Ke4 *\n",
    b"*",
];

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    about_games(text);
    about_plies(text);
});

fn about_games(text: &str) {
    let filter = match text.parse::<Filter>() {
        Ok(filter) => filter,
        Err(error) => return check(&error.to_string()),
    };
    let printed = filter.to_string();
    assert_eq!(printed, text);
    let same: Filter = printed.parse().unwrap();
    assert_eq!(same, filter);
    let _ = (filter.tags(), filter.rules());
    let combined = [format!("not ({text})"), format!("({text}) and ({text})"), format!("({text}) or ({text})")];
    let combined = combined.map(parsed);
    for bytes in GAMES {
        let game = read_game(bytes, 0, Profile::default().rules());
        let is_match = filter.matches(&game, bytes);
        for (combined, expected) in combined.iter().zip([!is_match, is_match, is_match]) {
            let found = combined.as_ref().map(|combined| combined.matches(&game, bytes));
            assert!(found.is_none_or(|found| found == expected), "{combined:?}");
        }
    }
}

fn about_plies(text: &str) {
    let filter = match text.parse::<PlyFilter>() {
        Ok(filter) => filter,
        Err(error) => return check(&error.to_string()),
    };
    assert_eq!(filter.to_string(), text);
    for bytes in &GAMES[..2] {
        let game = read_game(bytes, 0, Profile::default().rules());
        let sheet = ScoreSheet::from_game(&game, bytes);
        let facts = Facts::new(&game, bytes, "", None);
        let plies: Vec<_> = sheet.plies(&game, bytes, filter.options()).collect();
        let mut views = sheet.plies(&game, bytes, filter.options()).views(filter.has_neighbors());
        let (mut count, mut moves) = (0, 0);
        while let Some(view) = views.advance() {
            let is_match = filter.matches(&facts, view);
            moves += usize::from(view.ply.step.is_some());
            count += usize::from(is_match && view.ply.step.is_some());
        }
        assert_eq!(moves + 1, plies.len());
        let of_game = [
            (format!("any({text})"), count > 0),
            (format!("all({text})"), count == moves),
            (format!("count({text}) = {count}"), true),
        ];
        for (text, expected) in of_game {
            assert!(parsed(text).is_none_or(|filter| filter.matches(&game, bytes) == expected));
        }
    }
}

/// The condition, unless it lies too deep.
fn parsed(text: String) -> Option<Filter> {
    match text.parse::<Filter>() {
        Ok(filter) => Some(filter),
        Err(error) => {
            assert!(error.to_string().contains("deep"), "{error}");
            None
        }
    }
}

fn check(message: &str) {
    assert!(message.ends_with('^') && !message.starts_with('\n'), "{message}");
}
