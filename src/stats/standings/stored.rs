//! The stored form of an event, restored from untrusted files.

use serde::{Deserialize, Serialize};

use crate::laws::edition::Day;

use super::event::{Entrant, MOST_PAIRINGS, Pairing, PairingList};
use super::result::PairingScore;

/// An event as a value of JSON.
#[derive(Serialize, Deserialize)]
pub(crate) struct StoredEvent {
    count: u64,
    titles: Vec<(Box<str>, u64)>,
    pairings: Vec<StoredPairing>,
}

/// White and Black with their ratings, the round, the year, month and day, and the result as text.
#[derive(Serialize, Deserialize)]
struct StoredPairing(Box<str>, Option<u16>, Box<str>, Option<u16>, Option<u32>, Option<(u16, u8, u8)>, String);

impl From<&PairingList> for StoredEvent {
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
        }
    }
}

impl StoredEvent {
    /// Restores the event; `None` if the data are inconsistent.
    pub(crate) fn restore(self) -> Option<PairingList> {
        let Self { count, titles, pairings } = self;
        let kept = if count > MOST_PAIRINGS { 0 } else { count };
        let titled = titles.iter().try_fold(0_u64, |sum, (_, games)| sum.checked_add(*games))?;
        if titled != kept || pairings.len() as u64 != kept {
            return None;
        }
        let pairings = pairings.into_iter().map(StoredPairing::restore).collect::<Option<_>>()?;
        Some(PairingList { pairings, count, titles: titles.into_iter().collect() })
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
            score: PairingScore::read(&score)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::standings::points::Points;
    use crate::stats::standings::result::ScoreKind;

    fn event() -> PairingList {
        let entrant = |name: &str, rating| Entrant { name: name.into(), rating };
        let mut event = PairingList::default();
        for (round, how) in [(Some(1), ScoreKind::Played), (None, ScoreKind::Forfeit), (Some(3), ScoreKind::Open)] {
            let white = if how == ScoreKind::Open { Points::ZERO } else { Points::HALF };
            event.add(
                Pairing {
                    white: entrant("Ada", Some(2100)),
                    black: entrant("", None),
                    round,
                    date: round.map(|_| Day { year: 2020, month: 2, day: 0 }),
                    score: PairingScore { white, black: Points::ZERO, how },
                },
                "Club",
            );
        }
        event
    }

    #[test]
    fn a_stored_event_is_restored() {
        let text = serde_json::to_string(&StoredEvent::from(&event())).unwrap();
        let stored: StoredEvent = serde_json::from_str(&text).unwrap();
        assert_eq!(stored.restore(), Some(event()));
    }

    #[test]
    fn inconsistent_data_are_rejected() {
        for (part, other) in [
            ("\"count\":3", "\"count\":2"),
            ("\"count\":3", "\"count\":30000"),
            ("[\"Club\",3]", "[\"Club\",4]"),
            ("[\"Club\",3]", "[\"Club\",18446744073709551615],[\"Hub\",4]"),
            ("\"½-0\"", "\"9-0\""),
        ] {
            let text = serde_json::to_string(&StoredEvent::from(&event())).unwrap();
            let changed = text.replace(part, other);
            assert_ne!(text, changed, "{part}");
            let stored: StoredEvent = serde_json::from_str(&changed).unwrap();
            assert_eq!(stored.restore(), None, "{other}");
        }
    }
}
