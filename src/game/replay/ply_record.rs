//! The positions of a line as a list of records, which suffices to replay it and to find its draws.

use std::cell::RefCell;
use std::mem;
use std::ops::{Deref, DerefMut};

use crate::chess::moves::Move;
use crate::chess::position::Position;
use crate::laws::history::{self, History};

/// The maximum number of plies played in one line. At 16 bytes a ply, a line takes at most 16 MB, or 32 MB while its
/// vector grows.
pub(super) const MAX_PLIES: usize = 1_000_000;

/// A position of a line: the move that led to it, and the data for repetition and the fifty-move rule.
#[derive(Clone, Copy, Debug)]
pub(in crate::game) struct PlyRecord {
    pub(in crate::game) key: u64,
    /// The byte offset of the SAN token from the start of the game.
    pub(in crate::game) offset: u32,
    /// The half-move clock, capped at 65,535.
    pub(in crate::game) clock: u16,
    /// [`Move::NULL`] for a null move and for the first position.
    pub(in crate::game) mv: Move,
}

impl PlyRecord {
    /// A position after `mv`, whose SAN token is at this offset from the start of the game.
    #[inline(always)]
    pub(in crate::game) fn new(position: &Position, mv: Move, offset: usize) -> Self {
        let clock = position.halfmove_clock().min(u32::from(u16::MAX)) as u16;
        Self { key: position.key(), offset: offset.min(u32::MAX as usize) as u32, clock, mv }
    }

    pub(in crate::game) fn moment(&self) -> history::HistoryEntry {
        history::HistoryEntry { key: self.key, clock: self.clock.into() }
    }
}

/// Longer than nearly all games.
const USUAL_LENGTH: usize = 256;

/// The number of lists that a thread keeps from one game to the next. Allocating and freeing them would cost as much as
/// playing a few moves.
const MAX_KEPT: usize = 8;

/// Longer lists are freed, which caps the memory of all kept lists at half a megabyte.
const MAX_KEPT_LEN: usize = 4096;

thread_local! {
    static FREE: RefCell<Vec<Vec<PlyRecord>>> = const { RefCell::new(Vec::new()) };
}

/// The positions of a line. Dropping it returns its buffer to the thread.
#[derive(Clone, Default, Debug)]
pub(in crate::game) struct PlyRecords(Vec<PlyRecord>);

impl PlyRecords {
    /// An empty list with the capacity for a usual game.
    pub(in crate::game) fn new() -> Self {
        let list = FREE.try_with(|free| free.borrow_mut().pop()).ok().flatten();
        Self(list.unwrap_or_else(|| Vec::with_capacity(USUAL_LENGTH)))
    }
}

impl Deref for PlyRecords {
    type Target = Vec<PlyRecord>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for PlyRecords {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl Drop for PlyRecords {
    fn drop(&mut self) {
        let mut list = mem::take(&mut self.0);
        if !(1..=MAX_KEPT_LEN).contains(&list.capacity()) {
            return;
        }
        list.clear();
        // A thread that is ending has no list to return to.
        let _ = FREE.try_with(|free| {
            let mut lists = free.borrow_mut();
            if lists.len() < MAX_KEPT {
                lists.push(list);
            }
        });
    }
}

/// Plays a move or a null move. A null move in check does nothing.
pub(crate) fn step(position: &mut Position, mv: Move) {
    match mv {
        Move::NULL => *position = position.after_pass().unwrap_or_else(|| position.clone()),
        mv => _ = position.play_unchecked(mv),
    }
}

/// The history of a line up to its first null move. `last` is the current position.
pub(super) fn history_of(start: &Position, records: &[PlyRecord], last: &Position) -> History {
    let moves = records[1..].iter().map(|record| record.mv);
    // `clock` is capped, so a longer count is computed again.
    if moves.clone().any(|mv| mv == Move::NULL) || records.iter().any(|record| record.clock == u16::MAX) {
        return History::from_legal_moves(start.clone(), moves);
    }
    History::from_parts(start.clone(), moves.collect(), records.iter().map(PlyRecord::moment).collect(), last.clone())
}
