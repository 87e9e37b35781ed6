//! The summary of an archive, on one page.

use std::io::{self, Write};

use unicode_width::UnicodeWidthStr;

use crate::report::Paint;
use crate::report::terminal::numbers::digits;
use crate::stats::{CellValue, Estimate, Grid, OutcomeCount, RowSelection, Stats, Table, TableKind};

use super::text::{self, legend};
use crate::report::terminal::numbers::{bar, count, percent};

/// The default number of rows of a table in the summary.
const ROWS: usize = 10;

/// The width of the longest bar in characters.
const BAR: u16 = 30;

/// The general numbers, apart from the tables: name and value, in order.
pub(super) fn facts(stats: &Stats) -> Vec<(&'static str, CellValue)> {
    let counts = stats.counts;
    let day = |at: usize| match counts.days.map(|days| days[at]) {
        Some((year, month, day)) => CellValue::Text(format!("{year:04}.{month:02}.{day:02}")),
        None => CellValue::Missing,
    };
    let inventory = stats.table(TableKind::Tags).and_then(Table::inventory);
    let distinct = |names: &[&str]| match &inventory {
        Some(inventory) => {
            let Estimate { count, is_exact } = inventory.distinct(names);
            (CellValue::count(count), CellValue::Flag(is_exact))
        }
        None => (CellValue::Missing, CellValue::Missing),
    };
    let (players, players_exact) = distinct(&["White", "Black"]);
    let (events, events_exact) = distinct(&["Event"]);
    vec![
        ("files", CellValue::count(counts.files)),
        ("games", CellValue::count(counts.games)),
        ("valid", CellValue::count(counts.valid)),
        ("invalid", CellValue::count(counts.invalid)),
        ("unchecked", CellValue::count(counts.unchecked)),
        ("plies", CellValue::count(counts.plies)),
        ("dated", CellValue::count(counts.dated)),
        ("first_day", day(0)),
        ("last_day", day(1)),
        ("players", players),
        ("players_exact", players_exact),
        ("events", events),
        ("events_exact", events_exact),
    ]
}

pub(super) fn write(stats: &Stats, selection: &RowSelection, paint: Paint, out: &mut impl Write) -> io::Result<()> {
    numbers(stats, paint, out)?;
    let mut signs = Vec::new();
    // Without games the tables are empty.
    for table in tables(stats).filter(|_| stats.counts.games > 0) {
        writeln!(out)?;
        match table.request().kind {
            TableKind::Results => results(&table.total(), paint, out)?,
            TableKind::Lengths => lengths(&table.grid(&RowSelection::default()), paint, out)?,
            TableKind::Tags => signs.extend(tags(table, stats.counts.games, selection, paint, out)?),
            _ => signs.extend(rows(table, selection, paint, out)?),
        }
    }
    signs.sort_unstable();
    signs.dedup();
    if !signs.is_empty() {
        writeln!(out)?;
    }
    text::write_notes(&signs, paint, out)
}

/// The tables of the summary; a page has more.
pub(super) fn tables(stats: &Stats) -> impl Iterator<Item = &Table> {
    stats.tables.iter().filter(|table| TableKind::SUMMARY.contains(&table.request().kind))
}

fn numbers(stats: &Stats, paint: Paint, out: &mut impl Write) -> io::Result<()> {
    let Paint { strong, faint, .. } = paint;
    facts_in_words(stats).into_iter().try_for_each(|Fact { name, value, more }| {
        let gap = " ".repeat(9_usize.saturating_sub(name.width()));
        writeln!(out, "{faint}{name}{faint:#}{gap}{strong}{value}{strong:#}{more}")
    })
}

/// A general number as text.
pub(super) struct Fact {
    pub(super) name: &'static str,
    pub(super) value: String,
    /// Additional text after it.
    pub(super) more: String,
}

/// The general numbers that are known.
pub(super) fn facts_in_words(stats: &Stats) -> Vec<Fact> {
    let facts = facts(stats);
    let at = |key: &str| facts.iter().find(|(name, _)| *name == key).map_or(&CellValue::Missing, |(_, value)| value);
    let number = |name: &str| match at(name) {
        CellValue::Integer(number) => count(*number),
        _ => "–".to_owned(),
    };
    let about = |name: &str, exact: &str| {
        let mark = if *at(exact) == CellValue::Flag(false) { "about " } else { "" };
        format!("{mark}{}", number(name))
    };
    let mut known = Vec::new();
    let mut add = |name, value, more| known.push(Fact { name, value, more });
    add("files", number("files"), String::new());
    let worth =
        format!(" = {} valid + {} invalid + {} unchecked", number("valid"), number("invalid"), number("unchecked"));
    add("games", number("games"), worth);
    let a_game = stats.table(TableKind::Results).and_then(|table| table.total().sums[0].mean());
    add("plies", number("plies"), a_game.map(|mean| format!(" ({mean:.1} per game)")).unwrap_or_default());
    if let (CellValue::Text(first), CellValue::Text(last)) = (at("first_day"), at("last_day")) {
        let some = format!(", complete in {} of {} games", number("dated"), number("games"));
        let is_all = stats.counts.dated == stats.counts.games;
        add("dates", format!("{first} – {last}"), if is_all { String::new() } else { some });
    }
    if *at("players") != CellValue::Missing {
        add("players", about("players", "players_exact"), String::new());
        add("events", about("events", "events_exact"), String::new());
    }
    known
}

