//! The serialized form of an event's pairings. [`StoredEvent::restore`] validates it, because files are untrusted.

use serde::{Deserialize, Serialize};

use crate::laws::edition::Day;

use super::event::{Entrant, MAX_PAIRINGS, Pairing, PairingList};
use super::result::PairingScore;

/// A [`PairingList`] for serialization as JSON.
#[derive(Serialize, Deserialize)]
pub(crate) struct StoredEvent {
    count: u64,
    titles: Vec<(Box<str>, u64)>,
    pairings: Vec<StoredPairing>,
}

/// One pairing, as a JSON array: White and White's rating, Black and Black's rating, round, date (year, month, day) and
/// result.
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
    /// Returns the pairing list; `None` if the data is inconsistent.
    pub(crate) fn restore(self) -> Option<PairingList> {
        let Self { count, titles, pairings } = self;
        // Above the maximum, a list keeps only the count.
        let expected = if count > MAX_PAIRINGS { 0 } else { count };
        let titled = titles.iter().try_fold(0_u64, |sum, (_, games)| sum.checked_add(*games))?;
        if titled != expected || pairings.len() as u64 != expected {
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
            score: PairingScore::parse(&score)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::standings::points::Points;
    use crate::stats::standings::result::ScoreKind;

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
        let text = serde_json::to_string(&StoredEvent::from(&pairing_list())).unwrap();
        let stored: StoredEvent = serde_json::from_str(&text).unwrap();
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
            let text = serde_json::to_string(&StoredEvent::from(&pairing_list())).unwrap();
            let changed = text.replace(original, replacement);
            assert_ne!(text, changed, "{original}");
            let stored: StoredEvent = serde_json::from_str(&changed).unwrap();
            assert_eq!(stored.restore(), None, "{replacement}");
        }
    }
}
