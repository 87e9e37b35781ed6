//! The report of an opening tree: each move below the one before it, indented by plies. Rows are written one by one,
//! because there may be many.

use std::convert::Infallible;
use std::io::{self, Write};

use anstyle::Style;
use unicode_width::UnicodeWidthStr;

use crate::chess::moves::PlyCount;
use crate::report::Paint;
use crate::report::rows::{RowWriter, TableFormat};
use crate::report::terminal::numbers::digits;
use crate::stats::GridColumn;
use crate::stats::tree::{TreeRow, TreeWalk};

use super::data::{columns, row_as_json, values};
use super::text::{few, fit, heading, hidden_note, line, texts, write_notes};

/// The name of the table in data.
pub(super) const NAME: &str = "tree";

/// The columns of the text format after the move itself, and whether they hold words.
const SHOWN: [(&str, bool); 8] = [
    ("games", false),
    ("share", false),
    ("score", false),
    ("score_high", false),
    ("mean_elo", false),
    ("eco", true),
    ("opening", true),
    ("transposes_to", true),
];

/// Up to this depth in plies, each ply is indented by two spaces; a deeper tree uses one.
const FEW_LEVELS: u32 = 16;

/// Writes one object per row.
pub(super) fn jsonl(walk: &TreeWalk<'_>, out: &mut impl Write) -> io::Result<()> {
    let columns = TreeRow::columns();
    walk.each(|row| row_as_json(NAME, &columns, &row.values(), out))
}

/// Writes the rows in a format of tables.
pub(super) fn table(walk: &TreeWalk<'_>, format: TableFormat, out: &mut (impl Write + Send)) -> io::Result<()> {
    let columns = columns(&TreeRow::columns());
    let mut rows = RowWriter::begin(format, NAME, &columns, out)?;
    walk.each(|row| rows.row(values(&row.values(), &columns)))?;
    rows.end()
}

pub(super) fn text(walk: &TreeWalk<'_>, paint: Paint, out: &mut impl Write) -> io::Result<()> {
    let Paint { strong, faint, .. } = paint;
    let (games, depth) = (walk.tree().games(), walk.tree().depth());
    let words = if games == 1 { "game" } else { "games" };
    writeln!(out, "{strong}Tree of {} {words}, {} deep{strong:#}", digits(games), PlyCount(depth.into()))?;
    let mut layout = TreeLayout::new(walk);
    let hidden = paint.columns.map(|limit| fit(&mut layout.widths, &layout.is_text, &layout.headings, limit));
    let hidden = hidden.and_then(|hidden| hidden_note(&hidden));
    line(&layout.headings, &layout.widths, &layout.is_text, faint, out)?;
    walk.each(|row| line(&layout.cells(row), &layout.widths, &layout.is_text, Style::new(), out))?;
    if walk.is_empty() {
        writeln!(out, "  no rows")?;
    }
    let notes: Vec<String> = walk.notes().into_iter().chain(layout.has_few.then(few)).chain(hidden).collect();
    write_notes(&notes, paint, out)
}

/// The columns and their widths.
struct TreeLayout {
    columns: Vec<GridColumn>,
    /// The indexes of the columns after the move.
    shown: Vec<usize>,
    headings: Vec<String>,
    is_text: Vec<bool>,
    widths: Vec<usize>,
    /// The indentation per ply.
    step: usize,
    /// Whether a score is from few results.
    has_few: bool,
}

impl TreeLayout {
    fn new(walk: &TreeWalk<'_>) -> Self {
        let columns = TreeRow::columns();
        let place = |name: &str| columns.iter().position(|column| column.name == name);
        let shown: Vec<usize> = SHOWN.iter().filter_map(|(name, _)| place(name)).collect();
        let mut headings = vec!["move".to_owned()];
        headings.extend(shown.iter().map(|&index| heading(&columns[index])));
        let mut is_text = vec![true];
        is_text.extend(SHOWN.iter().map(|(_, is_text)| *is_text));
        // A column that is empty in all rows keeps the width 0, which hides it.
        let widths = vec![0; headings.len()];
        let step = if walk.tree().depth() > FEW_LEVELS { 1 } else { 2 };
        let mut layout = Self { columns, shown, headings, is_text, widths, step, has_few: false };
        let widen = |row: &TreeRow<'_>| {
            let cells = layout.cells(row);
            layout.has_few |= cells.iter().any(|cell| cell.starts_with('~'));
            layout.widths.iter_mut().zip(cells).for_each(|(width, cell)| *width = cell.width().max(*width));
            Ok::<(), Infallible>(())
        };
        let Ok(()) = walk.each(widen);
        for (width, heading) in layout.widths.iter_mut().zip(&layout.headings) {
            if *width > 0 || walk.is_empty() {
                *width = heading.width().max(*width);
            }
        }
        layout
    }

    fn cells(&self, row: &TreeRow<'_>) -> Vec<String> {
        let before = " ".repeat(self.step * (row.depth as usize - 1));
        let mut cells = vec![format!("{before}{}", row.numbered())];
        cells.extend(texts(&row.values(), &self.columns, &self.shown));
        cells
    }
}
