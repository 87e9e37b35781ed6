//! The rows of JSON Lines and CSV, and their values.

use std::fmt::{self, Write as _};
use std::io::{self, Write};

use crate::game::facts::{FactValue, ValueWriter, digits};

use crate::report::terminal::wrap::shortened;

/// A formatter target that appends to bytes.
struct Sink<'a>(&'a mut Vec<u8>);

impl fmt::Write for Sink<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

/// Appends a value, which never fails.
pub(in crate::report) fn append(bytes: &mut Vec<u8>, value: impl fmt::Display) {
    let _ = write!(Sink(bytes), "{value}");
}

/// A value in JSON (RFC 8259).
pub(in crate::report) struct Json<'a>(pub(in crate::report) &'a mut Vec<u8>);

impl ValueWriter for Json<'_> {
    fn missing(&mut self) {
        self.0.extend_from_slice(b"null");
    }

    fn text(&mut self, value: &str) {
        json_string(self.0, value);
    }

    fn word(&mut self, value: impl fmt::Display) {
        self.0.push(b'"');
        append(self.0, value);
        self.0.push(b'"');
    }

    fn ascii(&mut self, value: &[u8]) {
        self.0.push(b'"');
        self.0.extend_from_slice(value);
        self.0.push(b'"');
    }

    fn bare(&mut self, value: &[u8]) {
        self.0.extend_from_slice(value);
    }

    fn real(&mut self, value: f64) {
        append(self.0, serde_json::Value::from(value));
    }

    fn list(&mut self, values: &[Option<FactValue<'_>>]) {
        self.0.push(b'[');
        for (index, value) in values.iter().enumerate() {
            if index > 0 {
                self.0.push(b',');
            }
            self.value(value.as_ref());
        }
        self.0.push(b']');
    }
}

/// Appends a JSON string, with quotes.
fn json_string(out: &mut Vec<u8>, text: &str) {
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

/// A value in CSV (RFC 4180).
pub(in crate::report) struct Csv<'a>(pub(in crate::report) &'a mut Vec<u8>);

impl ValueWriter for Csv<'_> {
    fn missing(&mut self) {}

    fn text(&mut self, value: &str) {
        csv_field(self.0, value);
    }

    fn word(&mut self, value: impl fmt::Display) {
        append(self.0, value);
    }

    fn bare(&mut self, value: &[u8]) {
        self.0.extend_from_slice(value);
    }

    /// The list as JSON.
    fn list(&mut self, values: &[Option<FactValue<'_>>]) {
        let mut json = Vec::new();
        Json(&mut json).list(values);
        self.text(&String::from_utf8_lossy(&json));
    }
}

/// Appends a CSV field, quoted if necessary.
fn csv_field(out: &mut Vec<u8>, text: &str) {
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

pub(in crate::report) fn csv_row<T>(
    out: &mut Vec<u8>,
    values: impl IntoIterator<Item = T>,
    write: impl Fn(T, &mut Csv<'_>),
) {
    for (index, value) in values.into_iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write(value, &mut Csv(out));
    }
    out.push(b'\n');
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

    /// Allocates memory for this number of rows like those so far.
    pub fn reserve_rows(&mut self, rows: usize) {
        self.bytes.reserve(rows.saturating_mul(self.bytes.len()));
        self.gaps.reserve(rows.saturating_mul(self.gaps.len()));
    }

    /// Leaves a gap for the number of the game.
    pub(in crate::report) fn push_game_number(&mut self) {
        self.gaps.push(self.bytes.len());
    }

    /// Cuts lines that are wider than a terminal.
    pub(in crate::report) const fn cut_to(&mut self, columns: Option<usize>) {
        self.columns = columns;
    }

    pub(in crate::report) fn bytes(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }

    pub fn write(&self, game: u64, out: &mut impl Write) -> io::Result<()> {
        self.fill(|_| game, out)
    }

    /// Writes the rows with a number for each gap.
    pub(in crate::report) fn fill(&self, number: impl Fn(usize) -> u64, out: &mut impl Write) -> io::Result<()> {
        let mut filled = Vec::with_capacity(self.bytes.len() + self.gaps.len() * 8);
        let mut from = 0;
        for (gap, &at) in self.gaps.iter().enumerate() {
            filled.extend_from_slice(&self.bytes[from..at]);
            filled.extend_from_slice(digits(number(gap), false, &mut [0; 20]));
            from = at;
        }
        filled.extend_from_slice(&self.bytes[from..]);
        let Some(columns) = self.columns else { return out.write_all(&filled) };
        let text = String::from_utf8_lossy(&filled);
        text.lines().try_for_each(|line| writeln!(out, "{}", shortened(line, columns)))
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
            let mut bytes = Vec::new();
            Json(&mut bytes).hundredths(value);
            String::from_utf8(bytes).unwrap()
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
