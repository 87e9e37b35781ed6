//! A table as text: words are aligned to the left, numbers to the right, with a legend below.
//!
//! A table wider than 80 columns gets headings of two lines. If cutting its longest text column then makes it fit, that
//! column is cut. On a terminal, every table fits: columns are hidden, and text is cut.

use std::io::{self, Write};

use anstyle::Style;
use unicode_width::UnicodeWidthStr;

use crate::report::terminal::wrap::{COLUMNS, shortened, wrapped};
use crate::report::{Paint, Visible};
use crate::stats::standings::tiebreak::TieBreak;
use crate::stats::{CellValue, ColumnUnit, Grid, GridColumn, SMALL_SAMPLE};

use crate::report::terminal::numbers::{count, percent};

use super::data::field;

/// The maximum width of a cell; longer text is cut.
const MAX_CELL_WIDTH: usize = 64;

/// The minimum width of a column that is cut to make the table fit.
const MIN_WIDTH: usize = 24;

/// The text of a table: its columns and cells.
pub(super) struct Layout {
    pub(super) headings: Vec<String>,
    /// Which columns hold text, which is aligned left.
    pub(super) is_text: Vec<bool>,
    pub(super) rows: Vec<Vec<String>>,
}

/// Formats a table.
pub(super) fn layout(grid: &Grid) -> Layout {
    let shown: Vec<usize> = (0..grid.columns.len()).filter(|&index| is_shown(grid, index)).collect();
    let mut rows: Vec<Vec<String>> = grid.rows.iter().map(|row| texts(row, &grid.columns, &shown)).collect();
    if grid.name == "match" {
        omit_repeated_engines(grid, &mut rows);
    }
    Layout {
        headings: shown.iter().map(|&index| heading_in(grid, index)).collect(),
        is_text: shown.iter().map(|&index| is_text(grid, index)).collect(),
        rows,
    }
}

/// Names only the opponent in the rows that follow the row of an engine against all.
fn omit_repeated_engines(grid: &Grid, rows: &mut [Vec<String>]) {
    let mut engine = &CellValue::Missing;
    for (texts, row) in rows.iter_mut().zip(&grid.rows) {
        match &row[1] {
            CellValue::Text(opponent) if row[0] == *engine => texts[0] = format!("  – {}", Visible(opponent)),
            CellValue::Text(_) => {}
            _ => engine = &row[0],
        }
    }
}

/// Writes the title, the columns, the rows, the notes if wanted, and what the signs mean.
pub(super) fn write(grid: &Grid, with_notes: bool, paint: Paint, out: &mut impl Write) -> io::Result<()> {
    let notes = if with_notes { &grid.notes[..] } else { &[] };
    let hidden = write_table(grid, notes, paint, out)?;
    write_notes(&legend(grid, &hidden), paint, out)
}

/// Writes the same with these notes and without the meaning of the signs; returns the headings of hidden columns.
pub(super) fn write_table(
    grid: &Grid,
    notes: &[String],
    paint: Paint,
    out: &mut impl Write,
) -> io::Result<Vec<String>> {
    let Paint { strong, faint, .. } = paint;
    writeln!(out, "{strong}{}{strong:#}", Visible(&grid.title))?;
    let Layout { headings, is_text, mut rows } = layout(grid);
    let mut header = vec![headings.clone()];
    let mut widths = widths(&header, &rows);
    if total(&widths) > paint.columns.unwrap_or(COLUMNS) && header[0].iter().any(|heading| heading.contains(' ')) {
        header = in_two_lines(&header[0]);
        widths = self::widths(&header, &rows);
    }
    let mut hidden = Vec::new();
    if let Some(limit) = paint.columns {
        hidden = fit(&mut widths, &is_text, &headings, limit);
    } else {
        cut_to_fit(&mut rows, &mut widths, &is_text);
    }
    for part in &header {
        line(part, &widths, &is_text, faint, out)?;
    }
    for row in &rows {
        line(row, &widths, &is_text, Style::new(), out)?;
    }
    if grid.rows.is_empty() {
        writeln!(out, "  no rows")?;
    }
    write_notes(notes, paint, out)?;
    write_notes(hidden_note(&hidden).as_slice(), paint, out)?;
    Ok(hidden)
}

/// Writes lines below a table.
pub(super) fn write_notes(notes: &[String], Paint { faint, .. }: Paint, out: &mut impl Write) -> io::Result<()> {
    notes.iter().map(|note| Visible(note).to_string()).try_for_each(|note| {
        let text = wrapped(note.split(' '));
        text.lines().try_for_each(|line| writeln!(out, "  {faint}{}{faint:#}", &line[2..]))
    })
}

