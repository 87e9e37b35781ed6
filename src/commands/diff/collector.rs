//! Takes the games of an archive for the comparison with another one, or for the search for copies.

use std::io;
use std::sync::Arc;

use crate::archive::compare::{ArchivedGame, Comparison, content_hash, read};
use crate::archive::portrait::Portrait;
use crate::archive::within::CopySearch;
use crate::commands::driver::{Chosen, Command, Fold, Line, Run, Text, TextNote};
use crate::game::difference::Ignored;
use crate::game::replay::position_text::PositionFormat;
use crate::game::replay::{Game, Validity};
use crate::pgn::place::{Locator, Span};
use crate::pipeline::{ChunkText, KeptText};
use crate::report::Failure;

/// Reads games for one of both purposes.
pub(super) struct Reader {
    ignored: Arc<Ignored>,
    purpose: Purpose,
}

#[derive(Clone, Copy)]
enum Purpose {
    Comparison,
    Copies,
}

pub(super) struct Item {
    text: KeptText,
    key: Key,
    /// Its offset in the chunk, and the line in which it begins, from 1.
    start: usize,
    line: u64,
}

/// What a game is known by.
enum Key {
    Content(u128),
    Portrait(Box<Portrait>),
}

/// Where the games go.
pub(super) enum Destination<'a> {
    /// To the comparison, as those of A (0) or of B (1).
    Comparison(&'a mut Comparison, usize),
    Copies(&'a mut CopySearch),
}

/// The games of one archive.
pub(super) struct Collector<'a> {
    pub(super) destination: Destination<'a>,
    pub(super) ignored: Arc<Ignored>,
    /// The inputs so far, of both archives.
    pub(super) inputs: &'a mut Vec<Box<str>>,
    /// The input that was read last.
    pub(super) last: Option<Arc<Text<Reader>>>,
}

impl Fold for Reader {
    type Item = Item;

    fn read(&self, bytes: &[u8], start: usize) -> Game {
        read(bytes, start)
    }

    fn game(&self, game: &mut Game, bytes: &ChunkText<'_>, span: Span) -> Option<Item> {
        if game.status == Validity::NoGame {
            return None;
        }
        let text = bytes.keep(span.clone());
        let start = span.start + (text.len() - text.trim_ascii_start().len());
        let key = match self.purpose {
            Purpose::Comparison => Key::Content(content_hash(game, bytes, &self.ignored)),
            Purpose::Copies => Key::Portrait(Box::new(Portrait::of_game(game, bytes, true))),
        };
        Some(Item { text, key, start, line: 1 })
    }

    fn position(&self, _: &Line, _: PositionFormat) -> Item {
        // Inputs are read as games.
        Item { text: KeptText::default(), key: Key::Content(0), start: 0, line: 1 }
    }

    fn place<'t>(items: impl Iterator<Item = &'t mut Item>, bytes: &[u8]) {
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
        let purpose = match self.destination {
            Destination::Comparison(..) => Purpose::Comparison,
            Destination::Copies(_) => Purpose::Copies,
        };
        Reader { ignored: Arc::clone(&self.ignored), purpose }
    }

    fn game(&mut self, chosen: Chosen<Reader>, (): &mut (), _: &mut Run) -> io::Result<()> {
        let Chosen { text: input, number, corner, item, .. } = chosen;
        if self.last.as_ref().is_none_or(|last| !Arc::ptr_eq(last, &input)) {
            self.inputs.push(input.name.clone());
            self.last = Some(input);
        }
        let side = if let Destination::Comparison(_, side) = self.destination { side } else { 0 };
        let game = ArchivedGame { side, input: self.inputs.len() as u64 - 1, number, line: corner.lines + item.line };
        match (&mut self.destination, item.key) {
            (Destination::Comparison(comparison, _), Key::Content(hash)) => {
                Ok(comparison.push(game, &item.text, hash)?)
            }
            (Destination::Copies(search), Key::Portrait(portrait)) => Ok(search.push(game, &item.text, &portrait)?),
            _ => unreachable!("games are read for one destination"),
        }
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
