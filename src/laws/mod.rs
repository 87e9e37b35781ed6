//! The Laws of Chess applied to positions and games. This layer depends on `chess` and not on PGN.

pub mod claim;
pub mod edition;
pub mod ending;
#[doc(hidden)]
pub mod engine_rules;
pub mod event;
pub mod forced_mate;
pub mod history;
#[doc(hidden)]
pub mod illegal_position;
pub mod material;
pub mod perpetual;
#[doc(hidden)]
pub mod retro;
#[doc(hidden)]
pub mod touch_move;
#[doc(hidden)]
pub mod touched_pieces;
pub mod unwinnable;
pub mod verdict;
