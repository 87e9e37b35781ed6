//! What the Laws of Chess say about a position and a game. Knows chess, knows no PGN.

pub mod claim;
pub mod edition;
pub mod ending;
pub mod event;
pub mod history;
pub mod material;
pub mod retro;
pub mod score;
pub mod touch;
pub mod unwinnable;
pub mod verdict;
