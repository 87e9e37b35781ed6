//! Compression of what is written.

use std::io::{self, Write};
use std::{fmt, mem};

use bzip2::write::BzEncoder;
use flate2::write::GzEncoder;
use liblzma::write::XzEncoder;
use zstd::stream::raw::{Decoder, Operation as _};

use super::kinds::CompressionFormat;

/// The length of text in a frame of Zstandard. Several threads unpack a file of many frames, and it can be cut into parts.
const FRAME: usize = 32 << 20;

/// The number of compressed bytes by which the level of a file is estimated.
pub(super) const SAMPLE: usize = 256 << 10;

/// About the level of a file that begins so, up to one that costs ten times the usual time; `None` is the usual one.
///
/// A gzip header names the best level, and an xz header the size of the dictionary, which is that of a level. Zstandard has
/// neither: the first bytes are compressed again, until they are about as short. bzip2 always gets its best level.
pub(super) fn level_like(format: CompressionFormat, start: &[u8]) -> Option<i32> {
    match format {
        CompressionFormat::Zstd => zstd_level(start).ok(),
        // XFL (RFC 1952, 2.3.1): 2 means the slowest and best compression.
        CompressionFormat::Gzip => (start.get(8) == Some(&2)).then_some(9),
        CompressionFormat::Xz => xz_level(start),
        CompressionFormat::Bzip2 | CompressionFormat::Zip => None,
    }
}

/// The lowest of some levels that compresses about as well as this data is compressed.
fn zstd_level(start: &[u8]) -> io::Result<i32> {
    /// Level 12 takes about ten times as long as level 3, level 15 a hundred times.
    const LEVELS: [i32; 4] = [zstd::DEFAULT_COMPRESSION_LEVEL, 6, 9, 12];
    // The number of bytes that are decoded in a step, and the longest text.
    const STEP: usize = 1 << 10;
    const LONGEST: usize = 4 << 20;
    let mut decoder = Decoder::new()?;
    let (mut text, mut block) = (Vec::new(), vec![0; 128 << 10]);
    let (mut read, mut used) = (0, 0);
    while read < start.len() && text.len() < LONGEST {
        let status = decoder.run_on_buffers(&start[read..start.len().min(read + STEP)], &mut block)?;
        read += status.bytes_read;
        if status.bytes_written > 0 {
            text.extend_from_slice(&block[..status.bytes_written]);
            used = read;
        }
    }
    // One percent more is as good.
    let is_as_short = |level: &i32| zstd::bulk::compress(&text, *level).is_ok_and(|out| out.len() <= used + used / 100);
    Ok(LEVELS.into_iter().find(is_as_short).unwrap_or(LEVELS[LEVELS.len() - 1]))
}

/// The preset of xz with the dictionary of the first block, if it is a larger one than the usual. See *The .xz File Format*, 3.1 and
/// 5.3.1: the id of LZMA2, the length of its properties, and the size of the dictionary.
fn xz_level(start: &[u8]) -> Option<i32> {
    let header = start.get(12..)?;
    let header = header.get(..usize::from(*header.first()?) * 4 + 4)?;
    let at = header.windows(2).position(|bytes| bytes == [0x21, 0x01])?;
    // 8, 16, 32 and 64 MiB.
    match header.get(at + 2)? {
        24 => Some(7),
        26 => Some(8),
        28.. => Some(9),
        _ => None,
    }
}

/// Compresses what is written to it.
pub(super) enum Encoder<W: Write> {
    Zstd {
        frame: zstd::Encoder<'static, W>,
        /// The length of text that the frame has.
        length: usize,
        level: i32,
    },
    Gzip(GzEncoder<W>),
    Bzip2(BzEncoder<W>),
    Xz(XzEncoder<W>),
    /// After an error.
    Failed,
}

impl<W: Write> Encoder<W> {
    /// Compresses to `out` at this level, or at the usual one. A zip archive is not a stream and cannot be written.
    pub(super) fn new(format: CompressionFormat, level: Option<i32>, out: W) -> io::Result<Self> {
        let preset = level.map(i32::unsigned_abs);
        Ok(match format {
            CompressionFormat::Zstd => Self::zstd(out, level.unwrap_or(zstd::DEFAULT_COMPRESSION_LEVEL))?,
            CompressionFormat::Gzip => {
                Self::Gzip(GzEncoder::new(out, preset.map(flate2::Compression::new).unwrap_or_default()))
            }
            CompressionFormat::Bzip2 => Self::Bzip2(BzEncoder::new(out, bzip2::Compression::best())),
            CompressionFormat::Xz => Self::Xz(XzEncoder::new(out, preset.unwrap_or(6))),
            CompressionFormat::Zip => return Err(io::ErrorKind::Unsupported.into()),
        })
    }

    fn zstd(out: W, level: i32) -> io::Result<Self> {
        let mut frame = zstd::Encoder::new(out, level)?;
        frame.include_checksum(true)?;
        Ok(Self::Zstd { frame, length: 0, level })
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
        if let Self::Zstd { length: FRAME.., level, .. } = *self {
            *self = Self::zstd(self.take().finish()?, level)?;
        }
        match self {
            Self::Zstd { frame, length, .. } => {
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

    /// A text that higher levels compress better.
    fn text() -> Vec<u8> {
        let words = |index: u32| format!("{} {}\n", index % 977, index.wrapping_mul(2_654_435_761) % 65_521);
        (0..60_000).map(words).collect::<String>().into_bytes()
    }

    #[test]
    fn the_level_is_about_that_of_the_file() {
        let text = text();
        let size = |level| {
            let mut encoder = Encoder::new(CompressionFormat::Zstd, level, Vec::new()).unwrap();
            encoder.write_all(&text).unwrap();
            encoder.finish().unwrap().len()
        };
        for level in [1, 3, 6, 9, 12] {
            let file = zstd::encode_all(&*text, level).unwrap();
            let again = size(level_like(CompressionFormat::Zstd, &file[..file.len().min(SAMPLE)]));
            assert!(again <= file.len() + file.len() / 20, "{level}: {} {again}", file.len());
        }
        assert_eq!(level_like(CompressionFormat::Zstd, b"damaged"), None);
        for (format, level) in [(6, None), (7, Some(7)), (9, Some(9))] {
            let mut encoder = XzEncoder::new(Vec::new(), format);
            encoder.write_all(b"1. e4 *").unwrap();
            assert_eq!(level_like(CompressionFormat::Xz, &encoder.finish().unwrap()), level, "{format}");
        }
        for (level, expected) in [(1, None), (6, None), (9, Some(9))] {
            let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::new(level));
            encoder.write_all(b"1. e4 *").unwrap();
            assert_eq!(level_like(CompressionFormat::Gzip, &encoder.finish().unwrap()), expected);
        }
    }

    #[test]
    fn a_long_text_has_many_frames() {
        let mut encoder = Encoder::new(CompressionFormat::Zstd, None, Vec::new()).unwrap();
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
