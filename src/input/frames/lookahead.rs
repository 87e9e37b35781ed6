//! A stream of compressed bytes that can be inspected far ahead.

use std::io::{self, BufRead, Read};
use std::mem;
use std::ops::Range;

use crate::input::codec::BUFFER;
use crate::input::source::Stream;

/// A stream and the bytes of it that were read but not consumed.
pub(in crate::input) struct Lookahead {
    stream: Stream,
    buffer: Vec<u8>,
    /// The range of the bytes in the buffer.
    unread: Range<usize>,
    /// A buffer for reuse: new memory costs more than what is read into it.
    spare: Vec<u8>,
    /// The offset of the first byte that is not consumed.
    offset: u64,
    /// The error that ended the stream. It is returned after all bytes before it.
    error: Option<io::Error>,
    has_ended: bool,
}

impl Lookahead {
    /// A stream whose first byte has this offset.
    pub(super) fn new(stream: Stream, offset: u64) -> Self {
        Self { stream, buffer: Vec::new(), unread: 0..0, spare: Vec::new(), offset, error: None, has_ended: false }
    }

    /// The offset of the first byte that is not consumed.
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// The bytes that were read but not consumed.
    pub(super) fn unread(&self) -> &[u8] {
        &self.buffer[self.unread.clone()]
    }

    /// Reads until there are at least `count` bytes. `false` if the stream ends before.
    pub(super) fn has(&mut self, count: usize) -> bool {
        while self.unread.len() < count && !self.has_ended {
            self.read_more();
        }
        self.unread.len() >= count
    }

    /// Consumes bytes that were read, and returns them.
    pub(super) fn remove(&mut self, count: usize) -> Vec<u8> {
        let Range { start, end } = self.unread;
        let mut next = mem::take(&mut self.spare);
        let rest = &self.buffer[start + count..end];
        next.resize(next.len().max(rest.len()), 0);
        next[..rest.len()].copy_from_slice(rest);
        self.unread = 0..rest.len();
        self.offset += count as u64;
        let mut removed = mem::replace(&mut self.buffer, next);
        removed.truncate(start + count);
        removed.drain(..start);
        removed
    }

    pub(super) fn reuse(&mut self, buffer: Vec<u8>) {
        self.spare = buffer;
    }

    fn read_more(&mut self) {
        if self.unread.is_empty() {
            self.unread = 0..0;
        }
        let end = self.unread.end;
        if self.buffer.len() < end + BUFFER {
            self.buffer.resize(end + BUFFER, 0);
        }
        match self.stream.read(&mut self.buffer[end..end + BUFFER]) {
            Ok(count) => {
                self.unread.end += count;
                self.has_ended = count == 0;
            }
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
        self.unread.start += count;
        self.offset += count as u64;
    }
}
