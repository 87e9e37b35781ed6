//! The work on each game of a chunk, on all threads, and the results of the chunk.

use std::sync::Arc;

use crate::commands::driver::{Line, LineSpan, Measured, Text};
use crate::game::replay::position_text::PositionFormat;
use crate::game::replay::{Game, Validity};
use crate::options::{Match, SelectionArgs};
use crate::pgn::place::Span;
use crate::pgn::split::AFTER_GAME;
use crate::pipeline::{ChunkText, GameWork, KeptText};

/// What a command computes from the games of a text, before their order is known.
pub(in crate::commands) trait Fold: Send + Sync {
    /// The result for a game, a position, or text between games.
    type Item: Send + 'static;

    /// Whether the results depend on more of a game than its text, its tags and whether it is selected. If not,
    /// [`Self::game`] gets games [without moves](Game::is_tags_only) where the condition does not need them, either.
    fn needs_moves(&self) -> bool {
        true
    }

    fn read(&self, bytes: &[u8], start: usize) -> Game;

    /// The result for a game that matches the condition, or for text between games, where `None` means that there is
    /// nothing to report. `span` is its range in `bytes`, which begin where the chunk begins.
    fn game(&self, game: &mut Game, bytes: &ChunkText<'_>, span: Span) -> Option<Self::Item>;

    /// The result for a game that does not match the condition, for a command that [takes others](super::Command::TAKES_OTHERS).
    fn other(&self, _game: &Game, _bytes: &ChunkText<'_>) -> Option<Self::Item> {
        None
    }

    /// About how many bytes of memory a result takes, if that may be many times the text.
    fn memory(_: &Self::Item) -> usize {
        0
    }

    fn position(&self, line: &Line, format: PositionFormat) -> Self::Item;

    /// Sets the lines and columns in the results of a chunk, counted from its start.
    fn place<'t>(items: impl Iterator<Item = &'t mut Self::Item>, bytes: &[u8])
    where
        Self::Item: 't;
}

/// Successive games of a text.
pub(in crate::commands) struct Part<T> {
    pub(in crate::commands) entries: Vec<Entry<T>>,
    /// The extent of the chunk in lines and characters.
    pub(super) extent: LineSpan,
    pub(super) bytes: u64,
    /// See [`Fold::memory`].
    memory: usize,
}

/// A game, or text between games.
pub(in crate::commands) struct Entry<T> {
    /// The result of the condition for a game.
    pub(in crate::commands) matched: Option<Match>,
    /// The result; for a game that the condition excludes, that of [`Fold::other`].
    pub(in crate::commands) item: Option<T>,
}

/// A fold and the condition, as the work of the pipeline.
pub(in crate::commands) struct FoldWork<'a, F> {
    pub(super) text: Arc<Text<F>>,
    pub(super) args: &'a SelectionArgs,
    /// Whether [`Fold::other`] gets the games that the condition excludes.
    pub(super) takes_others: bool,
}

/// The number of moves above which the rows of a game are made when they are written, not kept together in memory.
const LONG_GAME: usize = 20_000;

/// Whether the rows of a game are too many to be kept together in memory.
pub(in crate::commands) fn is_long(game: &Game) -> bool {
    game.plies_with_variations() > LONG_GAME
}

/// The text of a game that is read again later.
pub(in crate::commands) fn text_of_game(bytes: &ChunkText<'_>, span: &Span) -> KeptText {
    bytes.keep(span.start..bytes.len().min(span.end + AFTER_GAME))
}

impl<T> Default for Part<T> {
    fn default() -> Self {
        Self { entries: Vec::new(), extent: LineSpan::default(), bytes: 0, memory: 0 }
    }
}

impl<T: Send + 'static> Part<T> {
    /// All games of a text in memory, without a condition.
    pub(super) fn of_text(text: Arc<Text<impl Fold<Item = T>>>, bytes: &[u8]) -> Self {
        let work = FoldWork { text, args: &SelectionArgs::default(), takes_others: false };
        let (mut part, mut at) = (Self::default(), 0);
        while at < bytes.len() {
            let mut game = work.game(bytes, at);
            let span = game.span.clone();
            at = span.end;
            work.absorb(&mut part, &mut game, &bytes.into(), span);
        }
        work.close(&mut part, bytes);
        part
    }
}

impl<T> Measured for Part<T> {
    fn extent(&self) -> LineSpan {
        self.extent
    }
}

impl<F: Fold> GameWork for FoldWork<'_, F> {
    type Part = Part<F::Item>;
    type Game = Game;

    fn game(&self, bytes: &[u8], start: usize) -> Game {
        let needs_moves = self.text.fold.needs_moves();
        let by_tags =
            if needs_moves && self.takes_others { None } else { self.args.decide_by_tags(bytes, start, needs_moves) };
        by_tags.unwrap_or_else(|| self.text.fold.read(bytes, start))
    }

    fn absorb(&self, part: &mut Self::Part, game: &mut Game, bytes: &ChunkText<'_>, span: Span) {
        let matched = (game.status != Validity::NoGame).then(|| self.args.evaluate(game, bytes));
        let is_selected = matched.is_none_or(|matched| self.args.may_select(matched));
        let item = if is_selected { self.text.fold.game(game, bytes, span) } else { self.text.fold.other(game, bytes) };
        if matched.is_some() || item.is_some() {
            part.memory += item.as_ref().map_or(0, F::memory);
            part.entries.push(Entry { matched, item });
        }
    }

    fn memory(&self, part: &Self::Part) -> usize {
        part.memory
    }

    fn close(&self, part: &mut Self::Part, bytes: &[u8]) {
        F::place(part.entries.iter_mut().filter_map(|entry| entry.item.as_mut()), bytes);
        part.extent = LineSpan::new(bytes);
        part.bytes = bytes.len() as u64;
    }
}
