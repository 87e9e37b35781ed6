//! Arguments that the subcommands share, in groups: a subcommand flattens those it understands.

mod input;
mod numbers;
mod output;
mod talk;

pub use input::{InputArgs, InputFormat, SelectionArgs, ThreadArgs};
pub use numbers::{GameNumbers, GameNumbersError};
pub use output::{ColorArgs, Output, OutputArgs, TableFormat, When};
pub use talk::TalkArgs;
