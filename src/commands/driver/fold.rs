//! The work on each game of a chunk, on all threads, and the results of the chunk.

use std::sync::Arc;

use crate::commands::driver::{Line, LineColumn, LineSpan, Text};
use crate::game::replay::position_text::PositionFormat;
use crate::game::replay::{Game, Validity, read_game};
use crate::game::rules::RuleSet;
use crate::options::{Match, SelectionArgs};
use crate::pgn::place::Span;
use crate::pgn::split::AFTER_GAME;
use crate::pipeline::{ChunkText, GameWork, KeptText};

/// What a command computes from the games of a text, before their order is known.
pub(in crate::commands) trait Fold: Send + Sync {
    /// The result for a game, a position, or text between games.
    type Item: Send + 'static;
    /// The sum of the games of a chunk; `()` if there is none.
    type Sum: Default + Send + 'static;

    /// Whether the results depend on more of a game than its text, its tags and whether it is selected. If not,
    /// [`Self::game`] gets games [without moves](Game::is_tags_only) where the condition does not need them, either.
    fn needs_moves(&self) -> bool {
        true
    }

    fn read(&self, bytes: &[u8], start: usize) -> Game;

    /// Adds a game that matches the condition, or text between games, to the sum of the chunk. `number` is the number of
    /// games of the chunk up to here. That `--game`, `--head` or `--sample` may not select the game is not known yet.
    fn add(&self, _sum: &mut Self::Sum, _game: &Game, _bytes: &ChunkText<'_>, _number: u64) {}

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

    /// The result for a position, for a command that [takes positions](super::Command::takes_positions).
    fn position(&self, _line: &Line, _format: PositionFormat) -> Self::Item {
        unreachable!("the command takes no positions")
    }

    /// The result for a tournament report, for a command that [takes reports](super::Command::takes_reports).
    fn report(&self, _text: &[u8]) -> Self::Item {
        unreachable!("the command takes no reports")
    }

    /// Sets the lines and columns in the results of a chunk, counted from its start.
    fn place<'t>(_items: impl Iterator<Item = &'t mut Self::Item>, _bytes: &[u8])
    where
        Self::Item: 't,
    {
    }
}

/// The results for a chunk: for successive games of a text.
pub(in crate::commands) struct Part<T, S> {
    pub(in crate::commands) entries: Vec<Entry<T>>,
    /// The sum for the games.
    pub(super) sum: S,
    /// The number of games.
    pub(in crate::commands) games: u64,
    /// How many bytes were measured so far; at last all.
    pub(super) bytes: usize,
    /// Their end, counted from the start of the chunk.
    corner: LineColumn,
    /// See [`Fold::memory`].
    memory: usize,
}

/// What a fold makes of a chunk.
pub(in crate::commands) type PartOf<F> = Part<<F as Fold>::Item, <F as Fold>::Sum>;

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
    args: &'a SelectionArgs,
    /// Whether [`Fold::other`] gets the games that the condition excludes.
    takes_others: bool,
}

impl<'a, F> FoldWork<'a, F> {
    pub(in crate::commands) const fn new(text: Arc<Text<F>>, args: &'a SelectionArgs, takes_others: bool) -> Self {
        Self { text, args, takes_others }
    }
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

/// The number of bytes after which lines are counted, while the bytes are in the cache; never between CR and LF.
const COUNT_LINES_AT: usize = 64 << 10;

impl<T, S: Default> Default for Part<T, S> {
    fn default() -> Self {
        let (entries, sum, corner) = (Vec::new(), S::default(), LineColumn::default());
        Self { entries, sum, games: 0, bytes: 0, corner, memory: 0 }
    }
}

impl<T, S> Part<T, S> {
    /// Counts lines up to the end of these bytes, which are the start of the chunk.
    fn measure(&mut self, bytes: &[u8]) {
        self.corner.pass(LineSpan::new(&bytes[self.bytes..]));
        self.bytes = bytes.len();
    }

    /// The extent of the chunk in lines and characters.
    pub(in crate::commands) fn extent(&self) -> LineSpan {
        self.corner.into()
    }
}

/// Reads games only to count or to choose them. Text between games belongs to none.
pub(in crate::commands) struct Counting {
    /// The rules that the condition needs.
    pub(in crate::commands) rules: RuleSet,
}

impl Fold for Counting {
    type Item = ();
    type Sum = ();

    fn read(&self, bytes: &[u8], start: usize) -> Game {
        read_game(bytes, start, self.rules)
    }

    fn game(&self, game: &mut Game, _: &ChunkText<'_>, _: Span) -> Option<()> {
        (game.status != Validity::NoGame).then_some(())
    }

    fn position(&self, _: &Line, _: PositionFormat) {}
}

/// All games of a text in memory, without a condition.
pub(super) fn part_of_text<F: Fold>(text: Arc<Text<F>>, bytes: &[u8]) -> PartOf<F> {
    let no_condition = SelectionArgs::default();
    let work = FoldWork::new(text, &no_condition, false);
    let (mut part, mut at) = (Part::default(), 0);
    while at < bytes.len() {
        let mut game = work.game(bytes, at);
        let span = game.span.clone();
        at = span.end;
        work.absorb(&mut part, &mut game, &bytes.into(), span);
    }
    work.close(&mut part, bytes);
    part
}

impl<F: Fold> GameWork for FoldWork<'_, F> {
    type Part = PartOf<F>;
    type Game = Game;

    fn game(&self, bytes: &[u8], start: usize) -> Game {
        let needs_moves = self.text.fold.needs_moves();
        let by_tags =
            if needs_moves && self.takes_others { None } else { self.args.decide_by_tags(bytes, start, needs_moves) };
        by_tags.unwrap_or_else(|| self.text.fold.read(bytes, start))
    }

    fn absorb(&self, part: &mut Self::Part, game: &mut Game, bytes: &ChunkText<'_>, span: Span) {
        if span.end - part.bytes >= COUNT_LINES_AT && bytes[span.end - 1] != b'\r' {
            part.measure(&bytes[..span.end]);
        }
        let fold = &self.text.fold;
        let matched = (game.status != Validity::NoGame).then(|| self.args.evaluate(game, bytes));
        part.games += u64::from(matched.is_some());
        let item = if matched.is_none_or(|matched| self.args.may_select(matched)) {
            fold.add(&mut part.sum, game, bytes, part.games);
            fold.game(game, bytes, span)
        } else {
            fold.other(game, bytes)
        };
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
        part.measure(bytes);
    }
}
