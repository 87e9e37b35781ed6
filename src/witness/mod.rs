//! Second opinions on a game or position from implementations that share no code with adoube.
//!
//! [`second_opinion`] replays a game with pgn-reader and shakmaty; [`compare()`] compares the result with adoube's.
//! pgn-reader is known to read some PGN differently. A disagreement about such a game is explained ([`REASONS`]); any
//! other disagreement means that one of the two is wrong.
//!
//! chasolver decides whether a side can still checkmate ([`second_view`]), and shakmaty replays adoube's helpmates.

mod compare;
mod opinion;
pub mod perft;
mod reasons;
mod rulings;
mod winnability;

pub use compare::{Disagreement, compare};
pub use opinion::{Opinion, second_opinion};
pub use reasons::{KnownReason, Occasion, REASONS, ReadingPoint};
pub use rulings::{second_views_of_mating, second_views_of_ruling};
pub use winnability::{AdoubeView, SecondOpinion, WinnabilityDispute, second_view};
