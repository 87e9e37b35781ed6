//! Games over all cores, results in the order of the text.
//!
//! A text is cut into chunks where games are likely to start. That is a guess: a comment may hold a line like the first
//! one of a game. So each chunk is read to where its last game *really* ends, and only that place decides:
//!
//! ```text
//!   text       |game|game|game {  [Event "fake"]  }|game|game|game|game|
//!   chunks     |.................|.......................|.............|    cut at likely starts
//!   read       |---------------------------------->|    |
//!                                |=====wrong======>      |------------>|
//!   kept       |---------------------------------->|---->|------------>|    the second is read again from the seam
//! ```
//!
//! By induction the result is that of one pass from the first byte to the last, whatever the cuts and the number of
//! threads: the first chunk starts where a game starts, and each next one counts only if it starts where the games
//! before it end. A wrong guess costs time, never truth.
//!
//! Of a stream only a part is in memory, and a game may look as if it ended when more bytes would show that it does
//! not. [`split::settled_end`](crate::pgn::split::settled_end) tells how far it can be trusted. What is not settled waits
//! for more bytes, twice as many each time, so that a game of any length costs time linear in its length; beyond
//! [`Options::spool_bytes`] it waits on disk. Memory is thus bounded by threads × chunk and that limit.
//!
//! This room knows of PGN only where games may start, and of the games' contents nothing: see [`Work`].

mod chunk;
mod collector;
mod parallel;
mod tail;

use std::any::Any;
use std::ops::ControlFlow;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::input::{Bytes, Content, InputError, Meter};
use crate::pgn::lex::Lexer;
use crate::pgn::place::Span;
use crate::progress::Progress;
use chunk::{Cutter, Slices};
use collector::{Collector, Stop};

/// What is to be done with games.
pub trait Work: Sync {
    /// What some successive games amount to.
    type Part: Default + Send + 'static;
    /// What one game amounts to, before it is known whether it counts.
    type Game: Bounded;

    /// Reads the game that starts at `start`. There may be more games behind it; or the bytes may end before it does,
    /// and then what is made of it is thrown away.
    fn game(&self, bytes: &[u8], start: usize) -> Self::Game;

    /// Adds a game that counts to the games before it, and takes out of it what is to be kept. `span` is its range in
    /// `bytes`, which begin where the part does.
    fn absorb(&self, part: &mut Self::Part, game: &mut Self::Game, bytes: &[u8], span: Span);

    /// Called once, when all games of the part are in it, with exactly the bytes they tile.
    fn close(&self, part: &mut Self::Part, bytes: &[u8]);
}

/// What was read of a game knows where it ends.
pub trait Bounded {
    /// Where the next one starts.
    fn end(&self) -> usize;

    /// Whether more bytes might have changed that, see [`Lexer::is_open_ended`].
    fn is_open_ended(&self) -> bool;
}

/// What a game amounts to, and where it ends.
#[derive(Clone, Copy, Debug)]
pub struct Read<G> {
    /// What it amounts to.
    pub game: G,
    end: usize,
    is_open_ended: bool,
}

impl<G> Read<G> {
    /// A game whose lexer has given its last token.
    #[inline]
    pub fn new(game: G, lexer: &Lexer<'_>) -> Self {
        Self { game, end: lexer.position(), is_open_ended: lexer.is_open_ended() }
    }
}

impl<G> Bounded for Read<G> {
    fn end(&self) -> usize {
        self.end
    }

    fn is_open_ended(&self) -> bool {
        self.is_open_ended
    }
}

/// How a [`Pipeline`] runs.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many threads read games, at least 1. With 1, all is done in the calling thread.
    pub threads: usize,
    /// About how many bytes are handed to a thread at a time, at least 1; 512 KiB unless told.
    pub chunk_bytes: usize,
    /// How many bytes of a stream's game are kept in memory while its end is not known, before they go to disk; 32 MiB
    /// unless told.
    pub spool_bytes: usize,
    /// Told of the bytes of whole files; streams tell it themselves.
    pub meter: Meter,
    /// Shows what the meter has counted.
    pub progress: Progress,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            threads: std::thread::available_parallelism().map_or(1, Into::into),
            chunk_bytes: 512 << 10,
            spool_bytes: 32 << 20,
            meter: Meter::default(),
            progress: Progress::hidden(),
        }
    }
}

