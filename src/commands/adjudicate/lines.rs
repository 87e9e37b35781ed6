//! A reader of position lines, which returns all lines that have arrived at once.

use std::io::{self, BufReader, Read};

use crate::commands::driver::{read_line, without_mark};
use crate::input::Content;

/// A line that is neither blank nor a comment.
pub(super) struct Line {
    /// Its content, without surrounding white space.
    pub(super) text: Vec<u8>,
    /// The index of the line in its file.
    pub(super) index: u64,
}

/// The lines of a text.
pub(super) struct Lines {
    reader: BufReader<Box<dyn Read + Send>>,
    /// The number of lines read.
    read: u64,
    /// The number of bytes read.
    offset: u64,
}

impl Lines {
    pub(super) fn new(content: Content) -> Self {
        Self { reader: BufReader::new(content.into_read()), read: 0, offset: 0 }
    }

    /// At most `most` further lines; empty at the end of the text. Waits for the first one only, so that interactive
    /// input is answered at once. A read error comes with its offset.
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
                batch.push(Line { text: text.to_vec(), index: self.read });
            }
            self.read += 1;
        }
        (batch, None)
    }
}
