//! The reference implementation of attacks: it walks square by square as the Laws define them (articles 3.2–3.8).
//!
//! The tables of [`attacks`](super) are built from it, and the tests compare every faster implementation with it. It
//! must stay simple enough to verify by reading.

use super::Bitboard;
use super::Square;

/// A step, or the leap of a knight: files to the right and ranks up, seen from White.
pub(super) type Direction = (i8, i8);

/// The four directions of a bishop (Laws 3.2).
pub(super) const BISHOP: [Direction; 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
/// The four directions of a rook (Laws 3.3).
pub(super) const ROOK: [Direction; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
/// The eight leaps of a knight (Laws 3.6).
pub(super) const KNIGHT: [Direction; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
/// The eight steps of a king (Laws 3.8.1).
pub(super) const KING: [Direction; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
/// The captures of a white pawn (Laws 3.7.3).
pub(super) const WHITE_PAWN: [Direction; 2] = [(-1, 1), (1, 1)];
/// The captures of a black pawn (Laws 3.7.3).
pub(super) const BLACK_PAWN: [Direction; 2] = [(-1, -1), (1, -1)];

pub(super) const fn leap(from: Square, directions: &[Direction]) -> Bitboard {
    let mut set = 0;
    let mut i = 0;
    while i < directions.len() {
        if let Some(to) = from.offset(directions[i].0, directions[i].1) {
            set |= 1 << to.index();
        }
        i += 1;
    }
    Bitboard(set)
}

/// The squares that a slider attacks in these directions: in each, up to and including the first occupied square
/// (Laws 3.5).
pub(super) const fn slide(from: Square, directions: &[Direction], occupied: Bitboard) -> Bitboard {
    let mut set = 0;
    let mut i = 0;
    while i < directions.len() {
        let mut at = from;
        while let Some(next) = at.offset(directions[i].0, directions[i].1) {
            set |= 1 << next.index();
            if occupied.contains(next) {
                break;
            }
            at = next;
        }
        i += 1;
    }
    Bitboard(set)
}
