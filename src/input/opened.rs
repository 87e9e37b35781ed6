//! Opened texts: an entry with all layers of compression removed and its encoding detected.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::detect::{DataKind, Encoding, HEAD_LENGTH, detect};
use super::error::{CompressionFormat, InputError, InputErrorKind};
#[cfg(feature = "compression")]
use super::frames::FramePart;
#[cfg(feature = "compression")]
use super::layers::{self, Layers};
use super::list::{InputFile, Origin};
use super::plain_file::PlainFile;
use super::source::{Meter, Peeked, Raw, Replacements, Stream, Transcoder};
use super::spool::Bytes;
use crate::parts::{InputPart, Unit};
use crate::standard_streams::check_stdin;

#[derive(Clone, Debug)]
pub struct OpenOptions {
    /// The counter of bytes read from disk.
    pub meter: Meter,
    /// Whether windows above [`super::MAX_WINDOW`] are accepted. Zstandard's own limit is 2 GiB, that of xz 4 GiB; each
    /// open input of this kind then needs that much memory.
    pub allow_large_windows: bool,
    /// The number of threads that read games, 1 by default. From four on, several unpack a compressed file of many frames.
    pub threads: usize,
    /// How many compressed bytes of small frames such a thread unpacks at once, at least; 1 MiB by default.
    pub portion_bytes: usize,
    /// Whether only the members of a zip archive that are named like games or positions are read, even if there are none.
    pub only_texts: bool,
}

impl Default for OpenOptions {
    fn default() -> Self {
        Self {
            meter: Meter::default(),
            allow_large_windows: false,
            threads: 1,
            portion_bytes: 1 << 20,
            only_texts: false,
        }
    }
}

/// One text, ready to be read.
#[derive(Debug)]
pub struct Opened<C = Content> {
    /// The name in messages: that of the entry, or `archive.zip:member.pgn`.
    pub name: String,
    /// The decompressed size in bytes, if it is known before reading. A damaged zip archive may give a wrong one.
    pub size_hint: Option<u64>,
    /// The layers of compression around it, the outermost first.
    pub layers: Vec<CompressionFormat>,
    pub encoding: Encoding,
    /// The number of UTF-16 units that were replaced; 0 for [`Encoding::Bytes`].
    pub replacements: Replacements,
    /// The part of the text that is to be read; `None` for the whole text.
    pub part: Option<OpenedPart>,
    /// The bytes, or what was made of them.
    pub content: C,
}

impl<C> Opened<C> {
    /// Makes something of the content.
    pub fn map<D>(self, make: impl FnOnce(C) -> D) -> Opened<D> {
        let Self { name, size_hint, layers, encoding, replacements, part, content } = self;
        Opened { name, size_hint, layers, encoding, replacements, part, content: make(content) }
    }
}

/// A part of a text that is to be read.
#[derive(Clone, Debug)]
pub struct OpenedPart {
    /// The part. For a part in the unit [`Unit::Frame`] the content begins with its first frame, otherwise with the text.
    pub part: Arc<InputPart>,
    /// The offset of its range in the text. That of frames before which nothing was counted is unknown, and taken as 0.
    pub start: u64,
    pub end: TextEnd,
}

impl OpenedPart {
    /// The number of bytes of text in its range. That of frames is known when they are unpacked.
    pub fn length(&self) -> u64 {
        self.end.get().saturating_sub(self.start)
    }
}

/// An offset in a text that is known at the latest when the text is read beyond it. Clones share it.
#[derive(Clone, Debug)]
pub struct TextEnd(Arc<AtomicU64>);

impl TextEnd {
    /// The end of the text, wherever that is.
    pub fn of_text() -> Self {
        Self::at(u64::MAX)
    }

    pub fn at(offset: u64) -> Self {
        Self(Arc::new(AtomicU64::new(offset)))
    }

