//! The facts: the one place where the text of a game meets the rules of chess.

pub mod rules;
