//! Perft: the number of legal move paths of a given depth (<https://www.chessprogramming.org/Perft>).
//!
//! [`perft`] uses the fastest tier of the processor, [`perft_with`] a chosen one, and [`hashed::Counter`] a hash table.
//! `plain` is the reference implementation; tests compare the other tiers with it. `tier` lists the tiers.
//!
//! The modules by depth; with a [`table`], `hashed_tree` replaces `tree` and looks up each `key` first:
//!
//! ```text
//!   tree           depth n … 3: play every move (board; moves, as sets of squares)
//!   differences    depth 2: most replies are a sum over squares ─┬─ replies: the weight of each square
//!     │                                                         │    (rays and directions; planes: 64 numbers at once)
//!     │                                                         └─ zone: the moves that concern the enemy king
//!   reply_counter  the other moves of depth 2 are played ────────┬─ one by one: count
//!                                                               └─ eight at a time: lanes
//! ```
//!
//! `side` makes the color a type and `cpu` the processor, so that one source of each algorithm is compiled for both
//! colors and for every CPU level.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod board;
mod cpu;
mod differences;
pub mod hashed;
mod hashed_tree;
mod key;
mod lanes;
mod levels;
mod moves;
mod planes;
mod rays;
mod replies;
pub mod statistics;
pub mod table;
mod tier;
mod tree;
mod zone;

use board::Castles;
use tier::count_recursively;

use super::moves::Move;
use super::position::Position;

pub use tier::{PerftTier, UnknownTier, reference_perft};

/// Up to this depth, paths are counted by recursion; greater depths use a stack on the heap.
const DEEPEST_RECURSION: u32 = 32;

/// The number of paths of `depth` legal moves from a position, by the [best tier](PerftTier::best); 1 for depth 0.
///
/// Paths end early only at checkmate and stalemate; perft ignores draws. A count above `u64::MAX` wraps around.
///
/// # Examples
///
/// ```
/// use adoube::{Position, perft};
///
/// assert_eq!(perft(&Position::initial(), 4), 197_281);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    perft_with(PerftTier::best(), position, depth)
}

/// [`perft`] by the given tier, for tests and comparisons.
pub fn perft_with(tier: PerftTier, position: &Position, depth: u32) -> u64 {
    let mut waiting = vec![(position.clone(), depth)];
    let mut count = 0_u64;
    while let Some((position, depth)) = waiting.pop() {
        if depth > DEEPEST_RECURSION {
            waiting.extend(position.legal_moves().into_iter().map(|m| (position.after_unchecked(m), depth - 1)));
        } else {
            count = count.wrapping_add(count_recursively(tier, &Castles::new(&position), &position, depth));
        }
    }
    count
}

/// The count below each legal move, in the order of [`Position::legal_moves`]; empty for depth 0.
///
/// # Examples
///
/// ```
/// use adoube::{Position, divide};
///
/// let position = Position::initial();
/// let (mv, count) = divide(&position, 3)[0];
/// assert_eq!((position.to_uci(mv).as_str(), count), ("b1a3", 400));
/// ```
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    position.legal_moves().into_iter().map(|m| (m, perft(&position.after_unchecked(m), rest))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_plies_are_counted() {
        let position = Position::initial();
        assert_eq!([0, 1, 2, 3, 4].map(|depth| perft(&position, depth)), [1, 20, 400, 8_902, 197_281]);
        assert_eq!(divide(&position, 3).iter().map(|(_, nodes)| nodes).sum::<u64>(), 8_902);
        assert!(divide(&position, 0).is_empty());
    }
}
