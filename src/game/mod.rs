//! The chess content of PGN text: games replayed on a board, findings of the rules, facts and verdicts.
//!
//! - `replay`, `tags`, `comments`, `lenient_moves`, `fast_path`, `audit` and their neighbors read a game and check it.
//! - `rules`, `finding` and `evidence` define what a check can report.
//! - `score_sheet`, `steps`, `plies` and `export` hold a game as data.
//! - `ruling`, `game_end`, `mating` and `verdict_note` decide games by the Laws.
//! - `facts`, `filter` and `openings` query games.

pub mod answer_notes;
mod audit;
mod buffers;
pub mod clocks;
mod comments;
pub mod continuation;
mod end_consistency;
pub mod error_summary;
mod evidence;
mod excerpt;
pub mod export;
pub mod facts;
mod fast_path;
mod fast_run;
pub mod filter;
pub mod finding;
mod findings;
pub mod game_end;
pub mod game_place;
mod inference;
mod layout;
mod lenient_moves;
mod line;
mod loose_result;
mod managed_end;
pub mod mating;
mod move_comments;
mod numbers;
pub mod openings;
pub mod plies;
pub mod position_line;
pub mod positions;
pub mod reader_mode;
mod repetitions;
pub mod replay;
mod replay_options;
mod root_cause;
pub mod rules;
pub mod ruling;
pub mod score_sheet;
mod setup;
pub mod shapes;
mod split_move;
pub mod steps;
mod tags;
pub mod tally;
pub mod termination;
mod values;
pub mod verdict_note;

pub use evidence::Evidence;

/// The result of a game; see [`crate::pgn::lex::Outcome`].
pub use crate::pgn::lex::Outcome;
