//! Buffers that a thread keeps from one game to the next. Allocating and freeing them would cost as much as playing a
//! few moves.

use std::cell::RefCell;
use std::mem;
use std::ops::{Deref, DerefMut};

use crate::pgn::place::Span;

use super::fast_run::FastBuffers;
use super::line::PlyRecord;
use super::reader_mode::ReaderMode;

/// Longer than nearly all games.
const USUAL_LENGTH: usize = 256;

/// The number of lists kept in each thread.
const MAX_KEPT: usize = 8;

/// Longer lists are freed, which caps the memory of all kept lists at half a megabyte.
const MAX_KEPT_LEN: usize = 4096;

thread_local! {
    static FREE: RefCell<Free> = const { RefCell::new(Free { lists: Vec::new(), fast: None }) };
}

/// Unused buffers.
struct Free {
    lists: Vec<Vec<PlyRecord>>,
    fast: Option<Box<FastBuffers>>,
}

/// The positions of a line. Dropping it returns its buffer to the thread.
#[derive(Clone, Default, Debug)]
pub(super) struct Positions(Vec<PlyRecord>);

impl Positions {
    /// An empty list with the capacity for a usual game.
    pub(super) fn new() -> Self {
        let list = FREE.try_with(|free| free.borrow_mut().lists.pop()).ok().flatten();
        Self(list.unwrap_or_else(|| Vec::with_capacity(USUAL_LENGTH)))
    }
}

impl Deref for Positions {
    type Target = Vec<PlyRecord>;

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
        if !(1..=MAX_KEPT_LEN).contains(&list.capacity()) {
            return;
        }
        list.clear();
        // A thread that is ending has no list to return to.
        let _ = FREE.try_with(|free| {
            let lists = &mut free.borrow_mut().lists;
            if lists.len() < MAX_KEPT {
                lists.push(list);
            }
        });
    }
}

/// Takes buffers for a new text. `plain` is the initial value of
/// [`TokenIndex::plain`](crate::pgn::index::TokenIndex::plain).
pub(super) fn take_fast_buffers(mode: ReaderMode, plain: Span) -> Box<FastBuffers> {
    let buffers = FREE.try_with(|free| free.borrow_mut().fast.take()).ok().flatten();
    let mut buffers = buffers.unwrap_or_else(|| Box::new(FastBuffers::new()));
    buffers.clear(mode.scan_level(), plain);
    buffers
}

/// Returns the buffers to the thread.
pub(super) fn return_fast_buffers(buffers: Box<FastBuffers>) {
    let _ = FREE.try_with(|free| free.borrow_mut().fast = Some(buffers));
}
