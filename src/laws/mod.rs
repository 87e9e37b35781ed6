//! The Laws of Chess applied to positions and games. This layer depends on `chess` and not on PGN.

pub mod claim;
pub mod edition;
pub mod ending;
pub mod engine_rules;
pub mod event;
pub mod forced_mate;
pub mod history;
pub mod illegal_position;
pub mod material;
pub mod perpetual;
pub mod retro;
pub mod touch_move;
pub mod touched_pieces;
pub mod unwinnable;
pub mod verdict;
