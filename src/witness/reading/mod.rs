//! The second opinion on how a game reads.
//!
//! [`second_opinion`] replays a game with pgn-reader and shakmaty; [`compare()`] compares the result with adoube's.
//! pgn-reader is known to read some PGN differently. A disagreement about such a game is explained ([`REASONS`]); any
//! other disagreement means that one of the two is wrong.

mod compare;
mod opinion;
mod reasons;

pub use compare::{Disagreement, compare};
pub use opinion::{Opinion, second_opinion};
pub use reasons::{KnownReason, Occasion, REASONS, ReadingPoint};
