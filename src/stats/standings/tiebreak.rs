//! The tie-breaks of C.07, which rank players with equal points.

use std::fmt;
use std::str::FromStr;

use crate::chess::piece::Color;

use super::event_players::{EventPlayer, EventPlayers, PairingSystem, RoundEntry, RoundEntryKind};
use super::rating::{average_of_opponents, performance};
use super::result::{Points, ScoreKind};

/// A tie-break of C.07.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TieBreak {
    /// Buchholz: the sum of the opponents' scores (8.1).
    Buchholz,
    /// Buchholz without the lowest score (14.1).
    BuchholzCut1,
    /// Buchholz without the lowest and the highest score (14.3).
    BuchholzMedian1,
    /// Sonneborn-Berger: the scores of the opponents beaten, and half the scores of those drawn with (9.1).
    SonnebornBerger,
    /// Direct encounter: the games among the tied players (6).
    DirectEncounter,
    /// Rounds with the points of a win, played or not (7.1).
    Wins,
    /// Games won over the board (7.2).
    GamesWon,
    /// Games won over the board with Black (7.4).
    GamesWonWithBlack,
    /// Progressive score: the sum of the scores after each round (7.5).
    Progressive,
    /// The average rating of the opponents (10.1).
    AverageRating,
    /// The performance rating (10.2).
    Performance,
}

/// The value of a tie-break for a player. Higher is better, except for a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TieBreakValue {
    Points(Points),
    /// A sum of quarters of a point.
    Quarters(u32),
    Count(u32),
    /// A rating, which may be negative.
    Rating(i32),
    /// The place among the tied players, from 1, as far as the tie-break determines it.
    Place(u32),
    /// No value: no opponent has a rating, or the tie-break was not needed.
    None,
}

/// The error for text that is not the code of a tie-break.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown tie-break `{0}`; expected one of: {list}", list = TieBreak::CODES.map(|(code, _)| code).join(", "))]
pub struct UnknownTieBreak(String);

impl TieBreak {
    /// All tie-breaks with their codes: those of FIDE, and a shorter one for two of them.
    pub const CODES: [(&'static str, Self); 13] = [
        ("BH", Self::Buchholz),
        ("BH/C1", Self::BuchholzCut1),
        ("BH1", Self::BuchholzCut1),
        ("BH/M1", Self::BuchholzMedian1),
        ("BHM", Self::BuchholzMedian1),
        ("SB", Self::SonnebornBerger),
        ("DE", Self::DirectEncounter),
        ("WIN", Self::Wins),
        ("WON", Self::GamesWon),
        ("BWG", Self::GamesWonWithBlack),
        ("PS", Self::Progressive),
        ("ARO", Self::AverageRating),
        ("TPR", Self::Performance),
    ];

    /// The usual tie-breaks if the regulations of the event are unknown; C.07 has no default list.
    pub const fn default_for(system: PairingSystem) -> &'static [Self] {
        match system {
            PairingSystem::RoundRobin => &[Self::DirectEncounter, Self::Wins, Self::SonnebornBerger],
            PairingSystem::Swiss => &[Self::BuchholzCut1, Self::Buchholz, Self::SonnebornBerger],
        }
    }

