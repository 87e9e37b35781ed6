//! Chunks of a text: how slices and streams are cut, how one chunk is read, and its text, of which ranges can be kept.

use std::io::{self, Read as _};
use std::ops::{Deref, Range};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use crate::input::{Bytes, InputError, TextEnd};
use crate::pgn::lex::Lexer;
use crate::pgn::split::{self, Settled};

use super::{GameExtent, GameWork, MAX_MEMORY};

/// A range of a text in which games are to be read.
#[derive(Clone, Debug)]
pub(super) struct Chunk<B> {
    /// The offset of its bytes in the text.
    pub(super) offset: u64,
    /// Its bytes, and some of those that follow.
    pub(super) bytes: B,
    /// Games that start before this offset belong to the chunk. The next chunk begins here.
    pub(super) stop: usize,
    /// Whether a game is likely to start at its first byte; otherwise the cut is arbitrary.
    pub(super) is_likely: bool,
    /// What follows its bytes.
    pub(super) following: Following,
}

/// What follows some bytes of a text.
#[derive(Clone, Debug)]
pub(super) enum Following {
    More,
    /// Nothing: the text ends.
    End,
    /// Damaged data, after which the text continues with another game.
    Gap(InputError),
    /// Unreadable data.
    Failed(InputError),
}

impl<B: AsRef<[u8]>> Chunk<B> {
    pub(super) fn text(&self) -> Text<'_> {
        Text::new(self.bytes.as_ref().into(), matches!(self.following, Following::More))
    }

    /// The offset in the text at which the next chunk begins.
    pub(super) fn end(&self) -> u64 {
        self.offset + self.stop as u64
    }
}

/// The available bytes of a text.
#[derive(Clone, Copy)]
pub(super) struct Text<'a> {
    pub(super) bytes: ChunkText<'a>,
    settled: Settled,
}

impl<'a> Text<'a> {
    pub(super) fn new(bytes: ChunkText<'a>, has_more: bool) -> Self {
        Self { bytes, settled: Settled::new(&bytes, has_more) }
    }

    /// Whether the end of the game at the first byte is certain. Much faster than to read the game.
    pub(super) fn has_whole_game(self) -> bool {
        let mut lexer = Lexer::new(&self.bytes, 0);
        lexer.skip_game();
        self.settled.is_certain(lexer.position(), lexer.is_open_ended())
    }

    /// The text from byte `at` on.
    pub(super) fn from(self, at: usize) -> Self {
        Self { bytes: self.bytes.from(at), settled: self.settled.from(at) }
    }
}

/// The size of the next chunk in bytes: smaller while the results of chunks take much memory.
#[derive(Clone, Debug)]
pub(super) struct ChunkSize {
    full: usize,
    next: Arc<AtomicUsize>,
}

impl ChunkSize {
    /// A size that is this one, unless results take much memory.
    pub(super) fn new(full: usize) -> Self {
        Self { full, next: Arc::new(AtomicUsize::new(full)) }
    }

    fn get(&self) -> usize {
        self.next.load(Relaxed)
    }

    /// Adapts it to a chunk of this length, whose games were read.
    pub(super) fn adapt<P>(&self, reading: &Reading<P>, length: usize) {
        if reading.is_early {
            self.next.store((reading.length / 2).clamp(MIN_CHUNK.min(self.full), self.full), Relaxed);
        } else if length < self.full && reading.memory < MAX_MEMORY / 4 {
            self.next.store((2 * length).clamp(MIN_CHUNK.min(self.full), self.full), Relaxed);
        }
    }
}

/// The size of the smallest chunks in bytes.
const MIN_CHUNK: usize = 16 << 10;

/// The games that were read at once.
pub(super) struct Reading<P> {
    pub(super) part: P,
    /// How many bytes they tile.
    pub(super) length: usize,
    /// Whether the next game needs more bytes.
    pub(super) wants_more: bool,
    /// About how many bytes of memory the result takes.
    pub(super) memory: usize,
    /// Whether more games were not read, because the result takes too much memory.
    pub(super) is_early: bool,
}

