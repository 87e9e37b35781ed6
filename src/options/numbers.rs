//! Sets of game numbers: `3`, `1,10-20`, `500-`.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A set of game numbers, which count from 1 in each file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameNumbers(Vec<RangeInclusive<u64>>);

/// The error for text that is not a set of game numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameNumbersError {
    /// This part is neither `N`, `M-K` nor `M-`.
    Malformed(String),
    /// Games count from 1.
    Zero,
    /// The range ends before it begins.
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

    /// The least number in the set.
    pub fn first(&self) -> u64 {
        self.0.first().map_or(0, |range| *range.start())
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

impl fmt::Display for GameNumbersError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(part) => {
                write!(
                    f,
                    "`{part}` is not a game number or a range; expected a comma-separated list such as `3,10-20,500-`"
                )
            }
            Self::Zero => f.write_str("game numbers start at 1"),
            Self::Backwards(part) => write!(f, "the range `{part}` ends before it starts"),
        }
    }
}

impl std::error::Error for GameNumbersError {}

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
}
