//! Whole archives: what is computed from many games together, in bounded memory.

pub mod compare;
pub mod sort;
