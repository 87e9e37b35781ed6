//! PGN text: games, tokens, tag pairs and comments as byte ranges. This layer does not depend on chess rules.
//!
//! Nothing is ever dropped: the tokens of a game and the white space between them tile its bytes, and the games tile
//! the file. Text that is not PGN is a token, too.

pub mod comment;
pub mod foreign;
pub mod index;
pub mod lex;
pub mod nag;
pub mod names;
pub mod place;
pub mod rare_bytes;
mod scan;
pub mod section_start;
mod skip;
pub mod split;
#[cfg(target_arch = "x86_64")]
mod sse2;
mod sweep;
mod tag_line;
pub mod tags;
pub mod text;
pub mod write;
