//! The history of a game: its starting position and legal moves, with the keys and clocks that repetition counts need.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

use crate::chess::moves::Move;
use crate::chess::position::Position;

/// The positions of a game. The position after `ply` moves is *the position at that ply*. Ply 0 is the starting
/// position, which counts for repetitions like any other (Laws 9.2).
#[derive(Clone, Debug)]
pub struct History {
    start: Position,
    moves: Vec<Move>,
    entries: Vec<HistoryEntry>,
    last: Position,
}

/// The key and the half-move clock of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HistoryEntry {
    /// [`Position::key`].
    pub key: u64,
    /// [`Position::halfmove_clock`].
    pub clock: u32,
}

impl HistoryEntry {
    fn new(position: &Position) -> Self {
        Self { key: position.key(), clock: position.halfmove_clock() }
    }
}

impl History {
    /// A game without moves.
    pub fn new(start: Position) -> Self {
        Self { entries: vec![HistoryEntry::new(&start)], moves: Vec::new(), last: start.clone(), start }
    }

    /// A game with these moves, up to the first illegal one.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::{History, PgnGames, Position};
    ///
    /// let game = PgnGames::new(b"1. e4 e5 2. Nf3 *").next().unwrap();
    /// let history = History::from_moves(Position::initial(), game.moves());
    /// assert_eq!(history.plies(), 3);
    /// ```
    pub fn from_moves(start: Position, moves: impl IntoIterator<Item = Move>) -> Self {
        let mut history = Self::new(start);
        for mv in moves {
            if !history.push(mv) {
                break;
            }
        }
        history
    }

    /// A game whose moves are known to be legal, up to the first null move. Skips the legality check of each move.
    pub(crate) fn from_legal_moves(start: Position, moves: impl IntoIterator<Item = Move>) -> Self {
        let mut history = Self::new(start);
        let moves = moves.into_iter();
        let expected = moves.size_hint().0;
        history.entries.reserve(expected);
        history.moves.reserve(expected);
        for mv in moves.take_while(|&mv| mv != Move::NULL) {
            debug_assert!(history.last.is_legal(mv), "{mv:?} is legal");
            history.add(mv);
        }
        history
    }

    /// A game from its parts: `entries` has one item more than `moves`, the first for the starting position.
    pub(crate) fn from_parts(start: Position, moves: Vec<Move>, entries: Vec<HistoryEntry>, last: Position) -> Self {
        debug_assert_eq!(entries.len(), moves.len() + 1);
        debug_assert_eq!(entries.last().map(|entry| entry.key), Some(last.key()));
        Self { start, moves, entries, last }
    }

    /// Makes a move. Returns `false` and changes nothing if it is illegal.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::{History, Position};
    ///
    /// let mut history = History::new(Position::initial());
    /// let mv = history.last().parse_san("e4")?;
    /// assert!(history.push(mv));
    /// assert!(!history.push(mv)); // It is Black's turn.
    /// # Ok::<_, adoube::MoveError>(())
    /// ```
    pub fn push(&mut self, mv: Move) -> bool {
        if !self.last.is_legal(mv) {
            return false;
        }
        self.add(mv);
        true
    }

    fn add(&mut self, mv: Move) {
        self.last.play_unchecked(mv);
        self.entries.push(HistoryEntry::new(&self.last));
        self.moves.push(mv);
    }

    /// The number of moves made.
    pub fn plies(&self) -> u32 {
        self.moves.len() as u32
    }

    /// The position after the last move.
    pub fn last(&self) -> &Position {
        &self.last
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The keys and clocks of all positions: one more than there are moves.
    pub(crate) fn entries(&self) -> &[HistoryEntry] {
        &self.entries
    }

    /// The keys and clocks of the positions before the ply at which the game ended, if it did.
    pub(super) fn entries_before(&self, end: Option<u32>) -> &[HistoryEntry] {
        end.and_then(|end| self.entries.get(..end as usize)).unwrap_or(&self.entries)
    }

    /// The game up to a ply; the whole game if it is shorter.
    #[must_use]
    pub fn until(&self, ply: u32) -> Self {
        Self::from_legal_moves(self.start.clone(), self.moves.iter().copied().take(ply as usize))
    }

    /// All positions in order, starting with the first.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        let mut position = self.start.clone();
        let first = position.clone();
        std::iter::once(first).chain(self.moves.iter().map(move |&mv| {
            position.play_unchecked(mv);
            position.clone()
        }))
    }

    /// The position at a ply; the last position if the game is shorter.
    pub fn position_at(&self, ply: u32) -> Position {
        if ply >= self.plies() { self.last.clone() } else { self.walk().at(ply).clone() }
    }

