//! The columns of tables with one row per game or per ply, and how facts fill them.

use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::Arc;

use serde::Serialize;

use super::list::FactRecord;
use crate::game::facts::{
    FactColumn, FactInfo, FactSubject, FactType, FactValue, Facts, GameFact, PlyFact, PlyStyle, ValueWriter, game_row,
    lacks_lists, ply_options,
};
use crate::game::record::plies::{Ply, PlyOptions};
use crate::game::replay::Game;

use crate::report::rows::{Batch, Column, ColumnError, ColumnFile, ColumnFileOptions, ColumnType, Row};

/// The description of a table in the metadata of its file.
#[derive(Serialize)]
struct Description {
    version: &'static str,
    row: &'static str,
    columns: Vec<FactRecord>,
}

/// The columns of a row, and the facts that fill them.
#[derive(Clone, Debug)]
pub struct RowLayout {
    /// The subject of a row: a game or a ply.
    row: FactSubject,
    /// Whether every row of a ply has a move: the position before the first move has no row.
    has_moves: bool,
    fields: Vec<FactColumn>,
    columns: Arc<[Column]>,
}

impl RowLayout {
    /// One row per game with these fields, or with the default facts about games if there are none.
    pub fn for_games(fields: &[FactColumn]) -> Self {
        Self::new(FactSubject::Game, false, FactColumn::or_default_of_games(fields))
    }

    /// One row per move with these fields, or with the default facts about plies if there are none.
    pub fn for_plies(fields: &[FactColumn]) -> Self {
        Self::new(FactSubject::Ply, true, FactColumn::or_default_of_plies(fields))
    }

    /// One row per position with these fields, whether a move led to it or not.
    pub fn for_positions(fields: &[FactColumn]) -> Self {
        Self::new(FactSubject::Ply, false, fields.to_vec())
    }

    /// The same row without these columns.
    #[must_use]
    pub fn without(&self, columns: &[FactColumn]) -> Self {
        Self::new(
            self.row,
            self.has_moves,
            self.fields.iter().filter(|field| !columns.contains(field)).cloned().collect(),
        )
    }

    fn new(row: FactSubject, has_moves: bool, fields: Vec<FactColumn>) -> Self {
        let columns = fields.iter().map(|field| column(field, row, has_moves)).collect();
        Self { row, has_moves, fields, columns }
    }

    /// The subject of a row: a game or a ply.
    pub const fn row(&self) -> FactSubject {
        self.row
    }

    /// Whether rows of plies repeat text of their game, which may be long.
    pub fn repeats_text(&self) -> bool {
        let is_repeated = |(field, column): (&FactColumn, &Column)| {
            column.kind == ColumnType::Text && matches!(field, FactColumn::Game(_) | FactColumn::Tag(_))
        };
        self.row == FactSubject::Ply && self.fields.iter().zip(&*self.columns).any(is_repeated)
    }

    pub fn columns(&self) -> &Arc<[Column]> {
        &self.columns
    }

    /// The names of the columns in which nearly every row has a value of its own, so that a dictionary of the values is of
    /// no use.
    fn distinct_columns(&self) -> impl Iterator<Item = &str> {
        let is_distinct = |field: &FactColumn| {
            use {GameFact as G, PlyFact as P};
            match field {
                FactColumn::Ply(fact) => matches!(fact, P::Fen | P::FenBefore | P::Epd | P::Key | P::LineId),
                FactColumn::Game(fact) => {
                    matches!(fact, G::FinalFen | G::SanMoves | G::UciMoves | G::PlayId | G::MeetId)
                        && self.row == FactSubject::Game
                }
                FactColumn::Tag(_) | FactColumn::Operation(_) => false,
            }
        };
        let columns = self.fields.iter().zip(&*self.columns);
        columns.filter(move |(field, _)| is_distinct(field)).map(|(_, column)| &*column.name)
    }

    /// Begins a Parquet file of such rows.
    pub fn file<W: Write + Send>(&self, out: W, options: ColumnFileOptions) -> Result<ColumnFile<W>, ColumnError> {
        let description = self.description().map_err(io::Error::from)?;
        ColumnFile::described(out, self.row.name(), self.batch(), description, self.distinct_columns(), options)
    }

    /// An empty batch with these columns.
    pub fn batch(&self) -> Batch {
        Batch::new(Arc::clone(&self.columns))
    }

    /// A JSON object that describes the table: the version of adoube, the subject of a row, and each column.
    fn description(&self) -> Result<String, serde_json::Error> {
        let record = |field: &FactColumn| match field {
            FactColumn::Ply(fact) => FactRecord::from(fact.info()),
            FactColumn::Game(fact) => FactRecord::from(fact.info()),
            FactColumn::Tag(tag) => FactRecord::of_tag(field.name(), tag),
            FactColumn::Operation(opcode) => FactRecord::of_operation(field.name(), opcode),
        };
        let columns = self.fields.iter().map(record).collect();
        serde_json::to_string(&Description { version: env!("CARGO_PKG_VERSION"), row: self.row.name(), columns })
    }

