//! Openings: their names, by the position on the board.
//!
//! A [`Book`] knows named positions. The opening of a game is the last position of its main line that has a name, so it is
//! found whatever the order of the moves that led there. The table that is built in, and the rule of looking up, are told
//! in `docs/openings.md`; where the table comes from, in the `README.md` beside it.

mod book;
mod name;
pub mod read;
#[cfg(test)]
mod tests;

pub use book::{Book, GameOpening};
pub use name::Opening;
