//! The checks at the end of a game.

pub(in crate::game::replay) mod audit;
mod consistency;
