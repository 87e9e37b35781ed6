//! Perft with or without a hash table, cancelable and with checked sums.
//!
//! [`Counter::count`] counts the paths from a position. Without a table the upper plies are counted here, with a table
//! by `hashed_tree`; a [tier](PerftTier) counts the last plies.

use std::sync::atomic::{AtomicBool, Ordering};

use super::board::Castles;
use super::hashed_tree::{self, Child, HashedCount};
use super::table::{PerftTable, Usage};
use super::tier::{PerftTier, count_hashed, count_recursively};
use crate::chess::position::Position;

pub use super::hashed_tree::Halt;

/// The maximum depth, in plies.
pub const MAX_DEPTH: u32 = 255;

/// Without a table, the greatest depth that is counted without a check of `stop`: some milliseconds of work.
const LEAF_WITHOUT_TABLE: u32 = 4;

/// A counter of paths. Each thread needs its own; they can share a table.
#[derive(Debug)]
pub struct Counter<'a> {
    tier: PerftTier,
    table: Option<&'a PerftTable<'a>>,
    stop: &'a AtomicBool,
    /// A buffer for the children of nodes, kept between counts.
    children: Vec<Child>,
}

impl<'a> Counter<'a> {
    /// A counter with an optional table. It stops soon after `stop` has become true. [`PerftTier::Plain`], the reference
    /// implementation, ignores the table.
    pub const fn new(tier: PerftTier, table: Option<&'a PerftTable<'a>>, stop: &'a AtomicBool) -> Self {
        Self { tier, table, stop, children: Vec::new() }
    }

    /// The number of paths of `depth` legal moves from a position, as [`perft`](super::perft()). A depth above
    /// [`MAX_DEPTH`] counts as [`MAX_DEPTH`].
    pub fn count(&mut self, position: &Position, depth: u32) -> Result<u64, Halt> {
        let depth = depth.min(MAX_DEPTH);
        let castles = Castles::new(position);
        let Some(table) = self.table.filter(|_| self.tier != PerftTier::Plain) else {
            return self.count_tree(&castles, position, depth);
        };
        if depth <= hashed_tree::LEAF {
            return Ok(count_recursively(self.tier, &castles, position, depth));
        }
        let mut children = std::mem::take(&mut self.children);
        children.clear();
        let usage = Usage::default();
        let mut hashed =
            HashedCount { table, castles: &castles, stop: self.stop, usage, children, free_lists: Vec::new() };
        let count = count_hashed(self.tier, &mut hashed, position, depth);
        table.note(hashed.usage);
        self.children = hashed.children;
        count
    }

    fn count_tree(&self, castles: &Castles, position: &Position, depth: u32) -> Result<u64, Halt> {
        if depth <= LEAF_WITHOUT_TABLE {
            return Ok(count_recursively(self.tier, castles, position, depth));
        }
        if self.stop.load(Ordering::Relaxed) {
            return Err(Halt::Stopped);
        }
        let mut sum = 0_u64;
        for m in &position.legal_moves() {
            let count = self.count_tree(castles, &position.after_unchecked(m), depth - 1)?;
            sum = sum.checked_add(count).ok_or(Halt::Overflow)?;
        }
        Ok(sum)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;
    use std::thread;

    use super::*;
    use crate::chess::perft::perft;
    use crate::chess::perft::table::{DEFAULT_BITS, MAX_BITS};

    /// Positions, each with a depth.
    const POSITIONS: [(&str, u32); 4] = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4),
        ("7k/8/8/8/8/8/8/K7 w - - 0 1", 4),
    ];

    fn memory(words: usize) -> Vec<AtomicU64> {
        (0..words).map(|_| AtomicU64::new(0)).collect()
    }

    #[test]
    fn counts_with_tables_of_any_size_equal_perft() {
        let stop = AtomicBool::new(false);
        for words in [8, 800, 1 << 16] {
            for bits in [64, DEFAULT_BITS, MAX_BITS] {
                let memory = memory(words);
                let table = PerftTable::new(&memory, bits).unwrap();
                let mut counter = Counter::new(PerftTier::best(), Some(&table), &stop);
                for (fen, deepest) in POSITIONS {
                    let position = Position::from_fen(fen).unwrap();
                    for depth in 0..=deepest {
                        assert_eq!(counter.count(&position, depth), Ok(perft(&position, depth)), "{fen} {depth}");
                    }
                }
                assert!(table.usage().probes > table.usage().hits);
            }
        }
        let position = Position::initial();
        assert_eq!(Counter::new(PerftTier::best(), None, &stop).count(&position, 4), Ok(197_281));
    }

    #[test]
    fn an_overflow_is_an_error() {
        let stop = AtomicBool::new(false);
        let memory = memory(1 << 20);
        // 64-bit counts can be stored, so that each of the few positions is counted once for each depth.
        let table = PerftTable::new(&memory, 64).unwrap();
        let position = Position::from_fen(POSITIONS[3].0).unwrap();
        let count = || Counter::new(PerftTier::best(), Some(&table), &stop).count(&position, 60);
        // Unoptimized, sixty plies of vectors need more than the stack of a test.
        let counter = thread::Builder::new().stack_size(16 << 20);
        let result = thread::scope(|scope| counter.spawn_scoped(scope, count).unwrap().join().unwrap());
        assert_eq!(result, Err(Halt::Overflow));
    }

    #[test]
    fn a_stopped_count_is_an_error() {
        let stop = AtomicBool::new(true);
        let memory = memory(64);
        let table = PerftTable::new(&memory, 84).unwrap();
        let position = Position::initial();
        assert_eq!(Counter::new(PerftTier::best(), Some(&table), &stop).count(&position, 9), Err(Halt::Stopped));
        assert_eq!(Counter::new(PerftTier::best(), None, &stop).count(&position, 9), Err(Halt::Stopped));
    }
}
