//! A folder that one run fills: other runs of this program keep away from it.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;

use super::original::Version;

/// Keeps other runs of this program away from a folder, until it is dropped or the process ends. A system that cannot lock a
/// folder lets all pass; Windows is one.
#[derive(Debug)]
pub struct FolderLock {
    /// Closing the file is the end of the lock.
    _folder: Option<File>,
}

impl FolderLock {
    /// Locks a folder; `None` if another run has it.
    ///
    /// # Errors
    ///
    /// Fails if there is no such folder.
    pub fn take(path: &Path) -> io::Result<Option<Self>> {
        if cfg!(not(unix)) {
            return Ok(Some(Self { _folder: None }));
        }
        loop {
            let folder = File::open(path)?;
            if matches!(folder.try_lock(), Err(TryLockError::WouldBlock)) {
                return Ok(None);
            }
            // A run that failed may just have removed the folder, and another one made it again.
            if Version::of(&fs::metadata(path)?).is_of_file(&Version::of(&folder.metadata()?)) {
                return Ok(Some(Self { _folder: Some(folder) }));
            }
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn one_run_has_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        assert_eq!(FolderLock::take(&path).unwrap_err().kind(), io::ErrorKind::NotFound);
        fs::create_dir(&path).unwrap();
        let lock = FolderLock::take(&path).unwrap();
        assert!(lock.is_some() && FolderLock::take(&path).unwrap().is_none());
        drop(lock);
        assert!(FolderLock::take(&path).unwrap().is_some());
    }
}
