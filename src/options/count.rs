//! Counts with or without thousands separators: `97862`, `97,862`, `97_862`.

use std::fmt;
use std::str::FromStr;

/// A count from the command line or a suite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParsedCount(pub u64);

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CountError {
    /// It is not a number, or its groups do not have three digits.
    Malformed(String),
    /// It is above 18,446,744,073,709,551,615.
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

impl fmt::Display for CountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(text) => write!(f, "`{text}` is not a count; write `97862`, `97,862`, or `97_862`"),
            Self::TooLarge(text) => write!(f, "`{text}` does not fit in 64 bits"),
        }
    }
}

impl std::error::Error for CountError {}

#[cfg(test)]
mod tests {
    use super::*;

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
}
