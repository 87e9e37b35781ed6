//! What is made of games: counts, or rows.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::game::openings::Book;
use crate::game::replay::Game;
use crate::stats::{Facts, KeyBuffer, Plan, Stats};

/// A game among those of a part of a text.
#[derive(Clone, Copy)]
pub(super) struct Here<'a> {
    pub(super) game: &'a Game,
    /// The bytes of the part.
    pub(super) bytes: &'a [u8],
    /// The name of the text.
    pub(super) name: &'a str,
    /// The number of the game, from 1, counted from where the part begins, or from the game itself if it is taken apart.
    pub(super) number: u64,
}

/// What to make of games.
pub(super) trait Making: Sync {
    /// What some games amount to.
    type Made: Send + 'static;
    /// What is used over and over.
    type Scratch: Default + Send + 'static;

    /// What no games amount to.
    fn nothing(&self) -> Self::Made;

    /// What the games of the next part are added to. All parts before it have been handed on, if one thread does all.
    fn begin(&self) -> Self::Made {
        self.nothing()
    }

    /// Adds a game.
    fn add(&self, made: &mut Self::Made, here: Here<'_>, scratch: &mut Self::Scratch);
}

/// Counts.
pub(super) struct Counting<'a> {
    plan: &'a Plan,
    /// By which openings are named, if not by the usual one.
    book: Option<&'a Book>,
    /// Whether a part is counted on top of those before it, instead of apart.
    goes_on: bool,
    /// What the parts that were kept amount to; nothing while the next one is counted on top of it.
    whole: Mutex<Option<Stats>>,
}

impl<'a> Counting<'a> {
    /// Counts by a plan. `is_alone` says that parts are read one after the other, each kept before the next begins.
    ///
    /// What merging would cost is then saved, but only where it makes no difference to which rows are given up: the tables
    /// of the summary and of the page get few new rows in a part, never as many as would have to be given up within it.
    pub(super) fn new(plan: &'a Plan, book: Option<&'a Book>, is_alone: bool) -> Self {
        Self { plan, book, goes_on: is_alone && plan.is_summary, whole: Mutex::default() }
    }

    /// Keeps what was counted in the next part.
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

    /// What all parts amount to that were kept.
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
