//! A game as the Laws see it: a starting position and the legal moves that followed.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

use crate::chess::moves::Move;
use crate::chess::position::Position;

/// The positions of a game. The one after `ply` moves is *the position at that ply*; ply 0 is the start, which counts
/// for repetitions like any other (Laws 9.2).
#[derive(Clone, Debug)]
pub struct History {
    start: Position,
    moves: Vec<Move>,
    moments: Vec<HistoryEntry>,
    last: Position,
}

/// A position, as far as repetitions and counting moves need it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HistoryEntry {
    /// [`Position::key`].
    pub key: u64,
    /// [`Position::halfmove_clock`].
    pub clock: u32,
}

impl HistoryEntry {
    fn of(position: &Position) -> Self {
        Self { key: position.key(), clock: position.halfmove_clock() }
    }
}

impl History {
    /// A game that has not begun.
    #[must_use]
    pub fn new(start: Position) -> Self {
        Self { moments: vec![HistoryEntry::of(&start)], moves: Vec::new(), last: start.clone(), start }
    }

    /// A game with its moves, which must be legal one after the other. It ends before the first that is not.
    #[must_use]
    pub fn of_moves(start: Position, moves: impl IntoIterator<Item = Move>) -> Self {
        let mut history = Self::new(start);
        for mv in moves {
            if !history.push(mv) {
                break;
            }
        }
        history
    }

    /// A game whose moves are known to be legal one after the other, up to the first pass: saves what it costs to ask.
    #[must_use]
    pub fn of_played(start: Position, moves: impl IntoIterator<Item = Move>) -> Self {
        let mut history = Self::new(start);
        let moves = moves.into_iter();
        let expected = moves.size_hint().0;
        history.moments.reserve(expected);
        history.moves.reserve(expected);
        for mv in moves.take_while(|&mv| mv != Move::NULL) {
            debug_assert!(history.last.is_legal(mv), "{mv:?} is legal");
            history.add(mv);
        }
        history
    }

    /// A game of which all is known already: its moves, and the keys and clocks of its positions, the first one's included.
    #[must_use]
    pub fn of_known(start: Position, moves: Vec<Move>, moments: Vec<HistoryEntry>, last: Position) -> Self {
        debug_assert_eq!(moments.len(), moves.len() + 1);
        debug_assert_eq!(moments.last().map(|moment| moment.key), Some(last.key()));
        Self { start, moves, moments, last }
    }

    /// Plays a move; says no, and does nothing, if it is not legal.
    pub fn push(&mut self, mv: Move) -> bool {
        if !self.last.is_legal(mv) {
            return false;
        }
        self.add(mv);
        true
    }

    fn add(&mut self, mv: Move) {
        self.last.advance(mv);
        self.moments.push(HistoryEntry::of(&self.last));
        self.moves.push(mv);
    }

    /// How many moves were made.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.moves.len() as u32
    }

    /// The position after the last move.
    #[must_use]
    pub fn last(&self) -> &Position {
        &self.last
    }

    /// The position before the first move.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The moves.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The positions' keys and clocks: one more than there are moves.
    #[must_use]
    pub fn moments(&self) -> &[HistoryEntry] {
        &self.moments
    }

    /// The game as it was after so many moves; all of it if there were fewer.
    #[must_use]
    pub fn until(&self, ply: u32) -> Self {
        Self::of_played(self.start.clone(), self.moves.iter().copied().take(ply as usize))
    }

    /// All positions in order, the start first.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        let mut position = self.start.clone();
        let first = position.clone();
        std::iter::once(first).chain(self.moves.iter().map(move |&mv| {
            position.advance(mv);
            position.clone()
        }))
    }

    /// The position at a ply; the last one if there were fewer moves.
    #[must_use]
    pub fn position_at(&self, ply: u32) -> Position {
        self.walk().at(ply).clone()
    }

    /// A walk through the positions, from the start.
    #[must_use]
    pub fn walk(&self) -> HistoryWalk<'_> {
        HistoryWalk { history: self, position: self.start.clone(), ply: 0 }
    }

    /// The plies before this one at which the same position stood, the earliest first (Laws 9.2.3).
    ///
    /// Behind a capture or pawn move no position comes back, so it is looked for no further than the clock reaches.
    #[must_use]
    pub fn earlier(&self, ply: u32) -> Vec<u32> {
        let Some(moment) = self.moments.get(ply as usize) else { return Vec::new() };
        let first = ply.saturating_sub(moment.clock);
        (first..ply).filter(|&other| self.moments[other as usize].key == moment.key).collect()
    }

    /// Whether no capture or pawn move of the record comes before this ply, so that its run of other moves may have begun
    /// before the record does.
    #[must_use]
    pub fn reaches_back(&self, ply: u32) -> bool {
        self.moments.get(ply as usize).is_some_and(|moment| moment.clock >= ply)
    }

    /// How many times at most the position at this ply can have come about before the record begins, by the half-move
    /// clock: a position comes back after four plies at the earliest, and always with the same side to move.
    #[must_use]
    pub fn most_before(&self, ply: u32) -> u32 {
        let Some(moment) = self.moments.get(ply as usize) else { return 0 };
        let unseen = i64::from(moment.clock) - i64::from(ply);
        let first = i64::from(self.earlier(ply).first().copied().unwrap_or(ply));
        let latest = if first < 4 { first - 4 } else { -2 + first % 2 };
        let room = unseen + latest;
        u32::try_from(room).map_or(0, |room| room / 4 + 1)
    }
}

