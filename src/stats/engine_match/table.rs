//! The table of an engine match as a grid: a row for each engine, and for each of its opponents.

use std::collections::BTreeMap;

use crate::game::facts::FactType;
use crate::stats::grid::{CellValue, ColumnUnit, GridColumn};

use super::elo::{MatchResults, Strength};
use super::games::{Fault, MatchGame, MatchGames, MatchOutcome, MatchSide, Searches, TooManyMatchGames};
use super::sprt::Sprt;

/// What an engine did in its games against an opponent, or against all.
#[derive(Clone, Default, Debug)]
struct Record {
    results: MatchResults,
    open: u64,
    /// Openings that occur in more than one pair.
    repeated: u64,
    faults: [u64; 3],
    searches: Searches,
}

/// The maximum number of pairs of engines and of rounds that notes name.
const MAX_NOTES: usize = 10;

/// The columns after those of the names.
const COLUMNS: [(&str, ColumnUnit); 27] = [
    ("games", ColumnUnit::Count),
    ("wins", ColumnUnit::Count),
    ("draws", ColumnUnit::Count),
    ("losses", ColumnUnit::Count),
    ("no_result", ColumnUnit::Count),
    ("score", ColumnUnit::Share),
    ("elo", ColumnUnit::Number(1)),
    ("elo_error", ColumnUnit::Number(1)),
    ("los", ColumnUnit::Share),
    ("nelo", ColumnUnit::Number(1)),
    ("nelo_error", ColumnUnit::Number(1)),
    ("pairs", ColumnUnit::Count),
    ("pairs_0", ColumnUnit::Count),
    ("pairs_0_5", ColumnUnit::Count),
    ("pairs_1", ColumnUnit::Count),
    ("pairs_1_5", ColumnUnit::Count),
    ("pairs_2", ColumnUnit::Count),
    ("unpaired", ColumnUnit::Count),
    ("repeated", ColumnUnit::Count),
    ("time_losses", ColumnUnit::Count),
    ("crashes", ColumnUnit::Count),
    ("illegal_moves", ColumnUnit::Count),
    ("mean_search_depth", ColumnUnit::Number(1)),
    ("mean_spent", ColumnUnit::Number(2)),
    ("mean_nodes", ColumnUnit::Number(0)),
    ("llr", ColumnUnit::Number(2)),
    ("decision", ColumnUnit::Mark),
];

/// The columns, rows and notes of the table.
type MatchTable = (Vec<GridColumn>, Vec<Vec<CellValue>>, Vec<String>);

/// The number of columns of an SPRT, which are the last ones.
const SPRT_COLUMNS: usize = 2;

