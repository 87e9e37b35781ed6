//! Lines that state positions, as many at a time as have arrived.

use std::io::{self, BufReader, Read};

use crate::commands::lines::{read_line, without_mark};
use crate::input::Content;

/// A line that is neither blank nor a comment.
pub(super) struct Line {
    /// What stands in it, white space around it cut off.
    pub(super) text: Vec<u8>,
    /// How many lines stand before it.
    pub(super) number: u64,
}

/// The lines of a text.
pub(super) struct Lines {
    reader: BufReader<Box<dyn Read + Send>>,
    /// How many lines were read.
    read: u64,
    /// How many bytes that was.
    offset: u64,
}

impl Lines {
    pub(super) fn new(content: Content) -> Self {
        Self { reader: BufReader::new(content.into_read()), read: 0, offset: 0 }
    }

    /// The next lines, at most so many: the first one is waited for, the others have arrived already. None at the end
    /// of the text. If it cannot be read on, also where and why.
    pub(super) fn next_batch(&mut self, most: u64) -> (Vec<Line>, Option<(u64, io::Error)>) {
        let mut batch = Vec::new();
        let mut line = Vec::new();
        while batch.len() as u64 != most && (batch.is_empty() || self.reader.buffer().contains(&b'\n')) {
            line.clear();
            match read_line(&mut self.reader, &mut line) {
                Ok(0) => break,
                Ok(length) => self.offset += length,
                Err(error) => return (batch, Some((self.offset, error))),
            }
            let text = if self.read == 0 { without_mark(&line) } else { &line }.trim_ascii();
            if !text.is_empty() && !text.starts_with(b"#") {
                batch.push(Line { text: text.to_vec(), number: self.read });
            }
            self.read += 1;
        }
        (batch, None)
    }
}
