//! A parallel reader of games that returns the results in the order of the text.
//!
//! It cuts a text into chunks where games are likely to start and reads them speculatively on all threads. A cut is a
//! guess: a comment may contain a line that looks like the first line of a game. So each chunk is read to the place
//! where its last game *really* ends, and only that place counts:
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
//! threads. The first chunk starts where a game starts, and each next one counts only if it starts where the games
//! before it end. A wrong guess costs time, but never changes the result.
//!
//! Only a part of a stream is in memory. There a game may appear to end although the following bytes would show that it
//! continues. [`split::settled_end`](crate::pgn::split::settled_end) returns the place up to which an end is certain.
//! An uncertain game waits for more bytes, twice as many each time, so the time is linear in its length. Beyond
//! [`PipelineOptions::spool_bytes`] it waits on disk. So memory is bounded by threads × chunk and this limit, as
//! results that take much memory (`MAX_MEMORY`) are passed on early.
//!
//! The module knows only where games may start in PGN, and nothing about their content: see [`GameWork`].

mod chunk;
mod collector;
mod parallel;
pub mod parts;

use std::any::Any;
use std::ops::ControlFlow;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::input::{Bytes, Content, InputError, Meter, TextEnd};
use crate::parts::Digest;
use crate::pgn::place::Span;
use crate::progress::Progress;

use chunk::{ChunkSize, Cutter, Slices};
use collector::{Collector, Stop};

pub use chunk::{ChunkText, KeptText};

pub trait GameWork: Sync {
    /// The result for consecutive games.
    type Part: Default + Send + 'static;
    /// The result for one game, before it is known whether the game counts.
    type Game: GameExtent;

    /// Reads the game that starts at `start`. More games may follow it. If the bytes end before the game does, the
    /// result is discarded.
    fn game(&self, bytes: &[u8], start: usize) -> Self::Game;

    /// Adds a game that counts to the games before it. It may move data out of `game`. `span` is the range of the game
    /// in `bytes`, which begin where the part begins.
    fn absorb(&self, part: &mut Self::Part, game: &mut Self::Game, bytes: &ChunkText<'_>, span: Span);

    /// About how many bytes of memory a result takes, if that may be many times the text.
    fn memory(&self, _part: &Self::Part) -> usize {
        0
    }

    /// Called once after all games of the part are added, with exactly the bytes that they tile.
    fn close(&self, part: &mut Self::Part, bytes: &[u8]);
}

/// A result for a game that knows where the game ends.
pub trait GameExtent {
    /// The offset at which the next game starts.
    fn end(&self) -> usize;

    /// Whether more bytes could change the end, see [`Lexer::is_open_ended`](crate::pgn::lex::Lexer::is_open_ended).
    fn is_open_ended(&self) -> bool;
}

#[derive(Clone, Debug)]
pub struct PipelineOptions {
    /// How many threads read games, at least 1. With 1, the calling thread does all work.
    pub threads: usize,
    /// The approximate size of a chunk in bytes, at least 1; 512 KiB by default. Chunks are smaller while their results take
    /// much memory.
    pub chunk_bytes: usize,
    /// How many bytes of a streamed game are kept in memory while its end is unknown, before they go to disk; 8 MiB by
    /// default.
    pub spool_bytes: usize,
    /// Counts the bytes of whole files here; streams count their own.
    pub meter: Meter,
    /// Displays the count of the meter.
    pub progress: Progress,
}

/// About how many bytes of memory the result of a thread may take before it is passed on.
pub const MAX_MEMORY: usize = 8 << 20;

impl Default for PipelineOptions {
    fn default() -> Self {
        Self {
            threads: std::thread::available_parallelism().map_or(1, Into::into),
            chunk_bytes: 512 << 10,
            spool_bytes: 8 << 20,
            meter: Meter::default(),
            progress: Progress::hidden(),
        }
    }
}

/// What a run returns, in the order of the text.
#[derive(Debug)]
pub enum Collected<P> {
    /// The result for consecutive games, and the offset in the text at which their bytes begin.
    Games(u64, P),
    /// A place at which text is missing: damaged data, see [`InputError::is_gap`]. The game before it ends there, and the
    /// text continues where the next game is likely to start. Offsets do not count what is left out.
    Gap(InputError),
}

#[derive(Debug)]
pub enum GameSource<P> {
    /// They are still to be read.
    Unread(Content),
    Read(GamesAhead<P>),
}

impl<P> From<Content> for GameSource<P> {
    fn from(content: Content) -> Self {
        Self::Unread(content)
    }
}

/// The results for all games of a text.
#[derive(Debug)]
pub struct GamesAhead<P> {
    /// The results for consecutive games, with their offsets.
    parts: Vec<(u64, P)>,
    /// The number of bytes of the text.
    length: u64,
    is_counted: bool,
}

impl<P> GamesAhead<P> {
    /// The same games, of a stream, which counts its bytes itself.
    #[must_use]
    pub fn counted(self) -> Self {
        Self { is_counted: true, ..self }
    }
}

/// A callback on the thread that called [`Pipeline::run`]. [`ControlFlow::Break`] ends the run.
pub type PartSink<'a, P> = dyn FnMut(Collected<P>) -> ControlFlow<()> + 'a;

/// A pool of threads that reads texts.
pub struct Pipeline {
    options: PipelineOptions,
    pool: Option<ThreadPool>,
}

impl Pipeline {
    /// Starts the threads. If the system refuses them, the calling thread does all work.
    pub fn new(options: PipelineOptions) -> Self {
        let pool = match options.threads {
            0 | 1 => None,
            threads => ThreadPoolBuilder::new().num_threads(threads).thread_name(|i| format!("games-{i}")).build().ok(),
        };
        Self { options: PipelineOptions { chunk_bytes: options.chunk_bytes.max(1), ..options }, pool }
    }

