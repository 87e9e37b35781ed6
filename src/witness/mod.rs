//! Second opinions on a game or position from implementations that share no code with adoube.
//!
//! [`perft`] compares counts with those of a UCI engine. The feature `cross-check` adds the libraries: `reading` replays
//! a game, `mating` decides whether a side can still checkmate, and `perft` counts with shakmaty, too.

#[cfg(feature = "cross-check")]
pub mod mating;
pub mod perft;
#[cfg(feature = "cross-check")]
pub mod reading;
