//! Second opinions: what implementations that share no code with ours make of the same game or position.
//!
//! [`second_opinion`] plays a game once more, through pgn-reader and shakmaty; [`compare`] holds it against ours. Where
//! pgn-reader is known to read PGN in another way and the game gives it occasion to, the disagreement is explained
//! ([`REASONS`]); any other means that one of the two is wrong.
//!
//! Whether a side can still mate is asked of chasolver ([`second_view`]), and our lines to mate are played by shakmaty.

mod compare;
mod opinion;
pub mod perft;
mod reasons;
mod rulings;
mod winnability;

pub use compare::{Disagreement, compare};
pub use opinion::{Opinion, second_opinion};
pub use reasons::{Occasion, Point, REASONS, Reason};
pub use rulings::{second_views_of_mating, second_views_of_ruling};
pub use winnability::{Dispute, Second, View, second_view};
