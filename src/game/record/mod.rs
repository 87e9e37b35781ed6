//! Games as data: the score sheet, its moves and plies, and its export.

pub mod continuation;
pub mod export;
pub mod plies;
pub mod score_sheet;
pub mod steps;
