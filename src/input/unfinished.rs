//! A file under construction that leaves nothing behind, however the process ends.
//!
//! On Linux the file has no name until it is complete (`O_TMPFILE`), so the system frees it even after SIGKILL.
//! [`UnfinishedFile::finish`] links it to its final path. A link cannot replace a file: if there is one, the new file is
//! linked to a hidden name, and the two change their names. Only a SIGKILL before the hidden name is removed leaves it.
//!
//! Other systems, and file systems without `O_TMPFILE` (NFS, FAT), need the hidden name from the start. Then a signal
//! removes it (see [`crate::interrupt`]), and only SIGKILL leaves it.

use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, Write};
use std::path::{Path, PathBuf};

use tempfile::TempPath;

use super::error::OutputError;
use super::original::{FoundFile, Lease, Original, Version, changed};
use crate::interrupt::{self, UnfinishedFiles};

/// A file that is being written in the directory of its final path.
#[derive(Debug)]
pub(super) struct UnfinishedFile {
    file: File,
    final_path: PathBuf,
    /// The file that it replaces; without one, its final path must be free at the end, too.
    original: Option<Box<Original>>,
    /// The hidden name, if it needs one.
    name: Option<TempPath>,
}

impl UnfinishedFile {
    /// Creates a file with the attributes of the one that it will replace.
    pub(super) fn replacing(original: Original) -> io::Result<Self> {
        let mut unfinished = Self::new(original.path().to_owned())?;
        original.give_attributes(&unfinished.file)?;
        unfinished.original = Some(Box::new(original));
        Ok(unfinished)
    }

    /// Creates a file whose final path must be free, with the usual permissions.
    pub(super) fn new(final_path: PathBuf) -> io::Result<Self> {
        if let Some(file) = unnamed(directory_of(&final_path))? {
            return Ok(Self { file, final_path, original: None, name: None });
        }
        let mut names = interrupt::unfinished_files();
        let (file, name) = hidden().tempfile_in(directory_of(&final_path))?.into_parts();
        names.insert(name.to_path_buf(), Box::new(|_| true));
        Ok(Self { file, final_path, original: None, name: Some(name) })
    }

    /// The file itself.
    pub(super) fn file(&self) -> io::Result<File> {
        self.file.try_clone()
    }

    /// The number of names of the file that it replaces.
    pub(super) fn names(&self) -> u64 {
        self.original.as_ref().map_or(0, |original| original.names())
    }

    /// The length of the file that it replaces.
    pub(super) fn size_of_replaced(&self) -> u64 {
        self.original.as_ref().map_or(0, |original| original.size())
    }

    /// An error if its final path is not as it was found.
    pub(super) fn check(&self) -> io::Result<()> {
        match &self.original {
            Some(original) => original.check(),
            None if fs::symlink_metadata(&self.final_path).is_ok() => Err(made()),
            None => Ok(()),
        }
    }

    /// Whether a regular file has the contents of the one that it replaces.
    pub(super) fn is_copied_at(&self, path: &Path) -> io::Result<bool> {
        let Some(original) = &self.original else { return Ok(false) };
        let (one, other) = (File::open(original.path())?, File::open(path)?);
        if !fs::symlink_metadata(path)?.is_file() || one.metadata()?.len() != other.metadata()?.len() {
            return Ok(false);
        }
        let (mut one, mut other) = (BufReader::new(one), BufReader::new(other));
        loop {
            let (left, right) = (one.fill_buf()?, other.fill_buf()?);
            let length = left.len().min(right.len());
            if left[..length] != right[..length] {
                return Ok(false);
            }
            if length == 0 {
                return Ok(left.is_empty() && right.is_empty());
            }
            one.consume(length);
            other.consume(length);
        }
    }

    /// Copies the file that it replaces to a path, which must be free, unless a file is given that the copy replaces.
    pub(super) fn back_up(&self, path: &Path, replaced: Option<Original>) -> io::Result<Version> {
        let Some(original) = &self.original else { return Err(io::ErrorKind::NotFound.into()) };
        let backup = replaced.map_or_else(|| Self::new(path.to_owned()), Self::replacing)?;
        original.give_attributes(&backup.file)?;
        io::copy(&mut File::open(original.path())?, &mut &backup.file)?;
        backup.finish_for_run(|| Ok(()))
    }

