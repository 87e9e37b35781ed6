//! The standings of an event, with tie-breaks, cross-tables and performance ratings.
//!
//! A [`PairingList`](event::PairingList) is a list of pairings, taken from games one by one; two lists can be merged.
//! [`EventPlayers`](event_players::EventPlayers) holds the results of each player, round by round; all tables are
//! derived from it. All numbers are integers (half points, quarter points, hundredths), so rounding neither makes nor
//! breaks a tie.
//!
//! Tie-breaks are those of the FIDE Play-Off and Tie-Break Regulations (Handbook C.07), in the edition in force since 1
//! March 2026; ratings follow the FIDE Rating Regulations (Handbook B.02). `docs/standings.md` describes both for
//! users.

pub mod crosstable;
pub mod details;
pub mod event;
pub mod event_players;
pub mod ranking;
pub mod rating;
pub mod result;
pub mod table;
pub mod tiebreak;
pub mod trf;
