//! The bytes of a game whose end is not known yet.

use crate::input::{Bytes, GrowingSpool, InputError};

/// Bytes that wait for more: in memory while they are few, else in a temporary file.
pub(super) struct Tail {
    store: Store,
    /// How many bytes at the front are no longer wanted.
    dropped: usize,
    /// How many bytes there were when they were last found to be too few.
    tried: usize,
}

enum Store {
    Memory(Vec<u8>),
    Disk(GrowingSpool),
}

/// A look at a [`Tail`].
pub(super) enum View<'a> {
    Memory(&'a [u8]),
    Disk(Bytes, usize),
}

impl View<'_> {
    pub(super) fn bytes(&self) -> &[u8] {
        match self {
            View::Memory(bytes) => bytes,
            View::Disk(bytes, dropped) => &bytes[*dropped..],
        }
    }
}

impl Tail {
    /// Bytes in which no game could be settled.
    pub(super) fn new(bytes: &[u8]) -> Self {
        Self { store: Store::Memory(bytes.to_vec()), dropped: 0, tried: bytes.len() }
    }

    /// How many bytes are waiting.
    pub(super) fn len(&self) -> usize {
        let stored = match &self.store {
            Store::Memory(bytes) => bytes.len(),
            Store::Disk(spool) => usize::try_from(spool.len()).unwrap_or(usize::MAX),
        };
        stored - self.dropped
    }

    /// Adds bytes; more than `limit` in all go to a temporary file. `name` is the text's.
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

    /// Whether there are enough bytes for another try: at least twice as many as in the last one, so that all tries
    /// together cost no more than two of the last.
    pub(super) fn is_worth_a_try(&self) -> bool {
        self.len() / 2 >= self.tried
    }

    /// The bytes.
    pub(super) fn view(&self) -> Result<View<'_>, InputError> {
        Ok(match &self.store {
            Store::Memory(bytes) => View::Memory(&bytes[self.dropped..]),
            Store::Disk(spool) => View::Disk(spool.bytes()?, self.dropped),
        })
    }

    /// Drops bytes from the front, after a try that got so far.
    pub(super) fn drop_front(&mut self, count: usize) {
        self.dropped += count;
        self.tried = self.len();
    }
}
