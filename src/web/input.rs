//! The inputs of a command: what the page offers, unpacked if it is compressed.

use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::sync::Arc;

use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::input::{GivenInput, MAX_WINDOW};
use crate::options::TextSink;

/// The number of bytes that are asked of the page at a time.
const AT_ONCE: usize = 1 << 18;

/// An input of the page. What the command has written so far goes to the page whenever it reads on.
pub(super) fn given(name: &str, index: u32, output: &TextSink) -> GivenInput {
    let output = output.clone();
    let open = move || {
        let input = BufReader::with_capacity(AT_ONCE, PageInput { index, offset: 0, output: output.clone() });
        unpack(input)
    };
    GivenInput { name: name.to_owned(), size: None, open: Arc::new(open) }
}

struct PageInput {
    index: u32,
    offset: u64,
    output: TextSink,
}

impl Read for PageInput {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        write(&self.output.take());
        let count = read(self.index, self.offset, out)?;
        self.offset += count as u64;
        Ok(count)
    }
}

/// The text of a stream that may be compressed with gzip or Zstandard. Other formats are left for the command, which
/// refuses them by name.
fn unpack(mut input: impl BufRead + Send + 'static) -> io::Result<Box<dyn Read + Send>> {
    let mut head = Vec::new();
    (&mut input).take(4).read_to_end(&mut head)?;
    let kind = Magic::of(&head);
    let whole = Cursor::new(head).chain(input);
    Ok(match kind {
        Magic::Gzip => Box::new(Named { format: "gzip", reader: MultiGzDecoder::new(whole) }),
        Magic::Zstandard => Box::new(Named { format: "zstd", reader: Frames::new(whole) }),
        Magic::Other => Box::new(whole),
    })
}

/// What the first four bytes of a stream say of it.
enum Magic {
    Gzip,
    Zstandard,
    Other,
}

impl Magic {
    fn of(head: &[u8]) -> Self {
        match *head {
            [0x1F, 0x8B, 0x08, ..] => Self::Gzip,
            // A frame, or a skippable frame.
            [0x28, 0xB5, 0x2F, 0xFD] | [0x50..=0x5F, 0x2A, 0x4D, 0x18] => Self::Zstandard,
            _ => Self::Other,
        }
    }
}

/// A decoder whose errors name the format.
struct Named<R> {
    format: &'static str,
    reader: R,
}

impl<R: Read> Read for Named<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.reader.read(out).map_err(|error| io::Error::other(format!("damaged {} data: {error}", self.format)))
    }
}

/// The text of all Zstandard frames of a stream, whose checksums are verified.
struct Frames<R> {
    source: R,
    decoder: FrameDecoder,
    is_within_frame: bool,
}

impl<R: BufRead> Frames<R> {
    fn new(source: R) -> Self {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(MAX_WINDOW);
        Self { source, decoder, is_within_frame: false }
    }

    /// Begins the next frame that has text; `false` at the end.
    fn begin(&mut self) -> io::Result<bool> {
        while !self.source.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.source) {
                Ok(()) => {
                    self.is_within_frame = true;
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                    let skipped = io::copy(&mut (&mut self.source).take(length.into()), &mut io::sink())?;
                    if skipped < u64::from(length) {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                }
                Err(error) => return Err(io::Error::other(error)),
            }
        }
        Ok(false)
    }

    fn end(&mut self) -> io::Result<()> {
        self.is_within_frame = false;
        let stated = self.decoder.get_checksum_from_data();
        if stated.is_some() && stated != self.decoder.get_calculated_checksum() {
            return Err(io::Error::other("wrong checksum"));
        }
        Ok(())
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if out.is_empty() {
            return Ok(0);
        }
        loop {
            if !self.is_within_frame && !self.begin()? {
                return Ok(0);
            }
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                let decoded = self.decoder.decode_blocks(&mut self.source, BlockDecodingStrategy::UptoBlocks(1));
                decoded.map_err(io::Error::other)?;
            }
            let count = self.decoder.read(out)?;
            if count > 0 {
                return Ok(count);
            }
            self.end()?;
        }
    }
}

// The functions that the worker gives the module, as the object `host`.

#[wasm_bindgen(js_namespace = host)]
extern "C" {
    /// Copies bytes of an input, from an offset on, and returns how many; 0 at its end.
    #[wasm_bindgen(catch, js_name = read)]
    fn read_input(input: u32, offset: f64, out: &mut [u8]) -> Result<u32, JsValue>;

    /// Takes a piece of the output.
    pub(super) fn write(bytes: &[u8]);

    pub(super) fn message(severity: &str, message: &str);
}

/// Reads bytes of an input, from an offset on. The page refuses a file that has changed since it was chosen.
fn read(input: u32, offset: u64, out: &mut [u8]) -> io::Result<usize> {
    // Offsets in JavaScript are floating-point numbers, exact up to 8 PiB.
    #[allow(clippy::cast_precision_loss, reason = "no file is that long")]
    let count = read_input(input, offset as f64, out);
    let count = count.map_err(|_| io::Error::other("the browser can no longer read the file"))?;
    Ok(out.len().min(count as usize))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    /// `1. e4 *` and a line end, as `zstd --check` compresses them.
    const FRAME: &[u8] = b"\x28\xb5\x2f\xfd\x04\x58\x41\x00\x00\x31\x2e\x20\x65\x34\x20\x2a\x0a\x21\xf8\xf4\xb3";

    fn text_of(bytes: Vec<u8>) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        unpack(Cursor::new(bytes))?.read_to_end(&mut text).map(|_| text)
    }

    #[test]
    fn plain_text_is_left_alone() {
        for text in [&b""[..], b"1", b"1. e4 *\n"] {
            assert_eq!(text_of(text.to_vec()).unwrap(), text);
        }
    }

    #[test]
    fn members_and_frames_follow_each_other() {
        assert_eq!(text_of([gzip(b"1. e4 "), gzip(b"*\n")].concat()).unwrap(), b"1. e4 *\n");
        let skippable = *b"\x50\x2A\x4D\x18\x03\x00\x00\x00abc";
        let frames = [&skippable[..], FRAME, &skippable, FRAME].concat();
        assert_eq!(text_of(frames).unwrap(), b"1. e4 *\n1. e4 *\n");
    }

    #[test]
    fn damage_is_an_error_that_names_the_format() {
        for (bytes, format) in [(gzip(b"1. e4 *\n"), "gzip"), (FRAME.to_vec(), "zstd")] {
            for cut in 5..bytes.len() {
                let error = text_of(bytes[..cut].to_vec()).unwrap_err();
                assert!(error.to_string().starts_with(&format!("damaged {format} data: ")), "{cut}: {error}");
            }
            let mut wrong = bytes.clone();
            let last = wrong.len() - if format == "gzip" { 5 } else { 1 };
            wrong[last] ^= 1;
            assert!(text_of(wrong).is_err(), "{format}: a wrong checksum");
        }
    }
}
