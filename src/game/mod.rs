//! The chess content of PGN text: games replayed on a board, findings of the rules, facts and verdicts.
//!
//! Games flow down this list, and a folder imports only from those above it:
//!
//! - `values`: what the values of tags and comments mean.
//! - `rules`: the table of rules; `finding`: what a rule found, and where.
//! - `replay`: reads a game and checks it, with its fast path and the checks at its end.
//! - `identity`: ids of lines and of encounters, and the digest of an archive.
//! - `record`: a game as data: its score sheet, its plies, its export.
//! - `fix`: repairs that leave the game the same.
//! - `verdict`: rulings by the Laws.
//! - `openings`, `facts` and `filter`: what can be asked of a game.
//! - `names` and `edit`: edits of a game that a person asks for.

pub mod difference;
pub mod edit;
pub mod facts;
pub mod filter;
pub mod finding;
pub mod fix;
pub mod identity;
pub mod names;
pub mod openings;
pub mod order;
pub mod record;
pub mod replay;
pub mod rules;
pub mod suggestions;
pub mod values;
pub mod verdict;

pub use finding::evidence::Evidence;

/// The result of a game; see [`crate::pgn::lex::Outcome`].
pub use crate::pgn::lex::Outcome;
