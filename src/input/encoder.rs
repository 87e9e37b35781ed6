//! Compression of what is written.

use std::io::{self, Write};
use std::{fmt, mem};

use bzip2::write::BzEncoder;
use flate2::write::GzEncoder;
use liblzma::write::XzEncoder;

use super::error::CompressionFormat;

/// The length of text in a frame of Zstandard. Several threads unpack a file of many frames, and it can be cut into parts.
const FRAME: usize = 32 << 20;

/// Compresses what is written to it.
pub(super) enum Encoder<W: Write> {
    Zstd {
        frame: zstd::Encoder<'static, W>,
        /// The length of text that the frame has.
        length: usize,
    },
    Gzip(GzEncoder<W>),
    Bzip2(BzEncoder<W>),
    Xz(XzEncoder<W>),
    /// After an error.
    Failed,
}

impl<W: Write> Encoder<W> {
    /// Compresses to `out` at the usual level of each format. A zip archive is not a stream and cannot be written.
    pub(super) fn new(format: CompressionFormat, out: W) -> io::Result<Self> {
        Ok(match format {
            CompressionFormat::Zstd => Self::zstd(out)?,
            CompressionFormat::Gzip => Self::Gzip(GzEncoder::new(out, flate2::Compression::default())),
            CompressionFormat::Bzip2 => Self::Bzip2(BzEncoder::new(out, bzip2::Compression::best())),
            CompressionFormat::Xz => Self::Xz(XzEncoder::new(out, 6)),
            CompressionFormat::Zip => return Err(io::ErrorKind::Unsupported.into()),
        })
    }

    fn zstd(out: W) -> io::Result<Self> {
        let mut frame = zstd::Encoder::new(out, zstd::DEFAULT_COMPRESSION_LEVEL)?;
        frame.include_checksum(true)?;
        Ok(Self::Zstd { frame, length: 0 })
    }

    /// What it writes to, unless that failed.
    pub(super) fn get_ref(&self) -> Option<&W> {
        match self {
            Self::Zstd { frame, .. } => Some(frame.get_ref()),
            Self::Gzip(gzip) => Some(gzip.get_ref()),
            Self::Bzip2(bzip2) => Some(bzip2.get_ref()),
            Self::Xz(xz) => Some(xz.get_ref()),
            Self::Failed => None,
        }
    }

    /// Takes it out of its place, where writing then fails.
    pub(super) const fn take(&mut self) -> Self {
        mem::replace(self, Self::Failed)
    }

    /// Writes the end of the compressed data.
    pub(super) fn finish(self) -> io::Result<W> {
        match self {
            Self::Zstd { frame, .. } => frame.finish(),
            Self::Gzip(gzip) => gzip.finish(),
            Self::Bzip2(bzip2) => bzip2.finish(),
            Self::Xz(xz) => xz.finish(),
            Self::Failed => Err(io::Error::other("an earlier write failed")),
        }
    }
}

impl<W: Write> Write for Encoder<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if matches!(self, Self::Zstd { length: FRAME.., .. }) {
            *self = Self::zstd(self.take().finish()?)?;
        }
        match self {
            Self::Zstd { frame, length } => {
                let written = frame.write(&bytes[..bytes.len().min(FRAME - *length)])?;
                *length += written;
                Ok(written)
            }
            Self::Gzip(gzip) => gzip.write(bytes),
            Self::Bzip2(bzip2) => bzip2.write(bytes),
            Self::Xz(xz) => xz.write(bytes),
            Self::Failed => Err(io::Error::other("an earlier write failed")),
        }
    }

    /// Does nothing: a flush in the middle would only make the file longer.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<W: Write> fmt::Debug for Encoder<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Encoder")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_has_many_frames() {
        let mut encoder = Encoder::new(CompressionFormat::Zstd, Vec::new()).unwrap();
        let block = vec![b'a'; 1 << 20];
        for _ in 0..65 {
            encoder.write_all(&block).unwrap();
        }
        let compressed = encoder.finish().unwrap();
        let magic = 0xFD2F_B528_u32.to_le_bytes();
        assert_eq!(compressed.windows(4).filter(|bytes| *bytes == magic).count(), 3);
        assert_eq!(zstd::decode_all(&*compressed).unwrap().len(), 65 << 20);
    }
}
