//! Opening names by position.
//!
//! A [`Book`] maps positions to names. The opening of a game is the last named position of its main line, whatever the
//! move order. `docs/openings.md` describes the built-in table and the look-up; the `README.md` next to the table
//! describes its source.

mod book;
pub mod read;
#[cfg(test)]
mod tests;

pub use book::{Book, GameOpening, Opening};
