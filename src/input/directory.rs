//! An iterator over the files under a directory and its subdirectories, sorted by name. It keeps its own stack and
//! enters no directory twice, so neither deep folders nor links that form a loop can harm it.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fs, io, vec};

use super::entry::InputFile;
use super::error::{InputError, InputErrorKind};
use super::kinds::FileFilter;

/// An entry of a directory.
struct Listed {
    path: PathBuf,
    /// Whether it was a directory when it was listed.
    is_directory: bool,
}

/// The files under a directory.
pub(super) struct Walk {
    root: PathBuf,
    filter: FileFilter,
    /// The remaining entries of each directory, from the root down to the current one.
    open: Vec<vec::IntoIter<Listed>>,
    /// The canonical paths of all directories walked so far.
    seen: HashSet<PathBuf>,
    /// Whether a file or an error has been returned.
    yielded: bool,
    pending_error: Option<InputError>,
}

impl Walk {
    pub(super) fn new(root: &Path, filter: FileFilter) -> Self {
        let mut walk = Self {
            root: root.to_owned(),
            filter,
            open: Vec::new(),
            seen: HashSet::new(),
            yielded: false,
            pending_error: None,
        };
        walk.enter(root);
        walk
    }

    fn enter(&mut self, directory: &Path) {
        match self.listing(directory) {
            Ok(entries) => self.open.push(entries.into_iter()),
            Err(error) => self.pending_error = Some(InputError::open(directory.to_string_lossy(), error)),
        }
    }

    /// The entries of a directory, sorted, without hidden ones; none if the directory was entered before.
    fn listing(&mut self, directory: &Path) -> io::Result<Vec<Listed>> {
        if !self.seen.insert(fs::canonicalize(directory)?) {
            return Ok(Vec::new());
        }
        let mut names = Vec::new();
        for entry in fs::read_dir(directory)? {
            let entry = entry?;
            let name = entry.file_name();
            if !name.as_encoded_bytes().starts_with(b".") {
                names.push((name, entry.file_type().is_ok_and(|kind| kind.is_dir())));
            }
        }
        names.sort_unstable_by(|(a, _), (b, _)| a.as_encoded_bytes().cmp(b.as_encoded_bytes()));
        let listed = |(name, is_directory)| Listed { path: directory.join(name), is_directory };
        Ok(names.into_iter().map(listed).collect())
    }

    /// Visits one path: enters a directory, or returns a file that the filter selects.
    fn visit(&mut self, Listed { path, is_directory }: Listed) -> Option<InputFile> {
        let name = path.file_name().unwrap_or(OsStr::new("")).as_encoded_bytes();
        let is_selected = self.filter.selects_or_may_contain(name);
        let is_only_archive = !self.filter.selects(name);
        match fs::metadata(&path) {
            Ok(metadata) if metadata.is_dir() => {
                self.enter(&path);
                None
            }
            Ok(metadata) => {
                let found = || InputFile::found(path, &metadata).only_archive(is_only_archive);
                (is_selected && metadata.is_file()).then(found)
            }
            Err(error) => {
                if is_selected || is_directory {
                    self.pending_error = Some(InputError::open(path.to_string_lossy(), error));
                }
                None
            }
        }
    }
}

impl Iterator for Walk {
    type Item = Result<InputFile, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(error) = self.pending_error.take() {
                self.yielded = true;
                return Some(Err(error));
            }
            let Some(directory) = self.open.last_mut() else {
                if self.yielded {
                    return None;
                }
                self.yielded = true;
                return Some(Err(InputError::new(
                    self.root.to_string_lossy(),
                    InputErrorKind::EmptyDirectory(self.filter),
                )));
            };
            let Some(entry) = directory.next() else {
                self.open.pop();
                continue;
            };
            if let Some(file) = self.visit(entry) {
                self.yielded = true;
                return Some(Ok(file));
            }
        }
    }
}
