//! A buffer for the bytes of a game whose end is not known yet.

use std::sync::Arc;

use crate::input::{Bytes, GrowingSpool, InputError};

use super::ChunkText;

/// Bytes that wait for more bytes: in memory while they are few, otherwise in a temporary file.
pub(super) struct Tail {
    store: Store,
    /// The number of bytes at the front that are no longer needed.
    dropped: usize,
    /// The number of bytes at the last attempt, which were too few.
    tried: usize,
}

enum Store {
    Memory(Vec<u8>),
    Disk(GrowingSpool),
}

/// A view of the bytes of a [`Tail`].
pub(super) enum View<'a> {
    Memory(&'a [u8]),
    Disk(Arc<Bytes>, usize),
}

impl View<'_> {
    pub(super) fn text(&self) -> ChunkText<'_> {
        match self {
            View::Memory(bytes) => (*bytes).into(),
            View::Disk(bytes, dropped) => ChunkText::in_file(bytes, *dropped),
        }
    }
}

impl Tail {
    /// A tail of bytes in which the end of no game is certain.
    pub(super) fn new(bytes: &[u8]) -> Self {
        Self { store: Store::Memory(bytes.to_vec()), dropped: 0, tried: bytes.len() }
    }

    /// The number of waiting bytes.
    pub(super) fn len(&self) -> usize {
        let stored = match &self.store {
            Store::Memory(bytes) => bytes.len(),
            Store::Disk(spool) => usize::try_from(spool.len()).unwrap_or(usize::MAX),
        };
        stored - self.dropped
    }

    /// Appends bytes; moves them to a temporary file if there are more than `limit`. `name` is the name of the text.
    pub(super) fn append(&mut self, more: &[u8], limit: usize, name: &str) -> Result<(), InputError> {
        match &mut self.store {
            Store::Disk(spool) => spool.append(more),
            Store::Memory(bytes) if bytes.len() + more.len() <= limit => {
                bytes.extend_from_slice(more);
                Ok(())
            }
            Store::Memory(bytes) => {
                let mut spool = GrowingSpool::new(name)?;
                spool.append(&bytes[self.dropped..])?;
                spool.append(more)?;
                self.dropped = 0;
                self.store = Store::Disk(spool);
                Ok(())
            }
        }
    }

    /// Whether there are enough bytes for another attempt: at least twice as many as in the last one. So all attempts
    /// together cost at most twice the last one.
    pub(super) fn is_worth_a_try(&self) -> bool {
        self.len() / 2 >= self.tried
    }

    /// The bytes.
    pub(super) fn view(&self) -> Result<View<'_>, InputError> {
        Ok(match &self.store {
            Store::Memory(bytes) => View::Memory(&bytes[self.dropped..]),
            Store::Disk(spool) => View::Disk(Arc::new(spool.bytes()?), self.dropped),
        })
    }

    /// Drops bytes from the front, after an attempt that read this many.
    pub(super) fn drop_front(&mut self, count: usize) {
        self.dropped += count;
        self.tried = self.len();
    }
}
