//! Reading of texts with one position per line.

use std::io::{self, BufRead, Read as _};

/// The maximum length of a line, in bytes. The rest of a longer line is skipped, because it is malformed in any case.
const MAX_POSITION_LEN: u64 = 1 << 20;

/// The first line of a text without the byte order mark of UTF-8.
pub(super) fn without_mark(line: &[u8]) -> &[u8] {
    line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line)
}

/// Reads a line and returns its length; keeps at most [`MAX_POSITION_LEN`] bytes.
pub(super) fn read_line(mut reader: impl BufRead, line: &mut Vec<u8>) -> io::Result<u64> {
    let mut length = reader.by_ref().take(MAX_POSITION_LEN).read_until(b'\n', line)? as u64;
    let mut rest = Vec::new();
    while length >= MAX_POSITION_LEN && !line.ends_with(b"\n") && !rest.ends_with(b"\n") {
        rest.clear();
        match reader.by_ref().take(MAX_POSITION_LEN).read_until(b'\n', &mut rest)? {
            0 => break,
            more => length += more as u64,
        }
    }
    Ok(length)
}