    pub fn code(self) -> &'static str {
        Self::CODES.iter().find(|(_, tie_break)| *tie_break == self).map_or("", |(code, _)| code)
    }

    /// The name of its column: the code in lower case, such as `bh_c1`.
    pub fn column(self) -> String {
        self.code().to_lowercase().replace('/', "_")
    }

    pub fn of_column(name: &str) -> Option<Self> {
        Self::CODES.iter().map(|(_, tie_break)| *tie_break).find(|tie_break| tie_break.column() == name)
    }

    /// What it measures, in a few words.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Buchholz => "Buchholz",
            Self::BuchholzCut1 => "Buchholz without the lowest score",
            Self::BuchholzMedian1 => "Buchholz without the lowest and highest score",
            Self::SonnebornBerger => "Sonneborn-Berger",
            Self::DirectEncounter => "direct encounter",
            Self::Wins => "rounds won",
            Self::GamesWon => "games won",
            Self::GamesWonWithBlack => "games won with Black",
            Self::Progressive => "progressive score",
            Self::AverageRating => "average rating of opponents",
            Self::Performance => "performance rating",
        }
    }

    /// The value of each player, in the order of the field. Direct encounter depends on who is tied, so it has no value
    /// here.
    pub fn values(self, field: &EventPlayers) -> Vec<TieBreakValue> {
        let adjusted = adjusted_scores(field);
        field.players.iter().map(|player| self.value(field, player, &adjusted)).collect()
    }

    fn value(self, field: &EventPlayers, player: &EventPlayer, adjusted: &[Points]) -> TieBreakValue {
        let rounds = || contributions(field, player, adjusted);
        match self {
            Self::Buchholz => TieBreakValue::Points(rounds().iter().map(|round| round.opponent).sum()),
            Self::BuchholzCut1 => TieBreakValue::Points(cut_least(rounds()).iter().map(|round| round.opponent).sum()),
            Self::BuchholzMedian1 => {
                let rest = cut_least(rounds());
                let greatest = rest.iter().map(|round| round.opponent).max().unwrap_or_default();
                let sum: Points = rest.iter().map(|round| round.opponent).sum();
                TieBreakValue::Points(Points(sum.0 - greatest.0))
            }
            Self::SonnebornBerger => {
                TieBreakValue::Quarters(rounds().iter().map(|round| round.opponent.0 * round.own.0).sum())
            }
            Self::DirectEncounter => TieBreakValue::None,
            Self::Wins => count(player, |entry| entry.points == Points::ONE),
            Self::GamesWon => count(player, is_won_over_the_board),
            Self::GamesWonWithBlack => count(player, |entry| {
                is_won_over_the_board(entry) && matches!(entry.kind, RoundEntryKind::Paired { color: Color::Black, .. })
            }),
            Self::Progressive => TieBreakValue::Points(progressive(field, player)),
            Self::AverageRating => {
                average_of_opponents(field, player).map_or(TieBreakValue::None, TieBreakValue::Rating)
            }
            Self::Performance => performance(field, player).map_or(TieBreakValue::None, TieBreakValue::Rating),
        }
    }
}

impl TieBreakValue {
    /// The number to compare; a higher one ranks first.
    pub(super) fn weight(self) -> i64 {
        match self {
            Self::Points(points) => points.0.into(),
            Self::Quarters(count) | Self::Count(count) => count.into(),
            Self::Rating(rating) => rating.into(),
            Self::Place(place) => -i64::from(place),
            Self::None => i64::MIN,
        }
    }
}

/// All contributions except the lowest, which is taken from the voluntarily unplayed rounds if there are any (16.5).
fn cut_least(mut rounds: Vec<Contribution>) -> Vec<Contribution> {
    let least = |voluntary: bool| {
        let among = rounds.iter().enumerate().filter(move |(_, round)| round.is_voluntary || !voluntary);
        among.min_by_key(|(_, round)| round.opponent).map(|(index, _)| index)
    };
    if let Some(index) = least(true).or_else(|| least(false)) {
        rounds.remove(index);
    }
    rounds
}

fn count(player: &EventPlayer, meant: impl Fn(&RoundEntry) -> bool) -> TieBreakValue {
    TieBreakValue::Count(player.entries.iter().filter(|entry| meant(entry)).count() as u32)
}

/// Whether a game was won over the board (7.2, 7.4): a win by forfeit is none, in a round robin either.
fn is_won_over_the_board(entry: &RoundEntry) -> bool {
    matches!(entry.kind, RoundEntryKind::Paired { kind: ScoreKind::Played, .. }) && entry.points == Points::ONE
}

fn progressive(field: &EventPlayers, player: &EventPlayer) -> Points {
    let rounds = field.round_count();
    // The points of a round count in its sum and in all later sums.
    player.entries.iter().map(|entry| Points(entry.points.0 * (rounds - entry.round) as u32)).sum()
}

impl fmt::Display for TieBreakValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Points(points) => points.fmt(f),
            Self::Quarters(count) => write!(f, "{}.{:02}", count / 4, count % 4 * 25),
            Self::Count(count) | Self::Place(count) => count.fmt(f),
            Self::Rating(rating) => rating.fmt(f),
            Self::None => Ok(()),
        }
    }
}

impl fmt::Display for TieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for TieBreak {
    type Err = UnknownTieBreak;

