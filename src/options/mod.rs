//! Groups of arguments that subcommands share. A subcommand flattens the groups that it supports.

mod budget;
mod count;
mod diagnostics;
mod input;
mod matches;
mod numbers;
mod offer;
mod output;
mod part;
mod sample;
mod size;
mod whole_number;

pub use budget::BudgetArgs;
pub use count::{CountError, ParsedCount};
pub use diagnostics::DiagnosticArgs;
pub use input::{InputArgs, InputFormat, SelectionArgs, ThreadArgs, condition_words};
pub use matches::{Match, Matches};
pub use numbers::{GameNumbers, GameNumbersError};
pub use offer::offering;
#[cfg(any(feature = "python", feature = "web"))]
pub use output::TextSink;
pub use output::{ColorArgs, FeatureWhen, Output, OutputArgs, OutputContent, TableFormat, of_stdout};
pub use part::{PartArgs, PartialArgs};
pub use sample::Sample;
pub use size::{HashSize, HashSizeError};
pub use whole_number::whole_number;
