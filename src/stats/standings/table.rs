//! The tables of an event as grids.

use crate::game::facts::FactType;
use crate::stats::engine_match::games::{MatchGames, TooManyMatchGames};
use crate::stats::engine_match::sprt::Sprt;
use crate::stats::grid::{CellValue, ColumnUnit, Grid, GridColumn};

use super::crosstable::{CrossTable, Meeting, RoundTable, TooManyPlayers, round_list};
use super::event::{EventGames, PairingList, TooManyPairings};
use super::event_players::{EventPlayers, PairingSystem};
use super::ranking::{PlayerRank, Standing, rank};
use super::rating::{Change, Rated, WideGap, rate};
use super::result::{Points, Scoring};
use super::tiebreak::{self, TieBreak};
use super::trf::write::{WrittenReport, report_of};
use crate::game::names::Aliases;

named! {
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum EventTable: (ALL) {
        Standings = "standings",
        CrossTable = "crosstable",
        Rounds = "rounds",
        /// The pairings, round by round.
        Pairings = "pairings",
        /// The results of engines against each other.
        Match = "match",
    }
}

#[derive(Clone, Default, Debug)]
pub struct RankingRules {
    pub aliases: Aliases,
    /// The tie-breaks, in this order; the default ones if there are none.
    pub tie_breaks: Vec<TieBreak>,
    /// The pairing system; determined from the pairings if `None`.
    pub system: Option<PairingSystem>,
    /// The development coefficient of all players, if rating changes are calculated.
    pub k: Option<u32>,
    /// The points for a win, a draw and a loss, if they are not those of the event.
    pub scoring: Option<Scoring>,
    /// The test of an engine match.
    pub sprt: Option<Sprt>,
}

/// Why a table of an event cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EventError {
    /// The games name several events: the first few of them, and how many.
    #[error("{}", several_events(.0, *.1))]
    Events(Vec<Box<str>>, usize),
    #[error(transparent)]
    Pairings(#[from] TooManyPairings),
    #[error(transparent)]
    Players(#[from] TooManyPlayers),
    #[error(transparent)]
    Match(#[from] TooManyMatchGames),
    #[error("--format trf: not all games have a round, and a report has a column for each round")]
    NoRounds,
    #[error("--format trf: {0} has two games in round {1}, and a report has room for one")]
    TwoGames(Box<str>, u32),
    #[error("--format trf: {0} players are too many for a report (limit: 9999)")]
    ReportPlayers(usize),
    #[error("--format trf: a report has no columns for round {0} (limit: 999)")]
    ReportRound(u32),
    #[error("--format trf: {0} has {1} points, for which a report has no room")]
    ReportPoints(Box<str>, Points),
}

/// The maximum number of remarks below a table.
const MAX_NOTES: usize = 10;

/// The maximum length of a title in a message, in characters.
const MAX_TITLE_LENGTH: usize = 80;

/// The maximum number of events in a message.
const MAX_TITLES: usize = 3;

impl EventTable {
    const fn title(self) -> &'static str {
        match self {
            Self::Standings => "Standings",
            Self::CrossTable => "Cross-table",
            Self::Rounds => "Rounds",
            Self::Pairings => "Pairings",
            Self::Match => "Engine match",
        }
    }

    pub fn grid(self, games: &EventGames, rules: &RankingRules) -> Result<Grid, EventError> {
        let (columns, rows, notes) = match self {
            Self::Standings => ranked(games, rules, |ranked| Ok(standing_rows(ranked)?))?,
            Self::CrossTable => ranked(games, rules, |ranked| Ok(cross_rows(ranked)?))?,
            Self::Rounds => ranked(games, rules, |ranked| Ok(round_rows(ranked)))?,
            Self::Pairings => ranked(games, rules, |ranked| Ok(pairing_rows(ranked)?))?,
            Self::Match => games.engine_match.as_ref().unwrap_or(&MatchGames::default()).rows(rules.sprt.as_ref())?,
        };
        Ok(Grid { name: self.name(), title: self.title().to_owned(), columns, rows, notes })
    }
}

/// The players of an event in the order of its standings.
pub(super) struct Ranked<'a> {
    pub(super) event: &'a PairingList,
    pub(super) field: &'a EventPlayers,
    pub(super) standings: &'a [Standing],
    pub(super) tie_breaks: &'a [TieBreak],
    pub(super) scoring: Scoring,
    k: Option<u32>,
}

