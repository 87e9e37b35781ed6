//! The results of games: counts, or rows.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::game::openings::Book;
use crate::game::replay::Game;
use crate::pipeline::ChunkText;
use crate::stats::{Facts, KeyBuffer, Plan, Stats};

/// A game of a chunk.
#[derive(Clone, Copy)]
pub(super) struct Here<'a> {
    pub(super) game: &'a Game,
    pub(super) bytes: &'a ChunkText<'a>,
    pub(super) name: &'a str,
    /// The number of the game, from 1, counted from the start of the chunk, or 1 if results are kept per game.
    pub(super) number: u64,
}

/// The processing of games into results.
pub(super) trait Making: Sync {
    /// The result of some games.
    type Made: Send + 'static;
    /// Reusable buffers.
    type Scratch: Default + Send + 'static;

    /// The result without games.
    fn nothing(&self) -> Self::Made;

    /// The result to which the games of the next chunk are added. With a single thread, all earlier chunks are already
    /// handed on.
    fn begin(&self) -> Self::Made {
        self.nothing()
    }

    fn add(&self, made: &mut Self::Made, here: Here<'_>, scratch: &mut Self::Scratch);
}

pub(super) struct Counting<'a> {
    plan: &'a Plan,
    /// The user's table of openings, if there is one.
    book: Option<&'a Book>,
    /// Whether the counts of a chunk are added to those before it, instead of being merged.
    goes_on: bool,
    /// The counts of finished chunks; nothing while the next chunk is being added to them.
    whole: Mutex<Option<Stats>>,
}

impl<'a> Counting<'a> {
    /// Counts by a plan. `is_alone` says that chunks are read one after the other, each finished before the next
    /// starts.
    ///
    /// This saves the merging, but only where it cannot change which rows are dropped: the tables of the summary and of
    /// the page get few new rows per chunk.
    pub(super) fn new(plan: &'a Plan, book: Option<&'a Book>, is_alone: bool) -> Self {
        Self { plan, book, goes_on: is_alone && plan.is_summary, whole: Mutex::default() }
    }

    /// Adds the counts of the next chunk.
    pub(super) fn keep(&self, mut part: Stats) {
        let mut whole = self.lock();
        if let Some(whole) = &mut *whole {
            whole.merge(part);
        } else {
            part.settle();
            *whole = Some(part);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Stats>> {
        self.whole.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The counts of all chunks.
    pub(super) fn finish(self) -> Stats {
        self.whole.into_inner().unwrap_or_else(PoisonError::into_inner).unwrap_or_else(|| Stats::new(self.plan))
    }
}

impl Making for Counting<'_> {
    type Made = Stats;
    type Scratch = KeyBuffer;

    fn nothing(&self) -> Stats {
        Stats::new(self.plan)
    }

    fn begin(&self) -> Stats {
        let whole = if self.goes_on { self.lock().take() } else { None };
        whole.unwrap_or_else(|| self.nothing())
    }

    fn add(&self, made: &mut Stats, here: Here<'_>, key: &mut KeyBuffer) {
        made.add(&Facts::new(here.game, here.bytes, here.name, self.book), key);
    }
}
