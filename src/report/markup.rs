//! Numbers and text in SVG and HTML.

use std::fmt::{self, Display, Write};

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

/// Text escaped for element content and quoted attributes. Characters that XML forbids are replaced (XML 1.0, 2.2).
#[derive(Clone, Copy, Debug)]
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '&' => f.write_str("&amp;")?,
                '"' => f.write_str("&quot;")?,
                '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => f.write_char('\u{fffd}')?,
                _ => f.write_char(character)?,
            }
        }
        Ok(())
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

    #[test]
    fn markup_is_escaped() {
        assert_eq!(Escaped("<b a=\"1\">&'\0").to_string(), "&lt;b a=&quot;1&quot;&gt;&amp;'\u{fffd}");
    }
}
