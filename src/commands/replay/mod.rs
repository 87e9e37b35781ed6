//! `adoube replay`: moves, positions, boards, and pictures of games.

mod args;
mod at;
mod boards;
mod field_arg;
mod fold;
#[cfg(feature = "pictures")]
mod pictures;
mod rows;
mod run;
#[cfg(feature = "viewer")]
mod viewer;

pub use args::{Args, FieldsArg, OutputKind};
pub use at::At;
pub use boards::{BoardArg, BoardArgs};
#[cfg(feature = "pictures")]
pub use pictures::{Delay, PictureArgs, ThemeArg};
pub use run::run;
