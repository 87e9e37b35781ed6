//! Which tags there are, in how many games, with how many different values.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::game::replay::TagBook;
use crate::pgn::names::{KNOWN, known};
use crate::pgn::text::decode;

use super::distinct::Distinct;
use super::groups::{GREATEST, Merge};

/// The tags of some games.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(from = "Stored", into = "Stored")]
pub struct Inventory {
    /// The usual ones, by their place in [`KNOWN`].
    known: Vec<Option<Box<Tag>>>,
    /// All others, by the hashes of their names and the names. There may be any number of names: those with the smallest
    /// hashes are kept. These are the same ones whatever the order, and nothing of theirs was ever given up.
    others: BTreeMap<(u64, String), Tag>,
    /// How often tags came that are not kept.
    rest: u64,
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
    rest: u64,
    tags: Vec<(String, Tag)>,
}

/// So many names that are not known are kept.
pub(super) const MOST_OTHERS: usize = 1000;

impl Inventory {
    /// Adds the tags of a game that was read from these bytes.
    pub fn add(&mut self, tags: &TagBook, bytes: &[u8]) {
        self.games += 1;
        for (index, value) in tags.known_values() {
            self.known[index].get_or_insert_default().add(&bytes[value]);
        }
        for (name, value) in tags.other_values() {
            let mut tag = Tag::default();
            tag.add(&bytes[value]);
            self.other(&decode(name), tag);
        }
    }

    /// All tags and their names: the usual ones in their usual order, then the others by name.
    #[must_use]
    pub fn tags(&self) -> Vec<(&str, &Tag)> {
        let known = KNOWN.iter().zip(&self.known).filter_map(|(name, tag)| Some((*name, tag.as_deref()?)));
        let mut others: Vec<(&str, &Tag)> = self.others.iter().map(|((_, name), tag)| (name.as_str(), tag)).collect();
        others.sort_unstable_by_key(|(name, _)| *name);
        known.chain(others).collect()
    }

    /// How many games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How often tags came whose names were too many to be kept.
    #[must_use]
    pub fn rest(&self) -> u64 {
        self.rest
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

    /// Adds to a tag whose name is not one of the usual ones.
    fn other(&mut self, name: &str, tag: Tag) {
        self.others.entry((xxh3_64(name.as_bytes()), name.to_owned())).or_default().merge(tag);
        if self.others.len() > MOST_OTHERS
            && let Some((_, last)) = self.others.pop_last()
        {
            self.rest += last.games;
        }
    }
}

impl Default for Inventory {
    fn default() -> Self {
        Self { known: vec![None; KNOWN.len()], others: BTreeMap::new(), rest: 0, games: 0 }
    }
}

impl Tag {
    #[inline]
    fn add(&mut self, value: &[u8]) {
        self.games += 1;
        // Few values begin so; for all others there is no need to compare.
        let may_say_nothing = value.first().is_none_or(|first| *first == b'?');
        if may_say_nothing && matches!(value, b"" | b"?" | b"????.??.??") {
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
        self.rest += other.rest;
        for ((_, name), tag) in other.others {
            self.other(&name, tag);
        }
    }

    fn is_sound(&self) -> bool {
        self.games <= GREATEST && self.rest <= GREATEST && self.tags().iter().all(|(_, tag)| tag.games <= self.games)
    }
}

impl From<Inventory> for Stored {
    fn from(inventory: Inventory) -> Self {
        let tags = inventory.tags().into_iter().map(|(name, tag)| (name.to_owned(), tag.clone())).collect();
        Self { games: inventory.games, rest: inventory.rest, tags }
    }
}

impl From<Stored> for Inventory {
    fn from(stored: Stored) -> Self {
        let mut inventory = Self { games: stored.games, rest: stored.rest, ..Self::default() };
        for (name, tag) in stored.tags {
            match known(name.as_bytes()) {
                Some(index) => inventory.known[index] = Some(Box::new(tag)),
                None => inventory.other(&name, tag),
            }
        }
        inventory
    }
}
