//! Whole archives: what is computed from many games together, in bounded memory.

pub mod compare;
pub mod copies;
pub mod encounter;
pub mod line;
pub mod people;
pub mod portrait;
pub mod record_file;
pub mod sort;
pub mod within;
