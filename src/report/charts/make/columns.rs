//! The charts over a numeric axis: columns (vertical bars), scores by rating, times by move.

use crate::game::facts::GameFact;
use crate::report::charts::chart::{
    Axis, Body, Chart, Column, Columns, Lines, Numbers, Point, counted, of_whole, percent, sum,
};
use crate::report::charts::ink::Ink;
use crate::report::charts::step;
use crate::stats::{CellValue, SMALL_SAMPLE, SplitBy};

use super::View;
use super::bars::{legend, named_outcomes, outcomes_of};

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

// The line charts: scores by rating, times by move.

/// The limit in seconds above which times are in minutes.
const LONG: f64 = 600.0;

/// The score of each band, with its confidence interval.
pub(super) fn scores(view: &View) -> Option<Chart> {
    let first = view.by.len();
    let (from, to) = (&view.grid.columns.get(first)?.name, &view.grid.columns.get(first + 1)?.name);
    let known = view.rows.iter().copied().filter(|row| view.number(row, "score").is_some());
    let (rows, is_cut) = enough(known, |row| view.is_few(row));
    let points = rows.into_iter().filter_map(|row| {
        let (start, end, score) = (view.number(row, from)?, view.number(row, to)?, view.number(row, "score")?);
        let interval = view.number(row, "score_low").zip(view.number(row, "score_high"));
        let within = interval.map(|(low, high)| format!(" ({:.1}–{})", low * 100.0, percent(high)));
        let hint = format!("{start}–{end}: {}{}", percent(score), within.unwrap_or_default());
        Some(Point { x: f64::midpoint(start, end + 1.0), y: score, interval, hint })
    });
    let points = in_order(points.collect());
    if points.is_empty() {
        return None;
    }
    let (title, across, up) = match view.grid.name {
        "difference" => ("score of White", "White's rating minus Black's", "White's score"),
        _ => ("score of players", "rating", "score"),
    };
    let lines = Lines {
        across: Axis { caption: across.to_owned(), numbers: Numbers::Plain },
        up: Axis { caption: format!("{up}, with its 95% interval"), numbers: Numbers::Percent },
        points,
        middle: Some(0.5),
    };
    let mut chart = Chart::new(format!("{}: {title}", view.title), Body::Lines(lines));
    if is_cut {
        chart.add(format!("bands with fewer than {SMALL_SAMPLE} results are left out"));
    }
    Some(chart)
}

/// The time spent on moves, and the time left after them.
pub(super) fn times(view: &View) -> Vec<Chart> {
    let charts = [("mean_spent", "spent on a move"), ("mean_left", "left after a move")];
    charts.into_iter().filter_map(|(column, what)| time(view, column, what)).collect()
}

fn time(view: &View, column: &str, what: &str) -> Option<Chart> {
    let known = |row: &&[CellValue]| view.number(row, "number").is_some() && view.number(row, column).is_some();
    let (rows, is_cut) = enough(view.rows.iter().copied().filter(known), |row| view.count(row) < SMALL_SAMPLE);
    let most = rows.iter().filter_map(|row| view.number(row, column)).fold(0.0, f64::max);
    let (unit, by) = if most >= LONG { ("minutes", 60.0) } else { ("seconds", 1.0) };
    let points = rows.into_iter().filter_map(|row| {
        let (x, y) = (view.number(row, "number")?, view.number(row, column)? / by);
        Some(Point {
            x,
            y,
            interval: None,
            hint: format!("move {x}: {y:.1} {unit}, of {}", counted(view.count(row), "moves")),
        })
    });
    let points = in_order(points.collect());
    if points.is_empty() {
        return None;
    }
    let lines = Lines {
        across: Axis { caption: "move".to_owned(), numbers: Numbers::Plain },
        up: Axis { caption: format!("mean time {what}, in {unit}"), numbers: Numbers::Decimal },
        points,
        middle: None,
    };
    let title = view.title.replacen(", in seconds", "", 1);
    let mut chart = Chart::new(format!("{title}: {what}"), Body::Lines(lines));
    if is_cut {
        chart.add(format!("numbers of moves with fewer than {SMALL_SAMPLE} moves are left out"));
    }
    Some(chart)
}

/// The rows with enough results, and whether others were dropped; all rows if fewer than two have enough.
fn enough<'r>(
    rows: impl Iterator<Item = &'r [CellValue]>,
    is_few: impl Fn(&[CellValue]) -> bool,
) -> (Vec<&'r [CellValue]>, bool) {
    let all: Vec<&[CellValue]> = rows.collect();
    let sure: Vec<&[CellValue]> = all.iter().copied().filter(|row| !is_few(row)).collect();
    let is_cut = sure.len() > 1 && sure.len() < all.len();
    if is_cut { (sure, true) } else { (all, false) }
}

fn in_order(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_by(|one, other| one.x.total_cmp(&other.x));
    points
}
