//! The error of a temporary file. The file has no name, so the error carries the folder.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Why a temporary file is of no use.
#[derive(Clone, Debug)]
pub enum TemporaryError {
    /// It cannot be created, written or read.
    System { folder: PathBuf, source: Arc<io::Error> },
    /// It does not hold what was written to it.
    Changed,
}

impl TemporaryError {
    /// An error of the system about a file in this folder.
    pub fn new(folder: &Path, source: io::Error) -> Self {
        match source.kind() {
            io::ErrorKind::UnexpectedEof => Self::Changed,
            _ => Self::System { folder: folder.to_owned(), source: Arc::new(source) },
        }
    }
}

impl fmt::Display for TemporaryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::System { folder, source } => {
                write!(f, "{}: a temporary file cannot be written or read: {source}", folder.display())
            }
            Self::Changed => f.write_str("a temporary file has changed while it was used"),
        }
    }
}

impl std::error::Error for TemporaryError {}

impl From<TemporaryError> for io::Error {
    fn from(error: TemporaryError) -> Self {
        let kind = match &error {
            TemporaryError::System { source, .. } => source.kind(),
            TemporaryError::Changed => io::ErrorKind::InvalidData,
        };
        Self::new(kind, error)
    }
}
