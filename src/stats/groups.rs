//! A map of counts by key in bounded memory (*lossy counting*).
//!
//! Up to a bound every key has its own count. Beyond twice the bound the rarer half is dropped (Manku and Motwani
//! 2002). The dropped counts are summed separately. The largest count of each drop, summed over all drops, bounds the
//! error: by this much any count may be too low. Common keys are never dropped.
//!
//! Keys are dropped at the end of a part of the text. So it makes no difference whether a part is counted separately or
//! after the parts before it. Within a part keys are dropped only at four times the bound, to keep memory bounded. A
//! part with that many keys of its own must be counted separately.

use hashbrown::{HashMap, HashSet};
use serde::{Deserialize, Serialize};

use super::key::{Atom, KeyBuffer, atoms};

/// The counts of a key.
pub(super) trait Merge: Default {
    /// The weight that decides which keys are kept.
    fn weight(&self) -> u64;

    /// Adds the counts of a later part of the archive.
    fn merge(&mut self, other: Self);

    /// Whether its numbers are consistent, as counting makes them.
    fn is_sound(&self) -> bool;
}

/// The maximum of a count. Hundreds of such numbers add up without overflow, and each is exact as an `f64`.
pub(super) const GREATEST: u64 = 1 << 53;

/// No place. Cells from this place on are found by their keys only.
const NO_INDEX: u16 = u16::MAX;

/// The number of ids with a place in the table of places; the keys of larger ids are written each time.
const MAX_IDS: usize = 1 << 14;

/// Counts by key.
#[derive(Clone, Debug)]
pub(super) struct Groups<C> {
    /// The indexes of cells, by key.
    places: HashMap<Vec<u8>, u32>,
    /// The indexes of some cells, by the id of the key; [`NO_INDEX`] if the id has not occurred.
    places_by_id: Vec<u16>,
    cells: Vec<CacheAligned<C>>,
    bound: usize,
    dropped: Dropped,
}

/// A cell aligned to a cache line.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct CacheAligned<C>(C);

/// The counts that were dropped.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(super) struct Dropped {
    /// Their total weight.
    pub(super) weight: u64,
    /// The maximum by which the count of any key may be too low.
    pub(super) at_most: u64,
}

/// The stored form: all cells with their keys, in the order of the keys.
#[derive(Serialize, Deserialize)]
pub(super) struct Stored<C> {
    dropped: Dropped,
    cells: Vec<(Vec<Atom>, C)>,
}

impl<C: Merge> Groups<C> {
    /// An empty map that counts up to `bound` keys exactly.
    pub(super) fn new(bound: usize) -> Self {
        Self { places: HashMap::new(), places_by_id: Vec::new(), cells: Vec::new(), bound, dropped: Dropped::default() }
    }

    pub(super) fn at(&mut self, key: &KeyBuffer) -> &mut C {
        self.limit(4);
        let place = self.place(key.bytes());
        &mut self.cells[place as usize].0
    }

    /// The cell of a key, found by an id that is unique to the key for the lifetime of this map. `write` writes the key
    /// only when the id occurs for the first time.
    #[inline]
    pub(super) fn at_id(&mut self, id: u32, key: &mut KeyBuffer, write: impl FnOnce(&mut KeyBuffer)) -> &mut C {
        let id = id as usize;
        if let Some(&place) = self.places_by_id.get(id).filter(|place| **place != NO_INDEX) {
            return &mut self.cells[usize::from(place)].0;
        }
        write(key);
        self.limit(4);
        let place = self.place(key.bytes());
        if id < MAX_IDS {
            self.places_by_id.resize(self.places_by_id.len().max(id + 1), NO_INDEX);
            self.places_by_id[id] = u16::try_from(place).unwrap_or(NO_INDEX);
        }
        &mut self.cells[place as usize].0
    }

    fn place(&mut self, key: &[u8]) -> u32 {
        let Self { places, cells, .. } = self;
        *places.entry_ref(key).or_insert_with(|| {
            cells.push(CacheAligned(C::default()));
            cells.len() as u32 - 1
        })
    }

    /// Adds the counts of a later part of the archive.
    pub(super) fn merge(&mut self, other: Self) {
        self.dropped.weight += other.dropped.weight;
        self.dropped.at_most += other.dropped.at_most;
        let mut cells: Vec<Option<C>> = other.cells.into_iter().map(|cell| Some(cell.0)).collect();
        for (key, place) in other.places {
            let own = self.place(&key);
            let cell = cells[place as usize].take().unwrap_or_default();
            self.cells[own as usize].0.merge(cell);
        }
        self.settle();
    }

    /// Drops the rarest keys if there are too many. Called at the end of a part.
    pub(super) fn settle(&mut self) {
        self.limit(2);
    }

    /// Drops the rarest keys if there are at least `times` as many as the bound.
    fn limit(&mut self, times: usize) {
        if self.cells.len() >= times * self.bound {
            self.drop_rarest();
        }
    }

    pub(super) fn dropped(&self) -> Dropped {
        self.dropped
    }

    /// The total weight of all kept keys.
    pub(super) fn total(&self) -> u64 {
        self.cells.iter().map(|cell| cell.0.weight()).sum()
    }

