//! The parallel run: the threads of a pool read chunks, and the readings are collected in order.
//!
//! The calling thread coordinates. It receives events through one channel: a chunk is available, a chunk was read. It
//! starts the readings and collects them. To bound the memory, it requests a chunk only while there are few in progress
//! per thread.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Sender, channel, sync_channel};
use std::thread;

use rayon::{Scope, ThreadPool};

use super::chunk::{Chunk, ChunkSize, Cutter, Reading, read_games};
use super::collector::{Collector, Stop};
use super::{GameWork, Panic};

/// The number of chunks in progress per thread: one being read, one waiting for the thread, one waiting to be
/// collected.
const CHUNKS_PER_THREAD: usize = 3;

/// An event for the calling thread.
pub(super) enum Event<B, P> {
    /// A requested chunk; `None` after the last one.
    Chunk(Option<Chunk<B>>),
    Read(usize, Chunk<B>, Reading<P>),
    Panicked(Panic),
}

/// The state of a chunk, at its place in the order.
enum Slot<B, P> {
    BeingRead,
    Ready(Chunk<B>, Option<Reading<P>>),
}

/// Runs the work on all chunks. `source` returns the function that requests a chunk; the chunk then arrives as an
/// event, now or later. The argument of this function is the buffer of a finished chunk, for reuse.
pub(super) fn run<W, B, S, A>(
    pool: &ThreadPool,
    work: &W,
    size: &ChunkSize,
    collector: &mut Collector<'_, '_, W>,
    source: S,
) -> Result<(), Stop>
where
    W: GameWork,
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
                Event::Chunk(Some(chunk)) => order.start(scope, (work, size), chunk, &events),
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

/// Does the work on all items, see [`super::Pipeline::in_order`].
pub(super) fn in_order<S, T: Send, R: Send, E>(
    pool: &ThreadPool,
    state: &mut S,
    mut next: impl FnMut(&mut S) -> Option<T>,
    work: impl Fn(T) -> R + Sync,
    mut take: impl FnMut(&mut S, R) -> Result<(), E>,
) -> Result<(), E> {
    let work = &work;
    pool.in_place_scope(|scope| {
        let mut in_progress = VecDeque::new();
        loop {
            while in_progress.len() < CHUNKS_PER_THREAD * pool.current_num_threads()
                && let Some(item) = next(state)
            {
                let (result, inbox) = sync_channel(1);
                // The receiver is gone if the run ended early.
                scope.spawn(move |_| _ = result.send(work(item)));
                in_progress.push_back(inbox);
            }
            // A result is missing only if the work panicked; the scope passes the panic on.
            let Some(Ok(result)) = in_progress.pop_front().map(|inbox| inbox.recv()) else { return Ok(()) };
            take(state, result)?;
        }
    })
}

/// The chunks in progress.
struct Order<B, P> {
    slots: VecDeque<Slot<B, P>>,
    first: usize,
}

impl<B: AsRef<[u8]> + Send, P: Send + 'static> Order<B, P> {
    /// Makes one of the threads read a chunk if the chunk is likely to start with a game.
    fn start<'s, W: GameWork<Part = P>>(
        &mut self,
        scope: &Scope<'s>,
        (work, size): (&'s W, &'s ChunkSize),
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
            let event = match catch_unwind(AssertUnwindSafe(|| read_games(work, chunk.text(), chunk.stop))) {
                Ok(reading) => {
                    size.adapt(&reading, chunk.stop);
                    Event::Read(number, chunk, reading)
                }
                Err(panic) => Event::Panicked(panic),
            };
            // The receiver is gone if the run ended early.
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

/// Reads a stream in a thread of its own, one chunk per request; `first` is the first one. The thread ends when the
/// requesting side is dropped. The process does not wait for the thread if a stream blocks it.
pub(super) fn read_ahead<P: Send + 'static>(
    mut first: Option<Chunk<Vec<u8>>>,
    mut cutter: Cutter,
    events: Sender<Event<Vec<u8>, P>>,
) -> impl FnMut(Option<Vec<u8>>) {
    let (request, requests) = channel::<Option<Vec<u8>>>();
    thread::spawn(move || {
        for buffer in requests {
            let next =
                catch_unwind(AssertUnwindSafe(|| first.take().or_else(|| cutter.next(buffer.unwrap_or_default()))));
            let event = match next {
                Ok(chunk) => Event::Chunk(chunk),
                Err(panic) => Event::Panicked(panic),
            };
            if events.send(event).is_err() {
                return;
            }
        }
    });
    // The thread sends an event before it ends, so a failed send needs no handling.
    move |buffer| _ = request.send(buffer)
}
