//! Values on the command line: whole numbers, counts with thousands separators, amounts of memory, search budgets, and names
//! for shell completion.

use std::ffi::OsStr;
use std::fmt::Display;
use std::ops::{Bound, RangeBounds};
use std::str::FromStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command};

use crate::laws::unwinnable;

// Whole numbers on the command line.

/// A value parser for whole numbers in a range, whose error names the range.
pub fn whole_number<T>(range: impl RangeBounds<T> + Clone) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + Display,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| match (range.start_bound(), range.end_bound()) {
            (Bound::Included(least), Bound::Included(most)) => {
                format!("expected a whole number from {least} to {most}")
            }
            (Bound::Included(least), _) => format!("expected a whole number, at least {least}"),
            _ => "expected a whole number".to_owned(),
        })
    }
}

// Counts with or without thousands separators: `97862`, `97,862`, `97_862`.

/// A count from the command line or a suite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParsedCount(pub u64);

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CountError {
    /// It is not a number, or its groups do not have three digits.
    #[error("`{0}` is not a count; write `97862`, `97,862`, or `97_862`")]
    Malformed(String),
    /// It is above 18,446,744,073,709,551,615.
    #[error("`{0}` does not fit in 64 bits")]
    TooLarge(String),
}

impl FromStr for ParsedCount {
    type Err = CountError;

    /// Parses digits, with or without a separator between groups of three: comma, underscore, apostrophe, or space of
    /// any width. A period is an error, because some use it for thousands and others for decimals.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let groups: Vec<&str> = text.split(is_separator).collect();
        let are_digits =
            groups.iter().all(|group| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit()));
        let [first, others @ ..] = groups.as_slice() else { return Err(CountError::Malformed(text.to_owned())) };
        let are_threes = others.is_empty() || first.len() <= 3 && others.iter().all(|group| group.len() == 3);
        if !are_digits || !are_threes {
            return Err(CountError::Malformed(text.to_owned()));
        }
        groups.concat().parse().map(Self).map_err(|_| CountError::TooLarge(text.to_owned()))
    }
}

fn is_separator(character: char) -> bool {
    matches!(character, ',' | '_' | '\'' | '\u{2019}') || character.is_whitespace()
}

// Amounts of memory: `64M`, `1G`, `off`.

/// How much memory a table may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HashSize {
    Off,
    /// A number of bytes, at least 1.
    Bytes(u64),
}

/// The error for text that is not an amount of memory.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HashSizeError {
    /// It is neither `off` nor a number with a unit.
    #[error("`{0}` is not a size; write `64M`, `1G`, or `off`")]
    Malformed(String),
    /// It is larger than the maximum.
    #[error("`{0}` is more than 256 GB")]
    TooLarge(String),
}

/// The maximum size of a table: 256 GiB.
const MAX_BYTES: u64 = 1 << 38;

impl FromStr for HashSize {
    type Err = HashSizeError;

    /// Parses `off`, or a number and a unit: `K`, `M`, `G` (powers of 1024), in either case, with or without `B` or
    /// `iB`. Without a unit it is megabytes, as in the UCI option `Hash`. The number 0 means `off`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.eq_ignore_ascii_case("off") {
            return Ok(Self::Off);
        }
        let malformed = || HashSizeError::Malformed(text.to_owned());
        let end = text.bytes().take_while(u8::is_ascii_digit).count();
        let (number, unit) = text.split_at(end);
        let shift = match unit.trim_start().to_ascii_lowercase().as_str() {
            "k" | "kb" | "kib" => 10,
            "" | "m" | "mb" | "mib" => 20,
            "g" | "gb" | "gib" => 30,
            _ => return Err(malformed()),
        };
        if number.is_empty() {
            return Err(malformed());
        }
        let bytes = number.parse().ok().and_then(|number: u64| number.checked_mul(1 << shift));
        match bytes.filter(|&bytes| bytes <= MAX_BYTES) {
            Some(0) => Ok(Self::Off),
            Some(bytes) => Ok(Self::Bytes(bytes)),
            None => Err(HashSizeError::TooLarge(text.to_owned())),
        }
    }
}

// The search budget for deciding whether a side can still mate.

