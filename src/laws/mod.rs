//! What the Laws of Chess say about a position and a game. Knows chess, knows no PGN.

pub mod edition;
pub mod material;
