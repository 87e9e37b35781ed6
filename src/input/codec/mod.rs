//! Decoders as streams that lose nothing before a damage.
//!
//! The readers that the compression crates offer drop what one call decoded when that call then finds damage. Here one
//! loop drives their lower interfaces, which say how many bytes were written even then: first the bytes, then the error.

mod bz2;
mod gz;
mod member;
mod xz;
mod zst;

use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::error::{Fault, Format, InputError};
use super::source::Stream;
pub(super) use member::{Member, Method, deflated_length};

/// How much compressed data is taken in at a time.
const BUFFER: usize = 128 * 1024;

/// The largest window or dictionary that any format can ask for and get: 4 GiB, in bytes.
pub(super) const LARGEST_WINDOW: u64 = 1 << 32;

/// One step of decoding.
pub(super) struct Step {
    /// Bytes of the input that were used up.
    pub(super) read: usize,
    /// Bytes of the output that were filled; they are good even when the step failed.
    pub(super) written: usize,
    /// Where the decoder stands.
    pub(super) state: Result<State, Flaw>,
}

/// Where a decoder stands after a step that did not fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    /// In the middle of a stream.
    Within,
    /// A stream (frame, member) is complete.
    End,
}

/// Why a decoder cannot go on.
#[derive(Debug)]
pub(super) enum Flaw {
    Damaged(String),
    Truncated,
    WindowTooLarge,
}

/// A decoder of one format.
pub(super) trait Codec: Send {
    const FORMAT: Format;

    /// Decodes some of the input. An empty input says that there is no more.
    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step;

    /// Gets ready for another stream behind the one that ended; `false` where none may follow.
    fn restart(&mut self) -> bool;
}

/// What a decoder needs to know besides its bytes.
#[derive(Clone)]
pub(super) struct Context {
    /// The input as it is shown to the user.
    pub(super) name: Arc<str>,
    /// The largest window, in bytes.
    pub(super) max_window: u64,
    /// Where the outermost compressed layer stands in the file on disk; layers inside it report the same place.
    pub(super) place: Arc<AtomicU64>,
    /// How many layers are outside of this one.
    pub(super) depth: u32,
}

/// Puts a Zstandard decoder on top of a stream.
pub(super) fn zstd(source: Stream, context: &Context) -> Stream {
    layer(source, zst::Zst::new(context.max_window), context)
}

/// Puts a gzip decoder on top of a stream.
pub(super) fn gzip(source: Stream, context: &Context) -> Stream {
    layer(source, gz::Gz::default(), context)
}

/// Puts a bzip2 decoder on top of a stream.
pub(super) fn bzip2(source: Stream, context: &Context) -> Stream {
    layer(source, bz2::Bz2::default(), context)
}

/// Puts an xz decoder on top of a stream.
pub(super) fn xz(source: Stream, context: &Context) -> Stream {
    layer(source, xz::Xz::new(context.max_window), context)
}

/// Puts the decoder of a zip's member on top of its compressed bytes.
pub(super) fn member(source: Stream, codec: Member, context: &Context) -> Stream {
    layer(source, codec, context)
}

fn layer<C: Codec + 'static>(source: Stream, codec: C, context: &Context) -> Stream {
    Box::new(Layer::new(BufReader::with_capacity(BUFFER, source), codec, context))
}

/// A codec and the bytes it reads from.
struct Layer<C> {
    source: BufReader<Stream>,
    codec: C,
    name: Arc<str>,
    limit: u64,
    progress: Progress,
    failed: Option<InputError>,
}

/// How far a layer has come.
struct Progress {
    /// The shared place in the file on disk.
    place: Arc<AtomicU64>,
    /// Whether it is this layer that moves the place.
    outermost: bool,
    /// Bytes used since the present stream began.
    in_stream: u64,
    /// Whether the present stream is the first or has given output.
    is_trusted: bool,
    /// Whether a stream has just ended.
    at_boundary: bool,
}

impl<C: Codec> Layer<C> {
    fn new(source: BufReader<Stream>, codec: C, context: &Context) -> Self {
        let place = Arc::clone(&context.place);
        let progress =
            Progress { place, outermost: context.depth == 0, in_stream: 0, is_trusted: true, at_boundary: false };
        Self { source, codec, name: Arc::clone(&context.name), limit: context.max_window, progress, failed: None }
    }

    /// One step; `None` means that nothing came of it yet.
    fn advance(&mut self, out: &mut [u8]) -> io::Result<Option<usize>> {
        let input = self.source.fill_buf()?;
        let at_end = input.is_empty();
        if self.progress.at_boundary {
            if at_end {
                return Ok(Some(0));
            }
            if !self.codec.restart() {
                self.failed = Some(self.error(Flaw::Damaged("more bytes than the data needs".to_owned())));
                return Ok(None);
            }
            self.progress.begin_stream();
        }
        let input = self.source.fill_buf()?;
        let step = self.codec.step(input, out);
        self.source.consume(step.read);
        self.progress.count(&step);
        match step.state {
            Err(flaw) => self.failed = Some(self.error(flaw)),
            Ok(State::End) => self.progress.at_boundary = true,
            Ok(State::Within) if at_end && step.written == 0 => {
                self.failed = Some(self.error(Flaw::Truncated));
            }
            Ok(State::Within) => {}
        }
        Ok((step.written > 0).then_some(step.written))
    }

    fn error(&self, flaw: Flaw) -> InputError {
        let format = C::FORMAT;
        let offset = self.progress.place.load(Relaxed);
        let reason = match flaw {
            Flaw::WindowTooLarge => {
                return InputError::new(&*self.name, Fault::WindowTooLarge { format, offset, limit: self.limit });
            }
            Flaw::Truncated => "it ends too early".to_owned(),
            Flaw::Damaged(_) if self.progress.is_foreign() => format!("what follows the {format} data is not {format}"),
            Flaw::Damaged(reason) => reason,
        };
        InputError::new(&*self.name, Fault::Damaged { format, offset, reason })
    }
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
        if self.outermost {
            self.place.fetch_add(step.read as u64, Relaxed);
        }
    }

    /// Whether a stream behind the first one failed within its first bytes.
    const fn is_foreign(&self) -> bool {
        !self.is_trusted && self.in_stream <= 12
    }
}

impl<C: Codec> Read for Layer<C> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if out.is_empty() {
            return Ok(0);
        }
        loop {
            if let Some(error) = &self.failed {
                return Err(error.clone().into());
            }
            if let Some(count) = self.advance(out)? {
                return Ok(count);
            }
        }
    }
}
