//! The choice of games: sets of game numbers (`3`, `1,10-20`, `500-`), and random samples, of all or of each group.

use std::collections::HashMap;
use std::fmt;
use std::num::NonZeroU32;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A set of game numbers, which count from 1 in each file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameNumbers(Vec<RangeInclusive<u64>>);

/// The error for text that is not a set of game numbers.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameNumbersError {
    /// This part is neither `N`, `M-K` nor `M-`.
    #[error("`{0}` is not a game number or a range; expected a comma-separated list such as `3,10-20,500-`")]
    Malformed(String),
    #[error("game numbers start at 1")]
    Zero,
    #[error("the range `{0}` ends before it starts")]
    Backwards(String),
}

impl fmt::Display for GameNumbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let range = |range: &RangeInclusive<u64>| match (*range.start(), *range.end()) {
            (first, last) if first == last => first.to_string(),
            (first, u64::MAX) => format!("{first}-"),
            (first, last) => format!("{first}-{last}"),
        };
        f.write_str(&self.0.iter().map(range).collect::<Vec<_>>().join(","))
    }
}

impl GameNumbers {
    pub fn contains(&self, number: u64) -> bool {
        let next = self.0.partition_point(|range| *range.end() < number);
        self.0.get(next).is_some_and(|range| range.contains(&number))
    }

    /// The greatest number in the set; `u64::MAX` if it has no end.
    pub fn last(&self) -> u64 {
        self.0.last().map_or(0, |range| *range.end())
    }
}

impl FromStr for GameNumbers {
    type Err = GameNumbersError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut ranges = text.split(',').map(range).collect::<Result<Vec<_>, _>>()?;
        ranges.sort_unstable_by_key(|range| *range.start());
        let mut merged: Vec<RangeInclusive<u64>> = Vec::new();
        for range in ranges {
            match merged.last_mut() {
                Some(last) if range.start() <= last.end() => {
                    *last = *last.start()..=*last.end().max(range.end());
                }
                _ => merged.push(range),
            }
        }
        Ok(Self(merged))
    }
}

fn range(part: &str) -> Result<RangeInclusive<u64>, GameNumbersError> {
    let part = part.trim();
    let (first, last) = match part.split_once('-') {
        None => (number(part, part)?, number(part, part)?),
        Some((first, "")) => (number(first, part)?, u64::MAX),
        Some((first, last)) => (number(first, part)?, number(last, part)?),
    };
    if last < first {
        return Err(GameNumbersError::Backwards(part.to_owned()));
    }
    Ok(first..=last)
}

fn number(text: &str, part: &str) -> Result<u64, GameNumbersError> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(GameNumbersError::Malformed(part.to_owned()));
    }
    match text.parse() {
        Ok(0) => Err(GameNumbersError::Zero),
        Ok(number) => Ok(number),
        Err(_) => Err(GameNumbersError::Malformed(part.to_owned())),
    }
}

// A random sample of games.

/// A reservoir sample (Vitter 1985, Algorithm R). It depends only on the order of the items and on the seed.
#[derive(Clone, Debug)]
struct Sample<T> {
    size: usize,
    kept: Vec<T>,
    passed: u64,
    state: u64,
}

impl<T> Sample<T> {
    /// An empty sample of this maximum size.
    fn new(size: NonZeroU32, seed: u64) -> Self {
        Self { size: size.get() as usize, kept: Vec::new(), passed: 0, state: seed }
    }

    /// Offers the next item.
    fn offer(&mut self, thing: T) {
        self.passed += 1;
        if self.kept.len() < self.size {
            return self.kept.push(thing);
        }
        let place = usize::try_from(self.below(self.passed)).unwrap_or(usize::MAX);
        if let Some(kept) = self.kept.get_mut(place) {
            *kept = thing;
        }
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

/// A random sample of the games of each group. That of a group depends on nothing but its games, their order and the seed.
#[derive(Clone, Debug)]
pub struct GroupSamples<T> {
    size: NonZeroU32,
    seed: u64,
    groups: HashMap<u64, Sample<(u64, T)>>,
    passed: u64,
    kept: u64,
}

/// The most games of all groups of a sample together, which are kept in memory.
pub const MAX_SAMPLE: u32 = 1_000_000;

impl<T> GroupSamples<T> {
    /// Empty samples of this maximum size.
    pub fn new(size: NonZeroU32, seed: u64) -> Self {
        Self { size, seed, groups: HashMap::new(), passed: 0, kept: 0 }
    }

    /// Offers the next item, which belongs to this group. Returns false if the groups together have more than [`MAX_SAMPLE`] items.
    pub fn offer(&mut self, thing: T, group: u64) -> bool {
        let (number, size) = (self.passed, self.size);
        self.passed += 1;
        let sample = self.groups.entry(group).or_insert_with(|| Sample::new(size, self.seed ^ group));
        self.kept += u64::from(sample.kept.len() < sample.size);
        sample.offer((number, thing));
        self.kept <= u64::from(MAX_SAMPLE)
    }

    /// How many groups there are, and how many of them have fewer items than were wanted.
    pub fn groups(&self) -> (u64, u64) {
        let small = self.groups.values().filter(|sample| sample.kept.len() < sample.size).count();
        (self.groups.len() as u64, small as u64)
    }

    /// The samples together, in the order of the items.
    pub fn into_ordered(self) -> Vec<T> {
        let mut all: Vec<(u64, T)> = self.groups.into_values().flat_map(|sample| sample.kept).collect();
        all.sort_unstable_by_key(|(number, _)| *number);
        all.into_iter().map(|(_, thing)| thing).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> GameNumbers {
        text.parse().unwrap()
    }

    #[test]
    fn numbers_and_ranges_are_one_set() {
        let numbers = parsed("12, 3-5,4-8,1");
        let meant: Vec<u64> = (0..15).filter(|&number| numbers.contains(number)).collect();
        assert_eq!(meant, [1, 3, 4, 5, 6, 7, 8, 12]);
        assert_eq!(numbers.last(), 12);
    }

    #[test]
    fn a_range_can_be_open() {
        let numbers = parsed("2,7-");
        assert!(numbers.contains(2) && !numbers.contains(6) && numbers.contains(u64::MAX));
        assert_eq!(numbers.last(), u64::MAX);
    }

    #[test]
    fn malformed_numbers_are_errors() {
        let error = |text: &str| text.parse::<GameNumbers>().unwrap_err();
        assert_eq!(error("0"), GameNumbersError::Zero);
        assert_eq!(error("1,9-3"), GameNumbersError::Backwards("9-3".to_owned()));
        for text in ["", "a", "1,", "-3", "1-2-3", "+1", "99999999999999999999"] {
            assert!(matches!(error(text), GameNumbersError::Malformed(_)), "{text}");
        }
    }

    fn sample(size: u32, seed: u64, things: u32) -> Vec<u32> {
        let mut sample = GroupSamples::new(NonZeroU32::new(size).unwrap(), seed);
        assert!((0..things).all(|thing| sample.offer(thing, 0)));
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