/// Reads the games that start before `stop`; the first one starts at the first byte.
pub(super) fn read_games<W: GameWork>(work: &W, text: Text<'_>, stop: usize) -> Reading<W::Part> {
    let mut part = W::Part::default();
    let mut length = 0;
    let mut wants_more = false;
    while length < stop && work.memory(&part) < MAX_MEMORY {
        let mut game = work.game(&text.bytes, length);
        let end = game.end();
        wants_more = !text.settled.is_certain(end, game.is_open_ended());
        if wants_more {
            break;
        }
        work.absorb(&mut part, &mut game, &text.bytes, length..end);
        length = end;
    }
    if length > 0 {
        work.close(&mut part, &text.bytes[..length]);
    }
    let memory = work.memory(&part);
    Reading { part, length, wants_more, memory, is_early: length < stop && !wants_more }
}

/// An iterator over the chunks of a range of a text that is one slice.
pub(super) struct Slices<'a> {
    /// The text from the start of the range on.
    bytes: &'a [u8],
    /// The offset of the bytes in the text.
    offset: u64,
    /// The number of bytes in the range.
    length: usize,
    at: usize,
    is_likely: bool,
    size: ChunkSize,
}

impl<'a> Slices<'a> {
    pub(super) fn new(bytes: &'a [u8], range: &(u64, TextEnd), size: ChunkSize) -> Self {
        let (offset, end) = range;
        let length = usize::try_from(end.get() - offset).unwrap_or(usize::MAX).min(bytes.len());
        Self { bytes, offset: *offset, length, at: 0, is_likely: true, size }
    }
}

impl<'a> Iterator for Slices<'a> {
    type Item = Chunk<&'a [u8]>;

    fn next(&mut self) -> Option<Self::Item> {
        let (start, length) = (self.at, self.length);
        if start == length {
            return None;
        }
        let size = self.size.get();
        let full = start.saturating_add(size).min(length);
        let overfull = full.saturating_add(size).min(length);
        let cut = split::likely_start(self.bytes, full..overfull);
        let chunk = Chunk {
            offset: self.offset + start as u64,
            bytes: &self.bytes[start..],
            stop: cut.unwrap_or(overfull) - start,
            is_likely: self.is_likely,
            following: Following::End,
        };
        self.at += chunk.stop;
        self.is_likely = cut.is_some();
        Some(chunk)
    }
}

/// An iterator over the chunks of a stream.
pub(super) struct Cutter {
    stream: Box<dyn io::Read + Send>,
    name: String,
    size: ChunkSize,
    /// The offset in the text at which the next chunk begins.
    offset: u64,
    /// The end of the range. A chunk that begins there only has bytes for the last game.
    range_end: TextEnd,
    /// The bytes of the next chunk that were already read.
    carry: Vec<u8>,
    is_likely: bool,
    is_after_gap: bool,
    has_ended: bool,
}

impl Cutter {
    /// Cuts a stream that begins at the start of the range.
    pub(super) fn new(stream: Box<dyn io::Read + Send>, name: &str, range: (u64, TextEnd), size: ChunkSize) -> Self {
        let (offset, range_end) = range;
        Self {
            stream,
            name: name.to_owned(),
            size,
            offset,
            range_end,
            carry: Vec::new(),
            is_likely: true,
            is_after_gap: false,
            has_ended: false,
        }
    }

    /// Whether there are no more chunks.
    pub(super) const fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// The next chunk, in this buffer. The last one may be empty; it holds how the stream ended.
    pub(super) fn next(&mut self, mut bytes: Vec<u8>) -> Option<Chunk<Vec<u8>>> {
        if self.has_ended {
            return None;
        }
        bytes.clear();
        // What is carried over may be longer than a chunk is now, and something must be read.
        let size = self.size.get().max(self.carry.len() + MIN_CHUNK.min(self.size.full));
        bytes.reserve_exact(size);
        bytes.append(&mut self.carry);
        let following =
            if self.is_after_gap { self.find_game(&mut bytes) } else { self.read(size - bytes.len(), &mut bytes) };
        let has_more = matches!(following, Following::More);
        self.is_after_gap = matches!(following, Following::Gap(_));
        self.has_ended = !has_more && !self.is_after_gap;
        let left = usize::try_from(self.range_end.get().saturating_sub(self.offset)).unwrap_or(usize::MAX);
        let is_last = (1..=bytes.len()).contains(&left);
        let cut = if !has_more || is_last || left == 0 {
            None
        } else {
            split::last_likely_start(&bytes[..split::settled_end(&bytes)])
        };
        let stop = cut.unwrap_or(if is_last { left } else { bytes.len() });
        self.carry.extend_from_slice(&bytes[stop..]);
        let chunk = Chunk { offset: self.offset, bytes, stop, is_likely: self.is_likely, following };
        self.offset = chunk.end();
        self.is_likely = cut.is_some() || self.is_after_gap;
        Some(chunk)
    }

