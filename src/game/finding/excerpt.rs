//! Excerpts of source text for messages.

use crate::pgn::place::Span;
use crate::pgn::text;

use super::Excerpt;

/// The maximum length of an excerpt, in characters.
const MAX_LENGTH: usize = 100;
/// The number of characters kept before the relevant part of a longer line.
const LEAD: usize = 30;

impl Excerpt {
    /// The line in which `span` starts, or the part around `span` if the line is long.
    pub(crate) fn new(bytes: &[u8], span: &Span) -> Self {
        let start = span.start.min(bytes.len());
        // A character has at most four bytes, so text further away is cut off anyway.
        let near = start.saturating_sub(4 * MAX_LENGTH);
        let line_start = near + text::line_start(&bytes[near..], start - near);
        let far = bytes.len().min(start + 8 * MAX_LENGTH);
        let line_end = text::line_end(&bytes[..far], start);
        let end = span.end.clamp(start, line_end);
        let [before, fault, after] =
            [line_start..start, start..end, end..line_end].map(|part| text::decode(&bytes[part]));
        // Counting stops where the rest does not fit.
        let length = |part: &str| part.chars().take(MAX_LENGTH + 1).count();
        let (before_length, fault_length, after_length) = (before.chars().count(), length(&fault), length(&after));
        let is_long = before_length + fault_length + after_length > MAX_LENGTH;
        let cut_front = (near > 0 && line_start == near) || is_long && before_length > LEAD;
        let left_out = if cut_front { before_length.saturating_sub(LEAD - 1) } else { 0 };
        let lead = before_length - left_out + usize::from(cut_front);
        let mark = cut_front.then_some('…');
        let parts = mark.into_iter().chain(before.chars().skip(left_out)).chain(fault.chars()).chain(after.chars());
        let mut text: String = parts.take(MAX_LENGTH).map(visible).collect();
        if lead + fault_length + after_length > MAX_LENGTH {
            text.pop();
            text.push('…');
        }
        // At the very end of a line the relevant part is empty.
        Self { text, lead, length: fault_length.min(MAX_LENGTH - lead).max(1) }
    }
}

/// Replaces a control character by its picture.
fn visible(character: char) -> char {
    if character.is_control() { picture(character) } else { character }
}

/// The maximum length of a quotation in a message, in characters.
const MAX_QUOTE_LENGTH: usize = 60;

/// Text for a message: decoded, on one line, and cut if long.
pub(in crate::game) fn excerpt(bytes: &[u8]) -> String {
    let bytes = &bytes[..bytes.len().min(4 * MAX_QUOTE_LENGTH)];
    let text = text::decode(bytes);
    let mut short: String = text.chars().take(MAX_QUOTE_LENGTH).map(visible).collect();
    if text.chars().count() > MAX_QUOTE_LENGTH {
        short.push('…');
    }
    short
}

/// Like [`excerpt`], but the end of a long text.
pub(in crate::game) fn excerpt_of_end(bytes: &[u8]) -> String {
    let text = text::decode(&bytes[bytes.len().saturating_sub(4 * MAX_QUOTE_LENGTH)..]);
    let left_out = text.chars().count().saturating_sub(MAX_QUOTE_LENGTH);
    let mark = (left_out > 0).then_some('…');
    mark.into_iter().chain(text.chars().skip(left_out).map(visible)).collect()
}

/// The picture of a control character (Unicode block "Control Pictures").
fn picture(character: char) -> char {
    match u32::from(character) {
        code @ 0..=0x1f => char::from_u32(0x2400 + code).unwrap_or('\u{fffd}'),
        0x7f => '\u{2421}',
        _ => '\u{fffd}',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_short_lines_completely() {
        let excerpt = Excerpt::new(b"x\n1. e4 Nxd5 2.\ty\r\nz", &(8..12));
        assert_eq!(excerpt, Excerpt { text: "1. e4 Nxd5 2.␉y".to_owned(), lead: 6, length: 4 });
    }

    #[test]
    fn cuts_long_lines_around_the_error() {
        let line = format!("{}Nxd5{}", "é".repeat(500), "o".repeat(500));
        let excerpt = Excerpt::new(line.as_bytes(), &(1000..1004));
        assert_eq!(excerpt.text.chars().count(), MAX_LENGTH);
        assert!(excerpt.text.starts_with('…') && excerpt.text.ends_with('…'));
        let shown: String = excerpt.text.chars().skip(excerpt.lead).take(excerpt.length).collect();
        assert_eq!(shown, "Nxd5");
    }

    #[test]
    fn shows_the_first_of_many_lines() {
        let excerpt = Excerpt::new(b"{ab\ncd}", &(0..7));
        assert_eq!(excerpt, Excerpt { text: "{ab".to_owned(), lead: 0, length: 3 });
        assert_eq!(Excerpt::new(b"", &(0..1)).length, 1);
    }

    #[test]
    fn marks_an_error_after_a_full_line() {
        for length in [MAX_LENGTH - 1, MAX_LENGTH, MAX_LENGTH + 1] {
            let line = "x".repeat(length);
            let excerpt = Excerpt::new(format!("{line}\n").as_bytes(), &(length..length + 1));
            assert_eq!((excerpt.lead, excerpt.length), (length.min(excerpt.text.chars().count()), 1));
        }
    }
}
