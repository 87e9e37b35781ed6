//! Long searches: whether a side can mate, suites of perft, games broken at random, and second opinions about collections.

#[cfg(feature = "cross-check")]
mod mutations;
#[cfg(feature = "cli")]
mod one_verdict;
mod perft_suites;
#[cfg(feature = "cross-check")]
mod proven_moves;
#[path = "../support/mod.rs"]
mod support;
#[cfg(feature = "cross-check")]
mod unwinnable;
#[cfg(feature = "cli")]
mod walls;
#[cfg(all(feature = "compression", feature = "cross-check"))]
mod witness;
