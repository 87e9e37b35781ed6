//! What the Laws of Chess say about a position and a game. Knows chess, knows no PGN.

pub mod claim;
pub mod edition;
pub mod ending;
pub mod event;
pub mod history;
pub mod illegal_position;
pub mod material;
pub mod perpetual;
pub mod retro;
pub mod score;
pub mod touch;
pub mod touching;
pub mod unwinnable;
pub mod verdict;
