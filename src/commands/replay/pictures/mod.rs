//! Pictures of positions: the formats `svg`, `png`, `gif` and `apng` of `--as`.
//!
//! ```text
//! Plies --album--> Album --gallery--> Sheet or Animation --> the files that target names
//! ```

mod album;
mod args;
mod gallery;
mod target;

pub use args::{Delay, PictureArgs, ThemeArg};

pub(super) use album::Album;
pub(super) use gallery::{Drawing, Gallery};