    /// Syncs the file to disk and moves it to its final path, unless another program has written there. `look` is a last
    /// look at what is replaced, while no program can write to it; an error leaves all as it was. Returns what is at the
    /// path.
    pub(super) fn finish(self, look: impl FnOnce() -> io::Result<()>) -> io::Result<Version> {
        let path = self.final_path.clone();
        let version = self.finish_for_run(look)?;
        interrupt::unfinished_files().remove(&path);
        Ok(version)
    }

    /// As [`Self::finish`], but a signal still removes a file that replaced none.
    pub(super) fn finish_for_run(mut self, look: impl FnOnce() -> io::Result<()>) -> io::Result<Version> {
        self.file.sync_all()?;
        match self.original.take() {
            None => self.take_free_name().map_err(|error| match error.kind() {
                io::ErrorKind::AlreadyExists => made(),
                _ => error,
            })?,
            Some(mut original) => {
                original.lock_now()?;
                let lease = original.lease()?;
                look()?;
                self.replace(&original, &lease)?;
            }
        }
        sync_directory_of(&self.final_path);
        self.file.metadata().map(|metadata| Version::of(&metadata))
    }

    /// Syncs the file to disk and closes it under its hidden name.
    pub(super) fn park(mut self) -> io::Result<ParkedFile> {
        self.file.sync_all()?;
        let original = self.original.take().ok_or(io::ErrorKind::NotFound)?.into_found();
        let mut names = interrupt::unfinished_files();
        let name = match self.name.take() {
            Some(name) => name,
            None => hidden().make_in(directory_of(&self.final_path), |path| link(&self.file, path))?.into_temp_path(),
        };
        names.insert(name.to_path_buf(), Box::new(|_| true));
        Ok(ParkedFile { parked: Some((name, original)) })
    }

    /// The hidden name; from now on, only this value removes it.
    fn take_name(&mut self, names: &mut UnfinishedFiles) -> Option<TempPath> {
        let name = self.name.take()?;
        names.remove(name.as_ref() as &Path);
        Some(name)
    }

    /// Gives the file its final path, if it is free.
    fn take_free_name(&mut self) -> io::Result<()> {
        let mut names = interrupt::unfinished_files();
        match self.take_name(&mut names).map(|name| name.persist_noclobber(&self.final_path)) {
            None => link(&self.file, &self.final_path)?,
            Some(Err(error)) if error.error.kind() != io::ErrorKind::AlreadyExists => {
                // A file system with neither hard links nor a renaming that replaces nothing (exFAT): an empty file keeps the
                // name, and is replaced.
                File::create_new(&self.final_path)?;
                error.path.persist(&self.final_path).map_err(|error| error.error)?;
            }
            Some(result) => result.map_err(|error| error.error)?,
        }
        let version = Version::of(&self.file.metadata()?);
        names.insert(self.final_path.clone(), Box::new(move |path| version.is_at(path)));
        Ok(())
    }

    /// Gives the file the place of the original, which must be as it was found.
    fn replace(&mut self, original: &Original, lease: &Lease<'_>) -> io::Result<()> {
        let mut names = interrupt::unfinished_files();
        let name = match self.take_name(&mut names) {
            Some(name) => name,
            None => hidden().make_in(directory_of(&self.final_path), |path| link(&self.file, path))?.into_temp_path(),
        };
        original.check()?;
        match exchange(&name, &self.final_path) {
            // The old file has the hidden name now. If somebody wrote to it after the last look, it gets its name back.
            Ok(()) if lease.is_whole() && original.is_at(&name) => Ok(()),
            Ok(()) => exchange(&name, &self.final_path).and(Err(changed())),
            Err(error) if error.kind() == io::ErrorKind::Unsupported => {
                name.persist(&self.final_path).map_err(|error| error.error)
            }
            Err(error) => Err(error),
        }
    }
}

/// A complete file under a hidden name, until it takes the place of the one that it replaces. It is not open, so there may be many.
#[derive(Debug)]
pub struct ParkedFile {
    parked: Option<(TempPath, FoundFile)>,
}