/// Makes the rows of a table of an event, with its notes.
fn ranked(
    games: &EventGames,
    rules: &RankingRules,
    rows: impl Fn(&Ranked<'_>) -> Result<Rows, EventError>,
) -> Result<NotedRows, EventError> {
    let ((columns, rows), notes) = with_ranking(games, rules, rows)?;
    Ok((columns, rows, notes))
}

/// The report of an event.
///
/// # Errors
///
/// Fails as a table does, and for an event that a report has no columns for.
pub fn report(games: &EventGames, rules: &RankingRules) -> Result<WrittenReport, EventError> {
    with_ranking(games, rules, report_of).map(|(report, _)| report)
}

/// Makes something of a ranked event, with its notes.
fn with_ranking<T>(
    games: &EventGames,
    rules: &RankingRules,
    make: impl Fn(&Ranked<'_>) -> Result<T, EventError>,
) -> Result<(T, Vec<String>), EventError> {
    let none = PairingList::default();
    let event = games.pairings.as_ref().unwrap_or(&none);
    if event.titles().len() > 1 {
        let first = event.titles().take(MAX_TITLES).map(|(title, _)| title.into()).collect();
        return Err(EventError::Events(first, event.titles().len()));
    }
    let event = event.renamed(&rules.aliases);
    let field = EventPlayers::new(&event, rules.system)?;
    let scoring = rules.scoring.or_else(|| event.details.rules.scoring()).unwrap_or_default();
    let (listed, unknown) = event.details.rules.tie_breaks();
    let tie_breaks = match (rules.tie_breaks.as_slice(), listed.as_slice()) {
        ([], []) => TieBreak::default_for(field.system),
        ([], listed) => listed,
        (chosen, _) => chosen,
    };
    let standings = rank(&field, tie_breaks, scoring);
    let output =
        make(&Ranked { event: &event, field: &field, standings: &standings, tie_breaks, scoring, k: rules.k })?;
    let mut notes = notes(&field, scoring);
    if rules.tie_breaks.is_empty() && !unknown.is_empty() {
        notes.insert(1, format!("tie-breaks of the report that are not computed: {}", unknown.join(", ")));
    }
    Ok((output, notes))
}

type Rows = (Vec<GridColumn>, Vec<Vec<CellValue>>);

/// Columns and rows with the notes below them.
type NotedRows = (Vec<GridColumn>, Vec<Vec<CellValue>>, Vec<String>);

fn standing_rows(ranked: &Ranked<'_>) -> Result<Rows, TooManyPairings> {
    let Ranked { event, field, standings, tie_breaks, k, .. } = *ranked;
    let mut columns = columns(&[
        ("rank", ColumnUnit::Label(FactType::Integer)),
        ("rank_to", ColumnUnit::Label(FactType::Integer)),
        ("player", ColumnUnit::Label(FactType::Text)),
        ("rating", ColumnUnit::Label(FactType::Integer)),
        ("games", ColumnUnit::Count),
        ("points", ColumnUnit::Number(1)),
    ]);
    columns.extend(tie_breaks.iter().map(|tie_break| GridColumn::new(tie_break.column(), kind_of(*tie_break))));
    let rated = [
        ("rated_games", ColumnUnit::Count),
        ("rated_points", ColumnUnit::Number(1)),
        ("average", ColumnUnit::Label(FactType::Integer)),
        ("performance", ColumnUnit::Label(FactType::Integer)),
        ("expected", ColumnUnit::Number(2)),
        ("change", ColumnUnit::Number(1)),
    ];
    columns.extend(self::columns(if k.is_some() { &rated } else { &rated[..5] }));
    let last = event.pairings()?.iter().filter_map(|pairing| pairing.date).max();
    let gap = WideGap::in_force(last);
    let row = |standing: &Standing| {
        let player = &field.players[standing.player];
        let PlayerRank { first, last } = standing.rank;
        let games = player.entries.iter().filter(|entry| entry.is_played()).count();
        let mut row = vec![whole(first), whole(last), CellValue::from(&*player.name), optional(player.rating)];
        row.extend([CellValue::count(games as u64), points(standing.points)]);
        row.extend(standing.values.iter().map(|value| tie_break_value(*value)));
        let rated = rate(field, player, k.unwrap_or(0), gap);
        row.extend(rated_values(rated, k.is_some()));
        row
    };
    Ok((columns, standings.iter().map(row).collect()))
}

fn rated_values(rated: Option<Rated>, has_change: bool) -> Vec<CellValue> {
    let change = rated.and_then(|rated| rated.change);
    let mut values = vec![
        CellValue::count(rated.map_or(0, |rated| rated.games.into())),
        points(rated.map_or(Points::ZERO, |rated| rated.points)),
        optional(rated.map(|rated| rated.average)),
        optional(rated.map(|rated| rated.performance)),
        CellValue::from(change.map(|Change { expected, .. }| f64::from(expected) / 100.0)),
    ];
    #[expect(clippy::cast_precision_loss, reason = "a few thousand games change a rating by less than 2⁵³")]
    let gain = |Change { gain, .. }| gain as f64 / 100.0;
    values.extend(has_change.then(|| CellValue::from(change.map(gain))));
    values
}

fn cross_rows(ranked: &Ranked<'_>) -> Result<Rows, TooManyPlayers> {
    let Ranked { field, standings, .. } = *ranked;
    let table = CrossTable::new(field, standings)?;
    let mut columns =
        columns(&[("number", ColumnUnit::Label(FactType::Integer)), ("player", ColumnUnit::Label(FactType::Text))]);
    columns.extend((1..=standings.len()).map(|number| GridColumn::new(number.to_string(), ColumnUnit::Mark)));
    columns.push(GridColumn::new("points", ColumnUnit::Number(1)));
    let row = |(place, standing): (usize, &Standing)| {
        let mut row = numbered(place, field, standing);
        row.extend(table.rows[place].iter().enumerate().map(|(other, cell)| match cell.0.as_slice() {
            _ if other == place => CellValue::from("×"),
            [] => CellValue::Missing,
            _ => CellValue::Text(cell.to_string()),
        }));
        row.push(points(standing.points));
        row
    };
    Ok((columns, standings.iter().enumerate().map(row).collect()))
}

fn round_rows(ranked: &Ranked<'_>) -> Rows {
    let Ranked { field, standings, .. } = *ranked;
    let table = RoundTable::new(field, standings);
    let mut columns =
        columns(&[("number", ColumnUnit::Label(FactType::Integer)), ("player", ColumnUnit::Label(FactType::Text))]);
    columns.extend(table.rounds.iter().map(|round| GridColumn::new(format!("round_{round}"), ColumnUnit::Mark)));
    columns.push(GridColumn::new("points", ColumnUnit::Number(1)));
    let row = |(place, standing): (usize, &Standing)| {
        let mut row = numbered(place, field, standing);
        row.extend(table.rows[place].iter().map(|meetings| {
            let there = meetings.iter().filter(|meeting| **meeting != Meeting::Absent);
            let words: Vec<String> = there.map(ToString::to_string).collect();
            if words.is_empty() { CellValue::Missing } else { CellValue::Text(words.join(" ")) }
        }));
        row.push(points(standing.points));
        row
    };
    (columns, standings.iter().enumerate().map(row).collect())
}

fn pairing_rows(ranked: &Ranked<'_>) -> Result<Rows, TooManyPairings> {
    let Ranked { event, field, .. } = *ranked;
    let columns = columns(&[
        ("round", ColumnUnit::Label(FactType::Integer)),
        ("date", ColumnUnit::Label(FactType::Text)),
        ("white", ColumnUnit::Label(FactType::Text)),
        ("black", ColumnUnit::Label(FactType::Text)),
        ("result", ColumnUnit::Label(FactType::Text)),
    ]);
    let rows = round_list(field, event)?.into_iter().map(|line| {
        let date = line.date.map(|day| {
            let part = |number: u8| if number == 0 { "??".to_owned() } else { format!("{number:02}") };
            CellValue::Text(format!("{:04}.{}.{}", day.year, part(day.month), part(day.day)))
        });
        vec![
            optional(line.round),
            date.unwrap_or(CellValue::Missing),
            CellValue::from(line.white),
            CellValue::from(line.black),
            CellValue::Text(line.score.to_string()),
        ]
    });
    Ok((columns, rows.collect()))
}

/// The position that other rows refer to, and the player's name.
fn numbered(place: usize, field: &EventPlayers, standing: &Standing) -> Vec<CellValue> {
    vec![CellValue::count(place as u64 + 1), CellValue::from(&*field.players[standing.player].name)]
}

/// The notes: how the list was interpreted, and the remarks.
fn notes(field: &EventPlayers, scoring: Scoring) -> Vec<String> {
    let system = match field.system {
        PairingSystem::RoundRobin => "a round robin",
        PairingSystem::Swiss => "a Swiss",
    };
    let (players, rounds) = (counted(field.players.len(), "player"), counted(field.round_count(), "round"));
    let mut notes = vec![format!("{system}, {players}, {rounds}")];
    if scoring != Scoring::default() {
        notes.push(format!("points for a win, a draw, a loss: {scoring}; tie-breaks and ratings count 1, ½, 0"));
    }
    notes.extend(field.remarks.iter().take(MAX_NOTES).map(ToString::to_string));
    let more = field.remarks.len().saturating_sub(MAX_NOTES);
    notes.extend((more > 0).then(|| format!("and {more} more notes")));
    notes
}

/// A number with its noun: `1 player`, `12 players`.
pub(super) fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn columns(of: &[(&str, ColumnUnit)]) -> Vec<GridColumn> {
    of.iter().map(|(name, kind)| GridColumn::new(*name, *kind)).collect()
}

const fn kind_of(tie_break: TieBreak) -> ColumnUnit {
    match tie_break {
        TieBreak::Buchholz | TieBreak::BuchholzCut1 | TieBreak::BuchholzMedian1 | TieBreak::Progressive => {
            ColumnUnit::Number(1)
        }
        TieBreak::SonnebornBerger => ColumnUnit::Number(2),
        TieBreak::Wins | TieBreak::GamesWon | TieBreak::GamesWonWithBlack => ColumnUnit::Count,
        TieBreak::DirectEncounter | TieBreak::AverageRating | TieBreak::Performance => {
            ColumnUnit::Label(FactType::Integer)
        }
    }
}

fn tie_break_value(value: tiebreak::TieBreakValue) -> CellValue {
    match value {
        tiebreak::TieBreakValue::Points(sum) => points(sum),
        tiebreak::TieBreakValue::Quarters(count) => CellValue::Number(f64::from(count) / 4.0),
        tiebreak::TieBreakValue::Count(count) | tiebreak::TieBreakValue::Place(count) => whole(count),
        tiebreak::TieBreakValue::Rating(rating) => whole(rating),
        tiebreak::TieBreakValue::None => CellValue::Missing,
    }
}

fn points(points: Points) -> CellValue {
    CellValue::Number(f64::from(points.0) / 2.0)
}

fn whole(number: impl Into<i64>) -> CellValue {
    CellValue::Integer(number.into())
}

fn optional(number: Option<impl Into<i64>>) -> CellValue {
    number.map_or(CellValue::Missing, whole)
}

fn several_events(first: &[Box<str>], count: usize) -> String {
    let title_text = |title: &str| if title.is_empty() { "games without an event".to_owned() } else { quoted(title) };
    let names: Vec<String> = first.iter().map(|title| title_text(title)).collect();
    let more = if first.len() < count { ", …" } else { "" };
    let example = first.iter().find(|title| !title.is_empty()).map_or("…", |title| title);
    // Users may paste this text into a shell.
    let is_risky = example.contains(['\'', '"', '\\', '!', '`', '$']) || example.contains(char::is_control);
    let how = if is_risky { String::new() } else { format!(", as in `--where 'Event = {}'`", quoted(example)) };
    let names = names.join(", ");
    format!(
        "the games belong to {count} events ({names}{more}), but this table is for one; choose it with --where{how}"
    )
}

/// A name quoted for a condition, if it is printable.
fn quoted(name: &str) -> String {
    let sign = if name.contains('"') { '\'' } else { '"' };
    let name: String = name.chars().filter(|c| !c.is_control()).take(MAX_TITLE_LENGTH).collect();
    format!("{sign}{name}{sign}")
}
