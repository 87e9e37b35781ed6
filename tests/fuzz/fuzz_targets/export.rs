//! A text of games, each written in export format, whole and in parts. What must hold:
//!
//! * What is written is one game. If its starting position is known, it is written again as it is.
//! * A whole game keeps its tags, and if its starting position is known, its moves, comments, NAGs and variations, in
//!   their order. Further Event tags are comments before them.
//! * A part has the moves of the part.

#![no_main]

#[path = "../../core/export_support.rs"]
mod export_support;

use adoube::game::record::export::PlyRange;
use adoube::game::record::score_sheet::ScoreSheet;
use adoube::game::replay::{Game, Validity};
use adoube::pgn::split::games;
use adoube::pgn::tags::value_text;
use adoube::pgn::text::decode;
use export_support::{content, read, written};
use libfuzzer_sys::fuzz_target;

/// Tags that depend on the game around them, and so may be written otherwise.
const DERIVED: [&str; 4] = ["FEN", "SetUp", "Result", "Variant"];

fuzz_target!(|text: &[u8]| {
    for span in games(text).take(10) {
        let game = read(text, span.start);
        if game.status != Validity::NoGame {
            check_whole(text, &game);
            for (from, until) in [(1, u32::MAX), (0, 3), (2, 5)] {
                check_part(text, &game, PlyRange { from, until });
            }
        }
    }
});

/// The only game of what was written.
fn read_again(once: &str) -> Game {
    let again = read(once.as_bytes(), 0);
    assert_eq!(again.span.end, once.len(), "one game stays one game:\n{once}");
    if again.has_start() {
        assert_eq!(written(once.as_bytes(), &again, PlyRange::WHOLE), once, "written twice");
    }
    again
}

fn check_whole(text: &[u8], game: &Game) {
    let once = written(text, game, PlyRange::WHOLE);
    let again = read_again(&once);
    let kept = tags(once.as_bytes(), &again);
    let mut events = 0;
    for tag in tags(text, game).iter().filter(|(name, _)| !DERIVED.contains(&name.as_str())) {
        events += usize::from(tag.0 == "Event");
        assert!(kept.contains(tag) || events > 1 && tag.0 == "Event", "{tag:?} is lost:\n{once}");
    }
    if game.has_start() {
        let all = content(once.as_bytes(), &again);
        assert_eq!(all[events.saturating_sub(1)..], content(text, game), "{once}");
    }
}

fn check_part(text: &[u8], game: &Game, part: PlyRange) {
    let once = written(text, game, part);
    let again = read_again(&once);
    if game.has_start() {
        let expected: Vec<_> = game.moves().take(part.until as usize).skip(part.from as usize).collect();
        assert_eq!(again.moves().collect::<Vec<_>>(), expected, "{part:?}:\n{once}");
    }
}

/// Names and values; line ends and tabs in values are written as spaces.
fn tags(text: &[u8], game: &Game) -> Vec<(String, String)> {
    let tags = ScoreSheet::from_game(game, text).tags;
    let text = tags.iter().map(|tag| (decode(&text[tag.name.clone()]), value_text(&text[tag.value.clone()])));
    text.map(|(name, value)| (name.into_owned(), value.replace(['\n', '\r', '\t'], " "))).collect()
}
