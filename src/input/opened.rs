//! Opened texts: an entry with all layers of compression removed and its encoding detected.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::MAX_WINDOW;
use super::bytes::Bytes;
use super::codec::{self, Context, LARGEST_WINDOW};
use super::detect::{DataKind, Encoding, HEAD_LENGTH, detect};
use super::error::{CompressionFormat, InputError, InputErrorKind};
use super::list::{InputFile, Origin};
use super::source::{Meter, Peeked, Raw, Stream};
use super::spool::Spool;
use super::utf16::{Replacements, Transcoder};
use super::zip::Archive;

/// The maximum number of nested layers of compression, such as a gzip file in a zip archive.
pub const MAX_DEPTH: u32 = 4;

/// The options for opening inputs.
#[derive(Clone, Default, Debug)]
pub struct OpenOptions {
    /// The counter of bytes read from disk.
    pub meter: Meter,
    /// Whether windows above [`super::MAX_WINDOW`] are accepted. Zstandard's own limit is 2 GiB, that of xz 4 GiB; each
    /// open input of this kind then needs that much memory.
    pub allow_large_windows: bool,
}

/// One text, ready to be read.
#[derive(Debug)]
pub struct Opened {
    /// The name in messages: that of the entry, or `archive.zip:member.pgn`.
    pub name: String,
    /// The decompressed size in bytes, if it is known before reading. A damaged zip archive may give a wrong one.
    pub size_hint: Option<u64>,
    /// The detected encoding.
    pub encoding: Encoding,
    /// The number of UTF-16 units that were replaced; 0 for [`Encoding::Bytes`].
    pub replacements: Replacements,
    /// The bytes.
    pub content: Content,
}

/// The bytes of a text, as one slice or as a stream.
pub enum Content {
    /// A plain regular file. The [`Meter`] does not count its bytes; the reader of the slice adds them.
    Whole(Bytes),
    /// Everything else: compressed, transcoded, or from a pipe, a terminal or a device. An error of its `read` holds an
    /// [`InputError`] and comes after all bytes before the error.
    Stream(Box<dyn Read + Send>),
}

impl std::fmt::Debug for Content {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Whole(bytes) => write!(f, "Whole({} bytes)", bytes.len()),
            Self::Stream(_) => f.write_str("Stream"),
        }
    }
}

impl Content {
    /// The content as a stream.
    #[must_use]
    pub fn into_read(self) -> Box<dyn Read + Send> {
        match self {
            Self::Whole(bytes) => Box::new(Cursor::new(bytes)),
            Self::Stream(stream) => stream,
        }
    }
}

impl InputFile {
    /// Opens the entry. A zip archive yields its members in the order of its directory; any other file is one text.
    ///
    /// A zip archive yields the members whose names end as those of PGN, EPD or FEN files, plain or compressed. If
    /// no member matches, it yields all files. Hidden members (names with a leading dot, the `__MACOSX` folder)
    /// are skipped.
    #[must_use]
    pub fn open(&self, options: &OpenOptions) -> Members {
        let mut members = Members { first: None, archives: Vec::new() };
        let found = open(self, options);
        members.accept(found);
        members
    }
}

/// The texts of one entry, opened one after the other. An error concerns one text; the iterator continues with the
/// others.
pub struct Members {
    first: Option<Result<Opened, InputError>>,
    archives: Vec<Archive>,
}

impl Members {
    fn accept(&mut self, found: Result<Found, InputError>) {
        match found {
            Ok(Found::Text(opened)) => self.first = Some(Ok(opened)),
            Ok(Found::Archive(archive)) => self.archives.push(archive),
            Err(error) => self.first = Some(Err(error)),
        }
    }
}

