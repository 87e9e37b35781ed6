//! Line wrapping of sentences, and cutting of text that is too wide.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The usual width of a terminal.
pub(super) const COLUMNS: usize = 80;

/// Wraps words into lines of at most 80 columns. The first line is indented by two spaces, the others by four. A word
/// that is longer than a line is not cut.
pub(super) fn wrapped<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
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

/// The beginning of a text that is wider than `limit`.
pub(super) fn shortened(text: &str, limit: usize) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_at_most_80_columns() {
        let (half, rest) = ("x".repeat(38), "ß".repeat(39));
        assert_eq!(wrapped([&*half, &*rest]), format!("  {half} {rest}\n"));
        assert_eq!(wrapped([&*half, &*rest, "y"]), format!("  {half} {rest}\n    y\n"));
        let long = "z".repeat(100);
        assert_eq!(wrapped(["a", &*long, "b"]), format!("  a\n    {long}\n    b\n"));
    }
}
