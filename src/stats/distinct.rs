//! A counter of distinct values in bounded memory (*k minimum values*).
//!
//! It hashes every value to 64 bits and keeps the [`Distinct::BOUND`] smallest hashes. While there are no more, the
//! count is exact. Beyond that, the largest kept hash estimates the density of the uniformly distributed hashes, and so
//! their number (Bar-Yossef and others 2002; Beyer and others 2007). With `k` hashes the standard error is `1/√(k-2)`.
//!
//! The kept hashes depend only on the set of values, not on their order or frequency. So merged parts give the result
//! of the whole.

use std::hash::BuildHasherDefault;

use hashbrown::HashSet;
use serde::{Deserialize, Serialize};

use crate::laws::history::KeyHasher;

/// A set of values of which only the size is known.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[serde(from = "Vec<u64>", into = "Vec<u64>")]
pub struct Distinct {
    /// The most recent hashes, unfiltered. They are filtered in batches, which is friendly to the cache.
    last: Vec<u64>,
    /// Filtered hashes that are not in the set yet.
    waiting: Vec<u64>,
    hashes: HashSet<u64, BuildHasherDefault<KeyHasher>>,
    /// Hashes above this one are no longer needed; `None` while all are kept.
    most: Option<u64>,
    /// A direct-mapped cache of recent hashes, indexed by their low bits; 0 is an empty entry. Most values repeat soon.
    recent: Option<Box<[u64; RECENT]>>,
}

/// The number of distinct values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Estimate {
    pub count: u64,
    pub is_exact: bool,
}

impl Estimate {
    /// The estimate limited to a known maximum.
    #[must_use]
    pub fn at_most(self, most: u64) -> Self {
        Self { count: self.count.min(most), ..self }
    }
}

impl Distinct {
    /// Up to this number, values are counted exactly; beyond it, with a standard error of 0.4 %.
    pub const BOUND: usize = 1 << 16;

    #[inline]
    pub fn add(&mut self, hash: u64) {
        self.last.push(hash.max(1));
        if self.last.len() == BATCH {
            self.filter_last();
        }
    }

    /// Adds the values of another set.
    pub fn merge(&mut self, other: &Self) {
        let most = self.most.unwrap_or(u64::MAX);
        let others = other.hashes.iter().chain(&other.waiting).chain(&other.last).copied();
        self.waiting.extend(others.filter(|hash| *hash <= most));
        if self.waiting.len() >= WAITING {
            self.settle();
        }
    }

    /// The number of distinct values.
    pub fn estimate(&self) -> Estimate {
        let mut kept = self.smallest();
        if kept.len() <= Self::BOUND {
            return Estimate { count: kept.len() as u64, is_exact: true };
        }
        let nth = u128::from(*kept.select_nth_unstable(Self::BOUND - 1).1).max(1);
        let count = ((Self::BOUND as u128 - 1) << 64) / nth;
        // There are certainly more values than the bound.
        let count = u64::try_from(count).unwrap_or(u64::MAX).max(Self::BOUND as u64 + 1);
        Estimate { count, is_exact: false }
    }

    /// The smallest hashes, unordered. One more than the bound means that there are more values.
    fn smallest(&self) -> Vec<u64> {
        let waiting = self.waiting.iter().chain(&self.last).copied();
        let mut waiting: Vec<u64> = waiting.filter(|hash| !self.hashes.contains(hash)).collect();
        waiting.sort_unstable();
        waiting.dedup();
        let mut kept: Vec<u64> = self.hashes.iter().copied().chain(waiting).collect();
        if kept.len() > Self::BOUND + 1 {
            kept.select_nth_unstable(Self::BOUND);
            kept.truncate(Self::BOUND + 1);
        }
        kept
    }

    /// The smallest hashes, sorted.
    fn smallest_in_order(&self) -> Vec<u64> {
        let mut kept = self.smallest();
        kept.sort_unstable();
        kept
    }

    /// Filters the recent hashes: drops repetitions that the cache finds, and hashes above the maximum.
    #[cold]
    fn filter_last(&mut self) {
        let most = self.most.unwrap_or(u64::MAX);
        let recent = self.recent.get_or_insert_with(|| Box::new([0; RECENT]));
        // Branchless, because the branch would be unpredictable.
        let (mut kept, mut count) = ([0; BATCH], 0);
        for hash in self.last.drain(..) {
            let recent = &mut recent[hash as usize % RECENT];
            kept[count % BATCH] = hash;
            count += usize::from(*recent != hash && hash <= most);
            *recent = hash;
        }
        self.waiting.extend_from_slice(&kept[..count]);
        if self.waiting.len() >= WAITING {
            self.settle();
        }
    }

    /// Moves the waiting hashes into the set and drops those that are no longer needed.
    fn settle(&mut self) {
        self.hashes.extend(self.waiting.drain(..));
        if self.hashes.len() >= 2 * Self::BOUND {
            let kept = self.smallest();
            self.most = kept.iter().max().copied();
            self.hashes = kept.into_iter().collect();
        }
    }
}

/// The number of entries of the cache of recent hashes.
const RECENT: usize = 1 << 9;

/// The number of hashes in a batch that is filtered at once.
const BATCH: usize = 1 << 8;

/// The number of waiting hashes that triggers their insertion.
const WAITING: usize = 1 << 13;

impl From<Vec<u64>> for Distinct {
    fn from(hashes: Vec<u64>) -> Self {
        let mut distinct = Self::default();
        for hash in hashes {
            distinct.add(hash);
        }
        distinct
    }
}

impl From<Distinct> for Vec<u64> {
    fn from(distinct: Distinct) -> Self {
        distinct.smallest_in_order()
    }
}

impl PartialEq for Distinct {
    fn eq(&self, other: &Self) -> bool {
        self.smallest_in_order() == other.smallest_in_order()
    }
}

#[cfg(test)]
mod tests {
    use xxhash_rust::xxh3::xxh3_64;

    use super::*;

    fn of(values: std::ops::Range<u32>) -> Distinct {
        let mut distinct = Distinct::default();
        values.for_each(|value| distinct.add(xxh3_64(&value.to_le_bytes())));
        distinct
    }

    #[test]
    fn few_values_are_counted_exactly() {
        let mut distinct = of(0..1000);
        distinct.merge(&of(500..1500));
        assert_eq!(distinct.estimate(), Estimate { count: 1500, is_exact: true });
        assert_eq!(of(0..65_536).estimate(), Estimate { count: 65_536, is_exact: true });
        assert!(!of(0..65_537).estimate().is_exact);
    }

    #[test]
    fn many_values_are_estimated_within_the_error() {
        let Estimate { count, is_exact } = of(0..1_000_000).estimate();
        assert!(!is_exact && (984_000..1_016_000).contains(&count), "{count}");
    }

    #[test]
    fn merged_parts_equal_the_whole_in_any_order() {
        let whole = of(0..200_000);
        let mut one = of(0..85_000);
        one.merge(&of(50_000..200_000));
        let mut other = of(50_000..200_000);
        other.merge(&of(0..85_000));
        assert!(one == whole && other == whole);
        let read_back: Distinct = serde_json::from_str(&serde_json::to_string(&one).unwrap()).unwrap();
        assert!(read_back == whole && read_back.estimate() == whole.estimate());
    }
}
