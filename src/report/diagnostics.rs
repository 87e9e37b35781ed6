//! What is said to the person at the terminal: everything on standard error but the progress bar.

use std::fmt::Display;
use std::io::{self, Write};

use crate::game::rules::Severity;

use super::{Paint, Visible};

/// How much is said.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum Verbosity {
    /// Errors only (`-q`).
    Quiet,
    /// Errors, warnings and the summary.
    #[default]
    Normal,
    /// Also what is being done (`-v`).
    Verbose,
}

/// Standard error with colors and a loudness. What cannot be written there is lost: there is nobody left to tell.
#[derive(Clone, Copy, Debug)]
pub struct Diagnostics {
    /// The colors.
    pub paint: Paint,
    /// How much is said.
    pub loudness: Verbosity,
}

impl Diagnostics {
    /// Says why the job, or a part of it, could not be done.
    pub fn error(&self, message: impl Display) {
        let weight = self.paint.severity(Severity::Error);
        line(&format!("{weight}error:{weight:#} {}", Visible(&message.to_string())));
    }

    /// Says what the user should know although the job goes on.
    pub fn warning(&self, message: impl Display) {
        let weight = self.paint.severity(Severity::Warning);
        if self.loudness >= Verbosity::Normal {
            line(&format!("{weight}warning:{weight:#} {}", Visible(&message.to_string())));
        }
    }

    /// Says a text that came out of the work, such as a summary; it ends its lines itself.
    pub fn result(&self, text: &str) {
        if self.loudness >= Verbosity::Normal {
            let _ = io::stderr().lock().write_all(text.as_bytes());
        }
    }

    /// Tells findings where the data have no place for them; the text ends its lines itself.
    pub fn finding(&self, text: &[u8]) {
        let _ = io::stderr().lock().write_all(text);
    }

    /// Says what is being done.
    pub fn detail(&self, message: impl Display) {
        let faint = self.paint.faint;
        if self.loudness >= Verbosity::Verbose {
            line(&format!("{faint}{}{faint:#}", Visible(&message.to_string())));
        }
    }
}

/// Writes a line with one call, so that it stays whole.
fn line(text: &str) {
    let _ = io::stderr().lock().write_all(format!("{text}\n").as_bytes());
}
