//! Whole archives: what is computed from many games together, in bounded memory.

pub mod archived_game;
pub mod compare;
pub mod copies;
pub mod encounter;
pub mod fingerprint;
pub mod line;
pub mod official;
pub mod people;
pub mod record_file;
pub mod self_compare;
pub mod sort;