fn widths(header: &[Vec<String>], rows: &[Vec<String>]) -> Vec<usize> {
    let column = |at: usize| header.iter().chain(rows).map(|cells| cells[at].width()).max().unwrap_or(0);
    (0..header[0].len()).map(column).collect()
}

/// The width of a line, with two spaces before each column that is not hidden.
fn total(widths: &[usize]) -> usize {
    widths.iter().filter(|&&width| width > 0).map(|width| width + 2).sum()
}

/// The headings, with the last word of each on the second line.
fn in_two_lines(headings: &[String]) -> Vec<Vec<String>> {
    let broken = headings.iter().map(|heading| heading.rsplit_once(' ').unwrap_or(("", heading)));
    let (first, second) = broken.map(|(first, second)| (first.to_owned(), second.to_owned())).unzip();
    vec![first, second]
}

/// Cuts the widest text column if the table then fits a terminal.
fn cut_to_fit(rows: &mut [Vec<String>], widths: &mut [usize], is_text: &[bool]) {
    let excess = total(widths).saturating_sub(COLUMNS);
    let Some(widest) = (0..widths.len()).filter(|&at| is_text[at]).max_by_key(|&at| widths[at]) else { return };
    if excess == 0 || widths[widest] < MIN_WIDTH + excess {
        return;
    }
    widths[widest] -= excess;
    for row in rows {
        row[widest] = shortened(&row[widest], widths[widest]);
    }
}

/// Makes a table fit a terminal of `limit` columns. The width of a hidden column becomes 0: first details about ratings,
/// then columns on the right, the main ones last. Then the widest text is cut. Returns the headings of hidden columns.
pub(super) fn fit(widths: &mut [usize], is_text: &[bool], headings: &[String], limit: usize) -> Vec<String> {
    let is_main = |at: usize| matches!(headings[at].as_str(), "games" | "score" | "points" | "change");
    let is_detail = |at: usize| matches!(headings[at].as_str(), "rated games" | "rated points" | "average");
    let cut = |at: usize, width: usize| if is_text[at] { width.min(MIN_WIDTH) } else { width };
    let mut order: Vec<usize> = (1..widths.len()).rev().collect();
    order.sort_by_key(|&at| (is_main(at) || (is_text[at] && widths[at] > MIN_WIDTH), !is_detail(at)));
    let mut hidden = Vec::new();
    for at in order {
        let least: Vec<usize> = widths.iter().enumerate().map(|(at, &width)| cut(at, width)).collect();
        if total(&least) <= limit {
            break;
        }
        widths[at] = 0;
        hidden.push(at);
    }
    while let excess @ 1.. = total(widths).saturating_sub(limit) {
        let widest = (0..widths.len()).filter(|&at| is_text[at]).max_by_key(|&at| widths[at]);
        let Some(widest) = widest else { break };
        let next = (0..widths.len()).filter(|&at| is_text[at] && at != widest).map(|at| widths[at]).max().unwrap_or(0);
        let cut = excess.min((widths[widest] - next).max(1));
        if widths[widest] <= cut {
            break;
        }
        widths[widest] -= cut;
    }
    hidden.sort_unstable();
    hidden.into_iter().map(|at| headings[at].clone()).collect()
}

pub(super) fn hidden_note(hidden: &[String]) -> Option<String> {
    (!hidden.is_empty())
        .then(|| format!("left out because the terminal is too narrow (see --format csv): {}", hidden.join(", ")))
}

/// Whether a column is shown. The bounds of a score, and of a shared rank, share one column; a mark after the score
/// means few games. Of an engine match, names, results and an error share columns, and notes have the rest.
fn is_shown(grid: &Grid, index: usize) -> bool {
    match grid.columns[index].name.as_str() {
        name if grid.name == "match" => matches!(name, "engine" | "wins" | "score" | "elo" | "los"),
        "score_low" | "few" | "exact" | "rank_to" => false,
        "rating" | "rated_games" | "rated_points" | "average" | "performance" | "expected" | "change" => {
            grid.name != "standings" || has_ratings(grid)
        }
        _ => true,
    }
}

/// Whether anybody in the standings has a rating.
fn has_ratings(grid: &Grid) -> bool {
    let Some(rating) = grid.column("rating") else { return true };
    grid.rows.iter().any(|row| row[rating] != CellValue::Missing)
}

