//! The conversion of counts to the rows of a grid.

use std::cmp::Ordering;
use std::str::FromStr;
use std::sync::Arc;

use crate::game::facts::{self, FactType, GameFact};
use crate::game::identity::ArchiveDigest;
use crate::game::openings::Book;

use super::grid::{CellValue, ColumnUnit, Grid, GridColumn};
use super::groups::{Dropped, Groups};
use super::key::Atom;
use super::kind::{Measure, TableKind};
use super::outcome_count::{ArchiveCount, OutcomeCount, SMALL_SAMPLE, Sum, hex};
use super::standings::table::RankingRules;
use super::table::{Content, MAX_EXACT_INVENTORIES, MAX_EXACT_ROWS, Table};
use super::tag_inventory::{MAX_OTHER_TAGS, TagCounts, TagInventory};

#[derive(Clone, Default, Debug)]
pub struct RowSelection {
    /// The column to sort by; the table's own order if there is none.
    pub sort: Option<Sort>,
    /// The number of rows: of each part of a split table in its own order, otherwise of the whole.
    pub top: Option<usize>,
    pub min_count: u64,
    pub ranking: RankingRules,
    /// The table of openings that names the positions of a tree; `None` for the embedded one.
    pub book: Option<Arc<Book>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sort {
    pub column: String,
    pub descending: bool,
}

impl Table {
    /// The grid: columns, rows and notes.
    pub fn grid(&self, selection: &RowSelection) -> Grid {
        let spec = self.info();
        let mut columns: Vec<GridColumn> =
            self.by().iter().map(|by| GridColumn::new(by.column(), ColumnUnit::Label(by.label_type()))).collect();
        columns.extend(spec.labels.iter().map(|label| GridColumn::new(*label, ColumnUnit::Label(label_type(label)))));
        columns.extend(self.measures());
        let rows = match self.content() {
            Content::Cells(cells) => self.rows_of(cells),
            Content::Tags(inventories) => rows_of_tags(inventories),
            Content::Identities(digests) => rows_of_identities(digests),
        };
        let mut grid = Grid { name: spec.name, title: spec.title.to_owned(), columns, rows, notes: self.notes() };
        let labels = self.by().len() + spec.labels.len();
        drop_below(&mut grid, labels, selection.min_count.max(spec.least));
        match &selection.sort {
            Some(sort) => sort_by(&mut grid, sort),
            None if spec.labels.is_empty() && selection.top.is_some() => sort_by_count(&mut grid, 0, labels),
            None if spec.is_ordered || spec.labels.is_empty() => {}
            None => sort_by_count(&mut grid, self.by().len(), labels),
        }
        let together = if selection.sort.is_some() || spec.labels.is_empty() { 0 } else { self.by().len() };
        cut(&mut grid, together, selection.top);
        grid
    }

    /// The columns after the labels.
    fn measures(&self) -> Vec<GridColumn> {
        let is_of_sides = self.counts_sides();
        let of = |names: &[(&str, ColumnUnit)]| -> Vec<GridColumn> {
            names.iter().map(|(name, kind)| GridColumn::new(*name, *kind)).collect()
        };
        match self.info().measure {
            Measure::Tags => of(&[
                ("games", ColumnUnit::Count),
                ("share", ColumnUnit::Share),
                ("distinct", ColumnUnit::Count),
                ("exact", ColumnUnit::Label(FactType::Flag)),
                ("example", ColumnUnit::Label(FactType::Text)),
            ]),
            Measure::Moves => of(&[("moves", ColumnUnit::Count), ("share", ColumnUnit::Share)]),
            Measure::Visits => {
                of(&[("moves", ColumnUnit::Count), ("share", ColumnUnit::Share), ("captures", ColumnUnit::Count)])
            }
            Measure::Times => of(&[
                ("moves", ColumnUnit::Count),
                ("mean_spent", ColumnUnit::Number(2)),
                ("mean_left", ColumnUnit::Number(2)),
            ]),
            Measure::Identities => of(&[
                ("games", ColumnUnit::Count),
                ("total_plies", ColumnUnit::Count),
                ("identified", ColumnUnit::Count),
                ("digest", ColumnUnit::Label(FactType::Text)),
            ]),
            Measure::Games | Measure::Sides => {
                let own = |(name, kind)| match name {
                    "white_wins" if is_of_sides => ("wins", kind),
                    "black_wins" if is_of_sides => ("losses", kind),
                    _ => (name, kind),
                };
                let mut columns = of(&OUTCOMES_OF_GAMES.map(own));
                columns.push(GridColumn::new("mean_plies", ColumnUnit::Number(1)));
                if self.request().kind == TableKind::Openings {
                    columns.push(GridColumn::new("mean_depth", ColumnUnit::Number(1)));
                }
                columns
            }
        }
    }