    /// The options for reading plies that rows of plies need.
    pub fn ply_options(&self) -> PlyOptions {
        ply_options(&self.fields)
    }

    /// Whether the lists of this game's row are missing.
    pub fn lacks_lists(&self, game: &Game) -> bool {
        self.row == FactSubject::Game && lacks_lists(&self.fields, game)
    }

    /// Appends the row of a game. Game numbers must start at 1, as [`Batch::count_games_from`] expects.
    pub fn push_game(&self, batch: &mut Batch, facts: &Facts<'_>) {
        let values = game_row(&self.fields, facts);
        let mut row = batch.row();
        for (value, column) in values.iter().zip(&*self.columns) {
            put_value(value.as_ref(), column, &mut row);
        }
    }

    /// The values that the rows of a game's plies share.
    pub fn shared_values<'a>(&self, facts: &Facts<'a>) -> SharedValues<'a> {
        let value = |(field, column): (&FactColumn, &Column)| {
            let value = match field {
                FactColumn::Ply(PlyFact::File) => GameFact::File.value(facts, None),
                FactColumn::Ply(PlyFact::Game) => GameFact::Game.value(facts, None),
                FactColumn::Ply(_) => None,
                field => field.value(facts),
            };
            match (column.kind, value) {
                (ColumnType::Text, Some(FactValue::Text(text))) => Some(FactValue::Text(text)),
                (ColumnType::Text, Some(value)) => Some(FactValue::Text(value.text().into_owned().into())),
                (_, value) => value,
            }
        };
        SharedValues(self.fields.iter().zip(&*self.columns).map(value).collect())
    }

    /// Appends the row of a ply, of a game with these values.
    pub fn push_ply(&self, batch: &mut Batch, shared: &SharedValues<'_>, ply: &Ply<'_>, style: PlyStyle<'_>) {
        if self.has_moves && ply.step.is_none() {
            return;
        }
        let mut row = batch.row();
        for ((field, column), value) in self.fields.iter().zip(&*self.columns).zip(&shared.0) {
            match field {
                FactColumn::Ply(fact) if !matches!(fact, PlyFact::File | PlyFact::Game) => {
                    fact.write(ply, style, &mut row);
                }
                _ => put_value(value.as_ref(), column, &mut row),
            }
        }
    }
}

/// The values that the rows of a game's plies share: for each column the fact about the game, if it is one.
#[derive(Debug)]
pub struct SharedValues<'a>(Vec<Option<FactValue<'a>>>);

fn column(field: &FactColumn, row: FactSubject, has_moves: bool) -> Column {
    let info = match field {
        FactColumn::Ply(fact) => fact.info(),
        FactColumn::Game(fact) => fact.info(),
        FactColumn::Tag(_) | FactColumn::Operation(_) => {
            return Column {
                name: Cow::Owned(field.name()),
                kind: ColumnType::Text,
                is_list: false,
                is_required: false,
            };
        }
    };
    let FactInfo { name, kind, is_always, .. } = info;
    let is_always = *is_always || has_moves && matches!(*name, "ply" | "number" | "side" | "san" | "lan" | "uci");
    let (kind, is_required) = match (*name, kind) {
        ("game", _) => (ColumnType::Long, true),
        ("nodes" | "nps" | "tbhits", _) => (ColumnType::Long, false),
        (_, FactType::List) => (ColumnType::Integer, false),
        (_, FactType::Text | FactType::Word) => (ColumnType::Text, is_always),
        (_, FactType::Integer) => (ColumnType::Integer, is_always),
        (_, FactType::Real) => (ColumnType::Real, is_always),
        (_, FactType::Flag) => (ColumnType::Flag, is_always),
        (_, FactType::Date) => (ColumnType::Date, is_always),
        (_, FactType::Timestamp) => (ColumnType::Timestamp, is_always),
    };
    let is_list = row == FactSubject::Game && matches!(field, FactColumn::Ply(_)) || info.kind == FactType::List;
    Column { name: Cow::Borrowed(name), kind, is_list, is_required: is_required && !is_list }
}

/// Fills a column with the value of a fact about a game or of a tag.
fn put_value(value: Option<&FactValue<'_>>, column: &Column, row: &mut Row<'_>) {
    match value {
        Some(value) if column.kind == ColumnType::Text && !column.is_list => row.text(&value.text()),
        // The number of a game that is read alone.
        None if column.is_required && column.kind == ColumnType::Long => row.integer(0),
        value => row.value(value),
    }
}
