//! Groups of arguments that subcommands share. A subcommand flattens the groups that it supports.

mod diagnostics;
mod ending;
mod input;
mod numbers;
mod output;
mod part;
mod plies;
mod values;

pub use diagnostics::{DiagnosticArgs, FailOn, FailOnArgs, Match, Matches};
pub use ending::{format_option, implied_option};
pub use input::{InputArgs, InputFormat, SelectionArgs, ThreadArgs, condition_among_inputs, condition_words};
pub use numbers::{GameNumbers, GameNumbersError, GroupSamples, MAX_SAMPLE};
#[cfg(any(feature = "python", feature = "web"))]
pub use output::TextSink;
pub use output::{ColorArgs, FeatureWhen, Output, OutputArgs, OutputContent, RowFormat, RunArgs, of_stdout};
pub use part::{PartArgs, PartialArgs};
pub use plies::PlySelectionArgs;
pub use values::{BudgetArgs, CountError, HashSize, HashSizeError, ParsedCount, offering, whole_number};
