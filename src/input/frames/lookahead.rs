//! A stream of compressed bytes that can be inspected far ahead, and the formats whose frames are found in it.

use std::io::{self, BufRead, Read};
use std::mem;
use std::ops::Range;

use crate::input::codec::{BUFFER, Codec};
use crate::input::source::Stream;

/// A format whose streams consist of frames.
pub(in crate::input) trait FrameFormat: Default + Send + 'static {
    type Codec: Codec + 'static;

    /// A decoder that accepts windows up to this size.
    fn codec(max_window: u64) -> Self::Codec;

    /// Finds the frame that starts `at` bytes ahead. `None` if it is incomplete, longer than `most`, or not a frame.
    fn scan(&mut self, ahead: &mut Lookahead, at: usize, most: usize) -> Option<Scan>;
}

/// A complete frame.
pub(in crate::input) struct Scan {
    pub(super) length: usize,
    /// The number of bytes that the decoder must keep.
    pub(super) window: u64,
}

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
        let start = self.unread.start;
        let mut removed = mem::take(&mut self.spare);
        removed.clear();
        removed.extend_from_slice(&self.buffer[start..start + count]);
        self.unread.start += count;
        self.offset += count as u64;
        removed
    }

    pub(super) fn reuse(&mut self, buffer: Vec<u8>) {
        self.spare = buffer;
    }

    fn read_more(&mut self) {
        if self.buffer.len() < self.unread.end + BUFFER {
            self.buffer.copy_within(self.unread.clone(), 0);
            self.unread = 0..self.unread.len();
            let needed = self.unread.end + BUFFER;
            self.buffer.resize(needed.max(self.buffer.len()), 0);
        }
        let end = self.unread.end;
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
