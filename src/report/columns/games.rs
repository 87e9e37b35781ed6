//! One row a game.

use std::fmt::Write;

use crate::chess::fen::{FenStyle, FenText};
use crate::game::Outcome;
use crate::game::openings::Named;
use crate::game::replay::{Game, Status};
use crate::game::rules::Severity;
use crate::game::ruling::Ruling;
use crate::laws::claim::Ground;

use super::{Batch, Column, Kind};

/// The columns of a game.
pub const COLUMNS: &[Column] = &[
    Column::required("file", Kind::Text),
    Column::required("game", Kind::Long),
    Column::optional("event", Kind::Text),
    Column::optional("site", Kind::Text),
    Column::optional("date", Kind::Date),
    Column::optional("date_tag", Kind::Text),
    Column::optional("round", Kind::Text),
    Column::optional("white", Kind::Text),
    Column::optional("black", Kind::Text),
    Column::optional("result", Kind::Text),
    Column::optional("white_elo", Kind::Integer),
    Column::optional("black_elo", Kind::Integer),
    Column::optional("white_title", Kind::Text),
    Column::optional("black_title", Kind::Text),
    Column::optional("eco_tag", Kind::Text),
    Column::optional("opening_tag", Kind::Text),
    Column::optional("time_control", Kind::Text),
    Column::optional("termination", Kind::Text),
    Column::optional("variant", Kind::Text),
    Column::optional("fen_tag", Kind::Text),
    Column::required("status", Kind::Text),
    Column::optional("valid", Kind::Flag),
    Column::optional("first_error", Kind::Text),
    Column::required("plies", Kind::Integer),
    Column::required("fully_replayed", Kind::Flag),
    Column::optional("final_fen", Kind::Text),
    Column::optional("verdict", Kind::Text),
    Column::optional("ending", Kind::Text),
    Column::optional("certainty", Kind::Text),
    Column::optional("threefold_claims", Kind::Integer),
    Column::optional("fifty_claims", Kind::Integer),
    Column::optional("eco", Kind::Text),
    Column::optional("opening", Kind::Text),
    Column::optional("opening_plies", Kind::Integer),
];

/// What is written about a game.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The name of the file.
    pub file: &'a str,
    /// The number of the game; from 1, counted as [`Batch::count_games_from`] wants it.
    pub number: u64,
    /// The game.
    pub game: &'a Game,
    /// The bytes it was read from.
    pub bytes: &'a [u8],
    /// What the Laws make of it, if they were asked.
    pub ruling: Option<&'a Ruling>,
    /// The opening by the positions, if one is known.
    pub opening: Option<Named<'a>>,
}

/// Appends a game to a batch of [`COLUMNS`].
pub fn push(batch: &mut Batch, facts: &Facts<'_>) {
    let Facts { file, number, game, bytes, ruling, opening } = *facts;
    let tag = |name: &str| game.tags.text(name, bytes).filter(|value| !value.is_empty() && value != "?");
    let elo = |name: &str| tag(name).and_then(|value| value.trim().parse().ok()).filter(|elo| (1..5000).contains(elo));
    let mut row = batch.row();
    row.text(Some(file)).long(i64::try_from(number).unwrap_or(i64::MAX));
    row.text(tag("Event").as_deref()).text(tag("Site").as_deref());
    row.date(game.tags.date()).text(tag("Date").as_deref()).text(tag("Round").as_deref());
    row.text(tag("White").as_deref()).text(tag("Black").as_deref());
    row.text(game.outcome.or(game.tags.result()).map(Outcome::text));
    row.integer(elo("WhiteElo")).integer(elo("BlackElo"));
    for name in ["WhiteTitle", "BlackTitle", "ECO", "Opening", "TimeControl", "Termination", "Variant", "FEN"] {
        row.text(tag(name).as_deref());
    }
    let (status, is_valid) = match game.status {
        Status::Valid => ("valid", Some(true)),
        Status::Invalid => ("invalid", Some(false)),
        Status::Unchecked => ("unchecked", None),
        Status::Nothing => ("nothing", None),
    };
    let fault = game.found.findings.iter().find(|finding| finding.severity == Severity::Error);
    row.text(Some(status)).flag(is_valid).text(fault.map(|finding| finding.rule.info().code));
    let is_played = game.has_start && game.status != Status::Unchecked;
    let fen = is_played.then(|| game.position.fen_text(FenStyle::default()));
    row.count(game.plies).flag(Some(game.whole)).text(fen.as_ref().map(FenText::as_str));
    let mut words = [const { String::new() }; 3];
    if let Some(Ruling { verdict, .. }) = ruling {
        // A String takes everything.
        let _ = write!(words[0], "{}", verdict.decision);
        let _ = write!(words[1], "{}", verdict.reason);
        let _ = write!(words[2], "{}", verdict.certainty);
    }
    for word in &words {
        row.text(ruling.map(|_| word.as_str()));
    }
    for ground in [Ground::Threefold, Ground::Fifty] {
        let claims = |ruling: &Ruling| ruling.claims.iter().filter(|open| open.ground == ground).count();
        row.integer(ruling.map(|ruling| i32::try_from(claims(ruling)).unwrap_or(i32::MAX)));
    }
    row.text(opening.map(|named| named.opening.eco())).text(opening.map(|named| named.opening.name()));
    row.integer(opening.map(|named| i32::try_from(named.ply).unwrap_or(i32::MAX)));
}
