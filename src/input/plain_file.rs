//! A regular file without compression that is too long to be kept in memory.
//!
//! It is read, not mapped: if another program shortens a mapped file, the next access to it ends the process with
//! `SIGBUS`, and if another program writes to it, bytes change under the code that has already checked them (see
//! `docs/decisions/010-files-are-read-not-mapped.md`).

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Take};
use std::sync::{Arc, Mutex, PoisonError};

use super::error::{InputError, InputErrorKind};
use super::source::{Meter, Raw, Stream};

/// A long file. It ends where it ended when it was opened: what is appended later is not read, and if it is shortened,
/// that is an [`InputErrorKind::Shortened`].
#[derive(Debug)]
pub struct PlainFile {
    name: Arc<str>,
    file: Mutex<File>,
    length: u64,
    meter: Meter,
}

impl PlainFile {
    pub(super) fn new(name: &str, file: File, length: u64, meter: Meter) -> Self {
        Self { name: name.into(), file: Mutex::new(file), length, meter }
    }

    /// The length in bytes.
    #[expect(clippy::len_without_is_empty, reason = "a file length, not a collection")]
    pub const fn len(&self) -> u64 {
        self.length
    }

    /// The first bytes, at most `count`; none if they cannot be read. The position is at the start before and after.
    pub(super) fn head(&self, count: usize) -> Vec<u8> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let mut head = Vec::new();
        let read = (&mut *file).take(count as u64).read_to_end(&mut head).and_then(|_| file.seek(SeekFrom::Start(0)));
        read.map_or_else(|_| Vec::new(), |_| head)
    }

    /// The bytes from its start to its end, counted by the meter.
    pub fn into_read(self) -> Stream {
        self.rest(0)
    }

    /// The bytes from an offset to its end, counted by the meter.
    pub fn into_read_from(mut self, offset: u64) -> io::Result<Stream> {
        self.file.get_mut().unwrap_or_else(PoisonError::into_inner).seek(SeekFrom::Start(offset))?;
        Ok(self.rest(offset))
    }

    /// The same file, to be read apart. The two share their position, so one is read after the other.
    #[cfg(feature = "compression")]
    pub(super) fn again(&self) -> io::Result<Self> {
        let file = self.file.lock().unwrap_or_else(PoisonError::into_inner).try_clone()?;
        Ok(Self::new(&self.name, file, self.length, self.meter.clone()))
    }

    /// The bytes from this offset on, which is the position of the file.
    fn rest(self, offset: u64) -> Stream {
        let file = self.file.into_inner().unwrap_or_else(PoisonError::into_inner);
        let file = file.take(self.length.saturating_sub(offset));
        let rest = Rest { name: Arc::clone(&self.name), file, length: self.length };
        Box::new(Raw::new(rest, self.name, Some(self.meter)).at(offset))
    }

    /// Up to `count` bytes from an offset; fewer only at the end of the file.
    pub fn read(&self, offset: u64, count: u64) -> Result<Vec<u8>, InputError> {
        let count = count.min(self.length.saturating_sub(offset));
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let mut bytes = Vec::with_capacity(usize::try_from(count).unwrap_or(0));
        let read = file.seek(SeekFrom::Start(offset)).and_then(|_| (&mut *file).take(count).read_to_end(&mut bytes));
        read.map_err(|error| InputError::from_read(&self.name, offset + bytes.len() as u64, error))?;
        Ok(bytes)
    }

    /// The error for a file that now ends at this offset.
    pub fn shortened(&self, end: u64) -> InputError {
        shortened(&self.name, end, self.length)
    }
}

fn shortened(name: &str, end: u64, length: u64) -> InputError {
    InputError::new(name, InputErrorKind::Shortened { end, length })
}

/// The part of a file that has not been read.
struct Rest {
    name: Arc<str>,
    file: Take<File>,
    /// The length of the whole file.
    length: u64,
}

impl Read for Rest {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(out)?;
        if count == 0 && !out.is_empty() && self.file.limit() > 0 {
            return Err(shortened(&self.name, self.length - self.file.limit(), self.length).into());
        }
        Ok(count)
    }
}
