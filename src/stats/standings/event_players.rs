//! The field of an event: its players and their entries for every round.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;

use crate::chess::piece::Color;

use super::event::{Entrant, Pairing, PairingList, TooManyPairings, is_bye};
use super::result::{Points, ScoreKind};

/// The maximum number of rounds that are distinguished. A list with more rounds is not one tournament.
pub const MAX_ROUNDS: usize = 64;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PairingSystem {
    /// A round robin: all players meet each other.
    RoundRobin,
    /// A Swiss system: pairings are made round by round. A player who is not paired in a round was absent.
    Swiss,
}

#[derive(Clone, Debug)]
pub struct EventPlayers {
    /// The players, in the order of their first appearance in the text.
    pub players: Vec<EventPlayer>,
    pub system: PairingSystem,
    /// The numbers of the rounds, in order; empty if a pairing has none, or if there are more than [`MAX_ROUNDS`].
    /// Then no absences are known, and the games of a player count in the order of their dates.
    pub rounds: Vec<u32>,
    /// Remarks about the list.
    pub remarks: Vec<PairingNote>,
    /// The pairings that count, in the order of the text.
    pub pairings: Vec<Paired>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventPlayer {
    pub name: Box<str>,
    /// The first rating in the order of the text (C.07 Article 10: the first one counts).
    pub rating: Option<u16>,
    pub entries: Vec<RoundEntry>,
}

/// The entry of a player for a round. A player with two games in a round has two entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoundEntry {
    /// The index of the round in [`EventPlayers::rounds`]; if rounds are unknown, the index among the player's games.
    pub round: usize,
    pub kind: RoundEntryKind,
    pub points: Points,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoundEntryKind {
    Paired {
        /// The opponent, as an index in [`EventPlayers::players`].
        opponent: usize,
        color: Color,
        kind: ScoreKind,
    },
    /// A bye that the list contains.
    Bye,
    /// Nothing in the list.
    Absent,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paired {
    /// The player with White, as an index in [`EventPlayers::players`]; `None` if Black had a bye.
    pub white: Option<usize>,
    /// The player with Black; `None` if White had a bye.
    pub black: Option<usize>,
    /// Its index in [`PairingList::pairings`].
    pub index: usize,
}

impl RoundEntry {
    /// Whether it was a game played over the board.
    pub fn is_played(&self) -> bool {
        matches!(self.kind, RoundEntryKind::Paired { kind: ScoreKind::Played, .. })
    }
}

impl EventPlayer {
    pub fn points(&self) -> Points {
        self.entries.iter().map(|entry| entry.points).sum()
    }
}

impl EventPlayers {
    /// The field of an event. Without a `system`, it is a round robin if every two players have met, and a Swiss
    /// otherwise.
    pub fn new(event: &PairingList, system: Option<PairingSystem>) -> Result<Self, TooManyPairings> {
        let pairings = event.pairings()?;
        let mut builder = Builder::default();
        if event.titles().len() > 1 {
            let first = event.titles().take(3).map(|(title, _)| title.into()).collect();
            builder.remarks.insert(PairingNote::Events(first, event.titles().len()));
        }
        let paired: Vec<Paired> =
            pairings.iter().enumerate().filter_map(|(index, pairing)| builder.add_players(index, pairing)).collect();
        let nameless = pairings.iter().filter(|pairing| is_nameless(pairing)).count() as u64;
        let roundless = paired.iter().filter(|paired| pairings[paired.index].round.is_none()).count() as u64;
        builder.count(nameless, PairingNote::Nameless);
        builder.count(roundless, PairingNote::NoRound);
        let rounds = rounds(pairings, &paired);
        let is_long = rounds.len() > MAX_ROUNDS;
        builder.count(if is_long { rounds.len() as u64 } else { 0 }, PairingNote::ManyRounds);
        let mut field = Self {
            system: system.unwrap_or_else(|| builder.system(&paired)),
            rounds: if roundless > 0 || is_long { Vec::new() } else { rounds },
            players: builder.players(),
            remarks: Vec::new(),
            pairings: paired,
        };
        field.fill(pairings);
        builder.count(field.count(|entry| entry.kind == RoundEntryKind::Bye), PairingNote::Byes);
        builder.count(field.count(|entry| is(entry, ScoreKind::Open)).div_ceil(2), PairingNote::Open);
        builder.count(field.count(|entry| is(entry, ScoreKind::Forfeit)).div_ceil(2), PairingNote::Forfeits);
        field.find_doubles(&mut builder.remarks);
        let gaps = field.missing_rounds();
        if !gaps.is_empty() {
            builder.remarks.insert(PairingNote::MissingRounds(gaps));
            if system.is_none() && field.system == PairingSystem::Swiss {
                builder.remarks.insert(PairingNote::TakenForSwiss);
            }
        }
        if field.system == PairingSystem::Swiss {
            builder.count(field.add_absences(), PairingNote::Absences);
        }
        field.remarks = builder.remarks.into_iter().collect();
        Ok(field)
    }

    /// The number of rounds; if rounds are unknown, the maximum number of entries of a player.
    pub fn round_count(&self) -> usize {
        match self.rounds.len() {
            0 => self.players.iter().map(|player| player.entries.len()).max().unwrap_or(0),
            count => count,
        }
    }

    /// Adds the entries of each player.
    fn fill(&mut self, pairings: &[Pairing]) {
        let mut order: Vec<Paired> = self.pairings.clone();
        if self.rounds.is_empty() {
            order.sort_by_key(|paired| pairings[paired.index].date);
        } else {
            order.sort_by_key(|paired| pairings[paired.index].round);
        }
        for paired in order {
            let pairing = &pairings[paired.index];
            let sides = [
                (paired.white, paired.black, Color::White, pairing.score.white),
                (paired.black, paired.white, Color::Black, pairing.score.black),
            ];
            let round = pairing.round.and_then(|round| self.rounds.binary_search(&round).ok());
            for (own, other, color, points) in sides {
                let Some(own) = own else { continue };
                let kind = match other {
                    Some(opponent) => RoundEntryKind::Paired { opponent, color, kind: pairing.score.kind },
                    None => RoundEntryKind::Bye,
                };
                let entries = &mut self.players[own].entries;
                entries.push(RoundEntry { round: round.unwrap_or(entries.len()), kind, points });
            }
        }
    }

    /// Adds an absence for each round without an entry of a player, and returns their number.
    fn add_absences(&mut self) -> u64 {
        let mut count = 0;
        for player in &mut self.players {
            let present: BTreeSet<usize> = player.entries.iter().map(|entry| entry.round).collect();
            for round in (0..self.rounds.len()).filter(|round| !present.contains(round)) {
                player.entries.push(RoundEntry { round, kind: RoundEntryKind::Absent, points: Points::ZERO });
                count += 1;
            }
            player.entries.sort_by_key(|entry| entry.round);
        }
        count
    }

    /// The rounds before the last one without a game: the first and the last of each gap.
    fn missing_rounds(&self) -> Vec<(u32, u32)> {
        let before = std::iter::once(0).chain(self.rounds.iter().copied());
        let gaps = before.zip(&self.rounds).filter(|(before, round)| before + 1 < **round);
        gaps.map(|(before, round)| (before + 1, round - 1)).collect()
    }

    fn find_doubles(&self, remarks: &mut BTreeSet<PairingNote>) {
        for player in &self.players {
            for (one, next) in player.entries.iter().zip(player.entries.iter().skip(1)) {
                let Some(&round) = self.rounds.get(one.round).filter(|_| one.round == next.round) else { continue };
                remarks.insert(match (one.kind, next.kind) {
                    (RoundEntryKind::Paired { opponent, .. }, RoundEntryKind::Paired { opponent: other, .. })
                        if opponent == other =>
                    {
                        let (name, other) = (&player.name, &self.players[opponent].name);
                        PairingNote::PairTwice(name.min(other).clone(), name.max(other).clone(), round)
                    }
                    _ => PairingNote::PlayerTwice(player.name.clone(), round),
                });
            }
        }
    }

    fn count(&self, meant: impl Fn(&RoundEntry) -> bool) -> u64 {
        self.players.iter().flat_map(|player| &player.entries).filter(|entry| meant(entry)).count() as u64
    }
}

/// The state while players are collected.
#[derive(Default)]
struct Builder {
    seats: HashMap<Box<str>, usize>,
    names: Vec<(Box<str>, Vec<u16>)>,
    remarks: BTreeSet<PairingNote>,
    alone: BTreeMap<Box<str>, u64>,
}

impl Builder {
    /// Adds the two players of a pairing; `None` if the pairing does not count.
    fn add_players(&mut self, index: usize, pairing: &Pairing) -> Option<Paired> {
        if is_nameless(pairing) {
            return None;
        }
        if pairing.white.name == pairing.black.name {
            *self.alone.entry(pairing.white.name.clone()).or_default() += 1;
            return None;
        }
        Some(Paired { white: self.place(&pairing.white), black: self.place(&pairing.black), index })
    }

    fn place(&mut self, entrant: &Entrant) -> Option<usize> {
        if is_bye(&entrant.name) {
            return None;
        }
        let next = self.names.len();
        let seat = *self.seats.entry(entrant.name.clone()).or_insert(next);
        if seat == next {
            self.names.push((entrant.name.clone(), Vec::new()));
        }
        let ratings = &mut self.names[seat].1;
        if let Some(rating) = entrant.rating.filter(|rating| !ratings.contains(rating)) {
            ratings.push(rating);
        }
        Some(seat)
    }

    /// A round robin if every two players have met, otherwise a Swiss.
    fn system(&self, paired: &[Paired]) -> PairingSystem {
        let ordered = |paired: &Paired| Some((paired.white?.min(paired.black?), paired.white?.max(paired.black?)));
        let met: BTreeSet<(usize, usize)> = paired.iter().filter_map(ordered).collect();
        let count = self.names.len();
        if count > 1 && met.len() == count * (count - 1) / 2 { PairingSystem::RoundRobin } else { PairingSystem::Swiss }
    }

    /// The players, without entries.
    fn players(&mut self) -> Vec<EventPlayer> {
        self.remarks
            .extend(std::mem::take(&mut self.alone).into_iter().map(|(name, count)| PairingNote::Alone(name, count)));
        let names = std::mem::take(&mut self.names);
        let mut players = Vec::with_capacity(names.len());
        for (name, ratings) in names {
            players.push(EventPlayer { name: name.clone(), rating: ratings.first().copied(), entries: Vec::new() });
            if ratings.len() > 1 {
                self.remarks.insert(PairingNote::Ratings(name, ratings));
            }
        }
        players
    }

    fn count(&mut self, count: u64, remark: impl Fn(u64) -> PairingNote) {
        self.remarks.extend((count > 0).then(|| remark(count)));
    }
}

/// Whether a player of the pairing has no name, so it cannot count.
fn is_nameless(pairing: &Pairing) -> bool {
    let (white, black) = (&pairing.white.name, &pairing.black.name);
    white.is_empty() || black.is_empty() || is_bye(white) && is_bye(black)
}

fn is(entry: &RoundEntry, wanted: ScoreKind) -> bool {
    matches!(entry.kind, RoundEntryKind::Paired { kind, .. } if kind == wanted)
}

fn rounds(pairings: &[Pairing], paired: &[Paired]) -> Vec<u32> {
    let rounds: BTreeSet<u32> = paired.iter().filter_map(|paired| pairings[paired.index].round).collect();
    rounds.into_iter().collect()
}

// Remarks about a list of pairings: irregularities, and how they were interpreted.

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
