//! Records of any length in a temporary file, each found again by its place.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Takes records.
///
/// The file has no name, so the system frees it when the process ends in any way.
#[derive(Debug)]
pub struct RecordFile {
    file: BufWriter<File>,
    length: u64,
}

/// Finds records.
#[derive(Debug)]
pub struct RecordReader {
    file: File,
    record: Vec<u8>,
}

/// The size of the buffer of a file that is written.
const BUFFER: usize = 1 << 18;

/// The error that a temporary file does not hold what was written to it.
#[must_use]
pub fn changed() -> io::Error {
    io::Error::other("a temporary file has changed")
}

impl RecordFile {
    /// Without any records, in a file in this folder.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be created.
    pub fn create(folder: &Path) -> io::Result<Self> {
        Ok(Self { file: BufWriter::with_capacity(BUFFER, tempfile::tempfile_in(folder)?), length: 0 })
    }

    /// Takes a record that has several parts; returns its place.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn push<const N: usize>(&mut self, parts: [&[u8]; N]) -> io::Result<u64> {
        let place = self.length;
        let length: u64 = parts.iter().map(|part| part.len() as u64).sum();
        self.file.write_all(&length.to_le_bytes())?;
        parts.into_iter().try_for_each(|part| self.file.write_all(part))?;
        self.length += size_of::<u64>() as u64 + length;
        Ok(place)
    }

    /// Ends the input.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn finish(self) -> io::Result<RecordReader> {
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        Ok(RecordReader { file, record: Vec::new() })
    }
}

impl RecordReader {
    /// The record at a place that [`RecordFile::push`] returned.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn read(&mut self, place: u64) -> io::Result<&[u8]> {
        let mut length = [0; size_of::<u64>()];
        self.file.seek(SeekFrom::Start(place))?;
        self.file.read_exact(&mut length)?;
        let length = u64::from_le_bytes(length);
        self.record.clear();
        let read = (&mut self.file).take(length).read_to_end(&mut self.record)?;
        if read as u64 == length { Ok(&self.record) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }
}
