//! The arguments of `adoube filter`.

use crate::options::{DiagnosticArgs, InputArgs, OutputArgs, SelectionArgs, ThreadArgs};

/// The arguments of `adoube filter`.
#[derive(clap::Args, Clone, Debug)]
#[allow(missing_docs, reason = "a doc comment on a flattened group would show in the help")]
pub struct Args {
    #[command(flatten)]
    pub inputs: InputArgs,

    #[command(flatten)]
    pub selection: SelectionArgs,

    /// Select the games that --where and --game do not select
    ///
    /// --head and --sample then choose among these.
    #[arg(long, help_heading = "Selection")]
    pub invert: bool,

    /// Write only how many games are selected
    #[arg(short, long, help_heading = "Output")]
    pub count: bool,

    #[command(flatten)]
    pub output: OutputArgs,

    #[command(flatten)]
    pub diagnostics: DiagnosticArgs,

    #[command(flatten)]
    pub threads: ThreadArgs,
}

impl Args {
    /// The selection, inverted if that is wanted.
    pub(super) fn selection(&self) -> SelectionArgs {
        SelectionArgs { is_inverted: self.invert, ..self.selection.clone() }
    }
}
