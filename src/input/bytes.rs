//! The bytes of a whole file as one slice, memory-mapped if the file is large and read if it is small.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Deref;

use memmap2::Mmap;

/// Files shorter than this are read, not mapped: that costs no more, and such a file may change or shrink meanwhile.
const SMALL: u64 = 64 * 1024;

/// All bytes of a file, as one slice.
///
/// A file of 64 KiB or more is mapped, not copied. Do not shorten such a file while it is read: an access to a page
/// that no longer exists ends the process with `SIGBUS`, as in every program that maps files. If another program writes
/// to the file meanwhile, old or new bytes appear. To read a file in use, send it through a pipe (`cat … | adoube
/// stats`); `adoube stats < …` maps it, too.
#[derive(Debug)]
pub struct Bytes(Store);

#[derive(Debug)]
enum Store {
    Mapped(Mmap),
    Owned(Vec<u8>),
}

impl Bytes {
    /// The content of a regular file of this length. `None` if it is not available in one piece: the length is wrong
    /// (`/proc`, a file that grows), or the file system does not support mapping. The file is then at its start again.
    pub(super) fn of_file(file: &mut File, length: u64) -> io::Result<Option<Self>> {
        if length < SMALL {
            return Self::read_small(file);
        }
        Ok(Self::map(file).ok())
    }

    fn read_small(file: &mut File) -> io::Result<Option<Self>> {
        let mut bytes = Vec::new();
        file.take(SMALL).read_to_end(&mut bytes)?;
        if bytes.len() as u64 == SMALL {
            io::Seek::rewind(file)?;
            return Ok(None);
        }
        Ok(Some(Self::from(bytes)))
    }

    /// Maps a file that is not empty.
    pub(super) fn map(file: &File) -> io::Result<Self> {
        // SAFETY: the slice stays valid as long as the file is not shortened, and constant as long as it is not written
        // to. No program can guarantee this for a file that others may change; `Bytes` documents the limits.
        let map = unsafe { Mmap::map(file)? };
        Ok(Self(Store::Mapped(map)))
    }

    /// Whether the bytes are a mapping of a file rather than a copy in memory.
    #[must_use]
    pub const fn is_mapped(&self) -> bool {
        matches!(self.0, Store::Mapped(_))
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
