//! The line charts: scores by rating, times by move.

use super::View;
use crate::report::charts::chart::{Axis, Body, Chart, Lines, Numbers, Point};
use crate::report::charts::words::{counted, percent};
use crate::stats::{CellValue, SMALL_SAMPLE};

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
