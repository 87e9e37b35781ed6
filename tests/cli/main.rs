//! Tests of the command line: each command from outside, and the modules that only commands use.

mod adjudicate;
mod adjust;
mod baseline;
mod can_mate;
#[cfg(all(feature = "compression", feature = "cross-check", feature = "parquet", feature = "pictures"))]
mod cases;
#[cfg(all(feature = "parquet", feature = "pictures"))]
mod charts;
#[cfg(feature = "parquet")]
mod columns;
#[cfg(all(feature = "compression", feature = "cross-check", feature = "parquet", feature = "pictures"))]
mod completions;
mod copies;
mod diff;
mod facts;
mod filter;
#[path = "../support/game_read.rs"]
mod game_read;
#[cfg(feature = "parquet")]
mod identity;
#[cfg(feature = "compression")]
mod input;
#[cfg(feature = "compression")]
mod many_files;
mod merging;
mod official;
#[cfg(feature = "parquet")]
mod partition;
mod parts;
mod parts_support;
mod perft_command;
#[cfg(feature = "pictures")]
mod pictures;
mod pipeline;
mod pipeline_support;
mod plies;
mod replay;
mod split_to;
mod standings;
mod stats;
mod stats_support;
#[path = "../support/mod.rs"]
mod support;
mod tree;
mod usage;
#[cfg(all(unix, feature = "viewer"))]
mod viewer;
mod without_features;
