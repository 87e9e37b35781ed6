//! The values in filters, and how they compare: numbers as numbers, dates as dates, all else as text.

use std::cmp::Ordering;

use super::Operator;
use super::regex::TextPattern;
use crate::game::values::formats::{read_day, read_time};

/// A value in a filter.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Literal {
    text: String,
    lower: String,
    number: Option<f64>,
    date: Option<Days>,
    /// Whether it is compared with dates only.
    is_for_dates: bool,
    /// The regular expression that it is, if it is one.
    pattern: Option<TextPattern>,
}

/// The range of days that a partly unknown date may be, as ordered numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::game) struct Days {
    first: u32,
    last: u32,
}

impl Literal {
    /// A value that is compared with what the game has under a name, which is always a date or may be any text.
    pub(super) fn new(text: &str, is_for_dates: bool) -> Self {
        let (text, lower) = (text.to_owned(), text.to_lowercase());
        Self { number: number(&text), date: date(&text), is_for_dates, text, lower, pattern: None }
    }

    /// A regular expression.
    pub(super) fn of_pattern(source: &str, pattern: TextPattern) -> Self {
        Self { pattern: Some(pattern), ..Self::new(source, false) }
    }

    /// The value as written.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Whether it is a date, complete or not.
    pub(super) fn is_date(&self) -> bool {
        self.date.is_some()
    }

    /// Whether it is a timestamp: `2013-01-31T12:34:56Z`.
    pub(super) fn is_timestamp(&self) -> bool {
        let parts = self.text.strip_suffix('Z').and_then(|text| text.split_once('T'));
        parts.is_some_and(|(day, time)| {
            let is_day = !day.contains('.') && read_day(day.replace('-', ".").as_bytes()).is_some();
            is_day && read_time(time.as_bytes()).is_some()
        })
    }

    /// Whether it is a number.
    pub(super) fn is_number(&self) -> bool {
        self.number.is_some()
    }

    /// Compares a game's value with this one.
    pub(super) fn compares(&self, value: &str, operator: Operator) -> bool {
        if let Some(pattern) = &self.pattern {
            return pattern.matches(value);
        }
        if operator == Operator::Contains {
            return value.to_lowercase().contains(&self.lower);
        }
        if let (Some(ours), Some(theirs)) = (self.date_of(value), self.date) {
            return match operator {
                Operator::Equal if theirs == Days::ANY => ours == theirs,
                Operator::Unequal if theirs == Days::ANY => ours != theirs,
                operator => ours.compares(theirs, operator),
            };
        }
        let ordering = match (number(value), self.number) {
            (Some(ours), Some(theirs)) => ours.total_cmp(&theirs),
            // Text is neither less nor greater than a number.
            (None, Some(_)) if !matches!(operator, Operator::Equal | Operator::Unequal) => return false,
            _ => value.cmp(&self.text),
        };
        match operator {
            Operator::Equal => ordering == Ordering::Equal,
            Operator::Unequal => ordering != Ordering::Equal,
            Operator::Less => ordering == Ordering::Less,
            Operator::AtMost => ordering != Ordering::Greater,
            Operator::Greater => ordering == Ordering::Greater,
            Operator::AtLeast => ordering != Ordering::Less,
            Operator::Contains => false,
        }
    }

    /// A game's value as a date. What is no date where one belongs may be any day; elsewhere a year alone is a number.
    fn date_of(&self, value: &str) -> Option<Days> {
        let date = date(value);
        if self.is_for_dates { date.or(Some(Days::ANY)) } else { date.filter(|_| value.contains('.')) }
    }
}

impl Days {
    /// A completely unknown date.
    const ANY: Self = Self { first: Self::number(0, 1, 1), last: Self::number(9999, 12, 31) };

    /// A number for a day, in the order of days.
    const fn number(year: u32, month: u32, day: u32) -> u32 {
        (year * 16 + month) * 32 + day
    }

    /// The first and the last day.
    pub(in crate::game) const fn range(self) -> (u32, u32) {
        (self.first, self.last)
    }

    /// Whether the comparison holds for all days that both may be.
    fn compares(self, other: Self, operator: Operator) -> bool {
        match operator {
            Operator::Equal => self.first >= other.first && self.last <= other.last,
            Operator::Unequal => self.last < other.first || self.first > other.last,
            Operator::Less => self.last < other.first,
            Operator::AtMost => self.last <= other.last,
            Operator::Greater => self.first > other.last,
            Operator::AtLeast => self.first >= other.first,
            Operator::Contains => false,
        }
    }
}

/// Parses a decimal number with an optional sign; -0 becomes 0.
pub(in crate::game) fn number(text: &str) -> Option<f64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let starts_and_ends = digits.starts_with(|c: char| c.is_ascii_digit()) && !digits.ends_with('.');
    (is_number && starts_and_ends).then(|| text.parse::<f64>().ok()).flatten().map(|number| number + 0.0)
}

/// Parses `1999`, `1999.01` or `1999.01.15`, with `?` for unknown digits. A day that its month does not have is no date.
pub(in crate::game) fn date(text: &str) -> Option<Days> {
    let mut parts = text.split('.');
    let year = part(parts.next()?, 4, 0, 9999)?;
    let month = parts.next().map_or(Some((1, 12)), |text| part(text, 2, 1, 12))?;
    let day = parts.next().map_or(Some((1, 31)), |text| part(text, 2, 1, 31))?;
    let is_known = !text.contains('?') && text.len() == "1999.01.15".len();
    let is_date = parts.next().is_none() && (!is_known || read_day(text.as_bytes()).is_some());
    is_date.then(|| Days { first: Days::number(year.0, month.0, day.0), last: Days::number(year.1, month.1, day.1) })
}

/// The smallest and the largest number that partly unknown digits may be.
fn part(text: &str, length: usize, least: u32, most: u32) -> Option<(u32, u32)> {
    if text.len() != length || !text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'?') {
        return None;
    }
    let lowest: u32 = text.replace('?', "0").parse().ok()?;
    let highest: u32 = text.replace('?', "9").parse().ok()?;
    (lowest <= most && highest >= least).then_some((lowest.max(least), highest.min(most)))
}
