//! `adoube perft`: how many paths of legal moves there are, and where another program counts otherwise.
//!
//! ```text
//! position, depth --split--> tasks --workers--> counts --add--> Perft --report-->
//!                                       |
//!                                  checkpoint
//! ```
//!
//! A *task* is a subtree: the moves that lead to it, and how many plies are to be counted below. How the tree is split
//! depends on the tree alone, not on the number of threads, so that a checkpoint can be continued on any machine.

mod args;
mod checkpoint;
mod compare;
mod counting;
mod error;
mod hash;
mod job;
mod run;
mod spelling;
mod split;
mod suite;
mod work;

pub use args::Args;
pub use checkpoint::CheckpointError;
pub use error::PerftError;
pub use run::run;
