//! The second opinion on mating: chasolver decides whether a side can still checkmate ([`second_view`]), and shakmaty
//! replays adoube's helpmates.

mod rulings;
mod winnability;

pub use rulings::{second_views_of_mating, second_views_of_ruling};
pub use winnability::{AdoubeView, SecondOpinion, WinnabilityDispute, second_view};
