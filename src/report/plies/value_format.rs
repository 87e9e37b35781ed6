//! The encodings of values in the output formats, and the rows of a game as bytes, with gaps for the number of the game.

use std::fmt::{self, Write as _};
use std::io::{self, Write};

use super::super::wrap::shortened;

/// The encoding of values in an output format.
pub(in crate::report) trait ValueFormat {
    /// A missing value.
    fn null(&self, rows: &mut RowBuffer);

    /// A whole number.
    fn integer(&self, rows: &mut RowBuffer, value: i64) {
        if value < 0 {
            rows.bytes().push(b'-');
        }
        rows.bytes().extend_from_slice(digits(value.unsigned_abs(), &mut [0; 20]));
    }

    /// A number of hundredths as a decimal, without trailing zeros.
    fn hundredths(&self, rows: &mut RowBuffer, value: u64) {
        rows.bytes().extend_from_slice(digits(value / 100, &mut [0; 20]));
        let fraction = value % 100;
        if fraction > 0 {
            let (tenths, rest) = (b'0' + (fraction / 10) as u8, b'0' + (fraction % 10) as u8);
            rows.bytes().extend_from_slice(&[b'.', tenths]);
            if rest > b'0' {
                rows.bytes().push(rest);
            }
        }
    }

    /// True or false.
    fn flag(&self, rows: &mut RowBuffer, value: bool) {
        rows.bytes().extend_from_slice(if value { b"true" } else { b"false" });
    }

    /// Text without characters that a format must escape: letters, digits and some signs.
    fn word(&self, rows: &mut RowBuffer, value: impl fmt::Display);

    /// The same, as ASCII bytes.
    fn ascii(&self, rows: &mut RowBuffer, value: &[u8]) {
        rows.bytes().extend_from_slice(value);
    }

    fn text(&self, rows: &mut RowBuffer, value: &str);

    /// Some whole numbers.
    fn integers(&self, rows: &mut RowBuffer, values: impl Iterator<Item = u8>);
}

/// A formatter target that appends to bytes.
pub(super) struct Sink<'a>(pub(super) &'a mut Vec<u8>);

impl fmt::Write for Sink<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

/// Appends a value, which never fails.
pub(super) fn append(rows: &mut RowBuffer, value: impl fmt::Display) {
    let _ = write!(Sink(rows.bytes()), "{value}");
}

/// JSON (RFC 8259).
pub(in crate::report) struct Json;

impl ValueFormat for Json {
    fn null(&self, rows: &mut RowBuffer) {
        rows.bytes().extend_from_slice(b"null");
    }

    fn word(&self, rows: &mut RowBuffer, value: impl fmt::Display) {
        rows.bytes().push(b'"');
        append(rows, value);
        rows.bytes().push(b'"');
    }

    fn ascii(&self, rows: &mut RowBuffer, value: &[u8]) {
        let bytes = rows.bytes();
        bytes.push(b'"');
        bytes.extend_from_slice(value);
        bytes.push(b'"');
    }

    fn text(&self, rows: &mut RowBuffer, value: &str) {
        json_string(rows.bytes(), value);
    }

    fn integers(&self, rows: &mut RowBuffer, values: impl Iterator<Item = u8>) {
        rows.bytes().push(b'[');
        for (index, value) in values.enumerate() {
            if index > 0 {
                rows.bytes().push(b',');
            }
            self.integer(rows, i64::from(value));
        }
        rows.bytes().push(b']');
    }
}

/// Appends a JSON string, with quotes.
pub(in crate::report) fn json_string(out: &mut Vec<u8>, text: &str) {
    out.push(b'"');
    let mut from = 0;
    for (at, byte) in text.bytes().enumerate().filter(|(_, byte)| matches!(byte, b'"' | b'\\' | 0..=0x1f)) {
        out.extend_from_slice(&text.as_bytes()[from..at]);
        match byte {
            b'"' => out.extend_from_slice(b"\\\""),
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\t' => out.extend_from_slice(b"\\t"),
            _ => {
                let _ = write!(Sink(out), "\\u{byte:04x}");
            }
        }
        from = at + 1;
    }
    out.extend_from_slice(&text.as_bytes()[from..]);
    out.push(b'"');
}

/// Comma-separated values (RFC 4180).
pub(in crate::report) struct Csv;

impl ValueFormat for Csv {
    fn null(&self, _: &mut RowBuffer) {}

    fn word(&self, rows: &mut RowBuffer, value: impl fmt::Display) {
        append(rows, value);
    }

    fn text(&self, rows: &mut RowBuffer, value: &str) {
        csv_field(rows.bytes(), value);
    }

    fn integers(&self, rows: &mut RowBuffer, values: impl Iterator<Item = u8>) {
        for (index, value) in values.enumerate() {
            if index > 0 {
                rows.bytes().push(b' ');
            }
            self.integer(rows, i64::from(value));
        }
    }
}

