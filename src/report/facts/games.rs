//! Games as CSV and JSON Lines, one row per game.
//!
//! The thread that reads a game writes its row into [`GameRows`]; only its number in the file is filled in later.

use std::io::{self, Write};

use crate::game::facts::{FactColumn, Facts, GameFact, ValueWriter, game_row, lacks_lists};

use crate::report::rows::{Csv, Json, RowBuffer, csv_row};

/// The format of rows of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameStyle {
    /// One JSON object per line.
    Jsonl,
    /// Comma-separated values with a header line.
    Csv,
}

/// The fields of a row, and how they are written.
#[derive(Clone, Debug)]
pub struct GameFormat {
    style: GameStyle,
    fields: Vec<FactColumn>,
}

/// Rows of games whose numbers count from the first game of a chunk.
#[derive(Clone, Default, Debug)]
pub struct GameRows {
    rows: RowBuffer,
    /// The numbers for the gaps of the rows.
    numbers: Vec<u64>,
    /// How many games have too many moves for lists.
    pub without_lists: u64,
}

impl GameFormat {
    /// Rows with these fields, or with the default ones if there are none.
    pub fn new(style: GameStyle, fields: &[FactColumn]) -> Self {
        Self { style, fields: FactColumn::or_default_of_games(fields) }
    }

    /// Writes the header before the first row.
    pub fn header(&self, out: &mut impl Write) -> io::Result<()> {
        if self.style == GameStyle::Jsonl {
            return Ok(());
        }
        let mut line = Vec::new();
        csv_row(&mut line, &self.fields, |field, out| out.text(&field.name()));
        out.write_all(&line)
    }

    /// Appends the row of a game, numbered from the first game of the chunk.
    pub fn push(&self, facts: &Facts<'_>, rows: &mut GameRows) {
        let values = game_row(&self.fields, facts);
        let GameRows { rows, numbers, without_lists } = rows;
        *without_lists += u64::from(lacks_lists(&self.fields, facts.game));
        if self.style == GameStyle::Jsonl {
            rows.bytes().extend_from_slice(b"{\"type\":\"game\"");
        }
        for (index, (field, value)) in self.fields.iter().zip(values).enumerate() {
            if index > 0 || self.style == GameStyle::Jsonl {
                rows.bytes().push(b',');
            }
            if self.style == GameStyle::Jsonl {
                Json(rows.bytes()).text(&field.name());
                rows.bytes().push(b':');
            }
            match (field, self.style) {
                (FactColumn::Game(GameFact::Game), _) => {
                    rows.push_game_number();
                    numbers.push(facts.number);
                }
                (_, GameStyle::Jsonl) => Json(rows.bytes()).value(value.as_ref()),
                (_, GameStyle::Csv) => Csv(rows.bytes()).value(value.as_ref()),
            }
        }
        rows.bytes().extend_from_slice(if self.style == GameStyle::Jsonl { b"}\n" } else { b"\n" });
    }
}

impl GameRows {
    /// Writes the rows; `before` is the number of games before the chunk.
    pub fn write(&self, before: u64, out: &mut impl Write) -> io::Result<()> {
        self.rows.fill(|gap| before + self.numbers[gap], out)
    }
}
