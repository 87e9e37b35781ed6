//! The tables of an event: cross-table, table of rounds, list of pairings.

use std::fmt;

use crate::chess::piece::Color;
use crate::laws::edition::Day;

use super::event::{PairingList, TooManyPairings};
use super::event_players::{EventPlayers, RoundEntry, RoundEntryKind};
use super::ranking::Standing;
use super::result::{PairingScore, Points, ScoreKind};

/// The maximum number of players in a cross-table, which has a column for each.
pub const MAX_COLUMNS: usize = 200;

/// A cross-table: the results of all players against all others, in the order of the standings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CrossTable {
    /// A row for each player, with a cell for each opponent: the results of the games between them.
    pub rows: Vec<Vec<CrossTableCell>>,
}

/// The results of a player against another, one for each pairing.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct CrossTableCell(pub Vec<PairingResult>);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PairingResult {
    pub points: Points,
    pub kind: ScoreKind,
}

/// The error for more players than a cross-table has columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "a cross-table of {count} players would have more than {MAX_COLUMNS} columns; use the table of rounds, or choose an \
     event with `--where`"
)]
pub struct TooManyPlayers {
    pub count: usize,
}

/// The opponents of all players in each round, in the order of the standings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundTable {
    /// The numbers of the rounds; 1, 2, … if they are unknown.
    pub rounds: Vec<u32>,
    /// A row for each player, with all entries of the player for each round.
    pub rows: Vec<Vec<Vec<Meeting>>>,
}

/// The entry of a player for a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meeting {
    Paired {
        /// The opponent's position in the standings, from 1.
        opponent: u32,
        color: Color,
        mark: PairingResult,
    },
    Bye(Points),
    Absent,
}

/// A line of the list of pairings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CrossTableRow<'a> {
    /// The round, if it is known.
    pub round: Option<u32>,
    /// The day, if it is known.
    pub date: Option<Day>,
    pub white: &'a str,
    pub black: &'a str,
    pub score: PairingScore,
}

impl CrossTable {
    pub fn new(field: &EventPlayers, standings: &[Standing]) -> Result<Self, TooManyPlayers> {
        if field.players.len() > MAX_COLUMNS {
            return Err(TooManyPlayers { count: field.players.len() });
        }
        let columns = places(standings);
        let row = |standing: &Standing| {
            let mut cells = vec![CrossTableCell::default(); standings.len()];
            for entry in &field.players[standing.player].entries {
                if let RoundEntryKind::Paired { opponent, kind, .. } = entry.kind {
                    cells[columns[opponent]].0.push(PairingResult { points: entry.points, kind });
                }
            }
            cells
        };
        Ok(Self { rows: standings.iter().map(row).collect() })
    }
}

impl RoundTable {
    pub fn new(field: &EventPlayers, standings: &[Standing]) -> Self {
        let places = places(standings);
        let meeting = |entry: &RoundEntry| match entry.kind {
            RoundEntryKind::Paired { opponent, color, kind } => Meeting::Paired {
                opponent: places[opponent] as u32 + 1,
                color,
                mark: PairingResult { points: entry.points, kind },
            },
            RoundEntryKind::Bye => Meeting::Bye(entry.points),
            RoundEntryKind::Absent => Meeting::Absent,
        };
        let numbered = || (1..=field.round_count() as u32).collect();
        let rounds = if field.rounds.is_empty() { numbered() } else { field.rounds.clone() };
        let row = |standing: &Standing| {
            let mut cells = vec![Vec::new(); rounds.len()];
            for entry in &field.players[standing.player].entries {
                cells[entry.round].push(meeting(entry));
            }
            cells
        };
        Self { rows: standings.iter().map(row).collect(), rounds }
    }
}

/// The pairings that count, round by round. Within a round, or if rounds are unknown, they are in the order of the
/// text.
pub fn round_list<'a>(field: &EventPlayers, event: &'a PairingList) -> Result<Vec<CrossTableRow<'a>>, TooManyPairings> {
    let pairings = event.pairings()?;
    let mut lines: Vec<CrossTableRow<'a>> = field
        .pairings
        .iter()
        .map(|paired| {
            let pairing = &pairings[paired.index];
            CrossTableRow {
                round: pairing.round,
                date: pairing.date,
                white: &pairing.white.name,
                black: &pairing.black.name,
                score: pairing.score,
            }
        })
        .collect();
    lines.sort_by_key(|line| line.round);
    Ok(lines)
}

/// The position in the standings, from 0, of each player of the field.
fn places(standings: &[Standing]) -> Vec<usize> {
    let mut places = vec![0; standings.len()];
    for (place, standing) in standings.iter().enumerate() {
        places[standing.player] = place;
    }
    places
}

impl fmt::Display for PairingResult {
    /// `1`, `½` and `0`; `+`, `=` and `-` without a game; `*` while there is no result.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            ScoreKind::Played => self.points.fmt(f),
            ScoreKind::Forfeit => f.write_str(match self.points {
                Points::ZERO => "-",
                Points::HALF => "=",
                _ => "+",
            }),
            ScoreKind::Open => f.write_str("*"),
        }
    }
}

impl fmt::Display for CrossTableCell {
    /// The results without a separator, as `1½`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0.iter().map(ToString::to_string).collect::<String>())
    }
}

impl fmt::Display for Meeting {
    /// `5w1`: a win with White against number 5. `bye1` is a bye with a point. An absence is empty.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Paired { opponent, color, mark } => {
                let letter = if *color == Color::White { 'w' } else { 'b' };
                write!(f, "{opponent}{letter}{mark}")
            }
            Self::Bye(points) => write!(f, "bye{points}"),
            Self::Absent => Ok(()),
        }
    }
}