/// The limit of searches for a mate.
#[derive(clap::Args, Clone, Copy, Debug)]
#[allow(missing_docs, reason = "a doc comment on a flattened group would show in the help")]
pub struct BudgetArgs {
    /// Search at most N positions to decide whether a side can still mate
    ///
    /// Most positions need no search. If the budget runs out, the answer is `undetermined`. A position takes about 50 bytes of
    /// memory; with 0 only the material is checked. The same budget gives the same answer on every machine.
    #[arg(long, value_name = "N", default_value_t = unwinnable::BUDGET,
          value_parser = whole_number(0..=u32::MAX))]
    pub budget: u32,
}

// Parsers of argument values with names for shell completion.

/// A parser function, and names for completion.
#[derive(Clone, Copy, Debug)]
struct Offering<R> {
    read: R,
    names: fn() -> Vec<PossibleValue>,
}

/// A parser that uses this function. The names are for completion; the function can accept other text.
pub fn offering<R, T, E>(read: R, names: fn() -> Vec<PossibleValue>) -> impl TypedValueParser<Value = T>
where
    R: Fn(&str) -> Result<T, E> + Clone + Send + Sync + 'static,
    T: Clone + Send + Sync + 'static,
    E: Into<Box<dyn std::error::Error + Send + Sync + 'static>> + Display,
{
    Offering { read, names }
}

impl<R, T, E> TypedValueParser for Offering<R>
where
    R: Fn(&str) -> Result<T, E> + Clone + Send + Sync + 'static,
    T: Clone + Send + Sync + 'static,
    E: Into<Box<dyn std::error::Error + Send + Sync + 'static>> + Display,
{
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, clap::Error> {
        TypedValueParser::parse_ref(&self.read, command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.names)().into_iter()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_range() {
        assert_eq!(whole_number(0..=5_u8)("5"), Ok(5));
        for text in ["6", "-1", "six", "", "1.5", "300"] {
            assert_eq!(whole_number(0..=5_u8)(text), Err("expected a whole number from 0 to 5".to_owned()), "{text}");
        }
        assert_eq!(whole_number(1_u64..)("0"), Err("expected a whole number, at least 1".to_owned()));
        assert_eq!(whole_number(..)("x"), Err::<u32, _>("expected a whole number".to_owned()));
    }

    #[test]
    fn groups_of_three_digits_are_accepted() {
        for text in
            ["97862", "97,862", "97_862", "97'862", "97’862", "97 862", "97\u{2009}862", "97\u{202f}862", "097862"]
        {
            assert_eq!(text.parse(), Ok(ParsedCount(97_862)), "{text}");
        }
        assert_eq!("84,998_978,956".parse(), Ok(ParsedCount(84_998_978_956)));
        assert_eq!("18,446,744,073,709,551,615".parse(), Ok(ParsedCount(u64::MAX)));
    }

    #[test]
    fn malformed_counts_are_errors() {
        for text in
            ["", ",", "97,86", "9786,200", "97,,862", ",862", "862,", "97.862", "-1", "+1", "1e6", "0x10", "many"]
        {
            assert_eq!(text.parse::<ParsedCount>(), Err(CountError::Malformed(text.to_owned())), "{text}");
        }
        for text in ["18446744073709551616", "99,999,999,999,999,999,999"] {
            assert_eq!(text.parse::<ParsedCount>(), Err(CountError::TooLarge(text.to_owned())), "{text}");
        }
    }

    #[test]
    fn sizes_have_units() {
        for (text, size) in [
            ("off", HashSize::Off),
            ("0", HashSize::Off),
            ("64", HashSize::Bytes(64 << 20)),
            ("64k", HashSize::Bytes(64 << 10)),
            ("64 MiB", HashSize::Bytes(64 << 20)),
            ("1GB", HashSize::Bytes(1 << 30)),
            ("256G", HashSize::Bytes(1 << 38)),
        ] {
            assert_eq!(text.parse(), Ok(size), "{text}");
        }
        for text in ["", "M", "-1", "1.5G", "1 x", "+4", "on", "1MM"] {
            assert!(matches!(text.parse::<HashSize>(), Err(HashSizeError::Malformed(_))), "{text}");
        }
        for text in ["257G", "99999999999999999999", "18446744073709551615G"] {
            assert!(matches!(text.parse::<HashSize>(), Err(HashSizeError::TooLarge(_))), "{text}");
        }
    }
}
