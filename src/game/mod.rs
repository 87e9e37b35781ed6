//! The chess content of PGN text: games replayed on a board, findings of the rules, facts and verdicts.
//!
//! `docs/architecture.md` lists the folders; each imports only from those above it in that list.

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
