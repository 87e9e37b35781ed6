//! Text from a file, made safe to stand in a terminal.

use std::fmt::{self, Write};

/// Shows a text on one line without letting it act: control characters become their pictures (U+2400 and following),
/// characters that turn the direction of writing become U+FFFD. One character stays one character.
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

/// What stands for a character that must not reach the terminal; other characters stand for themselves.
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
    fn nothing_that_acts_on_a_terminal_gets_through() {
        let shown = Visible("a\x1b[2J\tb\r\n\u{9b}31m\u{202e}é王\x7f").to_string();
        assert_eq!(shown, "a␛[2J␉b␍␊\u{fffd}31m\u{fffd}é王␡");
    }
}
