//! The charts of horizontal bars: a bar for each row.

use super::columns;
use super::{View, word};
use crate::report::charts::chart::{
    Bar, Bars, Body, Chart, Legend, Part, count as grouped, counted as units, of_whole, percent, ratio,
};
use crate::report::charts::ink::Ink;
use crate::report::charts::step;
use crate::stats::CellValue;

const MAX_BARS: usize = 24;

/// The outcomes of games, with the columns that count them.
const OUTCOMES: [(Ink, [&str; 2], [&str; 2]); 4] = [
    (Ink::Won, ["white_wins", "wins"], ["White wins", "wins"]),
    (Ink::Drawn, ["draws", "draws"], ["draws", "draws"]),
    (Ink::Lost, ["black_wins", "losses"], ["Black wins", "losses"]),
    (Ink::Open, ["no_result", "no_result"], ["no result", "no result"]),
];

/// The number of games of a row with each outcome; `None` if the table has no outcomes.
pub(super) fn outcomes_of(view: &View, row: &[CellValue]) -> Option<[u64; 4]> {
    let side = usize::from(view.grid.column("wins").is_some());
    let mut counts = [0; 4];
    for (count, (_, columns, _)) in counts.iter_mut().zip(OUTCOMES) {
        *count = view.counted(row, columns[side])?;
    }
    Some(counts)
}

/// The legend of the outcomes that occur in some row, from White's or the player's view.
pub(super) fn legend(view: &View) -> Legend {
    let side = usize::from(view.grid.column("wins").is_some());
    let occurs = |at: usize| view.rows.iter().any(|row| outcomes_of(view, row).is_some_and(|counts| counts[at] > 0));
    let all = OUTCOMES.into_iter().enumerate().filter(|(at, _)| occurs(*at));
    all.map(|(_, (ink, _, names))| (ink, names[side])).collect()
}

pub(super) fn named_outcomes(view: &View, counts: [u64; 4]) -> Vec<(Ink, &'static str, u64)> {
    let side = usize::from(view.grid.column("wins").is_some());
    OUTCOMES.into_iter().zip(counts).map(|((ink, _, names), count)| (ink, names[side], count)).collect()
}

/// The outcomes of games: over an axis if the table is split by an ordered property, otherwise as bars of equal length.
pub(super) fn outcomes(view: &View) -> Option<Chart> {
    match view.by {
        [] => one_by_one(view),
        [by] if step(by).is_some() => columns::outcomes(view, by),
        _ => side_by_side(view),
    }
}

/// A bar for each outcome of all games.
fn one_by_one(view: &View) -> Option<Chart> {
    let row = view.rows.first()?;
    let whole = view.count(row);
    let outcomes = named_outcomes(view, outcomes_of(view, row)?);
    let most = outcomes.iter().map(|(_, _, count)| *count).max()?;
    let bars = outcomes.into_iter().filter(|(ink, _, count)| *ink != Ink::Open || *count > 0);
    let bars = bars.map(|(ink, name, count)| Bar {
        name: name.to_owned(),
        parts: vec![Part { ink, length: ratio(count, most), text: String::new(), hint: of_whole(count, name, whole) }],
        text: format!("{} ({})", grouped(count), percent(ratio(count, whole))),
    });
    let bars = Bars { unit: view.unit().to_owned(), legend: Vec::new(), rows: bars.collect() };
    Some(Chart::new(&view.title, Body::Bars(bars)))
}

/// Bars of equal length, divided by outcomes.
fn side_by_side(view: &View) -> Option<Chart> {
    let bars = view.rows.iter().take(MAX_BARS).filter_map(|row| {
        let (name, whole) = (view.name(row), view.count(row));
        let parts = named_outcomes(view, outcomes_of(view, row)?).into_iter().filter(|(_, _, count)| *count > 0);
        let parts = parts.map(|(ink, outcome, count)| Part {
            ink,
            length: ratio(count, whole),
            text: percent(ratio(count, whole)),
            hint: format!("{name}: {}", of_whole(count, outcome, whole)),
        });
        Some(Bar { parts: parts.collect(), text: grouped(whole), name })
    });
    bars_of(view, bars.collect(), view.unit())
}

/// A bar for each row, as long as its count, divided by outcomes if they are known.
pub(super) fn counted(view: &View) -> Option<Chart> {
    // The row of all moves is the total, not a part.
    let is_whole =
        |row: &&&[CellValue]| row[view.labels - 1] == CellValue::Text("all".to_owned()) && view.unit() == "moves";
    let rows: Vec<&[CellValue]> = view.rows.iter().filter(|row| view.labels == 0 || !is_whole(row)).copied().collect();
    let shown = &rows[..rows.len().min(MAX_BARS)];
    let most = shown.iter().map(|row| view.count(row)).max()?;
    let share = view.grid.column("share");
    let bars = shown.iter().map(|row| {
        let (name, count) = (view.name(row), view.count(row));
        let part = |ink, part, hint| Part { ink, length: ratio(part, most), text: String::new(), hint };
        let parts = match outcomes_of(view, row) {
            Some(counts) => {
                let outcomes = named_outcomes(view, counts).into_iter().filter(|(_, _, number)| *number > 0);
                let named =
                    |(ink, outcome, number)| part(ink, number, format!("{name}: {}", of_whole(number, outcome, count)));
                outcomes.map(named).collect()
            }
            None => vec![part(Ink::Measure, count, format!("{name}: {}", units(count, view.unit())))],
        };
        let share = share.and_then(|index| row.get(index)?.number()).map(|share| format!(" ({})", percent(share)));
        Bar { parts, text: format!("{}{}", grouped(count), share.unwrap_or_default()), name }
    });
    bars_of(view, bars.collect(), view.unit())
}

/// A bar for each player of an event.
pub(super) fn points(view: &View) -> Option<Chart> {
    let player = view.grid.column("player")?;
    let shown: Vec<(&[CellValue], f64)> =
        view.rows.iter().filter_map(|&row| Some((row, view.number(row, "points")?))).take(MAX_BARS).collect();
    let most = shown.iter().map(|(_, points)| *points).fold(0.0, f64::max);
    let bars = shown.iter().map(|(row, points)| {
        let (name, text) = (word(&row[player]), format!("{points:.1}"));
        let length = if most > 0.0 { (points / most).max(0.0) } else { 0.0 };
        let hint = format!("{name}: {text} points");
        Bar { parts: vec![Part { ink: Ink::Measure, length, text: String::new(), hint }], text, name }
    });
    bars_of(view, bars.collect(), "points")
}

fn bars_of(view: &View, bars: Vec<Bar>, unit: &str) -> Option<Chart> {
    let drawn = bars.len();
    if drawn == 0 {
        return None;
    }
    let bars = Bars { unit: unit.to_owned(), legend: legend(view), rows: bars };
    let mut chart = Chart::new(&view.title, Body::Bars(bars));
    if drawn == MAX_BARS && view.rows.len() > drawn {
        chart.add(format!("the first {drawn} rows are drawn"));
    }
    Some(chart)
}
