//! Games as text in PGN export format (PGN 3.2, 8): tags, then movetext in lines of fewer than 80 columns.
//!
//! It takes tokens and knows no chess rules: the caller provides move numbers and moves. The output can be read back: a
//! comment with a brace is written after a `;`, and no line of a comment starts like a tag or an escape.

use std::fmt;

use super::text::is_invisible;

/// A character of a text from outside that must not be written: programs would read another text back, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unwritable(char);

impl Unwritable {
    /// Returns an error for the first such character: control characters, of which PGN allows only some and none in a value, and
    /// those of [`is_invisible`], with which a text looks like another one. Every text from outside the games that becomes a part
    /// of one is checked here.
    ///
    /// # Errors
    ///
    /// Returns the character.
    pub fn check(text: &str) -> Result<(), Self> {
        // Most texts: a table of openings has thousands of names, and is read at each start.
        if text.bytes().fold(true, |is_plain, byte| is_plain & matches!(byte, b' '..=b'~')) {
            return Ok(());
        }
        let is_unwritable = |c: &char| c.is_control() || is_invisible(*c);
        text.chars().find(is_unwritable).map_or(Ok(()), |character| Err(Self(character)))
    }
}

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.0 {
            control if control.is_control() => "control character",
            '\u{2028}' | '\u{2029}' => "line separator",
            _ => "invisible character",
        };
        write!(f, "the {kind} U+{:04X} must not be written to a PGN file", u32::from(self.0))
    }
}

/// The largest number of characters in a line of movetext (PGN 8.2.1).
const MAX_LINE_LEN: usize = 79;

/// Writes a tag pair on a line of its own; quotes and backslashes are escaped (PGN 7), line ends and tabs become
/// spaces.
pub fn tag(out: &mut String, name: &str, value: &str) {
    out.push('[');
    out.push_str(name);
    out.push_str(" \"");
    self::value(out, value);
    out.push_str("\"]\n");
}

/// Writes the value of a tag pair, without its quotes.
pub fn value(out: &mut String, value: &str) {
    for character in value.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            _ => out.push(space_for_layout(character)),
        }
    }
}

/// Writes movetext: as many tokens per line as fit, separated by one space.
#[derive(Debug)]
pub struct Movetext<'o> {
    out: &'o mut String,
    /// The number of characters in the current line.
    column: usize,
    /// The last token, which a parenthesis or the rest of a comment may still follow.
    word: String,
    /// The parentheses that open before the next token.
    opening: String,
}

impl<'o> Movetext<'o> {
    /// Starts movetext after the text so far, which must end with a line end.
    pub fn new(out: &'o mut String) -> Self {
        Self { out, column: 0, word: String::new(), opening: String::new() }
    }

    /// Writes a token: a move number, a move, a NAG, a result.
    pub fn word(&mut self, word: &str) {
        self.start_token();
        self.word.push_str(word);
    }

    /// Opens a variation.
    pub fn open(&mut self) {
        self.opening.push('(');
    }

    /// Closes a variation.
    pub fn close(&mut self) {
        if !self.opening.is_empty() {
            self.start_token();
        }
        self.word.push(')');
    }

    /// Writes a comment. Line ends and tabs become spaces, and spaces may become line ends. A comment with a brace is
    /// written after a `;` (PGN 5).
    pub fn comment(&mut self, text: &str) {
        let text: String = text.replace("\r\n", "\n").chars().map(space_for_layout).collect();
        if text.contains(['{', '}']) {
            return self.line(';', &text);
        }
        self.start_token();
        self.word.push('{');
        let mut may_break = false;
        for (index, piece) in text.split(' ').enumerate() {
            if may_break && !piece.is_empty() && !opens_line(piece) {
                self.start_token();
            } else if index > 0 {
                self.word.push(' ');
            }
            self.word.push_str(piece);
            may_break = !piece.is_empty();
        }
        self.word.push('}');
    }

    /// Writes an escape line, which starts with `%` (PGN 6).
    pub fn escape(&mut self, line: &str) {
        self.line('%', line.strip_prefix('%').unwrap_or(line));
    }

    /// Ends the movetext with the result and a blank line.
    pub fn end(mut self, result: &str) {
        self.word(result);
        self.end_text();
    }

    /// Ends text without a result with a blank line, if there is any.
    pub fn end_text(mut self) {
        self.flush();
        if !self.out.is_empty() {
            self.out.push_str(if self.column > 0 { "\n\n" } else { "\n" });
        }
    }

    /// Writes a line of its own.
    fn line(&mut self, prefix: char, text: &str) {
        if !self.opening.is_empty() {
            self.start_token();
        }
        self.begin_line();
        self.out.push(prefix);
        self.out.extend(text.chars().map(space_for_layout));
        self.out.push('\n');
    }

