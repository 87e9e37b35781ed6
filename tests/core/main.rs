//! Tests of the core: moves, the Laws, PGN and games, from the public face of the library and against other programs.

mod audit_agrees;
mod causes;
mod defects;
mod export;
mod export_support;
#[cfg(feature = "cli")]
mod laws;
#[cfg(feature = "cli")]
mod measurements;
#[cfg(feature = "cli")]
mod openings;
mod perft;
mod perft_tiers;
mod positions;
mod reading;
mod reading_support;
mod retro;
mod rule_fixtures;
#[cfg(feature = "cross-check")]
mod rules;
#[cfg(feature = "cross-check")]
mod san;
#[path = "../support/mod.rs"]
mod support;