impl MatchGames {
    /// The columns, rows and notes of the table, with the state of a test if it is wanted.
    pub(in crate::stats) fn rows(&self, sprt: Option<&Sprt>) -> Result<MatchTable, TooManyMatchGames> {
        self.check()?;
        let names = self.names();
        let (records, unusual) = self.records();
        let mut notes = unusual.notes();
        let mut order: Vec<(Record, u32)> = Vec::new();
        for engine in 0..names.len() as u32 {
            let own = records.range((engine, 0)..=(engine, u32::MAX));
            let whole = own.fold(Record::default(), |whole, (_, record)| whole.with(record));
            if whole.results.games.iter().sum::<u64>() + whole.open > 0 {
                order.push((whole, engine));
            }
        }
        let score = |record: &Record| record.results.strength().map_or(-1.0, |strength| strength.score);
        order.sort_by(|(one, _), (other, _)| score(other).total_cmp(&score(one)));
        let mut places = vec![usize::MAX; names.len()];
        order.iter().enumerate().for_each(|(place, (_, engine))| places[*engine as usize] = place);
        // The opponents of an engine, the stronger one first.
        let opponents = |engine: u32| {
            let own = records.range((engine, 0)..=(engine, u32::MAX));
            let mut own: Vec<_> = own.map(|((_, opponent), record)| (*opponent, record)).collect();
            own.sort_by_key(|(opponent, _)| places[*opponent as usize]);
            own
        };
        let (mut rows, mut pairs) = (Vec::new(), Vec::new());
        for (place, (whole, engine)) in order.iter().enumerate() {
            notes.extend(search_note(names[*engine as usize], whole).filter(|_| order.len() <= MAX_NOTES));
            if order.len() > 2 {
                rows.push(row([Some(names[*engine as usize]), None], whole, sprt));
            }
            for (opponent, record) in opponents(*engine) {
                let both = [*engine, opponent].map(|number| names[number as usize]);
                rows.push(row(both.map(Some), record, sprt));
                if places[opponent as usize] > place {
                    pairs.push((both, record));
                }
            }
        }
        notes.extend(pair_notes(&pairs, sprt));
        let labels = [("engine", FactType::Text), ("opponent", FactType::Text)];
        let labels = labels.map(|(name, kind)| GridColumn::new(name, ColumnUnit::Label(kind)));
        let shown = COLUMNS.len() - if sprt.is_some() { 0 } else { SPRT_COLUMNS };
        let columns = COLUMNS[..shown].iter().map(|(name, kind)| GridColumn::new(*name, *kind));
        Ok((labels.into_iter().chain(columns).collect(), rows, notes))
    }

    /// What each engine did against each other one, and what is unusual about the games.
    fn records(&self) -> (Records, Unusual<'_>) {
        let (mut records, mut unusual) = (Records::new(), Unusual::default());
        let mut openings: BTreeMap<([u32; 2], u64), [Vec<&MatchGame>; 2]> = BTreeMap::new();
        for game in &self.games {
            let [white, black] = game.players;
            if white == black {
                unusual.own += 1;
                continue;
            }
            for (side, pair) in game.sides() {
                records.entry(pair).or_default().add(game, side);
            }
            match (game.outcome, game.opening) {
                (MatchOutcome::Open, _) => unusual.open += 1,
                (_, Some(opening)) => {
                    let pair = [white.min(black), white.max(black)];
                    openings.entry((pair, opening)).or_default()[usize::from(white > black)].push(game);
                }
                (_, None) => {
                    unusual.unknown += 1;
                    add_single(&mut records, game);
                }
            }
        }
        for (([first, second], _), games) in openings {
            add_pairs(&mut records, [first, second], &games, &mut unusual);
        }
        for (pair, searches) in self.searches() {
            records.entry(pair).and_modify(|record| record.searches = searches);
        }
        (records, unusual)
    }
}

/// The row of an engine against an opponent, or against all.
fn row(names: [Option<&str>; 2], record: &Record, sprt: Option<&Sprt>) -> Vec<CellValue> {
    let MatchResults { games: [losses, draws, wins], single, pairs } = record.results;
    let mut row = names.map(|name| name.map_or(CellValue::Missing, |name| CellValue::Text(name.to_owned()))).to_vec();
    let played = losses + draws + wins + record.open;
    row.extend([played, wins, draws, losses, record.open].map(CellValue::count));
    let strength = record.results.strength();
    let of = |value: &dyn Fn(Strength) -> Option<f64>| CellValue::from(strength.and_then(value));
    row.extend([
        of(&|strength| Some(strength.score)),
        of(&|strength| strength.elo),
        of(&|strength| strength.elo_error),
        of(&|strength| strength.superiority),
        of(&|strength| strength.normalized.map(|(value, _)| value)),
        of(&|strength| strength.normalized.map(|(_, error)| error)),
    ]);
    row.push(CellValue::count(pairs.iter().sum()));
    row.extend(pairs.map(CellValue::count));
    row.extend([single.iter().sum(), record.repeated].map(CellValue::count));
    row.extend(record.faults.map(CellValue::count));
    let Searches { depth, spent, nodes } = record.searches;
    row.extend([depth.mean(), spent.mean().map(|spent| spent / 100.0), nodes.mean()].map(CellValue::from));
    if let Some(sprt) = sprt {
        let state = sprt.state(&record.results);
        row.push(CellValue::from(state.map(|state| state.llr)));
        row.push(state.map_or(CellValue::Missing, |state| CellValue::from(state.decision.name())));
    }
    row
}

