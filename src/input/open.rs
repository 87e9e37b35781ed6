//! Opening: inputs to texts.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::iter;
use std::sync::Arc;

use super::context::{Context, OpenOptions};
use super::detect::{DataKind, Encoding, HEAD_LENGTH, detect};
use super::entry::{InputFile, Origin};
use super::error::{InputError, InputErrorKind};
#[cfg(feature = "compression")]
use super::frames::FramePart;
#[cfg(feature = "compression")]
use super::kinds::CompressionFormat;
#[cfg(feature = "compression")]
use super::layers::archive;
use super::layers::{Archive, Found, unwrap};
use super::list::Inputs;
use super::opened::{Content, Opened, OpenedPart, TextEnd, UnreadMembers};
use super::plain_file::PlainFile;
use super::source::{Raw, Replacements, Stream};
use super::spool::Bytes;
use crate::parts::{InputPart, Unit};
use crate::standard_streams::check_stdin;

impl Inputs {
    /// The texts of all entries, each opened when the iterator reaches it; see [`InputFile::open`].
    ///
    /// An error concerns one text, one argument or one part of a directory; the iterator continues with the others.
    pub fn texts(&self, options: OpenOptions) -> impl Iterator<Item = Result<Opened, InputError>> + '_ {
        self.entries().flat_map(move |entry| -> Box<dyn Iterator<Item = _>> {
            match entry {
                Ok(entry) => Box::new(entry.open(&options)),
                Err(error) => Box::new(iter::once(Err(error))),
            }
        })
    }
}

impl InputFile {
    /// Opens the entry. A zip archive yields its members in the order of its directory; any other file is one text.
    ///
    /// A zip archive yields the members whose names end as those of PGN, EPD or FEN files, plain or compressed, and
    /// the members of archives in it; [`Members::unread`] names the other files. If no member matches, it yields all
    /// files. Hidden members (names with a leading dot, the `__MACOSX` folder) are not read.
    pub fn open(&self, options: &OpenOptions) -> Members {
        let unread = UnreadMembers::default();
        let mut members = Members { first: None, archives: Vec::new(), unread, part: self.part.clone() };
        let only_texts = options.only_texts || self.is_only_archive;
        let found = open(self, &OpenOptions { only_texts, ..options.clone() });
        members.accept(found);
        members
    }
}

/// The texts of one entry, opened one after the other. An error concerns one text; the iterator continues with the
/// others.
pub struct Members {
    first: Option<Result<Opened, InputError>>,
    archives: Vec<Archive>,
    unread: UnreadMembers,
    part: Option<Arc<InputPart>>,
}

impl Members {
    /// Whether they are the members of an archive that are still to be opened.
    pub const fn is_archive(&self) -> bool {
        !self.archives.is_empty()
    }

    /// The files in the archives opened so far that are not read.
    pub const fn unread(&self) -> &UnreadMembers {
        &self.unread
    }

    /// Sets the part of a text.
    fn of_part(&self, mut opened: Opened) -> Result<Opened, InputError> {
        let Some(part) = self.part.as_ref().filter(|_| opened.part.is_none()) else { return Ok(opened) };
        let (start, end) = match part.unit {
            Unit::Byte if !matches!(opened.content, Content::Stream(_)) => (part.start, TextEnd::at(part.end)),
            Unit::File => (0, TextEnd::of_text()),
            Unit::Byte | Unit::Frame => return Err(InputError::new(opened.name, InputErrorKind::Uncut)),
        };
        opened.part = Some(OpenedPart { part: Arc::clone(part), start, end });
        Ok(opened)
    }

    fn accept(&mut self, found: Result<Found, InputError>) {
        match found {
            Ok(Found::Text(opened)) => self.first = Some(Ok(opened)),
            #[cfg(feature = "compression")]
            Ok(Found::Archive(archive, unread)) => {
                self.archives.push(archive);
                self.unread.add(unread);
            }
            Err(error) => self.first = Some(Err(error)),
        }
    }
}

impl Iterator for Members {
    type Item = Result<Opened, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(first) = self.first.take() {
                return Some(first.and_then(|opened| self.of_part(opened)));
            }
            match self.archives.last_mut()?.next() {
                Some(found) => self.accept(found),
                None => _ = self.archives.pop(),
            }
        }
    }
}