    /// Makes the next token the first of its line.
    pub fn begin_line(&mut self) {
        self.flush();
        if self.column > 0 {
            self.out.push('\n');
            self.column = 0;
        }
    }

    fn start_token(&mut self) {
        self.flush();
        std::mem::swap(&mut self.word, &mut self.opening);
    }

    /// Writes the last token to the current line, or to a new one if it does not fit.
    fn flush(&mut self) {
        if self.word.is_empty() {
            return;
        }
        let width = self.word.chars().count();
        if self.column > 0 {
            let fits = self.column + 1 + width <= MAX_LINE_LEN;
            self.out.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.out.push_str(&self.word);
        self.column += width;
        self.word.clear();
    }
}

/// Whether some programs would not read a line that starts this way as part of a comment: an escape, or a tag.
fn opens_line(piece: &str) -> bool {
    let is_tag = |rest: &str| rest.starts_with(|first: char| first.is_ascii_alphabetic());
    piece.starts_with('%') || piece.strip_prefix('[').is_some_and(is_tag)
}

const fn space_for_layout(character: char) -> char {
    match character {
        '\n' | '\r' | '\t' => ' ',
        _ => character,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl FnOnce(&mut Movetext<'_>)) -> String {
        let mut out = String::new();
        let mut movetext = Movetext::new(&mut out);
        write(&mut movetext);
        movetext.end("*");
        out
    }

    #[test]
    fn tags_are_escaped() {
        let mut out = String::new();
        tag(&mut out, "White", "Joe \"X\" \\\nY");
        assert_eq!(out, "[White \"Joe \\\"X\\\" \\\\ Y\"]\n");
    }

    #[test]
    fn control_characters_and_invisible_ones_are_unwritable() {
        let text = |text: &str| Unwritable::check(text).map_err(|error| error.to_string());
        assert_eq!(text("Müller, \"X\" \\ {;} \u{ad}"), Ok(()));
        // Names in Persian and Hindi.
        assert_eq!(text("\u{645}\u{6cc}\u{200c}\u{631}, \u{915}\u{94d}\u{200d}\u{937}"), Ok(()));
        assert_eq!(
            text("x\u{1b}[31m\u{1}").unwrap_err(),
            "the control character U+001B must not be written to a PGN file"
        );
        assert_eq!(text("\u{2028}").unwrap_err(), "the line separator U+2028 must not be written to a PGN file");
        assert_eq!(text("x\u{202e}y").unwrap_err(), "the invisible character U+202E must not be written to a PGN file");
        let invisible =
            ['\u{200b}', '\u{200e}', '\u{200f}', '\u{202a}', '\u{2060}', '\u{2066}', '\u{2069}', '\u{feff}'];
        for c in ['\0', '\t', '\n', '\r', '\u{7f}', '\u{85}', '\u{9b}', '\u{2029}'].into_iter().chain(invisible) {
            assert!(Unwritable::check(&format!("a{c}")).is_err(), "{c:?}");
        }
    }

    #[test]
    fn parentheses_touch_their_tokens() {
        let text = written(|movetext| {
            movetext.word("1.");
            movetext.word("e4");
            movetext.open();
            movetext.comment("first");
            movetext.word("1.");
            movetext.word("d4");
            movetext.close();
        });
        assert_eq!(text, "1. e4 ({first} 1. d4) *\n\n");
    }

    #[test]
    fn lines_are_filled_up_to_79_characters() {
        let text = written(|movetext| (0..100).for_each(|_| movetext.word("Nf3")));
        let widths: Vec<usize> = text.lines().map(str::len).collect();
        assert!(widths[..5].iter().all(|width| *width == 79) && text.lines().all(|line| line.len() < 80), "{widths:?}");
        let text = written(|movetext| movetext.comment(&"é ".repeat(100)));
        assert!(text.lines().all(|line| line.chars().count() < 80), "{text}");
    }

    #[test]
    fn comments_keep_their_text() {
        let text = written(|movetext| {
            movetext.comment("a } brace");
            movetext.comment(" two  blanks\r\nand\ttab ");
            movetext.comment("");
            movetext.escape("%secret");
        });
        assert_eq!(text, ";a } brace\n{ two  blanks and tab } {}\n%secret\n*\n\n");
    }

    #[test]
    fn no_line_of_a_comment_starts_like_a_tag_or_an_escape() {
        let text =
            written(|movetext| movetext.comment(&format!("{} %x {} [Event \"y\"]", "a".repeat(76), "b".repeat(70))));
        assert!(text.lines().all(|line| !line.starts_with(['%', '['])), "{text}");
    }
}
