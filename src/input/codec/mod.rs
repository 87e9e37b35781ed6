//! Streaming decoders that deliver all data before damage.
//!
//! When a reader of a compression crate finds damage, it drops the bytes that the same call has already decoded. One
//! loop here drives the lower-level interfaces instead. These report the number of bytes written even then, so the
//! bytes come first and the error after them.

mod bz2;
mod member;
mod xz;
mod zst;

use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::context::Context;
use super::error::{InputError, InputErrorKind};
use super::kinds::CompressionFormat;
use super::source::Stream;
pub(super) use bz2::Bz2;
pub(super) use member::{Gz, Member, Method, deflated_length};
pub(super) use xz::Xz;
pub(super) use zst::Zst;

/// The number of compressed bytes that are read at a time.
pub(super) const BUFFER: usize = 128 * 1024;

pub(super) struct Step {
    /// The number of input bytes consumed.
    pub(super) read: usize,
    /// The number of output bytes written; they are valid even if the step failed.
    pub(super) written: usize,
    /// The state of the decoder after the step.
    pub(super) state: Result<State, DecodeError>,
}

/// The state of a decoder after a successful step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    /// Inside a stream.
    Within,
    /// A stream (frame, member) is complete.
    End,
}

/// Why a decoder cannot continue.
#[derive(Debug)]
pub(super) enum DecodeError {
    Damaged(String),
    Truncated,
    WindowTooLarge,
}

impl DecodeError {
    fn damaged(reason: &str) -> Self {
        Self::Damaged(reason.to_owned())
    }
}

/// A decoder of one format.
pub(super) trait Codec: Send {
    const FORMAT: CompressionFormat;

    /// Whether zeros may follow the last stream, as on tapes and in blocks of a fixed size. `gzip` ignores them.
    const MAY_BE_PADDED: bool = false;

    /// Decodes a part of the input. An empty input means the end of the data.
    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step;

    /// Prepares for another stream after the one that ended; `false` if none may follow.
    fn restart(&mut self) -> bool;
}

/// Puts a decoder on top of a stream.
pub(super) fn layer<C: Codec + 'static>(source: Stream, codec: C, context: &Context) -> Stream {
    Box::new(Layer::new(BufReader::with_capacity(BUFFER, source), codec, context))
}

/// A decoder and the compressed bytes that it reads.
pub(super) struct Layer<C, S> {
    source: S,
    codec: C,
    name: Arc<str>,
    limit: u64,
    progress: Progress,
    /// Whether the text ends where the first stream (frame, member) does, whatever follows it.
    is_one_stream: bool,
    failed: Option<InputError>,
}

/// The position of a layer.
struct Progress {
    /// The shared offset in the file on disk.
    place: Arc<AtomicU64>,
    /// Whether this layer advances the offset.
    outermost: bool,
    /// Bytes consumed since the current stream began.
    in_stream: u64,
    /// Whether the current stream is the first one or has produced output.
    is_trusted: bool,
    /// Whether a stream has just ended.
    at_boundary: bool,
}

impl<C: Codec, S: BufRead> Layer<C, S> {
    /// The text of all streams of the source.
    pub(super) fn new(source: S, codec: C, context: &Context) -> Self {
        let progress = Progress {
            place: Arc::clone(&context.layers.place),
            outermost: context.layers.is_outermost(),
            in_stream: 0,
            is_trusted: true,
            at_boundary: false,
        };
        Self {
            source,
            codec,
            name: Arc::clone(&context.name),
            limit: context.layers.max_window,
            progress,
            is_one_stream: false,
            failed: None,
        }
    }

    /// The same for a source that begins after other streams.
    pub(super) fn after_others(mut self) -> Self {
        self.progress.begin_stream();
        self
    }

    /// Ends the text where the first stream does.
    pub(super) fn of_one_stream(self) -> Self {
        Self { is_one_stream: true, ..self }
    }

    pub(super) fn source(&mut self) -> &mut S {
        &mut self.source
    }

