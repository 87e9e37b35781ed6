//! Second opinions on perft: shakmaty (with the feature `cross-check`) or any engine counts the same moves, and a search
//! locates the first difference.
//!
//! ```text
//!   root, depth 5     ours 4865609   theirs 4865608     the count of one move differs: follow it
//!    └ e2e4, depth 4  ours  405385   theirs  405384
//!       └ …
//!          └ depth 1  ours: a5b6 …   theirs: –          the moves themselves differ: here is the bug
//! ```

mod difference;
mod engine;
mod process;
#[cfg(feature = "cross-check")]
mod shakmaty_position;

pub use difference::{DivideCounts, PerftDifference, PerftFault, first_difference};
pub use engine::{Chess960, Engine, EngineError, Request};
#[cfg(feature = "cross-check")]
pub use shakmaty_position::{ShakmatyError, ShakmatyPosition};
