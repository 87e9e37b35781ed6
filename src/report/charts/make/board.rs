//! The heat maps of the squares that pieces and pawns move to.

use super::View;
use crate::chess::square::Square;
use crate::report::charts::chart::{Board, Body, Chart};
use crate::report::charts::words::{counted, sum};
use crate::stats::CellValue;

/// The moves and captures of each side, if there are any.
pub(super) fn boards(view: &View) -> Vec<Chart> {
    let mut charts = Vec::new();
    for (color, side) in [("white", "White"), ("black", "Black")] {
        for (column, title, unit) in
            [("moves", "where {}'s pieces move", "moves"), ("captures", "where {} captures", "captures")]
        {
            let counts = counts(view, color, column);
            let whole = sum(counts.iter().copied());
            if whole > 0 {
                let title = format!("{}: {}", first_words(&view.title), title.replace("{}", side));
                let unit = format!("% of {} by {side}", counted(whole, unit));
                charts.push(Chart::new(title, Body::Board(Board { unit, counts })));
            }
        }
    }
    charts
}

/// `Squares`, and the part of the table.
fn first_words(title: &str) -> String {
    title.replacen("Target squares of moves", "Squares", 1)
}

/// How often pieces and pawns of this side moved to each square.
fn counts(view: &View, color: &str, column: &str) -> Vec<u64> {
    let mut counts = vec![0_u64; 64];
    let at = |row: &[CellValue], name: &str| match view.grid.column(name).and_then(|index| row.get(index)) {
        Some(CellValue::Text(text)) => Some(text.clone()),
        _ => None,
    };
    for row in view.rows.iter().filter(|row| at(row, "color").as_deref() == Some(color)) {
        let square = at(row, "square").and_then(|name| Square::from_ascii(name.as_bytes()));
        if let (Some(square), Some(count)) = (square, view.counted(row, column)) {
            let sum = &mut counts[square.index()];
            *sum = sum.saturating_add(count);
        }
    }
    counts
}