    /// Continues after an error. The source is now at the start of another stream, at this offset.
    pub(super) fn resume(&mut self, offset: u64) {
        self.failed = None;
        self.progress.at_boundary = true;
        self.progress.place.store(offset, Relaxed);
    }

    /// The source and the decoder, which is ready for another stream.
    pub(super) fn into_parts(mut self) -> (S, C) {
        self.codec.restart();
        (self.source, self.codec)
    }

    /// One step; `None` if it produced no output yet.
    fn advance(&mut self, out: &mut [u8]) -> io::Result<Option<usize>> {
        if self.progress.at_boundary && self.is_one_stream {
            return Ok(Some(0));
        }
        let input = self.source.fill_buf()?;
        let at_end = input.is_empty();
        if self.progress.at_boundary {
            if at_end {
                return Ok(Some(0));
            }
            let padding = skip_padding::<C>(&mut self.source)?;
            if padding > 0 {
                self.progress.skip(padding);
                return Ok(None);
            }
            if !self.codec.restart() {
                self.failed = Some(self.error(DecodeError::damaged("unexpected bytes after the end of the data")));
                return Ok(None);
            }
            self.progress.begin_stream();
        }
        let input = self.source.fill_buf()?;
        let step = self.codec.step(input, out);
        self.source.consume(step.read);
        self.progress.count(&step);
        match step.state {
            Err(error) => self.failed = Some(self.error(error)),
            Ok(State::End) => self.progress.at_boundary = true,
            Ok(State::Within) if at_end && step.written == 0 => {
                self.failed = Some(self.error(DecodeError::Truncated));
            }
            Ok(State::Within) => {}
        }
        Ok((step.written > 0).then_some(step.written))
    }

    fn error(&self, error: DecodeError) -> InputError {
        let format = C::FORMAT;
        let offset = self.progress.place.load(Relaxed);
        let reason = match error {
            DecodeError::WindowTooLarge => {
                return InputError::new(
                    &*self.name,
                    InputErrorKind::WindowTooLarge { format, offset, limit: self.limit },
                );
            }
            DecodeError::Truncated => "unexpected end of data".to_owned(),
            DecodeError::Damaged(_) if self.progress.is_foreign() => {
                format!("the bytes after the {format} data are not {format}")
            }
            DecodeError::Damaged(reason) => reason,
        };
        InputError::new(&*self.name, InputErrorKind::Damaged { format, offset, reason, next: None })
    }
}

/// Skips the zeros between streams that the source has ready; returns their number.
pub(super) fn skip_padding<C: Codec>(source: &mut impl BufRead) -> io::Result<usize> {
    let zeros = source.fill_buf()?.iter().take_while(|byte| C::MAY_BE_PADDED && **byte == 0).count();
    source.consume(zeros);
    Ok(zeros)
}

impl Progress {
    const fn begin_stream(&mut self) {
        self.at_boundary = false;
        self.in_stream = 0;
        self.is_trusted = false;
    }

    fn count(&mut self, step: &Step) {
        self.in_stream += step.read as u64;
        self.is_trusted |= step.written > 0;
        self.skip(step.read);
    }

    fn skip(&mut self, bytes: usize) {
        if self.outermost {
            self.place.fetch_add(bytes as u64, Relaxed);
        }
    }

    /// Whether a stream after the first one failed within its first bytes.
    const fn is_foreign(&self) -> bool {
        !self.is_trusted && self.in_stream <= 12
    }
}

impl<C: Codec, S: BufRead> Read for Layer<C, S> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if out.is_empty() {
            return Ok(0);
        }
        loop {
            if let Some(error) = &self.failed {
                return Err(error.clone().into());
            }
            match self.advance(out) {
                Ok(Some(count)) => return Ok(count),
                Ok(None) => {}
                // Even if the layer around it can be read on, this one cannot.
                Err(error) => match InputError::find_in(&error) {
                    Some(inner) => self.failed = Some(inner.clone().with_next(None)),
                    None => return Err(error),
                },
            }
        }
    }
}
