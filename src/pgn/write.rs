//! Games as text in export format (PGN 3.2, 8): tags, then movetext in lines of fewer than 80 columns.
//!
//! It takes words and knows no chess: which move has which number is its caller's to say. What it writes can be read
//! back: a comment that has a brace in it goes behind a `;`, and no line of a comment begins like a tag or an escape.

/// A line of movetext has no more characters (PGN 8.2.1).
const LONGEST_LINE: usize = 79;

/// Writes a tag pair on a line of its own; quotes and backslashes are escaped (PGN 7), line ends and tabs become blanks.
pub fn tag(out: &mut String, name: &str, value: &str) {
    out.push('[');
    out.push_str(name);
    out.push_str(" \"");
    for character in value.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            _ => out.push(without_layout(character)),
        }
    }
    out.push_str("\"]\n");
}

/// Writes movetext: as many words a line as fit, one blank between them.
#[derive(Debug)]
pub struct Movetext<'o> {
    out: &'o mut String,
    /// Characters in the line so far.
    column: usize,
    /// The last word, which a parenthesis or the rest of a comment may still follow.
    word: String,
    /// What opens the next word.
    opening: String,
}

impl<'o> Movetext<'o> {
    /// Movetext behind what has been written, which ends a line.
    pub fn new(out: &'o mut String) -> Self {
        Self { out, column: 0, word: String::new(), opening: String::new() }
    }

    /// Writes a word: a number, a move, a glyph, a result.
    pub fn word(&mut self, word: &str) {
        self.begin_word();
        self.word.push_str(word);
    }

    /// Opens a variation.
    pub fn open(&mut self) {
        self.opening.push('(');
    }

    /// Closes it.
    pub fn close(&mut self) {
        if !self.opening.is_empty() {
            self.begin_word();
        }
        self.word.push(')');
    }

    /// Writes a comment. Line ends and tabs in it become blanks. It may go over several lines, a line end standing for a
    /// blank, unless there is a brace in it: then it stands behind a `;` (PGN 5).
    pub fn comment(&mut self, text: &str) {
        let text: String = text.replace("\r\n", "\n").chars().map(without_layout).collect();
        if text.contains(['{', '}']) {
            return self.line(';', &text);
        }
        self.begin_word();
        self.word.push('{');
        let mut may_break = false;
        for (index, piece) in text.split(' ').enumerate() {
            if may_break && !piece.is_empty() && !opens_line(piece) {
                self.begin_word();
            } else if index > 0 {
                self.word.push(' ');
            }
            self.word.push_str(piece);
            may_break = !piece.is_empty();
        }
        self.word.push('}');
    }

    /// Writes a line that opens with `%` (PGN 6), which is not the game's.
    pub fn escape(&mut self, line: &str) {
        self.line('%', line.strip_prefix('%').unwrap_or(line));
    }

    /// Ends the movetext with the result and a blank line.
    pub fn end(mut self, result: &str) {
        self.word(result);
        self.flush();
        self.out.push_str("\n\n");
    }

    /// A line of its own.
    fn line(&mut self, sign: char, text: &str) {
        if !self.opening.is_empty() {
            self.begin_word();
        }
        self.flush();
        if self.column > 0 {
            self.out.push('\n');
        }
        self.out.push(sign);
        self.out.extend(text.chars().map(without_layout));
        self.out.push('\n');
        self.column = 0;
    }

    fn begin_word(&mut self) {
        self.flush();
        std::mem::swap(&mut self.word, &mut self.opening);
    }

    /// Puts the last word into the line, or into a new one if it does not fit.
    fn flush(&mut self) {
        if self.word.is_empty() {
            return;
        }
        let width = self.word.chars().count();
        if self.column > 0 {
            let fits = self.column + 1 + width <= LONGEST_LINE;
            self.out.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.out.push_str(&self.word);
        self.column += width;
        self.word.clear();
    }
}

/// Whether a line that begins so would not be read as a part of a comment by every program: an escape, or a tag.
fn opens_line(piece: &str) -> bool {
    let is_tag = |rest: &str| rest.starts_with(|first: char| first.is_ascii_alphabetic());
    piece.starts_with('%') || piece.strip_prefix('[').is_some_and(is_tag)
}

/// A blank for a character that lays out text.
const fn without_layout(character: char) -> char {
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
    fn parentheses_stand_at_their_words() {
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
    fn lines_are_full_and_no_longer() {
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
    fn no_line_of_a_comment_begins_like_a_tag_or_an_escape() {
        let text =
            written(|movetext| movetext.comment(&format!("{} %x {} [Event \"y\"]", "a".repeat(76), "b".repeat(70))));
        assert!(text.lines().all(|line| !line.starts_with(['%', '['])), "{text}");
    }
}
