//! A condition of `--where`. What must hold:
//!
//! * A condition is printed as it was written, and what is printed means the same.
//! * `not (…)`, `(…) and (…)` and `(…) or (…)` of a condition mean what they say. Only the limit of nesting refuses them.
//! * An error has a message that names a place. Any nesting is read or refused.

#![no_main]

use adoube::game::filter::Filter;
use adoube::game::replay::read_game;
use adoube::game::rules::Profile;
use libfuzzer_sys::fuzz_target;

/// Games with and without each kind of value.
const GAMES: [&[u8]; 3] = [
    b"[Event \"Club\"]\n[Date \"2024.0?.09\"]\n[White \"V\xe9 \\\"q\\\"\"]\n[WhiteElo \"2500\"]\n[BlackElo \"x\"]\n\
      [Result \"1-0\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n",
    b"[Event \"\"]\n[Site \"?\"]\n[Date \"1999.12.31\"]\n[Round \"3.2\"]\n[White \"A\"]\n[Black \"B\"]\n[ECO \"B07\"]\n\
      [TimeControl \"300+2\"]\n[Own \"x y\"]\n[Result \"*\"]\n\n1. d4 {[%clk 0:05:00]} d5 2. c4 Ke4 *\n",
    b"*",
];

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let filter = match text.parse::<Filter>() {
        Ok(filter) => filter,
        Err(error) => {
            let message = error.to_string();
            assert!(message.ends_with('^') && !message.starts_with('\n'), "{message}");
            return;
        }
    };
    let printed = filter.to_string();
    assert_eq!(printed, text);
    let same: Filter = printed.parse().unwrap();
    assert_eq!(same, filter);
    let _ = (filter.tags(), filter.rules());
    let combined = [format!("not ({text})"), format!("({text}) and ({text})"), format!("({text}) or ({text})")];
    let combined = combined.map(|text| match text.parse::<Filter>() {
        Ok(filter) => Some(filter),
        Err(error) => {
            assert!(error.to_string().contains("deep"), "{error}");
            None
        }
    });
    for bytes in GAMES {
        let game = read_game(bytes, 0, Profile::default().rules());
        let is_match = filter.matches(&game, bytes);
        for (combined, expected) in combined.iter().zip([!is_match, is_match, is_match]) {
            let found = combined.as_ref().map(|combined| combined.matches(&game, bytes));
            assert!(found.is_none_or(|found| found == expected), "{combined:?}");
        }
    }
});
