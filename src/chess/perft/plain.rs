//! Perft as it is defined: play every legal move, count below it. Everything faster is held to this.

use super::super::position::Position;

/// The number of paths of `depth` legal moves from a position; 1 for depth 0.
///
/// The last ply is counted without being played, and that is all this count knows of speed. It uses the stack in
/// proportion to `depth`; [`perft`](super::perft()) does not.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(position.count_legal_moves()),
        _ => position.legal_moves().into_iter().map(|m| perft(&position.after(m), depth - 1)).sum(),
    }
}
