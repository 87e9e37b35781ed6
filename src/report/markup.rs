//! Text in SVG and HTML.

use std::fmt::{self, Display, Write};

use super::visible::picture;

/// Text escaped for element content and attributes in double quotes. Control characters and changes of direction are
/// replaced as in [`super::Visible`], and the other characters that XML forbids by U+FFFD (XML 1.0, 2.2).
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
                '\u{fffe}' | '\u{ffff}' => f.write_char(char::REPLACEMENT_CHARACTER)?,
                _ => f.write_char(picture(character))?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_escaped() {
        let text = "<b a=\"1\">&'\0\u{9b}\u{202e}\u{ffff}";
        let escaped = "&lt;b a=&quot;1&quot;&gt;&amp;'␀\u{fffd}\u{fffd}\u{fffd}";
        assert_eq!(Escaped(text).to_string(), escaped);
    }
}
