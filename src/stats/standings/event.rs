//! An event: its games as a list of pairings and as an engine match, and the serialized form of both.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::game::facts::Facts;
use crate::game::names::Aliases;
use crate::game::replay::Game;
use crate::laws::edition::Day;
use crate::stats::engine_match::games::MatchGames;

use super::details::{EventDetails, known};
use super::result::PairingScore;
use super::table::EventTable;

/// The maximum number of pairings of an event: more than any tournament has.
pub const MAX_PAIRINGS: u64 = 20_000;

/// The games of an event, as far as its tables need them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventGames {
    /// The pairings, if a table is made of them.
    pub pairings: Option<PairingList>,
    /// The games of engines, if the table of their match is wanted.
    pub engine_match: Option<MatchGames>,
}

/// Two paired players and their score. An opponent for whom [`is_bye`] is true means a bye.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pairing {
    pub white: Entrant,
    pub black: Entrant,
    /// The round, if it is known: the first number of the tag `Round`, so 3 for `3.2`.
    pub round: Option<u32>,
    /// The date, as far as it is known.
    pub date: Option<Day>,
    pub score: PairingScore,
}

/// A player as one pairing names them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// The name; empty if it is not known.
    pub name: Box<str>,
    pub rating: Option<u16>,
}

/// A list of pairings that grows game by game, or by merging a list that follows.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PairingList {
    /// The pairings, in order; none once there are more than [`MAX_PAIRINGS`].
    pub(super) pairings: Vec<Pairing>,
    /// The number of pairings, including those that were dropped.
    pub(super) count: u64,
    /// The values of the tag `Event`, with the number of games of each; dropped with the pairings.
    pub(super) titles: BTreeMap<Box<str>, u64>,
    /// What else is known of the event and its players; dropped with the pairings.
    pub details: EventDetails,
}

/// The error for more than [`MAX_PAIRINGS`] pairings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "{count} games are too many for standings (limit: {MAX_PAIRINGS}); choose an event, as in \
     `--where 'Event = \"Hastings\"'`"
)]
pub struct TooManyPairings {
    pub count: u64,
}

pub fn is_bye(name: &str) -> bool {
    name.eq_ignore_ascii_case("bye")
}

impl EventGames {
    /// No games, for these tables.
    pub fn new(tables: &[EventTable]) -> Self {
        let has = |of_pairings: bool| tables.iter().any(|table| (*table != EventTable::Match) == of_pairings);
        Self { pairings: has(true).then(PairingList::default), engine_match: has(false).then(MatchGames::default) }
    }

    pub fn add(&mut self, facts: &Facts<'_>) {
        if let Some(pairings) = &mut self.pairings {
            pairings.add(Pairing::of_game(facts.game, facts.bytes), facts.tag("Event").as_deref().unwrap_or_default());
            if pairings.count <= MAX_PAIRINGS {
                pairings.details.add_game(facts.game, facts.bytes);
            }
        }
        if let Some(engine_match) = &mut self.engine_match {
            engine_match.add(facts);
        }
    }

    /// Adds the pairings of a tournament report. The table of an engine match has none.
    pub fn add_report(&mut self, report: PairingList) {
        if let Some(pairings) = &mut self.pairings {
            pairings.merge(report);
        }
    }

    /// Adds the games that follow, of the same tables.
    pub fn merge(&mut self, next: Self) {
        if let (Some(own), Some(next)) = (&mut self.pairings, next.pairings) {
            own.merge(next);
        }
        if let (Some(own), Some(next)) = (&mut self.engine_match, next.engine_match) {
            own.merge(next);
        }
    }
}

impl Pairing {
    /// The pairing of a game. `bytes` are those it was read from.
    pub fn of_game(game: &Game, bytes: &[u8]) -> Self {
        let text = |name: &str| game.tags.text(name, bytes);
        let entrant = |name: &str, rating: &str| Entrant {
            name: text(name).map(|name| known(name.trim()).into()).unwrap_or_default(),
            rating: text(rating).and_then(|rating| read_rating(&rating)),
        };
        Self {
            white: entrant("White", "WhiteElo"),
            black: entrant("Black", "BlackElo"),
            round: text("Round").and_then(|round| read_round(&round)),
            date: game.tags.date(),
            score: PairingScore::of_game(game, bytes),
        }
    }
}

impl PairingList {
    /// Adds a pairing, with the value of its tag `Event`.
    pub fn add(&mut self, pairing: Pairing, title: &str) {
        self.count += 1;
        if self.count > MAX_PAIRINGS {
            return self.drop_pairings();
        }
        self.pairings.push(pairing);
        match self.titles.get_mut(title) {
            Some(games) => *games += 1,
            None => {
                self.titles.insert(title.into(), 1);
            }
        }
    }

    /// Adds the pairings that follow.
    pub fn merge(&mut self, next: Self) {
        self.count = self.count.saturating_add(next.count);
        if self.count > MAX_PAIRINGS {
            return self.drop_pairings();
        }
        self.pairings.extend(next.pairings);
        self.details.merge(next.details);
        for (title, games) in next.titles {
            *self.titles.entry(title).or_default() += games;
        }
    }

