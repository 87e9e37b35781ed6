//! The text of a chunk, of which ranges can be kept.

use std::ops::{Deref, Range};
use std::sync::Arc;

use crate::input::Bytes;

/// The bytes of a chunk. They may be in a temporary file, where a long game waited for its end.
#[derive(Clone, Copy, Debug)]
pub struct ChunkText<'a> {
    bytes: &'a [u8],
    /// The file that they are in, and the offset of the first.
    file: Option<(&'a Arc<Bytes>, usize)>,
}

/// A range of a text that is kept for later. It takes memory only if the text is in memory, so that a copy of a game takes no
/// more memory than the game did.
#[derive(Clone, Debug)]
pub struct KeptText(Store);

#[derive(Clone, Debug)]
enum Store {
    Memory(Vec<u8>),
    File(Arc<Bytes>, Range<usize>),
}

impl<'a> ChunkText<'a> {
    /// The bytes of a file from this offset on.
    pub(super) fn in_file(file: &'a Arc<Bytes>, start: usize) -> Self {
        Self { bytes: &file[start..], file: Some((file, start)) }
    }

    /// The bytes from this offset on.
    pub(super) fn from(self, at: usize) -> Self {
        Self { bytes: &self.bytes[at..], file: self.file.map(|(file, start)| (file, start + at)) }
    }

    pub const fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// A range of the bytes, to be kept.
    ///
    /// # Panics
    ///
    /// If the range is not within the bytes.
    pub fn keep(self, range: Range<usize>) -> KeptText {
        let kept = &self.bytes[range.clone()];
        KeptText(match self.file {
            None => Store::Memory(kept.to_vec()),
            Some((file, start)) => Store::File(Arc::clone(file), start + range.start..start + range.end),
        })
    }
}

impl<'a> From<&'a [u8]> for ChunkText<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self { bytes, file: None }
    }
}

impl Deref for ChunkText<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.bytes
    }
}

impl KeptText {
    /// The whole of it as a chunk.
    pub fn as_chunk(&self) -> ChunkText<'_> {
        match &self.0 {
            Store::Memory(bytes) => bytes.as_slice().into(),
            Store::File(file, range) => ChunkText { bytes: &file[range.clone()], file: Some((file, range.start)) },
        }
    }

    /// The beginning of this length.
    ///
    /// # Panics
    ///
    /// If it is longer than the text.
    #[must_use]
    pub fn first(&self, length: usize) -> Self {
        self.as_chunk().keep(0..length)
    }
}

impl Default for KeptText {
    fn default() -> Self {
        Self::from(Vec::new())
    }
}

impl From<Vec<u8>> for KeptText {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Store::Memory(bytes))
    }
}

impl Deref for KeptText {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match &self.0 {
            Store::Memory(bytes) => bytes,
            Store::File(file, range) => &file[range.clone()],
        }
    }
}
