//! What a game is, apart from how it is written: what a safe fix must not change.

use crate::chess::moves::Move;
use crate::chess::position::Position;
use crate::game::Outcome;
use crate::game::record::score_sheet::{ScoreSheet, SheetEntry};
use crate::game::replay::Game;
use crate::game::replay::movetext::results::read_result;
use crate::pgn::place::Span;
use crate::pgn::tags::value_text;
use crate::pgn::text::decode;

use super::tags::standard_date;

/// The content of a game.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Content {
    /// The starting position, if it is known.
    start: Option<Position>,
    is_complete: bool,
    plies: u32,
    /// The result, also in another form than the four of PGN.
    stated: Option<Outcome>,
    /// Names in small letters and values, sorted, each pair once. Values that say that something is unknown are left out, and
    /// so are the tags Result, FEN and SetUp, of which the result and the starting position have the meaning.
    tags: Vec<(String, String)>,
    entries: Vec<Entry>,
}

/// An element of the movetext.
#[derive(PartialEq, Eq, Debug)]
enum Entry {
    Move(Move),
    /// A comment, with one space for each stretch of white space.
    Comment(String),
    Nag(u8),
    Open,
    Close,
    Escape(String),
    /// Text that was not played, like a comment.
    Unplayed(String),
}

impl Content {
    /// The content of a game that was read with variations.
    pub(super) fn new(game: &Game, bytes: &[u8]) -> Self {
        let sheet = ScoreSheet::from_game(game, bytes);
        let text = |span: &Span| decode(&bytes[span.clone()]).into_owned();
        let words = |span: &Span| text(span).split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        let entries = sheet.entries.iter().map(|entry| match entry {
            SheetEntry::Move(mv) => Entry::Move(*mv),
            SheetEntry::Comment(span) => Entry::Comment(words(span)),
            SheetEntry::Nag(nag) => Entry::Nag(*nag),
            SheetEntry::Open { .. } => Entry::Open,
            SheetEntry::Close => Entry::Close,
            SheetEntry::Escape(span) => Entry::Escape(text(span)),
            SheetEntry::Unplayed(span) => Entry::Unplayed(words(span)),
        });
        let pairs = sheet.tags.iter().map(|tag| {
            let value = value_text(&bytes[tag.value.clone()]);
            let value = value.trim().trim_matches(['"', '“', '”', '„', '«', '»', '‘', '’', '\'']);
            let name = text(&tag.name).to_ascii_lowercase();
            let value = if name.ends_with("date") { standard_date(value) } else { None }.unwrap_or(value.to_owned());
            (name, value)
        });
        let has_start = game.has_start();
        let mut tags: Vec<(String, String)> = pairs
            .filter(|(name, value)| {
                let is_known = !matches!(value.as_str(), "" | "?" | "????.??.??");
                let has_other_form = has_start && matches!(name.as_str(), "fen" | "setup") || name == "result";
                is_known && !has_other_form
            })
            .collect();
        tags.sort_unstable();
        tags.dedup();
        Self {
            start: has_start.then(|| game.start().clone()),
            is_complete: game.is_complete(),
            plies: game.plies(),
            stated: game.stated().or_else(|| read_result(&value_text(&bytes[game.tags.value("Result")?]))),
            tags,
            entries: entries.collect(),
        }
    }
}