    /// Does the work on every game of a text. Returns the number of bytes that were collected: all, unless `collect`
    /// ended the run. `name` is the name of the text in errors.
    ///
    /// If the text cannot be read to its end, the readable part is collected as a text that ends there, and the error
    /// is returned.
    ///
    /// # Panics
    ///
    /// If the work panics in any thread.
    pub fn run<W: GameWork>(
        &self,
        games: impl Into<GameSource<W::Part>>,
        name: &str,
        work: &W,
        collect: &mut PartSink<'_, W::Part>,
    ) -> Result<u64, InputError> {
        self.run_range(games.into(), name, (0, TextEnd::of_text()), work, collect)
    }

    /// Does the work on every game of a text that is in memory, in this thread. [`Self::run`] passes the results on later.
    /// `None` if they take more than this much memory, which is reduced by what they take.
    pub fn read_ahead<W: GameWork>(
        &self,
        bytes: &[u8],
        name: &str,
        work: &W,
        memory: &mut usize,
    ) -> Option<GamesAhead<W::Part>> {
        let mut parts = Vec::new();
        let mut is_too_much = false;
        let mut collect = |collected| {
            if let Collected::Games(offset, part) = collected {
                let left = memory.checked_sub(work.memory(&part));
                is_too_much = left.is_none();
                *memory = left.unwrap_or(0);
                parts.push((offset, part));
            }
            if is_too_much { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let range = (0, TextEnd::of_text());
        let mut collector = Collector::new(work, name, &self.options, &range, &mut collect);
        // It fails only if the callback ends the run, or if the text cannot be read.
        _ = Slices::new(bytes, &range, self.chunk_size()).try_for_each(|chunk| collector.take(&chunk, None));
        (!is_too_much).then(|| GamesAhead { parts, length: bytes.len() as u64, is_counted: false })
    }

    fn chunk_size(&self) -> ChunkSize {
        ChunkSize::new(self.options.chunk_bytes)
    }

    /// Does the work on every game of a text that starts in `range`: at its start, where a game must start, or between it
    /// and its end. Unread content begins at the start of the range, and continues beyond its end, because the last game
    /// may.
    /// Returns the offset in the text at which the last game ends, unless `collect` ended the run.
    ///
    /// What follows the last game is not read to its end, so an error there is not found.
    ///
    /// # Panics
    ///
    /// If the work panics in any thread.
    pub fn run_range<W: GameWork>(
        &self,
        games: GameSource<W::Part>,
        name: &str,
        range: (u64, TextEnd),
        work: &W,
        collect: &mut PartSink<'_, W::Part>,
    ) -> Result<u64, InputError> {
        let content = match games {
            GameSource::Unread(content) => content,
            GameSource::Read(games) => return Ok(self.pass_on(games, collect)),
        };
        let mut collector = Collector::new(work, name, &self.options, &range, collect);
        let result = match content {
            Content::Whole(bytes) => self.whole(&bytes, &range, work, &mut collector),
            Content::File(_) | Content::Stream(_) => {
                let size = self.chunk_size();
                let cutter = Cutter::new(content.into_read(), name, range, size.clone());
                self.stream(cutter, &size, work, &mut collector)
            }
        };
        match result {
            Ok(()) | Err(Stop::Requested) => Ok(collector.collected()),
            Err(Stop::Failed(error)) => Err(error),
        }
    }

    fn pass_on<P>(&self, games: GamesAhead<P>, collect: &mut PartSink<'_, P>) -> u64 {
        if !games.is_counted {
            self.options.meter.add(games.length);
        }
        self.options.progress.set(self.options.meter.consumed());
        _ = games.parts.into_iter().try_for_each(|(offset, part)| collect(Collected::Games(offset, part)));
        games.length
    }

    /// How many bytes of text a thread works on at a time, or 0 if there is one thread.
    pub fn bytes_ahead(&self) -> u64 {
        self.pool.as_ref().map_or(0, |_| self.options.chunk_bytes as u64)
    }

    /// Does `work` on each item that `next` returns, on all threads, and passes the results to `take` in order. Asks for an
    /// item only while there are few in progress. `next` and `take` share a state and are called in this thread.
    ///
    /// # Errors
    ///
    /// Returns the error of `take`, which ends the run.
    ///
    /// # Panics
    ///
    /// If the work panics in any thread.
    pub fn in_order<S, T: Send, R: Send, E>(
        &self,
        state: &mut S,
        mut next: impl FnMut(&mut S) -> Option<T>,
        work: impl Fn(T) -> R + Sync,
        mut take: impl FnMut(&mut S, R) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some(pool) = &self.pool else {
            while let Some(item) = next(state) {
                take(state, work(item))?;
            }
            return Ok(());
        };
        parallel::in_order(pool, state, next, work, take)
    }

    /// Applies `work` to each item, on all threads; the results are in the order of the items.
    pub fn map<T: Sync, R: Send>(&self, items: &[T], work: impl Fn(&T) -> R + Send + Sync) -> Vec<R> {
        match &self.pool {
            Some(pool) if items.len() > 1 => pool.install(|| items.par_iter().with_max_len(1).map(work).collect()),
            _ => items.iter().map(work).collect(),
        }
    }

    fn whole<W: GameWork>(
        &self,
        bytes: &Bytes,
        range: &(u64, TextEnd),
        work: &W,
        collector: &mut Collector<'_, '_, W>,
    ) -> Result<(), Stop> {
        collector.count_bytes();
        let size = self.chunk_size();
        let mut slices = Slices::new(bytes, range, size.clone());
        let Some(pool) = self.pool.as_ref().filter(|_| bytes.len() > self.options.chunk_bytes) else {
            return slices.try_for_each(|chunk| collector.take(&chunk, None));
        };
        parallel::run(pool, work, &size, collector, |events| {
            let events = events.clone();
            move |_| _ = events.send(parallel::Event::Chunk(slices.next()))
        })
    }

    fn stream<W: GameWork>(
        &self,
        mut cutter: Cutter,
        size: &ChunkSize,
        work: &W,
        collector: &mut Collector<'_, '_, W>,
    ) -> Result<(), Stop> {
        let mut next = cutter.next(Vec::new());
        if let Some(pool) = &self.pool
            && !cutter.has_ended()
        {
            return parallel::run(pool, work, size, collector, |events| {
                parallel::read_ahead(next, cutter, events.clone())
            });
        }
        while let Some(chunk) = next {
            collector.take(&chunk, None)?;
            next = cutter.next(chunk.bytes);
        }
        Ok(())
    }
}

type Panic = Box<dyn Any + Send>;

// Work that also makes the digest of the games.

/// The work `W`, with the digest of all games that count and of the text between them.
pub struct Digesting<W> {
    pub work: W,
    /// Whether the digest is made; otherwise it is that of no games.
    pub has_digest: bool,
}

impl<W: GameWork> GameWork for Digesting<W> {
    type Part = (W::Part, Digest);
    type Game = W::Game;

    fn game(&self, bytes: &[u8], start: usize) -> W::Game {
        self.work.game(bytes, start)
    }

    fn absorb(&self, (part, digest): &mut Self::Part, game: &mut W::Game, bytes: &ChunkText<'_>, span: Span) {
        if self.has_digest {
            digest.add(&bytes[span.clone()]);
        }
        self.work.absorb(part, game, bytes, span);
    }

    fn memory(&self, part: &Self::Part) -> usize {
        self.work.memory(&part.0)
    }

    fn close(&self, (part, _): &mut Self::Part, bytes: &[u8]) {
        self.work.close(part, bytes);
    }
}
