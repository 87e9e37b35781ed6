//! The game that `--moves` continues.

use std::ops::ControlFlow;

use crate::game::record::continuation::is_moves_alone;
use crate::game::replay::{Game, Validity, read_game};
use crate::input::{Content, InputError, Inputs, OpenOptions, Opened};
use crate::options::{InputFormat, SelectionArgs};
use crate::pgn::place::Span;
use crate::pgn::text::count_line_ends;
use crate::pipeline::{GameWork, Pipeline};

use super::Error;
use super::driver::Reading;

/// A saved game with more moves.
pub(super) struct Saved {
    /// The input it is from.
    pub(super) name: String,
    /// Its number there, from 1.
    pub(super) number: u64,
    /// Its text, with the moves.
    pub(super) text: Vec<u8>,
}

impl Saved {
    /// Where in the text these moves, its last ones, begin.
    pub(super) fn given(&self, moves: &str) -> Given {
        let offset = self.text.len().saturating_sub(moves.len() + MOVES_END);
        Given { offset: offset as u64, lines: count_line_ends(&self.text[..offset]) as u64 }
    }
}

/// The text after the last move: white space, `*`, and the line end.
const MOVES_END: usize = 3;

/// The place in a text where the moves of the command line begin, on a line of their own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given {
    /// The number of bytes before them.
    pub(super) offset: u64,
    /// The number of lines before them.
    pub(super) lines: u64,
}

/// The search for the game to continue.
#[derive(Clone, Copy)]
pub(super) struct Search<'a> {
    /// The selection of games.
    pub(super) selection: &'a SelectionArgs,
    /// The moves that come after its last one.
    pub(super) moves: &'a str,
}

impl Search<'_> {
    /// Finds the game.
    ///
    /// # Errors
    ///
    /// There is no such game, there are several, or an input cannot be read.
    pub(super) fn find(
        self,
        inputs: &Inputs,
        options: OpenOptions,
        format_of: &dyn Fn(&str) -> InputFormat,
        pipeline: &Pipeline,
    ) -> Result<Saved, Error> {
        if !is_moves_alone(self.moves) {
            return Err(Error::Usage(
                "--moves takes moves, comments, and variations, but no tags or result".to_owned(),
            ));
        }
        let mut finder = Finder { search: self, format_of, found: None, are_several: false, games: 0 };
        finder.all(inputs, options, pipeline)?;
        let usage = |message: &str| Err(Error::Usage(message.to_owned()));
        match finder.found {
            _ if finder.are_several => {
                usage("--moves continues one game, but the input has several; choose one with --game N")
            }
            Some(saved) => Ok(saved),
            None => usage("--moves: the input has no game to continue"),
        }
    }
}

struct Finder<'a> {
    search: Search<'a>,
    format_of: &'a dyn Fn(&str) -> InputFormat,
    found: Option<Saved>,
    are_several: bool,
    games: u64,
}

/// The texts of the games of a chunk, with the moves; `None` for games that a condition excludes.
type Texts = Vec<Option<Vec<u8>>>;

impl GameWork for Search<'_> {
    type Part = Texts;
    type Game = Game;

    fn game(&self, bytes: &[u8], start: usize) -> Game {
        read_game(bytes, start, self.selection.rules())
    }

    fn absorb(&self, part: &mut Texts, game: &mut Game, bytes: &[u8], _span: Span) {
        if game.status != Validity::NoGame {
            let is_selected = self.selection.matches(game, bytes);
            part.push(is_selected.then(|| game.continued(bytes, self.moves)));
        }
    }

    fn close(&self, _part: &mut Texts, _bytes: &[u8]) {}
}

impl Finder<'_> {
    fn take(&mut self, texts: Texts, name: &str, number: &mut u64) -> ControlFlow<()> {
        for text in texts {
            *number += 1;
            let Some(text) = text else { continue };
            if self.is_done() {
                return ControlFlow::Break(());
            }
            self.games += 1;
            let numbers = self.search.selection.game.as_ref();
            if numbers.is_some_and(|numbers| *number > numbers.last()) {
                return ControlFlow::Break(());
            }
            if numbers.is_some_and(|numbers| !numbers.contains(*number)) {
                continue;
            }
            self.are_several = self.found.is_some();
            self.found = Some(Saved { name: name.to_owned(), number: *number, text });
        }
        ControlFlow::Continue(())
    }
}

impl Reading for Finder<'_> {
    fn is_done(&self) -> bool {
        self.are_several || self.search.selection.head.is_some_and(|head| self.games >= head)
    }

    fn text(&mut self, opened: Opened, pipeline: &Pipeline) -> Result<(), Error> {
        let Opened { name, content, .. } = opened;
        if (self.format_of)(&name) != InputFormat::Pgn {
            return Err(Error::Usage(format!("--moves continues a game, but {name} contains positions; use --fen")));
        }
        let (search, mut number) = (self.search, 0);
        let content: Content = content;
        pipeline.run(content, &name, &search, &mut |_, texts| self.take(texts, &name, &mut number))?;
        Ok(())
    }

    fn failed(&mut self, error: &InputError) -> Result<(), Error> {
        Err(Error::Input(error.clone()))
    }
}