/// The heading of a column. `number` is the move number in one table, and the number of a player in others.
fn heading_in(grid: &Grid, index: usize) -> String {
    let column = &grid.columns[index];
    match column.name.as_str() {
        "wins" if grid.name == "match" => return "W-D-L".to_owned(),
        "elo" | "los" if grid.name == "match" => return if column.name == "elo" { "Elo" } else { "LOS" }.to_owned(),
        _ => {}
    }
    if column.name == "number" && grid.name != "clocks" { column.name.clone() } else { heading(column) }
}

pub(super) fn heading(column: &GridColumn) -> String {
    match column.name.as_str() {
        "score_high" => "95% interval".to_owned(),
        "number" => "move".to_owned(),
        name => Visible(&name.replace('_', " ")).to_string(),
    }
}

/// Whether a column holds text.
fn is_text(grid: &Grid, index: usize) -> bool {
    matches!(grid.columns[index].kind, ColumnUnit::Label(_) | ColumnUnit::Mark)
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
            "engine" => match at("opponent") {
                Some(CellValue::Text(opponent)) => Visible(&format!("{} – {opponent}", field(value))).to_string(),
                _ => cell(value, column.kind),
            },
            "wins" if at("elo_error").is_some() => {
                ["wins", "draws", "losses"].map(|name| at(name).map(field).unwrap_or_default()).join("-")
            }
            "elo" => match (value.number(), at("elo_error").and_then(CellValue::number)) {
                (Some(elo), Some(error)) => format!("{elo:+.1} ±{error:.1}"),
                (Some(elo), None) => format!("{elo:+.1}"),
                _ => String::new(),
            },
            "score" if at("few") == Some(&CellValue::Flag(true)) && *value != CellValue::Missing => {
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

pub(super) fn cell(value: &CellValue, kind: ColumnUnit) -> String {
    match (value, kind) {
        (CellValue::Missing, ColumnUnit::Label(_)) => "–".to_owned(),
        (CellValue::Missing, _) => String::new(),
        (CellValue::Text(text), _) => shortened(&Visible(text).to_string(), MAX_CELL_WIDTH),
        (CellValue::Integer(number), ColumnUnit::Count) => count(*number),
        (CellValue::Integer(number), _) => number.to_string(),
        (CellValue::Number(number), ColumnUnit::Share) => percent(*number),
        (CellValue::Number(number), ColumnUnit::Number(digits)) => format!("{number:.*}", usize::from(digits)),
        (CellValue::Number(number), ColumnUnit::Label(_) | ColumnUnit::Count | ColumnUnit::Mark) => number.to_string(),
        (CellValue::Flag(flag), _) => if *flag { "yes" } else { "no" }.to_owned(),
    }
}

pub(super) fn line(
    cells: &[String],
    widths: &[usize],
    words: &[bool],
    style: Style,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut text = String::new();
    for ((cell, &width), is_text) in cells.iter().zip(widths).zip(words).filter(|((_, width), _)| **width > 0) {
        let cell = if *is_text { &shortened(cell, width) } else { cell };
        let padding = " ".repeat(width.saturating_sub(cell.width()));
        text.push_str("  ");
        if *is_text {
            text.push_str(cell);
            text.push_str(&padding);
        } else {
            text.push_str(&padding);
            text.push_str(cell);
        }
    }
    writeln!(out, "{style}{}{style:#}", text.trim_end())
}

// The lines below a text table that explain its signs and abbreviations.

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
        "match" => lines.push("LOS: the likelihood of superiority; ±: half the 95% interval".to_owned()),
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
    let shown = (0..grid.columns.len()).filter(|&at| is_shown(grid, at)).map(|at| &grid.columns[at].name);
    let named = shown.filter_map(|name| Some((name.replace('_', " "), meaning(name)?)));
    let parts: Vec<String> =
        named.filter(|(name, _)| !hidden.contains(name)).map(|(name, meaning)| format!("{name}: {meaning}")).collect();
    if parts.is_empty() { Vec::new() } else { vec![parts.join("; ")] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_fits_a_terminal() {
        let headings = ["opening", "games", "score", "share", "plies"].map(str::to_owned);
        let is_text = [true, false, false, false, false];
        let fitted = |limit| {
            let mut widths = [40, 5, 5, 5, 5];
            let hidden = fit(&mut widths, &is_text, &headings, limit);
            (widths, !hidden.is_empty())
        };
        assert_eq!(fitted(70), ([40, 5, 5, 5, 5], false));
        assert_eq!(fitted(60), ([30, 5, 5, 5, 5], false));
        assert_eq!(fitted(50), ([27, 5, 5, 5, 0], true));
        assert_eq!(fitted(40), ([24, 5, 5, 0, 0], true));
        assert_eq!(fitted(20), ([18, 0, 0, 0, 0], true));
    }
}
