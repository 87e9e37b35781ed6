//! The reference implementation of perft: play every legal move and count the paths after it.

use super::super::position::Position;

/// The number of paths of `depth` legal moves from a position; 1 for depth 0.
///
/// Its only optimization is bulk counting of the last ply. It uses stack in proportion to `depth`;
/// [`perft`](super::perft()) does not.
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(position.count_legal_moves()),
        _ => position.legal_moves().into_iter().map(|m| perft(&position.after(m), depth - 1)).sum(),
    }
}
