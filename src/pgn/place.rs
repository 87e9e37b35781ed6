//! Byte ranges, and their lines and columns.

use std::ops::Range;

use super::text;

/// A range of bytes, counted from the start of the text.
pub type Span = Range<usize>;

/// A place in a text for people: line and column, both from 1, the column in characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The line number.
    pub line: u64,
    /// The column number, in characters.
    pub column: u64,
}

/// Converts offsets to lines and columns.
///
/// It continues counting from the last result, so any number of increasing offsets costs one pass over the bytes.
#[derive(Clone, Debug)]
pub struct Locator<'a> {
    bytes: &'a [u8],
    at: usize,
    place: Place,
}

impl<'a> Locator<'a> {
    /// A locator for a text that starts at line 1, column 1.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, place: Place { line: 1, column: 1 } }
    }

    /// The place of a byte; offsets beyond the end count as the end.
    pub fn place(&mut self, offset: usize) -> Place {
        let offset = self.before_line_feed(offset.min(self.bytes.len()));
        if offset < self.at {
            *self = Self::new(self.bytes);
        }
        let passed = &self.bytes[self.at..offset];
        let line_start = text::line_start(passed, passed.len());
        if line_start > 0 {
            self.place.line += text::count_line_ends(&passed[..line_start]) as u64;
            self.place.column = 1;
        }
        self.place.column += text::count_chars(&passed[line_start..]) as u64;
        self.at = offset;
        self.place
    }

    /// Moves an offset between CR and LF back to the CR. Otherwise this line end would be counted twice.
    fn before_line_feed(&self, offset: usize) -> usize {
        let within_pair = offset > 0 && self.bytes[offset - 1] == b'\r' && self.bytes.get(offset) == Some(&b'\n');
        offset - usize::from(within_pair)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_characters() {
        let text = "[White \"é\"]\r\n\r\n1. e4\r*\n".as_bytes();
        let mut locator = Locator::new(text);
        let places: Vec<(u64, u64)> = [0, 8, 10, 16, 22, 24, 3, 99]
            .map(|offset| locator.place(offset))
            .map(|place| (place.line, place.column))
            .to_vec();
        assert_eq!(places, [(1, 1), (1, 9), (1, 10), (3, 1), (4, 1), (5, 1), (1, 4), (5, 1)]);
    }

    #[test]
    fn incremental_places_match_direct_ones() {
        let text = b"a\r\nb\rc\n\nd\r\n\r\n\xe9\n";
        let mut walking = Locator::new(text);
        for offset in 0..=text.len() {
            assert_eq!(walking.place(offset), Locator::new(text).place(offset), "offset {offset}");
        }
    }
}
