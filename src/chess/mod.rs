//! The legality engine: squares, pieces, positions, moves, and the rules that decide which moves are legal.
//!
//! Pure: no input or output, no threads, no clock. The text formats are FEN, EPD, SAN and UCI.

pub mod attacks;
pub mod bitboard;
pub mod epd;
pub mod fen;
pub mod illegal;
pub mod legality;
pub mod movegen;
pub mod moves;
pub mod packed;
pub mod perft;
pub mod piece;
pub mod play;
pub mod position;
#[cfg(test)]
pub(crate) mod random;
mod refusal;
pub mod san;
pub mod setup;
pub mod square;
pub mod uci;
mod zobrist;
