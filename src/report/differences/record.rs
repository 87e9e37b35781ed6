//! Differences as data.

use serde::Serialize;

use crate::game::difference::{GameChange, KnownBy, NoteKind};
use crate::game::facts::FactValue;
use crate::report::rows::ColumnType::{Integer, Long, Text};
use crate::report::rows::{RecordColumn, RowRecord};

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
    /// The fields of a position, which has nothing of the above.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(tag = "what", rename_all = "snake_case")]
enum ChangeRecord<'a> {
    Tag {
        name: &'a str,
        a: Option<&'a str>,
        b: Option<&'a str>,
    },
    Operation {
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
            position: content.position_line.as_deref(),
        }
    }
}

impl<'a> ChangeRecord<'a> {
    fn new(change: &'a GameChange) -> Self {
        match change {
            GameChange::Tag { name, values: [a, b] } => Self::Tag { name, a: a.as_deref(), b: b.as_deref() },
            GameChange::Operation { opcode, values: [a, b] } => {
                Self::Operation { name: opcode, a: a.as_deref(), b: b.as_deref() }
            }
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

/// A row: one changed value, or a game that one archive lacks.
pub(super) struct ChangeRow<'a>(&'a ShownDifference<'a>, Option<&'a GameChange>);

impl<'a> ChangeRow<'a> {
    pub(super) fn all(difference: &'a ShownDifference<'a>) -> impl Iterator<Item = Self> {
        let none = difference.changes.is_empty().then_some(None);
        difference.changes.iter().map(Some).chain(none).map(move |change| Self(difference, change))
    }

    fn game(&self, at: usize) -> Option<&ShownGame<'a>> {
        self.0.games[at].as_ref()
    }

    fn known(&self, tag: fn(&KnownBy) -> &Option<String>) -> Option<FactValue<'_>> {
        let game = self.game(0).or(self.game(1))?;
        tag(&game.content.known_by).as_deref().map(Into::into)
    }

    fn what(&self) -> Option<FactValue<'_>> {
        Some(match self.1? {
            GameChange::Tag { name, .. } => format!("tag:{name}").into(),
            GameChange::Operation { opcode, .. } => format!("op:{opcode}").into(),
            GameChange::Moves(_) => "moves".into(),
            GameChange::Result { .. } => "result".into(),
            GameChange::Rest { .. } => "rest".into(),
            GameChange::Notes { kind, .. } => kind.name().into(),
        })
    }

    fn ply(&self) -> Option<FactValue<'_>> {
        match self.1? {
            GameChange::Moves(change) => Some((change.ply as u64).into()),
            GameChange::Notes { ply, .. } => Some((*ply).into()),
            _ => None,
        }
    }

    fn value(&self, at: usize) -> Option<FactValue<'_>> {
        match self.1? {
            GameChange::Moves(change) => Some(match &change.unplayed[at] {
                Some(unplayed) => format!("{} [{unplayed}]", change.moves[at]).into(),
                None => change.moves[at].as_str().into(),
            }),
            GameChange::Tag { values, .. }
            | GameChange::Operation { values, .. }
            | GameChange::Result { values, .. }
            | GameChange::Rest { values }
            | GameChange::Notes { values, .. } => values[at].as_deref().map(Into::into),
        }
    }
}

impl RowRecord for ChangeRow<'_> {
    const TABLE: &'static str = "differences";

    fn columns() -> impl Iterator<Item = RecordColumn<Self>> {
        let columns: [RecordColumn<Self>; 17] = [
            RecordColumn("kind", Text, |row| Some(row.0.kind.name().into())),
            RecordColumn("file_a", Text, |row| Some(row.game(0)?.file.into())),
            RecordColumn("game_a", Long, |row| Some(row.game(0)?.game.into())),
            RecordColumn("line_a", Long, |row| Some(row.game(0)?.line.into())),
            RecordColumn("file_b", Text, |row| Some(row.game(1)?.file.into())),
            RecordColumn("game_b", Long, |row| Some(row.game(1)?.game.into())),
            RecordColumn("line_b", Long, |row| Some(row.game(1)?.line.into())),
            RecordColumn("white", Text, |row| row.known(|by| &by.white)),
            RecordColumn("black", Text, |row| row.known(|by| &by.black)),
            RecordColumn("event", Text, |row| row.known(|by| &by.event)),
            RecordColumn("date", Text, |row| row.known(|by| &by.date)),
            RecordColumn("round", Text, |row| row.known(|by| &by.round)),
            RecordColumn("what", Text, Self::what),
            RecordColumn("ply", Integer, Self::ply),
            RecordColumn("a", Text, |row| row.value(0)),
            RecordColumn("b", Text, |row| row.value(1)),
            RecordColumn("position", Text, |row| {
                let line = row.game(0).or(row.game(1))?.content.position_line.as_ref()?;
                Some(line.as_str().into())
            }),
        ];
        columns.into_iter()
    }
}
