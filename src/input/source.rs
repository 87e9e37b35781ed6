//! The streams that decoders read from: one counts its bytes, one lets its first bytes be inspected, one transcodes UTF-16
//! to UTF-8.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use encoding_rs::{Decoder, DecoderResult, UTF_16BE, UTF_16LE};

use super::detect::Encoding;
use super::error::InputError;

/// A stream that may be handed to another thread.
pub(super) type Stream = Box<dyn Read + Send>;

/// A counter of the bytes read from files on disk, before decompression.
///
/// Clones share one count, so one meter serves a whole run. Streams count their own bytes; the reader of a
/// [`super::Content::Whole`] adds the bytes it has read.
#[derive(Clone, Default, Debug)]
pub struct Meter(Arc<AtomicU64>);

impl Meter {
    /// The count so far, in bytes.
    pub fn consumed(&self) -> u64 {
        self.0.load(Relaxed)
    }

    /// Counts more bytes.
    pub fn add(&self, bytes: u64) {
        self.0.fetch_add(bytes, Relaxed);
    }
}

/// A stream of the system that counts its bytes and adds a name and an offset to its errors.
pub(super) struct Raw<R> {
    inner: R,
    name: Arc<str>,
    meter: Option<Meter>,
    offset: u64,
}

impl<R: Read> Raw<R> {
    pub(super) const fn new(inner: R, name: Arc<str>, meter: Option<Meter>) -> Self {
        Self { inner, name, meter, offset: 0 }
    }

    /// The same stream, if its first byte is at this offset of the file.
    pub(super) fn at(self, offset: u64) -> Self {
        Self { offset, ..self }
    }
}

impl<R: Read> Read for Raw<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        match self.inner.read(out) {
            Ok(count) => {
                self.offset += count as u64;
                if let Some(meter) = &self.meter {
                    meter.add(count as u64);
                }
                Ok(count)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(error) => Err(InputError::from_read(&self.name, self.offset, error).into()),
        }
    }
}

/// A stream with its first bytes buffered, so that they can be inspected and still be read.
///
/// An error during the peek is returned after the buffered bytes, so none of them is lost.
pub(super) struct Peeked {
    head: Vec<u8>,
    /// The number of bytes of the head that have been read or skipped.
    taken: usize,
    error: Option<io::Error>,
    rest: Stream,
}

/// How many bytes [`Peeked::until`] asks for at once.
const PEEKED: usize = 4096;

impl Peeked {
    /// Buffers `count` bytes, or fewer if the stream ends or fails before. It reads again if a pipe returns less than
    /// that at a time.
    pub(super) fn new(mut rest: Stream, count: usize) -> Self {
        let mut head = Vec::with_capacity(count);
        let error = (&mut rest).take(count as u64).read_to_end(&mut head).err();
        Self { head, taken: 0, error, rest }
    }

    /// Buffers bytes as they arrive, until `is_enough` is true of them, the stream ends, or `limit` is reached.
    pub(super) fn until(mut rest: Stream, limit: usize, is_enough: impl Fn(&[u8]) -> bool) -> Self {
        let (mut head, mut error) = (Vec::new(), None);
        while head.len() < limit && !is_enough(&head) {
            let before = head.len();
            head.resize(limit.min(before + PEEKED), 0);
            let read = rest.read(&mut head[before..]);
            head.truncate(before + read.as_ref().map_or(0, |count| *count));
            match read {
                Ok(0) => break,
                Ok(_) => {}
                Err(fault) if fault.kind() == io::ErrorKind::Interrupted => {}
                Err(fault) => {
                    error = Some(fault);
                    break;
                }
            }
        }
        Self { head, taken: 0, error, rest }
    }

    /// The bytes of the head, if they are all there are.
    pub(super) fn into_whole(self, count: usize) -> Result<Vec<u8>, Self> {
        if self.head.len() < count && self.taken == 0 && self.error.is_none() { Ok(self.head) } else { Err(self) }
    }

    /// The bytes of the head that have not been read.
    pub(super) fn head(&self) -> &[u8] {
        &self.head[self.taken..]
    }

    /// Skips bytes of the head.
    pub(super) fn skip(&mut self, count: usize) {
        self.taken = (self.taken + count).min(self.head.len());
    }
}

impl Read for Peeked {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.taken < self.head.len() {
            let count = self.head().read(out)?;
            self.taken += count;
            return Ok(count);
        }
        match self.error.take() {
            Some(error) => Err(error),
            None => self.rest.read(out),
        }
    }
}

// A stream that transcodes UTF-16 to UTF-8.

/// The number of bytes that are transcoded at a time.
const CHUNK: usize = 32 * 1024;

/// The number of UTF-16 units that are not valid and became U+FFFD: unpaired surrogates, an odd last byte.
///
/// The count is complete once the stream is read to its end.
#[derive(Clone, Default, Debug)]
pub struct Replacements(Arc<AtomicU64>);

impl Replacements {
    /// The count so far.
    pub fn count(&self) -> u64 {
        self.0.load(Relaxed)
    }
}

/// A stream that reads UTF-16 and returns UTF-8.
pub(super) struct Transcoder {
    inner: Peeked,
    decoder: Decoder,
    raw: Vec<u8>,
    text: Vec<u8>,
    taken: usize,
    ended: bool,
    replaced: Replacements,
}

impl Transcoder {
    /// Returns the stream as `Err` if its encoding needs no transcoding.
    pub(super) fn new(mut inner: Peeked, encoding: Encoding, replaced: Replacements) -> Result<Self, Peeked> {
        let (charset, bom) = match encoding {
            Encoding::Bytes => return Err(inner),
            Encoding::Utf16Le { bom } => (UTF_16LE, bom),
            Encoding::Utf16Be { bom } => (UTF_16BE, bom),
        };
        if bom {
            inner.skip(2);
        }
        let decoder = charset.new_decoder_without_bom_handling();
        Ok(Self { inner, decoder, raw: vec![0; CHUNK], text: Vec::new(), taken: 0, ended: false, replaced })
    }

    fn transcode(&mut self, count: usize) {
        let Self { decoder, raw, text, .. } = self;
        let mut source = &raw[..count];
        text.clear();
        loop {
            let start = text.len();
            text.resize(start + 3 * source.len() + 16, 0);
            let (result, read, written) =
                decoder.decode_to_utf8_without_replacement(source, &mut text[start..], self.ended);
            text.truncate(start + written);
            source = &source[read..];
            match result {
                DecoderResult::InputEmpty => return,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(..) => {
                    text.extend_from_slice("\u{fffd}".as_bytes());
                    self.replaced.0.fetch_add(1, Relaxed);
                }
            }
        }
    }
}

impl Read for Transcoder {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.taken == self.text.len() {
            if self.ended {
                return Ok(0);
            }
            let read = self.inner.read(&mut self.raw);
            // After an error, even if more can be read, it is unknown where a unit starts.
            self.ended = *read.as_ref().unwrap_or(&0) == 0;
            let count = read?;
            self.taken = 0;
            self.transcode(count);
        }
        let count = (&self.text[self.taken..]).read(out)?;
        self.taken += count;
        Ok(count)
    }
}
