//! The inventory of tags: which tags occur, in how many games, with how many distinct values.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::game::replay::TagBook;
use crate::pgn::names::{KNOWN, known};
use crate::pgn::place::Span;
use crate::pgn::text::decode;

use super::distinct::{Distinct, Estimate};
use super::groups::{GREATEST, Merge};

/// The tags of some games.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(from = "StoredInventory", into = "StoredInventory")]
pub struct TagInventory {
    /// The usual tags that occurred.
    known: Vec<TagCounts>,
    /// Their indexes in `known`, by their index in [`KNOWN`]; [`NO_INDEX`] if they did not occur.
    places: [u8; KNOWN.len()],
    /// One bit for each usual tag that has an example.
    shown: u64,
    /// All other tags, by the hashes of their names and the names. Only the names with the smallest hashes are kept,
    /// because there may be any number of names. The kept names do not depend on the order of games, and their counts
    /// are complete.
    others: BTreeMap<(u64, String), TagCounts>,
    /// How often tags occurred that are not kept.
    rest: u64,
    games: u64,
}

#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct TagCounts {
    pub games: u64,
    /// Its values, except unknown ones: empty values, `?` and `????.??.??`.
    pub values: Distinct,
    /// The first of them.
    pub example: Option<String>,
}

/// The stored form of an inventory.
#[derive(Serialize, Deserialize)]
struct StoredInventory {
    games: u64,
    rest: u64,
    tags: Vec<(String, TagCounts)>,
}

/// The maximum number of unusual names that are kept.
pub(super) const MAX_OTHER_TAGS: usize = 1000;

impl TagInventory {
    /// Adds the tags of a game that was read from these bytes.
    pub fn add(&mut self, tags: &TagBook, bytes: &[u8]) {
        self.games += 1;
        for tag in tags.known().list() {
            self.known(tag.name).add(hash(bytes, tag.value.clone()));
        }
        if tags.known().names() & !self.shown != 0 {
            self.keep_example(tags, bytes);
        }
        for (name, value) in tags.other_values() {
            let mut tag = TagCounts::default();
            let hash = hash(bytes, value.clone());
            tag.add(hash);
            if hash != 0 {
                tag.keep_example(&bytes[value]);
            }
            self.other(&decode(name), tag);
        }
    }

    /// Keeps values as examples for tags that have none yet.
    #[cold]
    fn keep_example(&mut self, tags: &TagBook, bytes: &[u8]) {
        for tag in tags.known().list() {
            if self.shown >> tag.name & 1 == 0 && hash(bytes, tag.value.clone()) != 0 {
                self.shown |= 1 << tag.name;
                self.known(tag.name).keep_example(&bytes[tag.value.clone()]);
            }
        }
    }

    /// A usual tag, by its index in [`KNOWN`].
    #[inline]
    fn known(&mut self, index: usize) -> &mut TagCounts {
        if self.places[index] == NO_INDEX {
            self.places[index] = self.known.len() as u8;
            self.known.push(TagCounts::default());
        }
        &mut self.known[usize::from(self.places[index])]
    }

    /// All tags with their names: the usual ones in their usual order, then the others by name.
    pub fn tags(&self) -> Vec<(&str, &TagCounts)> {
        let known = |(name, place): (&&'static str, &u8)| Some((*name, self.known.get(usize::from(*place))?));
        let mut tags: Vec<(&str, &TagCounts)> = KNOWN.iter().zip(&self.places).filter_map(known).collect();
        let usual = tags.len();
        tags.extend(self.others.iter().map(|((_, name), tag)| (name.as_str(), tag)));
        tags[usual..].sort_unstable_by_key(|(name, _)| *name);
        tags
    }

    pub fn games(&self) -> u64 {
        self.games
    }

    /// How often tags occurred whose names are not kept.
    pub fn rest(&self) -> u64 {
        self.rest
    }

    pub fn tag(&self, name: &str) -> Option<&TagCounts> {
        self.tags().into_iter().find(|(other, _)| *other == name).map(|(_, tag)| tag)
    }

    /// The number of distinct values that these tags have together.
    pub fn distinct(&self, names: &[&str]) -> Estimate {
        let mut values = Distinct::default();
        let tags: Vec<&TagCounts> = names.iter().filter_map(|name| self.tag(name)).collect();
        for tag in &tags {
            values.merge(&tag.values);
        }
        values.estimate().at_most(tags.iter().map(|tag| tag.games).sum())
    }

    /// Adds to a tag with an unusual name.
    fn other(&mut self, name: &str, tag: TagCounts) {
        self.others.entry((xxh3_64(name.as_bytes()), name.to_owned())).or_default().merge(tag);
        if self.others.len() > MAX_OTHER_TAGS
            && let Some((_, last)) = self.others.pop_last()
        {
            self.rest += last.games;
        }
    }
}

impl Default for TagInventory {
    fn default() -> Self {
        let places = [NO_INDEX; KNOWN.len()];
        Self { known: Vec::new(), places, shown: 0, others: BTreeMap::new(), rest: 0, games: 0 }
    }
}

impl TagCounts {
    pub fn distinct(&self) -> Estimate {
        self.values.estimate().at_most(self.games)
    }

    /// Counts a value by its hash; 0 is an unknown value.
    fn add(&mut self, hash: u64) {
        self.games += 1;
        if hash != 0 {
            self.values.add(hash);
        }
    }

    #[cold]
    fn keep_example(&mut self, value: &[u8]) {
        self.example = Some(decode(value).chars().take(MAX_EXAMPLE_LENGTH).collect());
    }

