//! The facts: the one place where the text of a game meets the rules of chess.

pub mod about;
mod audit;
pub mod clocks;
mod comments;
pub mod continuation;
mod driving;
pub mod end;
mod evidence;
mod excerpt;
pub mod export;
pub mod facts;
pub mod fault;
pub mod filter;
pub mod finding;
mod findings;
mod inference;
mod lane;
mod layout;
mod line;
mod loose_result;
mod managed;
pub mod mating;
pub mod moment;
mod notes;
mod numbers;
pub mod openings;
pub mod pace;
pub mod plies;
pub mod position_line;
pub mod positions;
pub mod remark;
mod repetitions;
pub mod replay;
mod room;
mod roots;
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
mod unusual;
mod values;
mod wish;
mod witnesses;

pub use evidence::Evidence;

/// Who won, as a result says it; see [`crate::pgn::lex::Outcome`].
pub use crate::pgn::lex::Outcome;
