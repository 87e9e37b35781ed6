//! Terminal colors and their meanings, the width of the terminal, line wrapping, and cutting of text that is too wide.

use anstream::adapter::strip_str;
use anstyle::{AnsiColor, Style};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::game::rules::Severity;

/// The usual width of a terminal.
pub(in crate::report) const COLUMNS: usize = 80;

/// The minimum width of wrapped text after its indentation.
const MIN_COLUMNS: usize = 16;

/// Wraps words into lines of at most 80 columns. The first line is indented by two spaces, the others by four. A word
/// that is longer than a line is not cut.
pub(in crate::report) fn wrapped<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let width = word.chars().count();
        let indent = match column {
            0 => "  ",
            _ if column + 1 + width > COLUMNS => "\n    ",
            _ => " ",
        };
        text += indent;
        text += word;
        column = if indent.starts_with('\n') { 4 + width } else { column + indent.len() + width };
    }
    text.push('\n');
    text
}

/// Wraps a line for a terminal of `limit` columns; text for anything else stays on one line. The lines after the first
/// are indented by `indent` spaces. Escape codes of styles have no width.
pub fn hanging(line: &str, indent: usize, limit: Option<usize>) -> String {
    let Some(limit) = limit.filter(|limit| *limit >= indent + MIN_COLUMNS) else { return line.to_owned() };
    let (mut text, mut column) = (String::new(), 0);
    for (index, word) in line.split(' ').enumerate() {
        let width = strip_str(word).to_string().width();
        if column > indent && column + 1 + width > limit && width > 0 {
            text.push('\n');
            text.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        } else if index > 0 {
            text.push(' ');
            column += 1;
        }
        text += word;
        column += width;
    }
    text
}

/// The beginning of a text that is wider than `limit`.
pub(in crate::report) fn shortened(text: &str, limit: usize) -> String {
    if text.width() <= limit {
        return text.to_owned();
    }
    let (mut width, mut short) = (0, String::new());
    for c in text.chars() {
        width += c.width().unwrap_or(0);
        if width > limit - 1 {
            break;
        }
        short.push(c);
    }
    short + "…"
}

// The terminal colors and their meanings, and the width of the terminal.

/// The style of each kind of text. Painted text is `{style}text{style:#}`; a plain style writes nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paint {
    /// A location: file, line, column.
    pub place: Style,
    /// The main message.
    pub strong: Style,
    /// Secondary text.
    pub faint: Style,
    pub margin: Style,
    pub good: Style,
    severities: [Style; 4],
    /// The width of the terminal that the text is for; `None` for a file or a pipe.
    pub columns: Option<usize>,
}

impl Paint {
    /// No colors.
    pub const PLAIN: Self = Self {
        place: Style::new(),
        strong: Style::new(),
        faint: Style::new(),
        margin: Style::new(),
        good: Style::new(),
        severities: [Style::new(); 4],
        columns: None,
    };

    /// The 16 standard terminal colors, which follow the user's palette.
    pub const COLORED: Self = Self {
        place: Style::new().bold(),
        strong: Style::new().bold(),
        faint: Style::new().dimmed(),
        margin: AnsiColor::BrightBlue.on_default().bold(),
        good: AnsiColor::Green.on_default().bold(),
        severities: [
            AnsiColor::BrightBlue.on_default().bold(),
            AnsiColor::Cyan.on_default().bold(),
            AnsiColor::Yellow.on_default().bold(),
            AnsiColor::Red.on_default().bold(),
        ],
        columns: None,
    };

    /// The same for a terminal of this width.
    #[must_use]
    pub const fn for_columns(self, columns: Option<usize>) -> Self {
        Self { columns, ..self }
    }

    pub fn is_plain(self) -> bool {
        Self { columns: None, ..self } == Self::PLAIN
    }

    pub const fn severity(&self, severity: Severity) -> Style {
        self.severities[severity as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_for_a_terminal_hang() {
        let line = "  M101  the move is illegal and a fairly long summary";
        assert_eq!(hanging(line, 8, None), line);
        let expected = "  M101  the move is illegal\n        and a fairly long\n        summary";
        assert_eq!(hanging(line, 8, Some(28)), expected);
        assert_eq!(hanging(line, 8, Some(20)), line, "too narrow");
        let styled = line.replace("illegal", "\x1b[1millegal\x1b[0m");
        assert_eq!(strip_str(&hanging(&styled, 8, Some(28))).to_string(), expected);
    }

    #[test]
    fn lines_have_at_most_80_columns() {
        let (half, rest) = ("x".repeat(38), "ß".repeat(39));
        assert_eq!(wrapped([&*half, &*rest]), format!("  {half} {rest}\n"));
        assert_eq!(wrapped([&*half, &*rest, "y"]), format!("  {half} {rest}\n    y\n"));
        let long = "z".repeat(100);
        assert_eq!(wrapped(["a", &*long, "b"]), format!("  a\n    {long}\n    b\n"));
    }
}
