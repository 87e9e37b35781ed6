//! Threads that unpack the portions of a stream ahead of its reader.
//!
//! The threads take turns: one reads the next portion from the stream, gives the stream to the others, and unpacks the
//! portion into a queue of its own. The reader empties the queues in the order of the stream.

use std::any::Any;
use std::collections::VecDeque;
use std::io::{Cursor, Read, Take};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::lookahead::FrameFormat;
use super::portion::{Next, Portion, Portions};
use crate::input::context::Context;
use crate::input::error::InputError;

/// The length of a piece of text: 512 KiB.
const PIECE: usize = 512 << 10;

/// The memory for each portion: its bytes, the window of the decoder and its text, 36 MiB. Portions share it; where all of
/// it is in use, only the portion that is being read is unpacked.
const MEMORY: usize = 36 << 20;

/// The number of pieces that the portion that is being read may always have.
const FIRST_PIECES: usize = 8;

/// From this number of game readers on, the threads pay. Unpacking takes less time than reading games, so one thread
/// suffices for two that read and nearly for three; several cost a fifth more, because they pass the text on through memory.
const PAYS: usize = 4;

pub(super) enum Received<F> {
    /// Text of the portion that ends at this offset of the stream.
    Text(Take<Cursor<Vec<u8>>>, u64),
    /// An error in a frame; the text continues with the next one.
    Error(InputError),
    End,
    /// The stream, because what comes next is not a portion.
    Stream(Portions<F>),
    Panicked(Box<dyn Any + Send>),
}

/// The reader's side. Dropping it ends the threads.
pub(super) struct ReadAhead<F>(Arc<Shared<F>>);

/// A buffer and a decoder, which a thread uses for one portion after the other.
type Tools<F> = (Vec<u8>, <F as FrameFormat>::Codec);

struct Shared<F> {
    context: Context,
    /// The number of portions in memory, and of threads.
    most: usize,
    state: Mutex<State<F>>,
    /// Signals the reader: there is something to receive.
    filled: Condvar,
    /// Signals the threads: the stream or memory is available, or the run has ended.
    available: Condvar,
}

struct State<F> {
    /// The stream, unless a thread or the reader has it.
    stream: Option<Portions<F>>,
    /// The queues of the portions in memory, in their order.
    queues: VecDeque<VecDeque<Received<F>>>,
    first: usize,
    /// The number of bytes that portions and their text take.
    memory: usize,
    /// Buffers for text.
    spare: Vec<Vec<u8>>,
    has_ended: bool,
}

impl<F: FrameFormat> ReadAhead<F> {
    /// Starts the threads for this number of game readers: half as many, and one whose text is being read. `None` if there
    /// are too few readers, or if the system refuses more threads.
    pub(super) fn start(readers: usize, context: &Context) -> Option<Self> {
        if readers < PAYS {
            return None;
        }
        let most = readers / 2 + 1;
        let state =
            State { stream: None, queues: VecDeque::new(), first: 0, memory: 0, spare: Vec::new(), has_ended: false };
        let shared = Arc::new(Shared {
            context: context.clone(),
            most,
            state: Mutex::new(state),
            filled: Condvar::new(),
            available: Condvar::new(),
        });
        let ahead = Self(shared);
        for number in 0..most {
            let shared = Arc::clone(&ahead.0);
            let thread = thread::Builder::new().name(format!("frames-{number}"));
            if thread.spawn(move || shared.work()).is_err() && number == 0 {
                return None;
            }
        }
        Some(ahead)
    }

    pub(super) fn give(&self, stream: Portions<F>) {
        self.0.give(stream);
    }

