//! CSV that a spreadsheet does not run (`--csv-safe`).
//!
//! Spreadsheets read a cell that begins with `=`, `+`, `-` or `@`, or with a tab or line end before it, as a formula. As
//! OWASP advises ("CSV Injection"), such a cell gets an apostrophe in front; a number stays a number.

/// Marks the cells of a CSV text while it is written. The text arrives in pieces, which may end inside a cell.
#[derive(Default, Debug)]
pub struct SafeCells {
    /// The bytes of the cell so far, with its quotes.
    cell: Vec<u8>,
    /// Whether the number of quotes so far is odd: commas and line ends then belong to the cell.
    is_quoted: bool,
}

impl SafeCells {
    /// The cells that this piece of the text completes.
    pub fn pass(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut cells = Vec::with_capacity(bytes.len() + 16);
        for &byte in bytes {
            self.is_quoted ^= byte == b'"';
            if self.is_quoted || !matches!(byte, b',' | b'\n') {
                self.cell.push(byte);
                continue;
            }
            self.finish(&mut cells);
            cells.push(byte);
        }
        cells
    }

    /// Writes the cell so far, the last one of a text without a line end.
    pub fn finish(&mut self, cells: &mut Vec<u8>) {
        let quote = usize::from(self.cell.first() == Some(&b'"'));
        let (quote, content) = self.cell.split_at(quote);
        cells.extend_from_slice(quote);
        if may_be_formula(content) {
            cells.push(b'\'');
        }
        cells.extend_from_slice(content);
        self.cell.clear();
    }
}

/// Whether a spreadsheet may read a cell as a formula. Some also know the full-width forms of the signs.
fn may_be_formula(cell: &[u8]) -> bool {
    let wide = ["＝", "＋", "－", "＠"].map(str::as_bytes);
    match cell.first() {
        Some(b'+' | b'-') => !is_number(cell),
        Some(b'=' | b'@' | b'\t' | b'\r' | b'\n') => true,
        _ => wide.iter().any(|sign| cell.starts_with(sign)),
    }
}

fn is_number(cell: &[u8]) -> bool {
    let is_digits = cell.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E'));
    is_digits && std::str::from_utf8(cell).is_ok_and(|text| text.parse::<f64>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: &str =
        "name,score\n=1+1,-0.35\n\"=a,\"\"b\"\"\",+7\n-2+3,-\n@x,\u{ff1d}1\n\"\tx\",\"\r\ny\"\nN=1,a-b\n+1e5,-inf";
    const SAFE: &str = "name,score\n'=1+1,-0.35\n\"'=a,\"\"b\"\"\",+7\n'-2+3,'-\n'@x,'\u{ff1d}1\n\"'\tx\",\"'\r\ny\"\nN=1,a-b\n+1e5,'-inf";

    #[test]
    fn formulas_become_text_and_numbers_stay() {
        for size in 1..=PLAIN.len() {
            let mut safe = SafeCells::default();
            let mut written: Vec<u8> = PLAIN.as_bytes().chunks(size).flat_map(|piece| safe.pass(piece)).collect();
            safe.finish(&mut written);
            assert_eq!(String::from_utf8(written).unwrap(), SAFE, "{size}");
        }
    }
}
