//! The writer of still pictures as PNG (W3C, Portable Network Graphics, third edition).

use std::io::{self, Write};

use png::{BitDepth, ColorType, Encoder, EncodingError};

/// Writes RGB pixels, which are given in strips of whole rows from the top.
pub(super) fn write(
    out: &mut dyn Write,
    width: u32,
    height: u32,
    strips: impl Iterator<Item = Vec<u8>>,
) -> io::Result<()> {
    let mut out = FirstError { out, error: None };
    let written = encode(&mut out, width, height, strips);
    written.map_err(|error| out.error.unwrap_or(error))
}

fn encode(out: impl Write, width: u32, height: u32, strips: impl Iterator<Item = Vec<u8>>) -> io::Result<()> {
    let mut encoder = Encoder::new(out, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(failure)?;
    let mut rows = writer.stream_writer().map_err(failure)?;
    for strip in strips {
        rows.write_all(&strip)?;
    }
    rows.finish().map_err(failure)?;
    writer.finish().map_err(failure)
}

/// A writer that keeps the first error, because the encoder reports only its text.
struct FirstError<'w> {
    out: &'w mut dyn Write,
    error: Option<io::Error>,
}

impl FirstError<'_> {
    fn keep<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|error| {
            let kind = error.kind();
            self.error.get_or_insert(error);
            kind.into()
        })
    }
}

impl Write for FirstError<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes);
        self.keep(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.out.flush();
        self.keep(flushed)
    }
}

/// Converts an encoder error to the system's error or a description of the fault.
pub(super) fn failure(error: EncodingError) -> io::Error {
    match error {
        EncodingError::IoError(error) => error,
        error => io::Error::other(error),
    }
}