    /// What comes next in the stream. Waits for it.
    pub(super) fn receive(&self) -> Received<F> {
        let mut state = self.0.lock();
        loop {
            if let Some(received) = state.queues.front_mut().and_then(VecDeque::pop_front) {
                match received {
                    Received::Text(..) => state.memory -= PIECE,
                    Received::Error(_) => {}
                    Received::End | Received::Stream(_) | Received::Panicked(_) => {
                        state.queues.pop_front();
                        state.first += 1;
                    }
                }
                drop(state);
                self.0.available.notify_all();
                return received;
            }
            state = self.0.filled.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes back a buffer.
    pub(super) fn reuse(&self, buffer: Vec<u8>) {
        self.0.lock().spare.push(buffer);
    }
}

impl<F> Drop for ReadAhead<F> {
    fn drop(&mut self) {
        self.0.lock().has_ended = true;
        self.0.available.notify_all();
    }
}

impl<F> Shared<F> {
    fn lock(&self) -> MutexGuard<'_, State<F>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<F: FrameFormat> Shared<F> {
    /// Unpacks one portion after the other, until the run ends.
    fn work(&self) {
        let mut tools = (Vec::new(), F::codec(self.context.layers.max_window));
        while let Some((number, stream)) = self.next_turn() {
            let work = AssertUnwindSafe(|| self.portion(number, stream, tools));
            match catch_unwind(work) {
                Ok(Some(returned)) => tools = returned,
                Ok(None) => return,
                Err(panic) => {
                    self.push(number, Received::Panicked(panic));
                    return;
                }
            }
        }
    }

    /// Waits for the stream, and for memory for another portion. Returns the number of its queue. `None` if the run has
    /// ended.
    fn next_turn(&self) -> Option<(usize, Portions<F>)> {
        let mut state = self.lock();
        while !state.has_ended {
            if state.queues.len() < self.most
                && let Some(stream) = state.stream.take()
            {
                state.queues.push_back(VecDeque::new());
                return Some((state.first + state.queues.len() - 1, stream));
            }
            state = self.available.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        None
    }

    fn give(&self, stream: Portions<F>) {
        self.lock().stream = Some(stream);
        self.available.notify_all();
    }

    /// Reads and unpacks the next portion. Returns the tools; `None` if the run has ended.
    fn portion(&self, number: usize, mut stream: Portions<F>, (buffer, codec): Tools<F>) -> Option<Tools<F>> {
        stream.reuse(buffer);
        match stream.next() {
            Next::Portion(portion) => {
                self.give(stream);
                self.unpack(number, portion, codec)
            }
            Next::Other | Next::End => {
                self.push(number, Received::Stream(stream))?;
                Some((Vec::new(), codec))
            }
        }
    }

    fn unpack(&self, number: usize, portion: Portion, codec: F::Codec) -> Option<Tools<F>> {
        let end = portion.end();
        let memory = portion.memory();
        self.lock().memory += memory;
        let mut text = portion.unpack(codec, &self.context);
        loop {
            let mut piece = self.lock().spare.pop().unwrap_or_else(|| vec![0; PIECE]);
            let mut length = 0;
            let error = loop {
                match text.read(&mut piece[length..]) {
                    Ok(0) => break None,
                    Ok(count) => length += count,
                    Err(error) => break Some(InputError::from_read(&self.context.name, end, error)),
                }
            };
            if length > 0 {
                self.push(number, Received::Text(Cursor::new(piece).take(length as u64), end))?;
            }
            match error {
                Some(error) => self.push(number, Received::Error(error))?,
                None if length < PIECE => break,
                None => {}
            }
        }
        self.lock().memory -= memory;
        self.push(number, Received::End)?;
        Some(text.into_parts())
    }

    /// Appends to a queue; waits until there is memory for text. `None` if the run has ended.
    fn push(&self, number: usize, received: Received<F>) -> Option<()> {
        let is_text = matches!(received, Received::Text(..));
        let mut state = self.lock();
        while !state.has_ended {
            let index = number - state.first;
            let is_first = index == 0 && state.queues[index].len() < FIRST_PIECES;
            if !is_text || is_first || state.memory + PIECE <= self.most * MEMORY {
                state.memory += if is_text { PIECE } else { 0 };
                state.queues[index].push_back(received);
                drop(state);
                if index == 0 {
                    self.filled.notify_one();
                }
                return Some(());
            }
            state = self.available.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        None
    }
}
