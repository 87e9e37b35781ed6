//! The reader of a compressed stream of many frames.

use std::io::{self, BufRead, Cursor, Read, Take};
use std::mem;
use std::panic::resume_unwind;
use std::sync::atomic::Ordering::Relaxed;

use crate::input::codec::{Layer, skip_padding};
use crate::input::context::Context;
use crate::input::source::Stream;

use super::ahead::{ReadAhead, Received};
use super::lookahead::FrameFormat;
use super::portion::{Next, Portions, Unpacking};

/// The text of all frames of a stream, unpacked by several threads if there are many. After an error in a frame, it
/// continues with the next frame.
pub(in crate::input) struct FrameReader<F: FrameFormat> {
    context: Context,
    source: Source<F>,
    /// The threads, once they were needed.
    ahead: Option<ReadAhead<F>>,
    /// The decoder of this thread, unless it is in use.
    codec: Option<F::Codec>,
}

/// Where the next text comes from.
enum Source<F: FrameFormat> {
    /// The start of a frame.
    Boundary(Portions<F>),
    /// A portion that this thread unpacks; what follows it, unless other threads have it.
    Portion(Box<Unpacking<F::Codec>>, Option<Portions<F>>),
    /// One frame, or what is not a frame.
    Other(Box<Layer<F::Codec, Portions<F>>>),
    /// The other threads.
    Ahead,
    /// Text from another thread.
    Text(Take<Cursor<Vec<u8>>>),
    End,
}

impl<F: FrameFormat> FrameReader<F> {
    pub(in crate::input) fn new(stream: Stream, context: Context) -> Self {
        Self::at(0, stream, context)
    }

    /// The text of the frames from this offset of a file on.
    pub(super) fn at(offset: u64, stream: Stream, context: Context) -> Self {
        let portions = Portions::new(stream, offset, context.layers.portion_bytes);
        Self { context, source: Source::Boundary(portions), ahead: None, codec: None }
    }

    /// What the text continues with at the start of a frame.
    fn at_boundary(&mut self, mut stream: Portions<F>) -> io::Result<Source<F>> {
        while stream.offset() > 0 && skip_padding::<F::Codec>(&mut stream)? > 0 {}
        let codec = self.codec.take().unwrap_or_else(|| F::codec(self.context.layers.max_window));
        Ok(match stream.next() {
            Next::Portion(portion) => {
                self.context.layers.place.store(portion.end(), Relaxed);
                let has_more = portion.has_more();
                let portion = Box::new(portion.unpack(codec, &self.context));
                Source::Portion(portion, if has_more { self.give(stream) } else { Some(stream) })
            }
            Next::Other => {
                let is_first = stream.offset() == 0;
                self.context.layers.place.store(stream.offset(), Relaxed);
                let layer = Layer::new(stream, codec, &self.context).of_one_stream();
                Source::Other(Box::new(if is_first { layer } else { layer.after_others() }))
            }
            Next::End => {
                stream.fill_buf()?;
                Source::End
            }
        })
    }

    /// Gives the stream to other threads; returns it if there are none.
    fn give(&mut self, stream: Portions<F>) -> Option<Portions<F>> {
        if self.ahead.is_none() {
            self.ahead = ReadAhead::start(self.context.layers.threads, &self.context);
        }
        match &self.ahead {
            Some(ahead) => {
                ahead.give(stream);
                None
            }
            None => Some(stream),
        }
    }

    fn receive(&self) -> io::Result<Source<F>> {
        let Some(ahead) = &self.ahead else { return Ok(Source::End) };
        match ahead.receive() {
            Received::Text(text, end) => {
                self.context.layers.place.store(end, Relaxed);
                Ok(Source::Text(text))
            }
            Received::Error(error) => Err(error.into()),
            Received::End => Ok(Source::Ahead),
            Received::Stream(stream) => Ok(Source::Boundary(stream)),
            Received::Panicked(panic) => resume_unwind(panic),
        }
    }

    /// The source after this one, which has no more text.
    fn after(&mut self, source: Source<F>) -> io::Result<Source<F>> {
        match source {
            Source::Boundary(stream) => self.at_boundary(stream),
            Source::Portion(text, rest) => {
                let (buffer, codec) = text.into_parts();
                self.codec = Some(codec);
                let Some(mut stream) = rest else { return Ok(Source::Ahead) };
                stream.reuse(buffer);
                Ok(Source::Boundary(stream))
            }
            Source::Other(layer) => {
                let (stream, codec) = layer.into_parts();
                self.codec = Some(codec);
                Ok(Source::Boundary(stream))
            }
            Source::Ahead => {
                self.source = Source::Ahead;
                self.receive()
            }
            Source::Text(text) => {
                if let Some(ahead) = &self.ahead {
                    ahead.reuse(text.into_inner().into_inner());
                }
                Ok(Source::Ahead)
            }
            Source::End => Ok(Source::End),
        }
    }
}

impl<F: FrameFormat> Read for FrameReader<F> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = match &mut self.source {
                Source::Portion(text, _) => text.read(out)?,
                Source::Other(layer) => layer.read(out)?,
                Source::Text(text) => text.read(out)?,
                Source::Boundary(_) | Source::Ahead => 0,
                Source::End => return Ok(0),
            };
            if count > 0 || out.is_empty() {
                return Ok(count);
            }
            let source = mem::replace(&mut self.source, Source::End);
            self.source = self.after(source)?;
        }
    }
}
