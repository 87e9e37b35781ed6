//! Remarks about a list of pairings: irregularities, and how they were interpreted.

use std::fmt;

use super::event_players::MAX_ROUNDS;

/// A remark about a list of pairings.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum PairingNote {
    /// The games name more than one event: the first few of them, and how many.
    Events(Vec<Box<str>>, usize),
    /// Pairings with a missing name, which do not count.
    Nameless(u64),
    /// Pairings of a player against the same player, which do not count.
    Alone(Box<str>, u64),
    Byes(u64),
    /// Games without a result: pairings without points.
    Open(u64),
    /// Pairings without a game.
    Forfeits(u64),
    /// Pairings without a round.
    NoRound(u64),
    /// More rounds than [`MAX_ROUNDS`], so they are not distinguished.
    ManyRounds(u64),
    /// The same two players, more than once in a round.
    PairTwice(Box<str>, Box<str>, u32),
    /// A player with different opponents in a round.
    PlayerTwice(Box<str>, u32),
    /// A player with several ratings, of which the first counts.
    Ratings(Box<str>, Vec<u16>),
    /// Rounds without a game: the first and the last of each gap.
    MissingRounds(Vec<(u32, u32)>),
    /// The system was taken for a Swiss, although the missing rounds may hide a round robin.
    TakenForSwiss,
    /// Rounds without an entry of a player: they count as absences.
    Absences(u64),
}

impl fmt::Display for PairingNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Events(first, count) => {
                write!(f, "the games belong to {count} events: {}", first.join(", "))?;
                f.write_str(if first.len() < *count { ", …" } else { "" })
            }
            Self::Nameless(count) => write!(f, "{} without both players' names: not counted", games(*count)),
            Self::Alone(name, count) => write!(f, "{} of {name} against the same name: not counted", games(*count)),
            Self::Byes(1) => f.write_str("1 bye"),
            Self::Byes(count) => write!(f, "{count} byes"),
            Self::Open(count) => write!(f, "{} without a result: no points", games(*count)),
            Self::Forfeits(count) => {
                write!(f, "{} without moves by a player: unplayed, points by the result", games(*count))
            }
            Self::NoRound(count) => {
                write!(f, "{} without a round: ordered by date, and absences are not counted", games(*count))
            }
            Self::ManyRounds(count) => write!(
                f,
                "{count} rounds are too many to distinguish (limit: {MAX_ROUNDS}): ordered by date, and absences are not \
                 counted"
            ),
            Self::PairTwice(one, other, round) => {
                write!(f, "{one} and {other} are paired more than once in round {round}: all count")
            }
            Self::PlayerTwice(name, round) => {
                write!(f, "{name} has more than one opponent in round {round}: all count")
            }
            Self::Ratings(name, ratings) => {
                let ratings: Vec<String> = ratings.iter().map(u16::to_string).collect();
                write!(f, "{name} has the ratings {}: the first counts", ratings.join(", "))
            }
            Self::MissingRounds(gaps) => {
                let text = |&(first, last): &(u32, u32)| {
                    if first == last { first.to_string() } else { format!("{first}–{last}") }
                };
                let text: Vec<String> = gaps.iter().take(MAX_GAPS).map(text).collect();
                let more = if gaps.len() > MAX_GAPS { ", …" } else { "" };
                write!(f, "no game of rounds {}{more}", text.join(", "))
            }
            Self::TakenForSwiss => f.write_str("treated as a Swiss, because not all players have met"),
            Self::Absences(1) => f.write_str("1 round without an entry for a player: counted as an absence"),
            Self::Absences(count) => write!(f, "{count} rounds without an entry for a player: counted as absences"),
        }
    }
}

/// The maximum number of gaps that are listed.
const MAX_GAPS: usize = 5;

fn games(count: u64) -> String {
    if count == 1 { "1 game".to_owned() } else { format!("{count} games") }
}
