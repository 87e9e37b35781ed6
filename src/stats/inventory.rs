//! Which tags there are, in how many games, with how many different values.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::game::replay::TagBook;
use crate::pgn::names::{KNOWN, known};
use crate::pgn::text::decode;

use super::distinct::Distinct;
use super::groups::Merge;

/// The tags of some games.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(from = "Stored", into = "Stored")]
pub struct Inventory {
    /// The usual ones, by their place in [`KNOWN`].
    known: Vec<Option<Box<Tag>>>,
    /// All others by name.
    others: BTreeMap<String, Tag>,
    /// Games.
    games: u64,
}

/// A tag.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct Tag {
    /// Games that have it.
    pub games: u64,
    /// Its values, but for those that say nothing: empty ones, `?` and `????.??.??`.
    pub values: Distinct,
    /// The first of them.
    pub example: Option<String>,
}

/// How an inventory is stored.
#[derive(Serialize, Deserialize)]
struct Stored {
    games: u64,
    tags: Vec<(String, Tag)>,
}

/// So many names that are not known are listed; what comes under more is one entry, [`Inventory::REST`].
const MOST_OTHERS: usize = 1000;

impl Inventory {
    /// The name under which tags are counted when there are too many names.
    pub const REST: &'static str = "(other tags)";

    /// Adds the tags of a game that was read from these bytes.
    pub fn add(&mut self, tags: &TagBook, bytes: &[u8]) {
        self.games += 1;
        for (index, value) in tags.known_values() {
            self.known[index].get_or_insert_default().add(&bytes[value]);
        }
        for (name, value) in tags.other_values() {
            self.other(decode(name).as_ref()).add(&bytes[value]);
        }
    }

    /// All tags and their names: the usual ones in their usual order, then the others by name.
    #[must_use]
    pub fn tags(&self) -> Vec<(&str, &Tag)> {
        let known = KNOWN.iter().zip(&self.known).filter_map(|(name, tag)| Some((*name, tag.as_deref()?)));
        let others = self.others.iter().map(|(name, tag)| (name.as_str(), tag));
        known.chain(others).collect()
    }

    /// How many games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// A tag by its name.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&Tag> {
        self.tags().into_iter().find(|(other, _)| *other == name).map(|(_, tag)| tag)
    }

    /// How many different values these tags have together.
    #[must_use]
    pub fn values_of(&self, names: &[&str]) -> Distinct {
        let mut values = Distinct::default();
        names.iter().filter_map(|name| self.tag(name)).for_each(|tag| values.merge(&tag.values));
        values
    }

    fn other(&mut self, name: &str) -> &mut Tag {
        let is_room = self.others.len() < MOST_OTHERS || self.others.contains_key(name);
        self.others.entry(if is_room { name } else { Self::REST }.to_owned()).or_default()
    }
}

impl Default for Inventory {
    fn default() -> Self {
        Self { known: vec![None; KNOWN.len()], others: BTreeMap::new(), games: 0 }
    }
}

impl Tag {
    #[inline]
    fn add(&mut self, value: &[u8]) {
        self.games += 1;
        if matches!(value, b"" | b"?" | b"????.??.??") {
            return;
        }
        self.values.add(xxh3_64(value));
        if self.example.is_none() {
            self.example = Some(decode(value).chars().take(LONGEST_EXAMPLE).collect());
        }
    }

    fn merge(&mut self, other: Self) {
        self.games += other.games;
        self.values.merge(&other.values);
        self.example = self.example.take().or(other.example);
    }
}

/// An example has at most so many characters.
const LONGEST_EXAMPLE: usize = 60;

impl Merge for Inventory {
    fn weight(&self) -> u64 {
        self.games
    }

    fn merge(&mut self, other: Self) {
        self.games += other.games;
        for (own, other) in self.known.iter_mut().zip(other.known) {
            match (own, other) {
                (Some(own), Some(other)) => own.merge(*other),
                (own @ None, other) => *own = other,
                (Some(_), None) => {}
            }
        }
        for (name, tag) in other.others {
            self.other(&name).merge(tag);
        }
    }
}

impl From<Inventory> for Stored {
    fn from(inventory: Inventory) -> Self {
        let tags = inventory.tags().into_iter().map(|(name, tag)| (name.to_owned(), tag.clone())).collect();
        Self { games: inventory.games, tags }
    }
}

impl From<Stored> for Inventory {
    fn from(stored: Stored) -> Self {
        let mut inventory = Self { games: stored.games, ..Self::default() };
        for (name, tag) in stored.tags {
            match known(name.as_bytes()) {
                Some(index) => inventory.known[index] = Some(Box::new(tag)),
                None => {
                    inventory.others.insert(name, tag);
                }
            }
        }
        inventory
    }
}
