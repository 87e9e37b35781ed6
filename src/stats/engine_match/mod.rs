//! The table of an engine match: results by engine and opponent, Elo differences with their errors, pairs of games with both
//! colors of one opening, and the sequential test of such a match.
//!
//! [`MatchGames`](games::MatchGames) is a list of games, taken one by one; two lists can be merged. The table is computed
//! from it.

pub mod elo;
pub mod games;
pub mod sprt;
mod table;
