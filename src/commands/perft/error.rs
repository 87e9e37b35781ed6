//! The errors of `adoube perft`.

use std::io;

use thiserror::Error;

use super::CheckpointError;
use crate::chess::fen::PositionError;
use crate::chess::moves::PlyCount;
use crate::chess::perft::hashed::Halt;
use crate::witness::perft::EngineError;

/// The errors of `adoube perft`.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PerftError {
    /// The position is none.
    #[error("cannot count from this position: {0}")]
    Position(PositionError),
    /// Arguments that do not go together.
    #[error("{0}")]
    Usage(String),
    /// The position is the name of a file.
    #[error("`{0}` is a file, not a position; use `--epd {0}` to check a suite")]
    File(String),
    /// A move of the prefix is not legal.
    #[error("--prefix: `{san}` is not a legal move in {fen}; write moves as `e2e4` or `e4`")]
    Prefix {
        /// The move as written.
        san: String,
        /// The position before the move.
        fen: String,
    },
    /// The prefix is longer than the paths.
    #[error("--prefix: {} {} more than the depth of {depth}", PlyCount(*.plies as u64), if *.plies == 1 { "is" } else { "are" })]
    LongPrefix {
        plies: usize,
        /// The length of the paths.
        depth: u32,
    },
    /// The memory for the table cannot be allocated.
    #[error("cannot allocate a table of {} MB (see --hash): {source}", .bytes >> 20)]
    NoMemory { bytes: u64, source: io::Error },
    /// The counting has ended without a result.
    #[error(transparent)]
    Halt(#[from] Halt),
    /// The file of finished subtrees is of no use.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The engine gives no counts.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The library gives no counts.
    #[cfg(feature = "cross-check")]
    #[error(transparent)]
    Shakmaty(#[from] crate::witness::perft::ShakmatyError),
}

impl PerftError {
    /// Whether the user interrupted the run.
    pub const fn is_stop(&self) -> bool {
        match self {
            Self::Halt(Halt::Stopped) | Self::Engine(EngineError::Stopped) => true,
            #[cfg(feature = "cross-check")]
            Self::Shakmaty(crate::witness::perft::ShakmatyError::Stopped) => true,
            _ => false,
        }
    }
}
