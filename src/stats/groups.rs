//! Counts by key, in bounded memory.
//!
//! Up to a bound every key has its own count. Beyond twice the bound the rarer half is dropped, as in *lossy counting*
//! (Manku and Motwani 2002): what is dropped is added up apart, and how many times the commonest of the dropped keys had
//! come tells by how much any count may be too low. Common keys are never dropped.
//!
//! Room is made where a part of the text ends, so that it does not matter whether a part was counted apart or on top of
//! those before it. Within a part room is made only at four times the bound, to keep memory bounded: a part that brings so
//! many keys of its own has to be counted apart.

use hashbrown::{HashMap, HashSet};
use serde::{Deserialize, Serialize};

use super::key::{Atom, KeyBuffer, atoms};

/// What is counted under a key.
pub(super) trait Merge: Default {
    /// How much it weighs when room is made.
    fn weight(&self) -> u64;

    /// Adds what was counted elsewhere, in the text behind this.
    fn merge(&mut self, other: Self);

    /// Whether its numbers can have come about by counting.
    fn is_sound(&self) -> bool;
}

/// No count is greater: numbers of this size add up without running over, and are exact as floating-point numbers.
pub(super) const GREATEST: u64 = 1 << 53;

/// No place; cells from there on are found by their keys alone.
const NOWHERE: u16 = u16::MAX;

/// Greater marks are of no use: their keys are written each time.
const MARKS: usize = 1 << 14;

/// Counts by key.
#[derive(Clone, Debug)]
pub(super) struct Groups<C> {
    /// The places of cells, by key.
    places: HashMap<Vec<u8>, u32>,
    /// The places of some of them, by a mark that stands for the key; [`NOWHERE`] if it has not come.
    marked: Vec<u16>,
    cells: Vec<Apart<C>>,
    bound: usize,
    dropped: Dropped,
}

/// A cell in lines of the processor's cache of its own.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Apart<C>(C);

/// What was given up to make room.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(super) struct Dropped {
    /// The weight of it all together.
    pub(super) weight: u64,
    /// The most that any key may lack.
    pub(super) at_most: u64,
}

/// All cells with their keys, in the order of the keys: how they are stored.
#[derive(Serialize, Deserialize)]
pub(super) struct Stored<C> {
    dropped: Dropped,
    cells: Vec<(Vec<Atom>, C)>,
}

impl<C: Merge> Groups<C> {
    /// No counts; up to so many keys will be counted exactly.
    #[must_use]
    pub(super) fn new(bound: usize) -> Self {
        Self { places: HashMap::new(), marked: Vec::new(), cells: Vec::new(), bound, dropped: Dropped::default() }
    }

    /// The cell of a key.
    pub(super) fn at(&mut self, key: &KeyBuffer) -> &mut C {
        self.limit(4);
        let place = self.place(key.bytes());
        &mut self.cells[place as usize].0
    }

    /// The cell of a key that is written only when its mark comes for the first time: a number that stands for this key and
    /// for no other, as long as these groups are in memory.
    #[inline]
    pub(super) fn at_mark(&mut self, mark: u32, key: &mut KeyBuffer, write: impl FnOnce(&mut KeyBuffer)) -> &mut C {
        let mark = mark as usize;
        if let Some(&place) = self.marked.get(mark).filter(|place| **place != NOWHERE) {
            return &mut self.cells[usize::from(place)].0;
        }
        write(key);
        self.limit(4);
        let place = self.place(key.bytes());
        if mark < MARKS {
            self.marked.resize(self.marked.len().max(mark + 1), NOWHERE);
            self.marked[mark] = u16::try_from(place).unwrap_or(NOWHERE);
        }
        &mut self.cells[place as usize].0
    }

    fn place(&mut self, key: &[u8]) -> u32 {
        let Self { places, cells, .. } = self;
        *places.entry_ref(key).or_insert_with(|| {
            cells.push(Apart(C::default()));
            cells.len() as u32 - 1
        })
    }

    /// Adds what was counted elsewhere, in the text behind this.
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

    /// Makes room if there are too many keys: at the end of a part.
    pub(super) fn settle(&mut self) {
        self.limit(2);
    }

    /// Makes room if there are so many times as many keys as may be.
    fn limit(&mut self, times: usize) {
        if self.cells.len() >= times * self.bound {
            self.make_room();
        }
    }

    /// What was given up to make room.
    #[must_use]
    pub(super) fn dropped(&self) -> Dropped {
        self.dropped
    }

    /// What all keys that are kept weigh.
    #[must_use]
    pub(super) fn total(&self) -> u64 {
        self.cells.iter().map(|cell| cell.0.weight()).sum()
    }

    /// The keys and what was counted under them, in the order of the keys.
    #[must_use]
    pub(super) fn sorted(&self) -> Vec<(Vec<Atom>, &C)> {
        let cell = |place: &u32| &self.cells[*place as usize].0;
        let mut cells: Vec<(Vec<Atom>, &C)> =
            self.places.iter().map(|(key, place)| (atoms(key), cell(place))).collect();
        cells.sort_by(|one, other| one.0.cmp(&other.0));
        cells
    }

    #[cold]
    fn make_room(&mut self) {
        // Of keys that weigh the same the first ones stay, whatever the order in which they came.
        let mut order: Vec<(u64, &[u8], u32)> = self
            .places
            .iter()
            .map(|(key, &place)| (self.cells[place as usize].0.weight(), key.as_slice(), place))
            .collect();
        order.sort_unstable_by(|one, other| other.0.cmp(&one.0).then_with(|| one.1.cmp(other.1)));
        let kept_places: HashSet<u32> = order[..self.bound].iter().map(|(.., place)| *place).collect();
        let mut cells: Vec<Option<C>> = std::mem::take(&mut self.cells).into_iter().map(|cell| Some(cell.0)).collect();
        self.marked.clear();
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
            kept.push(Apart(cell));
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
    /// The groups that were stored; `None` if a key has not so many values, or a cell is none.
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
    fn within_the_bound_all_is_exact_and_parts_make_the_whole() {
        let whole = count(100, (0..1000).map(|n| n % 90));
        let mut parts = count(100, (0..300).map(|n| n % 90));
        parts.merge(count(100, (300..1000).map(|n| n % 90)));
        let told =
            |groups: &Groups<Times>| groups.sorted().into_iter().map(|(key, times)| (key, times.0)).collect::<Vec<_>>();
        assert_eq!(told(&whole), told(&parts));
        assert_eq!(whole.dropped(), Dropped::default());
    }

    #[test]
    fn beyond_it_common_keys_stay_and_the_error_is_told() {
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
    fn marks_stand_for_their_keys_however_many_there_are() {
        let (mut groups, mut key) = (Groups::<Times>::new(1 << 20), KeyBuffer::default());
        // So many cells that those that come last have no short way to them.
        for number in 0..70_000_i64 {
            key.truncate(0);
            key.number(-1 - number);
            groups.at(&key).0 += 1;
        }
        for _ in 0..3 {
            for mark in [0, 7, MARKS as u32 - 1, MARKS as u32, 1 << 20] {
                key.truncate(0);
                groups.at_mark(mark, &mut key, |key| key.number(mark)).0 += 1;
            }
        }
        let marked: Vec<u64> = groups
            .sorted()
            .into_iter()
            .filter(|(key, _)| key[0] >= Atom::Number(0))
            .map(|(_, times)| times.0)
            .collect();
        assert_eq!(marked, [3; 5]);
        assert_eq!(groups.total(), 70_015);
    }
}
