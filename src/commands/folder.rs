//! Files that are written to a folder.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use super::{Error, ExitStatus};
use crate::input::{OutputError, Sink};

/// Writes files with these names and contents; the folder is made if it is missing. Files of these names are replaced.
pub(super) fn write(folder: &Path, files: impl Iterator<Item = (String, Vec<u8>)>) -> Result<ExitStatus, Error> {
    fs::create_dir_all(folder).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => OutputError::new(folder, io::ErrorKind::NotADirectory.into()),
        _ => OutputError::new(folder, error),
    })?;
    for (name, content) in files {
        let path = folder.join(name);
        let mut file = Sink::create_by_name(&path)?;
        file.write_all(&content).map_err(|error| Error::of_writing(error, ExitStatus::Clean))?;
        file.commit()?;
    }
    Ok(ExitStatus::Clean)
}