    pub fn pairings(&self) -> Result<&[Pairing], TooManyPairings> {
        if self.count > MAX_PAIRINGS { Err(TooManyPairings { count: self.count }) } else { Ok(&self.pairings) }
    }

    /// The same event, with aliases replaced by names.
    #[must_use]
    pub fn renamed(&self, aliases: &Aliases) -> Self {
        let mut event = self.clone();
        for entrant in event.pairings.iter_mut().flat_map(|pairing| [&mut pairing.white, &mut pairing.black]) {
            entrant.name = aliases.name(&entrant.name).into();
        }
        event.details = self.details.renamed(aliases);
        event
    }

    /// The values of the tag `Event`, in alphabetical order, with the number of games of each.
    pub fn titles(&self) -> impl ExactSizeIterator<Item = (&str, u64)> {
        self.titles.iter().map(|(title, games)| (&**title, *games))
    }

    fn drop_pairings(&mut self) {
        self.pairings = Vec::new();
        self.titles = BTreeMap::new();
        self.details = EventDetails::default();
    }
}

/// The first number of a round; `None` for `?`, `-` and other text (PGN 8.1.1.4).
fn read_round(value: &str) -> Option<u32> {
    value.trim().split('.').next()?.parse().ok()
}

/// A rating; `None` for `0` and `?`, which often mean no rating.
fn read_rating(value: &str) -> Option<u16> {
    let digits = value.trim().trim_end_matches('?');
    digits.parse().ok().filter(|rating| (1..5000).contains(rating))
}

// The serialized form of an event's pairings. `StoredEvent::restore` validates it, because files are untrusted.

/// [`EventGames`] for serialization as JSON.
#[derive(Serialize, Deserialize)]
pub(crate) struct StoredEvent {
    pairings: Option<StoredPairings>,
    engine_match: Option<MatchGames>,
}

/// A [`PairingList`] for serialization as JSON.
#[derive(Serialize, Deserialize)]
struct StoredPairings {
    count: u64,
    titles: Vec<(Box<str>, u64)>,
    pairings: Vec<StoredPairing>,
    details: EventDetails,
}

/// One pairing, as a JSON array: White and White's rating, Black and Black's rating, round, date (year, month, day) and
/// result.
#[derive(Serialize, Deserialize)]
struct StoredPairing(Box<str>, Option<u16>, Box<str>, Option<u16>, Option<u32>, Option<(u16, u8, u8)>, String);

impl From<&EventGames> for StoredEvent {
    fn from(games: &EventGames) -> Self {
        Self { pairings: games.pairings.as_ref().map(Into::into), engine_match: games.engine_match.clone() }
    }
}

impl StoredEvent {
    /// Returns the games for these tables; `None` if the data is inconsistent, or is for others.
    pub(crate) fn restore(self, tables: &[EventTable]) -> Option<EventGames> {
        let mut games = EventGames::new(tables);
        let is_complete = self.pairings.is_some() == games.pairings.is_some()
            && self.engine_match.is_some() == games.engine_match.is_some();
        if let Some(pairings) = self.pairings {
            games.pairings = Some(pairings.restore()?);
        }
        games.engine_match = self.engine_match;
        let is_sound = games.engine_match.as_ref().is_none_or(MatchGames::is_sound);
        (is_complete && is_sound).then_some(games)
    }
}

impl From<&PairingList> for StoredPairings {
    fn from(event: &PairingList) -> Self {
        let pairing = |Pairing { white, black, round, date, score }: &Pairing| {
            let day = date.map(|Day { year, month, day }| (year, month, day));
            let score = score.to_string();
            StoredPairing(white.name.clone(), white.rating, black.name.clone(), black.rating, *round, day, score)
        };
        Self {
            count: event.count,
            titles: event.titles().map(|(title, games)| (title.into(), games)).collect(),
            pairings: event.pairings.iter().map(pairing).collect(),
            details: event.details.clone(),
        }
    }
}

impl StoredPairings {
    /// Returns the pairing list; `None` if the data is inconsistent.
    fn restore(self) -> Option<PairingList> {
        let Self { count, titles, pairings, details } = self;
        // Above the maximum, a list keeps only the count.
        let expected = if count > MAX_PAIRINGS { 0 } else { count };
        let titled = titles.iter().try_fold(0_u64, |sum, (_, games)| sum.checked_add(*games))?;
        if titled != expected || pairings.len() as u64 != expected {
            return None;
        }
        let pairings = pairings.into_iter().map(StoredPairing::restore).collect::<Option<_>>()?;
        Some(PairingList { pairings, count, titles: titles.into_iter().collect(), details })
    }
}

