//! Records of any length in a temporary file, each found again by its place.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::mem;
use std::path::{Path, PathBuf};

use memmap2::MmapOptions;

use crate::mapped::MappedFile;

use super::temporary::TemporaryError;

/// Takes records.
///
/// The file has no name, so the system frees it when the process ends in any way.
#[derive(Debug)]
pub struct RecordFile {
    folder: PathBuf,
    file: BufWriter<File>,
    length: u64,
}

#[derive(Debug)]
pub struct RecordReader {
    folder: PathBuf,
    file: File,
    record: Record,
}

/// The record that was read last.
#[derive(Debug)]
enum Record {
    Memory(Vec<u8>),
    /// A long one, which stays in the file.
    Mapped(MappedFile),
}

/// The size of the buffer of a file that is written.
const BUFFER: usize = 1 << 18;

/// The length from which a record is not read into memory.
const LONG: u64 = 1 << 20;

impl RecordFile {
    /// Without any records, in a file in this folder.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be created.
    pub fn create(folder: &Path) -> Result<Self, TemporaryError> {
        let file = tempfile::tempfile_in(folder).map_err(|error| TemporaryError::new(folder, error))?;
        Ok(Self { folder: folder.to_owned(), file: BufWriter::with_capacity(BUFFER, file), length: 0 })
    }

    /// Takes a record that has several parts; returns its place.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn push<const N: usize>(&mut self, parts: [&[u8]; N]) -> Result<u64, TemporaryError> {
        let place = self.length;
        let length: u64 = parts.iter().map(|part| part.len() as u64).sum();
        let written = self.file.write_all(&length.to_le_bytes());
        let written = written.and_then(|()| parts.into_iter().try_for_each(|part| self.file.write_all(part)));
        written.map_err(|error| TemporaryError::new(&self.folder, error))?;
        self.length += size_of::<u64>() as u64 + length;
        Ok(place)
    }

    /// Ends the input.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn finish(self) -> Result<RecordReader, TemporaryError> {
        let Self { folder, file, .. } = self;
        let file = file.into_inner().map_err(|error| TemporaryError::new(&folder, error.into_error()))?;
        Ok(RecordReader { folder, file, record: Record::Memory(Vec::new()) })
    }
}

impl RecordReader {
    /// The record at a place that [`RecordFile::push`] returned.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn read(&mut self, place: u64) -> Result<&[u8], TemporaryError> {
        let record = self.record(place).map_err(|error| TemporaryError::new(&self.folder, error))?;
        self.record = record;
        Ok(match &self.record {
            Record::Memory(bytes) => bytes,
            Record::Mapped(map) => map,
        })
    }

    fn record(&mut self, place: u64) -> io::Result<Record> {
        let mut length = [0; size_of::<u64>()];
        self.file.seek(SeekFrom::Start(place))?;
        self.file.read_exact(&mut length)?;
        let length = u64::from_le_bytes(length);
        let cut = || io::Error::from(io::ErrorKind::UnexpectedEof);
        if length >= LONG {
            let start = place + size_of::<u64>() as u64;
            if self.file.metadata()?.len() < start.checked_add(length).ok_or_else(cut)? {
                return Err(cut());
            }
            let length = usize::try_from(length).map_err(io::Error::other)?;
            // SAFETY: the file has no name and belongs to this process, which does not write to it any more.
            let map = unsafe { MmapOptions::new().offset(start).len(length).map(&self.file) }?;
            return Ok(Record::Mapped(map.into()));
        }
        let mut bytes = match &mut self.record {
            Record::Memory(bytes) => mem::take(bytes),
            Record::Mapped(_) => Vec::new(),
        };
        bytes.clear();
        let read = (&mut self.file).take(length).read_to_end(&mut bytes)?;
        if read as u64 == length { Ok(Record::Memory(bytes)) } else { Err(cut()) }
    }
}
