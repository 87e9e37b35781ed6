//! Texts with one position per line, read in batches of the lines that have arrived together.

use std::io::{self, BufRead, BufReader, Read};
use std::ops::Range;

use crate::input::{Content, InputError};
use crate::pgn::text::line_end;

/// The maximum length of a line, in bytes. The rest of a longer line is not kept.
pub(in crate::commands) const MAX_POSITION_LEN: usize = 1 << 20;

/// The byte order mark of UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// A line that is not blank. Comments start with `#`.
pub(in crate::commands) struct Line {
    /// The whole line, with its line end.
    pub(in crate::commands) bytes: Vec<u8>,
    /// Its content: the bytes without byte order mark and surrounding white space.
    pub(in crate::commands) span: Range<usize>,
    pub(in crate::commands) offset: u64,
    pub(in crate::commands) index: u64,
    /// Whether its end is missing, because it is longer than [`MAX_POSITION_LEN`].
    pub(in crate::commands) is_cut: bool,
    pub(super) is_comment: bool,
}

impl Line {
    /// The line at this place of a text; `None` if it is blank.
    pub(super) fn new(bytes: &[u8], offset: u64, index: u64) -> Option<Self> {
        let body = if index == 0 { without_mark(bytes) } else { bytes };
        let text = body.trim_ascii();
        (!text.is_empty()).then(|| {
            let start = bytes.len() - body.trim_ascii_start().len();
            let (span, is_comment) = (start..start + text.len(), text.starts_with(b"#"));
            Self { bytes: bytes.to_vec(), span, offset, index, is_cut: false, is_comment }
        })
    }

    /// A position by itself, whatever the text is.
    pub(super) fn of_position(text: &[u8]) -> Self {
        let body = without_mark(text);
        let length = body.trim_ascii().len();
        let start = if length == 0 { text.len() } else { text.len() - body.trim_ascii_start().len() };
        let span = start..start + length;
        Self { bytes: text.to_vec(), span, offset: 0, index: 0, is_cut: false, is_comment: false }
    }

    pub(in crate::commands) fn text(&self) -> &[u8] {
        &self.bytes[self.span.clone()]
    }
}

/// Whether a text starts with a byte order mark.
pub(super) fn has_mark(text: &[u8]) -> bool {
    text.starts_with(MARK)
}

pub(in crate::commands) fn without_mark(line: &[u8]) -> &[u8] {
    line.strip_prefix(MARK).unwrap_or(line)
}

pub(in crate::commands) struct Lines {
    reader: BufReader<Box<dyn Read + Send>>,
    read: u64,
    /// The number of bytes read.
    pub(in crate::commands) offset: u64,
    /// Whether the text starts with a byte order mark, as far as it is read.
    pub(super) has_mark: bool,
    /// Whether comments are among the lines.
    pub(super) has_comments: bool,
    is_after_gap: bool,
}

impl Lines {
    pub(in crate::commands) fn new(content: Content) -> Self {
        Self {
            reader: BufReader::new(content.into_read()),
            read: 0,
            offset: 0,
            has_mark: false,
            has_comments: false,
            is_after_gap: false,
        }
    }

    /// At most `most` further lines; none at the end of the text. Waits for the first one only, so that interactive
    /// input is answered at once. A read error comes with the positions before it. After a gap
    /// ([`InputError::is_gap`]), the first line is dropped, because its start may be missing.
    pub(in crate::commands) fn next_batch(&mut self, most: u64) -> (Vec<Line>, Option<io::Error>) {
        let mut batch = Vec::new();
        let mut line = Vec::new();
        if self.is_after_gap
            && let Err(error) = read_line(&mut self.reader, &mut line)
        {
            return (batch, Some(self.failed(error)));
        }
        self.is_after_gap = false;
        while batch.len() as u64 != most && (batch.is_empty() || has_line_end(self.reader.buffer())) {
            line.clear();
            let length = match read_line(&mut self.reader, &mut line) {
                Ok(0) => break,
                Ok(length) => length,
                Err(error) => return (batch, Some(self.failed(error))),
            };
            self.has_mark |= self.read == 0 && has_mark(&line);
            let is_cut = length > line.len() as u64;
            let found = Line::new(&line, self.offset, self.read).filter(|line| self.has_comments || !line.is_comment);
            batch.extend(found.map(|line| Line { is_cut, ..line }));
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

fn has_line_end(bytes: &[u8]) -> bool {
    line_end(bytes, 0) < bytes.len()
}

/// Reads a line, which ends with CR, LF or both, and returns its length. Keeps at most [`MAX_POSITION_LEN`] bytes of it.
fn read_line(mut reader: impl BufRead, line: &mut Vec<u8>) -> io::Result<u64> {
    let mut length = 0;
    loop {
        let ready = match reader.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            ready => ready?,
        };
        let end = line_end(ready, 0);
        let taken = ready.len().min(end + 1);
        let is_return = ready.get(end) == Some(&b'\r');
        let is_over = ready.is_empty() || end < ready.len();
        line.extend_from_slice(&ready[..taken.min(MAX_POSITION_LEN - line.len())]);
        reader.consume(taken);
        length += taken as u64;
        // An error of this look ahead comes again with the next line.
        if is_return && matches!(reader.fill_buf(), Ok([b'\n', ..])) {
            line.extend((line.len() < MAX_POSITION_LEN).then_some(b'\n'));
            reader.consume(1);
            length += 1;
        }
        if is_over {
            return Ok(length);
        }
    }
}
