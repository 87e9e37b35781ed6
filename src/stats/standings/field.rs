//! The players of an event, and what each has for every round.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::chess::piece::Color;

use super::event::{Entrant, Event, Pairing, TooManyPairings, is_bye};
use super::points::Points;
use super::remark::Remark;
use super::result::How;

/// The most rounds that are kept apart. A list with more of them is no tournament.
pub const MOST_ROUNDS: usize = 64;

/// How opponents were found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum System {
    /// Pairings known before: everybody meets everybody.
    RoundRobin,
    /// Pairings made round by round. Who is not paired in a round was away.
    Swiss,
}

/// The players, and what is known of the rounds.
#[derive(Clone, Debug)]
pub struct Field {
    /// The players, in the order in which the text names them first.
    pub players: Vec<Player>,
    /// How opponents were found.
    pub system: System,
    /// The numbers of the rounds, in order; empty if a pairing has none, or if there are more than [`MOST_ROUNDS`]. Then
    /// nobody is known to have been away, and the games of a player count in the order of their dates.
    pub rounds: Vec<u32>,
    /// What there is to say about the list.
    pub remarks: Vec<Remark>,
    /// The pairings that count, in the order of the text.
    pub pairings: Vec<Paired>,
}

/// A player of an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// His name.
    pub name: Box<str>,
    /// His first rating in the order of the text (C.07 Article 10: the first one counts).
    pub rating: Option<u16>,
    /// What he has, in the order of the rounds.
    pub entries: Vec<Entry>,
}

/// What a player has for a round. Who plays twice in a round has two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The place of the round in [`Field::rounds`]; where rounds are not known, the place among the player's games.
    pub round: usize,
    /// What it was.
    pub kind: Kind,
    /// The points for it.
    pub points: Points,
}

/// What a player did in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// He was paired.
    Paired {
        /// With whom, by place in [`Field::players`].
        opponent: usize,
        /// With which men.
        color: Color,
        /// What came of it.
        how: How,
    },
    /// He had a bye that stands in the list.
    Bye,
    /// The list has nothing for him.
    Absent,
}

/// A pairing that counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paired {
    /// Who had White, by place in [`Field::players`]; `None` if Black had a bye.
    pub white: Option<usize>,
    /// Who had Black; `None` if White had a bye.
    pub black: Option<usize>,
    /// Its place in what [`Event::pairings`] gives.
    pub index: usize,
}

impl Entry {
    /// Whether it was a game over the board.
    #[must_use]
    pub fn is_played(&self) -> bool {
        matches!(self.kind, Kind::Paired { how: How::Played, .. })
    }
}

impl Player {
    /// His points.
    #[must_use]
    pub fn points(&self) -> Points {
        self.entries.iter().map(|entry| entry.points).sum()
    }
}

impl Field {
    /// The field of an event. The system is found if it is not told: a round robin if every two players have met.
    pub fn new(event: &Event, system: Option<System>) -> Result<Self, TooManyPairings> {
        let pairings = event.pairings()?;
        let mut builder = Builder::default();
        if event.titles().len() > 1 {
            let first = event.titles().take(3).map(|(title, _)| title.into()).collect();
            builder.remarks.insert(Remark::Events(first, event.titles().len()));
        }
        let paired: Vec<Paired> =
            pairings.iter().enumerate().filter_map(|(index, pairing)| builder.seat(index, pairing)).collect();
        let nameless = pairings.iter().filter(|pairing| is_nameless(pairing)).count() as u64;
        let roundless = paired.iter().filter(|paired| pairings[paired.index].round.is_none()).count() as u64;
        builder.count(nameless, Remark::Nameless);
        builder.count(roundless, Remark::NoRound);
        let rounds = rounds(pairings, &paired);
        let is_long = rounds.len() > MOST_ROUNDS;
        builder.count(if is_long { rounds.len() as u64 } else { 0 }, Remark::ManyRounds);
        let mut field = Self {
            system: system.unwrap_or_else(|| builder.system(&paired)),
            rounds: if roundless > 0 || is_long { Vec::new() } else { rounds },
            players: builder.players(),
            remarks: Vec::new(),
            pairings: paired,
        };
        field.fill(pairings);
        builder.count(field.count(|entry| entry.kind == Kind::Bye), Remark::Byes);
        builder.count(field.count(|entry| is(entry, How::Open)).div_ceil(2), Remark::Open);
        builder.count(field.count(|entry| is(entry, How::Forfeit)).div_ceil(2), Remark::Forfeits);
        field.tell_doubles(&mut builder.remarks);
        let gaps = field.missing_rounds();
        if !gaps.is_empty() {
            builder.remarks.insert(Remark::MissingRounds(gaps));
            if system.is_none() && field.system == System::Swiss {
                builder.remarks.insert(Remark::TakenForSwiss);
            }
        }
        if field.system == System::Swiss {
            builder.count(field.add_absences(), Remark::Absences);
        }
        field.remarks = builder.remarks.into_iter().collect();
        Ok(field)
    }

