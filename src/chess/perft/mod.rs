//! Perft: the number of paths of legal moves of a given length.
//!
//! <https://www.chessprogramming.org/Perft>. `plain` defines the function. The tiers compute it faster and are held to it
//! by tests; `tier` names them, and [`perft`] takes the best that the processor has.
//!
//! From the root to the leaves; with a [`table`], `recall` takes the place of `tree` and asks by `key` first:
//!
//! ```text
//!   tree          depth n … 3: play every move (board, castles; the moves as sets: moves)
//!   differences   depth 2: most replies are a sum over squares ─┬─ replies: what each square is worth
//!     │                                                        │    (rays and compass, planes: 64 numbers at once)
//!     │                                                        └─ zone: which moves concern the enemy king
//!   exact         the other moves of depth 2 are played ────────┬─ one by one: count
//!                                                              └─ eight at a time: lanes
//! ```
//!
//! `side` makes the color a type and `machine` the processor, so that one text of each algorithm is compiled for both
//! colors and for every processor.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod board;
mod compass;
mod count;
mod differences;
mod exact;
pub mod hashed;
mod key;
mod lanes;
mod lines;
mod machine;
mod moves;
mod numbers;
pub mod plain;
mod planes;
mod rays;
mod recall;
mod replies;
mod side;
pub mod statistics;
pub mod table;
mod tier;
mod tree;
mod zone;

pub use tier::{Tier, UnknownTier};

use super::moves::Move;
use super::piece::Color;
use super::position::Position;
use board::{Castles, Node};
use hashed::Halt;
#[cfg(target_arch = "x86_64")]
use lanes::Avx512;
use lanes::Twin;
#[cfg(target_arch = "x86_64")]
use machine::Bmi2;
use machine::{Machine, Portable};
use recall::Recall;
use side::{Black, White};

/// As many plies are counted by recursion; what is deeper is unfolded on the heap.
const DEEPEST_RECURSION: u32 = 32;

/// The number of paths of `depth` legal moves from a position, by the [best tier](Tier::best); 1 for depth 0.
///
/// Paths end early at mate and stalemate only; draws by claim, count or dead position do not exist for perft. A count
/// above `u64::MAX` wraps around.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    perft_with(Tier::best(), position, depth)
}

/// [`perft`] by a tier of the caller's choice, for tests and comparisons.
#[must_use]
pub fn perft_with(tier: Tier, position: &Position, depth: u32) -> u64 {
    let mut waiting = vec![(position.clone(), depth)];
    let mut count = 0_u64;
    while let Some((position, depth)) = waiting.pop() {
        if depth > DEEPEST_RECURSION {
            waiting.extend(position.legal_moves().into_iter().map(|m| (position.after(m), depth - 1)));
        } else {
            count = count.wrapping_add(shallow(tier, &Castles::new(&position), &position, depth));
        }
    }
    count
}

/// The count below each legal move, in the order of [`Position::legal_moves`]; empty for depth 0.
#[must_use]
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    position.legal_moves().into_iter().map(|m| (m, perft(&position.after(m), rest))).collect()
}

/// A count that may recurse. What the processor does not offer is done by a portable twin. `castles` are those of this
/// position, or of one that it came from.
fn shallow(tier: Tier, castles: &Castles, position: &Position, depth: u32) -> u64 {
    match tier {
        Tier::Plain => return plain::perft(position, depth),
        Tier::Portable => {}
        #[cfg(target_arch = "x86_64")]
        Tier::Bmi2 => {
            if let Some(machine) = Bmi2::detect() {
                return on(machine, castles, position, depth);
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        Tier::Bmi2 => {}
        Tier::Lanes => {
            #[cfg(target_arch = "x86_64")]
            if let Some(machine) = Avx512::detect() {
                return on(machine, castles, position, depth);
            }
            return on(Twin, castles, position, depth);
        }
    }
    on(Portable, castles, position, depth)
}

fn on<M: Machine>(machine: M, castles: &Castles, position: &Position, depth: u32) -> u64 {
    let node = Node::new(position);
    match position.turn() {
        Color::White => tree::perft::<White, M>(machine, castles, &node, depth),
        Color::Black => tree::perft::<Black, M>(machine, castles, &node, depth),
    }
}

/// A count with a table, of a depth above [`recall::LEAF`].
fn with_table(tier: Tier, recall: &mut Recall<'_>, position: &Position, depth: u32) -> Result<u64, Halt> {
    match tier {
        Tier::Plain | Tier::Portable => {}
        #[cfg(target_arch = "x86_64")]
        Tier::Bmi2 => {
            if let Some(machine) = Bmi2::detect() {
                return through(machine, machine, recall, position, depth);
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        Tier::Bmi2 => {}
        Tier::Lanes => {
            #[cfg(target_arch = "x86_64")]
            if let (Some(machine), Some(leaf)) = (Bmi2::detect(), Avx512::detect()) {
                return through(machine, leaf, recall, position, depth);
            }
            return through(Portable, Twin, recall, position, depth);
        }
    }
    through(Portable, Portable, recall, position, depth)
}

fn through<M: Machine, L: Machine>(
    machine: M,
    leaf: L,
    recall: &mut Recall<'_>,
    position: &Position,
    depth: u32,
) -> Result<u64, Halt> {
    let node = Node::new(position);
    match position.turn() {
        Color::White => recall::root::<White, M, L>(machine, leaf, recall, &node, depth),
        Color::Black => recall::root::<Black, M, L>(machine, leaf, recall, &node, depth),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_the_first_plies() {
        let position = Position::initial();
        assert_eq!([0, 1, 2, 3, 4].map(|depth| perft(&position, depth)), [1, 20, 400, 8_902, 197_281]);
        assert_eq!(divide(&position, 3).iter().map(|(_, nodes)| nodes).sum::<u64>(), 8_902);
        assert!(divide(&position, 0).is_empty());
    }
}
