//! The lines below a text table that explain its signs and abbreviations.

use crate::stats::standings::tiebreak::TieBreak;
use crate::stats::{CellValue, ColumnUnit, Grid, SMALL_SAMPLE};

/// One line for each sign and each abbreviation that the table uses, except in columns with a hidden heading.
pub(super) fn legend(grid: &Grid, hidden: &[String]) -> Vec<String> {
    let mut lines = Vec::new();
    lines.extend(has(grid, "few", &CellValue::Flag(true)).then(few));
    lines.extend(has(grid, "exact", &CellValue::Flag(false)).then(|| "~ before a count: an estimate".to_owned()));
    match grid.name {
        "standings" => lines.extend(standings(grid, hidden)),
        "crosstable" if shows(grid, &['+', '=', '-', '*']) => {
            lines.push("+, =, -: won, drawn, or lost without a game; *: no result".to_owned());
        }
        "players" => lines.push("share: of all players' games, two for each game".to_owned()),
        "rounds" => lines.push("5w1: a win (1) with White (w) against number 5; bye1: a bye with a point".to_owned()),
        _ => {}
    }
    lines
}

/// The explanation of `~` before a score.
pub(super) fn few() -> String {
    format!("~ before a score: fewer than {SMALL_SAMPLE} results")
}

fn has(grid: &Grid, column: &str, value: &CellValue) -> bool {
    grid.column(column).is_some_and(|index| grid.rows.iter().any(|row| row[index] == *value))
}

/// Whether a result in the table has one of these signs.
fn shows(grid: &Grid, signs: &[char]) -> bool {
    let results = |row: &Vec<CellValue>| {
        let is_result = |(cell, kind): (&CellValue, ColumnUnit)| {
            kind == ColumnUnit::Mark && matches!(cell, CellValue::Text(text) if text.contains(signs))
        };
        row.iter().zip(grid.columns.iter().map(|column| column.kind)).any(is_result)
    };
    grid.rows.iter().any(results)
}

/// The tie-breaks, then the columns about ratings.
fn standings(grid: &Grid, hidden: &[String]) -> Vec<String> {
    let meaning = |name: &str| match name {
        "average" => Some("mean rating of the opponents"),
        "expected" => Some("points expected from the ratings"),
        _ => TieBreak::of_column(name).map(TieBreak::meaning),
    };
    let named = grid.columns.iter().filter_map(|column| Some((column.name.replace('_', " "), meaning(&column.name)?)));
    let parts: Vec<String> =
        named.filter(|(name, _)| !hidden.contains(name)).map(|(name, meaning)| format!("{name}: {meaning}")).collect();
    if parts.is_empty() { Vec::new() } else { vec![parts.join("; ")] }
}