    /// How many rounds there are: for players whose rounds are not known, the most that one has.
    #[must_use]
    pub fn round_count(&self) -> usize {
        match self.rounds.len() {
            0 => self.players.iter().map(|player| player.entries.len()).max().unwrap_or(0),
            count => count,
        }
    }

    /// Gives each player his entries.
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
                    Some(opponent) => Kind::Paired { opponent, color, how: pairing.score.how },
                    None => Kind::Bye,
                };
                let entries = &mut self.players[own].entries;
                entries.push(Entry { round: round.unwrap_or(entries.len()), kind, points });
            }
        }
    }

    /// Adds the rounds for which a player has nothing, and counts them.
    fn add_absences(&mut self) -> u64 {
        let mut count = 0;
        for player in &mut self.players {
            let present: BTreeSet<usize> = player.entries.iter().map(|entry| entry.round).collect();
            for round in (0..self.rounds.len()).filter(|round| !present.contains(round)) {
                player.entries.push(Entry { round, kind: Kind::Absent, points: Points::ZERO });
                count += 1;
            }
            player.entries.sort_by_key(|entry| entry.round);
        }
        count
    }

    /// The rounds before the last one of which there is no game: the first and the last of each gap.
    fn missing_rounds(&self) -> Vec<(u32, u32)> {
        let before = std::iter::once(0).chain(self.rounds.iter().copied());
        let gaps = before.zip(&self.rounds).filter(|(before, round)| before + 1 < **round);
        gaps.map(|(before, round)| (before + 1, round - 1)).collect()
    }

    fn tell_doubles(&self, remarks: &mut BTreeSet<Remark>) {
        for player in &self.players {
            for (one, next) in player.entries.iter().zip(player.entries.iter().skip(1)) {
                let Some(&round) = self.rounds.get(one.round).filter(|_| one.round == next.round) else { continue };
                remarks.insert(match (one.kind, next.kind) {
                    (Kind::Paired { opponent, .. }, Kind::Paired { opponent: other, .. }) if opponent == other => {
                        let (name, other) = (&player.name, &self.players[opponent].name);
                        Remark::PairTwice(name.min(other).clone(), name.max(other).clone(), round)
                    }
                    _ => Remark::PlayerTwice(player.name.clone(), round),
                });
            }
        }
    }

    fn count(&self, meant: impl Fn(&Entry) -> bool) -> u64 {
        self.players.iter().flat_map(|player| &player.entries).filter(|entry| meant(entry)).count() as u64
    }
}

/// What is gathered while names are seated.
#[derive(Default)]
struct Builder {
    seats: HashMap<Box<str>, usize>,
    names: Vec<(Box<str>, Vec<u16>)>,
    remarks: BTreeSet<Remark>,
    alone: BTreeMap<Box<str>, u64>,
}

impl Builder {
    /// Seats the two of a pairing; `None` if it counts for nobody.
    fn seat(&mut self, index: usize, pairing: &Pairing) -> Option<Paired> {
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

    /// A round robin if every two have met.
    fn system(&self, paired: &[Paired]) -> System {
        let ordered = |paired: &Paired| Some((paired.white?.min(paired.black?), paired.white?.max(paired.black?)));
        let met: BTreeSet<(usize, usize)> = paired.iter().filter_map(ordered).collect();
        let count = self.names.len();
        if count > 1 && met.len() == count * (count - 1) / 2 { System::RoundRobin } else { System::Swiss }
    }

    /// The players, still without entries.
    fn players(&mut self) -> Vec<Player> {
        self.remarks
            .extend(std::mem::take(&mut self.alone).into_iter().map(|(name, count)| Remark::Alone(name, count)));
        let names = std::mem::take(&mut self.names);
        let mut players = Vec::with_capacity(names.len());
        for (name, ratings) in names {
            players.push(Player { name: name.clone(), rating: ratings.first().copied(), entries: Vec::new() });
            if ratings.len() > 1 {
                self.remarks.insert(Remark::Ratings(name, ratings));
            }
        }
        players
    }

    fn count(&mut self, count: u64, remark: impl Fn(u64) -> Remark) {
        self.remarks.extend((count > 0).then(|| remark(count)));
    }
}

/// Whether nobody can tell for whom a pairing counts.
fn is_nameless(pairing: &Pairing) -> bool {
    let (white, black) = (&pairing.white.name, &pairing.black.name);
    white.is_empty() || black.is_empty() || is_bye(white) && is_bye(black)
}

fn is(entry: &Entry, wanted: How) -> bool {
    matches!(entry.kind, Kind::Paired { how, .. } if how == wanted)
}

/// The numbers of the rounds.
fn rounds(pairings: &[Pairing], paired: &[Paired]) -> Vec<u32> {
    let rounds: BTreeSet<u32> = paired.iter().filter_map(|paired| pairings[paired.index].round).collect();
    rounds.into_iter().collect()
}
