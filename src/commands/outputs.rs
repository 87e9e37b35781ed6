//! The files that a command writes: none is an input or written twice, and none is replaced by a part of the data.

use std::collections::HashMap;
use std::fs::{self, File, Metadata};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use crate::commands::error::Refused;
use crate::commands::{Error, ExitStatus};
use crate::input::{FolderLock, Inputs, OutputError, Sink, Version};
use crate::interrupt;
use crate::options::{InputFormat, Output};
use crate::report::Diagnostics;

/// The format of the texts that are copied to an output, which cannot hold several formats.
#[derive(Default)]
pub(super) struct OneFormat(Option<InputFormat>);

impl OneFormat {
    /// Returns an error if a text has another format than those before it.
    pub(super) fn check(&mut self, text: &str, format: InputFormat) -> Result<(), Refused> {
        match self.0.replace(format) {
            Some(other) if other != format => Err(Refused(format!(
                "{text} has the format {}, and the inputs before it {}: an output can hold only one",
                format.name(),
                other.name()
            ))),
            _ => Ok(()),
        }
    }
}

/// Returns an error if the run would overwrite an input, or write two outputs to one file. `-` is not a file.
///
/// `also_read` are files that are read in addition to the inputs: a list of files, a table of names.
pub(super) fn check<'a>(
    written: impl IntoIterator<Item = &'a Path>,
    inputs: Option<&Inputs>,
    also_read: impl IntoIterator<Item = &'a Path>,
) -> Result<(), Error> {
    let outputs: Vec<(&Path, Identity)> =
        written.into_iter().filter_map(|path| Some((path, Identity::from_path(path)?))).collect();
    for (index, (path, identity)) in outputs.iter().enumerate() {
        if outputs[..index].iter().any(|(_, other)| other == identity) {
            return Err(Error::Usage(format!("{} would be written twice", path.display())));
        }
    }
    if outputs.is_empty() {
        return Ok(());
    }
    let read = ReadFiles::new(inputs, also_read);
    match outputs.iter().find_map(|(_, output)| read.read.get(output)) {
        Some(path) => Err(Error::Usage(would_overwrite(path))),
        None => Ok(()),
    }
}

/// Returns an error if `--partial` would overwrite a file that does not begin as its files do: it may be an input by mistake.
/// `fault` says what is wrong with such a file. Only a regular file can be merged later.
pub(super) fn check_partial(path: &Path, begins: &[u8], fault: &str) -> Result<(), Error> {
    if path.as_os_str() == "-" {
        return Err(Error::Usage("--partial writes a file; `-` is not one".to_owned()));
    }
    // To open a pipe would wait for its writer, perhaps forever.
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return Err(Error::Usage(format!("--partial: {} is not a regular file; choose another file", path.display())));
    }
    let mut beginning = Vec::new();
    match File::open(path).and_then(|file| file.take(begins.len() as u64).read_to_end(&mut beginning)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(OutputError::new(path, error).into()),
        Ok(_) if beginning.is_empty() || beginning == begins => Ok(()),
        Ok(_) => Err(Error::Usage(format!("--partial: {} exists and {fault}; choose another file", path.display()))),
    }
}

/// Finishes an output at the end of a run. After a failure, a file is left as it was, and a message says so. Returns whether
/// the output has what was written.
pub(super) fn finish(output: Output, status: ExitStatus, diagnostics: &Diagnostics) -> Result<bool, Error> {
    if status != ExitStatus::Failed
        && let Some((path, names)) = output.replaced()
    {
        warn_of_names(path, names, diagnostics);
    }
    let finished = if status == ExitStatus::Failed { output.abandon() } else { output.commit().map(|()| None) };
    let unwritten = finished.map_err(|error| Error::of_writing(error, status))?;
    if let Some(path) = &unwritten {
        report_unwritten(path, diagnostics);
    }
    Ok(unwritten.is_none())
}

/// Warns that a file has more names than the one that gets a new file.
pub(super) fn warn_of_names(path: &Path, names: u64, diagnostics: &Diagnostics) {
    if names > 1 {
        diagnostics.warning(format_args!(
            "{}: has {names} names (hard links), and only this one gets the new file; the others keep the old one",
            path.display()
        ));
    }
}

/// Reports that a file was left as it was, because the run failed.
pub(super) fn report_unwritten(path: &Path, diagnostics: &Diagnostics) {
    diagnostics.error(format_args!("{}: not written, because the run failed", path.display()));
}

/// The files that a run reads, and one that it writes, for outputs whose names are not known before.
#[derive(Default, Debug)]
pub(super) struct ReadFiles {
    read: HashMap<Identity, PathBuf>,
    written: Option<Identity>,
}

impl ReadFiles {
    /// The files of these inputs, and the files that are read in addition.
    pub(super) fn new<'a>(inputs: Option<&Inputs>, also_read: impl IntoIterator<Item = &'a Path>) -> Self {
        let entries = inputs.into_iter().flat_map(Inputs::entries).filter_map(Result::ok);
        let paths = entries
            .map(|entry| entry.path().unwrap_or(Path::new(STDIN)).to_path_buf())
            .chain(also_read.into_iter().map(Path::to_path_buf));
        let read = paths.filter_map(|path| Some((Identity::from_path(&path)?, path))).collect();
        Self { read, written: None }
    }

    /// With a file that the run writes besides the outputs that are checked.
    pub(super) fn with_written(self, path: Option<&Path>) -> Self {
        Self { written: path.and_then(Identity::from_path), ..self }
    }

    /// Returns a message if this output would overwrite one of the files.
    pub(super) fn check(&self, output: &Path) -> Result<(), String> {
        let Some(identity) = Identity::from_path(output) else { return Ok(()) };
        match self.read.get(&identity) {
            Some(path) => Err(would_overwrite(path)),
            None if self.written.as_ref() == Some(&identity) => {
                Err(format!("{} would be written twice", output.display()))
            }
            None => Ok(()),
        }
    }
}

