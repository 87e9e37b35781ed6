//! A whole file as one slice: mapped when it is large, read when it is small.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Deref;

use memmap2::Mmap;

/// Below this many bytes a file is read, not mapped: it costs no more, and it may change or shrink meanwhile.
const SMALL: u64 = 64 * 1024;

/// All bytes of a file, as one slice.
///
/// A file of 64 KiB or more is mapped, not copied. Such a file must not be shortened while it is read: touching a page
/// that is gone ends the process with `SIGBUS`, on every system and in every program that maps files. A file written to
/// meanwhile shows old or new bytes. Whoever reads files in use sends them through a pipe (`adoube stats < …` maps too,
/// `cat … | adoube stats` does not).
#[derive(Debug)]
pub struct Bytes(Store);

#[derive(Debug)]
enum Store {
    Mapped(Mmap),
    Owned(Vec<u8>),
}

impl Bytes {
    /// The content of a regular file, whose length is known; `None` when it cannot be had in one piece: the length was a
    /// lie (`/proc`, a file that grows) or the file system does not map. The file then stands at its start again.
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
        // SAFETY: the slice stays valid as long as nobody shortens the file, and constant as long as nobody writes to it.
        // No program can rule this out for a file of others; the limits are told to users at `Bytes`.
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