fn open(entry: &InputFile, options: &OpenOptions) -> Result<Found, InputError> {
    let name = entry.name();
    let mut file = match &entry.origin {
        Origin::Path(path) => File::open(path).map_err(|error| InputError::open(&*name, error))?,
        Origin::Given(given) => {
            let stream = (given.open)().map_err(|error| InputError::open(&*name, error))?;
            return unwrap(counted(stream, &name, options), Context::new(&name, options));
        }
        Origin::Stdin => {
            check_stdin().map_err(|error| InputError::open(&*name, error))?;
            match stdin_file() {
                Some(file) => file,
                None => return unwrap(counted(io::stdin(), &name, options), Context::new(&name, options)),
            }
        }
    };
    let length = length(&mut file, &name)?;
    if let Some(part) = entry.part.as_ref().filter(|part| length != Some(part.size)) {
        return Err(InputError::new(name, InputErrorKind::OtherSize { size: part.size }));
    }
    #[cfg(feature = "compression")]
    if let Some(part) = entry.part.as_ref().filter(|part| part.unit == Unit::Frame) {
        return open_frames(file, part, &name, options);
    }
    let small = length.map(|length| Bytes::of_small_file(&mut file, length)).transpose();
    match (small.map_err(|error| InputError::from_read(&name, 0, error))?.flatten(), length) {
        (Some(bytes), _) => open_small(bytes, &name, options),
        (None, Some(length)) if length > 0 => open_long(file, length, &name, options),
        _ => unwrap(counted(file, &name, options), Context::new(&name, options)),
    }
}

/// Standard input as a file, so that `adoube … < games.pgn` reads it like any other file.
#[cfg(unix)]
fn stdin_file() -> Option<File> {
    use std::os::fd::AsFd;
    io::stdin().as_fd().try_clone_to_owned().ok().map(File::from)
}

#[cfg(not(unix))]
fn stdin_file() -> Option<File> {
    None
}

/// A stream of the system whose bytes the meter counts.
fn counted(stream: impl Read + Send + 'static, name: &str, options: &OpenOptions) -> Stream {
    Box::new(Raw::new(stream, name.into(), Some(options.meter.clone())))
}

/// The length of a regular file whose read position is at its start.
fn length(file: &mut File, name: &str) -> Result<Option<u64>, InputError> {
    let failed = |error| InputError::open(name, error);
    let metadata = file.metadata().map_err(failed)?;
    if metadata.is_dir() {
        return Err(failed(io::ErrorKind::IsADirectory.into()));
    }
    if !metadata.is_file() || io::Seek::stream_position(file).map_err(failed)? != 0 {
        return Ok(None);
    }
    Ok(Some(metadata.len()))
}

fn open_small(bytes: Bytes, name: &str, options: &OpenOptions) -> Result<Found, InputError> {
    match detect(&bytes[..bytes.len().min(HEAD_LENGTH)]) {
        DataKind::Text(Encoding::Bytes) => Ok(plain(name, bytes.len() as u64, Content::Whole(bytes))),
        #[cfg(feature = "compression")]
        DataKind::Compressed(CompressionFormat::Zip) => {
            archive(bytes.into(), Context::new(name, options), Some(options.meter.clone()))
        }
        _ => unwrap(counted(Cursor::new(bytes), name, options), Context::new(name, options)),
    }
}

fn open_long(mut file: File, length: u64, name: &str, options: &OpenOptions) -> Result<Found, InputError> {
    let mut head = Vec::with_capacity(HEAD_LENGTH);
    let read = (&mut file).take(HEAD_LENGTH as u64).read_to_end(&mut head).and_then(|_| io::Seek::rewind(&mut file));
    read.map_err(|error| InputError::from_read(name, head.len() as u64, error))?;
    let file = PlainFile::new(name, file, length, options.meter.clone());
    match detect(&head) {
        DataKind::Text(Encoding::Bytes) => Ok(plain(name, length, Content::File(file))),
        #[cfg(feature = "compression")]
        DataKind::Compressed(CompressionFormat::Zip) => {
            archive(file.into(), Context::new(name, options), Some(options.meter.clone()))
        }
        _ => unwrap(file.into_read(), Context::new(name, options)),
    }
}

/// The text of a part in the unit [`Unit::Frame`], from its first frame on.
#[cfg(feature = "compression")]
fn open_frames(file: File, part: &Arc<InputPart>, name: &str, options: &OpenOptions) -> Result<Found, InputError> {
    let start = part.before.map_or(0, |before| before.bytes - before.lead);
    let end = TextEnd::of_text();
    let file = PlainFile::new(name, file, part.size, options.meter.clone());
    let reader = FramePart::open(file, part, Context::new(name, options), (start, end.clone()));
    Ok(Found::Text(Opened {
        name: name.to_owned(),
        size_hint: None,
        layers: vec![CompressionFormat::Zstd],
        encoding: Encoding::Bytes,
        replacements: Replacements::default(),
        part: Some(OpenedPart { part: Arc::clone(part), start, end }),
        content: Content::Stream(Box::new(reader.map_err(|error| InputError::open(name, error))?)),
    }))
}

/// A text without compression.
fn plain(name: &str, length: u64, content: Content) -> Found {
    Found::Text(Opened {
        name: name.to_owned(),
        size_hint: Some(length),
        layers: Vec::new(),
        encoding: Encoding::Bytes,
        replacements: Replacements::default(),
        part: None,
        content,
    })
}
