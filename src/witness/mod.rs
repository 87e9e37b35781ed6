//! Second opinions on a game or position from implementations that share no code with adoube.
//!
//! [`perft`] compares counts with those of a UCI engine. The feature `cross-check` adds libraries: `reading` replays a
//! game, and `perft` counts with shakmaty, too. With the feature `chasolver`, `mating` decides whether a side can still
//! checkmate.

#[cfg(feature = "chasolver")]
pub mod mating;
pub mod perft;
#[cfg(feature = "cross-check")]
pub mod reading;
