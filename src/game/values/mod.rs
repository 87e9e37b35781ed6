//! What the values of tags and comments mean.

pub mod clocks;
pub mod comment_values;
pub(in crate::game) mod dates;
pub(in crate::game) mod formats;
pub mod game_place;
pub mod judgment;
pub mod shapes;
pub mod termination;
