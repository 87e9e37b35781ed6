//! Room in memory that one game leaves to the next one of its thread: to ask for it and give it back would take as long
//! as playing a few moves.

use std::cell::RefCell;
use std::mem;
use std::ops::{Deref, DerefMut};

use crate::pgn::place::Span;

use super::fast_run::Ahead;
use super::line::Reached;
use super::reader_mode::ReaderMode;

/// Few games have more positions.
const USUAL_LENGTH: usize = 256;

/// So many lists are kept in each thread.
const MOST_KEPT: usize = 8;

/// No list with more room is kept: with this, all take half a megabyte.
const LONGEST_KEPT: usize = 4096;

thread_local! {
    static FREE: RefCell<Free> = const { RefCell::new(Free { lists: Vec::new(), ahead: None }) };
}

/// Room that nobody uses.
struct Free {
    lists: Vec<Vec<Reached>>,
    ahead: Option<Box<Ahead>>,
}

/// The positions of a line. Its room is used again when it is dropped.
#[derive(Clone, Default, Debug)]
pub(super) struct Positions(Vec<Reached>);

impl Positions {
    /// None yet, and room for those of a usual game.
    pub(super) fn new() -> Self {
        let list = FREE.try_with(|free| free.borrow_mut().lists.pop()).ok().flatten();
        Self(list.unwrap_or_else(|| Vec::with_capacity(USUAL_LENGTH)))
    }
}

impl Deref for Positions {
    type Target = Vec<Reached>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Positions {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl Drop for Positions {
    fn drop(&mut self) {
        let mut list = mem::take(&mut self.0);
        if !(1..=LONGEST_KEPT).contains(&list.capacity()) {
            return;
        }
        list.clear();
        // A thread that ends keeps nothing.
        let _ = FREE.try_with(|free| {
            let lists = &mut free.borrow_mut().lists;
            if lists.len() < MOST_KEPT {
                lists.push(list);
            }
        });
    }
}

/// A lane in which nothing was found yet. `plain` is what is known of [`TokenIndex::plain`](crate::pgn::index::TokenIndex::plain).
pub(super) fn take_lane(pace: ReaderMode, plain: Span) -> Box<Ahead> {
    let ahead = FREE.try_with(|free| free.borrow_mut().ahead.take()).ok().flatten();
    let mut ahead = ahead.unwrap_or_else(|| Box::new(Ahead::new()));
    ahead.forget(pace.width(), plain);
    ahead
}

/// Gives back a lane that is no longer needed.
pub(super) fn leave_lane(ahead: Box<Ahead>) {
    let _ = FREE.try_with(|free| free.borrow_mut().ahead = Some(ahead));
}
