//! The inputs that the user named: files, directories, standard input and lists of paths.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use encoding_rs::{Encoding, UTF_8};

use super::bounded::{MAX_FILE_LEN, read_bounded, read_file};
use super::directory::Walk;
use super::entry::{GivenInput, InputFile, Origin, STDIN, pipe};
use super::error::{InputError, InputErrorKind};
use super::kinds::FileFilter;
use crate::parts::InputPart;
use crate::standard_streams::check_stdin;

/// The inputs of one run, in the order of the command line.
#[derive(Clone, Debug)]
pub struct Inputs {
    origins: Vec<Origin>,
    /// The parts of files to read; empty if whole inputs are read.
    parts: Vec<Arc<InputPart>>,
    filter: FileFilter,
}

impl Inputs {
    /// Takes the arguments of a command: files, directories, or `-` for standard input. Without arguments and without a
    /// list, standard input is read.
    ///
    /// The list is a file of paths, or `-` for standard input; its paths follow the arguments. It has one path per line
    /// (LF or CRLF; empty lines are skipped), in UTF-8, or in UTF-16 with a byte order mark. If it contains any NUL,
    /// NULs separate the paths instead. Relative paths are relative to the current directory. A path `-` means standard
    /// input, too.
    ///
    /// Fails when the list cannot be read, or when standard input or a pipe would be read twice.
    pub fn new(arguments: &[OsString], list: Option<&OsStr>) -> Result<Self, InputError> {
        let mut origins: Vec<Origin> = arguments.iter().map(|argument| Origin::from_argument(argument)).collect();
        let mut stdin_uses = 0;
        match list {
            None if origins.is_empty() => origins.push(Origin::Stdin),
            None => {}
            Some(list) => {
                let list = Origin::from_argument(list);
                stdin_uses += usize::from(list == Origin::Stdin);
                origins.extend(paths(&read_list(&list)?).map(|path| Origin::from_argument(&path)));
            }
        }
        stdin_uses += origins.iter().filter(|origin| **origin == Origin::Stdin).count();
        if stdin_uses > 1 {
            return Err(InputError::new(STDIN, InputErrorKind::StdinTwice));
        }
        let mut pipes = HashSet::new();
        if let Some(origin) = origins.iter().find(|origin| pipe(origin).is_some_and(|pipe| !pipes.insert(pipe))) {
            return Err(InputError::new(InputFile::new(origin.clone()).name(), InputErrorKind::PipeTwice));
        }
        Ok(Self { origins, parts: Vec::new(), filter: FileFilter::Texts })
    }

    /// Takes parts of files instead.
    pub fn of_parts(parts: Vec<InputPart>) -> Self {
        let parts = parts.into_iter().map(Arc::new).collect();
        Self { origins: Vec::new(), parts, filter: FileFilter::Texts }
    }

    /// Only this entry.
    pub fn of_entry(entry: &InputFile) -> Self {
        Self { origins: vec![entry.origin.clone()], parts: Vec::new(), filter: FileFilter::Texts }
    }

    /// Takes texts that the program gives.
    pub fn of_given(given: Vec<GivenInput>) -> Self {
        let origins = given.into_iter().map(Origin::Given).collect();
        Self { origins, parts: Vec::new(), filter: FileFilter::Texts }
    }

    /// Whether the parts follow each other in their plan.
    pub fn are_successive(&self) -> bool {
        self.parts.windows(2).all(|pair| pair[0].index + 1 == pair[1].index)
    }

    /// Whether there are parts for which it is unknown how many games are before them.
    pub fn has_uncounted_parts(&self) -> bool {
        self.parts.iter().any(|part| part.start > 0 && part.before.is_none())
    }

    /// The same inputs with another filter for the files of directories.
    #[must_use]
    pub fn only(self, filter: FileFilter) -> Self {
        Self { filter, ..self }
    }

    /// The real paths of the files and folders that the user named.
    pub fn named(&self) -> HashSet<PathBuf> {
        let paths = self.origins.iter().filter_map(|origin| match origin {
            Origin::Path(path) => Some(path),
            Origin::Stdin | Origin::Given(_) => None,
        });
        paths.filter_map(|path| fs::canonicalize(path).ok()).collect()
    }