/// Files and folders in the order in which they were made. Dropping it removes them, the last one first, unless they are kept.
/// What another program has put in their places stays.
#[derive(Default)]
pub(super) struct Made {
    files: Vec<(PathBuf, Version)>,
    folders: Vec<PathBuf>,
    /// The folder that this run alone fills, until what was made is kept or removed.
    lock: Option<FolderLock>,
}

impl Made {
    /// Makes a folder and those above it, where they are missing.
    pub(super) fn folder(&mut self, path: &Path) -> Result<(), OutputError> {
        let is_missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.is_dir();
        let missing: Vec<&Path> = path.ancestors().take_while(is_missing).collect();
        // While this is held, no signal ends the process.
        let mut unfinished = interrupt::unfinished_files();
        for folder in missing.into_iter().rev() {
            match fs::create_dir(folder) {
                Ok(()) => {
                    unfinished.insert(folder.to_owned(), Box::new(|_| true));
                    self.folders.push(folder.to_owned());
                }
                // Another run may have made it meanwhile.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => {}
                Err(error) => return Err(OutputError::new(folder, error)),
            }
        }
        Ok(())
    }

    /// Makes a folder, if it is missing, for this run alone; returns whether no other one fills it.
    #[cfg(feature = "parquet")]
    pub(super) fn own_folder(&mut self, path: &Path) -> Result<bool, OutputError> {
        loop {
            self.folder(path)?;
            match FolderLock::take(path) {
                Ok(lock @ Some(_)) => {
                    self.lock = lock;
                    return Ok(true);
                }
                Ok(None) => {
                    // The folder is the other run's now, even if this one has made it.
                    self.folders.retain(|folder| folder != path);
                    interrupt::unfinished_files().remove(path);
                    return Ok(false);
                }
                // A run that failed has removed it meanwhile.
                Err(error) if error.kind() == io::ErrorKind::NotFound => self.folders.retain(|folder| folder.is_dir()),
                Err(error) => return Err(OutputError::new(path, error)),
            }
        }
    }

    /// Puts a file in its place.
    pub(super) fn commit(&mut self, sink: Sink) -> Result<(), OutputError> {
        let path = sink.path().to_owned();
        if let Some(version) = sink.commit_for_run()? {
            self.files.push((path, version));
        }
        Ok(())
    }

    /// Copies the file that a sink replaces to a path that must be free.
    pub(super) fn back_up(&mut self, sink: &Sink, path: &Path) -> Result<(), OutputError> {
        self.files.push((path.to_owned(), sink.back_up(path)?));
        Ok(())
    }

    /// Whether a file is one of those that were made.
    pub(super) fn has(&self, file: &Metadata) -> bool {
        let version = Version::of(file);
        self.files.iter().any(|(_, made)| *made == version)
    }

    pub(super) const fn files(&self) -> usize {
        self.files.len()
    }

    /// Keeps what was made so far.
    pub(super) fn keep(&mut self) {
        let mut unfinished = interrupt::unfinished_files();
        for made in self.files.drain(..).map(|(file, _)| file).chain(self.folders.drain(..)) {
            unfinished.remove(&made);
        }
        self.lock = None;
    }
}

impl Drop for Made {
    fn drop(&mut self) {
        let mut unfinished = interrupt::unfinished_files();
        // What cannot be removed stays.
        for (file, version) in self.files.drain(..).rev() {
            unfinished.remove(&file);
            if version.is_at(&file) {
                let _ = fs::remove_file(file);
            }
        }
        for folder in self.folders.drain(..).rev() {
            unfinished.remove(&folder);
            let _ = fs::remove_dir(folder);
        }
    }
}

fn would_overwrite(path: &Path) -> String {
    format!("{} is an input and would be overwritten", path.display())
}

/// Standard input as a path, where the system has one: it may be a file.
const STDIN: &str = "/dev/stdin";

/// The identity of a file, equal for all paths to it.
#[derive(PartialEq, Eq, Hash, Debug)]
struct Identity(PathBuf);

impl Identity {
    /// The real path of a regular file, or of a file that does not exist yet. `None` for devices and pipes, which
    /// several outputs may share.
    fn from_path(path: &Path) -> Option<Self> {
        if path.as_os_str() == "-" {
            return None;
        }
        match fs::metadata(path) {
            Ok(metadata) if !metadata.is_file() => None,
            Ok(_) => fs::canonicalize(path).ok().map(Self),
            Err(_) => {
                let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
                Some(Self(fs::canonicalize(parent).ok()?.join(path.file_name()?)))
            }
        }
    }
}

// Files that are written to a folder.

/// Writes files with these names and contents; the folder is made if it is missing. Files of these names are replaced.
pub(super) fn write_folder(folder: &Path, files: impl Iterator<Item = (String, Vec<u8>)>) -> Result<ExitStatus, Error> {
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
