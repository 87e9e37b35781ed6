//! Counting with a table or without one, in a way that can be stopped and cannot overflow unnoticed.
//!
//! The upper plies are walked here; the last ones are counted in one go by a [tier](Tier). With a table, all
//! children of a node are made first, and the memory that each will be looked up in is fetched meanwhile:
//!
//! ```text
//!   node --make--> child child child …      keys, and the lines of the table on their way
//!        --ask---> 20    400   ?     …      what the table does not know is counted and kept
//! ```

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use super::table::{Key, Table, Usage};
use super::{Tier, shallow};
use crate::chess::position::Position;

/// The greatest depth that is counted, in plies.
pub const MAX_DEPTH: u32 = 255;

/// Up to this depth all is counted in one go when there is a table; greater depths are looked up.
const LEAF_WITH_TABLE: u32 = 2;

/// The same without a table: some milliseconds of work, between which it is looked whether to stop.
const LEAF_WITHOUT_TABLE: u32 = 4;

/// Why there is no count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// It was asked to stop.
    Stopped,
    /// There are more than 18,446,744,073,709,551,615 paths.
    Overflow,
}

/// Counts one position after the other. A thread needs one of its own; the table is shared.
#[derive(Debug)]
pub struct Counter<'a> {
    tier: Tier,
    table: Option<&'a Table<'a>>,
    stop: &'a AtomicBool,
    usage: Usage,
    /// The children of the nodes from the root to the present one, those of the last node last.
    children: Vec<Child>,
}

#[derive(Clone, Debug)]
struct Child {
    position: Position,
    key: Key,
}

impl<'a> Counter<'a> {
    /// A counter that asks this table, if there is one, and gives up soon after `stop` has become true.
    #[must_use]
    pub const fn new(tier: Tier, table: Option<&'a Table<'a>>, stop: &'a AtomicBool) -> Self {
        Self { tier, table, stop, usage: Usage { probes: 0, hits: 0 }, children: Vec::new() }
    }

    /// The number of paths of `depth` legal moves from a position, as [`perft`](super::perft) gives it. `depth` is at most
    /// [`MAX_DEPTH`].
    pub fn count(&mut self, position: &Position, depth: u32) -> Result<u64, Halt> {
        let depth = depth.min(MAX_DEPTH);
        let Some(table) = self.table else { return self.walk(position, depth) };
        self.children.clear();
        let count = if depth > LEAF_WITH_TABLE {
            self.look_up(table, Key::new(position, depth), position, depth)
        } else {
            Ok(shallow(self.tier, position, depth))
        };
        table.note(std::mem::take(&mut self.usage));
        count
    }

    fn walk(&self, position: &Position, depth: u32) -> Result<u64, Halt> {
        if depth <= LEAF_WITHOUT_TABLE {
            return Ok(shallow(self.tier, position, depth));
        }
        if self.stop.load(Ordering::Relaxed) {
            return Err(Halt::Stopped);
        }
        let mut sum = 0_u64;
        for m in &position.legal_moves() {
            let count = self.walk(&position.after(m), depth - 1)?;
            sum = sum.checked_add(count).ok_or(Halt::Overflow)?;
        }
        Ok(sum)
    }

    /// The count from the table, or else by [`Counter::expand`] or in one go; then it is kept.
    fn look_up(&mut self, table: &Table<'_>, key: Key, position: &Position, depth: u32) -> Result<u64, Halt> {
        self.usage.probes += 1;
        if let Some(count) = table.get(key) {
            self.usage.hits += 1;
            return Ok(count);
        }
        let count = if depth <= LEAF_WITH_TABLE {
            shallow(self.tier, position, depth)
        } else {
            self.expand(table, position, depth)?
        };
        table.put(key, count);
        Ok(count)
    }

    /// The sum over the children, which are made all at once.
    fn expand(&mut self, table: &Table<'_>, position: &Position, depth: u32) -> Result<u64, Halt> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Halt::Stopped);
        }
        let first = self.children.len();
        self.make_children(table, position, depth - 1);
        let mut sum = 0_u64;
        for at in first..self.children.len() {
            let Child { position, key } = self.children[at].clone();
            let count = self.look_up(table, key, &position, depth - 1)?;
            sum = sum.checked_add(count).ok_or(Halt::Overflow)?;
        }
        self.children.truncate(first);
        Ok(sum)
    }

    fn make_children(&mut self, table: &Table<'_>, position: &Position, depth: u32) {
        for m in &position.legal_moves() {
            let position = position.after(m);
            let key = Key::new(&position, depth);
            table.prefetch(key);
            self.children.push(Child { position, key });
        }
    }
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped => f.write_str("stopped"),
            Self::Overflow => f.write_str("there are more paths than a number of 64 bits can hold"),
        }
    }
}

impl std::error::Error for Halt {}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use super::*;
    use crate::chess::perft::perft;
    use crate::chess::perft::table::{DEFAULT_BITS, MAX_BITS};

    const POSITIONS: [&str; 4] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "7k/8/8/8/8/8/8/K7 w - - 0 1",
    ];

    fn memory(words: usize) -> Vec<AtomicU64> {
        (0..words).map(|_| AtomicU64::new(0)).collect()
    }

    #[test]
    fn the_count_is_that_of_perft_with_tables_small_and_large() {
        let stop = AtomicBool::new(false);
        for words in [8, 800, 1 << 16] {
            for bits in [64, DEFAULT_BITS, MAX_BITS] {
                let memory = memory(words);
                let table = Table::new(&memory, bits).unwrap();
                let mut counter = Counter::new(Tier::best(), Some(&table), &stop);
                for fen in POSITIONS {
                    let position = Position::from_fen(fen).unwrap();
                    for depth in 0..5 {
                        assert_eq!(counter.count(&position, depth), Ok(perft(&position, depth)), "{fen} {depth}");
                    }
                }
                assert!(table.usage().probes > table.usage().hits);
            }
        }
        let position = Position::initial();
        assert_eq!(Counter::new(Tier::best(), None, &stop).count(&position, 5), Ok(4_865_609));
    }

    #[test]
    fn more_paths_than_a_number_holds_are_told() {
        let stop = AtomicBool::new(false);
        let memory = memory(1 << 20);
        // Counts of 64 bits can be kept, so that the few positions are walked once a depth.
        let table = Table::new(&memory, 64).unwrap();
        let position = Position::from_fen(POSITIONS[3]).unwrap();
        assert_eq!(Counter::new(Tier::best(), Some(&table), &stop).count(&position, 60), Err(Halt::Overflow));
    }

    #[test]
    fn it_stops_when_told() {
        let stop = AtomicBool::new(true);
        let memory = memory(64);
        let table = Table::new(&memory, 84).unwrap();
        let position = Position::initial();
        assert_eq!(Counter::new(Tier::best(), Some(&table), &stop).count(&position, 9), Err(Halt::Stopped));
        assert_eq!(Counter::new(Tier::best(), None, &stop).count(&position, 9), Err(Halt::Stopped));
    }
}
