//! Messages on standard error.

use clap::Args;

use crate::progress::{Progress, ProgressMode};
use crate::report::{Diagnostics, SharedListener, Verbosity};

use super::{ColorArgs, FeatureWhen};

/// Progress, verbosity, and colors.
#[derive(Args, Clone, Default, Debug)]
#[command(next_help_heading = "Output")]
pub struct DiagnosticArgs {
    #[command(flatten)]
    #[allow(missing_docs, reason = "a doc comment on a flattened group would show in the help")]
    pub color: ColorArgs,

    /// When to show a progress bar
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub progress: FeatureWhen,

    /// Suppress the summary, notices about the run, and progress; findings and failures are still reported
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,

    /// Print more details about the run
    #[arg(short, long)]
    pub verbose: bool,

    /// Exit with 0 even if something was found; failures still exit with 2
    #[arg(long)]
    pub exit_zero: bool,

    /// The program around the command
    #[arg(skip)]
    pub listener: Option<SharedListener>,
}

impl DiagnosticArgs {
    /// Verbosity and colors of standard error.
    pub fn diagnostics(&self) -> Diagnostics {
        let listener = self.listener.clone();
        Diagnostics { paint: self.color.paint_of_stderr(), verbosity: self.verbosity(), listener }
    }

    #[must_use]
    pub fn only_color(&self) -> Self {
        Self { color: self.color, ..Self::default() }
    }

    /// A progress bar for the number of bytes that `total_bytes` finds; `None` if it is unknown. Without a bar nobody needs
    /// the number, for which all directories are walked.
    pub fn bar(&self, total_bytes: impl FnOnce() -> Option<u64>) -> Progress {
        let mode = self.progress_mode();
        if !mode.is_drawn() && self.listener.is_none() {
            return Progress::hidden();
        }
        let total_bytes = total_bytes();
        let progress = Progress::new(mode, total_bytes);
        if let Some(SharedListener(listener)) = &self.listener {
            let watched = progress.clone();
            listener.reading(total_bytes, Box::new(move || watched.position()));
        }
        progress
    }

    /// A progress bar for this number of tasks.
    pub fn bar_of_parts(&self, parts: u64) -> Progress {
        Progress::of_parts(self.progress_mode(), parts)
    }

    const fn progress_mode(&self) -> ProgressMode {
        match (self.quiet, self.progress) {
            (true, _) | (_, FeatureWhen::Never) => ProgressMode::Never,
            (false, FeatureWhen::Auto) => ProgressMode::Auto,
            (false, FeatureWhen::Always) => ProgressMode::Always,
        }
    }

    const fn verbosity(&self) -> Verbosity {
        match (self.quiet, self.verbose) {
            (true, _) => Verbosity::Quiet,
            (false, true) => Verbosity::Verbose,
            (false, false) => Verbosity::Normal,
        }
    }
}
