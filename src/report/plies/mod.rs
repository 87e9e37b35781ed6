//! Plies as rows: `adoube replay`.
//!
//! ```text
//! Ply --record--> value --spelling--> bytes with gaps --Rows--> any io::Write
//! ```

mod diagram;
mod field;
mod record;
mod rows;
mod spelling;
mod text;

use std::io::{self, Write};

pub use diagram::{BoardStyle, diagram};
pub use field::{Field, Known, UnknownField, asked};
pub use record::Letters;
pub use rows::{Filling, Rows};

use crate::chess::uci::UciMode;
use crate::game::plies::Ply;

use record::Facts;
use spelling::{Csv, Json, csv_field, json_string};

/// How plies are written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlyFormat {
    /// How rows are spelt.
    pub shape: Shape,
    /// What stands in a row.
    pub fields: Vec<Field>,
    /// The letters of the men.
    pub letters: Letters,
    /// Whether castling is written as in Chess960 wherever it is played.
    pub chess960: bool,
}

/// How rows are spelt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// One JSON object a line.
    Jsonl,
    /// Comma-separated values.
    Csv,
    /// For people: a table below a line that names the game.
    Table,
    /// The values alone, one ply a line.
    Lines,
    /// The values alone, the plies of a game on one line.
    Words,
    /// Boards, below a line that names the game.
    Boards(BoardStyle),
}

impl PlyFormat {
    /// What stands before the first row.
    pub fn header(&self, out: &mut impl Write) -> io::Result<()> {
        if self.shape != Shape::Csv {
            return Ok(());
        }
        let mut line = Vec::new();
        for (index, field) in self.fields.iter().enumerate() {
            if index > 0 {
                line.push(b',');
            }
            csv_field(&mut line, &field.name());
        }
        line.push(b'\n');
        out.write_all(&line)
    }

    /// Writes what stands before the rows of a game, the first of which is this.
    pub fn begin_game(&self, ply: &Ply<'_>, rows: &mut Rows) {
        if matches!(self.shape, Shape::Table | Shape::Boards(_)) {
            text::heading(ply, rows);
        }
        if self.shape == Shape::Table {
            text::columns(&self.fields, rows);
        }
    }

    /// Writes a ply. `operations` are those of the line of EPD that it was read from, if it was.
    pub fn ply(&self, ply: &Ply<'_>, operations: Option<&str>, rows: &mut Rows) {
        let mode = if self.chess960 { UciMode::Chess960 } else { ply.uci_mode() };
        let facts = Facts { ply, mode, letters: self.letters, operations };
        match self.shape {
            Shape::Jsonl => self.json(&facts, rows),
            Shape::Csv => self.csv(&facts, rows),
            Shape::Table => text::row(&facts, &self.fields, rows),
            Shape::Boards(style) => diagram::row(ply, self.letters, &style, rows),
            Shape::Lines => {
                text::values(&facts, &self.fields, rows);
                rows.bytes().push(b'\n');
            }
            Shape::Words => {
                if !rows.is_empty() {
                    rows.bytes().push(b' ');
                }
                text::values(&facts, &self.fields, rows);
            }
        }
    }

    /// Writes what stands behind the rows of a game.
    pub fn end_game(&self, rows: &mut Rows) {
        if matches!(self.shape, Shape::Words | Shape::Table) {
            rows.bytes().push(b'\n');
        }
    }

    fn json(&self, facts: &Facts<'_>, rows: &mut Rows) {
        rows.bytes().extend_from_slice(b"{\"type\":\"ply\"");
        for field in &self.fields {
            match field {
                Field::Known(known) => {
                    rows.bytes().extend_from_slice(b",\"");
                    rows.bytes().extend_from_slice(known.name().as_bytes());
                    rows.bytes().extend_from_slice(b"\":");
                }
                Field::Tag(_) => {
                    rows.bytes().push(b',');
                    json_string(rows.bytes(), &field.name());
                    rows.bytes().push(b':');
                }
            }
            facts.write(field, &Json, rows);
        }
        rows.bytes().extend_from_slice(b"}\n");
    }

    fn csv(&self, facts: &Facts<'_>, rows: &mut Rows) {
        for (index, field) in self.fields.iter().enumerate() {
            if index > 0 {
                rows.bytes().push(b',');
            }
            facts.write(field, &Csv, rows);
        }
        rows.bytes().push(b'\n');
    }

    /// Writes rows with the names that were missing in them.
    pub fn write(&self, rows: &Rows, filling: Filling<'_>, out: &mut impl Write) -> io::Result<()> {
        let mut file = Vec::new();
        match self.shape {
            Shape::Jsonl => json_string(&mut file, filling.file),
            Shape::Csv => csv_field(&mut file, filling.file),
            Shape::Table | Shape::Lines | Shape::Words | Shape::Boards(_) => {
                file.extend_from_slice(super::Visible(filling.file).to_string().as_bytes());
            }
        }
        rows.write(&file, filling.game, out)
    }
}
