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
mod moves;
mod planes;
mod rays;
mod replies;
pub mod statistics;
pub mod table;
mod tree;
mod zone;

use board::{Black, Castles, Node, White};
use cpu::{Cpu, Portable};
use hashed::Halt;
use hashed_tree::HashedCount;
use lanes::PortableLanes;

#[cfg(target_arch = "x86_64")]
use crate::cpu::{Avx2, Avx512};

use super::moves::Move;
use super::piece::Color;
use super::position::Position;

pub use cpu::{PerftTier, UnknownTier};

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
            waiting.extend(position.legal_moves().into_iter().map(|m| (position.after(m), depth - 1)));
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
    position.legal_moves().into_iter().map(|m| (m, perft(&position.after(m), rest))).collect()
}

/// Counts by recursion. If the processor lacks the instructions of the tier, its portable reference implementation is
/// used. `castles` are those of this position or of an ancestor.
fn count_recursively(tier: PerftTier, castles: &Castles, position: &Position, depth: u32) -> u64 {
    match tier {
        PerftTier::Plain => return reference_perft(position, depth),
        PerftTier::Scalar => {}
        #[cfg(target_arch = "x86_64")]
        PerftTier::Avx2 => {
            if let Some(cpu) = Avx2::detect() {
                return run(cpu, castles, position, depth);
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        PerftTier::Avx2 => {}
        PerftTier::Avx512 => {
            #[cfg(target_arch = "x86_64")]
            if let Some(cpu) = Avx512::detect() {
                return run(cpu, castles, position, depth);
            }
            return run(PortableLanes, castles, position, depth);
        }
    }
    run(Portable, castles, position, depth)
}

fn run<M: Cpu>(cpu: M, castles: &Castles, position: &Position, depth: u32) -> u64 {
    let node = Node::new(position);
    match position.turn() {
        Color::White => tree::perft::<White, M>(cpu, castles, &node, depth),
        Color::Black => tree::perft::<Black, M>(cpu, castles, &node, depth),
    }
}

/// Counts with a table, for depths above [`hashed_tree::LEAF`].
fn count_hashed(
    tier: PerftTier,
    hashed_tree: &mut HashedCount<'_>,
    position: &Position,
    depth: u32,
) -> Result<u64, Halt> {
    match tier {
        PerftTier::Plain | PerftTier::Scalar => {}
        #[cfg(target_arch = "x86_64")]
        PerftTier::Avx2 => {
            if let Some(cpu) = Avx2::detect() {
                return run_hashed(cpu, cpu, hashed_tree, position, depth);
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        PerftTier::Avx2 => {}
        PerftTier::Avx512 => {
            #[cfg(target_arch = "x86_64")]
            if let Some(cpu) = Avx512::detect() {
                return run_hashed(cpu.avx2(), cpu, hashed_tree, position, depth);
            }
            return run_hashed(Portable, PortableLanes, hashed_tree, position, depth);
        }
    }
    run_hashed(Portable, Portable, hashed_tree, position, depth)
}

fn run_hashed<M: Cpu, L: Cpu>(
    cpu: M,
    leaf_cpu: L,
    hashed_tree: &mut HashedCount<'_>,
    position: &Position,
    depth: u32,
) -> Result<u64, Halt> {
    let node = Node::new(position);
    match position.turn() {
        Color::White => hashed_tree::root::<White, M, L>(cpu, leaf_cpu, hashed_tree, &node, depth),
        Color::Black => hashed_tree::root::<Black, M, L>(cpu, leaf_cpu, hashed_tree, &node, depth),
    }
}

// The reference implementation of perft: play every legal move and count the paths after it.

/// The number of paths of `depth` legal moves from a position; 1 for depth 0.
///
/// Its only optimization is bulk counting of the last ply. It uses stack in proportion to `depth`;
/// [`perft`] does not.
pub fn reference_perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(position.count_legal_moves()),
        _ => position.legal_moves().into_iter().map(|m| reference_perft(&position.after(m), depth - 1)).sum(),
    }
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
