//! Counting with a table or without one, in a way that can be stopped and cannot overflow unnoticed.
//!
//! Without a table the upper plies are walked here, with one by `recall`; the last ones are counted in
//! one go by a [tier](Tier).

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use super::board::Castles;
use super::recall::{self, Child, Recall};
use super::table::{Table, Usage};
use super::{Tier, shallow, with_table};
use crate::chess::position::Position;

/// The greatest depth that is counted, in plies.
pub const MAX_DEPTH: u32 = 255;

/// Without a table, up to this depth all is counted in one go: some milliseconds of work, between which it is looked
/// whether to stop.
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
    /// Room for the children of the nodes that are being walked.
    children: Vec<Child>,
}

impl<'a> Counter<'a> {
    /// A counter that asks this table, if there is one, and gives up soon after `stop` has become true. [`Tier::Plain`], being
    /// the definition, asks none.
    #[must_use]
    pub const fn new(tier: Tier, table: Option<&'a Table<'a>>, stop: &'a AtomicBool) -> Self {
        Self { tier, table, stop, children: Vec::new() }
    }

    /// The number of paths of `depth` legal moves from a position, as [`perft`](super::perft) gives it. `depth` is at most
    /// [`MAX_DEPTH`].
    pub fn count(&mut self, position: &Position, depth: u32) -> Result<u64, Halt> {
        let depth = depth.min(MAX_DEPTH);
        let castles = Castles::new(position);
        let Some(table) = self.table.filter(|_| self.tier != Tier::Plain) else {
            return self.walk(&castles, position, depth);
        };
        if depth <= recall::LEAF {
            return Ok(shallow(self.tier, &castles, position, depth));
        }
        let mut children = std::mem::take(&mut self.children);
        children.clear();
        let usage = Usage::default();
        let mut recall = Recall { table, castles: &castles, stop: self.stop, usage, children, spare: Vec::new() };
        let count = with_table(self.tier, &mut recall, position, depth);
        table.note(recall.usage);
        self.children = recall.children;
        count
    }

    fn walk(&self, castles: &Castles, position: &Position, depth: u32) -> Result<u64, Halt> {
        if depth <= LEAF_WITHOUT_TABLE {
            return Ok(shallow(self.tier, castles, position, depth));
        }
        if self.stop.load(Ordering::Relaxed) {
            return Err(Halt::Stopped);
        }
        let mut sum = 0_u64;
        for m in &position.legal_moves() {
            let count = self.walk(castles, &position.after(m), depth - 1)?;
            sum = sum.checked_add(count).ok_or(Halt::Overflow)?;
        }
        Ok(sum)
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