impl StoredPairing {
    fn restore(self) -> Option<Pairing> {
        let Self(white, white_rating, black, black_rating, round, day, score) = self;
        Some(Pairing {
            white: Entrant { name: white, rating: white_rating },
            black: Entrant { name: black, rating: black_rating },
            round,
            date: day.map(|(year, month, day)| Day { year, month, day }),
            score: PairingScore::parse(&score)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::game::replay::read_game;
    use crate::game::rules::RuleSet;
    use crate::stats::standings::result::{Points, ScoreKind};

    use super::*;

    fn pairing(tags: &str) -> Pairing {
        let text = format!("{tags}\n1. e4 e5 1-0\n");
        Pairing::of_game(&read_game(text.as_bytes(), 0, RuleSet::EMPTY), text.as_bytes())
    }

    #[test]
    fn tags_become_a_pairing() {
        let one =
            pairing("[Date \"2022.06.17\"]\n[Round \"1.3\"]\n[White \" Nepo \"]\n[Black \"?\"]\n[WhiteElo \"2766\"]\n");
        assert_eq!((&*one.white.name, one.white.rating), ("Nepo", Some(2766)));
        assert_eq!((&*one.black.name, one.black.rating), ("", None));
        assert_eq!((one.round, one.date.map(|day| day.day)), (Some(1), Some(17)));
        for (tags, round) in [("?", None), ("-", None), ("12", Some(12)), ("final", None), ("3.2.1", Some(3))] {
            assert_eq!(pairing(&format!("[Round \"{tags}\"]\n")).round, round, "{tags}");
        }
    }

    #[test]
    fn names_are_replaced() {
        let mut event = PairingList::default();
        event.add(pairing("[White \"Nepo\"]\n[Black \"?\"]\n"), "A");
        let event = event.renamed(&Aliases::parse("Nepo = Nepomniachtchi,I\n? = nobody").unwrap());
        let Ok([one]) = event.pairings() else { panic!("one pairing") };
        assert_eq!((&*one.white.name, &*one.black.name), ("Nepomniachtchi,I", ""));
    }

    #[test]
    fn merged_halves_equal_the_whole() {
        let pairings: Vec<Pairing> = (1..=7).map(|round| pairing(&format!("[Round \"{round}\"]\n"))).collect();
        let event = |pairings: &[Pairing]| {
            let mut event = PairingList::default();
            for pairing in pairings {
                event.add(pairing.clone(), if pairing.round < Some(4) { "A" } else { "B" });
            }
            event
        };
        let whole = event(&pairings);
        for cut in 0..=pairings.len() {
            let (mut first, second) = (event(&pairings[..cut]), event(&pairings[cut..]));
            first.merge(second);
            assert_eq!(first, whole);
        }
        assert_eq!(whole.titles().collect::<Vec<_>>(), [("A", 3), ("B", 4)]);
    }

    #[test]
    fn too_many_pairings_are_an_error_however_they_were_added() {
        let (one, mut event) = (pairing(""), PairingList::default());
        (0..MAX_PAIRINGS).for_each(|_| event.add(one.clone(), ""));
        assert_eq!(event.pairings().map(<[_]>::len), Ok(MAX_PAIRINGS as usize));
        let mut merged = event.clone();
        let mut single = PairingList::default();
        single.add(one.clone(), "");
        merged.merge(single);
        event.add(one, "");
        assert_eq!(event, merged);
        assert!(event.pairings().unwrap_err().to_string().starts_with("20001 games are too many"));
    }

    fn pairing_list() -> PairingList {
        let entrant = |name: &str, rating| Entrant { name: name.into(), rating };
        let mut list = PairingList::default();
        for (round, kind) in [(Some(1), ScoreKind::Played), (None, ScoreKind::Forfeit), (Some(3), ScoreKind::Open)] {
            let white = if kind == ScoreKind::Open { Points::ZERO } else { Points::HALF };
            list.add(
                Pairing {
                    white: entrant("Ada", Some(2100)),
                    black: entrant("", None),
                    round,
                    date: round.map(|_| Day { year: 2020, month: 2, day: 0 }),
                    score: PairingScore { white, black: Points::ZERO, kind },
                },
                "Club",
            );
        }
        list
    }

    #[test]
    fn events_survive_a_round_trip_through_json() {
        let text = serde_json::to_string(&StoredPairings::from(&pairing_list())).unwrap();
        let stored: StoredPairings = serde_json::from_str(&text).unwrap();
        assert_eq!(stored.restore(), Some(pairing_list()));
    }

    #[test]
    fn inconsistent_data_is_rejected() {
        for (original, replacement) in [
            ("\"count\":3", "\"count\":2"),
            ("\"count\":3", "\"count\":30000"),
            ("[\"Club\",3]", "[\"Club\",4]"),
            ("[\"Club\",3]", "[\"Club\",18446744073709551615],[\"Hub\",4]"),
            ("\"½-0\"", "\"9-0\""),
        ] {
            let text = serde_json::to_string(&StoredPairings::from(&pairing_list())).unwrap();
            let changed = text.replace(original, replacement);
            assert_ne!(text, changed, "{original}");
            let stored: StoredPairings = serde_json::from_str(&changed).unwrap();
            assert_eq!(stored.restore(), None, "{replacement}");
        }
    }
}