    fn from_str(text: &str) -> Result<Self, UnknownTieBreak> {
        let code = Self::CODES.iter().find(|(code, _)| code.eq_ignore_ascii_case(text.trim()));
        code.map(|(_, tie_break)| *tie_break).ok_or_else(|| UnknownTieBreak(text.trim().to_owned()))
    }
}

// The contributions of unplayed rounds to tie-breaks (C.07 Articles 15 and 16).
//
// In a Swiss, an unplayed round is of one of five kinds (16.2): a bye with a full point; a win by forfeit; a loss by
// forfeit; a requested bye before some round that is not voluntarily unplayed; any other requested bye. A round
// without an entry counts as a requested bye. Requested byes and losses by forfeit are *voluntarily unplayed*.
//
// In a round robin forfeits count as games (15.2), and a free round does not count.

/// The contribution of one round to sums over opponents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Contribution {
    /// The score of the opponent, or of the dummy opponent.
    pub(super) opponent: Points,
    pub(super) own: Points,
    /// Whether the round is voluntarily unplayed.
    is_voluntary: bool,
}

/// The scores with which players count as opponents (16.3). A requested bye counts as a draw if all later rounds are
/// voluntarily unplayed; every other round counts with its points.
fn adjusted_scores(field: &EventPlayers) -> Vec<Points> {
    let adjusted = |player: &EventPlayer| {
        let mut is_last = field.system == PairingSystem::Swiss;
        let entries = player.entries.iter().rev().map(|entry| {
            is_last &= is_voluntary(entry);
            if is_last && is_requested_bye(entry) { Points::HALF } else { entry.points }
        });
        entries.sum()
    };
    field.players.iter().map(adjusted).collect()
}

/// The contributions of the rounds of a player, by the scores of [`adjusted_scores`].
fn contributions(field: &EventPlayers, player: &EventPlayer, adjusted: &[Points]) -> Vec<Contribution> {
    let (total, rounds) = (player.points(), field.round_count());
    let one = |entry: &RoundEntry| {
        let is_swiss = field.system == PairingSystem::Swiss;
        let opponent = match entry.kind {
            RoundEntryKind::Paired { opponent, kind, .. } if kind == ScoreKind::Played || !is_swiss => {
                adjusted[opponent]
            }
            // 16.4.1: the dummy has the player's own score, but at most that of the scheduled opponent.
            RoundEntryKind::Paired { opponent, .. } => total.min(adjusted[opponent]),
            // 16.4.2: and at most a draw in each round.
            RoundEntryKind::Bye | RoundEntryKind::Absent if is_swiss => {
                total.min(Points(Points::HALF.0 * rounds as u32))
            }
            RoundEntryKind::Bye | RoundEntryKind::Absent => return None,
        };
        Some(Contribution { opponent, own: entry.points, is_voluntary: is_swiss && is_voluntary(entry) })
    };
    player.entries.iter().filter_map(one).collect()
}

fn is_requested_bye(entry: &RoundEntry) -> bool {
    entry.kind == RoundEntryKind::Absent || entry.kind == RoundEntryKind::Bye && entry.points < Points::ONE
}

/// Whether a round is voluntarily unplayed.
fn is_voluntary(entry: &RoundEntry) -> bool {
    let is_lost = entry.points == Points::ZERO;
    is_requested_bye(entry) || is_lost && matches!(entry.kind, RoundEntryKind::Paired { kind: ScoreKind::Forfeit, .. })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_and_written() {
        for (code, tie_break) in TieBreak::CODES {
            assert_eq!(code.to_lowercase().parse(), Ok(tie_break));
            assert_eq!(tie_break.code().parse(), Ok(tie_break));
        }
        let error = "koya".parse::<TieBreak>().unwrap_err().to_string();
        assert!(error.starts_with("unknown tie-break `koya`; expected one of: BH, BH/C1, BH1,"), "{error}");
    }

    #[test]
    fn values_are_written_as_in_tables() {
        assert_eq!(TieBreakValue::Quarters(897).to_string(), "224.25");
        assert_eq!(TieBreakValue::Points(Points(31)).to_string(), "15½");
        assert_eq!(TieBreakValue::None.to_string(), "");
    }
}