    fn rows_of(&self, cells: &Groups<OutcomeCount>) -> Vec<Vec<CellValue>> {
        let total = self.whole(cells);
        let cells = cells.sorted();
        cells.into_iter().map(|(key, cell)| self.row(key, cell, total)).collect()
    }

    /// The total that shares refer to: games or sides; all moves in the table of moves; all destinations in that of
    /// squares.
    fn whole(&self, cells: &Groups<OutcomeCount>) -> u64 {
        let is_all = |key: &[Atom]| key.last() == Some(&Atom::Text("all".to_owned()));
        match self.info().measure {
            Measure::Moves => cells.sorted().iter().filter(|(key, _)| is_all(key)).map(|(_, cell)| cell.count).sum(),
            Measure::Visits => cells.total() + cells.dropped().weight,
            _ => self.observed(),
        }
    }

    fn row(&self, key: Vec<Atom>, cell: &OutcomeCount, total: u64) -> Vec<CellValue> {
        let mut row: Vec<CellValue> = key.into_iter().map(CellValue::from).collect();
        let counts = [CellValue::count(cell.count), share(cell.count, total)];
        match self.info().measure {
            Measure::Games | Measure::Sides => {
                row.extend(outcomes(cell, total));
                row.push(CellValue::from(cell.sums[0].mean()));
                if self.request().kind == TableKind::Openings {
                    row.push(CellValue::from(cell.sums[1].mean()));
                }
            }
            Measure::Tags | Measure::Identities | Measure::Moves => row.extend(counts),
            Measure::Visits => {
                row.extend(counts);
                row.push(CellValue::count(cell.wins));
            }
            Measure::Times => {
                row.push(CellValue::count(cell.count));
                row.extend(cell.sums.map(|sum: Sum| CellValue::from(sum.mean().map(|mean| mean / 100.0))));
            }
        }
        row
    }

    /// Notes that explain the numbers, for every format.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let dropped = match self.content() {
            Content::Cells(cells) => cells.dropped(),
            Content::Tags(inventories) => inventories.dropped(),
            Content::Identities(digests) => digests.dropped(),
        };
        let unnamed: u64 = match self.content() {
            Content::Cells(_) | Content::Identities(_) => 0,
            Content::Tags(inventories) => inventories.sorted().iter().map(|(_, inventory)| inventory.rest()).sum(),
        };
        if unnamed > 0 {
            notes.push(format!(
                "more than {MAX_OTHER_TAGS} unusual tag names: some are shown, and the others occur {unnamed} times"
            ));
        }
        if dropped != Dropped::default() {
            let Dropped { weight, at_most } = dropped;
            let (bound, what) = match self.content() {
                Content::Cells(_) | Content::Identities(_) => (MAX_EXACT_ROWS, "rows"),
                Content::Tags(_) => (MAX_EXACT_INVENTORIES, "parts"),
            };
            notes.push(format!(
                "more than {bound} {what}: the rarest were dropped, {weight} in all; a count may be too low by up to {at_most}"
            ));
        }
        notes
    }
}

fn label_type(label: &str) -> FactType {
    let fact = ["_from", "_to"].iter().find_map(|end| label.strip_suffix(end)).unwrap_or(label);
    let is_number = facts::named(fact).iter().any(|info| info.kind == FactType::Integer);
    if is_number { FactType::Integer } else { FactType::Text }
}

fn rows_of_tags(inventories: &Groups<TagInventory>) -> Vec<Vec<CellValue>> {
    let mut rows = Vec::new();
    for (key, inventory) in inventories.sorted() {
        for (name, tag) in inventory.tags() {
            let TagCounts { games, example, .. } = tag;
            let estimate = tag.distinct();
            let mut row: Vec<CellValue> = key.iter().cloned().map(CellValue::from).collect();
            row.extend([CellValue::from(name), CellValue::count(*games), share(*games, inventory.games())]);
            row.extend([CellValue::count(estimate.count), CellValue::Flag(estimate.is_exact)]);
            row.push(example.as_deref().map_or(CellValue::Missing, CellValue::from));
            rows.push(row);
        }
    }
    rows
}

/// Two rows for each key: the digest of the lines, and that of the encounters.
fn rows_of_identities(digests: &Groups<ArchiveCount>) -> Vec<Vec<CellValue>> {
    let mut rows = Vec::new();
    for (key, ArchiveCount(digest)) in digests.sorted() {
        let ArchiveDigest { games, plies, played, play_sum, met, meet_sum } = *digest;
        for (fact, identified, sum) in [(GameFact::PlayId, played, play_sum), (GameFact::MeetId, met, meet_sum)] {
            let mut row: Vec<CellValue> = key.iter().cloned().map(CellValue::from).collect();
            row.push(CellValue::from(fact.name()));
            row.extend([games, plies, identified].map(CellValue::count));
            row.push(CellValue::Text(hex(sum)));
            rows.push(row);
        }
    }
    rows
}

