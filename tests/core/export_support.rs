//! A game written in export format, and its content for comparison.

use adoube::game::record::export::{PlyRange, export};
use adoube::game::record::score_sheet::{ScoreSheet, SheetEntry};
use adoube::game::replay::{Game, ReplayOptions, read_game_as};
use adoube::game::rules::{RuleSet, Severity};
use adoube::pgn::text::decode;

/// The game that starts at `start`.
pub(crate) fn read(bytes: &[u8], start: usize) -> Game {
    let rules = RuleSet::at_least(Severity::Style);
    // A small budget, since no finding of a search matters here.
    read_game_as(bytes, start, &ReplayOptions { rules, variations: true, budget: 1_000, ..ReplayOptions::default() })
}

/// A part of a game in export format.
pub(crate) fn written(bytes: &[u8], game: &Game, part: PlyRange) -> String {
    let mut out = String::new();
    export(game, bytes, part, &mut out);
    out
}

/// The content of a game without its layout.
pub(crate) fn content(bytes: &[u8], game: &Game) -> Vec<String> {
    let sheet = ScoreSheet::from_game(game, bytes);
    let plain = |text: &str| text.replace("\r\n", " ").replace(['\n', '\r', '\t'], " ");
    let entries = sheet.entries.iter().map(|entry| match entry {
        SheetEntry::Move(mv) => format!("{mv:?}"),
        SheetEntry::Comment(span) | SheetEntry::Unplayed(span) => format!("{{{}", plain(&decode(&bytes[span.clone()]))),
        SheetEntry::Nag(nag) => format!("${nag}"),
        SheetEntry::Open { .. } => "(".to_owned(),
        SheetEntry::Close => ")".to_owned(),
        SheetEntry::Escape(span) => decode(&bytes[span.clone()]).into_owned(),
    });
    entries.collect()
}