/// A note for each of these pairs of engines.
fn pair_notes(pairs: &[([&str; 2], &Record)], sprt: Option<&Sprt>) -> Vec<String> {
    let mut notes = Vec::new();
    for ([engine, other], Record { results, .. }) in pairs.iter().take(MAX_NOTES) {
        let mut parts = Vec::new();
        let counts = results.pairs.map(|count| count.to_string());
        if results.pairs.iter().any(|count| *count > 0) {
            parts.push(format!("pairs of games by points, 0 to 2: {}", counts.join(" ")));
        }
        let normalized = results.strength().and_then(|strength| strength.normalized);
        parts.extend(normalized.map(|(value, error)| format!("normalized Elo {value:+.1} ±{error:.1}")));
        parts.extend(sprt.and_then(|sprt| sprt_part(sprt, results)));
        notes.extend((!parts.is_empty()).then(|| format!("{engine} – {other}: {}", parts.join("; "))));
    }
    let more = pairs.len().saturating_sub(MAX_NOTES);
    notes.extend((more > 0).then(|| format!("and {more} more pairs of engines (see --format csv)")));
    notes.extend(sprt.map(|sprt| format!("SPRT: {sprt}")));
    notes
}

/// The records by engine and opponent.
type Records = BTreeMap<(u32, u32), Record>;

/// What notes say about the games.
#[derive(Default)]
struct Unusual<'g> {
    /// Games of an engine against itself.
    own: usize,
    /// Games without a result.
    open: usize,
    /// Games without a known opening.
    unknown: usize,
    /// The rounds of games without a pair, and of the first games of pairs that repeat an opening.
    unpaired: Vec<&'g str>,
    repeated: Vec<&'g str>,
}

impl Unusual<'_> {
    fn notes(mut self) -> Vec<String> {
        let counts = [
            (self.own, "of an engine against itself, not counted", String::new()),
            (self.open, "without a result", String::new()),
            (self.unknown, "without a pair, because they do not show where their opening ends", String::new()),
            (self.unpaired.len(), "without a game with the other colors", rounds(&mut self.unpaired)),
            (self.repeated.len() * 2, "in pairs that repeat the opening of another pair", rounds(&mut self.repeated)),
        ];
        let counts = counts.into_iter().filter(|(count, ..)| *count > 0);
        counts.map(|(count, what, rounds)| format!("games {what}: {count}{rounds}")).collect()
    }
}

impl MatchGame {
    /// Each side with its engine and its opponent.
    fn sides(&self) -> [(MatchSide, (u32, u32)); 2] {
        let [white, black] = self.players;
        [(MatchSide::White, (white, black)), (MatchSide::Black, (black, white))]
    }

    /// The points of a side in halves; `None` without a result.
    fn halves(&self, side: MatchSide) -> Option<usize> {
        match self.outcome {
            MatchOutcome::Open => None,
            MatchOutcome::Draw => Some(1),
            MatchOutcome::Win(winner) => Some(if winner == side { 2 } else { 0 }),
        }
    }
}

impl Record {
    /// Adds a game of this side.
    fn add(&mut self, game: &MatchGame, side: MatchSide) {
        let Some(points) = game.halves(side) else {
            self.open += 1;
            return;
        };
        self.results.games[points] += 1;
        match game.fault.filter(|_| points == 0) {
            Some(Fault::Time) => self.faults[0] += 1,
            Some(Fault::Crash) => self.faults[1] += 1,
            Some(Fault::IllegalMove) => self.faults[2] += 1,
            None => {}
        }
    }

