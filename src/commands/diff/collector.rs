//! Takes the games of an archive for the comparison.

use std::io;
use std::rc::Rc;
use std::sync::Arc;

use crate::archive::compare::{ArchivedGame, Comparison, content_hash, read};
use crate::commands::driver::{Chosen, Command, Fold, Line, Run, Text, TextNote};
use crate::game::difference::Ignored;
use crate::game::replay::position_text::PositionFormat;
use crate::game::replay::{Game, Validity};
use crate::pgn::place::{Locator, Span};
use crate::report::Failure;

/// Reads games and hashes their contents.
pub(super) struct Reader {
    ignored: Arc<Ignored>,
}

/// A game.
pub(super) struct Hashed {
    text: Vec<u8>,
    hash: u128,
    /// Its offset in the chunk, and the line in which it begins, from 1.
    start: usize,
    line: u64,
}

/// The games of one archive.
pub(super) struct Collector<'a> {
    /// Which one: 0 is A, 1 is B.
    pub(super) side: usize,
    pub(super) comparison: &'a mut Comparison,
    pub(super) ignored: Arc<Ignored>,
    /// The inputs so far, of both archives.
    pub(super) inputs: &'a mut Vec<Box<str>>,
    /// The input that was read last.
    pub(super) last: Option<Rc<Text<Reader>>>,
}

impl Fold for Reader {
    type Item = Hashed;

    fn read(&self, bytes: &[u8], start: usize) -> Game {
        read(bytes, start)
    }

    fn game(&self, game: &mut Game, bytes: &[u8], span: Span) -> Option<Hashed> {
        if game.status == Validity::NoGame {
            return None;
        }
        let text = bytes[span.clone()].to_vec();
        let start = span.start + (text.len() - text.trim_ascii_start().len());
        Some(Hashed { hash: content_hash(game, bytes, &self.ignored), text, start, line: 1 })
    }

    fn position(&self, _: &Line, _: PositionFormat) -> Hashed {
        // Inputs are read as games.
        Hashed { text: Vec::new(), hash: 0, start: 0, line: 1 }
    }

    fn place<'t>(items: impl Iterator<Item = &'t mut Hashed>, bytes: &[u8]) {
        let mut locator = Locator::new(bytes);
        for item in items {
            item.line = locator.place(item.start).line;
        }
    }
}

impl Command for Collector<'_> {
    type Fold = Reader;
    type TextState = ();

    fn fold(&self, _: &str) -> Reader {
        Reader { ignored: Arc::clone(&self.ignored) }
    }

    fn game(&mut self, chosen: Chosen<Reader>, (): &mut (), _: &mut Run) -> io::Result<()> {
        let Chosen { text: input, number, corner, item, .. } = chosen;
        if self.last.as_ref().is_none_or(|last| !Rc::ptr_eq(last, &input)) {
            self.inputs.push(input.name.clone());
            self.last = Some(input);
        }
        let game = ArchivedGame {
            side: self.side,
            input: self.inputs.len() as u64 - 1,
            number,
            line: corner.lines + item.line,
            text: item.text,
        };
        Ok(self.comparison.push(&game, item.hash)?)
    }

    fn text_note(&mut self, note: TextNote, text: &Text<Reader>, (): &mut (), run: &mut Run) -> io::Result<()> {
        if note == (TextNote::NoGames { is_cut: false }) {
            run.warning(format_args!("{}: it has no games", text.name));
        }
        Ok(())
    }

    fn failure(&mut self, _: &Failure<'_>) -> io::Result<()> {
        Ok(())
    }
}
