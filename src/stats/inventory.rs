//! Which tags there are, in how many games, with how many different values.

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
#[serde(from = "Stored", into = "Stored")]
pub struct Inventory {
    /// The usual ones that came.
    known: Vec<Tag>,
    /// Where they stand among those, by their place in [`KNOWN`]; [`NOWHERE`] if they did not come.
    places: [u8; KNOWN.len()],
    /// One bit for each of the usual ones that has an example.
    shown: u64,
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
        for tag in tags.known().list() {
            self.known(tag.name).add(hash(bytes, tag.value.clone()));
        }
        if tags.known().names() & !self.shown != 0 {
            self.show(tags, bytes);
        }
        for (name, value) in tags.other_values() {
            let mut tag = Tag::default();
            let hash = hash(bytes, value.clone());
            tag.add(hash);
            if hash != 0 {
                tag.show(&bytes[value]);
            }
            self.other(&decode(name), tag);
        }
    }

    /// Takes values as examples where there is none yet.
    #[cold]
    fn show(&mut self, tags: &TagBook, bytes: &[u8]) {
        for tag in tags.known().list() {
            if self.shown >> tag.name & 1 == 0 && hash(bytes, tag.value.clone()) != 0 {
                self.shown |= 1 << tag.name;
                self.known(tag.name).show(&bytes[tag.value.clone()]);
            }
        }
    }

    /// One of the usual ones.
    #[inline]
    fn known(&mut self, index: usize) -> &mut Tag {
        if self.places[index] == NOWHERE {
            self.places[index] = self.known.len() as u8;
            self.known.push(Tag::default());
        }
        &mut self.known[usize::from(self.places[index])]
    }

    /// All tags and their names: the usual ones in their usual order, then the others by name.
    #[must_use]
    pub fn tags(&self) -> Vec<(&str, &Tag)> {
        let known = |(name, place): (&&'static str, &u8)| Some((*name, self.known.get(usize::from(*place))?));
        let mut tags: Vec<(&str, &Tag)> = KNOWN.iter().zip(&self.places).filter_map(known).collect();
        let usual = tags.len();
        tags.extend(self.others.iter().map(|((_, name), tag)| (name.as_str(), tag)));
        tags[usual..].sort_unstable_by_key(|(name, _)| *name);
        tags
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
    pub fn distinct(&self, names: &[&str]) -> Estimate {
        let mut values = Distinct::default();
        let tags: Vec<&Tag> = names.iter().filter_map(|name| self.tag(name)).collect();
        for tag in &tags {
            values.merge(&tag.values);
        }
        values.estimate().at_most(tags.iter().map(|tag| tag.games).sum())
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
        let places = [NOWHERE; KNOWN.len()];
        Self { known: Vec::new(), places, shown: 0, others: BTreeMap::new(), rest: 0, games: 0 }
    }
}

impl Tag {
    /// How many different values it has.
    #[must_use]
    pub fn distinct(&self) -> Estimate {
        self.values.estimate().at_most(self.games)
    }

    /// Counts a value by its hash, 0 if it says nothing.
    fn add(&mut self, hash: u64) {
        self.games += 1;
        if hash != 0 {
            self.values.add(hash);
        }
    }

    /// Takes a value as the example.
    #[cold]
    fn show(&mut self, value: &[u8]) {
        self.example = Some(decode(value).chars().take(LONGEST_EXAMPLE).collect());
    }

    fn merge(&mut self, other: Self) {
        self.games += other.games;
        self.values.merge(&other.values);
        self.example = self.example.take().or(other.example);
    }
}

/// The hash of a value in a text, 0 if it says nothing. Up to 16 bytes are hashed as 16, with zeros behind them and their
/// number as a seed.
#[inline(always)]
fn hash(bytes: &[u8], value: Span) -> u64 {
    let length = value.len();
    match bytes.get(value.start..).and_then(<[u8]>::first_chunk) {
        // A value that says nothing is empty or begins so.
        Some(chunk) if (1..=16).contains(&length) && chunk[0] != b'?' => {
            let all = u128::from_le_bytes(*chunk) & u128::MAX >> (128 - 8 * length);
            hash_padded(all.to_le_bytes(), length)
        }
        _ => hash_by_bytes(&bytes[value]),
    }
}

/// The same, at leisure: of long values, of those near the end of a text, and of those that may say nothing.
#[inline(never)]
fn hash_by_bytes(value: &[u8]) -> u64 {
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

/// The same of a value of so many bytes, with zeros behind it.
#[inline(always)]
fn hash_padded(all: [u8; 16], length: usize) -> u64 {
    xxh3_64_with_seed(&all, length as u64).max(1)
}

const _: () = assert!(KNOWN.len() <= 64, "there is one bit for each");

/// No place.
const NOWHERE: u8 = u8::MAX;

/// An example has at most so many characters.
const LONGEST_EXAMPLE: usize = 60;

impl Merge for Inventory {
    fn weight(&self) -> u64 {
        self.games
    }

    fn merge(&mut self, other: Self) {
        self.games += other.games;
        self.shown |= other.shown;
        let mut tags: Vec<Option<Tag>> = other.known.into_iter().map(Some).collect();
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
    fn a_value_is_the_same_wherever_it_stands() {
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

    /// Games with as many sites.
    fn of(games: std::ops::Range<u32>) -> Inventory {
        let mut inventory = Inventory::default();
        for number in games {
            let text = format!("[Event \"?\"]\n[Site \"{number}\"]\n[Odd \"{}\"]\n\n1. e4 *\n", number % 7);
            inventory.add(&read_game(text.as_bytes(), 0, RuleSet::EMPTY).tags, text.as_bytes());
        }
        inventory
    }

    /// The tags: name, games, different values, example.
    fn told(inventory: &Inventory) -> Vec<(String, u64, u64, Option<String>)> {
        let tags = inventory.tags().into_iter();
        tags.map(|(name, tag)| (name.to_owned(), tag.games, tag.distinct().count, tag.example.clone())).collect()
    }

    #[test]
    fn tags_are_told_in_parts_or_at_once() {
        // Hashes wait until there are 256, and then until there are 8,192.
        for games in [1, 7, 255, 256, 3000, 9000] {
            let whole = of(0..games);
            let expected = [
                ("Event".to_owned(), u64::from(games), 0, None),
                ("Site".to_owned(), u64::from(games), u64::from(games), Some("0".to_owned())),
                ("Odd".to_owned(), u64::from(games), u64::from(games.min(7)), Some("0".to_owned())),
            ];
            assert_eq!(told(&whole), expected);
            let mut parts = of(0..games / 3);
            parts.merge(of(games / 3..games));
            assert_eq!(told(&parts), expected);
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