impl ParkedFile {
    /// Replaces the file, unless another program has written there.
    pub fn finish(mut self) -> Result<(), OutputError> {
        let Some((name, original)) = self.parked.take() else { return Ok(()) };
        let final_path = original.path().to_owned();
        let failed = |error| OutputError::new(&final_path, error);
        // Windows syncs only what it can write.
        let file = File::options().read(true).write(cfg!(windows)).open(&name);
        let (file, original) = match file.and_then(|file| Ok((file, original.open()?))) {
            Ok(opened) => opened,
            Err(error) => {
                interrupt::unfinished_files().remove(name.as_ref() as &Path);
                return Err(failed(error));
            }
        };
        let original = Some(Box::new(original));
        let unfinished = UnfinishedFile { file, final_path: final_path.clone(), original, name: Some(name) };
        unfinished.finish(|| Ok(())).map(drop).map_err(failed)
    }
}

impl Drop for ParkedFile {
    fn drop(&mut self) {
        if let Some((name, _)) = &self.parked {
            interrupt::unfinished_files().remove(name.as_ref() as &Path);
        }
    }
}

impl Write for UnfinishedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for UnfinishedFile {
    fn drop(&mut self) {
        if let Some(name) = self.name.take() {
            interrupt::unfinished_files().remove(name.as_ref() as &Path);
        }
    }
}

/// The error for a path that was free, and is not any more.
fn made() -> io::Error {
    io::Error::new(io::ErrorKind::AlreadyExists, "another program has made it meanwhile")
}

/// The directory of a file; the system wants a name for the current one.
fn directory_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes files with hidden names, and the usual permissions.
fn hidden() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".adoube-").suffix(".part");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder
}

/// A file without a name; `None` if the file system has no such files.
#[cfg(target_os = "linux")]
fn unnamed(directory: &Path) -> io::Result<Option<File>> {
    use std::os::unix::fs::OpenOptionsExt;

    use rustix::fs::OFlags;
    use rustix::io::Errno;

    // Without /proc, the file could not be linked.
    if !Path::new(OPEN_FILES).is_dir() {
        return Ok(None);
    }
    match File::options().write(true).custom_flags(OFlags::TMPFILE.bits().cast_signed()).open(directory) {
        Ok(file) => Ok(Some(file)),
        Err(error) => match Errno::from_io_error(&error) {
            Some(Errno::OPNOTSUPP | Errno::ISDIR | Errno::NOENT | Errno::INVAL) => Ok(None),
            _ => Err(error),
        },
    }
}

#[cfg(not(target_os = "linux"))]
fn unnamed(_directory: &Path) -> io::Result<Option<File>> {
    Ok(None)
}

/// The directory with a link to each open file of the process.
#[cfg(target_os = "linux")]
const OPEN_FILES: &str = "/proc/self/fd";

/// Gives an unnamed file a name, which must be free.
#[cfg(target_os = "linux")]
fn link(file: &File, path: &Path) -> io::Result<()> {
    use std::os::fd::AsRawFd;

    use rustix::fs::{AtFlags, CWD, linkat};

    let source = format!("{OPEN_FILES}/{}", file.as_raw_fd());
    linkat(CWD, &source, CWD, path, AtFlags::SYMLINK_FOLLOW).map_err(io::Error::from)
}

#[cfg(not(target_os = "linux"))]
fn link(_file: &File, _path: &Path) -> io::Result<()> {
    unreachable!("files without a name exist only on Linux")
}

/// Lets two files change their names in one step; an error of the kind `Unsupported` where that is not possible.
#[cfg(target_os = "linux")]
fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;

    renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE).map_err(|error| match error {
        Errno::INVAL | Errno::NOSYS | Errno::NOTSUP => io::ErrorKind::Unsupported.into(),
        error => error.into(),
    })
}

#[cfg(not(target_os = "linux"))]
fn exchange(_one: &Path, _other: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Puts the names in the directory of a file on disk. What is not possible everywhere, and nothing is lost without it but by
/// a power cut.
fn sync_directory_of(path: &Path) {
    if cfg!(unix) {
        let _ = File::open(directory_of(path)).and_then(|directory| directory.sync_all());
    }
}
