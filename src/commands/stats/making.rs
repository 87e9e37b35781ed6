//! What is made of games: counts, or rows.

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

    /// Adds a game.
    fn add(&self, made: &mut Self::Made, here: Here<'_>, scratch: &mut Self::Scratch);
}

/// Counts.
pub(super) struct Counting<'a> {
    pub(super) plan: &'a Plan,
    /// By which openings are named, if not by the usual one.
    pub(super) book: Option<&'a Book>,
}

impl Making for Counting<'_> {
    type Made = Stats;
    type Scratch = KeyBuffer;

    fn nothing(&self) -> Stats {
        Stats::new(self.plan)
    }

    fn add(&self, made: &mut Stats, here: Here<'_>, key: &mut KeyBuffer) {
        made.add(&Facts::new(here.game, here.bytes, here.name, self.book), key);
    }
}
