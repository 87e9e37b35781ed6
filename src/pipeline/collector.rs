//! The collector of parts in order: it decides which readings count and which games must be read again.

use std::sync::Arc;

use crate::input::{Bytes, GrowingSpool, InputError, TextEnd};

use super::chunk::{Chunk, Following, Reading, Text, read_games};
use super::{ChunkText, Collected, GameWork, PartSink, PipelineOptions};

/// Why a run ends before its text.
pub(super) enum Stop {
    /// The callback ended the run.
    Requested,
    /// The rest of the text is unreadable.
    Failed(InputError),
}

/// Receives the chunks of a text in order and passes the games that count to the callback.
pub(super) struct Collector<'a, 'c, W: GameWork> {
    work: &'a W,
    name: &'a str,
    options: &'a PipelineOptions,
    collect: &'a mut PartSink<'c, W::Part>,
    /// The offset in the text at which the next game starts; everything before it is collected.
    expected: u64,
    /// The end of the range in which games start that count.
    range_end: TextEnd,
    /// The bytes from there to the next chunk, if any.
    tail: Option<Tail>,
    counts_bytes: bool,
}

impl<'a, 'c, W: GameWork> Collector<'a, 'c, W> {
    pub(super) fn new(
        work: &'a W,
        name: &'a str,
        options: &'a PipelineOptions,
        range: &(u64, TextEnd),
        collect: &'a mut PartSink<'c, W::Part>,
    ) -> Self {
        let (expected, range_end) = range.clone();
        Self { work, name, options, collect, expected, range_end, tail: None, counts_bytes: false }
    }

    /// Makes the collector add the collected bytes to the meter.
    pub(super) fn count_bytes(&mut self) {
        self.counts_bytes = true;
    }

    /// The offset in the text up to which everything is collected.
    pub(super) fn collected(&self) -> u64 {
        self.expected
    }

    /// Receives the next chunk, with its games if they were already read.
    pub(super) fn take<B: AsRef<[u8]>>(
        &mut self,
        chunk: &Chunk<B>,
        reading: Option<Reading<W::Part>>,
    ) -> Result<(), Stop> {
        if let Some(tail) = self.tail.take() {
            self.tail = self.take_tail(tail, chunk)?;
        }
        if self.tail.is_none() {
            self.take_games(chunk, reading)?;
        }
        if self.expected >= self.range_end.get() {
            return Err(Stop::Requested);
        }
        match &chunk.following {
            Following::Failed(error) => Err(Stop::Failed(error.clone())),
            Following::Gap(error) => self.pass(Collected::Gap(error.clone())),
            Following::More | Following::End => Ok(()),
        }
    }

    /// Reads the games that start in the tail, together with the bytes of the chunk after it. Returns the tail that
    /// still waits.
    fn take_tail<B: AsRef<[u8]>>(&mut self, mut tail: Tail, chunk: &Chunk<B>) -> Result<Option<Tail>, Stop> {
        // Several chunks after the range can be in the tail.
        let left = usize::try_from(self.range_end.get().saturating_sub(self.expected)).unwrap_or(usize::MAX);
        let stop = tail.len().min(left);
        let has_more = matches!(chunk.following, Following::More);
        // The last chunk also has the bytes after the range.
        let more = if has_more { &chunk.bytes.as_ref()[..chunk.stop] } else { chunk.bytes.as_ref() };
        tail.append(more, self.options.spool_bytes, self.name).map_err(Stop::Failed)?;
        if has_more && !tail.is_worth_a_try() {
            return Ok(Some(tail));
        }
        let length = {
            let view = tail.view().map_err(Stop::Failed)?;
            let text = Text::new(view.text(), has_more);
            if text.has_whole_game() { self.read_on(text, stop)? } else { 0 }
        };
        if length >= stop {
            return Ok(None);
        }
        tail.drop_front(length);
        Ok(Some(tail))
    }

    /// Collects the games of a chunk. The next game starts at the first byte of the chunk or after it.
    fn take_games<B: AsRef<[u8]>>(&mut self, chunk: &Chunk<B>, reading: Option<Reading<W::Part>>) -> Result<(), Stop> {
        if self.expected >= chunk.end().min(self.range_end.get()) {
            return Ok(());
        }
        match reading {
            Some(reading) if self.expected == chunk.offset => {
                let is_early = reading.is_early;
                self.accept(reading)?;
                if is_early {
                    self.read_rest(chunk)?;
                }
            }
            _ => self.read_rest(chunk)?,
        }
        if self.expected < chunk.end() {
            self.tail = Some(Tail::new(&chunk.bytes.as_ref()[self.place_in(chunk)..chunk.stop]));
        }
        Ok(())
    }

    /// Reads the games of a chunk that are not collected yet.
    fn read_rest<B: AsRef<[u8]>>(&mut self, chunk: &Chunk<B>) -> Result<(), Stop> {
        let start = self.place_in(chunk);
        self.read_on(chunk.text().from(start), chunk.stop - start).map(drop)
    }

    /// The offset in the chunk at which the next game starts.
    fn place_in<B>(&self, chunk: &Chunk<B>) -> usize {
        (self.expected - chunk.offset) as usize
    }

    /// Reads the games that start before `stop` in this thread, as far as their ends are certain. Collects them in
    /// parts of about the size of a chunk, and returns the number of bytes read.
    fn read_on(&mut self, text: Text<'_>, stop: usize) -> Result<usize, Stop> {
        let mut at = 0;
        while at < stop {
            let reading = read_games(self.work, text.from(at), self.options.chunk_bytes.min(stop - at));
            at += reading.length;
            let wants_more = reading.wants_more;
            self.accept(reading)?;
            if wants_more {
                break;
            }
        }
        Ok(at)
    }

    /// Collects games that start at the expected offset.
    fn accept(&mut self, reading: Reading<W::Part>) -> Result<(), Stop> {
        if reading.length == 0 {
            return Ok(());
        }
        let offset = self.expected;
        self.expected += reading.length as u64;
        if self.counts_bytes {
            self.options.meter.add(reading.length as u64);
        }
        self.options.progress.set(self.options.meter.consumed());
        self.pass(Collected::Games(offset, reading.part))
    }

    fn pass(&mut self, collected: Collected<W::Part>) -> Result<(), Stop> {
        if (self.collect)(collected).is_break() { Err(Stop::Requested) } else { Ok(()) }
    }
}

// A buffer for the bytes of a game whose end is not known yet.

/// Bytes that wait for more bytes: in memory while they are few, otherwise in a temporary file.
struct Tail {
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
enum View<'a> {
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
    fn is_worth_a_try(&self) -> bool {
        self.len() / 2 >= self.tried
    }

    fn view(&self) -> Result<View<'_>, InputError> {
        Ok(match &self.store {
            Store::Memory(bytes) => View::Memory(&bytes[self.dropped..]),
            Store::Disk(spool) => View::Disk(Arc::new(spool.bytes()?), self.dropped),
        })
    }

    /// Drops bytes from the front, after an attempt that read this many.
    fn drop_front(&mut self, count: usize) {
        self.dropped += count;
        self.tried = self.len();
    }
}