    /// The offset, or `u64::MAX` if it is unknown.
    pub fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }

    /// Makes the offset known.
    #[cfg(feature = "compression")]
    pub(super) fn set(&self, offset: u64) {
        self.0.store(offset, Relaxed);
    }
}

/// The bytes of a text, as one slice or as a stream.
pub enum Content {
    /// A small regular file without compression. The [`Meter`] does not count its bytes; the reader of the slice adds
    /// them.
    Whole(Bytes),
    /// A long regular file without compression.
    File(PlainFile),
    /// Everything else: compressed, transcoded, or from a pipe, a terminal or a device. An error of its `read` holds an
    /// [`InputError`] and comes after all bytes before the error. If it [is a gap](InputError::is_gap), the stream can be
    /// read on; otherwise it has ended.
    Stream(Box<dyn Read + Send>),
}

impl std::fmt::Debug for Content {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Whole(bytes) => write!(f, "Whole({} bytes)", bytes.len()),
            Self::File(file) => write!(f, "File({} bytes)", file.len()),
            Self::Stream(_) => f.write_str("Stream"),
        }
    }
}

impl Content {
    /// The content as a stream.
    pub fn into_read(self) -> Box<dyn Read + Send> {
        match self {
            Self::Whole(bytes) => Box::new(Cursor::new(bytes)),
            Self::File(file) => file.into_read(),
            Self::Stream(stream) => stream,
        }
    }

    /// The content from an offset on, as a stream.
    pub fn into_read_from(self, offset: u64) -> io::Result<Box<dyn Read + Send>> {
        match self {
            Self::Whole(bytes) => {
                let mut rest = Cursor::new(bytes);
                rest.set_position(offset);
                Ok(Box::new(rest))
            }
            Self::File(file) => file.into_read_from(offset),
            Self::Stream(mut stream) => {
                io::copy(&mut (&mut stream).take(offset), &mut io::sink())?;
                Ok(stream)
            }
        }
    }
}

/// All bytes of a stream of fewer than `limit` bytes; otherwise, or if it fails, the stream as it was.
pub fn read_short(stream: Stream, limit: usize) -> Result<Vec<u8>, Stream> {
    Peeked::new(stream, limit).into_whole(limit).map_err(|stream| -> Stream { Box::new(stream) })
}