fn results(total: &OutcomeCount, paint: Paint, out: &mut impl Write) -> io::Result<()> {
    let rest = total.count - total.decided();
    let parts = [("White wins", total.wins), ("draws", total.draws), ("Black wins", total.losses), ("no result", rest)];
    let rows = parts.into_iter().filter(|(name, number)| *name != "no result" || *number > 0);
    let rows: Vec<(String, u64)> = rows.map(|(name, number)| (name.to_owned(), number)).collect();
    bars("Results", &rows, total.count, paint, out)?;
    let (Some(score), Some((low, high))) = (total.score(), total.interval()) else { return Ok(()) };
    let (score, low, high) = (percent(score), low * 100.0, percent(high));
    writeln!(out, "  White scores {score} (95% interval {low:.1}–{high})")
}

fn lengths(grid: &Grid, paint: Paint, out: &mut impl Write) -> io::Result<()> {
    let number = |row: &[CellValue], name: &str| match grid.column(name).map(|index| &row[index]) {
        Some(CellValue::Integer(number)) => *number,
        _ => 0,
    };
    let mut rows: Vec<(String, u64)> = Vec::new();
    let (mut games, mut expected) = (0, None);
    for row in &grid.rows {
        let (from, to) = (number(row, "moves_from"), number(row, "moves_to"));
        let count = number(row, "games").unsigned_abs();
        games += count;
        let label = if from >= LONG { format!("{LONG} and more") } else { format!("{from}–{to}") };
        match rows.last_mut() {
            Some((last, sum)) if *last == label => *sum += count,
            _ => {
                let first = expected.replace(to + 1).unwrap_or(from);
                let gaps =
                    (first..from).step_by(usize::try_from(to + 1 - from).unwrap_or(1)).filter(|from| *from < LONG);
                rows.extend(gaps.map(|gap| (format!("{gap}–{}", gap + to - from), 0)));
                rows.push((label, count));
            }
        }
    }
    bars(&grid.title, &rows, games, paint, out)
}

/// The length in moves above which games share one bar.
const LONG: i64 = 150;

/// Labels, counts, shares and bars.
fn bars(title: &str, rows: &[(String, u64)], games: u64, paint: Paint, out: &mut impl Write) -> io::Result<()> {
    let Paint { strong, good, .. } = paint;
    writeln!(out, "{strong}{title}{strong:#}")?;
    let number = |number: u64| count(i64::try_from(number).unwrap_or(i64::MAX));
    let labels = rows.iter().map(|(label, _)| label.width()).max().unwrap_or(0);
    let counts = rows.iter().map(|(_, number_of)| number(*number_of).width()).max().unwrap_or(0);
    let most = rows.iter().map(|(_, number)| *number).max().unwrap_or(0).max(1);
    for (label, number_of) in rows {
        let gap = " ".repeat(labels - label.width());
        let share = percent(ratio(*number_of, games.max(1)));
        let bar = bar(ratio(*number_of, most), BAR);
        let line = format!("  {label}{gap}  {:>counts$}  {share:>6}  {good}{bar}{good:#}", number(*number_of));
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2⁵³")]
fn ratio(part: u64, whole: u64) -> f64 {
    part as f64 / whole as f64
}

/// Writes the first rows of a table; returns what its signs mean.
fn rows(table: &Table, selection: &RowSelection, paint: Paint, out: &mut impl Write) -> io::Result<Vec<String>> {
    let selection = RowSelection { top: Some(selection.top.unwrap_or(ROWS)), ..selection.clone() };
    let mut grid = table.grid(&selection);
    let is_wanted =
        |name: &str| matches!(name, "games" | "share" | "score" | "few") || table.info().labels.contains(&name);
    let kept: Vec<usize> = (0..grid.columns.len()).filter(|&index| is_wanted(&grid.columns[index].name)).collect();
    grid.columns = kept.iter().map(|&index| grid.columns[index].clone()).collect();
    grid.rows = grid.rows.iter().map(|row| kept.iter().map(|&index| row[index].clone()).collect()).collect();
    for note in &mut grid.notes {
        *note = format!("{note}; all: --table {}", grid.name);
    }
    let hidden = text::write_table(&grid, &grid.notes, paint, out)?;
    Ok(legend(&grid, &hidden))
}

fn tags(
    table: &Table,
    games: u64,
    selection: &RowSelection,
    paint: Paint,
    out: &mut impl Write,
) -> io::Result<Vec<String>> {
    let mut grid = table.grid(selection);
    grid.title = format!("{} of {} games", grid.title, digits(games));
    let hidden = text::write_table(&grid, &grid.notes, paint, out)?;
    Ok(legend(&grid, &hidden))
}
