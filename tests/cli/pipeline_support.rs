//! Reading a text in chunks and in one pass, for comparison.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::ops::{ControlFlow, Range};

use adoube::input::{Bytes, Content, TextEnd};
use adoube::pgn::lex::Lexer;
use adoube::pgn::place::Span;
use adoube::pipeline::{ChunkText, Collected, GameWork, Pipeline};

use crate::game_read::GameRead;

/// The offset and length of a game, a hash of its tokens and its ending, and what [`Recorder::more`] returns.
pub(crate) type Record = (u64, usize, [u64; 2]);

/// Reads all tokens of the game.
pub(crate) fn lex(bytes: &[u8], start: usize) -> (Lexer<'_>, u64) {
    let mut lexer = Lexer::new(bytes, start);
    let mut hasher = DefaultHasher::new();
    while let Some(token) = lexer.next_token() {
        format!("{:?}", token.kind).hash(&mut hasher);
        (token.start - start, token.end - start).hash(&mut hasher);
        if let Some(tag) = lexer.tag() {
            format!("{:?}", tag.fault).hash(&mut hasher);
            (tag.value.start - start, tag.value.end - start).hash(&mut hasher);
        }
    }
    format!("{:?}", lexer.ending()).hash(&mut hasher);
    let hash = hasher.finish();
    (lexer, hash)
}

/// Records every game.
pub(crate) struct Recorder {
    /// A hash of more of the game that starts at an offset.
    pub(crate) more: fn(&[u8], usize) -> u64,
    /// How much memory the record of a game is said to take.
    pub(crate) memory: usize,
}

impl GameWork for Recorder {
    type Part = Vec<Record>;
    type Game = GameRead<[u64; 2]>;

    fn game(&self, bytes: &[u8], start: usize) -> GameRead<[u64; 2]> {
        let (lexer, hash) = lex(bytes, start);
        GameRead::new([hash, (self.more)(bytes, start)], &lexer)
    }

    fn absorb(&self, part: &mut Self::Part, read: &mut GameRead<[u64; 2]>, bytes: &ChunkText<'_>, span: Span) {
        assert!(span.end <= bytes.len());
        part.push((span.start as u64, span.len(), read.game));
    }

    fn memory(&self, part: &Self::Part) -> usize {
        part.len() * self.memory
    }

    fn close(&self, part: &mut Self::Part, bytes: &[u8]) {
        let tiled = part.iter().fold(0, |end, &(start, length, _)| {
            assert_eq!(start as usize, end);
            end + length
        });
        assert_eq!(tiled, bytes.len());
    }
}

impl Recorder {
    /// The reference implementation: one pass.
    pub(crate) fn one_pass(&self, bytes: &[u8]) -> Vec<Record> {
        let mut records = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            let (lexer, hash) = lex(bytes, at);
            records.push((at as u64, lexer.position() - at, [hash, (self.more)(bytes, at)]));
            at = lexer.position();
        }
        records
    }

    /// The records of a pipeline.
    pub(crate) fn run(&self, pipeline: &Pipeline, content: Content) -> Vec<Record> {
        self.run_range(pipeline, content, 0..u64::MAX)
    }

    /// The records of the games that start in a range.
    pub(crate) fn run_range(&self, pipeline: &Pipeline, content: Content, range: Range<u64>) -> Vec<Record> {
        let mut records = Vec::new();
        let end = pipeline
            .run_range(content.into(), "text", (range.start, TextEnd::at(range.end)), self, &mut |collected| {
                records.extend(placed(collected));
                ControlFlow::Continue(())
            })
            .unwrap();
        assert_eq!(end, records.last().map_or(range.start, |&(start, length, _)| start + length as u64));
        records
    }
}

/// The records of a part, with their places in the text; none of a gap.
pub(crate) fn placed(collected: Collected<Vec<Record>>) -> Vec<Record> {
    match collected {
        Collected::Games(offset, part) => {
            part.into_iter().map(|(start, length, hashes)| (offset + start, length, hashes)).collect()
        }
        Collected::Gap(_) => Vec::new(),
    }
}

/// A text as one slice.
pub(crate) fn whole(text: &[u8]) -> Content {
    Content::Whole(Bytes::from(text.to_vec()))
}

/// A reader that returns 1, 2, … `most` bytes at a time, is sometimes interrupted, and may fail at the end.
pub(crate) struct Trickle {
    text: Vec<u8>,
    at: usize,
    most: usize,
    calls: usize,
    fails: bool,
}

impl Trickle {
    /// A reader that does not fail.
    pub(crate) fn new(text: &[u8], most: usize) -> Self {
        Self { text: text.to_vec(), at: 0, most, calls: 0, fails: false }
    }

    /// The same reader, failing at the end.
    pub(crate) fn failing(self) -> Self {
        Self { fails: true, ..self }
    }
}

impl io::Read for Trickle {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.calls += 1;
        if self.calls.is_multiple_of(7) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let rest = &self.text[self.at..];
        if rest.is_empty() && self.fails {
            return Err(io::ErrorKind::ConnectionReset.into());
        }
        let wanted = 1 + self.calls % self.most;
        let count = (&rest[..wanted.min(rest.len())]).read(out)?;
        self.at += count;
        Ok(count)
    }
}