    /// An iterator-like walk through the positions, from the start.
    pub(crate) fn walk(&self) -> HistoryWalk<'_> {
        HistoryWalk { history: self, position: self.start.clone(), ply: 0 }
    }

    /// The earlier plies at which the same position occurred, in order (Laws 9.2.3).
    ///
    /// Captures and pawn moves are irreversible, so the search reaches back only as far as the half-move clock.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::PgnGames;
    ///
    /// let game = PgnGames::new(b"1. Nf3 Nf6 2. Ng1 Ng8 *").next().unwrap();
    /// assert_eq!(game.history().earlier(4), [0]);
    /// ```
    pub fn earlier(&self, ply: u32) -> Vec<u32> {
        let Some(entry) = self.entries.get(ply as usize) else { return Vec::new() };
        let first = ply.saturating_sub(entry.clock);
        (first..ply).filter(|&other| self.entries[other as usize].key == entry.key).collect()
    }

    /// Whether the record has no capture or pawn move before this ply, so that its run of quiet moves may have started
    /// before the record.
    pub(crate) fn quiet_run_may_precede_record(&self, ply: u32) -> bool {
        self.entries.get(ply as usize).is_some_and(|entry| entry.clock >= ply)
    }

    /// An upper bound on how often the position at this ply occurred before the record, from the half-move clock: a
    /// position recurs after four plies at the earliest, and always with the same side to move.
    pub(crate) fn max_occurrences_before_record(&self, ply: u32) -> u32 {
        let Some(entry) = self.entries.get(ply as usize) else { return 0 };
        let unrecorded = i64::from(entry.clock) - i64::from(ply);
        let first = i64::from(self.earlier(ply).first().copied().unwrap_or(ply));
        let latest = if first < 4 { first - 4 } else { -2 + first % 2 };
        let plies = unrecorded + latest;
        u32::try_from(plies).map_or(0, |plies| plies / 4 + 1)
    }
}

/// A walk through the positions of a game. With increasing plies it makes every move only once.
#[derive(Clone, Debug)]
pub struct HistoryWalk<'a> {
    history: &'a History,
    position: Position,
    ply: u32,
}

impl HistoryWalk<'_> {
    /// The position at a ply; the last position if the game is shorter.
    pub fn at(&mut self, ply: u32) -> &Position {
        let moves = &self.history.moves;
        let ply = ply.min(moves.len() as u32);
        if ply < self.ply {
            *self = self.history.walk();
        }
        for &mv in &moves[self.ply as usize..ply as usize] {
            self.position.play_unchecked(mv);
        }
        self.ply = ply;
        &self.position
    }
}

/// The distance between the positions that [`quiet_runs`] samples. Before the clock reaches `fewest`, at least one of
/// the last `STRIDE` positions is sampled.
const STRIDE: u32 = 4;

/// Returns the runs of positions without a capture or pawn move, as ranges of plies, in which the half-move clock
/// reaches `fewest` plies (at least four). A run starts with the position after a capture or pawn move.
pub fn quiet_runs<T>(positions: &[T], fewest: u32, clock: impl Fn(&T) -> u32) -> impl Iterator<Item = Range<usize>> {
    debug_assert!(fewest >= STRIDE);
    let mut ply = 0;
    std::iter::from_fn(move || {
        loop {
            // The clock rises by one with each move, or is saturated. The stride is constant, although each clock would
            // allow a longer one: so the loads do not depend on each other.
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

pub(crate) type ByKey<T> = HashMap<u64, T, BuildHasherDefault<KeyHasher>>;

/// The identity hash, for keys that are random already: Zobrist keys, hashes.
#[derive(Default)]
pub(crate) struct KeyHasher(u64);

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

    /// The reference implementation: checks every position.
    fn reference(clocks: &[u32], fewest: u32) -> Vec<std::ops::Range<usize>> {
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

    properties! {
        #[test]
        fn quiet_runs_match_the_reference(
            first in prop_oneof![0..20_u32, u32::MAX - 20..=u32::MAX],
            resets in prop::collection::vec(prop::bool::weighted(0.1), 0..120),
            fewest in 4..12_u32,
        ) {
            let next_clock = |clock: &mut u32, resets: &bool| {
                *clock = if *resets { 0 } else { clock.saturating_add(1) };
                Some(*clock)
            };
            let clocks: Vec<u32> = std::iter::once(first).chain(resets.iter().scan(first, next_clock)).collect();
            let runs: Vec<_> = quiet_runs(&clocks, fewest, |clock| *clock).collect();
            prop_assert_eq!(runs, reference(&clocks, fewest), "{:?}", clocks);
        }
    }
}