    /// Reads on after a gap, and drops what is likely to be the rest of a game. The offsets in the text do not count it.
    fn find_game(&mut self, bytes: &mut Vec<u8>) -> Following {
        // The gap may end where a game starts.
        const BEFORE_GAME: &[u8] = b"\n\n";
        bytes.extend_from_slice(BEFORE_GAME);
        loop {
            let following = self.read(self.size.get().max(split::MAX_START), bytes);
            let start = split::likely_start(bytes, 0..bytes.len());
            if start.is_some() || !matches!(following, Following::More) {
                bytes.drain(..start.unwrap_or(bytes.len()));
                return following;
            }
            bytes.drain(..bytes.len() - split::MAX_START);
        }
    }

    fn read(&mut self, wanted: usize, bytes: &mut Vec<u8>) -> Following {
        match (&mut self.stream).take(wanted as u64).read_to_end(bytes) {
            Ok(count) if count == wanted => Following::More,
            Ok(_) => Following::End,
            Err(error) => {
                let error = InputError::from_read(&self.name, self.offset + bytes.len() as u64, error);
                if error.is_gap() { Following::Gap(error) } else { Following::Failed(error) }
            }
        }
    }
}

// The text of a chunk, of which ranges can be kept.

/// The bytes of a chunk. They may be in a temporary file, where a long game waited for its end.
#[derive(Clone, Copy, Debug)]
pub struct ChunkText<'a> {
    bytes: &'a [u8],
    /// The file that they are in, and the offset of the first.
    file: Option<(&'a Arc<Bytes>, usize)>,
}

/// A range of a text that is kept for later. It takes memory only if the text is in memory, so that a copy of a game takes no
/// more memory than the game did.
#[derive(Clone, Debug)]
pub struct KeptText(KeptStore);

#[derive(Clone, Debug)]
enum KeptStore {
    Memory(Vec<u8>),
    File(Arc<Bytes>, Range<usize>),
}

impl<'a> ChunkText<'a> {
    pub(super) fn in_file(file: &'a Arc<Bytes>, start: usize) -> Self {
        Self { bytes: &file[start..], file: Some((file, start)) }
    }

    /// The bytes from this offset on.
    pub(super) fn from(self, at: usize) -> Self {
        Self { bytes: &self.bytes[at..], file: self.file.map(|(file, start)| (file, start + at)) }
    }

    /// A range of the bytes, to be kept.
    ///
    /// # Panics
    ///
    /// If the range is not within the bytes.
    pub fn keep(self, range: Range<usize>) -> KeptText {
        let kept = &self.bytes[range.clone()];
        KeptText(match self.file {
            None => KeptStore::Memory(kept.to_vec()),
            Some((file, start)) => KeptStore::File(Arc::clone(file), start + range.start..start + range.end),
        })
    }
}

impl<'a> From<&'a [u8]> for ChunkText<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self { bytes, file: None }
    }
}

impl Deref for ChunkText<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.bytes
    }
}

impl KeptText {
    pub fn as_chunk(&self) -> ChunkText<'_> {
        match &self.0 {
            KeptStore::Memory(bytes) => bytes.as_slice().into(),
            KeptStore::File(file, range) => ChunkText { bytes: &file[range.clone()], file: Some((file, range.start)) },
        }
    }

    /// The beginning of this length.
    ///
    /// # Panics
    ///
    /// If it is longer than the text.
    #[must_use]
    pub fn first(&self, length: usize) -> Self {
        self.as_chunk().keep(0..length)
    }
}

impl Default for KeptText {
    fn default() -> Self {
        Self::from(Vec::new())
    }
}

impl From<Vec<u8>> for KeptText {
    fn from(bytes: Vec<u8>) -> Self {
        Self(KeptStore::Memory(bytes))
    }
}

impl Deref for KeptText {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match &self.0 {
            KeptStore::Memory(bytes) => bytes,
            KeptStore::File(file, range) => &file[range.clone()],
        }
    }
}
