//! What the documents promise: the commands of README, guide and recipes run, and the examples of the library print what they say.

mod examples;
#[cfg(all(unix, feature = "compression", feature = "cross-check", feature = "parquet", feature = "pictures"))]
mod migration;
#[cfg(all(unix, feature = "compression", feature = "cross-check", feature = "parquet", feature = "pictures"))]
mod page;
#[cfg(all(unix, feature = "compression", feature = "cross-check", feature = "parquet", feature = "pictures"))]
mod readme;
#[path = "../support/mod.rs"]
mod support;
