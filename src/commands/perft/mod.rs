//! `adoube perft`: counts of legal move paths, and comparison with other programs.
//!
//! ```text
//! position, depth --split--> tasks --workers--> counts --add--> Perft --report-->
//!                                       |
//!                                  checkpoint
//! ```
//!
//! A *task* is a subtree: the moves that lead to it, and the number of plies below. The split depends only on the tree,
//! not on the number of threads, so a checkpoint can be continued on any machine.

mod args;
mod checkpoint;
mod compare;
mod counting;
mod error;
mod hash;
mod job;
#[cfg(feature = "cross-check")]
mod library;
mod run;
mod spelling;
mod split;
mod suite;
mod work;

pub use args::Args;
pub use checkpoint::CheckpointError;
pub use error::PerftError;
pub use run::run;
