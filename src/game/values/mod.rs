//! What the values of tags and comments mean.

pub mod clocks;
pub(in crate::game) mod dates;
pub(in crate::game) mod formats;
pub mod game_place;
pub mod shapes;
pub mod termination;
