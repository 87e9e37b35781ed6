//! A file under construction that leaves nothing behind, however the process ends.
//!
//! On Linux the file has no name until it is complete (`O_TMPFILE`), so the system frees it even after SIGKILL.
//! [`UnfinishedFile::finish`] links it to its final path. A link cannot replace a file: if there is one, the new file is
//! linked to a hidden name, which is then renamed. Only a SIGKILL between these two calls leaves the hidden name.
//!
//! Other systems, and file systems without `O_TMPFILE` (NFS, FAT), need the hidden name from the start. Then a signal
//! removes it (see [`crate::interrupt`]), and only SIGKILL leaves it.

use std::fs::{File, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::TempPath;

use crate::interrupt;

/// A file that is being written in the directory of its final path.
#[derive(Debug)]
pub(super) struct UnfinishedFile {
    file: File,
    final_path: PathBuf,
    /// The hidden name, if it needs one.
    name: Option<TempPath>,
}

impl UnfinishedFile {
    /// Creates the file, with the permissions of the file that it will replace or the usual ones.
    pub(super) fn create(final_path: PathBuf, permissions: Option<Permissions>) -> io::Result<Self> {
        let unfinished = match unnamed(directory_of(&final_path))? {
            Some(file) => Self { file, final_path, name: None },
            None => Self::named(final_path)?,
        };
        if let Some(permissions) = permissions {
            unfinished.file.set_permissions(permissions)?;
        }
        Ok(unfinished)
    }

    fn named(final_path: PathBuf) -> io::Result<Self> {
        let mut names = interrupt::unfinished_files();
        let (file, name) = hidden().tempfile_in(directory_of(&final_path))?.into_parts();
        names.insert(name.to_path_buf());
        Ok(Self { file, final_path, name: Some(name) })
    }

    /// Syncs the file to disk and moves it to its final path.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.file.sync_all()?;
        let mut names = interrupt::unfinished_files();
        match self.name.take() {
            Some(name) => {
                names.remove(name.as_ref() as &Path);
                name.persist(&self.final_path).map_err(|error| error.error)
            }
            #[cfg(target_os = "linux")]
            None => link(&self.file, &self.final_path),
            #[cfg(not(target_os = "linux"))]
            None => unreachable!("files without a name exist only on Linux"),
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

/// Gives an unnamed file its final path.
#[cfg(target_os = "linux")]
fn link(file: &File, final_path: &Path) -> io::Result<()> {
    use std::os::fd::AsRawFd;

    use rustix::fs::{AtFlags, CWD, linkat};

    let source = format!("{OPEN_FILES}/{}", file.as_raw_fd());
    let link_to = |path: &Path| linkat(CWD, &source, CWD, path, AtFlags::SYMLINK_FOLLOW).map_err(io::Error::from);
    match link_to(final_path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let name = hidden().make_in(directory_of(final_path), link_to)?.into_temp_path();
            name.persist(final_path).map_err(|error| error.error)
        }
        result => result,
    }
}
