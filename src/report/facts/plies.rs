//! The rows of `adoube replay`, one per ply.
//!
//! ```text
//! Ply --PlyFact::write--> bytes with gaps --RowBuffer---> any io::Write
//!     '-----------------> Batch -----------ColumnFile--> Parquet, in any io::Write
//! ```

use std::io::{self, Write};

use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::Color;
use crate::chess::san;
use crate::chess::square::Square;
use crate::game::facts::{FactColumn, Facts, LocalizedSan, PieceLetters, PlyFact, PlyStyle, ValueWriter, ply_options};
use crate::game::record::plies::{Ply, PlyOptions, PlyView};
use crate::game::record::steps::Step;
use crate::report::diagram::{Diagram, board};

use crate::report::Visible;
use crate::report::diagram::BoardStyle;
use crate::report::rows::{Csv, Json, RowBuffer, csv_row};

use super::epd::{self, EpdOperation};
use super::text;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlyFormat {
    pub shape: RowStyle,
    fields: Vec<FactColumn>,
    /// The operations of lines of EPD, where they are chosen.
    operations: Vec<EpdOperation>,
    /// The JSON text before each value.
    keys: Vec<Vec<u8>>,
    /// How the values are written.
    style: PlyStyle<'static>,
    /// The width of the terminal that tables fit.
    columns: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowStyle {
    /// One JSON object per line.
    Jsonl,
    /// Comma-separated values.
    Csv,
    /// A table for people, below a line that names the game.
    Table,
    /// Bare values, one ply per line.
    Lines,
    /// Bare values, all plies of a game on one line.
    Words,
    /// Lines of EPD with chosen operations.
    Epd,
    /// Boards, below a line that names the game.
    Boards(BoardStyle),
}

impl PlyFormat {
    pub fn new(shape: RowStyle, fields: Vec<FactColumn>, style: PlyStyle<'static>) -> Self {
        let opening = |index| if index == 0 { "{\"type\":\"ply\"," } else { "," };
        let keys = fields.iter().enumerate().map(|(index, field)| {
            let mut key = opening(index).as_bytes().to_vec();
            Json(&mut key).text(&field.name());
            key.push(b':');
            key
        });
        Self { shape, keys: keys.collect(), fields, operations: Vec::new(), style, columns: None }
    }

    /// Lines of EPD with these operations.
    pub fn epd(operations: Vec<EpdOperation>, style: PlyStyle<'static>) -> Self {
        Self { operations, ..Self::new(RowStyle::Epd, Vec::new(), style) }
    }

    /// The same format, with tables that fit a terminal of this width.
    #[must_use]
    pub const fn fitting(mut self, columns: Option<usize>) -> Self {
        self.columns = columns;
        self
    }

    /// The data that must be computed for the fields.
    pub fn options(&self) -> PlyOptions {
        let of_operations = self.operations.iter().map(EpdOperation::ply_options);
        of_operations.fold(ply_options(&self.fields), PlyOptions::or)
    }

    /// Whether rows have data of the next ply.
    pub fn needs_next(&self) -> bool {
        self.operations.iter().any(EpdOperation::needs_next)
    }

    /// Writes the header before the first row.
    pub fn header(&self, out: &mut impl Write) -> io::Result<()> {
        if self.shape != RowStyle::Csv {
            return Ok(());
        }
        let mut line = Vec::new();
        csv_row(&mut line, &self.fields, |field, out| out.text(&field.name()));
        out.write_all(&line)
    }

    /// The name of a file, encoded for the rows.
    pub fn file(&self, name: &str) -> Vec<u8> {
        let mut spelt = Vec::new();
        match self.shape {
            RowStyle::Jsonl => Json(&mut spelt).text(name),
            RowStyle::Csv => Csv(&mut spelt).text(name),
            RowStyle::Epd => spelt.extend_from_slice(Visible(name).to_string().replace('"', "'").as_bytes()),
            RowStyle::Table | RowStyle::Lines | RowStyle::Words | RowStyle::Boards(_) => {
                spelt.extend_from_slice(Visible(name).to_string().as_bytes());
            }
        }
        spelt
    }

    /// Writes the text before the rows of a game; `ply` is the first one.
    pub fn begin_game(&self, ply: &Ply<'_>, file: &[u8], rows: &mut RowBuffer) {
        if matches!(self.shape, RowStyle::Table | RowStyle::Boards(_)) {
            text::heading(ply, file, rows);
        }
        if self.shape == RowStyle::Table {
            rows.cut_to(self.columns);
            text::columns(&self.fields, rows);
        }
    }

    /// Writes the separator between two plies of a game.
    pub fn between(&self, rows: &mut RowBuffer) {
        if self.shape == RowStyle::Words {
            rows.bytes().push(b' ');
        }
    }

    /// Writes a ply of the game, or of the line of a position, that `about` describes, in this file.
    pub fn ply(&self, view: PlyView<'_, '_>, about: &Facts<'_>, file: &[u8], rows: &mut RowBuffer) {
        let ply = view.ply;
        let row = Row { ply, about, file, style: self.style.of_line(about.line) };
        match self.shape {
            RowStyle::Jsonl => self.json(&row, rows),
            RowStyle::Csv => self.csv(&row, rows),
            RowStyle::Table => text::row(&row, &self.fields, rows),
            RowStyle::Boards(style) => write_board(ply, self.style.letters, style, rows),
            RowStyle::Epd => epd::write(&row, view, &self.operations, rows),
            RowStyle::Lines => {
                text::values(&row, &self.fields, rows);
                rows.bytes().push(b'\n');
            }
            RowStyle::Words => text::values(&row, &self.fields, rows),
        }
    }

    /// Writes the text after the rows of a game, if it has any. The moves of a game without moves are an empty line.
    pub fn end_game(&self, has_rows: bool, rows: &mut RowBuffer) {
        if self.shape == RowStyle::Words || (self.shape == RowStyle::Table && has_rows) {
            rows.bytes().push(b'\n');
        }
    }

    fn json(&self, row: &Row<'_, '_>, rows: &mut RowBuffer) {
        for (field, key) in self.fields.iter().zip(&self.keys) {
            rows.bytes().extend_from_slice(key);
            row.write(field, rows, Json);
        }
        rows.bytes().extend_from_slice(b"}\n");
    }

    fn csv(&self, row: &Row<'_, '_>, rows: &mut RowBuffer) {
        for (index, field) in self.fields.iter().enumerate() {
            if index > 0 {
                rows.bytes().push(b',');
            }
            row.write(field, rows, Csv);
        }
        rows.bytes().push(b'\n');
    }
}

/// A ply and its game, and how the values are written.
#[derive(Clone, Copy)]
pub(super) struct Row<'a, 'g> {
    pub(super) ply: &'a Ply<'a>,
    about: &'a Facts<'g>,
    /// The name of the file, encoded for the format.
    pub(super) file: &'a [u8],
    pub(super) style: PlyStyle<'a>,
}

impl Row<'_, '_> {
    pub(super) fn write<'r, W: ValueWriter>(
        &self,
        field: &FactColumn,
        rows: &'r mut RowBuffer,
        writer: impl FnOnce(&'r mut Vec<u8>) -> W,
    ) {
        match field {
            FactColumn::Ply(PlyFact::File) => rows.bytes().extend_from_slice(self.file),
            FactColumn::Ply(PlyFact::Game) => rows.push_game_number(),
            FactColumn::Ply(fact) => fact.write(self.ply, self.style, &mut writer(rows.bytes())),
            FactColumn::Game(_) | FactColumn::Tag(_) | FactColumn::Operation(_) => {
                writer(rows.bytes()).value(field.value(self.about).as_ref());
            }
        }
    }
}

// The diagram of a ply.

/// The diagram of the position with the last move, the check and the shapes of its comments; the caption is the move.
pub fn diagram(ply: &Ply<'_>, letters: PieceLetters) -> Diagram {
    let mut diagram = Diagram::of_position(ply.position());
    diagram.last_move = ply.step.as_ref().and_then(squares);
    diagram.caption = ply.step.as_ref().map(|step| caption(step, letters));
    for comment in ply.comments() {
        diagram.shapes.add_comment(comment);
    }
    diagram
}

/// `23... Nxe5+`.
fn caption(step: &Step, letters: PieceLetters) -> String {
    let dots = match step.before.turn() {
        Color::White => ".",
        Color::Black => "...",
    };
    let number = step.before.fullmove_number();
    if step.mv == Move::NULL {
        return format!("{number}{dots} --");
    }
    let san = san::write_between(&step.before, step.mv, &step.after);
    format!("{number}{dots} {}", LocalizedSan(san.as_str(), letters))
}

/// The origin and destination of a move; for castling, those of the king. A null move has none.
fn squares(step: &Step) -> Option<[Square; 2]> {
    let Step { mv, before, after, .. } = step;
    match mv.kind() {
        _ if *mv == Move::NULL => None,
        MoveKind::Castle => Some([mv.from(), after.king(before.turn())]),
        _ => Some([mv.from(), mv.to()]),
    }
}

/// Writes a ply as a board, followed by a blank line.
fn write_board(ply: &Ply<'_>, letters: PieceLetters, style: BoardStyle, rows: &mut RowBuffer) {
    let text = board(&diagram(ply, letters), style);
    rows.bytes().extend_from_slice(text.as_bytes());
    rows.bytes().push(b'\n');
}
