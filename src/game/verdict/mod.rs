//! Verdicts: games and positions decided by the Laws.

pub mod answer_notes;
pub mod error_summary;
pub mod game_end;
mod inference;
pub mod mating;
pub mod note;
pub mod position_line;
pub mod ruling;
