//! Tables of an event: everybody against everybody, everybody by rounds, round by round.

use std::fmt;

use crate::chess::piece::Color;
use crate::laws::edition::Day;

use super::event::{Event, TooManyPairings};
use super::field::{Entry, Field, Kind};
use super::points::Points;
use super::ranking::Standing;
use super::result::{How, Score};

/// The most players of whom a cross-table is made: it has a column for each.
pub const MOST_COLUMNS: usize = 200;

/// What everybody got against everybody, in the order of the standings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CrossTable {
    /// A row for each player; in it a cell for each player, with what he got in each game against him.
    pub rows: Vec<Vec<Cell>>,
}

/// What a player got against another, a mark for each pairing; none if they were not paired.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Cell(pub Vec<Mark>);

/// What a player got for a pairing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The points.
    pub points: Points,
    /// How he got them.
    pub how: How,
}

/// There are more players than a cross-table has columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyPlayers {
    /// How many.
    pub count: usize,
}

/// Whom everybody met in each round, in the order of the standings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundTable {
    /// The numbers of the rounds; from 1 if they are not known.
    pub rounds: Vec<u32>,
    /// A row for each player; in it, for each round, all that he has.
    pub rows: Vec<Vec<Vec<Meeting>>>,
}

/// What a player has for a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meeting {
    /// A pairing.
    Paired {
        /// The opponent's place in the standings, from 1.
        opponent: u32,
        /// The player's colour.
        color: Color,
        /// What he got.
        mark: Mark,
    },
    /// A bye, and what he got for it.
    Bye(Points),
    /// Nothing.
    Absent,
}

/// A line of the list of rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line<'a> {
    /// The round, if it is known.
    pub round: Option<u32>,
    /// The day, if it is known.
    pub date: Option<Day>,
    /// Who had White.
    pub white: &'a str,
    /// Who had Black.
    pub black: &'a str,
    /// What came of it.
    pub score: Score,
}

impl CrossTable {
    /// The cross-table of a field in the order of its standings.
    pub fn new(field: &Field, standings: &[Standing]) -> Result<Self, TooManyPlayers> {
        if field.players.len() > MOST_COLUMNS {
            return Err(TooManyPlayers { count: field.players.len() });
        }
        let columns = places(standings);
        let row = |standing: &Standing| {
            let mut cells = vec![Cell::default(); standings.len()];
            for entry in &field.players[standing.player].entries {
                if let Kind::Paired { opponent, how, .. } = entry.kind {
                    cells[columns[opponent]].0.push(Mark { points: entry.points, how });
                }
            }
            cells
        };
        Ok(Self { rows: standings.iter().map(row).collect() })
    }
}

impl RoundTable {
    /// The rounds of a field in the order of its standings.
    #[must_use]
    pub fn new(field: &Field, standings: &[Standing]) -> Self {
        let places = places(standings);
        let meeting = |entry: &Entry| match entry.kind {
            Kind::Paired { opponent, color, how } => Meeting::Paired {
                opponent: places[opponent] as u32 + 1,
                color,
                mark: Mark { points: entry.points, how },
            },
            Kind::Bye => Meeting::Bye(entry.points),
            Kind::Absent => Meeting::Absent,
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

/// The pairings that count, round by round; in a round, and where rounds are not known, in the order of the text.
pub fn round_list<'a>(field: &Field, event: &'a Event) -> Result<Vec<Line<'a>>, TooManyPairings> {
    let pairings = event.pairings()?;
    let mut lines: Vec<Line<'a>> = field
        .pairings
        .iter()
        .map(|paired| {
            let pairing = &pairings[paired.index];
            Line {
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

/// The place in the standings, from 0, of each player of the field.
fn places(standings: &[Standing]) -> Vec<usize> {
    let mut places = vec![0; standings.len()];
    for (place, standing) in standings.iter().enumerate() {
        places[standing.player] = place;
    }
    places
}

impl fmt::Display for Mark {
    /// `1`, `½` and `0`; `+`, `=` and `-` without a game; `*` while there is no result.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.how {
            How::Played => self.points.fmt(f),
            How::Forfeit => f.write_str(match self.points {
                Points::ZERO => "-",
                Points::HALF => "=",
                _ => "+",
            }),
            How::Open => f.write_str("*"),
        }
    }
}

impl fmt::Display for Cell {
    /// The marks without anything between them, as `1½`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0.iter().map(ToString::to_string).collect::<String>())
    }
}

impl fmt::Display for Meeting {
    /// `5w1`: number 5, with White, won. `bye1` is a bye with a point; nothing is written for who has nothing.
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

impl fmt::Display for TooManyPlayers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a cross-table of {} players would have more than {MOST_COLUMNS} columns; ask for the table of rounds, or \
             choose an event with `--where`",
            self.count
        )
    }
}

impl std::error::Error for TooManyPlayers {}
