//! `adoube replay`: moves, positions, boards, and pictures of games.

mod args;
mod at;
mod field_arg;
mod fold;
mod pictures;
mod rows;
mod run;
#[cfg(feature = "viewer")]
mod viewer;

pub use args::{Args, FieldsArg, OutputKind};
pub use at::At;
pub use pictures::{BoardArg, Delay, PictureArgs, ThemeArg};
pub use run::run;
