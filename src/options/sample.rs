//! A random sample of games.

use std::num::NonZeroU32;

/// A reservoir sample (Vitter 1985, Algorithm R). It depends only on the order of the items and on the seed.
#[derive(Clone, Debug)]
pub struct Sample<T> {
    size: usize,
    kept: Vec<(u64, T)>,
    passed: u64,
    state: u64,
}

impl<T> Sample<T> {
    /// An empty sample of this maximum size.
    pub fn new(size: NonZeroU32, seed: u64) -> Self {
        Self { size: size.get() as usize, kept: Vec::new(), passed: 0, state: seed }
    }

    /// Offers the next item.
    pub fn offer(&mut self, thing: T) {
        let number = self.passed;
        self.passed += 1;
        if self.kept.len() < self.size {
            return self.kept.push((number, thing));
        }
        let place = usize::try_from(self.below(self.passed)).unwrap_or(usize::MAX);
        if let Some(kept) = self.kept.get_mut(place) {
            *kept = (number, thing);
        }
    }

    /// The number of items offered.
    pub fn passed(&self) -> u64 {
        self.passed
    }

    /// The sample, in the order of the items.
    pub fn into_ordered(mut self) -> Vec<T> {
        self.kept.sort_unstable_by_key(|(number, _)| *number);
        self.kept.into_iter().map(|(_, thing)| thing).collect()
    }

    /// A random number below a limit, uniform except for one part in 2⁶⁴ of the limit.
    fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(limit)) >> 64) as u64
    }

    /// The next number of SplitMix64 (Steele, Lea and Flood 2014).
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(size: u32, seed: u64, things: u32) -> Vec<u32> {
        let mut sample = Sample::new(NonZeroU32::new(size).unwrap(), seed);
        (0..things).for_each(|thing| sample.offer(thing));
        sample.into_ordered()
    }

    #[test]
    fn a_sample_is_in_order_and_has_its_size() {
        let kept = sample(10, 0, 1000);
        assert!(kept.len() == 10 && kept.is_sorted(), "{kept:?}");
        assert_eq!(kept, sample(10, 0, 1000));
        assert_ne!(kept, sample(10, 1, 1000));
        assert_eq!(sample(10, 0, 3), [0, 1, 2]);
    }

    #[test]
    fn all_items_are_equally_likely() {
        let mut times = [0_u32; 20];
        for seed in 0..10_000 {
            for kept in sample(5, seed, 20) {
                times[kept as usize] += 1;
            }
        }
        // 2,500 expected; the standard deviation is 43.
        assert!(times.iter().all(|times| (2_300..2_700).contains(times)), "{times:?}");
    }
}
