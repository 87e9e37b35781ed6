//! The lower end of every stream: bytes counted as they come in, and a look at the first of them.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::error::InputError;

/// A stream that may be handed to another thread.
pub(super) type Stream = Box<dyn Read + Send>;

/// How many bytes of the files on disk were taken in: of the compressed file where it is compressed.
///
/// Clones share one count, so that one meter serves a whole run. The streams count for themselves; whoever walks a
/// [`super::Content::Whole`] adds what was walked.
#[derive(Clone, Default, Debug)]
pub struct Meter(Arc<AtomicU64>);

impl Meter {
    /// The count so far, in bytes.
    #[must_use]
    pub fn consumed(&self) -> u64 {
        self.0.load(Relaxed)
    }

    /// Counts more bytes.
    pub fn add(&self, bytes: u64) {
        self.0.fetch_add(bytes, Relaxed);
    }
}

/// A stream of the system: counts its bytes and gives its errors a name and a place.
pub(super) struct Raw<R> {
    inner: R,
    name: Arc<str>,
    meter: Option<Meter>,
    offset: u64,
}

impl<R: Read> Raw<R> {
    pub(super) const fn new(inner: R, name: Arc<str>, meter: Option<Meter>) -> Self {
        Self { inner, name, meter, offset: 0 }
    }
}

impl<R: Read> Read for Raw<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        match self.inner.read(out) {
            Ok(count) => {
                self.offset += count as u64;
                if let Some(meter) = &self.meter {
                    meter.add(count as u64);
                }
                Ok(count)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(error) => Err(InputError::from_read(&self.name, self.offset, error).into()),
        }
    }
}

/// A stream whose first bytes have been looked at and will still be read.
///
/// An error that ended the look is kept for its turn, so that it costs none of the bytes before it.
pub(super) struct Peeked {
    head: Vec<u8>,
    taken: usize,
    error: Option<io::Error>,
    rest: Stream,
}

impl Peeked {
    /// Looks at up to `count` bytes; fewer only when the stream ends or fails before. How the writer of a pipe cuts its
    /// data makes no difference.
    pub(super) fn new(mut rest: Stream, count: usize) -> Self {
        let mut head = Vec::with_capacity(count);
        let error = (&mut rest).take(count as u64).read_to_end(&mut head).err();
        Self { head, taken: 0, error, rest }
    }

    pub(super) fn head(&self) -> &[u8] {
        &self.head[self.taken..]
    }

    /// Leaves out bytes of the head.
    pub(super) fn skip(&mut self, count: usize) {
        self.taken = (self.taken + count).min(self.head.len());
    }
}

impl Read for Peeked {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.taken < self.head.len() {
            let count = self.head().read(out)?;
            self.taken += count;
            return Ok(count);
        }
        match self.error.take() {
            Some(error) => Err(error),
            None => self.rest.read(out),
        }
    }
}
