//! A stream that transcodes UTF-16 to UTF-8.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use encoding_rs::{Decoder, DecoderResult, UTF_16BE, UTF_16LE};

use super::detect::Encoding;
use super::source::Peeked;

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
