//! Perft: the number of paths of legal moves of a given length.
//!
//! <https://www.chessprogramming.org/Perft>. The plain count here defines the function; anything faster is held to it.

pub mod hashed;
pub mod statistics;
pub mod table;

use super::moves::Move;
use super::position::Position;

/// The number of paths of `depth` legal moves from a position; 1 for depth 0.
///
/// Paths end early at mate and stalemate only; draws by claim, count or dead position do not exist for perft.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(position.count_legal_moves()),
        _ => position.legal_moves().into_iter().map(|m| perft(&position.after(m), depth - 1)).sum(),
    }
}

/// The count below each legal move, in the order of [`Position::legal_moves`]; empty for depth 0.
#[must_use]
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    position.legal_moves().into_iter().map(|m| (m, perft(&position.after(m), rest))).collect()
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
