//! Byte ranges, and their lines and columns.

use std::fmt;
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

impl Place {
    /// The place of the first byte of a text.
    pub const START: Self = Self { line: 1, column: 1 };
}

/// Line and column, as compilers write them: `7:9`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Converts offsets to lines and columns.
///
/// It continues counting from the last result, so any number of increasing offsets costs one pass over the bytes.
#[derive(Clone, Debug)]
pub struct Locator<'a> {
    bytes: &'a [u8],
    cursor: PlaceCursor,
}

impl<'a> Locator<'a> {
    /// A locator for a text that starts at line 1, column 1.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, cursor: PlaceCursor::default() }
    }

    /// The place of a byte; offsets beyond the end count as the end.
    pub fn place(&mut self, offset: usize) -> Place {
        self.cursor.place(self.bytes, offset)
    }
}

/// A [`Locator`] that is passed the bytes, of which the first can be dropped.
#[derive(Clone, Copy, Debug)]
pub struct PlaceCursor {
    /// The place of the first byte.
    first: Place,
    at: usize,
    /// The place of byte `at`.
    place: Place,
}

impl Default for PlaceCursor {
    fn default() -> Self {
        Self { first: Place::START, at: 0, place: Place::START }
    }
}

impl PlaceCursor {
    /// The place of a byte; offsets beyond the end count as the end.
    pub fn place(&mut self, bytes: &[u8], offset: usize) -> Place {
        let offset = before_line_feed(bytes, offset.min(bytes.len()));
        if offset < self.at {
            (self.at, self.place) = (0, self.first);
        }
        let passed = &bytes[self.at..offset];
        let line_start = text::line_start(passed, passed.len());
        if line_start > 0 {
            self.place.line += text::count_line_ends(&passed[..line_start]) as u64;
            self.place.column = 1;
        }
        self.place.column += text::count_chars(&passed[line_start..]) as u64;
        self.at = offset;
        self.place
    }

    /// Prepares for dropping the bytes before a line, and returns how many to drop: at most `count`.
    pub fn drop_lines(&mut self, bytes: &[u8], count: usize) -> usize {
        let mut line = *self;
        self.first = line.place(bytes, text::line_start(bytes, count));
        if self.at < line.at {
            (self.at, self.place) = (line.at, self.first);
        }
        self.at -= line.at;
        line.at
    }
}

/// Moves an offset between CR and LF back to the CR. Otherwise this line end would be counted twice.
fn before_line_feed(bytes: &[u8], offset: usize) -> usize {
    let within_pair = offset > 0 && bytes[offset - 1] == b'\r' && bytes.get(offset) == Some(&b'\n');
    offset - usize::from(within_pair)
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
    fn places_stay_when_lines_are_dropped() {
        let text = b"a\r\nb\xe9\xc3\xa9\rc d\n\n\xc3\xa9\r\n\r\n";
        for (dropped, before) in
            (0..=text.len()).flat_map(|dropped| (0..=text.len()).map(move |before| (dropped, before)))
        {
            let (mut locator, mut cursor) = (Locator::new(text), PlaceCursor::default());
            assert_eq!(cursor.place(text, before), locator.place(before));
            let dropped = cursor.drop_lines(text, dropped);
            for offset in before.max(dropped)..=text.len() {
                let place = cursor.place(&text[dropped..], offset - dropped);
                assert_eq!(place, locator.place(offset), "{dropped} {before} {offset}");
            }
        }
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
