//! An input that is not opened yet: a file, standard input, or a text that the program gives.

use std::ffi::OsStr;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fmt, fs};

use super::error::{InputError, InputErrorKind};
use super::spool::SMALL;
use crate::parts::InputPart;

/// The name of standard input in messages.
pub(super) const STDIN: &str = "<stdin>";

/// The source of the bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Origin {
    Stdin,
    Path(PathBuf),
    Given(GivenInput),
}

/// A text that the program gives, not the user: bytes in memory, or what another program reads.
#[derive(Clone)]
pub struct GivenInput {
    pub name: String,
    /// The number of bytes, if it is known.
    pub size: Option<u64>,
    pub open: Arc<dyn Fn() -> io::Result<Box<dyn Read + Send>> + Send + Sync>,
}

impl PartialEq for GivenInput {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.open, &other.open)
    }
}

impl Eq for GivenInput {}

impl fmt::Debug for GivenInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GivenInput({})", self.name)
    }
}

/// One file or standard input, or a part of a file, not opened yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputFile {
    pub(super) origin: Origin,
    pub(super) part: Option<Arc<InputPart>>,
    /// The length of a regular file when it was found; 0 for anything else.
    length: u64,
    /// Whether it is read only for the games and positions that a zip archive contains, because the user named its directory.
    pub(super) is_only_archive: bool,
}

impl InputFile {
    pub(super) const fn new(origin: Origin) -> Self {
        Self { origin, part: None, length: 0, is_only_archive: false }
    }

    /// A file, whatever its name.
    pub const fn file(path: PathBuf) -> Self {
        Self::new(Origin::Path(path))
    }

    /// A file that was found, with what is known about it.
    pub(super) fn found(path: PathBuf, metadata: &fs::Metadata) -> Self {
        let length = if metadata.is_file() { metadata.len() } else { 0 };
        Self { length, ..Self::file(path) }
    }

    /// This file, read as [`Self::is_only_archive`] says.
    pub(super) fn only_archive(self, is_only_archive: bool) -> Self {
        Self { is_only_archive, ..self }
    }

    /// The length that a regular file had when it was found, in bytes, if [`Self::open`] is likely to keep it in memory.
    pub fn small_length(&self) -> Option<u64> {
        (1..SMALL).contains(&self.length).then_some(self.length)
    }

    /// The name in messages. Parts of a path that are not Unicode become replacement characters.
    pub fn name(&self) -> String {
        match &self.origin {
            Origin::Stdin => STDIN.to_owned(),
            Origin::Path(path) => path.to_string_lossy().into_owned(),
            Origin::Given(given) => given.name.clone(),
        }
    }

    /// Its path; `None` for anything that is not a file.
    pub fn path(&self) -> Option<&Path> {
        match &self.origin {
            Origin::Stdin | Origin::Given(_) => None,
            Origin::Path(path) => Some(path),
        }
    }

    /// The size of a regular file in bytes, or that of a given text; `None` for anything else.
    pub fn size(&self) -> Option<u64> {
        if let Origin::Given(given) = &self.origin {
            return given.size;
        }
        let metadata = self.metadata().ok().filter(fs::Metadata::is_file)?;
        Some(metadata.len())
    }

    /// The error for an input that cannot be read in parts, because it is not a regular file, or because its name is not
    /// Unicode, so that no part could name it.
    pub fn uncut(&self) -> InputError {
        InputError::new(self.name(), InputErrorKind::Unpartitioned)
    }

    fn metadata(&self) -> io::Result<fs::Metadata> {
        match &self.origin {
            Origin::Path(path) => fs::metadata(path),
            Origin::Stdin => stdin_metadata(),
            Origin::Given(_) => Err(io::ErrorKind::Unsupported.into()),
        }
    }
}

impl Origin {
    pub(super) fn from_argument(argument: &OsStr) -> Self {
        if argument == "-" { Self::Stdin } else { Self::Path(argument.into()) }
    }
}

#[cfg(unix)]
fn stdin_metadata() -> io::Result<fs::Metadata> {
    use std::os::fd::AsFd;
    fs::File::from(io::stdin().as_fd().try_clone_to_owned()?).metadata()
}

#[cfg(not(unix))]
fn stdin_metadata() -> io::Result<fs::Metadata> {
    Err(io::ErrorKind::Unsupported.into())
}

/// What identifies a pipe, whatever its names are; `None` for anything else.
#[cfg(unix)]
pub(super) fn pipe(origin: &Origin) -> Option<(u64, u64)> {
    use std::os::unix::fs::{FileTypeExt, MetadataExt};
    let metadata = InputFile::new(origin.clone()).metadata().ok()?;
    metadata.file_type().is_fifo().then(|| (metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
pub(super) fn pipe(_origin: &Origin) -> Option<(u64, u64)> {
    None
}