/// A walk through the positions of a game. Asked for rising plies it plays every move once.
#[derive(Clone, Debug)]
pub struct HistoryWalk<'a> {
    history: &'a History,
    position: Position,
    ply: u32,
}

impl HistoryWalk<'_> {
    /// The position at a ply; the last one if there were fewer moves.
    pub fn at(&mut self, ply: u32) -> &Position {
        let moves = &self.history.moves;
        let ply = ply.min(moves.len() as u32);
        if ply < self.ply {
            *self = self.history.walk();
        }
        for &mv in &moves[self.ply as usize..ply as usize] {
            self.position.advance(mv);
        }
        self.ply = ply;
        &self.position
    }
}

/// How far apart the positions are that [`quiet_runs`] looks at. Wherever the clock comes to a number, one of the last so many
/// positions up to there is looked at.
const STRIDE: u32 = 4;

/// The runs of positions, as ranges of plies, between which no man was captured and no pawn moved: those in which the
/// clock comes to `fewest` half-moves, at least four. The position that such a move led to is the first of its run.
pub fn quiet_runs<T>(positions: &[T], fewest: u32, clock: impl Fn(&T) -> u32) -> impl Iterator<Item = Range<usize>> {
    debug_assert!(fewest >= STRIDE);
    let mut ply = 0;
    std::iter::from_fn(move || {
        loop {
            // The clock goes up by one with each move, or stays as high as it can. Steps of one length are taken, not as long a one
            // as each clock allows: so no look has to wait for the one before.
            let now = clock(positions.get(ply)?);
            let missing = fewest.saturating_sub(now);
            let enough = ply + missing as usize;
            if missing < STRIDE && positions.get(enough).is_some_and(|position| clock(position) >= fewest) {
                let rest = positions[enough + 1..].iter().take_while(|position| clock(position) > 0).count();
                let run = ply.saturating_sub(now as usize)..enough + 1 + rest;
                ply = run.end;
                return Some(run);
            }
            ply += STRIDE as usize;
        }
    })
}

/// Things by the keys of positions.
pub(super) type ByKey<T> = HashMap<u64, T, BuildHasherDefault<KeyHasher>>;

/// Keys are random numbers already.
#[derive(Default)]
pub(super) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::quiet_runs;

    /// The runs, looked at position by position.
    fn slow(clocks: &[u32], fewest: u32) -> Vec<std::ops::Range<usize>> {
        let mut runs = Vec::new();
        let mut begin = 0;
        for end in 1..=clocks.len() {
            if end == clocks.len() || clocks[end] == 0 {
                if clocks[begin..end].iter().any(|clock| *clock >= fewest) {
                    runs.push(begin..end);
                }
                begin = end;
            }
        }
        runs
    }

    proptest! {
        #[test]
        fn no_quiet_run_is_passed_over(
            first in prop_oneof![0..20_u32, u32::MAX - 20..=u32::MAX],
            resets in prop::collection::vec(prop::bool::weighted(0.1), 0..120),
            fewest in 4..12_u32,
        ) {
            let goes_on = |clock: &mut u32, resets: &bool| {
                *clock = if *resets { 0 } else { clock.saturating_add(1) };
                Some(*clock)
            };
            let clocks: Vec<u32> = std::iter::once(first).chain(resets.iter().scan(first, goes_on)).collect();
            let runs: Vec<_> = quiet_runs(&clocks, fewest, |clock| *clock).collect();
            prop_assert_eq!(runs, slow(&clocks, fewest), "{:?}", clocks);
        }
    }
}
