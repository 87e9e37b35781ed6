//! A stream of compressed bytes that can be inspected far ahead.

use std::io::{self, BufRead, Read};

use crate::input::codec::BUFFER;
use crate::input::source::Stream;

/// A stream and the bytes of it that were read but not consumed.
pub(in crate::input) struct Lookahead {
    stream: Stream,
    buffer: Vec<u8>,
    /// The number of bytes of the buffer that are consumed.
    consumed: usize,
    /// The number of bytes consumed since the stream began.
    offset: u64,
    /// The error that ended the stream. It is returned after all bytes before it.
    error: Option<io::Error>,
    has_ended: bool,
}

impl Lookahead {
    pub(super) fn new(stream: Stream) -> Self {
        Self { stream, buffer: Vec::new(), consumed: 0, offset: 0, error: None, has_ended: false }
    }

    /// The offset of the first byte that is not consumed.
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// The bytes that were read but not consumed.
    pub(super) fn unread(&self) -> &[u8] {
        &self.buffer[self.consumed..]
    }

    /// Reads until there are at least `count` bytes. `false` if the stream ends before.
    pub(super) fn has(&mut self, count: usize) -> bool {
        while self.unread().len() < count && !self.has_ended {
            self.read_more();
        }
        self.unread().len() >= count
    }

    /// Consumes bytes that were read, and returns them.
    pub(super) fn remove(&mut self, count: usize) -> Vec<u8> {
        self.offset += count as u64;
        self.buffer.drain(..self.consumed);
        self.consumed = 0;
        let rest = self.buffer.split_off(count);
        std::mem::replace(&mut self.buffer, rest)
    }

    fn read_more(&mut self) {
        if self.unread().is_empty() {
            self.buffer.clear();
            self.consumed = 0;
        }
        let length = self.buffer.len();
        self.buffer.resize(length + BUFFER, 0);
        let read = self.stream.read(&mut self.buffer[length..]);
        self.buffer.truncate(length + *read.as_ref().unwrap_or(&0));
        match read {
            Ok(count) => self.has_ended = count == 0,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                self.error = Some(error);
                self.has_ended = true;
            }
        }
    }
}

impl Read for Lookahead {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(out)?;
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for Lookahead {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if !self.has(1)
            && let Some(error) = self.error.take()
        {
            return Err(error);
        }
        Ok(self.unread())
    }

    fn consume(&mut self, count: usize) {
        self.consumed += count;
        self.offset += count as u64;
    }
}
