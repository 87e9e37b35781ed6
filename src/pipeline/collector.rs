//! Parts in order: which readings count, and what must be read again.

use super::chunk::{Behind, Chunk, Reading, Text, read};
use super::tail::Tail;
use super::{Collect, Options, Work};
use crate::input::InputError;

/// Why a run ends before its text.
pub(super) enum Stop {
    /// The one who collects wants no more.
    Asked,
    /// The text cannot be read on.
    Failed(InputError),
}

/// Takes the chunks of a text, one after the other.
pub(super) struct Collector<'a, 'c, W: Work> {
    work: &'a W,
    name: &'a str,
    options: &'a Options,
    collect: &'a mut Collect<'c, W::Part>,
    /// Where in the text the next game starts: all before has been collected.
    expected: u64,
    /// The bytes from there to the next chunk, if there are any.
    tail: Option<Tail>,
    counts_bytes: bool,
}

impl<'a, 'c, W: Work> Collector<'a, 'c, W> {
    pub(super) fn new(work: &'a W, name: &'a str, options: &'a Options, collect: &'a mut Collect<'c, W::Part>) -> Self {
        Self { work, name, options, collect, expected: 0, tail: None, counts_bytes: false }
    }

    /// The meter is to be told of what is collected.
    pub(super) fn count_bytes(&mut self) {
        self.counts_bytes = true;
    }

    /// How many bytes have been collected.
    pub(super) fn collected(&self) -> u64 {
        self.expected
    }

    /// Takes the next chunk, with the games that were read in it, if they were.
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
        match &chunk.behind {
            Behind::Failed(error) => Err(Stop::Failed(error.clone())),
            Behind::More | Behind::End => Ok(()),
        }
    }

    /// Reads the games that start in the tail, with the bytes of the chunk behind it; gives back what still waits.
    fn take_tail<B: AsRef<[u8]>>(&mut self, mut tail: Tail, chunk: &Chunk<B>) -> Result<Option<Tail>, Stop> {
        let stop = tail.len();
        let more = &chunk.bytes.as_ref()[..chunk.stop];
        tail.append(more, self.options.spool_bytes, self.name).map_err(Stop::Failed)?;
        let goes_on = matches!(chunk.behind, Behind::More);
        if goes_on && !tail.is_worth_a_try() {
            return Ok(Some(tail));
        }
        let length = {
            let view = tail.view().map_err(Stop::Failed)?;
            self.read_on(Text::new(view.bytes(), goes_on), stop)?
        };
        if length >= stop {
            return Ok(None);
        }
        tail.drop_front(length);
        Ok(Some(tail))
    }

    /// Takes the games of a chunk whose first byte, or one behind it, is where the next game starts.
    fn take_games<B: AsRef<[u8]>>(&mut self, chunk: &Chunk<B>, reading: Option<Reading<W::Part>>) -> Result<(), Stop> {
        if self.expected >= chunk.end() {
            return Ok(());
        }
        match reading {
            Some(reading) if self.expected == chunk.offset => self.accept(reading)?,
            _ => {
                let start = self.place_in(chunk);
                self.read_on(chunk.text().from(start), chunk.stop - start)?;
            }
        }
        if self.expected < chunk.end() {
            self.tail = Some(Tail::new(&chunk.bytes.as_ref()[self.place_in(chunk)..chunk.stop]));
        }
        Ok(())
    }

    /// Where in the chunk the next game starts.
    fn place_in<B>(&self, chunk: &Chunk<B>) -> usize {
        (self.expected - chunk.offset) as usize
    }

    /// Reads the games that start before `stop` in this thread, as far as they can be settled, and collects them in
    /// parts of about a chunk. Gives back how many bytes they have.
    fn read_on(&mut self, text: Text<'_>, stop: usize) -> Result<usize, Stop> {
        let mut at = 0;
        while at < stop {
            let reading = read(self.work, text.from(at), self.options.chunk_bytes.min(stop - at));
            at += reading.length;
            let wants_more = reading.wants_more;
            self.accept(reading)?;
            if wants_more {
                break;
            }
        }
        Ok(at)
    }

    /// Collects games that start at the expected place.
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
        if (self.collect)(offset, reading.part).is_break() { Err(Stop::Asked) } else { Ok(()) }
    }
}
