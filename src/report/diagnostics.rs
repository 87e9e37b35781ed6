//! Diagnostics on standard error: errors, warnings, summaries and progress messages, but not the progress bar.

use std::fmt::Display;
use std::io::{self, Write};

use crate::game::rules::Severity;

use super::{Paint, Visible};

/// The amount of diagnostics.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum Verbosity {
    /// Errors only (`-q`).
    Quiet,
    /// Errors, warnings and the summary.
    #[default]
    Normal,
    /// Also progress messages (`-v`).
    Verbose,
}

/// A writer to standard error. Write errors are ignored, because there is nowhere left to report them.
#[derive(Clone, Copy, Debug)]
pub struct Diagnostics {
    /// The colors.
    pub paint: Paint,
    /// The amount of diagnostics.
    pub verbosity: Verbosity,
}

impl Diagnostics {
    /// Reports why the job, or a part of it, failed.
    pub fn error(&self, message: impl Display) {
        let style = self.paint.severity(Severity::Error);
        line(&format!("{style}error:{style:#} {}", Visible(&message.to_string())));
    }

    /// Reports a problem that does not stop the job.
    pub fn warning(&self, message: impl Display) {
        let style = self.paint.severity(Severity::Warning);
        if self.verbosity >= Verbosity::Normal {
            line(&format!("{style}warning:{style:#} {}", Visible(&message.to_string())));
        }
    }

    /// Prints a result, such as a summary. The text includes its line ends.
    pub fn result(&self, text: &str) {
        if self.verbosity >= Verbosity::Normal {
            let _ = io::stderr().lock().write_all(text.as_bytes());
        }
    }

    /// Prints findings that the data format cannot hold. The text includes its line ends.
    pub fn finding(&self, text: &[u8]) {
        let _ = io::stderr().lock().write_all(text);
    }

    /// Reports what the program is doing.
    pub fn detail(&self, message: impl Display) {
        let faint = self.paint.faint;
        if self.verbosity >= Verbosity::Verbose {
            line(&format!("{faint}{}{faint:#}", Visible(&message.to_string())));
        }
    }
}

/// Writes a line with one call, so that output of other threads or processes does not split it.
fn line(text: &str) {
    let _ = io::stderr().lock().write_all(format!("{text}\n").as_bytes());
}
