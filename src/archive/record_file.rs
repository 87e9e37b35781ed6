//! Temporary files of records of any length, each found again by its place, the texts that go with them, and their errors.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fmt, mem};

use memmap2::MmapOptions;

use crate::mapped::MappedFile;

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
    record: LastRecord,
}

/// The record that was read last.
#[derive(Debug)]
enum LastRecord {
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
        Ok(RecordReader { folder, file, record: LastRecord::Memory(Vec::new()) })
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
            LastRecord::Memory(bytes) => bytes,
            LastRecord::Mapped(map) => map,
        })
    }

    fn record(&mut self, place: u64) -> io::Result<LastRecord> {
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
            return Ok(LastRecord::Mapped(map.into()));
        }
        let mut bytes = match &mut self.record {
            LastRecord::Memory(bytes) => mem::take(bytes),
            LastRecord::Mapped(_) => Vec::new(),
        };
        bytes.clear();
        let read = (&mut self.file).take(length).read_to_end(&mut bytes)?;
        if read as u64 == length { Ok(LastRecord::Memory(bytes)) } else { Err(cut()) }
    }
}

// The error of a temporary file. The file has no name, so the error carries the folder.

/// Why a temporary file is of no use.
#[derive(Clone, Debug)]
pub enum TemporaryError {
    /// It cannot be created, written or read.
    System { folder: PathBuf, source: Arc<io::Error> },
    /// It does not hold what was written to it.
    Changed,
}

impl TemporaryError {
    /// An error of the system about a file in this folder.
    pub fn new(folder: &Path, source: io::Error) -> Self {
        match source.kind() {
            io::ErrorKind::UnexpectedEof => Self::Changed,
            _ => Self::System { folder: folder.to_owned(), source: Arc::new(source) },
        }
    }
}

impl fmt::Display for TemporaryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::System { folder, source } => {
                write!(f, "{}: a temporary file cannot be written or read: {source}", folder.display())
            }
            Self::Changed => f.write_str("a temporary file has changed while it was used"),
        }
    }
}

impl std::error::Error for TemporaryError {}

impl From<TemporaryError> for io::Error {
    fn from(error: TemporaryError) -> Self {
        let kind = match &error {
            TemporaryError::System { source, .. } => source.kind(),
            TemporaryError::Changed => io::ErrorKind::InvalidData,
        };
        Self::new(kind, error)
    }
}

// The texts of games that go with records: a short one is in its record, a long one in a file apart, so that sorting moves
// only its place.

#[derive(Debug)]
pub struct LongTexts(RecordFile);

#[derive(Debug)]
pub struct LongTextReader(RecordReader);

/// The length from which a text is long.
const LONG_TEXT: usize = 1 << 20;

/// Where the text of a record is: the first byte of its stored form.
const IN_RECORD: [u8; 1] = [0];
const APART: [u8; 1] = [1];

/// The stored form of a text, in two parts.
pub type StoredText<'a> = (&'static [u8], Cow<'a, [u8]>);

impl LongTexts {
    /// Without any texts, in a file in this folder.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be created.
    pub fn create(folder: &Path) -> Result<Self, TemporaryError> {
        RecordFile::create(folder).map(Self)
    }

    /// The form in which a record has a text.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn store<'a>(&mut self, text: &'a [u8]) -> Result<StoredText<'a>, TemporaryError> {
        if text.len() < LONG_TEXT {
            return Ok((&IN_RECORD, text.into()));
        }
        let numbers = [self.0.push([text])?, text.len() as u64].map(u64::to_le_bytes);
        Ok((&APART, numbers.as_flattened().to_vec().into()))
    }

    /// Ends the input.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn finish(self) -> Result<LongTextReader, TemporaryError> {
        self.0.finish().map(LongTextReader)
    }
}

impl LongTextReader {
    /// The text with this stored form.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn text<'a>(&'a mut self, stored: &'a [u8]) -> Result<&'a [u8], TemporaryError> {
        match apart(stored) {
            Some((place, _)) => self.0.read(place),
            None => stored.get(1..).ok_or(TemporaryError::Changed),
        }
    }
}

/// The length of the text with this stored form.
pub fn length(stored: &[u8]) -> u64 {
    apart(stored).map_or(stored.len().saturating_sub(1) as u64, |(_, length)| length)
}

/// The place and the length of a long text; `None` if the record has its text.
fn apart(stored: &[u8]) -> Option<(u64, u64)> {
    let (&[place, length], []) = stored.strip_prefix(&APART)?.as_chunks::<8>() else { return None };
    Some((u64::from_le_bytes(place), u64::from_le_bytes(length)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_any_length_are_found_again() {
        let folder = tempfile::tempdir().unwrap();
        let mut texts = LongTexts::create(folder.path()).unwrap();
        let given = [
            String::new(),
            "1. e4 *".to_owned(),
            "x".repeat(LONG_TEXT - 1),
            "y".repeat(LONG_TEXT),
            "z".repeat(3 * LONG_TEXT),
        ];
        let stored = given.each_ref().map(|text| {
            let (kind, text) = texts.store(text.as_bytes()).unwrap();
            [kind, &text].concat()
        });
        let mut texts = texts.finish().unwrap();
        for (text, stored) in given.iter().zip(&stored).rev() {
            assert!(stored.len() <= LONG_TEXT, "{}", stored.len());
            assert_eq!(length(stored), text.len() as u64);
            assert!(texts.text(stored).unwrap() == text.as_bytes());
        }
        assert!(texts.text(b"").is_err());
    }
}
