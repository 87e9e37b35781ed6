//! Whole numbers on the command line.

use std::fmt::Display;
use std::ops::{Bound, RangeBounds};
use std::str::FromStr;

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
}
