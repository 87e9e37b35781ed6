//! The bytes of a whole file or stream as one slice: in memory, or in a temporary file, which may be larger than memory.

use std::fs::File;
use std::io::{Read, Write};
use std::ops::Deref;
use std::sync::Arc;
use std::{env, io};

use memmap2::Mmap;

use crate::mapped::MappedFile;

use super::error::{InputError, InputErrorKind};

/// The number of bytes that are copied at a time.
const BUFFER: usize = 256 * 1024;

/// A stream as one slice: an unnamed temporary file, memory-mapped. The system frees it when the slice is dropped or
/// the process ends in any way.
#[derive(Debug)]
pub struct Spool {
    /// All bytes up to the end of the stream or to its error.
    pub bytes: Bytes,
    /// The error that ended the stream early, if there was one.
    pub error: Option<InputError>,
}

impl Spool {
    /// Copies the bytes that were already read, then the rest of the stream.
    ///
    /// Fails only if the copy cannot be written (the disk is full), with an [`InputErrorKind::Spool`] that names the
    /// directory.
    pub fn collect(name: &str, prefix: &[u8], mut rest: impl Read) -> Result<Self, InputError> {
        let mut copy = GrowingSpool::new(name)?;
        copy.append(prefix)?;
        let mut buffer = vec![0; BUFFER];
        let error = loop {
            match rest.read(&mut buffer) {
                Ok(0) => break None,
                Ok(count) => copy.append(&buffer[..count])?,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => break Some(InputError::from_read(name, copy.len(), error)),
            }
        };
        Ok(Self { bytes: copy.bytes()?, error })
    }
}

/// Some texts as one slice: a long one in a temporary file.
pub fn joined(name: &str, texts: &[&[u8]]) -> Result<Bytes, InputError> {
    if texts.iter().map(|text| text.len() as u64).sum::<u64>() < SMALL {
        return Ok(texts.concat().into());
    }
    let mut joined = GrowingSpool::new(name)?;
    texts.iter().try_for_each(|text| joined.append(text))?;
    joined.bytes()
}

/// A [`Spool`] under construction: an unnamed temporary file that grows and can be read at any time.
///
/// Its methods fail only if the file cannot be written (the disk is full), with an [`InputErrorKind::Spool`] that names
/// the directory.
#[derive(Debug)]
pub struct GrowingSpool {
    name: String,
    file: File,
    length: u64,
}

impl GrowingSpool {
    /// An empty file for the input `name`.
    pub fn new(name: &str) -> Result<Self, InputError> {
        let file = tempfile::tempfile().map_err(|source| failed(name, source))?;
        Ok(Self { name: name.to_owned(), file, length: 0 })
    }

    pub fn append(&mut self, bytes: &[u8]) -> Result<(), InputError> {
        self.file.write_all(bytes).map_err(|source| failed(&self.name, source))?;
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// The length in bytes.
    #[expect(clippy::len_without_is_empty, reason = "a file length, not a collection")]
    pub const fn len(&self) -> u64 {
        self.length
    }

    /// All bytes so far, memory-mapped.
    pub fn bytes(&self) -> Result<Bytes, InputError> {
        if self.length == 0 {
            return Ok(Bytes::from(Vec::new()));
        }
        Bytes::map(&self.file).map_err(|source| failed(&self.name, source))
    }
}

fn failed(name: &str, source: io::Error) -> InputError {
    InputError::new(name, InputErrorKind::Spool { directory: env::temp_dir(), source: Arc::new(source) })
}

// The bytes of a whole file as one slice.

/// Files shorter than this are kept in memory as a whole: 1 MiB.
pub(super) const SMALL: u64 = 1 << 20;

/// All bytes of a file, as one slice: a small file in memory, or a temporary file that is mapped.
#[derive(Debug)]
pub struct Bytes(BytesStore);

#[derive(Debug)]
enum BytesStore {
    Mapped(MappedFile),
    Owned(Vec<u8>),
}

impl Bytes {
    /// The content of a regular file of this length. `None` if it is not small, whatever the length says (`/proc`, a
    /// file that grows). The file is then at its start again.
    pub(super) fn of_small_file(file: &mut File, length: u64) -> io::Result<Option<Self>> {
        if length >= SMALL {
            return Ok(None);
        }
        let mut bytes = Vec::with_capacity(length as usize + 1);
        file.take(SMALL).read_to_end(&mut bytes)?;
        if bytes.len() as u64 == SMALL {
            io::Seek::rewind(file)?;
            return Ok(None);
        }
        Ok(Some(Self::from(bytes)))
    }

    /// Maps a temporary file without a name that is not empty.
    pub(super) fn map(file: &File) -> io::Result<Self> {
        // SAFETY: the file has no name and belongs to this process, so nothing shortens it; what is written to it later
        // is after the bytes that are mapped here.
        let map = unsafe { Mmap::map(file)? };
        Ok(Self(BytesStore::Mapped(map.into())))
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self(BytesStore::Owned(bytes))
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match &self.0 {
            BytesStore::Mapped(map) => map,
            BytesStore::Owned(bytes) => bytes,
        }
    }
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefix_and_rest_are_one_slice() {
        let rest = vec![b'x'; 3 * BUFFER + 1];
        let spool = Spool::collect("game", b"1. e4", &*rest).unwrap();
        assert!(spool.error.is_none());
        assert_eq!(spool.bytes.len(), 5 + rest.len());
        assert!(spool.bytes.starts_with(b"1. e4xxx"));
        assert!(Spool::collect("game", b"", io::empty()).unwrap().bytes.is_empty());
    }

    #[test]
    fn a_stream_error_loses_no_bytes_before_it() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::ErrorKind::ConnectionReset.into())
            }
        }
        let spool = Spool::collect("game", b"1. e4", b" e5".chain(Broken)).unwrap();
        assert_eq!(&*spool.bytes, b"1. e4 e5");
        assert!(matches!(spool.error.unwrap().fault, InputErrorKind::Read { offset: 8, .. }));
    }
}
