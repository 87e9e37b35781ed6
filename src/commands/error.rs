//! The errors that end a command, and exit codes.

use std::borrow::Cow;
use std::io;
use std::ops::BitOr;
use std::process::ExitCode;

use thiserror::Error;

use crate::archive::record_file::TemporaryError;
use crate::cpu::CpuLevel;
use crate::game::replay::options::ReaderMode;
use crate::input::{InputError, InputErrorKind, OutputError};
use crate::report::{Failure, FailureKind};

/// An error that ends a command early. An unreadable input does not; it only changes the run's [`ExitStatus`].
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The reader of the output has closed it. Not a failure: the run ends silently with its status so far.
    #[error("the output was closed")]
    Closed(ExitStatus),
    /// An error about no file: whoever writes a file names it.
    #[error("{0}")]
    System(io::Error),
    /// An output file cannot be written.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// A temporary file cannot be written or read.
    #[error(transparent)]
    Temporary(#[from] TemporaryError),
    /// The inputs cannot even be listed.
    #[error(transparent)]
    Input(#[from] InputError),
    /// Arguments that do not go together.
    #[error("{0}")]
    Usage(String),
    /// Move paths cannot be counted.
    #[error("{message}")]
    Perft {
        message: String,
        /// Whether the user stopped the run.
        is_stop: bool,
    },
}

/// A usage error that is only found while data are being written.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub(super) struct Refused(pub(super) String);

impl From<Refused> for io::Error {
    fn from(refused: Refused) -> Self {
        Self::other(refused)
    }
}

impl Error {
    /// The error for a failed write, with the status of the run so far.
    pub fn of_writing(error: io::Error, earned: ExitStatus) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self::Closed(earned);
        }
        if let Some(Refused(message)) = error.get_ref().and_then(|inner| inner.downcast_ref()) {
            return Self::Usage(message.clone());
        }
        if let Some(error) = error.get_ref().and_then(|inner| inner.downcast_ref::<TemporaryError>()) {
            return Self::Temporary(error.clone());
        }
        if let Some(error) = InputError::find_in(&error) {
            return Self::Input(error.clone());
        }
        match OutputError::find_in(&error) {
            Some(error) => Self::Output(error.clone()),
            None => Self::System(error),
        }
    }

    pub const fn status(&self) -> ExitStatus {
        match self {
            Self::Closed(earned) => *earned,
            _ => ExitStatus::Failed,
        }
    }
}

/// Checks the environment variables that choose how games are read.
///
/// # Errors
///
/// Returns [`Error::Usage`] for an unknown value.
pub fn check_environment() -> Result<(), Error> {
    CpuLevel::from_environment().map(drop).map_err(Error::Usage)?;
    ReaderMode::from_environment().map(drop).map_err(Error::Usage)
}

/// An unreadable input, for the reports.
pub fn failure(error: &InputError) -> Failure<'_> {
    let (kind, offset) = match &error.fault {
        InputErrorKind::Read { offset, .. } => (FailureKind::Read, Some(*offset)),
        InputErrorKind::Shortened { end, .. } => (FailureKind::Read, Some(*end)),
        InputErrorKind::Damaged { offset, .. } => (FailureKind::Damaged, Some(*offset)),
        InputErrorKind::WindowTooLarge { offset, .. } => (FailureKind::Limit, Some(*offset)),
        InputErrorKind::TooDeep(_) => (FailureKind::Limit, None),
        InputErrorKind::Encrypted | InputErrorKind::Method(_) | InputErrorKind::Unsupported(_) => {
            (FailureKind::Unsupported, None)
        }
        InputErrorKind::Spool { .. } => (FailureKind::Read, None),
        InputErrorKind::Open(_)
        | InputErrorKind::EmptyDirectory(_)
        | InputErrorKind::EmptyArchive
        | InputErrorKind::StdinTwice
        | InputErrorKind::Uncut
        | InputErrorKind::Unpartitioned
        | InputErrorKind::OtherSize { .. }
        | InputErrorKind::PipeTwice => (FailureKind::Open, None),
    };
    Failure { file: &error.name, kind, offset, message: Cow::Owned(error.fault.to_string()) }
}

// Exit codes.

/// The exit code of a run. Ordered from best to worst, so that the worse of two partial runs counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Hash, Debug)]
pub enum ExitStatus {
    /// 0: nothing was found, and everything was read.
    #[default]
    Clean,
    /// Everything was read and written, but some games have errors: 0, or 1 with `--fail-on`.
    GameErrors,
    /// 1: something was found.
    Findings,
    /// 2: the run, or a part of it, failed.
    Failed,
}

impl BitOr for ExitStatus {
    type Output = Self;

    /// The status of both runs together.
    fn bitor(self, other: Self) -> Self {
        self.max(other)
    }
}

impl ExitStatus {
    /// The exit code.
    pub const fn code(self) -> u8 {
        match self {
            Self::Clean | Self::GameErrors => 0,
            Self::Findings => 1,
            Self::Failed => 2,
        }
    }
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        Self::from(status.code())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::options::of_stdout;

    use super::*;

    #[test]
    fn a_closed_pipe_is_not_a_failure_but_a_full_disk_is() {
        let closed = Error::of_writing(io::ErrorKind::BrokenPipe.into(), ExitStatus::Findings);
        assert_eq!(closed.status(), ExitStatus::Findings);
        let full = Error::of_writing(io::ErrorKind::StorageFull.into(), ExitStatus::Clean);
        assert_eq!(full.status(), ExitStatus::Failed);
    }

    #[test]
    fn an_error_names_its_own_file_or_none() {
        let full = || io::Error::from(io::ErrorKind::StorageFull);
        let text = |error| Error::of_writing(error, ExitStatus::Clean).to_string();
        let temporary = TemporaryError::new("full".as_ref(), full());
        assert!(text(temporary.into()).starts_with("full: a temporary file cannot be written or read: "));
        assert_eq!(text(TemporaryError::Changed.into()), "a temporary file has changed while it was used");
        assert_eq!(text(full()), full().to_string());
        assert!(text(of_stdout(full())).starts_with("<stdout>: cannot be written: "));
    }

    #[test]
    fn the_output_is_named() {
        let source = Arc::new(io::Error::from(io::ErrorKind::StorageFull));
        let inner = OutputError { path: "out.csv".into(), source };
        let error = Error::of_writing(io::Error::new(io::ErrorKind::StorageFull, inner), ExitStatus::Clean);
        assert!(error.to_string().starts_with("out.csv: cannot be written: "), "{error}");
    }

    #[test]
    fn an_unreadable_input_keeps_its_offset() {
        let source = Arc::new(io::Error::from(io::ErrorKind::UnexpectedEof));
        let error = InputError { name: "a.pgn".into(), fault: InputErrorKind::Read { offset: 7, source } };
        let failure = failure(&error);
        assert_eq!((failure.file, failure.kind, failure.offset), ("a.pgn", FailureKind::Read, Some(7)));
        assert!(!failure.message.contains("a.pgn"), "{}", failure.message);
    }
}