    /// The sum of two records.
    fn with(mut self, other: &Self) -> Self {
        let add = |own: &mut [u64], other: &[u64]| own.iter_mut().zip(other).for_each(|(own, other)| *own += other);
        add(&mut self.results.games, &other.results.games);
        add(&mut self.results.single, &other.results.single);
        add(&mut self.results.pairs, &other.results.pairs);
        add(&mut self.faults, &other.faults);
        self.open += other.open;
        self.repeated += other.repeated;
        self.searches.merge(&other.searches);
        self
    }
}

/// Counts the games of one opening between two engines: those in which the first one has White, and the others.
fn add_pairs<'g>(
    records: &mut Records,
    [first, second]: [u32; 2],
    [forth, back]: &[Vec<&'g MatchGame>; 2],
    unusual: &mut Unusual<'g>,
) {
    let pairs = forth.len().min(back.len());
    for (game, other) in forth.iter().zip(back) {
        let points = game.halves(MatchSide::White).unwrap_or(0) + other.halves(MatchSide::Black).unwrap_or(0);
        records.entry((first, second)).or_default().results.pairs[points] += 1;
        records.entry((second, first)).or_default().results.pairs[4 - points] += 1;
    }
    for game in forth.iter().skip(pairs).chain(back.iter().skip(pairs)) {
        add_single(records, game);
        unusual.unpaired.push(&*game.round);
    }
    if pairs > 1 {
        unusual.repeated.extend(forth[1..pairs].iter().map(|game| &*game.round));
        for pair in [(first, second), (second, first)] {
            records.entry(pair).or_default().repeated += 1;
        }
    }
}

/// Counts a game without a pair for both engines.
fn add_single(records: &mut Records, game: &MatchGame) {
    for (side, pair) in game.sides() {
        if let Some(points) = game.halves(side) {
            records.entry(pair).or_default().results.single[points] += 1;
        }
    }
}

/// The first rounds of some games: ` (rounds 3, 7.1, …)`.
fn rounds(rounds: &mut Vec<&str>) -> String {
    rounds.retain(|round| !matches!(*round, "" | "?" | "-"));
    let numbers = |round: &&str| round.split('.').map(|part| part.parse().unwrap_or(u32::MAX)).collect::<Vec<u32>>();
    rounds.sort_by_cached_key(numbers);
    let more = if rounds.len() > MAX_NOTES { ", …" } else { "" };
    rounds.truncate(MAX_NOTES);
    if rounds.is_empty() { String::new() } else { format!(" (rounds {}{more})", rounds.join(", ")) }
}

/// What an engine lost other than by chess, and its mean search.
fn search_note(name: &str, record: &Record) -> Option<String> {
    let Searches { depth, spent, nodes } = record.searches;
    let faults = ["losses on time", "crashes", "illegal moves"].into_iter().zip(record.faults);
    let mut parts: Vec<String> =
        faults.filter(|(_, count)| *count > 0).map(|(what, count)| format!("{what} {count}")).collect();
    let means = [
        depth.mean().map(|depth| format!("depth {depth:.1}")),
        spent.mean().map(|spent| format!("{:.2} s", spent / 100.0)),
        nodes.mean().map(|nodes| format!("{nodes:.0} nodes")),
    ];
    let means: Vec<String> = means.into_iter().flatten().collect();
    parts.extend((!means.is_empty()).then(|| format!("per move {}", means.join(", "))));
    (!parts.is_empty()).then(|| format!("{name}: {}", parts.join("; ")))
}

fn sprt_part(sprt: &Sprt, results: &MatchResults) -> Option<String> {
    let state = sprt.state(results)?;
    let [low, high] = sprt.bounds();
    Some(format!("LLR {:.2} ({low:.2}, {high:.2}): {}", state.llr, state.decision.name()))
}
