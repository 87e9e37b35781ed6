//! What several fuzz targets share.

use std::fs;
use std::path::PathBuf;
use std::process;

/// A file for the inputs of this process, in the folder for temporary files.
pub fn scratch_file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("adoube-fuzz-{}-{name}", process::id()))
}

/// Writes a file.
///
/// # Panics
///
/// Panics if it cannot be written.
pub fn write(path: &PathBuf, bytes: &[u8]) {
    fs::write(path, bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}