impl Iterator for Members {
    type Item = Result<Opened, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(first) = self.first.take() {
                return Some(first);
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
    Archive(Archive),
}

fn open(entry: &InputFile, options: &OpenOptions) -> Result<Found, InputError> {
    let name = entry.name();
    let mut file = match entry.origin() {
        Origin::Path(path) => File::open(path).map_err(|error| InputError::open(&*name, error))?,
        Origin::Stdin => match stdin_file() {
            Some(file) => file,
            None => return unwrap(stdin_stream(&name, options), context(&name, options)),
        },
    };
    match whole(&mut file, &name)? {
        Some(bytes) => open_whole(bytes, file, &name, options),
        None => {
            unwrap(Box::new(Raw::new(file, name.as_str().into(), Some(options.meter.clone()))), context(&name, options))
        }
    }
}

/// Standard input as a file, so that `adoube … < games.pgn` maps it like any other file.
#[cfg(unix)]
fn stdin_file() -> Option<File> {
    use std::os::fd::AsFd;
    io::stdin().as_fd().try_clone_to_owned().ok().map(File::from)
}

#[cfg(not(unix))]
fn stdin_file() -> Option<File> {
    None
}

fn stdin_stream(name: &str, options: &OpenOptions) -> Stream {
    Box::new(Raw::new(io::stdin(), name.into(), Some(options.meter.clone())))
}

/// The bytes of a regular file whose read position is at its start.
fn whole(file: &mut File, name: &str) -> Result<Option<Bytes>, InputError> {
    let failed = |error| InputError::open(name, error);
    let metadata = file.metadata().map_err(failed)?;
    if metadata.is_dir() {
        return Err(failed(io::ErrorKind::IsADirectory.into()));
    }
    if !metadata.is_file() || io::Seek::stream_position(file).map_err(failed)? != 0 {
        return Ok(None);
    }
    Bytes::of_file(file, metadata.len()).map_err(|error| InputError::from_read(name, 0, error))
}

fn open_whole(bytes: Bytes, file: File, name: &str, options: &OpenOptions) -> Result<Found, InputError> {
    match detect(&bytes[..bytes.len().min(HEAD_LENGTH)]) {
        DataKind::Text(Encoding::Bytes) => Ok(Found::Text(Opened {
            name: name.to_owned(),
            size_hint: Some(bytes.len() as u64),
            encoding: Encoding::Bytes,
            replacements: Replacements::default(),
            content: Content::Whole(bytes),
        })),
        DataKind::Compressed(CompressionFormat::Zip) => {
            let archive = Archive::new(Arc::new(bytes), context(name, options), Some(options.meter.clone()))?;
            Ok(Found::Archive(archive))
        }
        _ => {
            let meter = Some(options.meter.clone());
            let stream: Stream = if bytes.is_mapped() {
                Box::new(Raw::new(file, name.into(), meter))
            } else {
                Box::new(Raw::new(Cursor::new(bytes), name.into(), meter))
            };
            unwrap(stream, context(name, options))
        }
    }
}

fn context(name: &str, options: &OpenOptions) -> Context {
    Context {
        name: name.into(),
        max_window: if options.allow_large_windows { LARGEST_WINDOW } else { MAX_WINDOW },
        place: Arc::new(AtomicU64::new(0)),
        depth: 0,
    }
}

/// Removes layers of compression until a text or a zip archive appears.
pub(super) fn unwrap(mut stream: Stream, mut context: Context) -> Result<Found, InputError> {
    loop {
        let head = Peeked::new(stream, HEAD_LENGTH);
        let fail = |fault| Err(InputError::new(&*context.name, fault));
        let format = match detect(head.head()) {
            DataKind::Unsupported(what) => return fail(InputErrorKind::Unsupported(what)),
            DataKind::Text(encoding) => return Ok(Found::Text(text(head, encoding, &context))),
            DataKind::Compressed(_) if context.depth >= MAX_DEPTH => return fail(InputErrorKind::TooDeep(MAX_DEPTH)),
            DataKind::Compressed(format) => format,
        };
        let source: Stream = Box::new(head);
        stream = match format {
            CompressionFormat::Zip => return archive(source, context).map(Found::Archive),
            CompressionFormat::Zstd => codec::zstd(source, &context),
            CompressionFormat::Gzip => codec::gzip(source, &context),
            CompressionFormat::Bzip2 => codec::bzip2(source, &context),
            CompressionFormat::Xz => codec::xz(source, &context),
        };
        context.depth += 1;
    }
}

fn text(head: Peeked, encoding: Encoding, context: &Context) -> Opened {
    let replacements = Replacements::default();
    let stream: Stream = match Transcoder::new(head, encoding, replacements.clone()) {
        Ok(transcoder) => Box::new(transcoder),
        Err(plain) => Box::new(plain),
    };
    let name = context.name.to_string();
    Opened { name, size_hint: None, encoding, replacements, content: Content::Stream(stream) }
}

/// Opens a zip archive from a stream. The directory is at its end, so the stream is copied to disk first.
fn archive(source: Stream, context: Context) -> Result<Archive, InputError> {
    let spool = Spool::collect(&context.name, &[], source)?;
    Archive::new(Arc::new(spool.bytes), context, None).map(|archive| archive.ending_in(spool.error))
}
