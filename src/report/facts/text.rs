//! The text formats of plies: a table for people, and bare values.

use std::fmt;

use unicode_width::UnicodeWidthStr;

use crate::game::facts::{FactColumn, FactValue, PlyFact, ValueWriter};
use crate::game::record::plies::Ply;
use crate::report::Visible;
use crate::report::rows::{RowBuffer, append};

use super::plies::Row;

/// A value for people. If `SAFE`, control characters are replaced by their Unicode pictures; otherwise text is written exactly
/// as it was read.
struct Bare<'a, const SAFE: bool>(&'a mut Vec<u8>);

impl<const SAFE: bool> ValueWriter for Bare<'_, SAFE> {
    fn missing(&mut self) {
        self.0.push(b'-');
    }

    fn text(&mut self, value: &str) {
        if SAFE {
            append(self.0, Visible(value));
        } else {
            self.0.extend_from_slice(value.as_bytes());
        }
    }

    fn word(&mut self, value: impl fmt::Display) {
        append(self.0, value);
    }

    fn bare(&mut self, value: &[u8]) {
        self.0.extend_from_slice(value);
    }

    /// NAGs, the only list of a ply.
    fn list(&mut self, values: &[Option<FactValue<'_>>]) {
        let values: Vec<String> = values.iter().flatten().map(|value| format!("${}", value.text())).collect();
        self.some((!values.is_empty()).then(|| values.join(" ")), Self::word);
    }
}

/// Writes the values of the fields, separated by tabs.
pub(super) fn values(line: &Row<'_, '_>, fields: &[FactColumn], rows: &mut RowBuffer) {
    for (index, field) in fields.iter().enumerate() {
        if index > 0 {
            rows.bytes().push(b'\t');
        }
        line.write(field, rows, Bare::<false>);
    }
}

/// Writes the line that names the game.
pub(super) fn heading(ply: &Ply<'_>, file: &[u8], rows: &mut RowBuffer) {
    rows.bytes().extend_from_slice(file);
    append(rows.bytes(), ": game ");
    rows.push_game_number();
    let tag = |name: &str| ply.tag(name).filter(|value| !matches!(value.as_ref(), "?" | "????.??.??" | ""));
    if let (Some(white), Some(black)) = (tag("White"), tag("Black")) {
        append(rows.bytes(), format_args!(": {} – {}", Visible(&white), Visible(&black)));
    }
    for name in ["Event", "Date", "Result"] {
        if let Some(value) = tag(name) {
            append(rows.bytes(), format_args!(", {}", Visible(&value)));
        }
    }
    rows.bytes().push(b'\n');
}

/// Writes the names of the columns.
pub(super) fn columns(fields: &[FactColumn], rows: &mut RowBuffer) {
    let columns = || fields.iter().filter(|field| is_column(field));
    for (index, field) in columns().enumerate() {
        let is_last = index + 1 == columns().count();
        let name = heading_of(field);
        append(rows.bytes(), format_args!("  {name}"));
        if !is_last {
            rows.bytes().extend(std::iter::repeat_n(b' ', width(field).saturating_sub(name.chars().count())));
        }
    }
    rows.bytes().push(b'\n');
}

/// Writes a ply as a line of the table.
pub(super) fn row(line: &Row<'_, '_>, fields: &[FactColumn], rows: &mut RowBuffer) {
    let mut padding = 0;
    for field in fields.iter().filter(|field| is_column(field)) {
        rows.bytes().extend(std::iter::repeat_n(b' ', padding + 2));
        let from = rows.len();
        line.write(field, rows, Bare::<true>);
        let shown = std::str::from_utf8(&rows.bytes()[from..]).map_or(0, UnicodeWidthStr::width);
        padding = width(field).saturating_sub(shown);
    }
    rows.bytes().push(b'\n');
}

/// Whether a field is a column; the file and the game are in the heading instead.
fn is_column(field: &FactColumn) -> bool {
    !matches!(field, FactColumn::Ply(PlyFact::File | PlyFact::Game))
}

/// The name of a field, with its unit where the values do not show it.
fn heading_of(field: &FactColumn) -> String {
    match field {
        FactColumn::Ply(PlyFact::Clk | PlyFact::Spent) => format!("{} (s)", field.name()),
        FactColumn::Ply(PlyFact::Eval) => format!("{} (cp)", field.name()),
        _ => Visible(&field.name()).to_string(),
    }
}

/// The minimum width of a column, which fits most values.
fn width(field: &FactColumn) -> usize {
    let FactColumn::Ply(known) = field else { return field.name().len().max(16) };
    let width = match known {
        PlyFact::San | PlyFact::Clk | PlyFact::Spent => 7,
        PlyFact::Lan => 8,
        PlyFact::Uci | PlyFact::Side | PlyFact::Eval => 5,
        PlyFact::Fen | PlyFact::FenBefore | PlyFact::Epd => 60,
        PlyFact::Judgment | PlyFact::Phase => 10,
        PlyFact::Nodes | PlyFact::Nps => 11,
        PlyFact::Key => 16,
        PlyFact::LineId => 32,
        PlyFact::Material => 33,
        PlyFact::Nags | PlyFact::Comment => 12,
        _ => 3,
    };
    width.max(heading_of(field).len())
}
