//! Files that are written are none of those that are read, and no two of them are one.

use std::fs;
use std::path::{Path, PathBuf};

use crate::commands::Error;
use crate::input::Inputs;

use super::Args;

/// Refuses a run that would write over its inputs, or two outputs over each other.
pub(super) fn check(args: &Args, inputs: &Inputs) -> Result<(), Error> {
    let mut outputs: Vec<&Path> =
        args.output.output.iter().map(PathBuf::as_path).filter(|path| !is_dash(path)).collect();
    if let Some((good, bad)) = args.split_to() {
        if is_dash(good) || is_dash(bad) {
            return Err(Error::Usage("--split-to writes files; `-` is not one".to_owned()));
        }
        if args.inputs.inputs.is_empty() && args.inputs.files_from.is_none() {
            let message = "--split-to takes two files, GOOD and BAD; name the input, too (`-` for standard input)";
            return Err(Error::Usage(message.to_owned()));
        }
        outputs.extend([good, bad]);
    }
    let outputs: Vec<(&Path, Identity)> =
        outputs.iter().filter_map(|path| Some((*path, Identity::of(path)?))).collect();
    for (index, (path, identity)) in outputs.iter().enumerate() {
        if outputs[..index].iter().any(|(_, other)| other == identity) {
            return Err(Error::Usage(format!("{} would be written twice", path.display())));
        }
    }
    for entry in inputs.entries().filter_map(Result::ok).filter(|_| !outputs.is_empty()) {
        let Some(identity) = entry.path().and_then(Identity::of) else { continue };
        if outputs.iter().any(|(_, output)| *output == identity) {
            return Err(Error::Usage(format!("{} is read and would be written over", entry.name())));
        }
    }
    Ok(())
}

fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// What makes two paths one file.
#[derive(PartialEq, Eq)]
struct Identity(PathBuf);

impl Identity {
    /// The real path of a regular file, or of one that is yet to be made. `None` for devices and pipes, which may be
    /// written as often as one likes.
    fn of(path: &Path) -> Option<Self> {
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
