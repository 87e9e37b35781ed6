//! How the text of a file is stored, so that the file can be replaced by one of the same kind.

use std::io::{self, Read, Write};
use std::path::Path;

use crate::input::{CompressionFormat, InputError, InputFile, OpenOptions};
use crate::parts::digest::Checksum;

/// A text, and the format in which its file is compressed.
pub(super) type StoredText = (Box<dyn Read + Send>, Option<CompressionFormat>);

/// The length and the checksum of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TextSum {
    pub(super) bytes: u64,
    pub(super) checksum: String,
}

/// Opens a file; or returns why it cannot be replaced.
pub(super) fn open(file: &InputFile, options: &OpenOptions) -> Result<Result<StoredText, &'static str>, InputError> {
    let Some(opened) = file.open(options).next().transpose()? else { return Ok(Err("it is an empty archive")) };
    let format = match opened.layers[..] {
        [] => None,
        [CompressionFormat::Zip, ..] => return Ok(Err("it is a zip archive; write the games elsewhere with -o")),
        [format] => Some(format),
        _ => return Ok(Err("it is compressed more than once; write the games elsewhere with -o")),
    };
    Ok(Ok((opened.content.into_read(), format)))
}

pub(super) fn open_path(path: &Path, options: &OpenOptions) -> io::Result<StoredText> {
    let stored = open(&InputFile::file(path.to_owned()), options).map_err(io::Error::other)?;
    stored.map_err(io::Error::other)
}

pub(super) fn sum(path: &Path, options: &OpenOptions) -> io::Result<TextSum> {
    let mut sum = Summed::new(io::sink());
    io::copy(&mut open_path(path, options)?.0, &mut sum)?;
    Ok(sum.text_sum())
}

/// An error if a file does not have the text that was read from it.
pub(super) fn check(path: &Path, options: &OpenOptions, read: &TextSum) -> io::Result<()> {
    if sum(path, options)? == *read {
        return Ok(());
    }
    Err(io::Error::other("another program has changed it while it was read, so it is left as it is"))
}

/// A writer that adds up what passes through it.
pub(super) struct Summed<W> {
    pub(super) out: W,
    bytes: u64,
    checksum: Checksum,
}

impl<W> Summed<W> {
    pub(super) fn new(out: W) -> Self {
        Self { out, bytes: 0, checksum: Checksum::default() }
    }

    pub(super) fn text_sum(&self) -> TextSum {
        TextSum { bytes: self.bytes, checksum: self.checksum.text() }
    }
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.out.write(bytes)?;
        self.bytes += count as u64;
        self.checksum.add(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
