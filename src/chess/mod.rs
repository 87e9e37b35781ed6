//! The legality engine: squares, men, positions, moves, and which moves are legal.
//!
//! Pure: no input or output, no threads, no clock. The only text it knows is FEN, SAN and UCI.

pub mod bitboard;
pub mod moves;
pub mod piece;
pub mod square;
