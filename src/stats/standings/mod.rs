//! Who scored what in an event: standings with tie-breaks, cross-tables, performance ratings.
//!
//! An [`Event`](event::Event) is a list of pairings, taken from games one by one; two lists merge. A
//! [`Field`](field::Field) is what the list says about each player, round by round; all tables are made of it.
//! Everything is counted in whole numbers (half points, quarter points, hundredths), so no tie is made or broken by
//! rounding.
//!
//! Tie-breaks are those of the FIDE Play-Off and Tie-Break Regulations (Handbook C.07), in the edition in force since
//! 1 March 2026; ratings those of the FIDE Rating Regulations (Handbook B.02). `docs/standings.md` tells both for users.

pub mod aliases;
pub mod crosstable;
mod direct;
pub mod event;
pub mod field;
pub mod points;
pub mod ranking;
pub mod rating;
pub mod remark;
pub mod result;
pub(crate) mod stored;
pub mod table;
pub mod tiebreak;
mod unplayed;