    /// The keys and their cells, in the order of the keys.
    pub(super) fn sorted(&self) -> Vec<(Vec<Atom>, &C)> {
        let cell = |place: &u32| &self.cells[*place as usize].0;
        let mut cells: Vec<(Vec<Atom>, &C)> =
            self.places.iter().map(|(key, place)| (atoms(key), cell(place))).collect();
        cells.sort_by(|one, other| one.0.cmp(&other.0));
        cells
    }

    #[cold]
    fn drop_rarest(&mut self) {
        // Of keys with equal weight, the smallest stay, so that the order of counting does not matter.
        let mut order: Vec<(u64, &[u8], u32)> = self
            .places
            .iter()
            .map(|(key, &place)| (self.cells[place as usize].0.weight(), key.as_slice(), place))
            .collect();
        order.sort_unstable_by(|one, other| other.0.cmp(&one.0).then_with(|| one.1.cmp(other.1)));
        let kept_places: HashSet<u32> = order[..self.bound].iter().map(|(.., place)| *place).collect();
        let mut cells: Vec<Option<C>> = std::mem::take(&mut self.cells).into_iter().map(|cell| Some(cell.0)).collect();
        self.places_by_id.clear();
        let (kept, dropped) = (&mut self.cells, &mut self.dropped);
        let mut at_most = 0;
        self.places.retain(|_, place| {
            let cell = cells[*place as usize].take().unwrap_or_default();
            if !kept_places.contains(place) {
                dropped.weight += cell.weight();
                at_most = at_most.max(cell.weight());
                return false;
            }
            *place = kept.len() as u32;
            kept.push(CacheAligned(cell));
            true
        });
        dropped.at_most += at_most;
    }
}

impl<C: Merge + Clone> From<&Groups<C>> for Stored<C> {
    fn from(groups: &Groups<C>) -> Self {
        let cells = groups.sorted().into_iter().map(|(key, cell)| (key, cell.clone())).collect();
        Self { dropped: groups.dropped, cells }
    }
}

impl<C: Merge> Groups<C> {
    /// The map that was stored; `None` if a key has not `values` values, or a cell is not sound.
    pub(super) fn restored(stored: Stored<C>, bound: usize, values: usize) -> Option<Self> {
        let mut groups = Self { dropped: stored.dropped, ..Self::new(bound) };
        let mut key = KeyBuffer::default();
        for (atoms, cell) in stored.cells {
            if atoms.len() != values || !cell.is_sound() {
                return None;
            }
            key.truncate(0);
            for atom in &atoms {
                key.atom(atom);
            }
            groups.at(&key).merge(cell);
        }
        Some(groups)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Default)]
    struct Times(u64);

    impl Merge for Times {
        fn weight(&self) -> u64 {
            self.0
        }

        fn merge(&mut self, other: Self) {
            self.0 += other.0;
        }

        fn is_sound(&self) -> bool {
            true
        }
    }

    fn count(bound: usize, keys: impl Iterator<Item = i64>) -> Groups<Times> {
        let (mut groups, mut key) = (Groups::<Times>::new(bound), KeyBuffer::default());
        for number in keys {
            key.truncate(0);
            key.number(number);
            groups.at(&key).0 += 1;
        }
        groups.settle();
        groups
    }

    #[test]
    fn within_the_bound_counts_are_exact_and_parts_merge_to_the_whole() {
        let whole = count(100, (0..1000).map(|n| n % 90));
        let mut parts = count(100, (0..300).map(|n| n % 90));
        parts.merge(count(100, (300..1000).map(|n| n % 90)));
        let counts =
            |groups: &Groups<Times>| groups.sorted().into_iter().map(|(key, times)| (key, times.0)).collect::<Vec<_>>();
        assert_eq!(counts(&whole), counts(&parts));
        assert_eq!(whole.dropped(), Dropped::default());
    }

    #[test]
    fn beyond_the_bound_common_keys_stay_and_the_error_is_bounded() {
        // Every other one is 7 or 8; the rest come once.
        let groups = count(50, (0..10_000).map(|n| if n % 2 == 0 { 7 + n / 2 % 2 } else { 1000 + n }));
        assert!(groups.sorted().len() < 100);
        let times =
            |wanted: i64| groups.sorted().into_iter().find(|(key, _)| key[0] == Atom::Number(wanted)).unwrap().1.0;
        let Dropped { weight, at_most } = groups.dropped();
        for number in [7, 8] {
            assert!(times(number) <= 2500 && times(number) + at_most >= 2500);
        }
        let kept: u64 = groups.sorted().iter().map(|(_, times)| times.0).sum();
        assert_eq!(kept + weight, 10_000);
    }

    #[test]
    fn ids_find_the_cells_of_their_keys() {
        let (mut groups, mut key) = (Groups::<Times>::new(1 << 20), KeyBuffer::default());
        // So many cells that the last ones are found by their keys only.
        for number in 0..70_000_i64 {
            key.truncate(0);
            key.number(-1 - number);
            groups.at(&key).0 += 1;
        }
        for _ in 0..3 {
            for id in [0, 7, MAX_IDS as u32 - 1, MAX_IDS as u32, 1 << 20] {
                key.truncate(0);
                groups.at_id(id, &mut key, |key| key.number(id)).0 += 1;
            }
        }
        let counted: Vec<u64> = groups
            .sorted()
            .into_iter()
            .filter(|(key, _)| key[0] >= Atom::Number(0))
            .map(|(_, times)| times.0)
            .collect();
        assert_eq!(counted, [3; 5]);
        assert_eq!(groups.total(), 70_015);
    }
}
