//! Portions of a compressed stream: runs of whole frames, which can be unpacked alone.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::lookahead::{FrameFormat, Lookahead};
use crate::input::codec::{Codec, Layer};
use crate::input::context::{Context, Layers};
use crate::input::error::InputError;
use crate::input::source::Stream;

/// The greatest length of a frame that is read ahead, in compressed bytes: 12 MiB.
const LONGEST: usize = 12 << 20;

/// The largest window of a frame that is read ahead: 8 MiB, which is that of `zstd -19`.
const WIDEST: u64 = 8 << 20;

/// A compressed stream, cut into portions.
pub(super) struct Portions<F> {
    ahead: Lookahead,
    format: F,
    /// Frames are added to a portion until it has this length.
    enough: usize,
}

/// What comes next in a compressed stream.
pub(super) enum Next {
    Portion(Portion),
    /// A frame that is too large to be kept in memory, or data that are damaged, incomplete or in another format.
    Other,
    /// The end, or an error of the stream.
    End,
}

/// Some whole frames.
pub(super) struct Portion {
    bytes: Vec<u8>,
    /// The offset of its first byte in the stream.
    offset: u64,
    /// The ends of its frames, as offsets in the bytes.
    ends: VecDeque<usize>,
    /// The largest window of its frames.
    window: usize,
    has_more: bool,
    consumed: usize,
}

impl<F: FrameFormat> Portions<F> {
    /// A stream whose first byte has this offset.
    pub(super) fn new(stream: Stream, offset: u64, enough: usize) -> Self {
        Self { ahead: Lookahead::new(stream, offset), format: F::default(), enough }
    }

    /// The offset of what comes next.
    pub(super) fn offset(&self) -> u64 {
        self.ahead.offset()
    }

    /// Whether anything comes next. Waits for it if the stream is a pipe.
    pub(super) fn has_more(&mut self) -> bool {
        self.ahead.has(1)
    }

    /// Takes the buffer of a portion for reuse.
    pub(super) fn reuse(&mut self, buffer: Vec<u8>) {
        self.ahead.reuse(buffer);
    }

    /// The next portion, if the frames that come next can be kept in memory.
    pub(super) fn next(&mut self) -> Next {
        let (mut ends, mut window) = (VecDeque::new(), 0);
        let mut length = 0;
        while (length == 0 || length < self.enough)
            && let Some(frame) = self.format.scan(&mut self.ahead, length, LONGEST)
            && frame.window <= WIDEST
        {
            length += frame.length;
            window = window.max(frame.window as usize);
            ends.push_back(length);
        }
        match length {
            0 if self.has_more() => Next::Other,
            0 => Next::End,
            length => {
                let offset = self.offset();
                let bytes = self.ahead.remove(length);
                Next::Portion(Portion { bytes, offset, ends, window, has_more: self.has_more(), consumed: 0 })
            }
        }
    }
}

impl Portion {
    /// The offset of its end in the stream.
    pub(super) fn end(&self) -> u64 {
        self.offset + self.bytes.len() as u64
    }

    /// Whether more follows it in the stream.
    pub(super) fn has_more(&self) -> bool {
        self.has_more
    }

    /// The memory that unpacking it takes, without the text: its bytes and the window of the decoder.
    pub(super) fn memory(&self) -> usize {
        self.bytes.len() + self.window
    }

    pub(super) fn unpack<C: Codec>(self, codec: C, context: &Context) -> Unpacking<C> {
        let place = Arc::new(AtomicU64::new(self.offset));
        let context = Context { name: Arc::clone(&context.name), layers: Layers { place, ..context.layers.clone() } };
        let is_first = self.offset == 0;
        let layer = Layer::new(self, codec, &context);
        Unpacking(if is_first { layer } else { layer.after_others() })
    }

    /// Passes the rest of the current frame. Returns its end in the stream.
    fn skip_frame(&mut self) -> u64 {
        self.consumed = self.ends.front().copied().unwrap_or(self.bytes.len());
        self.offset + self.consumed as u64
    }
}

/// The bytes of the current frame; its end is like that of a stream until the frame is passed.
impl BufRead for Portion {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let end = self.ends.front().copied().unwrap_or(self.bytes.len());
        Ok(&self.bytes[self.consumed..end])
    }

    fn consume(&mut self, count: usize) {
        self.consumed += count;
    }
}

impl Read for Portion {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(out)?;
        self.consume(count);
        Ok(count)
    }
}

/// The text of a portion. After an error, it continues with the next frame.
pub(super) struct Unpacking<C>(Layer<C, Portion>);

impl<C: Codec> Unpacking<C> {
    /// The buffer and the decoder, for another portion.
    pub(super) fn into_parts(self) -> (Vec<u8>, C) {
        let (portion, codec) = self.0.into_parts();
        (portion.bytes, codec)
    }
}

impl<C: Codec> Read for Unpacking<C> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.0.read(out) {
                Ok(0) if self.0.source().ends.len() > 1 => _ = self.0.source().ends.pop_front(),
                Ok(count) => return Ok(count),
                Err(error) => {
                    let next = self.0.source().skip_frame();
                    let is_last = self.0.source().ends.len() <= 1 && !self.0.source().has_more;
                    self.0.resume(next);
                    let error = InputError::from_read("", next, error);
                    return Err(error.with_next((!is_last).then_some(next)).into());
                }
            }
        }
    }
}

impl<F> Read for Portions<F> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.ahead.read(out)
    }
}

impl<F> BufRead for Portions<F> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.ahead.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.ahead.consume(count);
    }
}
