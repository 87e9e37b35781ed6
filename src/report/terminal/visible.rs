//! Text from files and arguments, made safe for terminals, and for SVG and HTML.
//!
//! Some characters act on a terminal instead of being shown: control characters (C0, DEL, C1), which begin escape
//! sequences, and the characters that change the direction or the lines of text. Others, of no width, are not shown at
//! all. Reports write all text from outside through [`Visible`]; for data, an [`OutputFilter`] does the same to the
//! bytes on their way out.

use std::borrow::Cow;
use std::fmt::{self, Display, Write};

use crate::pgn::text::is_invisible;

/// Text without effects on the terminal, on one line. Control characters become their pictures (from U+2400), and
/// characters that change the direction of text or are invisible become U+FFFD. The number of characters stays the same.
#[derive(Clone, Copy, Debug)]
pub struct Visible<'a>(pub &'a str);

impl Display for Visible<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            return f.write_str(self.0);
        }
        self.0.chars().try_for_each(|character| f.write_char(picture(character)))
    }
}

/// The most characters of a line of a message.
const MAX_LINE_LENGTH: usize = 500;

/// The most characters of an argument that a message repeats.
pub const MAX_QUOTE_LENGTH: usize = 200;

/// A text without the middle of each line that has more than `most` characters: two thirds of what stays are from its start.
pub fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    let shortened = |line: &str| {
        let length = line.chars().count();
        let kept = |from: usize, count: usize| line.chars().skip(from).take(count).collect::<String>();
        let (start, end) = (most * 2 / 3, most / 3);
        if length > most { kept(0, start) + "…" + &kept(length - end, end) } else { line.to_owned() }
    };
    match text.len() {
        length if length <= most => Cow::Borrowed(text),
        _ => Cow::Owned(text.split('\n').map(shortened).collect::<Vec<_>>().join("\n")),
    }
}

/// A message without the middle of long lines, which repeat a long argument or name.
pub fn shortened_message(message: &str) -> Cow<'_, str> {
    shortened(message, MAX_LINE_LENGTH)
}

/// The replacement of a character that must not reach the terminal; other characters are unchanged.
pub(in crate::report) const fn picture(character: char) -> char {
    match character {
        '\0'..='\x1f' => match char::from_u32(0x2400 + character as u32) {
            Some(picture) => picture,
            None => char::REPLACEMENT_CHARACTER,
        },
        '\x7f' => '\u{2421}',
        '\u{80}'..='\u{9f}' => char::REPLACEMENT_CHARACTER,
        _ if is_invisible(character) => char::REPLACEMENT_CHARACTER,
        _ => character,
    }
}

/// What an [`OutputFilter`] writes instead of a character that must not reach the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Replacement {
    /// The character that [`Visible`] writes, except for line feeds and tabs, which stay.
    Picture,
    /// The escape sequence of JSON (RFC 8259, 7), such as `\u009b`. In JSON, such a character can only be in a string,
    /// and the string stays the same.
    JsonEscape,
}

/// Makes the text of an output safe while it is written. The text arrives in pieces, which may end inside a character.
#[derive(Debug)]
pub struct OutputFilter {
    replacement: Replacement,
    /// The first bytes of a character whose other bytes are in the next piece.
    begun: Vec<u8>,
}

impl OutputFilter {
    pub const fn new(replacement: Replacement) -> Self {
        Self { replacement, begun: Vec::new() }
    }

