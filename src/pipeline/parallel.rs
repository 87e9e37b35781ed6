//! Chunks over the threads of a pool; their readings come back in order.
//!
//! All that happens is told to the calling thread through one channel: a chunk has come, a chunk has been read. It
//! starts the readings and collects them. A chunk is asked for only while less than a few for each thread are under
//! way, which bounds the memory.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use rayon::{Scope, ThreadPool};

use super::chunk::{Chunk, Cutter, Reading, read};
use super::collector::{Collector, Stop};
use super::{Panic, Work};

/// How many chunks are under way for each thread: one that is read, one that waits for the thread, and one that waits
/// to be collected.
const CHUNKS_PER_THREAD: usize = 3;

/// What the calling thread is told.
pub(super) enum Event<B, P> {
    /// A chunk that was asked for; `None` behind the last.
    Chunk(Option<Chunk<B>>),
    /// The chunk of this number has been read.
    Read(usize, Chunk<B>, Reading<P>),
    /// A thread panicked.
    Panicked(Panic),
}

/// A chunk in its place in the order.
enum Slot<B, P> {
    BeingRead,
    Ready(Chunk<B>, Option<Reading<P>>),
}

/// Runs the work on all chunks. `source` makes what asks for a chunk, which then comes as an event, now or later; it is
/// given the buffer of a chunk that is done with.
pub(super) fn run<W, B, S, A>(
    pool: &ThreadPool,
    work: &W,
    collector: &mut Collector<'_, '_, W>,
    source: S,
) -> Result<(), Stop>
where
    W: Work,
    B: AsRef<[u8]> + Send,
    S: FnOnce(&Sender<Event<B, W::Part>>) -> A,
    A: FnMut(Option<B>),
{
    let (events, inbox) = channel();
    let mut ask = source(&events);
    pool.in_place_scope(|scope| {
        let mut order = Order { slots: VecDeque::new(), first: 0 };
        for _ in 0..CHUNKS_PER_THREAD * pool.current_num_threads() {
            ask(None);
        }
        let mut has_ended = false;
        while !(has_ended && order.slots.is_empty()) {
            let Ok(event) = inbox.recv() else { break };
            match event {
                Event::Chunk(None) => has_ended = true,
                Event::Chunk(Some(chunk)) => order.start(scope, work, chunk, &events),
                Event::Read(number, chunk, reading) => order.put(number, Slot::Ready(chunk, Some(reading))),
                Event::Panicked(panic) => resume_unwind(panic),
            }
            while let Some((chunk, reading)) = order.next() {
                collector.take(&chunk, reading)?;
                ask(Some(chunk.bytes));
            }
        }
        Ok(())
    })
}

/// The chunks under way.
struct Order<B, P> {
    slots: VecDeque<Slot<B, P>>,
    /// The number of the first slot.
    first: usize,
}

impl<B: AsRef<[u8]> + Send, P: Send + 'static> Order<B, P> {
    /// Has a chunk read by one of the threads, if it is likely to start with a game.
    fn start<'s, W: Work<Part = P>>(
        &mut self,
        scope: &Scope<'s>,
        work: &'s W,
        chunk: Chunk<B>,
        events: &Sender<Event<B, P>>,
    ) where
        B: 's,
    {
        if !chunk.is_likely {
            self.slots.push_back(Slot::Ready(chunk, None));
            return;
        }
        let number = self.first + self.slots.len();
        self.slots.push_back(Slot::BeingRead);
        let events = events.clone();
        scope.spawn(move |_| {
            let event = match catch_unwind(AssertUnwindSafe(|| read(work, chunk.text(), chunk.stop))) {
                Ok(reading) => Event::Read(number, chunk, reading),
                Err(panic) => Event::Panicked(panic),
            };
            // Nobody listens when the run was ended early.
            _ = events.send(event);
        });
    }

    fn put(&mut self, number: usize, slot: Slot<B, P>) {
        self.slots[number - self.first] = slot;
    }

    /// The first chunk, if it is ready.
    fn next(&mut self) -> Option<(Chunk<B>, Option<Reading<P>>)> {
        match self.slots.pop_front()? {
            Slot::Ready(chunk, reading) => {
                self.first += 1;
                Some((chunk, reading))
            }
            Slot::BeingRead => {
                self.slots.push_front(Slot::BeingRead);
                None
            }
        }
    }
}

/// Reads a stream in a thread of its own, one chunk each time it is asked. The thread ends when nobody is left to ask;
/// if it waits for a stream that says nothing, the process need not wait for it.
pub(super) fn read_ahead<P: Send + 'static>(
    mut cutter: Cutter,
    events: Sender<Event<Vec<u8>, P>>,
) -> impl FnMut(Option<Vec<u8>>) {
    let (ask, asked) = channel::<Option<Vec<u8>>>();
    thread::spawn(move || {
        for buffer in asked {
            let next = catch_unwind(AssertUnwindSafe(|| cutter.next(buffer.unwrap_or_default())));
            let event = match next {
                Ok(chunk) => Event::Chunk(chunk),
                Err(panic) => Event::Panicked(panic),
            };
            if events.send(event).is_err() {
                return;
            }
        }
    });
    // The thread is gone only when it has told so.
    move |buffer| _ = ask.send(buffer)
}