/// Appends a CSV field, quoted if necessary.
pub(in crate::report) fn csv_field(out: &mut Vec<u8>, text: &str) {
    if !text.bytes().any(|byte| matches!(byte, b',' | b'"' | b'\n' | b'\r')) {
        return out.extend_from_slice(text.as_bytes());
    }
    out.push(b'"');
    for part in text.split_inclusive('"') {
        out.extend_from_slice(part.as_bytes());
        if part.ends_with('"') {
            out.push(b'"');
        }
    }
    out.push(b'"');
}

// The rows of a game as bytes, with gaps for the number of the game. The thread that reads the game writes the rows.
// The number is known only when the results are collected in order, and is filled in then.

/// Bytes with gaps for the number of the game.
#[derive(Clone, Default, Debug)]
pub struct RowBuffer {
    bytes: Vec<u8>,
    gaps: Vec<usize>,
    /// The width of the terminal, if longer lines are cut.
    columns: Option<usize>,
}

impl RowBuffer {
    pub const fn new() -> Self {
        Self { bytes: Vec::new(), gaps: Vec::new(), columns: None }
    }

    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty() && self.gaps.is_empty()
    }

    /// The number of bytes, without the filled gaps.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Removes all rows; keeps the allocation.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.gaps.clear();
    }

    /// Leaves a gap for the number of the game.
    pub(in crate::report) fn push_game_number(&mut self) {
        self.gaps.push(self.bytes.len());
    }

    /// Cuts lines that are wider than a terminal.
    pub(super) const fn cut_to(&mut self, columns: Option<usize>) {
        self.columns = columns;
    }

    pub(in crate::report) fn bytes(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }

    /// Writes the rows with the number of the game.
    pub fn write(&self, game: u64, out: &mut impl Write) -> io::Result<()> {
        self.fill(|_| game, out)
    }

    /// Writes the rows with a number for each gap.
    pub(in crate::report) fn fill(&self, number: impl Fn(usize) -> u64, out: &mut impl Write) -> io::Result<()> {
        let mut filled = Vec::with_capacity(self.bytes.len() + self.gaps.len() * 8);
        let mut from = 0;
        for (gap, &at) in self.gaps.iter().enumerate() {
            filled.extend_from_slice(&self.bytes[from..at]);
            filled.extend_from_slice(digits(number(gap), &mut [0; 20]));
            from = at;
        }
        filled.extend_from_slice(&self.bytes[from..]);
        let Some(columns) = self.columns else { return out.write_all(&filled) };
        let text = String::from_utf8_lossy(&filled);
        text.lines().try_for_each(|line| writeln!(out, "{}", shortened(line, columns)))
    }
}

/// The decimal digits of a number.
fn digits(mut number: u64, buffer: &mut [u8; 20]) -> &[u8] {
    let mut at = buffer.len();
    loop {
        at -= 1;
        buffer[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            return &buffer[at..];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_strings_decode_to_the_original() {
        for text in ["", "plain", "a \"b\" \\ c", "line\r\n\tend\u{1}", "é王\u{2028}"] {
            let mut out = Vec::new();
            json_string(&mut out, text);
            assert_eq!(serde_json::from_slice::<String>(&out).unwrap(), text);
        }
    }

    #[test]
    fn csv_fields_decode_to_the_original() {
        for text in ["plain", "a,b", "\"", "say \"yes\"", "two\nlines"] {
            let mut out = Vec::new();
            csv_field(&mut out, text);
            let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(out.as_slice());
            assert_eq!(&reader.records().next().unwrap().unwrap()[0], text);
        }
    }

    #[test]
    fn hundredths_have_no_trailing_zeros() {
        let spelt = |value| {
            let mut rows = RowBuffer::default();
            Json.hundredths(&mut rows, value);
            String::from_utf8(rows.bytes().clone()).unwrap()
        };
        assert_eq!([0, 100, 970, 975, 5, 360_000].map(spelt), ["0", "1", "9.7", "9.75", "0.05", "3600"]);
    }

    #[test]
    fn lines_fit_a_terminal() {
        let mut rows = RowBuffer::default();
        rows.bytes().extend_from_slice("Noir, Émile\ne4\n\n".as_bytes());
        rows.cut_to(Some(10));
        let mut out = Vec::new();
        rows.write(1, &mut out).unwrap();
        assert_eq!(out, "Noir, Émi…\ne4\n\n".as_bytes());
    }

    #[test]
    fn gaps_are_filled() {
        let mut rows = RowBuffer::default();
        rows.bytes().extend_from_slice(b"a,");
        rows.push_game_number();
        rows.bytes().extend_from_slice(b"\n");
        let mut out = Vec::new();
        rows.write(1_234_567, &mut out).unwrap();
        rows.write(0, &mut out).unwrap();
        assert_eq!(out, b"a,1234567\na,0\n");
    }
}
