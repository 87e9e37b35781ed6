//! Whole archives: what is computed from many games together, in bounded memory.

pub mod compare;
pub mod copies;
pub mod encounter;
pub mod line;
pub mod long_texts;
mod measurements;
pub mod people;
pub mod portrait;
pub mod record_file;
pub mod sort;
mod stored;
pub mod temporary;
pub mod within;
