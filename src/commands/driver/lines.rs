//! Texts with one position per line, read in batches of the lines that have arrived together.

use std::io::{self, BufRead, BufReader, Read};
use std::ops::Range;

use crate::input::{Content, InputError};

/// The maximum length of a line, in bytes. The rest of a longer line is skipped, because it is malformed in any case.
const MAX_POSITION_LEN: u64 = 1 << 20;

/// The byte order mark of UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// A line that is neither blank nor a comment, which starts with `#`.
pub(in crate::commands) struct Line {
    /// The whole line, with its line end.
    pub(in crate::commands) bytes: Vec<u8>,
    /// Its content: the bytes without byte order mark and surrounding white space.
    pub(in crate::commands) span: Range<usize>,
    /// The offset of the line in its text.
    pub(in crate::commands) offset: u64,
    /// The index of the line in its text.
    pub(in crate::commands) index: u64,
}

impl Line {
    /// The line at this place of a text; `None` if it is blank or a comment.
    pub(super) fn new(bytes: &[u8], offset: u64, index: u64) -> Option<Self> {
        let body = if index == 0 { without_mark(bytes) } else { bytes };
        let text = body.trim_ascii();
        let is_position = !text.is_empty() && !text.starts_with(b"#");
        is_position.then(|| {
            let start = bytes.len() - body.trim_ascii_start().len();
            Self { bytes: bytes.to_vec(), span: start..start + text.len(), offset, index }
        })
    }

    /// A position by itself, whatever the text is.
    pub(super) fn of_position(text: &[u8]) -> Self {
        let body = without_mark(text);
        let length = body.trim_ascii().len();
        let start = if length == 0 { text.len() } else { text.len() - body.trim_ascii_start().len() };
        Self { bytes: text.to_vec(), span: start..start + length, offset: 0, index: 0 }
    }

    /// Its content.
    pub(in crate::commands) fn text(&self) -> &[u8] {
        &self.bytes[self.span.clone()]
    }
}

/// Whether a text starts with a byte order mark.
pub(super) fn has_mark(text: &[u8]) -> bool {
    text.starts_with(MARK)
}

fn without_mark(line: &[u8]) -> &[u8] {
    line.strip_prefix(MARK).unwrap_or(line)
}

/// The lines of a text.
pub(super) struct Lines {
    reader: BufReader<Box<dyn Read + Send>>,
    /// The number of lines read.
    read: u64,
    /// The number of bytes read.
    pub(super) offset: u64,
    /// Whether the text starts with a byte order mark, as far as it is read.
    pub(super) has_mark: bool,
    is_after_gap: bool,
}

impl Lines {
    pub(super) fn new(content: Content) -> Self {
        Self { reader: BufReader::new(content.into_read()), read: 0, offset: 0, has_mark: false, is_after_gap: false }
    }

    /// At most `most` further positions; none at the end of the text. Waits for the first one only, so that interactive
    /// input is answered at once. A read error comes with the positions before it. After a gap
    /// ([`InputError::is_gap`]), the first line is dropped, because its start may be missing.
    pub(super) fn next_batch(&mut self, most: u64) -> (Vec<Line>, Option<io::Error>) {
        let mut batch = Vec::new();
        let mut line = Vec::new();
        if self.is_after_gap
            && let Err(error) = read_line(&mut self.reader, &mut line)
        {
            return (batch, Some(self.failed(error)));
        }
        self.is_after_gap = false;
        while batch.len() as u64 != most && (batch.is_empty() || self.reader.buffer().contains(&b'\n')) {
            line.clear();
            let length = match read_line(&mut self.reader, &mut line) {
                Ok(0) => break,
                Ok(length) => length,
                Err(error) => return (batch, Some(self.failed(error))),
            };
            self.has_mark |= self.read == 0 && has_mark(&line);
            batch.extend(Line::new(&line, self.offset, self.read));
            self.offset += length;
            self.read += 1;
        }
        (batch, None)
    }

    fn failed(&mut self, error: io::Error) -> io::Error {
        self.is_after_gap = InputError::find_in(&error).is_some_and(InputError::is_gap);
        error
    }
}

/// Reads a line and returns its length; keeps at most [`MAX_POSITION_LEN`] bytes.
fn read_line(mut reader: impl BufRead, line: &mut Vec<u8>) -> io::Result<u64> {
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
