//! A table as aligned text: words to the left, numbers to the right.

use std::io::{self, Write};

use anstyle::Style;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::report::{Paint, Visible};
use crate::stats::{CellValue, ColumnUnit, Grid, GridColumn};

use super::number::{count, percent};

/// The maximum width of a cell; longer text is cut.
const WIDEST: usize = 64;

/// The text of a table: its columns and cells.
pub(super) struct Layout {
    /// The headings of the columns.
    pub(super) headings: Vec<String>,
    /// Which columns hold words.
    pub(super) is_word: Vec<bool>,
    /// The cells of each row.
    pub(super) rows: Vec<Vec<String>>,
}

/// Formats a table.
pub(super) fn layout(grid: &Grid) -> Layout {
    let shown: Vec<usize> = (0..grid.columns.len()).filter(|&index| is_shown(grid, index)).collect();
    Layout {
        headings: shown.iter().map(|&index| heading(&grid.columns[index])).collect(),
        is_word: shown.iter().map(|&index| is_word(grid, index)).collect(),
        rows: grid.rows.iter().map(|row| texts(row, &grid.columns, &shown)).collect(),
    }
}

/// Writes the heading, the columns, the rows and the notes.
pub(super) fn write(grid: &Grid, paint: Paint, out: &mut impl Write) -> io::Result<()> {
    let Paint { strong, faint, .. } = paint;
    writeln!(out, "{strong}{}{strong:#}", grid.title)?;
    let Layout { headings, is_word, rows } = layout(grid);
    let widths: Vec<usize> = (0..headings.len())
        .map(|at| rows.iter().map(|row| row[at].width()).chain([headings[at].width()]).max().unwrap_or(0))
        .collect();
    line(&headings, &widths, &is_word, faint, out)?;
    for row in &rows {
        line(row, &widths, &is_word, Style::new(), out)?;
    }
    if grid.rows.is_empty() {
        writeln!(out, "  no rows")?;
    }
    for note in &grid.notes {
        writeln!(out, "  {faint}{}{faint:#}", Visible(note))?;
    }
    Ok(())
}

/// Whether a column is shown. The bounds of a score, and of a shared rank, share one column; a mark after the score
/// means few games.
fn is_shown(grid: &Grid, index: usize) -> bool {
    !matches!(grid.columns[index].name.as_str(), "score_low" | "few" | "exact" | "rank_to")
}

pub(super) fn heading(column: &GridColumn) -> String {
    match column.name.as_str() {
        "score_high" => "95% interval".to_owned(),
        "number" => "move".to_owned(),
        name => Visible(&name.replace('_', " ")).to_string(),
    }
}

/// Whether a column holds words.
fn is_word(grid: &Grid, index: usize) -> bool {
    matches!(grid.columns[index].kind, ColumnUnit::Label | ColumnUnit::Mark)
        && grid.rows.iter().any(|row| matches!(row[index], CellValue::Text(_)))
}

pub(super) fn texts(row: &[CellValue], columns: &[GridColumn], shown: &[usize]) -> Vec<String> {
    let at = |name: &str| columns.iter().position(|column| column.name == name).map(|index| &row[index]);
    let text = |&index: &usize| {
        let (column, value) = (&columns[index], &row[index]);
        match column.name.as_str() {
            "score_high" => match (at("score_low").and_then(CellValue::number), value.number()) {
                (Some(low), Some(high)) => format!("{:.1}–{}", low * 100.0, percent(high)),
                _ => String::new(),
            },
            "score" if at("few") == Some(&CellValue::Flag(true)) && *value != CellValue::Nothing => {
                format!("~{}", cell(value, column.kind))
            }
            "rank" => match at("rank_to") {
                Some(last) if last != value => format!("{}-{}", cell(value, column.kind), cell(last, column.kind)),
                _ => cell(value, column.kind),
            },
            "distinct" if at("exact") == Some(&CellValue::Flag(false)) => format!("~{}", cell(value, column.kind)),
            _ => cell(value, column.kind),
        }
    };
    shown.iter().map(text).collect()
}

/// The text of a value.
pub(super) fn cell(value: &CellValue, kind: ColumnUnit) -> String {
    match (value, kind) {
        (CellValue::Nothing, ColumnUnit::Label) => "–".to_owned(),
        (CellValue::Nothing, _) => String::new(),
        (CellValue::Text(text), _) => shortened(&Visible(text).to_string()),
        (CellValue::Integer(number), ColumnUnit::Count) => count(*number),
        (CellValue::Integer(number), _) => number.to_string(),
        (CellValue::Number(number), ColumnUnit::Share) => percent(*number),
        (CellValue::Number(number), ColumnUnit::Number(digits)) => format!("{number:.*}", usize::from(digits)),
        (CellValue::Number(number), ColumnUnit::Label | ColumnUnit::Count | ColumnUnit::Mark) => number.to_string(),
        (CellValue::Flag(flag), _) => if *flag { "yes" } else { "no" }.to_owned(),
    }
}

/// The beginning of a long text.
fn shortened(text: &str) -> String {
    if text.width() <= WIDEST {
        return text.to_owned();
    }
    let (mut width, mut short) = (0, String::new());
    for c in text.chars() {
        width += c.width().unwrap_or(0);
        if width > WIDEST - 1 {
            break;
        }
        short.push(c);
    }
    short + "…"
}

pub(super) fn line(
    cells: &[String],
    widths: &[usize],
    words: &[bool],
    style: Style,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut text = String::new();
    for ((cell, width), is_word) in cells.iter().zip(widths).zip(words) {
        let padding = " ".repeat(width - cell.width());
        text.push_str("  ");
        if *is_word {
            text.push_str(cell);
            text.push_str(&padding);
        } else {
            text.push_str(&padding);
            text.push_str(cell);
        }
    }
    writeln!(out, "{style}{}{style:#}", text.trim_end())
}
