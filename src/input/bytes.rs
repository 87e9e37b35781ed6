//! The bytes of a whole file as one slice.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Deref;

use memmap2::Mmap;

use crate::mapped::MappedFile;

/// Files shorter than this are kept in memory as a whole: 1 MiB.
pub(super) const SMALL: u64 = 1 << 20;

/// All bytes of a file, as one slice: a small file in memory, or a temporary file that is mapped.
#[derive(Debug)]
pub struct Bytes(Store);

#[derive(Debug)]
enum Store {
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
        Ok(Self(Store::Mapped(map.into())))
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Store::Owned(bytes))
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match &self.0 {
            Store::Mapped(map) => map,
            Store::Owned(bytes) => bytes,
        }
    }
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        self
    }
}
