//! The chess content of PGN text: games replayed on a board, findings of the rules, facts and verdicts.
//!
//! `docs/architecture.md` lists the folders; each imports only from those above it in that list.

#[doc(hidden)]
pub mod difference;
#[doc(hidden)]
pub mod edit;
#[doc(hidden)]
pub mod facts;
#[doc(hidden)]
pub mod filter;
pub mod finding;
#[doc(hidden)]
pub mod fix;
pub mod identity;
#[doc(hidden)]
pub mod names;
pub mod openings;
#[doc(hidden)]
pub mod order;
pub mod record;
pub mod replay;
pub mod rules;
#[doc(hidden)]
pub mod suggestions;
pub mod values;
pub mod verdict;

pub use finding::evidence::Evidence;

/// The result of a game; see [`crate::pgn::lex::Outcome`].
pub use crate::pgn::lex::Outcome;
