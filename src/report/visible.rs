//! Text from a file, made safe for terminals.

use std::fmt::{self, Write};

/// Text without effects on the terminal, on one line. Control characters become their pictures (from U+2400), and
/// characters that change the direction of text become U+FFFD. The number of characters stays the same.
#[derive(Clone, Copy, Debug)]
pub struct Visible<'a>(pub &'a str);

impl fmt::Display for Visible<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            return f.write_str(self.0);
        }
        self.0.chars().try_for_each(|character| f.write_char(picture(character)))
    }
}

/// The replacement of a character that must not reach the terminal; other characters are unchanged.
const fn picture(character: char) -> char {
    match character {
        '\0'..='\x1f' => match char::from_u32(0x2400 + character as u32) {
            Some(picture) => picture,
            None => char::REPLACEMENT_CHARACTER,
        },
        '\x7f' => '\u{2421}',
        '\u{80}'..='\u{9f}'
        | '\u{61c}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}' => char::REPLACEMENT_CHARACTER,
        _ => character,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_replaced() {
        let shown = Visible("a\x1b[2J\tb\r\n\u{9b}31m\u{202e}é王\x7f").to_string();
        assert_eq!(shown, "a␛[2J␉b␍␊\u{fffd}31m\u{fffd}é王␡");
    }
}
