//! Opened texts: entries with all layers of compression removed and their encodings detected.

use std::io::{self, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::detect::Encoding;
use super::kinds::CompressionFormat;
use super::plain_file::PlainFile;
use super::source::{Peeked, Replacements, Stream};
use super::spool::Bytes;
use crate::parts::InputPart;

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
    /// The part. For a part in the unit [`Unit::Frame`](crate::parts::Unit::Frame) the content begins with its first
    /// frame, otherwise with the text.
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
    /// A small regular file without compression. The [`Meter`](super::Meter) does not count its bytes; the reader of the
    /// slice adds them.
    Whole(Bytes),
    /// A long regular file without compression.
    File(PlainFile),
    /// Everything else: compressed, transcoded, or from a pipe, a terminal or a device. An error of its `read` holds an
    /// [`InputError`](super::InputError) and comes after all bytes before the error. If it [is a
    /// gap](super::InputError::is_gap), the stream can be read on; otherwise it has ended.
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

    /// Whether `decide` says so of its beginning, which grows up to `limit` bytes as long as it does not decide. The content itself is
    /// not changed.
    #[must_use]
    pub fn decide(self, limit: usize, decide: impl Fn(&[u8]) -> Option<bool>) -> (bool, Self) {
        let decided = |bytes: &[u8]| decide(&bytes[..bytes.len().min(limit)]) == Some(true);
        match self {
            Self::Whole(bytes) => (decided(&bytes), Self::Whole(bytes)),
            Self::File(file) => (decided(&file.head(limit)), Self::File(file)),
            Self::Stream(stream) => {
                let peeked = Peeked::until(stream, limit, |bytes| decide(bytes).is_some());
                (decided(peeked.head()), Self::Stream(Box::new(peeked)))
            }
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

/// The names of the files in zip archives that are not read.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct UnreadMembers {
    /// Files whose names are not those of texts, and archives without any file to read.
    pub others: Vec<String>,
    pub hidden: Vec<String>,
}

#[cfg(feature = "compression")]
impl UnreadMembers {
    pub(super) fn add(&mut self, more: Self) {
        self.others.extend(more.others);
        self.hidden.extend(more.hidden);
    }
}