impl InputFile {
    /// Opens the entry. A zip archive yields its members in the order of its directory; any other file is one text.
    ///
    /// A zip archive yields the members whose names end as those of PGN, EPD or FEN files, plain or compressed, and
    /// the members of archives in it; [`Members::unread`] names the other files. If no member matches, it yields all
    /// files. Hidden members (names with a leading dot, the `__MACOSX` folder) are not read.
    pub fn open(&self, options: &OpenOptions) -> Members {
        let unread = UnreadMembers::default();
        let mut members = Members { first: None, archives: Vec::new(), unread, part: self.part().cloned() };
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

/// The content below all layers of compression: a text, or a zip archive of several.
pub(super) enum Found {
    Text(Opened),
    #[cfg(feature = "compression")]
    Archive(Archive, UnreadMembers),
}

/// The members of a zip archive.
pub(super) type Archive = Box<dyn Iterator<Item = Result<Found, InputError>> + Send>;

/// The names of the files in zip archives that are not read.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct UnreadMembers {
    /// Files whose names are not those of texts, and archives without any file to read.
    pub others: Vec<String>,
    pub hidden: Vec<String>,
}

#[cfg(feature = "compression")]
impl UnreadMembers {
    fn add(&mut self, more: Self) {
        self.others.extend(more.others);
        self.hidden.extend(more.hidden);
    }
}

/// What a layer of compression must know of the input.
#[derive(Clone)]
pub(super) struct Context {
    /// The name of the input in messages.
    pub(super) name: Arc<str>,
    #[cfg(feature = "compression")]
    pub(super) layers: Layers,
}

fn open(entry: &InputFile, options: &OpenOptions) -> Result<Found, InputError> {
    let name = entry.name();
    let mut file = match entry.origin() {
        Origin::Path(path) => File::open(path).map_err(|error| InputError::open(&*name, error))?,
        Origin::Given(given) => {
            let stream = (given.open)().map_err(|error| InputError::open(&*name, error))?;
            return unwrap(counted(stream, &name, options), context(&name, options));
        }
        Origin::Stdin => {
            check_stdin().map_err(|error| InputError::open(&*name, error))?;
            match stdin_file() {
                Some(file) => file,
                None => return unwrap(counted(io::stdin(), &name, options), context(&name, options)),
            }
        }
    };
    let length = length(&mut file, &name)?;
    if let Some(part) = entry.part().filter(|part| length != Some(part.size)) {
        return Err(InputError::new(name, InputErrorKind::OtherSize { size: part.size }));
    }
    #[cfg(feature = "compression")]
    if let Some(part) = entry.part().filter(|part| part.unit == Unit::Frame) {
        return open_frames(file, part, &name, options);
    }
    let small = length.map(|length| Bytes::of_small_file(&mut file, length)).transpose();
    match (small.map_err(|error| InputError::from_read(&name, 0, error))?.flatten(), length) {
        (Some(bytes), _) => open_small(bytes, &name, options),
        (None, Some(length)) if length > 0 => open_long(file, length, &name, options),
        _ => unwrap(counted(file, &name, options), context(&name, options)),
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
            layers::archive(bytes.into(), context(name, options), Some(options.meter.clone()))
        }
        _ => unwrap(counted(Cursor::new(bytes), name, options), context(name, options)),
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
            layers::archive(file.into(), context(name, options), Some(options.meter.clone()))
        }
        _ => unwrap(file.into_read(), context(name, options)),
    }
}

/// The text of a part in the unit [`Unit::Frame`], from its first frame on.
#[cfg(feature = "compression")]
fn open_frames(file: File, part: &Arc<InputPart>, name: &str, options: &OpenOptions) -> Result<Found, InputError> {
    let start = part.before.map_or(0, |before| before.bytes - before.lead);
    let end = TextEnd::of_text();
    let file = PlainFile::new(name, file, part.size, options.meter.clone());
    let reader = FramePart::open(file, part, context(name, options), (start, end.clone()));
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

#[cfg_attr(not(feature = "compression"), expect(unused_variables, reason = "only layers have options"))]
fn context(name: &str, options: &OpenOptions) -> Context {
    Context {
        name: name.into(),
        #[cfg(feature = "compression")]
        layers: Layers::new(options),
    }
}

/// Removes layers of compression until a text or a zip archive appears.
pub(super) fn unwrap(stream: Stream, context: Context) -> Result<Found, InputError> {
    let head = Peeked::new(stream, HEAD_LENGTH);
    match detect(head.head()) {
        DataKind::Unsupported(what) => Err(InputError::new(&*context.name, InputErrorKind::Unsupported(what))),
        DataKind::Text(encoding) => Ok(Found::Text(text(head, encoding, context))),
        #[cfg(feature = "compression")]
        DataKind::Compressed(format) => layers::remove(format, Box::new(head), context),
    }
}

#[cfg_attr(not(feature = "compression"), expect(clippy::needless_pass_by_value, reason = "it has the layers"))]
fn text(head: Peeked, encoding: Encoding, context: Context) -> Opened {
    let replacements = Replacements::default();
    let stream: Stream = match Transcoder::new(head, encoding, replacements.clone()) {
        Ok(transcoder) => Box::new(transcoder),
        Err(plain) => Box::new(plain),
    };
    let name = (*context.name).to_owned();
    #[cfg(feature = "compression")]
    let layers = context.layers.formats;
    #[cfg(not(feature = "compression"))]
    let layers = Vec::new();
    Opened { name, size_hint: None, layers, encoding, replacements, part: None, content: Content::Stream(stream) }
}