pub(super) const OUTCOMES: usize = 10;

/// The columns for outcomes of tables that count White's wins.
pub(super) const OUTCOMES_OF_GAMES: [(&str, ColumnUnit); OUTCOMES] = [
    ("games", ColumnUnit::Count),
    ("share", ColumnUnit::Share),
    ("white_wins", ColumnUnit::Count),
    ("draws", ColumnUnit::Count),
    ("black_wins", ColumnUnit::Count),
    ("no_result", ColumnUnit::Count),
    ("score", ColumnUnit::Share),
    ("score_low", ColumnUnit::Share),
    ("score_high", ColumnUnit::Share),
    ("few", ColumnUnit::Label(FactType::Flag)),
];

pub(super) fn outcomes(cell: &OutcomeCount, total: u64) -> [CellValue; OUTCOMES] {
    let (low, high) = cell.interval().unzip();
    let [wins, draws, losses, rest] =
        [cell.wins, cell.draws, cell.losses, cell.count - cell.decided()].map(CellValue::count);
    let [score, low, high] = [cell.score(), low, high].map(CellValue::from);
    let few = CellValue::Flag(cell.decided() < SMALL_SAMPLE);
    [CellValue::count(cell.count), share(cell.count, total), wins, draws, losses, rest, score, low, high, few]
}

#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2⁵³")]
fn share(count: u64, total: u64) -> CellValue {
    if total == 0 { CellValue::Missing } else { CellValue::Number(count as f64 / total as f64) }
}

/// Sorts rows by a column; the sort is stable.
pub(super) fn sort_by(grid: &mut Grid, sort: &Sort) {
    let Some(index) = grid.column(&sort.column) else { return };
    grid.rows.sort_by(|one, other| sort.compare(&one[index], &other[index]));
}

fn compare(one: &CellValue, other: &CellValue) -> Ordering {
    match (one, other) {
        (CellValue::Text(one), CellValue::Text(other)) => one.cmp(other),
        (CellValue::Flag(one), CellValue::Flag(other)) => one.cmp(other),
        _ => match (one.number(), other.number()) {
            (Some(one), Some(other)) => one.total_cmp(&other),
            (one, other) => other.is_some().cmp(&one.is_some()),
        },
    }
}

/// Sorts by count, descending; rows with the same first `together` labels stay together. The count follows the labels.
fn sort_by_count(grid: &mut Grid, together: usize, labels: usize) {
    for part in grid.rows.chunk_by_mut(|one, next| one[..together] == next[..together]) {
        part.sort_by_key(|row| std::cmp::Reverse(counted(row, labels)));
    }
}

fn counted(row: &[CellValue], labels: usize) -> u64 {
    match row.get(labels) {
        Some(CellValue::Integer(count)) => count.unsigned_abs(),
        _ => 0,
    }
}

/// Drops rows with a count below `least`.
fn drop_below(grid: &mut Grid, labels: usize, least: u64) {
    let before = grid.rows.len();
    grid.rows.retain(|row| counted(row, labels) >= least);
    let fewer = before - grid.rows.len();
    if fewer > 0 {
        grid.notes.push(format!("{fewer} rows with a count below {least} are hidden"));
    }
}

/// Keeps the first rows of each group with the same first labels, and adds a note with the number of rows dropped.
pub(super) fn cut(grid: &mut Grid, together: usize, top: Option<usize>) {
    let Some(top) = top else { return };
    let before = grid.rows.len();
    let parts = grid.rows.chunk_by(|one, next| one[..together] == next[..together]);
    grid.rows = parts.flat_map(|part| part.iter().take(top).cloned()).collect();
    if grid.rows.len() < before {
        grid.notes.push(format!("{} of {before} rows", grid.rows.len()));
    }
}

impl Sort {
    /// Compares two values. Unknown values come last.
    pub(super) fn compare(&self, one: &CellValue, other: &CellValue) -> Ordering {
        match (one, other) {
            (CellValue::Missing, CellValue::Missing) => Ordering::Equal,
            (CellValue::Missing, _) => Ordering::Greater,
            (_, CellValue::Missing) => Ordering::Less,
            _ if self.descending => compare(other, one),
            _ => compare(one, other),
        }
    }
}

impl FromStr for Sort {
    type Err = String;

    /// Reads `games`, `score:asc`, `player:desc`; the default is descending.
    fn from_str(text: &str) -> Result<Self, String> {
        let (column, direction) = text.trim().split_once(':').unwrap_or((text.trim(), "desc"));
        let descending = match direction {
            "desc" => true,
            "asc" => false,
            _ => return Err(format!("`{direction}` is not a direction; expected asc or desc")),
        };
        Ok(Self { column: column.to_owned(), descending })
    }
}