/// Takes the parts of a text, in order, on the thread that called [`Pipeline::run`]. The number is the offset in the
/// text at which the part's bytes begin. [`ControlFlow::Break`] ends the run.
pub type Collect<'a, P> = dyn FnMut(u64, P) -> ControlFlow<()> + 'a;

/// Threads that wait for texts.
pub struct Pipeline {
    options: Options,
    /// `None` for one thread.
    pool: Option<ThreadPool>,
}

impl Pipeline {
    /// Starts the threads. Where the system refuses them, all is done in the calling thread.
    #[must_use]
    pub fn new(options: Options) -> Self {
        let pool = match options.threads {
            0 | 1 => None,
            threads => ThreadPoolBuilder::new().num_threads(threads).thread_name(|i| format!("games-{i}")).build().ok(),
        };
        Self { options: Options { chunk_bytes: options.chunk_bytes.max(1), ..options }, pool }
    }

    /// Does the work on every game of a text, and gives back how many bytes were collected: all, unless `collect` ended
    /// the run. `name` is the text's name in errors.
    ///
    /// When the text cannot be read to its end, all that stands before is collected as a text that ends there; then
    /// comes the error.
    ///
    /// # Panics
    ///
    /// When the work panics, in whatever thread.
    pub fn run<W: Work>(
        &self,
        content: Content,
        name: &str,
        work: &W,
        collect: &mut Collect<'_, W::Part>,
    ) -> Result<u64, InputError> {
        let mut collector = Collector::new(work, name, &self.options, collect);
        let result = match content {
            Content::Whole(bytes) => self.whole(&bytes, work, &mut collector),
            Content::Stream(stream) => {
                self.stream(Cutter::new(stream, name, self.options.chunk_bytes), work, &mut collector)
            }
        };
        match result {
            Ok(()) | Err(Stop::Asked) => Ok(collector.collected()),
            Err(Stop::Failed(error)) => Err(error),
        }
    }

    /// Does the same to each of some items, on all threads; the results are in their order.
    pub fn map<T: Sync, R: Send>(&self, items: &[T], work: impl Fn(&T) -> R + Send + Sync) -> Vec<R> {
        match &self.pool {
            Some(pool) if items.len() > 1 => pool.install(|| items.par_iter().with_max_len(1).map(work).collect()),
            _ => items.iter().map(work).collect(),
        }
    }

    fn whole<W: Work>(&self, bytes: &Bytes, work: &W, collector: &mut Collector<'_, '_, W>) -> Result<(), Stop> {
        collector.count_bytes();
        let mut slices = Slices::new(bytes, self.options.chunk_bytes);
        let Some(pool) = self.pool.as_ref().filter(|_| bytes.len() > self.options.chunk_bytes) else {
            return slices.try_for_each(|chunk| collector.take(&chunk, None));
        };
        parallel::run(pool, work, collector, |events| {
            let events = events.clone();
            move |_| _ = events.send(parallel::Event::Chunk(slices.next()))
        })
    }

    fn stream<W: Work>(&self, mut cutter: Cutter, work: &W, collector: &mut Collector<'_, '_, W>) -> Result<(), Stop> {
        let Some(pool) = &self.pool else {
            let mut buffer = Vec::new();
            while let Some(chunk) = cutter.next(buffer) {
                collector.take(&chunk, None)?;
                buffer = chunk.bytes;
            }
            return Ok(());
        };
        parallel::run(pool, work, collector, |events| parallel::read_ahead(cutter, events.clone()))
    }
}

/// What a thread panicked with.
type Panic = Box<dyn Any + Send>;