    fn merge(&mut self, other: Self) {
        self.games += other.games;
        self.values.merge(&other.values);
        self.example = self.example.take().or(other.example);
    }
}

/// The hash of a value in a text; 0 for an unknown value. Up to 16 bytes are padded with zeros to 16 and hashed with
/// their number as the seed.
#[inline(always)]
fn hash(bytes: &[u8], value: Span) -> u64 {
    let length = value.len();
    match bytes.get(value.start..).and_then(<[u8]>::first_chunk) {
        // An unknown value is empty or begins with `?`.
        Some(chunk) if (1..=16).contains(&length) && chunk[0] != b'?' => {
            let all = u128::from_le_bytes(*chunk) & u128::MAX >> (128 - 8 * length);
            hash_padded(all.to_le_bytes(), length)
        }
        _ => hash_exact(&bytes[value]),
    }
}

/// The exact path of the hash: for long values, values near the end of a text, and values that may be unknown.
#[inline(never)]
fn hash_exact(value: &[u8]) -> u64 {
    match value {
        b"" | b"?" | b"????.??.??" => 0,
        [..] if value.len() <= 16 => {
            let mut all = [0; 16];
            all[..value.len()].copy_from_slice(value);
            hash_padded(all, value.len())
        }
        [..] => xxh3_64(value).max(1),
    }
}

/// The hash of a value of `length` bytes, padded with zeros.
#[inline(always)]
fn hash_padded(all: [u8; 16], length: usize) -> u64 {
    xxh3_64_with_seed(&all, length as u64).max(1)
}

const _: () = assert!(KNOWN.len() <= 64, "there is one bit for each");

const NO_INDEX: u8 = u8::MAX;

/// The maximum length of an example in characters.
const MAX_EXAMPLE_LENGTH: usize = 60;

impl Merge for TagInventory {
    fn weight(&self) -> u64 {
        self.games
    }

    fn merge(&mut self, other: Self) {
        self.games += other.games;
        self.shown |= other.shown;
        let mut tags: Vec<Option<TagCounts>> = other.known.into_iter().map(Some).collect();
        for (index, place) in other.places.into_iter().enumerate() {
            if let Some(tag) = tags.get_mut(usize::from(place)).and_then(Option::take) {
                self.known(index).merge(tag);
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

impl From<TagInventory> for StoredInventory {
    fn from(inventory: TagInventory) -> Self {
        let tags = inventory.tags().into_iter().map(|(name, tag)| (name.to_owned(), tag.clone())).collect();
        Self { games: inventory.games, rest: inventory.rest, tags }
    }
}

impl From<StoredInventory> for TagInventory {
    fn from(stored: StoredInventory) -> Self {
        let mut inventory = Self { games: stored.games, rest: stored.rest, ..Self::default() };
        for (name, tag) in stored.tags {
            match known(name.as_bytes()) {
                Some(index) => {
                    inventory.shown |= u64::from(tag.example.is_some()) << index;
                    *inventory.known(index) = tag;
                }
                None => inventory.other(&name, tag),
            }
        }
        inventory
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::replay::read_game;
    use crate::game::rules::RuleSet;

    #[test]
    fn the_hash_of_a_value_does_not_depend_on_its_place() {
        let text = b"[Round \"?\"]..Anderssen, Adolf....?Anderssen".as_slice();
        assert_eq!((&text[13..22], &text[33..43]), (b"Anderssen".as_slice(), b"?Anderssen".as_slice()));
        assert_eq!(hash(text, 13..22), hash(text, 34..43), "near the end or not");
        assert_eq!((hash(text, 8..9), hash(text, 3..3), hash(b"????.??.??", 0..10)), (0, 0, 0));
        assert_eq!(
            hash(b"1-0", 0..3),
            10_449_792_774_826_742_521,
            "parts that were stored hold these hashes: change their version with them"
        );
        let different = [13..22, 13..29, 13..30, 12..22, 14..22, 33..43].map(|value| hash(text, value));
        assert!(different.iter().enumerate().all(|(at, hash)| *hash != 0 && !different[..at].contains(hash)));
    }

    /// As many games as sites.
    fn of(games: std::ops::Range<u32>) -> TagInventory {
        let mut inventory = TagInventory::default();
        for number in games {
            let text = format!("[Event \"?\"]\n[Site \"{number}\"]\n[Odd \"{}\"]\n\n1. e4 *\n", number % 7);
            inventory.add(&read_game(text.as_bytes(), 0, RuleSet::EMPTY).tags, text.as_bytes());
        }
        inventory
    }

    /// The tags: name, games, distinct values, example.
    fn entries(inventory: &TagInventory) -> Vec<(String, u64, u64, Option<String>)> {
        let tags = inventory.tags().into_iter();
        tags.map(|(name, tag)| (name.to_owned(), tag.games, tag.distinct().count, tag.example.clone())).collect()
    }

    #[test]
    fn merged_parts_have_the_tags_of_the_whole() {
        // Hashes are filtered in batches of 256 and inserted in batches of 8,192.
        for games in [1, 7, 255, 256, 3000, 9000] {
            let whole = of(0..games);
            let expected = [
                ("Event".to_owned(), u64::from(games), 0, None),
                ("Site".to_owned(), u64::from(games), u64::from(games), Some("0".to_owned())),
                ("Odd".to_owned(), u64::from(games), u64::from(games.min(7)), Some("0".to_owned())),
            ];
            assert_eq!(entries(&whole), expected);
            let mut parts = of(0..games / 3);
            parts.merge(of(games / 3..games));
            assert_eq!(entries(&parts), expected);
        }
    }

    #[test]
    fn no_tag_has_more_values_than_games() {
        let (games, inventory) = (80_000, of(0..80_000));
        let site = inventory.tag("Site").unwrap();
        assert!(site.values.estimate().count > games, "this estimate is too high by chance");
        assert_eq!(site.distinct(), Estimate { count: games, is_exact: false });
    }
}
