//! Errors that occur while an input is opened or read, or while an output file is written.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fmt, io};

use thiserror::Error;

use super::kinds::{CompressionFormat, FileFilter};

/// An input that could not be read completely, and the reason.
#[derive(Clone, Debug, Error)]
#[error("{name}: {fault}")]
pub struct InputError {
    /// The display name of the input: a path, `<stdin>`, or `archive.zip:member.pgn`.
    pub name: String,
    #[source]
    pub fault: InputErrorKind,
}

/// Why an input could not be read.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum InputErrorKind {
    /// It does not exist, or access is denied.
    #[error("cannot be opened: {0}")]
    Open(Arc<io::Error>),
    /// The system returned an error while reading.
    #[error("cannot be read from byte {offset} on: {source}")]
    Read {
        /// The number of bytes read before the error.
        offset: u64,
        source: Arc<io::Error>,
    },
    /// Another program shortened the file. All bytes before its new end are delivered first.
    #[error("was shortened while it was read: it ends at byte {end} instead of {length}")]
    Shortened {
        /// The offset at which it ends now.
        end: u64,
        /// Its length when it was opened, in bytes.
        length: u64,
    },
    /// A directory without any file to read.
    #[error("the directory has no {0} files, plain or compressed")]
    EmptyDirectory(FileFilter),
    /// Compressed data that ends too early or contradicts itself. All bytes before the damage are delivered first.
    #[error("damaged {format} data at byte {offset} of the file: {reason}{}", NextFrame(*.next))]
    Damaged {
        /// The format of the layer that is damaged.
        format: CompressionFormat,
        /// The number of bytes of the file on disk (the outermost layer) that were accepted before the decoder noticed
        /// the damage. The damage itself may be after that place (zstd counts whole blocks) or before it (a checksum
        /// fails at the end of the data that it covers).
        offset: u64,
        /// The decoder's error.
        reason: String,
        /// The offset of the next frame, if the format has frames. The text continues with it.
        next: Option<u64>,
    },
    /// A Zstandard frame or an xz stream needs more memory than is allowed.
    #[error("the {format} data at byte {offset} needs a window of more than {limit} bytes (see --allow-large-windows)")]
    WindowTooLarge {
        /// Zstandard or xz.
        format: CompressionFormat,
        /// The byte offset in the file on disk.
        offset: u64,
        /// The largest window accepted, in bytes.
        limit: u64,
    },
    #[error("this member is encrypted")]
    Encrypted,
    /// A member of a zip archive with an unsupported compression method (APPNOTE.TXT 4.4.5).
    #[error("unsupported zip method {0}; supported are 0 (stored) and 8 (deflated)")]
    Method(u16),
    /// A recognized format that is not supported, or not in this build.
    #[error("this is {0}")]
    Unsupported(&'static str),
    /// More nested layers of compression than are allowed.
    #[error("more than {0} nested layers of compression")]
    TooDeep(u32),
    /// A zip archive without any file in it.
    #[error("the archive contains no files, or only hidden ones")]
    EmptyArchive,
    /// A part of a file by bytes, although the file is compressed or in UTF-16.
    #[error("is compressed or in UTF-16, so that a part of it cannot be read by bytes; make the plan again")]
    Uncut,
    /// An input that is not a regular file with a name in Unicode.
    #[error("cannot be read in parts: it is not a regular file, or its name is not Unicode")]
    Unpartitioned,
    /// A part of another file, or of an earlier version of the file.
    #[error("the part was made for a file of {size} bytes, and this one has another size; make the plan again")]
    OtherSize { size: u64 },
    /// Standard input is named twice, but can be read only once.
    #[error("standard input is given more than once")]
    StdinTwice,
    /// A pipe is named twice. Opening it again would wait for another writer, perhaps forever.
    #[error("this pipe is given more than once, but can be read only once")]
    PipeTwice,
    /// The temporary copy could not be written.
    #[error("cannot copy it to a temporary file in {}: {source}", .directory.display())]
    Spool {
        /// The directory of temporary files; the environment variable `TMPDIR` sets it.
        directory: PathBuf,
        source: Arc<io::Error>,
    },
}

