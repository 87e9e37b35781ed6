//! Texts of one position a line.

use std::io::{self, BufRead, Read as _};

/// The longest line that is taken for a position, in bytes; what a longer one has beyond it is not looked at, for it is
/// wrong in any case.
const LONGEST_POSITION: u64 = 1 << 20;

/// The first line of a text without the byte order mark of UTF-8.
pub(super) fn without_mark(line: &[u8]) -> &[u8] {
    line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line)
}

/// Reads a line and gives its length; keeps no more of it than a position can have.
pub(super) fn read_line(mut reader: impl BufRead, line: &mut Vec<u8>) -> io::Result<u64> {
    let mut length = reader.by_ref().take(LONGEST_POSITION).read_until(b'\n', line)? as u64;
    let mut rest = Vec::new();
    while length >= LONGEST_POSITION && !line.ends_with(b"\n") && !rest.ends_with(b"\n") {
        rest.clear();
        match reader.by_ref().take(LONGEST_POSITION).read_until(b'\n', &mut rest)? {
            0 => break,
            more => length += more as u64,
        }
    }
    Ok(length)
}
