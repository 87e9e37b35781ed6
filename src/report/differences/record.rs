//! Differences as data.

use std::borrow::Cow;

use serde::Serialize;

use crate::game::difference::{GameChange, KnownBy, NoteKind};

use super::{ShownDifference, ShownGame};

/// A difference as an object.
#[derive(Serialize)]
#[serde(tag = "type", rename = "difference")]
pub(super) struct Record<'a> {
    kind: &'static str,
    a: Option<GameRecord<'a>>,
    b: Option<GameRecord<'a>>,
    changes: Vec<ChangeRecord<'a>>,
}

/// A game: where it stands, and by what people know it.
#[derive(Serialize)]
pub(super) struct GameRecord<'a> {
    file: &'a str,
    game: u64,
    line: u64,
    white: Option<&'a str>,
    black: Option<&'a str>,
    event: Option<&'a str>,
    date: Option<&'a str>,
    round: Option<&'a str>,
    result: Option<&'static str>,
    plies: usize,
}

#[derive(Serialize)]
#[serde(tag = "what", rename_all = "snake_case")]
enum ChangeRecord<'a> {
    Tag {
        name: &'a str,
        a: Option<&'a str>,
        b: Option<&'a str>,
    },
    Moves {
        ply: usize,
        fen: &'a str,
        kind: &'static str,
        a: &'a str,
        b: &'a str,
        a_unplayed: Option<&'a str>,
        b_unplayed: Option<&'a str>,
        common_end: usize,
    },
    Result {
        a: Option<&'a str>,
        b: Option<&'a str>,
        board: Option<&'static str>,
    },
    Rest {
        a: Option<&'a str>,
        b: Option<&'a str>,
    },
    Comments(NotesRecord<'a>),
    Nags(NotesRecord<'a>),
    Variations(NotesRecord<'a>),
}

#[derive(Serialize)]
struct NotesRecord<'a> {
    ply: u32,
    a: Option<&'a str>,
    b: Option<&'a str>,
}

impl<'a> GameRecord<'a> {
    fn new(game: &ShownGame<'a>) -> Self {
        let content = game.content;
        Self {
            file: game.file,
            game: game.game,
            line: game.line,
            white: content.known_by.white.as_deref(),
            black: content.known_by.black.as_deref(),
            event: content.known_by.event.as_deref(),
            date: content.known_by.date.as_deref(),
            round: content.known_by.round.as_deref(),
            result: content.results.iter().flatten().next().map(|outcome| outcome.text()),
            plies: content.moves.len(),
        }
    }
}

impl<'a> ChangeRecord<'a> {
    fn new(change: &'a GameChange) -> Self {
        match change {
            GameChange::Tag { name, values: [a, b] } => Self::Tag { name, a: a.as_deref(), b: b.as_deref() },
            GameChange::Moves(change) => {
                let [a, b] = &change.moves;
                let [a_unplayed, b_unplayed] = change.unplayed.each_ref().map(Option::as_deref);
                let (ply, kind, common_end) = (change.ply, change.kind.name(), change.common_end);
                Self::Moves { ply, fen: &change.fen, kind, a, b, a_unplayed, b_unplayed, common_end }
            }
            GameChange::Result { values: [a, b], board } => {
                Self::Result { a: a.as_deref(), b: b.as_deref(), board: *board }
            }
            GameChange::Rest { values: [a, b] } => Self::Rest { a: a.as_deref(), b: b.as_deref() },
            GameChange::Notes { ply, kind, values: [a, b] } => {
                let record = NotesRecord { ply: *ply, a: a.as_deref(), b: b.as_deref() };
                match kind {
                    NoteKind::Comments => Self::Comments(record),
                    NoteKind::Nags => Self::Nags(record),
                    NoteKind::Variations => Self::Variations(record),
                }
            }
        }
    }
}

impl<'a> Record<'a> {
    pub(super) fn new(difference: &ShownDifference<'a>) -> Self {
        let [a, b] = difference.games.each_ref().map(|game| game.as_ref().map(GameRecord::new));
        Self { kind: difference.kind.name(), a, b, changes: difference.changes.iter().map(ChangeRecord::new).collect() }
    }
}

/// A row of CSV: one changed value, or a game that one archive lacks.
pub(super) struct CsvRow;

impl CsvRow {
    pub(super) const COLUMNS: [&'static str; 16] = [
        "kind", "file_a", "game_a", "line_a", "file_b", "game_b", "line_b", "white", "black", "event", "date", "round",
        "what", "ply", "a", "b",
    ];

    pub(super) fn all<'a>(difference: &'a ShownDifference<'_>) -> impl Iterator<Item = [Cow<'a, str>; 16]> {
        let changes = difference.changes.iter().map(Some);
        let none = difference.changes.is_empty().then_some(None);
        changes.chain(none).map(|change| Self::cells(difference, change))
    }

    fn cells<'a>(difference: &'a ShownDifference<'_>, change: Option<&'a GameChange>) -> [Cow<'a, str>; 16] {
        let place = |game: &Option<ShownGame<'a>>| match game {
            Some(game) => [Cow::Borrowed(game.file), game.game.to_string().into(), game.line.to_string().into()],
            None => Default::default(),
        };
        let [a, b] = &difference.games;
        let ([file_a, game_a, line_a], [file_b, game_b, line_b]) = (place(a), place(b));
        let content = a.as_ref().or(b.as_ref()).map(|game| game.content);
        let known = |tag: fn(&KnownBy) -> &Option<String>| {
            Cow::Borrowed(content.and_then(|content| tag(&content.known_by).as_deref()).unwrap_or_default())
        };
        let [what, ply, a, b] = change.map(cells).unwrap_or_default();
        [
            Cow::Borrowed(difference.kind.name()),
            file_a,
            game_a,
            line_a,
            file_b,
            game_b,
            line_b,
            known(|by| &by.white),
            known(|by| &by.black),
            known(|by| &by.event),
            known(|by| &by.date),
            known(|by| &by.round),
            what,
            ply,
            a,
            b,
        ]
    }
}

/// What was changed, after how many plies, and both values.
fn cells(change: &GameChange) -> [Cow<'_, str>; 4] {
    let pair = |values: &'_ [Option<String>; 2]| values.clone().map(|value| Cow::Owned(value.unwrap_or_default()));
    match change {
        GameChange::Tag { name, values } => {
            let [a, b] = pair(values);
            [format!("tag:{name}").into(), "".into(), a, b]
        }
        GameChange::Moves(change) => {
            let side = |at: usize| match &change.unplayed[at] {
                Some(unplayed) => Cow::Owned(format!("{} [{unplayed}]", change.moves[at])),
                None => Cow::Borrowed(change.moves[at].as_str()),
            };
            ["moves".into(), change.ply.to_string().into(), side(0), side(1)]
        }
        GameChange::Result { values, .. } => {
            let [a, b] = pair(values);
            ["result".into(), "".into(), a, b]
        }
        GameChange::Rest { values } => {
            let [a, b] = pair(values);
            ["rest".into(), "".into(), a, b]
        }
        GameChange::Notes { ply, kind, values } => {
            let [a, b] = pair(values);
            [kind.name().into(), ply.to_string().into(), a, b]
        }
    }
}
