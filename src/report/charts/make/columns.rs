//! The charts of columns (vertical bars) over a numeric axis.

use super::View;
use super::bars::{legend, named_outcomes, outcomes_of};
use crate::game::facts::GameFact;
use crate::report::charts::chart::{Axis, Body, Chart, Column, Columns, Numbers};
use crate::report::charts::ink::Ink;
use crate::report::charts::suits::step;
use crate::report::charts::words::{counted, of_whole, sum};
use crate::stats::{CellValue, SplitBy};

/// The maximum number of columns; more would be thinner than a pixel, so neighbors are merged.
const MAX_COLUMNS: f64 = 240.0;

struct Band {
    from: f64,
    name: String,
    count: u64,
    outcomes: Option<[u64; 4]>,
}

/// The count of each band of a table whose first two own labels are the bounds of bands.
pub(super) fn histogram(view: &View) -> Option<Chart> {
    let [from, to] = [0, 1].map(|at| view.by.len() + at);
    let (from, to) = (&view.grid.columns.get(from)?.name, &view.grid.columns.get(to)?.name);
    let width = view.rows.iter().find_map(|row| Some(view.number(row, to)? - view.number(row, from)? + 1.0))?;
    let bands = view.rows.iter().filter_map(|row| {
        let (start, end) = (view.number(row, from)?, view.number(row, to)?);
        let name = if start < end { format!("{start}–{end}") } else { start.to_string() };
        Some(Band { from: start, name, count: view.count(row), outcomes: None })
    });
    let what = from.trim_end_matches("_from");
    let caption = match what {
        "moves" => "moves in a game".to_owned(),
        "elo" => "rating".to_owned(),
        "elo_difference" => "White's rating minus Black's".to_owned(),
        other => other.to_owned(),
    };
    let mut chart = columns(view, bands.collect(), width, Axis { caption, numbers: Numbers::Plain })?;
    chart.title = if view.grid.name == "lengths" { view.title.clone() } else { format!("{}: how many", view.title) };
    let unknown = view.unknown(from);
    if unknown > 0 {
        chart.add(format!("unknown for {}", counted(unknown, view.unit())));
    }
    Some(chart)
}

/// The outcomes of games in each year, month or band that the table is split by.
pub(super) fn outcomes(view: &View, by: &SplitBy) -> Option<Chart> {
    let width = f64::from(step(by)?);
    let is_month = *by == SplitBy::Fact(GameFact::Month);
    let bands = view.rows.iter().filter_map(|row| {
        let from = if is_month { month(&row[0])? } else { view.number(row, &view.grid.columns[0].name)? };
        Some(Band { from, name: view.name(row), count: view.count(row), outcomes: outcomes_of(view, row) })
    });
    let numbers = if is_month { Numbers::Months } else { Numbers::Plain };
    let caption = by.column().trim_end_matches("_from").replace("elo", "rating");
    let mut chart = columns(view, bands.collect(), width, Axis { caption, numbers })?;
    let unknown = sum(view.rows.iter().filter(|row| row[0] == CellValue::Missing).map(|row| view.count(row)));
    if unknown > 0 {
        chart.add(format!("unknown for {}", counted(unknown, view.unit())));
    }
    Some(chart)
}

/// Months since the year 0 of `1999.01`.
fn month(value: &CellValue) -> Option<f64> {
    let CellValue::Text(text) = value else { return None };
    let (year, month) = text.split_once('.')?;
    let (year, month) = (year.parse::<u16>().ok()?, month.parse::<u8>().ok()?);
    (1..=12).contains(&month).then(|| f64::from(year) * 12.0 + f64::from(month) - 1.0)
}

/// The columns of bands; if there are too many, a column covers several bands.
fn columns(view: &View, mut bands: Vec<Band>, width: f64, across: Axis) -> Option<Chart> {
    bands.sort_by(|one, other| one.from.total_cmp(&other.from));
    let (first, last) = (bands.first()?.from, bands.last()?.from);
    let together = ((last - first + width) / width / MAX_COLUMNS).ceil().max(1.0);
    let wide = width * together;
    // Columns of one number are centered on it, wider ones begin there.
    let shift = if wide > 1.0 { 0.0 } else { 0.5 };
    let whole = sum(bands.iter().map(|band| band.count));
    let mut columns: Vec<Column> = Vec::new();
    let place = |band: &Band| ((band.from - first) / wide).floor();
    for group in bands.chunk_by(|one, other| place(one).total_cmp(&place(other)).is_eq()) {
        let from = first + place(&group[0]) * wide - shift;
        let count = sum(group.iter().map(|band| band.count));
        let name = match group {
            [only] => only.name.clone(),
            [first, .., last] => format!("{} to {}", first.name, last.name),
            [] => continue,
        };
        columns.push(Column {
            from,
            to: from + wide,
            parts: parts(view, group, count),
            hint: format!("{name}: {}", of_whole(count, view.unit(), whole)),
        });
    }
    let is_divided = columns.iter().any(|column| column.parts.len() > 1);
    let legend = if is_divided { legend(view) } else { Vec::new() };
    let up = Axis { caption: view.unit().to_owned(), numbers: Numbers::Counts };
    let mut chart = Chart::new(&view.title, Body::Columns(Columns { across, up, legend, bands: columns }));
    if together > 1.0 {
        chart.add(format!("{together} bands are one column"));
    }
    Some(chart)
}

/// The parts of a column: outcomes if they are known, otherwise one part.
#[expect(clippy::cast_precision_loss, reason = "pictures show three digits")]
fn parts(view: &View, group: &[Band], count: u64) -> Vec<(Ink, f64)> {
    let outcomes: Option<Vec<[u64; 4]>> = group.iter().map(|band| band.outcomes).collect();
    let Some(outcomes) = outcomes else { return vec![(Ink::Measure, count as f64)] };
    let all = |at: usize| sum(outcomes.iter().map(|counts| counts[at]));
    let parts = named_outcomes(view, [0, 1, 2, 3].map(all)).into_iter();
    parts.filter(|(_, _, count)| *count > 0).map(|(ink, _, count)| (ink, count as f64)).collect()
}
