//! The encodings of values in the output formats.

use std::fmt::{self, Write};

use super::rows::{RowBuffer, digits};

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

impl Write for Sink<'_> {
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
}
