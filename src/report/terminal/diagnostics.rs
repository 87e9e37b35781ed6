//! Diagnostics on standard error: errors, warnings, summaries and progress messages, but not the progress bar. A program
//! that runs a command inside can take them instead.

use std::borrow::Cow;
use std::fmt::{self, Display};
use std::io::{self, Write};
use std::sync::Arc;

use serde::Serialize;

use crate::game::rules::Severity;

use super::visible::{Visible, shortened_message};
use super::wrap::Paint;

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
#[derive(Clone, Debug)]
pub struct Diagnostics {
    pub paint: Paint,
    /// The amount of diagnostics.
    pub verbosity: Verbosity,
    /// What takes errors and warnings instead.
    pub listener: Option<SharedListener>,
}

/// The program around a command, if that is not the command line.
pub trait Listener: Send + Sync {
    /// Takes a message: why the job failed, or a problem that does not stop it.
    fn message(&self, severity: Severity, message: String);

    /// Takes why a line of an input, or the whole input, makes the job fail.
    fn error_at(&self, file: &str, line: Option<u64>, message: String);

    /// Takes an input that could not be read, or not to its end.
    fn failure(&self, failure: &Failure<'_>);

    /// Learns that inputs of this total size are read now, and how to find out how far.
    fn reading(&self, total_bytes: Option<u64>, bytes_read: Box<dyn Fn() -> u64 + Send>);

    /// Whether the listener is gone, so that the command can end.
    fn is_gone(&self) -> bool;
}

/// A listener that a command shares with the program around it.
#[derive(Clone)]
pub struct SharedListener(pub Arc<dyn Listener>);

impl fmt::Debug for SharedListener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SharedListener")
    }
}

impl Diagnostics {
    /// Reports why the job, or a part of it, failed.
    pub fn error(&self, message: impl Display) {
        self.message(Severity::Error, &message.to_string());
    }

    /// Reports why a line of an input, or the whole input, makes the job fail.
    pub fn error_at(&self, file: &str, line: Option<u64>, message: impl Display) {
        let place = line.map_or_else(|| file.to_owned(), |line| format!("{file}:{line}"));
        let message = format!("{place}: {message}");
        match &self.listener {
            Some(listener) => listener.0.error_at(file, line, message),
            None => self.error(message),
        }
    }

    /// Reports an input that could not be read, or not to its end.
    pub fn failure(&self, failure: &Failure<'_>) {
        match &self.listener {
            Some(listener) => listener.0.failure(failure),
            None => self.error(format_args!("{}: {}", failure.file, failure.message)),
        }
    }

    /// Reports a problem that does not stop the job.
    pub fn warning(&self, message: impl Display) {
        if self.verbosity >= Verbosity::Normal {
            self.message(Severity::Warning, &message.to_string());
        }
    }

    fn message(&self, severity: Severity, message: &str) {
        let message = &*shortened_message(message);
        if let Some(listener) = &self.listener {
            return listener.0.message(severity, message.to_owned());
        }
        let (style, name) = (self.paint.severity(severity), severity.name());
        line(&format!("{style}{name}:{style:#} {}", Visible(message)));
    }

    /// Prints a result, such as a summary. The text includes its line ends.
    pub fn result(&self, text: &str) {
        if self.verbosity >= Verbosity::Normal && self.listener.is_none() {
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
        if self.verbosity >= Verbosity::Verbose && self.listener.is_none() {
            line(&format!("{faint}{}{faint:#}", Visible(&message.to_string())));
        }
    }
}

/// Writes a line with one call, so that output of other threads or processes does not split it.
fn line(text: &str) {
    let _ = io::stderr().lock().write_all(format!("{text}\n").as_bytes());
}

/// An input that could not be read completely: an error of the run, not a finding.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Failure<'a> {
    /// The input as it is shown to the user.
    pub file: &'a str,
    pub kind: FailureKind,
    /// The number of bytes read from the file on disk before the failure, if reading had begun.
    pub offset: Option<u64>,
    /// The message: lower case, no full stop, without the file's name.
    pub message: Cow<'a, str>,
}

/// The reason why an input could not be read.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum FailureKind {
    /// It does not exist, cannot be opened, or is empty.
    Open,
    /// The system returned an error while reading.
    Read,
    /// Compressed data is damaged or ends too early.
    Damaged,
    /// The format is not supported: encrypted, or an unknown compression.
    Unsupported,
    /// It needs more memory than the limit.
    Limit,
}
