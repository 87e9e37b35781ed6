//! Inputs as a user names them, in every format: undamaged, damaged and nested, built in memory.

mod damage;
mod formats;
mod frames;
mod names;
mod utf16;
mod zips;

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Cursor, Read, Write};
use std::path::{Path, PathBuf};

use adoube::input::{
    CompressionFormat, Content, Encoding, Frame, InputError, InputErrorKind, Inputs, MAX_DEPTH, OpenOptions, Opened,
    UnreadMembers,
};
use flate2::Compression;
use tempfile::TempDir;
use zip::write::SimpleFileOptions;

/// A temporary folder for one test.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }

    /// The names of the entries found for an argument, relative to the folder, and the errors.
    fn entries(&self, argument: &str) -> Vec<Result<String, InputError>> {
        let inputs = Inputs::new(&[self.path(argument).into()], None).unwrap();
        inputs.entries().map(|entry| entry.map(|entry| self.relative(entry.path().unwrap()))).collect()
    }

    fn relative(&self, path: &Path) -> String {
        path.strip_prefix(self.0.path()).unwrap().to_str().unwrap().to_owned()
    }
}

/// A text that compresses poorly: lines of pseudo-random numbers.
fn text(lines: u32) -> Vec<u8> {
    let mut state = 2_463_534_242_u32;
    let mut text = Vec::new();
    for line in 0..lines {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        writeln!(text, "{line}. {state:x} {}", state % 97).unwrap();
    }
    text
}

fn zst(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 3).unwrap();
    encoder.include_checksum(true).unwrap();
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn bz2(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn xz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = liblzma::write::XzEncoder::new(Vec::new(), 1);
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zip_of(members: &[(&str, &[u8])], options: SimpleFileOptions) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in members {
        writer.start_file(*name, options).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    zip_of(members, SimpleFileOptions::default())
}

type Packer = fn(&[u8]) -> Vec<u8>;

const STREAMS: [(CompressionFormat, Packer); 4] = [
    (CompressionFormat::Zstd, zst),
    (CompressionFormat::Gzip, gz),
    (CompressionFormat::Bzip2, bz2),
    (CompressionFormat::Xz, xz),
];

fn open_with(path: &Path, options: &OpenOptions) -> Vec<Result<Opened, InputError>> {
    let inputs = Inputs::new(&[path.into()], None).unwrap();
    inputs
        .entries()
        .flat_map(|entry| match entry {
            Ok(entry) => entry.open(options).collect::<Vec<_>>(),
            Err(error) => vec![Err(error)],
        })
        .collect()
}

fn open(path: &Path) -> Vec<Result<Opened, InputError>> {
    open_with(path, &OpenOptions::default())
}

fn open_one(path: &Path) -> Opened {
    let mut all = open(path);
    assert_eq!(all.len(), 1);
    all.remove(0).unwrap()
}

/// All bytes up to the end or to the error, and the error.
fn drain(content: Content) -> (Vec<u8>, Option<InputError>) {
    let mut bytes = Vec::new();
    let error = content.into_read().read_to_end(&mut bytes).err();
    (bytes, error.map(|error| InputError::find_in(&error).expect("an error of the input room").clone()))
}

/// The bytes of a file that holds one text, and the error.
fn read(path: &Path) -> (Vec<u8>, Option<InputError>) {
    drain(open_one(path).content)
}

#[track_caller]
fn assert_whole(path: &Path, expected: &[u8]) {
    let (bytes, error) = read(path);
    assert!(error.is_none(), "{error:?}");
    assert!(bytes == expected, "{} bytes instead of {}", bytes.len(), expected.len());
}
