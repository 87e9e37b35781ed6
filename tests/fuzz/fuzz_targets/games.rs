//! The bytes of any text. What must hold:
//!
//! * Games tile the text, and the tokens of a game tile the game up to white space.
//! * The exact path and the fast path at every CPU level find the same: moves, findings, comments, facts, counts. The
//!   shortcuts for tags and comments return the tokens of the lexer.
//! * Each game is valid, invalid or unchecked, or it is no game; which one does not depend on the rules that report.

#![no_main]

#[path = "../../core/reading_support.rs"]
mod reading_support;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| reading_support::check(text));