/// The end of a message, about the next frame.
struct NextFrame(Option<u64>);

impl fmt::Display for NextFrame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |next| write!(f, "; the next frame is at byte {next}"))
    }
}

impl InputError {
    pub(super) fn new(name: impl Into<String>, fault: InputErrorKind) -> Self {
        Self { name: name.into(), fault }
    }

    pub(super) fn open(name: impl Into<String>, source: io::Error) -> Self {
        Self::new(name, InputErrorKind::Open(Arc::new(source)))
    }

    /// The `InputError` inside an [`io::Error`] that a stream of [`super::Content`] returned, if there is one.
    pub fn find_in(error: &io::Error) -> Option<&Self> {
        error.get_ref()?.downcast_ref()
    }

    /// Whether the stream that returned it can be read on: the text continues after the damage.
    pub fn is_gap(&self) -> bool {
        matches!(self.fault, InputErrorKind::Damaged { next: Some(_), .. })
    }

    /// The same error with this next frame, or as the end of the stream.
    #[cfg(feature = "compression")]
    pub(super) fn with_next(mut self, frame: Option<u64>) -> Self {
        if let InputErrorKind::Damaged { next, .. } = &mut self.fault {
            *next = frame;
        }
        self
    }

    /// Converts any error of a read. An error without an `InputError` inside becomes [`InputErrorKind::Read`].
    pub fn from_read(name: &str, offset: u64, error: io::Error) -> Self {
        match Self::find_in(&error) {
            Some(inner) => inner.clone(),
            None => Self::new(name, InputErrorKind::Read { offset, source: Arc::new(error) }),
        }
    }
}

impl From<InputError> for io::Error {
    fn from(error: InputError) -> Self {
        let kind = match &error.fault {
            InputErrorKind::Open(source)
            | InputErrorKind::Read { source, .. }
            | InputErrorKind::Spool { source, .. } => source.kind(),
            InputErrorKind::EmptyDirectory(_) | InputErrorKind::EmptyArchive => io::ErrorKind::NotFound,
            InputErrorKind::Shortened { .. } => io::ErrorKind::UnexpectedEof,
            InputErrorKind::Damaged { .. } => io::ErrorKind::InvalidData,
            InputErrorKind::WindowTooLarge { .. }
            | InputErrorKind::Encrypted
            | InputErrorKind::Method(_)
            | InputErrorKind::Unsupported(_)
            | InputErrorKind::Uncut
            | InputErrorKind::Unpartitioned
            | InputErrorKind::TooDeep(_) => io::ErrorKind::Unsupported,
            InputErrorKind::StdinTwice | InputErrorKind::PipeTwice | InputErrorKind::OtherSize { .. } => {
                io::ErrorKind::InvalidInput
            }
        };
        Self::new(kind, error)
    }
}

/// Why an output file could not be written.
#[derive(Clone, Debug, Error)]
#[error("{}: cannot be written: {source}", .path.display())]
pub struct OutputError {
    /// The file as the user named it.
    pub path: PathBuf,
    pub source: Arc<io::Error>,
}

impl OutputError {
    /// An error of the system about this path.
    pub fn new(path: &Path, source: io::Error) -> Self {
        Self { path: path.to_owned(), source: Arc::new(without_path(source)) }
    }

    /// As an [`io::Error`] in which [`Self::find_in`] finds it.
    pub fn into_io(self) -> io::Error {
        io::Error::new(self.source.kind(), self)
    }

    /// The `OutputError` inside an [`io::Error`] that `write` of a [`Sink`](super::Sink) returned, if there is one.
    pub fn find_in(error: &io::Error) -> Option<&Self> {
        error.get_ref()?.downcast_ref()
    }
}

/// The error without the path of the temporary file, which `tempfile` adds to its text.
fn without_path(error: io::Error) -> io::Error {
    match error.to_string().split_once(" at path \"") {
        Some((reason, _)) => io::Error::new(error.kind(), reason.to_owned()),
        None => error,
    }
}