    /// The next piece of the text, without effects on the terminal. Bytes that are not UTF-8 become U+FFFD.
    pub fn pass<'a>(&mut self, bytes: &'a [u8]) -> Cow<'a, [u8]> {
        // Without an early end, the compiler makes SIMD of this loop.
        let is_plain = |byte: &u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
        if self.begun.is_empty() && bytes.iter().fold(true, |all, byte| all & is_plain(byte)) {
            return Cow::Borrowed(bytes);
        }
        let joined = [&std::mem::take(&mut self.begun), bytes].concat();
        let mut shown = String::with_capacity(joined.len());
        let mut rest = &joined[..];
        loop {
            let error = match std::str::from_utf8(rest) {
                Ok(text) => {
                    self.replace(text, &mut shown);
                    return Cow::Owned(shown.into_bytes());
                }
                Err(error) => error,
            };
            let (text, after) = rest.split_at(error.valid_up_to());
            self.replace(std::str::from_utf8(text).unwrap_or_default(), &mut shown);
            let Some(length) = error.error_len() else {
                self.begun = after.to_vec();
                return Cow::Owned(shown.into_bytes());
            };
            shown.push(char::REPLACEMENT_CHARACTER);
            rest = &after[length..];
        }
    }

    fn replace(&self, text: &str, shown: &mut String) {
        for character in text.chars() {
            if matches!(character, '\n' | '\t') || picture(character) == character {
                shown.push(character);
                continue;
            }
            match self.replacement {
                Replacement::Picture => shown.push(picture(character)),
                Replacement::JsonEscape => {
                    let _ = write!(shown, "\\u{:04x}", u32::from(character));
                }
            }
        }
    }
}

// Text in SVG and HTML.

/// Text escaped for element content and attributes in double quotes. Control characters and changes of direction are
/// replaced as in [`Visible`], and the other characters that XML forbids by U+FFFD (XML 1.0, 2.2).
#[derive(Clone, Copy, Debug)]
pub(in crate::report) struct Escaped<'a>(pub(in crate::report) &'a str);

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
    fn control_characters_are_replaced() {
        let shown = Visible("a\x1b[2J\tb\r\n\u{9b}31m\u{202e}é王\x7f\u{feff}").to_string();
        assert_eq!(shown, "a␛[2J␉b␍␊\u{fffd}31m\u{fffd}é王␡\u{fffd}");
    }

    #[test]
    fn only_long_lines_lose_their_middle() {
        let long = format!("'{}' is wrong", "é".repeat(2_000));
        assert_eq!(shortened(&format!("a\n{long}\n"), 12), "a\n'ééééééé…rong\n");
        assert_eq!(shortened("twelve bytes", 12), "twelve bytes");
        let message = shortened_message(&long);
        assert!(message.chars().count() <= MAX_LINE_LENGTH && message.ends_with("é' is wrong"), "{message}");
    }

    #[test]
    fn a_filter_gives_the_same_for_all_pieces() {
        let text = "a\x1b[2J\tb\r\n\u{9b}31m\u{202e}é王\x7f\n".as_bytes();
        for size in 1..=text.len() {
            let mut filter = OutputFilter::new(Replacement::Picture);
            let shown: Vec<u8> = text.chunks(size).flat_map(|piece| filter.pass(piece).into_owned()).collect();
            assert_eq!(String::from_utf8(shown).unwrap(), "a␛[2J\tb␍\n\u{fffd}31m\u{fffd}é王␡\n", "{size}");
        }
    }

    #[test]
    fn a_filter_replaces_bytes_that_are_not_text() {
        assert_eq!(&*OutputFilter::new(Replacement::Picture).pass(b"a\x9b2J\xffb"), "a\u{fffd}2J\u{fffd}b".as_bytes());
    }

    #[test]
    fn json_has_the_same_strings() {
        for text in ["plain", "a\x1b\x7f\u{9b}31m\u{202e}é王\u{2028}\u{10ffff}\\u001b\n"] {
            let json = serde_json::to_string(text).unwrap();
            let escaped = OutputFilter::new(Replacement::JsonEscape).pass(json.as_bytes()).into_owned();
            assert_eq!(serde_json::from_slice::<String>(&escaped).unwrap(), text);
            let escaped = String::from_utf8(escaped).unwrap();
            assert_eq!(Visible(&escaped).to_string(), escaped);
        }
    }

    #[test]
    fn markup_is_escaped() {
        let text = "<b a=\"1\">&'\0\u{9b}\u{202e}\u{ffff}";
        let escaped = "&lt;b a=&quot;1&quot;&gt;&amp;'␀\u{fffd}\u{fffd}\u{fffd}";
        assert_eq!(Escaped(text).to_string(), escaped);
    }
}
