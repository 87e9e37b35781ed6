//! Identities: 128-bit ids of lines of moves and of encounters, and the digest of an archive.
//!
//! ```text
//! starting position, moves      --> LineId   (`line_id`; after the last ply `play_id`)
//! names, date, round, event, …  --> MeetId   (`meet_id`)
//! the sums of both              --> ArchiveDigest
//! ```
//!
//! `docs/identity.md` defines every byte of them, so that other programs compute the same ids. Neither id alone identifies
//! a game: two people who play a known opening to an agreed draw play the same line, and two copies of one game may
//! differ in its last moves.
//!
//! The hash is XXH3 of 128 bits ([xxHash specification](https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md))
//! with the seed 0. It is not cryptographic: equal ids of different games do not happen by accident, but can be
//! constructed.

mod digest;
mod letters;
mod line;
mod meet;

pub use digest::ArchiveDigest;
#[cfg(feature = "cli")]
pub(crate) use letters::words;
pub use line::LineId;
pub use meet::MeetId;
#[cfg(feature = "cli")]
pub(crate) use meet::{Occasion, address, is_omitted, time, without_parentheses};
