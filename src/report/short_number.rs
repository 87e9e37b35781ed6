//! Numbers in SVG.

use std::fmt::{self, Display};

/// A number with at most two decimals.
#[derive(Clone, Copy, Debug)]
pub(super) struct Short(pub(super) f64);

impl Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = format!("{:.2}", self.0);
        let digits = digits.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if digits == "-0" { "0" } else { digits })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (number, text) in [(1.0, "1"), (-0.001, "0"), (2.345, "2.35"), (10.5, "10.5"), (100.0, "100")] {
            assert_eq!(Short(number).to_string(), text);
        }
    }
}