    /// All files to read, found lazily.
    ///
    /// A directory is walked recursively, in byte order of the names in each directory. It yields the regular files
    /// whose names match the [`FileFilter`], in upper or lower case, with or without a final `.zst`, `.gz`, `.bz2`,
    /// `.xz` or `.zip`; with [`FileFilter::Texts`], all zip archives, for the members with such names. Names that begin
    /// with a dot are skipped, as other tools do (`._games.pgn` is not PGN). Symbolic links are followed. A directory
    /// is walked once per argument, so loops end. A file that the user names is always read.
    ///
    /// An error concerns one argument or one part of a directory; the iterator continues with the others.
    pub fn entries(&self) -> impl Iterator<Item = Result<InputFile, InputError>> + '_ {
        let whole = self.origins.iter().flat_map(|origin| match origin {
            Origin::Path(path) => ArgumentFiles::under(path, self.filter),
            Origin::Stdin | Origin::Given(_) => ArgumentFiles::One(Some(Ok(InputFile::new(origin.clone())))),
        });
        let parts = self.parts.iter().map(|part| {
            let mut file = InputFile::file(part.input.as_str().into());
            file.part = Some(Arc::clone(part));
            Ok(file)
        });
        whole.chain(parts)
    }

    /// The total size of the files on disk, in bytes; `None` if it is unknown because one of them is a pipe.
    ///
    /// Walks all directories. Unreadable entries count as 0.
    pub fn total_bytes(&self) -> Option<u64> {
        self.entries().filter_map(Result::ok).try_fold(0, |total: u64, entry| {
            if let Some(part) = &entry.part {
                return Some(total.saturating_add(part.length()));
            }
            Some(total.saturating_add(entry.size()?))
        })
    }
}

enum ArgumentFiles {
    One(Option<Result<InputFile, InputError>>),
    Many(Walk),
}

impl ArgumentFiles {
    fn under(path: &Path, filter: FileFilter) -> Self {
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => Self::Many(Walk::new(path, filter)),
            Ok(metadata) => Self::One(Some(Ok(InputFile::found(path.to_owned(), &metadata)))),
            Err(error) => Self::One(Some(Err(InputError::open(path.to_string_lossy(), error)))),
        }
    }
}

impl Iterator for ArgumentFiles {
    type Item = Result<InputFile, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::One(entry) => entry.take(),
            Self::Many(walk) => walk.next(),
        }
    }
}

fn read_list(list: &Origin) -> Result<Vec<u8>, InputError> {
    let read = match list {
        Origin::Stdin => check_stdin().and_then(|()| read_bounded(io::stdin(), MAX_FILE_LEN)),
        Origin::Path(path) => read_file(path, MAX_FILE_LEN),
        // An argument is a path.
        Origin::Given(_) => Ok(Vec::new()),
    };
    read.map(without_mark).map_err(|error| InputError::open(InputFile::new(list.clone()).name(), error))
}

/// A list in UTF-8, without a byte order mark. Some shells write UTF-16.
fn without_mark(list: Vec<u8>) -> Vec<u8> {
    match Encoding::for_bom(&list) {
        None => list,
        Some((encoding, length)) if encoding == UTF_8 => list[length..].to_vec(),
        Some((encoding, _)) => encoding.decode(&list).0.into_owned().into_bytes(),
    }
}

fn paths(list: &[u8]) -> impl Iterator<Item = OsString> + '_ {
    let separator = if list.contains(&0) { 0 } else { b'\n' };
    list.split(move |byte| *byte == separator)
        .map(move |path| if separator == 0 { path } else { path.strip_suffix(b"\r").unwrap_or(path) })
        .filter(|path| !path.is_empty())
        .map(os_string)
}

#[cfg(unix)]
fn os_string(bytes: &[u8]) -> OsString {
    use std::os::unix::ffi::OsStrExt;
    OsStr::from_bytes(bytes).to_owned()
}

#[cfg(not(unix))]
fn os_string(bytes: &[u8]) -> OsString {
    String::from_utf8_lossy(bytes).into_owned().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_split_at_lines_or_at_nuls() {
        let split = |list: &[u8]| paths(list).collect::<Vec<_>>();
        assert_eq!(split(b"a.pgn\r\n\nb c.pgn\n"), ["a.pgn", "b c.pgn"]);
        assert_eq!(split(b"a\nb.pgn\0c.pgn\0"), ["a\nb.pgn", "c.pgn"]);
        assert!(split(b"").is_empty());
    }

    #[test]
    fn a_list_may_have_a_byte_order_mark() {
        let utf_16: Vec<u8> = "\u{feff}a.pgn\r\n\u{fc}.pgn".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for list in [utf_16, "\u{feff}a.pgn\r\n\u{fc}.pgn".into()] {
            assert_eq!(paths(&without_mark(list)).collect::<Vec<_>>(), ["a.pgn", "\u{fc}.pgn"]);
        }
        assert_eq!(without_mark(b"a\xff.pgn".to_vec()), b"a\xff.pgn");
    }

    #[test]
    fn standard_input_is_the_default_and_can_be_named_once() {
        let inputs = Inputs::new(&[], None).unwrap();
        assert_eq!(inputs.entries().next().unwrap().unwrap().name(), "<stdin>");
        let error = Inputs::new(&["-".into(), "-".into()], None).unwrap_err();
        assert!(matches!(error.fault, InputErrorKind::StdinTwice));
    }
}
